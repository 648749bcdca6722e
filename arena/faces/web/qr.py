"""Links as QR codes: for a page, and for a terminal."""

from io import StringIO
from typing import TextIO

import segno

LEVEL = "l"
"""Error correction: low, since screens have no damage and a small code reads from further away."""
BORDER = 4
"""Light modules around a code, as the standard requires."""
BLOCKS = "█▀▄"
DARK, LIGHT = "#000", "#fff"
"""Colours on any theme, since many readers reject inverted codes."""


def image(link: str) -> str:
    """Return the code of a link as an SVG image in a `data:` URI."""
    return segno.make_qr(link, error=LEVEL).svg_data_uri(border=BORDER, dark=DARK, light=LIGHT)


def has_blocks(encoding: str) -> bool:
    """Return True if an encoding has the block characters of a terminal's code."""
    try:
        BLOCKS.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def print_code(link: str, out: TextIO, columns: int, lines: int) -> None:
    """Print the code of a link in block characters, if a terminal of this size has room."""
    code, drawn = segno.make_qr(link, error=LEVEL), StringIO()
    code.terminal(drawn, border=BORDER, compact=True)
    width, _ = code.symbol_size(border=BORDER)
    if width <= columns and drawn.getvalue().count("\n") < lines:
        out.write(drawn.getvalue())
