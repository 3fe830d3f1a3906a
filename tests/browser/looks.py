"""What a look at a page finds wrong: what axe says, and what is wider than the screen."""

from collections.abc import Callable, Iterable
from importlib.resources import files

from playwright.sync_api import Page

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")

NOT_OURS = "#swagger-ui"
"""The pages of the API are drawn by Swagger UI, whose markup we cannot change."""

RUN_AXE = """async ([exclude, rules]) => {
  const runOnly = rules.length ? { runOnly: { type: "rule", values: rules } } : {}
  const { violations } = await axe.run({ exclude }, { resultTypes: ["violations"], ...runOnly })
  return violations.map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0].html.slice(0, 300)}`)
}"""

ALIKE = 6
FEWER = """([most, exclude]) => {
  for (const parent of document.querySelectorAll(`body *:not(${exclude}, ${exclude} *)`)) {
    const seen = {}
    for (const child of [...parent.children]) {
      const kind = [child.tagName, child.className, ...child.getAttributeNames()].join(" ")
      seen[kind] = (seen[kind] || 0) + 1
      if (seen[kind] > most) child.remove()
    }
  }
}"""
"""Of rows, cards and other neighbours with the same tag, classes and attributes, so many are enough for axe."""

SETTLE = """() => Promise.allSettled(document.getAnimations().map(
  each => each.effect.getComputedTiming().endTime === Infinity ? each.finished : each.finish()))"""

TOO_WIDE = """() => document.scrollingElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter(each => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1)
  .map(each => each.outerHTML.slice(0, 120))"""


def show(page: Page, size: dict[str, int], colours: str) -> None:
    """Look at a page in another size and in light or dark."""
    page.set_viewport_size(size)
    page.wait_for_function("width => innerWidth === width", arg=size["width"])
    page.emulate_media(color_scheme=colours)
    settle(page)


def settle(page: Page) -> None:
    """Bring what fades or moves to its end, and wait for what turns until something else takes its place."""
    page.evaluate(SETTLE)


def tabs(page: Page) -> list[Callable[[], None]]:
    """What shows the parts of the page, one after the other."""
    bar = page.locator(".tabbar a[data-tab]:not(#tab-state)").locator("visible=true")
    covered = page.locator("dialog[open]").count()
    return [each.click for each in bar.all()] if bar.count() and not covered else [lambda: None]


def barriers(page: Page, rules: Iterable[str] = ()) -> list[str]:
    """What axe has to say, by these rules or by all: the rule, and the first element that breaks it."""
    page.evaluate(FEWER, [ALIKE, NOT_OURS])
    if page.evaluate("!window.axe"):
        session = page.context.new_cdp_session(page)
        session.send("Runtime.evaluate", {"expression": AXE})
        session.detach()
    return page.evaluate(RUN_AXE, [[[NOT_OURS]], list(rules)])


def too_wide(page: Page) -> list[str]:
    """The elements that make a page wider than the screen."""
    return page.evaluate(TOO_WIDE)
