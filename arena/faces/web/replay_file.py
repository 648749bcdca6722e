"""`arena replay --web`: a game as one HTML file, which needs no server and fetches nothing.

It holds the viewpoints that it was made for and nothing else, compressed; the script in it
(`static/replay.js`) draws them.
"""

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from arena.calls.history import Call
from arena.errors import ConfigError, WriteError
from arena.faces.web import inlined
from arena.faces.web.private_file import write_whole
from arena.faces.web.replay_data import game, packed
from arena.transcript.reader import Transcript

PAGE, ENTRY = "replay.html.j2", "replay_in_file.js"
"""The page, and the module that shows a game that is in its file."""
MARK = '<meta name="generator" content="arena replay">'
"""By which a file is known to be one that was written here."""
HEAD = 400
"""Characters in which that stands."""


def page(transcript: Transcript, who: Sequence[str], calls: Sequence[Call] = ()) -> str:
    """Return the HTML of a game as the viewpoints `who` see it; the first is shown first."""
    title = f"{transcript.folder.resolve().name}: {transcript.header.facts().title}"
    return filled(ENTRY, title, game=packed(game(transcript, who, calls)))


def source() -> str:
    """Return the template of the page."""
    page = files("arena.faces.web").joinpath("pages", PAGE)
    return page.read_text(encoding="utf-8")


def style() -> str:
    """Return the style of the page."""
    return inlined.style("table.css", "replay.css")


def filled(
    entry: str,
    title: str,
    *,
    game: str = "",
    log: str = "",
    back: str = "",
    loads: Sequence[str] = (),
) -> str:
    """Return the page with the script `entry`, and a policy that lets it run that and `loads`.

    `game` is the data of one, packed; `log` stands at its beginning. A link leads `back` to where
    games are listed, and who sat where can be told beside it.
    """
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    script, look = inlined.script(entry), style()
    template = Environment(
        autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True, trim_blocks=True
    ).from_string(source())
    return template.render(
        mark=Markup(MARK),  # noqa: S704 - fixed text
        policy=_policy(" ".join([_hash(script), *loads]), look),
        title=title,
        script=Markup(script),  # noqa: S704 - files of this package, which hold no end of it
        style=Markup(look),  # noqa: S704 - as script
        game=game,
        log=log,
        back=back,
    )


def _policy(scripts: str, look: str) -> str:
    allowed = {
        "default-src": "'none'",
        "script-src": scripts,
        "style-src": _hash(look),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{what} {whence}" for what, whence in allowed.items())


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def default_path(folder: Path, as_: str | None) -> Path:
    """Return where the file of a game is written: in its folder, by viewpoint if it has one."""
    name = "" if as_ is None else "-" + re.sub(r"[^\w-]", "_", as_)
    return folder / f"replay{name}.html"


def write(file: Path, html: str) -> None:
    """Write the file, in place of one that was written here before.

    Raises `ConfigError` for something else of that name, `WriteError` where the disk refuses.
    """
    try:
        if file.exists() and not _is_ours(file):
            raise ConfigError(
                f"{file} is there already, and was not written by arena replay --web. "
                "Possible: another name with --out."
            )
        write_whole(file, html.encode("utf-8", errors="backslashreplace"), mode=0o644)
    except OSError as error:
        raise WriteError(f"{file} can't be written: {error.strerror}.") from error


def _is_ours(file: Path) -> bool:
    if not file.is_file():
        return False
    with file.open(encoding="utf-8", errors="replace") as opened:
        return MARK in opened.read(HEAD)
