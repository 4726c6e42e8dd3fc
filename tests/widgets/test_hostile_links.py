"""Links that mean harm, or make no sense: the page shows its own state, and says so."""

import json
import random
from base64 import urlsafe_b64encode

import pytest
from watched_pages import pages
from widget_examples import STATE, example
from widget_page import SCRIPT, page_of

# Start the page's widgets anew, as after a reload with this link, and tell what is
# shown. A failing module would leave its fallback: the widgets must all be there.
RESTART = """async ([script, search, count, look]) => {
  dispatchEvent(new PageTransitionEvent("pagehide"));  // the last ones clean up
  document.querySelectorAll(
    ".glassbox-widget-live, .glassbox-link, .glassbox-from-link, .glassbox-problem",
  ).forEach((one) => one.remove());
  const styles = new Set();
  for (const style of document.head.querySelectorAll("style")) {
    if (styles.has(style.textContent)) style.remove(); // else each page adds the same
    styles.add(style.textContent);
  }
  history.replaceState(null, "", location.pathname + search);
  const mounted = () => document.querySelectorAll("[data-mounted]");
  const said = () => document.querySelector(".glassbox-from-link p")?.textContent;
  const done = new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (mounted().length < count || (search && !said())) return;
      watch.disconnect();
      resolve();
    });
    watch.observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  const restart = document.createElement("script");
  restart.textContent = script;
  document.body.append(restart);
  await done;
  await new Promise((resolve) => setTimeout(resolve));
  restart.remove();
  return [said() ?? "", [...mounted()].map(eval(look))];
}"""

BROKEN = "The link does not fit this page"
SHOWN = "This page shows the state from a link."
SCRIPTS = [
    "<script>canary()</script>",
    "<img src=x onerror=canary()>",
    "javascript:canary()",
    "\"'><svg onload=canary()>",
    "${canary()}",
]
ON_THE_PAGE = [
    "AttentionHeatMap",
    "Gate",
    "Quiz",
    "OneNeuronAtATime",
    "MaskSandbox",
    "LearnMerges",
]


def search_of(state):
    """Return the query of a link that holds this state, whatever it is."""
    text = state if isinstance(state, bytes) else json.dumps(state).encode()
    return "?state=" + urlsafe_b64encode(text).decode().rstrip("=")


def nested(value, depth):
    for _ in range(depth):
        value = [value]
    return value


BY_HAND = {
    "nothing": "?state=",
    "no base64": "?state=%%%<script>canary()</script>",
    "no JSON": search_of(b"{"),
    "no UTF-8": search_of(b'{"Gate.1": {"way": "\xff"}}'),
    "null": search_of(None),
    "a list": search_of([{"up": 1}]),
    "no widget": search_of({}),
    "unknown widget": search_of({"Gate.2": {"up": 1}}),
    "a key of objects": search_of(b'{"__proto__": {"up": 1}}'),
    "prototype": search_of(b'{"Gate.1": {"__proto__": {"up": 1}, "up": 2}}'),
    "constructor": search_of({"Gate.1": {"constructor": {"prototype": {"up": 1}}}}),
    "a method": search_of({"Gate.1": {"toString": "canary()"}}),
    "a script": search_of({"Gate.1": {"_esm": "canary()"}}),
    "a style": search_of({"Gate.1": {"_css": "* { display: none }"}}),
    "words": search_of({"Gate.1": {"words": '{"title": "<b>no</b>"}'}}),
    "a fallback": search_of({"Gate.1": {"fallback": "<img src=x onerror=canary()>"}}),
    "a layout": search_of({"Gate.1": {"layout": "IPY_MODEL_1"}}),
    "rules": search_of({"Gate.1": {"_rules": {}}}),
    "not a number": search_of(b'{"Gate.1": {"up": NaN}}'),
    "infinite": search_of(b'{"Gate.1": {"up": 1e999}}'),
    "no state": search_of({"Gate.1": None}),
    "deep": search_of(b"[" * 4000 + b"]" * 400),
    "long": search_of({"LearnMerges.1": {"content": "a" * 100_000}}),
    "many": search_of({"OneNeuronAtATime.1": {"w_1": [0] * 2000}}),
    "one good, one bad": search_of({"Gate.1": {"up": 1, "gate": 7}}),
    "one widget good, one bad": search_of({"Gate.1": {"up": 1}, "Quiz.1": {"x": 1}}),
    "of unequal length": search_of({"OneNeuronAtATime.1": {"w_1": [1]}}),
    "a choice that is none": search_of({"Quiz.1": {"answers": [5] * 99}}),
    "what can't be painted": search_of({"AttentionHeatMap.1": {"layer": 5}}),
}


