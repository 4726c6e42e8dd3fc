"""A stylesheet without the rules that no page of the book uses."""

import re

import tinycss2

NAME = r"-?[A-Za-z_][\w-]*"
BOOTSTRAP = re.compile(r"show|fade|collaps\w+|(dropdown|bs-tooltip|tooltip)(-\w+)*")


def used_names(pages, scripts):
    """Return the classes and ids of all pages, and every word that a script may add."""
    lists = [re.findall(r'\b(?:class|id)="([^"]*)"', page) for page in pages]
    names = {name for found in lists for group in found for name in group.split()}
    for path in scripts:
        if "fontawesome" not in path.name:
            words = set(re.findall(NAME, path.read_text("utf-8")))
            large = path.name == "bootstrap.js"  # of it, the theme uses three parts
            names |= {word for word in words if not large or BOOTSTRAP.fullmatch(word)}
    return names


def purged(css, used):
    """Give a stylesheet's rules without those for names that nothing uses."""
    for rule in tinycss2.parse_rule_list(css, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            selectors = re.split(r",(?![^(\[]*[)\]])", tinycss2.serialize(rule.prelude))
            left = ",".join(s.strip() for s in selectors if serves(s, used))
            if left:
                yield f"{left}{{{tinycss2.serialize(rule.content).strip()}}}"
        elif rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports"):
            inner = "".join(purged(tinycss2.serialize(rule.content), used))
            if inner:
                yield f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{inner}}}"
        elif rule.type == "at-rule" and "fontawesome" not in rule.serialize():
            yield rule.serialize()  # the theme's icon fonts hold 2,000 icons: book.css


def without_idle_motion(css):
    """Take out the keyframes that no rule names."""
    named = re.compile(r"@keyframes ([\w-]+)")
    left = []
    for rule in tinycss2.parse_rule_list(css, skip_whitespace=True):
        text = rule.serialize()
        name = named.match(text)
        if not name or len(re.findall(rf"\b{name[1]}\b", css)) > 1:
            left.append(text)
    return "\n".join(left)


def without_idle_variables(css, texts):
    """Take out the custom properties that neither a rule nor a page or script names."""
    asked = set(re.findall(r"var\(\s*(--[\w-]+)", css))
    asked |= {name for text in texts for name in re.findall(r"--[a-z][\w-]*", text)}
    value = r"""(?:"[^"]*"|'[^']*'|[^;{}"'])*"""
    declared = re.compile(rf"(?<=[{{;\s])(--[\w-]+)\s*:{value}(?:;|(?=}}))")
    return declared.sub(lambda found: found[0] if found[1] in asked else "", css)


def serves(selector, used):
    """Tell whether every class and id of a selector is used by some page or script."""
    plain = re.sub(r":(not|is|where|has)\([^)]*\)", "", selector)
    return all(name in used for name in re.findall(rf"[.#]({NAME})", plain))
