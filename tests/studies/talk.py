"""What talk costs: tables of house bots that talk, beside the same tables in silence."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median, quantiles
from time import process_time

from arena.config import TableConfig
from arena.records.record import Shown
from arena.records.talk import Said, Silent, TurnDefaulted
from arena.seats.house import House
from arena.seats.seat import Question
from arena.settings import TalkRules
from arena.table import play
from arena.transcript.reader import read
from engine.view_data import ViewData

NAMES = ("Ada", "Ben", "Cyd", "Dan", "Eve")


def talk_figures(out: Path, games: int) -> dict[str, object]:
    """Play games of five house bots with talk and without; return what was said and what it cost.

    A seat turn is a question that was put, or a turn to talk. A speech is what was said on a turn,
    in one message or several. Processor time is that of everything:
    engine, graph, bots, judging, transcript.
    """
    played(out / "first", TalkRules(), 1)
    spoken, with_talk = played(out / "talk", TalkRules(), games)
    silent, without = played(out / "silence", TalkRules(protocol="off"), games)
    turns = sum(each["turns"] for each in spoken)
    answers = [sum(each["answers"] for each in found) for found in (spoken, silent)]
    talking = with_talk - without * answers[0] / answers[1]
    totals = sorted(each["turns"] + each["answers"] for each in spoken)
    tenths = quantiles(totals, n=10) if games > 1 else totals * 9
    return {
        "games": games,
        "seat_turns_median": seat_turns_median(spoken),
        "seat_turns_tenths": [tenths[0], tenths[8]],
        "speeches_per_game": sum(each["speeches"] for each in spoken) / games,
        "messages_per_game": sum(each["messages"] for each in spoken) / games,
        "claims_per_game": sum(each["claims"] for each in spoken) / games,
        "transcript_bytes_per_game": sum(each["bytes"] for each in spoken) / games,
        "ms_per_talk_turn": 1000 * talking / turns,
        "games_per_second": games / with_talk,
        "games_per_second_silent": games / without,
    }


def seat_turns_median(spoken: Sequence[Mapping[str, int]]) -> float:
    """Return the median of answers and turns to talk in a game."""
    return median(each["turns"] + each["answers"] for each in spoken)


def played(
    out: Path, rules: TalkRules, games: int, ruleset: str = "moh"
) -> tuple[list[dict[str, int]], float]:
    """Play games of five house bots; return what each held, and the processor seconds of all."""
    folders: list[tuple[Path, int]] = []
    began = process_time()
    for seed in range(games):
        specs = dict.fromkeys(NAMES, "house")
        config = TableConfig(ruleset=ruleset, seats=specs, seed=str(seed), talk=rules)
        seats = {name: _CountingHouse(f"{seed}|{name}") for name in NAMES}
        folder = asyncio.run(play(config, out, seats=seats)).folder
        folders.append((folder, sum(seat.asked for seat in seats.values())))
    spent = process_time() - began
    return [counted(*each) for each in folders], spent


class _CountingHouse(House):
    """Counts the questions that are put to it."""

    asked = 0

    async def answer(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str:
        """Answer, and count."""
        self.asked += 1
        return await super().answer(question, view, heard)


def counted(folder: Path, asked: int) -> dict[str, int]:
    """Return what a game held, to whose seats so many questions were put."""
    facts = [each.data for each in read(folder).records]
    messages = [each for each in facts if isinstance(each, Said)]
    return {
        "turns": len(
            {each.turn for each in facts if isinstance(each, Said | Silent | TurnDefaulted)}
        ),
        "answers": asked,
        "speeches": len({each.turn for each in messages}),
        "messages": len(messages),
        "claims": sum(len(each.claims) for each in messages),
        "bytes": sum(file.stat().st_size for file in folder.iterdir()),
    }
