"""Benchmarks of a server with many tables: an event stream per seat, and the delay of each event.

The server is `arena serve` in a separate process, used over the loopback interface as browsers do.
All seats are people who place their characters during set-up, one table after another. The delay of
an event runs from the moment the answer is sent until it is read on each of the four streams. The
rendering time of a browser is not included.
"""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import TYPE_CHECKING

from arena.bench.tables import resident_bytes

if TYPE_CHECKING:
    import httpx2


PEOPLE = ("Ana", "Bruno", "Clara", "Dmitri")
ASKED = "place_character"
"""The question that is timed: its answer is visible to all seats at once."""
SERVE = ("-m", "arena.faces.cli", "serve", "--port", "0", "--pace", "0", "--out")
ANSWERS = 8
"""Most answers timed per table."""
PAGES = {"table": "/table", "lobby": "/"}
LINKED = re.compile(r'(?:from "\./|(?:href|src)="static/)([\w./-]+)"')
TOO_FAST = 429
TWENTY = 20
SECONDS = 120.0
"""Timeout of the whole measurement in seconds."""


def served_figures(out: Path, tables: int, seconds: float) -> dict[str, object]:
    """Measure `tables` tables at once, each with an answer every `seconds` seconds.

    Delays are in milliseconds: from an answer to its event on one stream, and from the request for
    a stream to its first board. `bytes_per_table` is the growth of the server's memory per table
    with its streams.
    """
    with _server(out) as (root, host, process):
        measured = asyncio.run(_measured(root, host, process, tables, seconds))
        return {**measured, "pages": page_weights(root)}


def page_weights(root: str) -> dict[str, dict[str, int]]:
    """Return the bytes of each page with everything it loads, uncompressed and as transferred."""
    import httpx2

    found: dict[str, dict[str, int]] = {}
    with httpx2.Client(base_url=root, trust_env=False) as http:
        for name, address in PAGES.items():
            seen, open_, weight = set[str](), [address], {"raw": 0, "sent": 0}
            while open_:
                at = open_.pop()
                if at in seen:
                    continue
                seen.add(at)
                with http.stream("GET", at, headers={"accept-encoding": "gzip"}) as reply:
                    text = "".join(reply.iter_text())
                    weight["sent"] += reply.num_bytes_downloaded
                weight["raw"] += len(text.encode())
                open_ += [f"/static/{each}" for each in LINKED.findall(text)]
            found[name] = weight
    return found


@contextmanager
def _server(out: Path) -> Iterator[tuple[str, str, int]]:
    """Run a server of tables; yield its address, the host's token and the process id."""
    command = [sys.executable, *SERVE, str(out)]
    with subprocess.Popen(  # noqa: S603 - our own command
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as p:
        try:
            line = p.stdout.readline().strip() if p.stdout else ""
            root, _, host = line.partition("/#")
            yield root, host, p.pid
        finally:
            p.terminate()


@dataclass
class _Table:
    """One table, and what its seats received."""

    tokens: dict[str, str]
    asked: asyncio.Queue[tuple[str, str, str] | None] = field(default_factory=asyncio.Queue)
    """Seat, question and the key of its first option; None: another question is open now."""
    answered: list[float] = field(default_factory=list)
    """The times at which answers were sent."""
    late: list[float] = field(default_factory=list)
    """Delays in seconds of the events on all streams."""


async def _measured(
    root: str, host: str, process: int, tables: int, seconds: float
) -> dict[str, object]:
    import httpx2

    limits = httpx2.Limits(max_connections=None)
    async with httpx2.AsyncClient(
        base_url=root, limits=limits, timeout=SECONDS, trust_env=False
    ) as http:
        idle, boards = resident_bytes(process), list[float]()
        begun = [_Table(await _begun(http, host)) for _ in range(tables)]
        streams: list[asyncio.Task[None]] = []
        for table in begun:
            for seat, token in table.tokens.items():
                board = asyncio.get_running_loop().create_future()
                streams.append(asyncio.create_task(_read(http, table, seat, token, board)))
                boards.append(await board)
        await asyncio.gather(
            *(_play(http, each, n * seconds / tables, seconds) for n, each in enumerate(begun))
        )
        grown = resident_bytes(process) - idle
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)
    late = sorted(1000 * each for table in begun for each in table.late)
    return {
        "tables": tables,
        "streams": len(streams),
        "events": len(late),
        "median_ms": median(late),
        "p95_ms": quantiles(late, n=TWENTY)[-1],
        "max_ms": late[-1],
        "first_board_ms": 1000 * median(boards),
        "first_board_max_ms": 1000 * max(boards),
        "idle_bytes": idle,
        "bytes_per_table": grown / tables,
    }


async def _begun(http: "httpx2.AsyncClient", host: str) -> dict[str, str]:
    """Start a table of people as soon as the server accepts one; return the token of each seat."""
    given = {"seats": dict.fromkeys(PEOPLE, "human"), "talk": "off", "words_a_minute": 0}
    while True:
        reply = await http.post("/api/tables", headers=_bearer(host), json=given)
        if reply.status_code != TOO_FAST:
            break
        await asyncio.sleep(0.5)
    links = reply.raise_for_status().json()["links"]
    return {seat: links[seat].partition("#")[2] for seat in PEOPLE}


async def _read(
    http: "httpx2.AsyncClient",
    table: _Table,
    seat: str,
    token: str,
    board: "asyncio.Future[float]",
) -> None:
    """Read the event stream of one seat; note its first board, its questions and the delays."""
    begun, event = perf_counter(), ""
    async with http.stream("GET", "/api/events", headers=_bearer(token)) as reply:
        async for row in reply.aiter_lines():
            event = row.removeprefix("event: ") if row.startswith("event: ") else event
            if not row.startswith("data: "):
                continue
            data = json.loads(row[6:])
            if event == "frame" and "board" in data and not board.done():
                board.set_result(perf_counter() - begun)
            if event == "frame" and data["type"] == "character_placed" and table.answered:
                table.late.append(perf_counter() - table.answered[-1])
            if event == "now" and data["asked"] is not None:
                is_timed = data["kind"] == ASKED
                table.asked.put_nowait(
                    (seat, data["asked"], data["options"][0]["key"]) if is_timed else None
                )


async def _play(http: "httpx2.AsyncClient", table: _Table, first: float, seconds: float) -> None:
    """Answer one question every `seconds` seconds while characters are placed."""
    await asyncio.sleep(first)
    for _ in range(ANSWERS):
        question = await table.asked.get()
        if question is None:  # some characters are placed by dice
            return
        seat, asked, key = question
        table.answered.append(perf_counter())
        body = {"asked": asked, "line": key}
        await http.post("/api/line", headers=_bearer(table.tokens[seat]), json=body)
        await asyncio.sleep(seconds)


def _bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}
