"""Tournaments of the toy that were played, and games in them whose files are forged."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arena.forms import CALLS, HEADER, LOG
from arena.hash_chain import chained, digest
from arena.records.game import opened_of
from arena.tournament.folder import game_folder, write_plan
from arena.tournament.plan import PLAN, Plan
from arena.tournament.rules import RunRules
from arena.tournament.run import run
from arena.transcript.header import GameHeader
from tests.arena.tournament.plan.plans import plan

BOTS = {"ada": "random", "ben": "random", "cyd": "random"}
ARM = {"name": "brief", "limits": {"answer_seconds": 30.0}}

Change = Callable[[dict[str, Any]], object]


def played(folder: Path, **given: object) -> Plan:
    """Plan three bots and play their games, in this process; return the plan."""
    made = plan(**{"entrants": BOTS, **given})
    write_plan(folder, made)
    status = asyncio.run(run(folder, rules=RunRules(processes=1)))
    assert status.left == 0, status
    return made


def forge(folder: Path, game: str, header: Change, calls: Change | None = None) -> None:
    """Change a game's header, and each record of its calls, and compute all digests again."""
    reforge(game_folder(folder, game), header, calls)


def reforge(
    at: Path, header: Change, calls: Change | None = None, log: Change | None = None
) -> None:
    """Do the same with the game in a folder of its own, and each record of its log."""
    data = json.loads((at / HEADER).read_bytes())
    header(data)
    head = GameHeader.model_validate_json(json.dumps(data)).dumped()
    (at / HEADER).write_bytes(head)
    called = _changed(at / CALLS, calls)
    (at / CALLS).write_bytes(_rechained(called))
    records = _changed(at / LOG, log)
    records[0]["data"] = opened_of(head).data()
    records[-1]["data"]["calls"]["digest"] = digest((at / CALLS).read_bytes())
    (at / LOG).write_bytes(_rechained(records))


def _changed(file: Path, change: Change | None) -> list[dict[str, Any]]:
    records = [json.loads(line) for line in file.read_bytes().splitlines()]
    if change is not None:
        for record in records:
            change(record)
    return records


def change_plan(folder: Path, change: Change) -> None:
    """Change the plan by hand."""
    data = json.loads((folder / PLAN).read_bytes())
    change(data)
    (folder / PLAN).write_text(json.dumps(data), encoding="utf-8")


def _rechained(records: list[dict[str, Any]]) -> bytes:
    lines, mark = list[bytes](), ""
    for record in records:
        line, mark = chained(mark, {key: each for key, each in record.items() if key != "hash"})
        lines.append(line)
    return b"".join(lines)
