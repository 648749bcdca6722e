"""The viewer of a tournament's games, opened from disk and from a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import copytree
from threading import Thread

import pytest

from arena.faces.cli.replay_calls import calls_of
from arena.faces.cli.report_replays import Replays
from arena.faces.web.replay_data import view
from arena.lab import load
from arena.lab.report import figures_of
from arena.lab.report import write_report as write_lab_report
from arena.tournament.report import write_report
from arena.transcript.reader import Transcript, read
from tests.arena.tournament.report.made import bot_games, folder_of
from tests.browser.pages import PHONE, SIDEWAYS, Browsers

pytestmark = pytest.mark.slow

GAMES = tuple(f"g000{at}" for at in range(1, 5))
LATER = "g0009"
"""A game that came after the tournament's report."""
SHOWN = ".strip button"
"""What is there once a game is."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files as they lie, and writes no log."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of four games of bots with both reports, and one in the lab's alone."""
    out, played = tmp_path_factory.mktemp("played"), dict[str, Path]()
    specs = "random", "house:liar", "house"
    thread = Thread(target=lambda: played.update(bot_games(out, specs, "1234")))
    thread.start()  # in this one the browser's event loop runs
    thread.join()
    folder = tmp_path_factory.mktemp("cup")
    folder_of(played, folder)
    write_report(folder, pages=Replays())
    copytree(folder / "games" / "g0001", folder / "games" / LATER)
    with load(folder, keep=False) as tables:
        figures = figures_of(tables, ("lie", "promise"), ())
        write_lab_report(tables, figures, folder, folder / "lab", pages=Replays())
    return folder


@pytest.fixture(params=["disk", "server"])
def root(request: pytest.FixtureRequest, whole: Path) -> Iterator[str]:
    """Yield the address of the folder, on disk and at a server."""
    if request.param == "disk":
        yield whole.as_uri()
        return
    with served(whole) as address:
        yield address


def game_of(folder: Path, name: str) -> Transcript:
    """Return a game of the tournament."""
    return read(folder / "games" / name)


def frames_of(game: Transcript) -> list[dict[str, object]]:
    """Return its moments with all secrets."""
    return list(view(game, game.seats, "all", calls_of(game))["frames"])


def test_the_report_leads_to_each_game(browsers: Browsers, root: str, whole: Path) -> None:
    """One page shows it, with its players and the way back; its address names game and moment."""
    with browsers.page() as page:
        for name in GAMES:
            page.goto(f"{root}/report.html")
            page.locator("#games summary").click()
            page.locator(f'#games a[href="replays/viewer.html#game={name}"]').click()
            page.wait_for_selector(SHOWN)
            game = game_of(whole, name)
            last = len(frames_of(game)) - 1
            assert page.locator("#scrub").get_attribute("max") == str(last)
            for seat in game.seats:
                assert seat in page.locator("#seats").inner_text()
            assert page.locator("#lead").inner_text().startswith(f"{name}. ")
            page.keyboard.press("End")
            assert page.url == f"{root}/replays/viewer.html#game={name}&at={last}&as=all"
        page.get_by_role("link", name="All games").click()
        page.wait_for_url(f"{root}/report.html#games")


def test_the_lab_leads_to_a_record(browsers: Browsers, root: str, whole: Path) -> None:
    """The moment that came with it, or after it."""
    with browsers.page() as page:
        page.goto(f"{root}/lab/report.html")
        link = page.locator('.card dd a[href^="../replays/viewer.html#game="]').first
        href = link.get_attribute("href") or ""
        named = dict(each.split("=") for each in href.partition("#")[2].split("&"))
        link.click()
        page.wait_for_selector(SHOWN)
        frames = frames_of(game_of(whole, named["game"]))
        wanted = next(
            at for at, each in enumerate(frames) if int(str(each["record"])) >= int(named["record"])
        )
        assert page.url == f"{root}/replays/viewer.html#game={named['game']}&at={wanted}&as=all"


