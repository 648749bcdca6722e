"""Links as QR codes: for a page, and for a terminal."""

from io import StringIO
from typing import TextIO

import segno

LEVEL = "l"
"""Of error correction: a screen has no scratches, and a small code is read from further away."""
BORDER = 4
"""Modules of light around a code, as its standard has it."""
BLOCKS = "█▀▄"
DARK, LIGHT = "#000", "#fff"
"""On any theme: many readers take no inverted code."""


def image(link: str) -> str:
    """Return the code of a link as an SVG image, a `data:` URI."""
    return segno.make_qr(link, error=LEVEL).svg_data_uri(border=BORDER, dark=DARK, light=LIGHT)


def has_blocks(encoding: str) -> bool:
    """Tell whether an encoding has the block letters of which a terminal's code is made."""
    try:
        BLOCKS.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def print_code(link: str, out: TextIO, columns: int, lines: int) -> None:
    """Print the code of a link in block letters, where a terminal of this size has room for it."""
    code, drawn = segno.make_qr(link, error=LEVEL), StringIO()
    code.terminal(drawn, border=BORDER, compact=True)
    width, _ = code.symbol_size(border=BORDER)
    if width <= columns and drawn.getvalue().count("\n") < lines:
        out.write(drawn.getvalue())
