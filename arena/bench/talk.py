"""What talk costs: tables of house bots that talk, beside the same tables in silence."""

import asyncio
from collections import Counter
from pathlib import Path
from statistics import median, quantiles
from time import process_time
from typing import Any

from arena.config import TableConfig
from arena.table import play
from arena.talk.rules import TalkRules
from arena.transcript.reader import read

__all__ = ["talk_figures"]

NAMES = ("Ada", "Ben", "Cyd", "Dan", "Eve")
TURNS = frozenset({"said", "silent", "turn_defaulted"})
ANSWERS = frozenset({"answer", "answer_defaulted"})


def talk_figures(out: Path, games: int) -> dict[str, Any]:
    """Play games of five house bots with talk and without; return what was said and what it cost.

    A seat turn is a question that was put, or a turn to talk. Processor time is that of everything:
    engine, graph, bots, ledger, transcript.
    """
    _played(out / "first", TalkRules(), 1)
    spoken, with_talk = _played(out / "talk", TalkRules(), games)
    silent, without = _played(out / "silence", TalkRules(protocol="off"), games)
    turns = sum(each["turns"] for each in spoken)
    answers = [sum(each["answers"] for each in found) for found in (spoken, silent)]
    talking = with_talk - without * answers[0] / answers[1]
    totals = sorted(each["turns"] + each["answers"] for each in spoken)
    tenths = quantiles(totals, n=10) if games > 1 else totals * 9
    return {
        "games": games,
        "seat_turns_median": median(totals),
        "seat_turns_tenths": [tenths[0], tenths[8]],
        "speeches_per_game": sum(each["said"] for each in spoken) / games,
        "claims_per_game": sum(each["claims"] for each in spoken) / games,
        "transcript_bytes_per_game": sum(each["bytes"] for each in spoken) / games,
        "ms_per_talk_turn": 1000 * talking / turns,
        "games_per_second": games / with_talk,
        "games_per_second_silent": games / without,
    }


def _played(out: Path, rules: TalkRules, games: int) -> tuple[list[dict[str, int]], float]:
    """Return what each game held, and the processor seconds of all."""
    folders: list[Path] = []
    began = process_time()
    for seed in range(games):
        seats = dict.fromkeys(NAMES, "house")
        config = TableConfig(ruleset="moh", seats=seats, seed=str(seed), talk=rules)
        folders.append(asyncio.run(play(config, out)).folder)
    spent = process_time() - began
    return [_counted(folder) for folder in folders], spent


def _counted(folder: Path) -> dict[str, int]:
    records = read(folder).records
    kinds = Counter(each["type"] for each in records)
    said = [each for each in records if each["type"] == "said"]
    return {
        "turns": sum(kinds[kind] for kind in TURNS),
        "answers": sum(kinds[kind] for kind in ANSWERS),
        "said": len(said),
        "claims": sum(len(each["data"]["claims"]) for each in said),
        "bytes": sum(file.stat().st_size for file in folder.iterdir()),
    }
