"""Charts of reports: each is drawn once, however many reports show it."""

import json
from collections.abc import Iterator
from functools import cache

import pytest
import vl_convert


@pytest.fixture(scope="session", autouse=True)
def drawn_once() -> Iterator[None]:
    """Let Vega draw a chart the first time only: most reports here are of the same few games."""
    draw = vl_convert.vegalite_to_svg

    @cache
    def drawn(spec: str) -> str:
        return draw(json.loads(spec))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vl_convert, "vegalite_to_svg", lambda spec: drawn(json.dumps(spec)))
        yield
