"""`arena replay --web`: a game as one stand-alone HTML file, which loads nothing.

It holds the compressed data of the requested viewpoints only; its script (`static/replay.js`) draws
them.
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
"""Template of the page, and the module that shows the game in the file."""
MARK = '<meta name="generator" content="arena replay">'
"""Tag by which a file of this command is recognized."""
HEAD = 400
"""Characters within which the tag stands."""


def page(transcript: Transcript, who: Sequence[str], calls: Sequence[Call] = ()) -> str:
    """Return the HTML page of a game as the viewpoints `who` see it; the first is shown first."""
    title = f"{transcript.folder.resolve().name}: {transcript.header.facts().title}"
    return filled(ENTRY, title, game=packed(game(transcript, who, calls)))


def source() -> str:
    """Return the template of the page."""
    page = files("arena.faces.web").joinpath("pages", PAGE)
    return page.read_text(encoding="utf-8")


def style() -> str:
    """Return the style sheet of the page."""
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
    """Render the page with the script `entry`, and a policy that allows only that and `loads`.

    `game` is the packed data of a game; `log` is initial text of its log. `back` is a link to the
    list of games.
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
    """Return the default path of a game's file: in its folder, named by viewpoint if given."""
    name = "" if as_ is None else "-" + re.sub(r"[^\w-]", "_", as_)
    return folder / f"replay{name}.html"


def write(file: Path, html: str) -> None:
    """Write the file, replacing only one of this command.

    Raises `ConfigError` if another file has this name, `WriteError` if it can't be written.
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
