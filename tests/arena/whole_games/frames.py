"""Frames of a game as every viewpoint sees it, and the page that holds them."""

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

from arena.faces.cli.replay_calls import calls_of
from arena.faces.web import replay_file
from arena.faces.web.replay_data import viewpoints
from arena.transcript import reader
from tests.arena.whole_games.plain import page_parts

GAME = re.compile(r'(?<=[>"])H4sI[\w+/]+=*(?=[<"])')
"""A game in its page or its file: gzip in letters. How that packs them is left out."""


def frames(folder: Path) -> dict[str, Any]:
    """Return what the page of a game is, and each viewpoint's head and frames in it."""
    transcript = reader.read(folder)
    html = replay_file.page(transcript, viewpoints(transcript.seats), calls_of(transcript))
    return {**page_parts(GAME.sub("GAME", html)), **views_in(html)}


def views_in(html: str) -> dict[str, Any]:
    """Return the viewpoints that a page of a game, or its file, holds."""
    (packed,) = GAME.findall(html)
    game = json.loads(gzip.decompress(base64.b64decode(packed)))
    assert list(game) == ["views"]
    return {f"frames {who}": view for who, view in game["views"].items()}
