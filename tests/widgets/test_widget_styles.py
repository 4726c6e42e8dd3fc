"""Several widgets share a page: each styles what is inside it, and nothing else."""

import re

from glassbox import widgets

SELECTORS = """(style) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  const inside = (rule) => outermost(rule.cssRules ?? []); // of @media
  const outermost = (rules) => [...rules].flatMap((r) => r.selectorText ?? inside(r));
  return outermost(sheet.cssRules);
}"""


def test_every_rule_starts_from_a_class_that_no_other_widget_has(browser):
    page, owners = browser.new_page(), {}
    for name in widgets.__all__:
        folder = getattr(widgets, name)._folder
        style = (folder / "style.css").read_text(encoding="utf-8")
        plain = re.sub(r"\([^()]*\)", "", ",".join(page.evaluate(SELECTORS, style)))
        found = [re.search(r"\.gb-[\w-]+", one) for one in plain.split(",")]
        first = {match[0] for match in found}
        assert len(first) == 1, f"{name} styles {', '.join(sorted(first))}"
        owners[name] = first.pop()
    page.close()
    assert len(set(owners.values())) == len(owners)
