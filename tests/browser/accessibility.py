"""Checks the accessibility of a page: axe, small touch targets, clipped text, and the drawer."""

from playwright.sync_api import Page, expect

from tests import ROOT

AXE_JS = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
SMALL_TARGETS_JS = """() => [...document.querySelectorAll("a, button, select, input, summary")]
  .filter(e => !e.closest(".quiet, .skip, [inert]") && e.type !== "hidden" && e.checkVisibility())
  .map(e => [e, (e.closest("label") || e).getBoundingClientRect()])
  .filter(([e, b]) => b.width && (b.height < 43.5 || b.width < 43.5)
    && !(e.tagName === "A" && getComputedStyle(e).display === "inline"))
  .map(([e, b]) => `${e.outerHTML.slice(0, 90)} ${b.width}x${b.height}`)"""


RUN_AXE_JS = """async () => {
  const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`);
}"""
"""Returns the faults that axe finds on the page, by the rules of WCAG 2.2 AA and best practices."""


def find_accessibility_faults(page: Page) -> list[str]:
    violations: list[str] = page.evaluate(RUN_AXE_JS)
    violations += [f"small: {small}" for small in page.evaluate(SMALL_TARGETS_JS)]
    if page.locator("h1").count() != 1:
        violations.append("not one h1")
    if page.locator("[aria-live=polite]#live").count() != 1:
        violations.append("not one quiet live region")
    return violations


CLIPPED_ELEMENTS_JS = """() => { document.documentElement.style.fontSize = "200%";
  const found = [...document.querySelectorAll("main *")].filter(e => e.checkVisibility()
    && !e.closest(".quiet, svg, input, select")
    && ["hidden", "clip"].includes(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth + 1);
  const wide = document.documentElement.scrollWidth > innerWidth ? ["wider than the screen"] : [];
  document.documentElement.style.fontSize = "";
  return [...wide, ...found.map(e => "clipped: " + e.outerHTML.slice(0, 80))]; }"""


def expect_drawer_open(page: Page, title: str) -> None:
    """Assert that the drawer is open and shows the page with this title."""
    expect(page.locator("#drawer")).to_be_visible()
    expect(page.get_by_role("dialog", name=title)).to_be_visible()


def expect_drawer_closed(page: Page, address: str) -> None:
    expect(page.locator("#drawer")).to_be_hidden()
    expect(page.locator("#drawer-page > *")).to_have_count(0)
    expect(page).to_have_url(address)
