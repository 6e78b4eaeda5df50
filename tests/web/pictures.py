"""Pictures of every screen, narrow to wide, light and dark: `python tests/web/pictures.py [SCREEN ...]`.

They go to docs/pictures/screens, with a page that shows them all; the README has two of its own.
"""

import asyncio
import io
import random
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT: Final = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from server.serving import Running, serving  # noqa: E402  (a script finds the tests' helpers by itself)
from sixfold import Phase  # noqa: E402
from web.browsers import launch  # noqa: E402
from web.samples import NAMES, good_move  # noqa: E402
from web.scenes import (  # noqa: E402
    Plot,
    Scene,
    after,
    deciding,
    order_matters,
    ordered_doubles,
    over,
    stage,
    token_taken,
)

DOCS: Final = ROOT / "docs"
SCREENS: Final = DOCS / "pictures/screens"
SIZES: Final = {360: 740, 768: 1024, 1440: 900}
THEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
QUALITY: Final = 50
LONGEST: Final = 1600
"""Pixels: of longer pages the beginning is enough."""
ON_PHONES: Final[dict[str, Literal["light", "dark"]]] = {"hex-2": "light", "cards": "light", "square": "dark"}
BOTS_MS: Final = 300_000
"""On a new machine bots compile their kernels first."""

PLOTS: Final = {
    "hex-2": Plot("hex(players=2,start=1)", after(20), tries=40),
    "hex-3": Plot("hex(players=3,start=1)", after(27), {"clock": {"is": "live", "move": 90, "reserve": 600}}),
    "hex-4": Plot("hex(players=4,start=1)", after(36), tries=40),
    "duel": Plot("hex-duel(start=1)", token_taken, tries=40),
    "team": Plot("hex-team(start=1)", after(32), tries=40),
    "solo": Plot("hex-solo", after(18), tries=40),
    "square": Plot("square(players=2,start=1)", after(14), tries=40),
    "cards": Plot("cards(players=3,start=1)", after(15), tries=40),
    "bonus": Plot("hex(players=2,start=1)", deciding(Phase.BONUS)),
    "exchange": Plot("hex(players=2,start=1)", deciding(Phase.EXCHANGE)),
    "order": Plot("hex-solo", order_matters),
    "curtain": Plot("cards(players=2,start=1)", after(6), {"hot_seat": True}),
    "ending": Plot("square(players=2,start=1)", over, tries=40),
}


class Studio:
    """A server with the scenes, and a browser that their people take turns at."""

    def __init__(self, house: Running, scenes: dict[str, Scene], browser: Browser) -> None:
        self.scenes = scenes
        self._contexts: list[BrowserContext] = []
        for name, token in zip(NAMES, next(iter(scenes.values())).tokens, strict=True):
            context = browser.new_context(
                base_url=house.url,
                locale="en-GB",
                reduced_motion="reduce",
                viewport={"width": 1440, "height": 900},
            )
            context.add_cookies([{"name": "sixfold", "value": token, "url": house.url}])
            context.add_init_script(f"localStorage.setItem('sixfold.name', '\"{name}\"')")
            self._contexts.append(context)

    def page(self, path: str = "", who: int = 0) -> Page:
        """A page of the person on that seat."""
        page = self._contexts[who].new_page()
        page.goto(f"/{path}")
        return page

    def table(self, name: str) -> Page:
        """A page with a scene."""
        page = self.page(f"#/table/{self.scenes[name].table}")
        page.locator("[data-turn]").wait_for()
        return page


# ---------------------------------------------------------------- the way to each screen


def try_out(page: Page, move: str) -> None:
    """Put a move on the table that is not made yet, and see what it would score."""
    keyboard = page.get_by_text("Keyboard and typed moves")
    keyboard.click()
    page.get_by_label("A move").fill(move)
    page.get_by_label("A move").press("Enter")
    keyboard.click()
    page.locator(".preview .gain").first.wait_for()


def scene(name: str) -> Callable[[Studio], Page]:
    """A table in play, with a good move about to be made."""

    def go(studio: Studio) -> Page:
        page = studio.table(name)
        try_out(page, good_move(studio.scenes[name].match, random.Random(1), 300))
        return page

    return go


def asked(name: str) -> Callable[[Studio], Page]:
    """A table where a question is to be answered."""

    def go(studio: Studio) -> Page:
        page = studio.table(name)
        page.locator(".ask").first.wait_for()
        return page

    return go


def order(studio: Studio) -> Page:
    """A double is about to be laid, and the order of its halves matters."""
    page = studio.table("order")
    try_out(page, next(ordered_doubles(studio.scenes["order"].match))[0])
    page.locator("fieldset.ask").wait_for()
    return page


def curtain(studio: Studio) -> Page:
    """One screen changes hands."""
    page = studio.table("curtain")
    page.locator("#curtain").wait_for()
    return page


def ending(studio: Studio) -> Page:
    """The result."""
    page = studio.table("ending")
    page.locator(".ending").wait_for()
    return page


def replay(studio: Studio) -> Page:
    """A finished game with its review, at the first marked move."""
    page = studio.page(f"#/replay/{studio.scenes['ending'].table}/0")
    page.get_by_role("button", name="Review this game").click()
    page.get_by_role("img", name="chance of winning").wait_for(timeout=BOTS_MS)
    if page.locator(".mark").count():
        page.locator(".mark").first.click()
    return page


def waiting(studio: Studio) -> Page:
    """The waiting room of a new table."""
    page = studio.page()
    page.get_by_role("button", name="Hexagon").click()
    page.get_by_role("button", name="Invite friends").click()
    page.get_by_role("button", name="Copy link").wait_for()
    return page


