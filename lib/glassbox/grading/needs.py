"""Which cells above a cell needs: those that bind or change what it uses."""

import ast
import builtins
import json
import symtable
from typing import NamedTuple


def needed(texts):
    """Return, as JSON, the places of the cells that the last one needs, in order.

    texts is a JSON list of the cells' sources as they stand on the page. Names are all
    that is looked at: a cell is needed where it binds, or might change, a name that the
    last cell or another needed one takes from above. Where a name is bound by none, it
    may come from an exec or an import of *: then all cells are needed.
    """
    *above, last = [_names(text) for text in json.loads(texts)]
    # A method of what was imported, such as np.zeros(3), changes nothing.
    imported = set().union(*[cell.imported for cell in [*above, last]])
    modules = set().union(*[cell.modules for cell in above])
    wanted, places = last.taken | last.changed - last.bound, []
    for place, cell in reversed([*enumerate(above)]):
        if wanted & (cell.bound | cell.changed - imported | cell.called & modules):
            places.insert(0, place)
            wanted = wanted - cell.bound | cell.taken | cell.changed - cell.bound
    if wanted - set(dir(builtins)):
        places = list(range(len(above)))
    return json.dumps(places)


class _Names(NamedTuple):
    """What a cell does with names."""

    taken: set  # it reads them, from above
    bound: set
    imported: set  # bound by an import
    modules: set  # of these, whole modules: import numpy as np
    changed: set  # what they name may become another: a[0] = 1, a.append(1)
    called: set  # for the effect alone: np.set_printoptions(…), random.seed(0)


def _names(text):
    """Return the names of a cell; none of one that can't be read."""
    names = _Names(*[set() for _ in _Names._fields])
    try:
        body = ast.parse(text).body
    except SyntaxError:
        return names  # it will say so itself, and binds nothing
    for statement in _in_order(body):
        table = symtable.symtable(ast.unparse(statement), "cell", "exec")
        symbols = table.get_symbols()
        added = [n for n in ast.walk(statement) if isinstance(n, ast.AugAssign)]
        own = {symbol.get_name() for symbol in symbols}  # not a function's, inside
        read = _referenced(table) | own.intersection(_root(one.target) for one in added)
        caught = {n.name for n in ast.walk(statement) if _catches(n)}
        names.taken.update(read - names.bound - caught)
        names.imported.update(s.get_name() for s in symbols if s.is_imported())
        names.bound.update(s.get_name() for s in symbols if s.is_assigned())
        names.bound.update(names.imported)
        changing = map(_root, filter(_changes, ast.walk(statement)))
        names.changed.update(read.intersection(changing))
        if isinstance(statement, ast.Import):
            names.modules.update(s.get_name() for s in symbols)
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            names.called.add(_root(statement.value))
    return names


def _in_order(body):
    """Give a cell's statements, a loop as what it does: iterate, bind, go through."""
    for statement in body:
        if isinstance(statement, ast.For):
            yield ast.Expr(statement.iter)
            yield ast.Assign([statement.target], ast.Constant(None), lineno=0)
            yield from _in_order(statement.body + statement.orelse)
        else:
            yield statement


def _referenced(table):
    """Return the names that a piece of code reads from outside, at any depth."""
    own = table.get_type() == "module"
    names = {
        symbol.get_name()
        for symbol in table.get_symbols()
        if symbol.is_referenced() and (own or symbol.is_global())
    }
    return names.union(*map(_referenced, table.get_children()))


def _catches(node):
    return isinstance(node, ast.ExceptHandler)


def _changes(node):
    """Tell whether a piece of code may change what a name stands for."""
    if isinstance(node, ast.Attribute | ast.Subscript):
        return isinstance(node.ctx, ast.Store | ast.Del)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)


def _root(node):
    """Return the name with which an expression such as a.b[0].c(1) begins, or ''."""
    while not isinstance(node, ast.Name):
        node = getattr(node, "func", None) or getattr(node, "value", None)
        if node is None:
            return ""
    return node.id
