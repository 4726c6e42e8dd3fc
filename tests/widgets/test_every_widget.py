"""What every widget must do, shown on the example of its docstring."""

import json
import re
from html import unescape

import pytest
from run_axe import violations
from widget_examples import NAMES, STATE, change_something, example

WITHOUT_UNDO = {
    "AttentionHeatMap": "it shows weights, and changes none",
    "Quiz": "an answer is changed by another answer",
    "TextSurprise": "it is read, and another press leads back",
    "TrainingMonitor": "it shows a training, which can't be undone",
    "TransformerMap": "it is walked through, and Back leads back",
}


# ---- it fits, and everybody can use it -----------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_it_fits_every_screen_and_axe_finds_nothing(show, name):
    watched, root = show(example(name))
    page = watched.page
    open_all(root)
    assert violations(page) == []
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert violations(page, runOnly=["color-contrast"]) == []
    page.set_viewport_size({"width": 1280, "height": 900})
    assert violations(page, runOnly=["color-contrast"]) == []
    assert watched.errors == watched.foreign == []


def open_all(root):
    root.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")


# ---- its words are data --------------------------------------------------------------


def pseudo(words):
    """Return words in a language that nobody speaks: ⟦marked⟧ and a third longer."""
    if isinstance(words, dict):
        return {key: pseudo(form) for key, form in words.items()}
    if isinstance(words, list):
        return [pseudo(form) for form in words]
    if not re.search(r"\w", words):
        return words
    more = len(words) // 3
    return (
        f"⟦{words}{' ~~~~~' * (more // 6)}{'~' * (more % 6)}⟧"  # it breaks as words do
    )


# Every text that a reader sees, hears or points at: text, names, values, tips.
TEXTS = """root => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const code = walker.currentNode.parentElement.closest("code, [translate=no]");
    if (!code) texts.push(walker.currentNode.parentElement.textContent);
  }
  const names = ["aria-label", "aria-valuetext", "aria-description", "title", "alt",
    "placeholder", "data-name"];
  for (const node of [root, ...root.querySelectorAll("*")]) {
    for (const name of names) {
      if (node.hasAttribute(name)) texts.push(node.getAttribute(name));
    }
    const style = (where) => getComputedStyle(node, where).content;
    for (const where of ["::before", "::after"]) {
      if (/^"/.test(style(where))) texts.push(style(where));
    }
  }
  return [...new Set(texts)];
}"""


@pytest.mark.parametrize("name", NAMES)
def test_every_word_is_data_and_longer_words_fit_a_phone(show, name):
    widget = example(name)
    data = (key for key in widget.keys if key not in ("words", "fallback"))
    sent = widget.get_state([key for key in data if not key.startswith("_")])
    given = {"nan", *strings_of(sent)}  # a number that is none is written so
    widget.words = {**pseudo(widget.words), "language": "en"}
    widget.fallback = widget.describe()
    text = unescape(re.sub(r"<[^>]*>", "\n", widget.fallback))
    assert escaping([text], given) == []

    watched, root = show(widget, width=390, height=844, clock=True)
    open_all(root)
    change_something(root)
    watched.page.clock.run_for(1000)  # what is announced is there as well
    texts = root.evaluate(TEXTS)
    assert any("⟦" in text for text in texts)
    assert escaping(texts, given) == []
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= 390
    watched.page.set_viewport_size({"width": 360, "height": 740})
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert watched.errors == []


def strings_of(value):
    """Return the texts in a widget's state: its data, not its words."""
    if isinstance(value, str):  # an ordered dict travels as JSON: see AS_TEXT
        return strings_of(json.loads(value)) if value.startswith("{") else {value}
    if isinstance(value, dict):
        return set().union(*map(strings_of, value.values()), *map(strings_of, value))
    if isinstance(value, (list, tuple)):
        return set().union(*map(strings_of, value))
    if hasattr(value, "__dict__"):
        return strings_of(vars(value))
    return set()


def escaping(texts, given):
    """Return what stands outside of every ⟦ ⟧ in two letters or more, not Greek."""
    escaped = []
    for text in texts:
        rest, previous = text, None
        while rest != previous:  # words within words: from the inside out
            previous, rest = rest, re.sub(r"⟦[^⟦⟧]*⟧", " ", rest)
        for own in sorted(given, key=len, reverse=True):
            rest = rest.replace(own, " ") if len(own) > 1 else rest
        words = re.findall(r"[^\W\d_⁰¹²³⁴⁵⁶⁷⁸⁹α-ω]{2,}", rest)
        escaped += [f"{word!r} in {text!r}" for word in words]
    return escaped


@pytest.mark.parametrize("name", NAMES)
def test_words_enter_the_page_as_text(show, name):
    widget = example(name)
    marked = {
        key: form if key == "language" else with_markup(form)
        for key, form in widget.words.items()
    }
    widget.words = marked
    assert "<u>" not in widget.describe()
    watched, root = show(widget)
    open_all(root)
    assert root.locator("u").count() == 0
    assert watched.errors == []


def with_markup(words):
    if isinstance(words, dict):
        return {key: with_markup(form) for key, form in words.items()}
    if isinstance(words, list):
        return [with_markup(form) for form in words]
    return f"<u>{words}</u>"


