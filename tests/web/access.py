"""Whether a page is for everyone: what axe-core says of it in both themes, and whether it fits a phone."""

from typing import Final, Literal

from playwright.sync_api import Page

from web.conftest import WEB

_AXE: Final = WEB / "node_modules/axe-core/axe.min.js"
_THEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
_VIOLATIONS: Final = """async () => {
  const { violations } = await axe.run({ resultTypes: ["violations"] });
  const told = ({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`);
  return violations.flatMap(told);
}"""


def load_axe(page: Page) -> None:
    """Make `violations` possible on a page."""
    page.evaluate(_AXE.read_text(encoding="utf-8"))


def violations(page: Page) -> list[str]:
    """What axe-core finds, in short."""
    found: list[str] = page.evaluate(_VIOLATIONS)
    return found


def check_access(page: Page) -> None:
    """No violations in either theme, and nothing wider than a phone."""
    load_axe(page)
    for theme in _THEMES:
        page.emulate_media(color_scheme=theme)
        assert violations(page) == []
    size = page.viewport_size
    assert size
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size(size)