def hostile_state(number):
    """Return a state that no page may show, drawn with this number for a seed."""
    draw = random.Random(number)
    name, trait, good = draw.choice(TRAITS)
    nonsense = [
        *SCRIPTS, *SCRIPTS, None, {}, {"up": 1}, [[]], "", 1e308, -1, 2**53, True,
        {"__proto__": {"canary": 1}}, nested(draw.random(), draw.randint(3, 400)),
        [draw.choice(SCRIPTS)] * draw.randint(13, 90), [{}] * draw.randint(1, 300),
    ]  # fmt: skip
    kind = draw.randrange(4)
    if kind == 0:  # a trait that no link may change, or that there is not
        names = ["_esm", "_css", "_view_name", "words", "fallback", "questions"]
        names += ["__proto__", "constructor", "valueOf", "then", f"{trait} "]
        return {f"{name}.1": {draw.choice(names): draw.choice(nonsense)}}
    if kind == 1:  # a widget that is not there
        names = [f"{name}.0", f"{name}.2", name, "__proto__", "toString.1", "hasOwn"]
        return {draw.choice(names): {trait: good}}
    if kind == 2:  # beside what would do
        bad = draw.choice([[], 3, "text", {trait: draw.choice(WRONG[trait])}])
        return {"Gate.1": {"up": 1}, f"{name}.1": bad} if name != "Gate" else {"x": bad}
    return {f"{name}.1": {trait: draw.choice(WRONG[trait])}}


# Traits of each kind with a good value, and what each of them refuses.
TRAITS = [
    ("Gate", "way", "relu"),
    ("Gate", "up", 2),
    ("Quiz", "answers", [0, None, None, None, None]),
    ("OneNeuronAtATime", "w_2", [2, 3]),
    ("MaskSandbox", "causal", False),
    ("MaskSandbox", "n_padding", 0),
    ("LearnMerges", "content", "low"),
]
NEVER = [None, {}, {"length": 2}, [[]], [{}], nested(1, 300), *SCRIPTS[4:]]
WRONG = {
    "way": [*NEVER, *SCRIPTS, 1, True, ["relu"], "RELU", ""],
    "up": [*NEVER, *SCRIPTS, 7, -6.1, 1e308, "2", True, [2]],
    "answers": [*NEVER, *SCRIPTS, [6] * 5, [0.5] * 5, ["0"] * 5, [0] * 4, [0] * 999],
    "w_2": [*NEVER, *SCRIPTS, [1], [1, 101], [1, "2"], [1, None], [1] * 3, [1] * 900],
    "causal": [*NEVER, *SCRIPTS, 0, 1, "true", [True]],
    "n_padding": [*NEVER, *SCRIPTS, -1, 3, 0.5, 2**53, "1", True],
    "content": [None, {}, [], ["a"], 1, True, "", "a" * 49, SCRIPTS[0] * 9],
}


@pytest.fixture
def start(browser, tmp_path):
    """Open a page with six widgets; start(search) starts them anew with a link."""
    path = tmp_path / "page.html"
    widgets = [example(name) for name in ON_THE_PAGE]
    path.write_text(page_of(widgets), encoding="utf-8")
    with pages(browser) as open_page:
        script = "globalThis.canary = () => { globalThis.isHit = true; };"
        watched = open_page(path, script=script, height=4000)
        page = watched.page
        page.locator("[data-mounted]").nth(len(widgets) - 1).wait_for()
        page.on("dialog", lambda dialog: watched.errors.append(dialog.message))

        def start(search):
            given = [SCRIPT, search, len(widgets), STATE]
            return page.evaluate(RESTART, given)

        yield start
        assert watched.errors == []
        assert not page.evaluate("globalThis.isHit || ({}).up || ({}).canary")
        assert page.locator(".glassbox-problem").count() == 0


def test_a_hostile_link_leaves_every_widget_its_own_state(start):
    own = start("")
    assert own[0] == ""
    drawn = {n: search_of(hostile_state(n)) for n in range(200)}
    for name, search in (BY_HAND | drawn).items():
        said, shown = start(search)
        assert said.startswith(BROKEN), name
        assert shown == own[1], name


def test_a_script_in_a_text_is_a_text(start):
    own = start("")
    for script in SCRIPTS:
        changes = {"content": script, "merges": []}
        said, shown = start(search_of({"LearnMerges.1": changes}))
        assert said == SHOWN
        assert shown[:-1] == own[1][:-1]
        assert script in shown[-1][1]  # in its field


def test_a_link_may_change_several_widgets(start):
    own = start("")
    several = {"Gate.1": {"way": "relu"}, "MaskSandbox.1": {"causal": False}}
    said, shown = start(search_of(several))
    assert said == SHOWN
    same = [mine == now for mine, now in zip(own[1], shown, strict=True)]
    assert same == [True, False, True, True, False, True]