# ---- it answers the reader -----------------------------------------------------------


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(WITHOUT_UNDO)))
def test_undo_and_reset_bring_back_what_was_shown(show, name):
    watched, root = show(example(name), clock=True)

    def shown():
        watched.page.clock.run_for(3000)  # what is drawn in pieces is drawn
        return root.evaluate(STATE)

    first = shown()
    undo, reset = (root.locator(f"[data-action={a}]") for a in ("undo", "reset"))
    assert undo.get_attribute("aria-disabled") == "true"
    change_something(root)
    changed = shown()
    assert undo.get_attribute("aria-disabled") == "false"
    undo.click()
    assert shown() == first
    assert undo.get_attribute("aria-disabled") == "true"
    change_something(root)
    assert shown() == changed
    reset.click()
    assert shown() == first


@pytest.mark.parametrize("name", NAMES)
def test_the_keyboard_reaches_every_control(show, name):
    watched, root = show(example(name))
    open_all(root)
    missed = root.evaluate("""root => {
      const shown = (one) => one.checkVisibility({ visibilityProperty: true });
      const controls = [...root.querySelectorAll(
        "button, input, select, summary, [role=slider], [role=gridcell]",
      )].filter(shown);
      // Of a grid, a toolbar and radio buttons, Tab reaches one; arrows the others.
      return controls.filter((one) => {
        if (one.tabIndex >= 0) return false;
        const grid = one.closest(
          "[role=grid], table, svg, [role=radiogroup], [role=toolbar]",
        );
        return !grid?.querySelector("[tabindex='0']");
      }).map((one) => one.outerHTML.slice(0, 120));
    }""")
    assert missed == []
    outline = """() => {
      const style = getComputedStyle(document.activeElement);
      const around = getComputedStyle(document.activeElement.parentElement);
      return [style.outlineStyle, around.outlineStyle, style.boxShadow].join(" ");
    }"""
    watched.page.keyboard.press("Tab")
    assert watched.page.evaluate(outline) != "none none none"


# JupyterLab and Notebook 7 take plain keys, arrows too, from what has the focus, unless
# it says so itself; with Shift, Ctrl, Alt or Meta their shortcuts are still wanted.
KEEPS = """one => {
  one.focus();
  if (document.activeElement !== one) return [];
  const kept = () => one.hasAttribute("data-lm-suppress-shortcuts");
  const press = (type, modifiers) => one.dispatchEvent(
    new KeyboardEvent(type, { key: "F13", bubbles: true, ...modifiers }),
  );
  const found = [kept()];
  for (const modifier of ["shiftKey", "ctrlKey", "altKey", "metaKey"]) {
    press("keydown", { [modifier]: true });
    found.push(!kept());
    press("keyup", {});
    found.push(kept());
  }
  return found;
}"""


@pytest.mark.parametrize("name", NAMES)
def test_jupyters_shortcuts_leave_it_its_plain_keys(show, name):
    _, root = show(example(name))
    open_all(root)
    focusable = root.locator("button, input, select, summary, [tabindex]").all()
    found = [one.evaluate(KEEPS) for one in focusable]
    reached = [each for each in found if each]
    assert reached and all(all(each) for each in reached)


@pytest.mark.parametrize("name", NAMES)
def test_what_changes_is_announced_once_the_reader_pauses(show, name):
    watched, root = show(example(name), clock=True)
    status = "[role=status], [role=alert], [aria-live]"
    said = f"root => [...root.querySelectorAll('{status}')].map(n => n.textContent)"
    watched.page.clock.run_for(1000)
    before = root.evaluate(said)
    control = change_something(root)
    heard = control.get_attribute("aria-valuetext")
    watched.page.clock.run_for(1000)
    assert root.evaluate(said) != before or heard
    assert "".join(root.evaluate(said)).strip()


# ---- it leaves nothing behind --------------------------------------------------------

# Count what a widget leaves with the page: listeners, observers, timers.
COUNTED = """
globalThis.left = new Map();
const count = (what, n) => left.set(what, (left.get(what) ?? 0) + n);
for (const target of [window, document, MediaQueryList.prototype]) {
  const { addEventListener, removeEventListener } = target;
  target.addEventListener = function (name, ...rest) {
    count(`listener ${name}`, 1);
    return addEventListener.call(this, name, ...rest);
  };
  target.removeEventListener = function (name, ...rest) {
    count(`listener ${name}`, -1);
    return removeEventListener.call(this, name, ...rest);
  };
}
for (const name of ["ResizeObserver", "MutationObserver"]) {
  globalThis[name] = class extends globalThis[name] {
    watching = false;
    observe(...all) {
      if (!this.watching) count(name, 1);
      this.watching = true;
      super.observe(...all);
    }
    disconnect() {
      if (this.watching) count(name, -1);
      this.watching = false;
      super.disconnect();
    }
  };
}
const { setInterval: set, clearInterval: clear } = globalThis;
globalThis.setInterval = (...all) => (count("interval", 1), set(...all));
globalThis.clearInterval = (id) => (id && count("interval", -1), clear(id));
"""


HOST_ALONE = []  # looked at once


@pytest.fixture
def left_by_the_host(show):
    """What is left with a page whose widget was not touched: the host's own."""
    if not HOST_ALONE:
        watched, _ = show(example("Quiz"), script=COUNTED)
        HOST_ALONE.append(watched.page.evaluate("Object.fromEntries(left)"))
    return HOST_ALONE[0]


@pytest.mark.parametrize("name", NAMES)
def test_it_cleans_up_behind_itself(show, left_by_the_host, name):
    watched, root = show(example(name), script=COUNTED)
    change_something(root)
    watched.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    assert root.evaluate("root => root.childElementCount") == 0
    left = watched.page.evaluate("Object.fromEntries(left)")
    assert {key: n for key, n in left.items() if n} == {
        key: n for key, n in left_by_the_host.items() if n
    }
    assert watched.errors == []