def hint(studio: Studio) -> Page:
    """Practice against a bot: a hint, and where the chosen tile scores."""
    page = studio.page()
    page.get_by_role("button", name="Square").click()
    page.get_by_role("button", name="Play now").click()
    page.locator("[data-turn=mine]").wait_for(timeout=BOTS_MS)
    page.get_by_role("button", name="Give me a hint").click()
    page.get_by_role("region", name="Hint").get_by_role("listitem").first.wait_for(timeout=BOTS_MS)
    page.get_by_role("button", name="Where it scores").click()
    page.locator(".rack button:enabled").first.click()
    return page


def settings(studio: Studio) -> Page:
    """The menu of the header."""
    page = studio.page()
    page.locator("summary", has_text="Settings").click()
    return page


def offline(studio: Studio) -> Page:
    """What a page shows that the server cannot be reached from."""
    page = studio.page("offline.html")
    page.get_by_role("heading").wait_for()
    return page


def below(studio: Studio) -> Page:
    """The lower half of a table: moves, chat, and what is seldom done."""
    page = studio.table("hex-2")
    page.get_by_role("textbox", name="Say something").fill("Good luck")
    page.get_by_role("button", name="Send").click()
    page.get_by_role("log").get_by_text("Good luck").wait_for()
    return page


def at(path: str, ready: str = "h1", who: int = 0) -> Callable[[Studio], Page]:
    """A screen that has an address."""

    def go(studio: Studio) -> Page:
        page = studio.page(path, who)
        page.locator(ready).first.wait_for()
        return page

    return go


WAYS: Final[dict[str, Callable[[Studio], Page]]] = {
    "home": at("", "#mine", who=2),
    "settings": settings,
    "new": at("#/new"),
    "waiting": waiting,
    "hex-2": scene("hex-2"),
    "hex-2-below": below,
    "hex-3": scene("hex-3"),
    "hex-4": scene("hex-4"),
    "duel": scene("duel"),
    "team": scene("team"),
    "solo": scene("solo"),
    "square": scene("square"),
    "cards": scene("cards"),
    "bonus": asked("bonus"),
    "exchange": asked("exchange"),
    "order": order,
    "hint": hint,
    "curtain": curtain,
    "ending": ending,
    "replay": replay,
    "profile": at("#/me"),
    "games": at("#/games"),
    "learn": at("#/learn", "main h1"),
    "lesson": at("#/learn/hex", "main h1"),
    "rules": at("#/rules", "main h1"),
    "rules-hex": at("#/rules/hex", "main h1"),
    "link": at("#/link/" + "x" * 22, "[role=alert]"),
    "offline": offline,
}

# ---------------------------------------------------------------- taking them


def shot(page: Page, width: int, theme: Literal["light", "dark"], *, is_below: bool = False) -> Image.Image:
    """One picture. Tables are shown as they fill a screen, pages at their whole length."""
    page.set_viewport_size({"width": width, "height": SIZES[width]})
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.mouse.move(0, 0)
    top = "document.body.scrollHeight" if is_below else "0"
    page.evaluate(f"() => {{ scrollTo(0, {top}); return document.fonts.ready; }}")
    is_table = page.locator("[data-turn]").count() > 0
    whole = Image.open(io.BytesIO(page.screenshot(full_page=not is_table, animations="disabled")))
    return whole.convert("RGB").crop((0, 0, width, min(whole.height, LONGEST)))


def take(page: Page, name: str) -> int:
    """Take a screen in every size and theme; returns the bytes."""
    taken = 0
    for width in SIZES:
        for theme in THEMES:
            file = SCREENS / f"{name}-{width}-{theme}.webp"
            shot(page, width, theme, is_below=name.endswith("below")).save(
                file, "WEBP", quality=QUALITY, method=6
            )
            taken += file.stat().st_size
    return taken


def write_page() -> None:
    """The page that shows all screens."""
    lines = [
        "# Every screen",
        "",
        "At 360, 768 and 1440 pixels, light and dark; `python tests/web/pictures.py` takes them anew.",
    ]
    for name in WAYS:
        lines += ["", f"## {name}", ""]
        for theme in THEMES:
            shown = (
                f'<img src="pictures/screens/{name}-{width}-{theme}.webp" width="{shown}" '
                f'alt="{name}, {width} pixels, {theme}">'
                for width, shown in zip(SIZES, (120, 200, 420), strict=True)
            )
            lines += list(shown)
    (DOCS / "screens.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def take_for_readme(studio: Studio) -> None:
    """The two that the README opens with: a table, and three phones beside each other."""
    gap, width, height = 20, 360, SIZES[360]
    phones = Image.new("RGB", (3 * width + 2 * gap, height), "white")
    for place, (name, theme) in enumerate(ON_PHONES.items()):
        phones.paste(shot(WAYS[name](studio), width, theme), (place * (width + gap), 0))
    table = shot(WAYS["hex-3"](studio), 1440, "light")
    for name, image in (("client-hex", table), ("client-phone", phones)):
        image.quantize(256).save(DOCS / f"pictures/{name}.png", optimize=True)


def main() -> None:
    """Take the screens that were named, or all; `readme` are those of the README."""
    wanted = sys.argv[1:] or [*WAYS, "readme"]
    SCREENS.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        scenes = asyncio.run(stage(Path(folder), PLOTS))
        with serving(Path(folder), bots=1) as house, sync_playwright() as playwright:
            browser = launch(playwright)
            studio = Studio(house, scenes, browser)
            for name in wanted:
                if name == "readme":
                    take_for_readme(studio)
                    continue
                page = WAYS[name](studio)
                print(f"{name}: {take(page, name) // 1024} kB", flush=True)
                page.close()
            browser.close()
    write_page()


if __name__ == "__main__":
    main()
