"""What a call costs beside what the bare SDK takes."""

from pathlib import Path

import pytest

from arena.bench.per_call import per_call


@pytest.mark.slow
def test_a_row_says_what_a_call_took_and_what_the_sdk_alone_takes(tmp_path: Path) -> None:
    """For the same bodies, which are those of whole games."""
    (row,) = per_call(tmp_path, 1, ["anthropic"])
    assert row["calls"] > 20
    assert row["bytes"] > 10_000
    assert min(row["post_ms"], row["ms"]) > 0
    assert row["against_typed"] == pytest.approx(row["ms"] / row["typed_ms"])