def test_the_lab_leads_to_a_game_that_the_tournament_does_not_show(
    browsers: Browsers, root: str
) -> None:
    """In a viewer of its own, with the way back to its report."""
    with browsers.page() as page:
        page.goto(f"{root}/lab/report.html")
        page.locator(f'#games a[href="replays/viewer.html#game={LATER}"]').click()
        page.wait_for_selector(SHOWN)
        assert page.locator("#lead").inner_text().startswith(f"{LATER}. ")
        page.get_by_role("link", name="All games").click()
        page.wait_for_url(f"{root}/lab/report.html#games")


def test_another_address_shows_another_game(browsers: Browsers, root: str) -> None:
    """As one that is typed into the same page; another moment is the same game's."""
    with browsers.page() as page:
        page.goto(f"{root}/replays/viewer.html#game=g0001&at=3")
        page.wait_for_selector(SHOWN)
        page.evaluate("location.hash = '#game=g0001&at=5'")
        page.wait_for_function("document.querySelector('#scrub').value === '5'")
        page.evaluate("location.hash = '#game=g0002&at=7'")
        page.locator("#lead", has_text="g0002. ").wait_for()
        assert page.url.endswith("#game=g0002&at=7&as=all")
        assert page.locator("#scrub").input_value() == "7"


@pytest.fixture(scope="module")
def spoiled(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a viewer beside data that are none."""
    folder = Path(copytree(whole, tmp_path_factory.mktemp("spoiled") / "cup")) / "replays"
    data = (folder / "g0001.js").read_text(encoding="ascii")
    packed = data.partition('"packed": "')[2].partition('"')[0]
    for name, text in {
        "broken": data[: len(data) // 2],
        "silent": "",
        "cut": data.replace("g0001", "cut").replace(packed, packed[: len(packed) // 8 * 4]),
        "empty": 'showGame({"game": "empty", "packed": ""});',
        "foreign": data,
    }.items():
        (folder / f"{name}.js").write_text(text, encoding="ascii")
    return (folder / "viewer.html").as_uri()


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("#game=g0008", "g0008.js is missing: it holds the game"),
        ("#game=broken", "broken.js is damaged, or of another version"),
        ("#game=silent", "silent.js is damaged, or of another version"),
        ("#game=cut", "cut.js is damaged, or of another version"),
        ("#game=empty", "empty.js is damaged, or of another version"),
        ("#game=foreign", "foreign.js does not hold the game foreign, but another one"),
        ("", "No game is named"),
        ("#at=5", "No game is named"),
        ("#game=../replays/g0001", "No game is named"),
        ("#game=//127.0.0.1/g0001", "No game is named"),
    ],
)
def test_what_can_not_be_shown_is_said(
    browsers: Browsers, spoiled: str, address: str, says: str
) -> None:
    """In a sentence that names the file, with the way back to all games and nothing else."""
    page = browsers.browser.new_page(viewport=PHONE)  # type: ignore[arg-type]
    page.goto(f"{spoiled}{address}")
    page.locator("#state", has_text=says).wait_for()
    assert not page.locator("main").is_visible()
    assert not page.evaluate(SIDEWAYS)
    page.get_by_role("link", name="All games").click()
    page.wait_for_url("**/report.html#games")
    page.close()


def test_it_runs_nothing_from_elsewhere(browsers: Browsers, whole: Path, tmp_path: Path) -> None:
    """From a server it loads the page, the game and no more; a script of another is refused."""
    (tmp_path / "other.js").write_text("document.title = 'other'", encoding="utf-8")
    with served(whole) as root, served(tmp_path) as other:
        with browsers.page() as page:
            asked = list[str]()
            page.on("request", lambda each: asked.append(each.url))
            page.goto(f"{root}/replays/viewer.html#game=g0001")
            page.wait_for_selector(SHOWN)
            assert asked == [f"{root}/replays/viewer.html", f"{root}/replays/g0001.js"]
        page = browsers.browser.new_page()
        page.goto(f"{root}/replays/viewer.html#game=g0001")
        page.wait_for_selector(SHOWN)
        refused = page.evaluate(
            """(src) => new Promise((done) => {
                const script = document.createElement("script");
                Object.assign(script, {src, onload: () => done(false), onerror: () => done(true)});
                document.head.append(script);
            })""",
            f"{other}/other.js",
        )
        assert refused
        assert page.title() != "other"
        page.close()
