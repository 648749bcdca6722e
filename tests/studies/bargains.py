"""What becomes of the deals of house bots: who keeps them, who breaks them, and what that brings.

**Broken.** A deal that was accepted is settled for each party. Of those in which a party had
something to do, the share that it broke while the other had not.

**Gain.** When a bot is asked for what it owes by a deal, a ballot or a card of the truck, its gain
is what its best other answer is worth to it beyond the one that was promised, in its own points and
with nothing counted for its word. It is positive where breaking the deal pays.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from arena.claims.deal_records import DealAnswered, DealOffered, DealSettled
from arena.config import TableConfig
from arena.records.record import Shown
from arena.seats.house import DIALS, PLAIN, House
from arena.seats.house.cards import gift_scores
from arena.seats.house.memory import Memory
from arena.seats.house.situation import Situation
from arena.seats.house.votes import ballot_scores
from arena.seats.seat import Question
from arena.table import play
from arena.transcript.reader import read
from engine.view_data import ViewData
from tests.studies.talk import NAMES

SPECS = ("house", "house:liar", "house:honest", "house:greedy", "house:gullible")
"""One of each at every table, each game in another order."""
BALLOTS = frozenset({"cast_vote", "cast_revote", "point_at"})


class Temptation(NamedTuple):
    """An answer that a deal asked for."""

    gain: float
    """Own points that another answer would bring, and did if `broken`."""
    broken: bool


class _Tempted(House):
    """Notes what it owed when it was asked for it, and whether it did it."""

    def __init__(self, seed: str, spec: str) -> None:
        super().__init__(seed, DIALS.get(spec.partition(":")[2], PLAIN))
        self.found: list[Temptation] = []

    async def answer(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str:
        chosen = await super().answer(question, view, heard)
        situation = self.situation(question, view, heard)
        kept = _as_agreed(situation, self.caught_up(view, heard))
        ids = [option.id for option in question.options]
        if question.context.get("kind") == "attack":
            ids = [each for each in ids if each != question.seat]  # nobody is tempted to do that
        if kept and len(kept) < len(ids):
            scores = (ballot_scores if question.kind in BALLOTS else gift_scores)(situation)
            by_id = dict(zip((o.id for o in question.options), scores, strict=True))
            gain = max(by_id[each] for each in ids if each not in kept) - max(
                by_id[each] for each in kept
            )
            self.found.append(Temptation(gain, chosen not in kept))
        return chosen


def _as_agreed(situation: Situation, memory: Memory) -> list[str]:
    """Return the options that keep all that is owed on this question; none: nothing is."""
    question = situation.question
    kind, place = question.context.get("kind"), question.place
    for term in memory.bound():
        if term.kind == "give" and question.kind == "distribute_truck":
            return [
                each.id for each in question.options if each.args.get("recipient") == term.target
            ]
        about = term.kind == "vote" and term.vote == kind and term.location in {None, place}
        spares = term.negated if about else term.kind == "ally" and kind == "attack"
        if question.kind in BALLOTS and (about or spares):
            # Nobody votes for themselves to be eaten to keep their word.
            others = [
                option.id for option in question.options if option.id != situation.position.me
            ]
            ids = others if kind == "attack" else [option.id for option in question.options]
            return [each for each in ids if (each == term.target) is not spares]
    return []


def bargain_figures(out: Path, games: int, ruleset: str = "moh") -> dict[str, object]:
    """Play games of one bot of each kind; return what became of their deals, by kind of bot."""
    acts: Counter[str] = Counter()
    outcomes: dict[str, Counter[str]] = defaultdict(Counter)
    tempted: dict[str, list[Temptation]] = defaultdict(list)
    for seed in range(games):
        specs = dict(zip(NAMES, SPECS[seed % 5 :] + SPECS[: seed % 5], strict=True))
        seats = {name: _Tempted(f"{seed}|{name}", spec) for name, spec in specs.items()}
        config = TableConfig(ruleset=ruleset, seats=specs, seed=f"bargains {seed}")
        folder = asyncio.run(play(config, out, seats=dict(seats))).folder
        for record in read(folder).records:
            match record.data:
                case DealSettled(party=party, outcome=outcome):
                    outcomes[specs[party]][outcome] += 1
                case DealOffered():
                    acts["offered"] += 1
                case DealAnswered(answer=answer):
                    acts[answer] += 1
                case _:
                    pass
        for name, spec in specs.items():
            tempted[spec] += seats[name].found
    return {
        "games": games,
        "per_game": {act: count / games for act, count in sorted(acts.items())},
        "by_spec": {spec: _figures(outcomes[spec], tempted[spec]) for spec in SPECS},
    }


def _figures(outcomes: Counter[str], tempted: Sequence[Temptation]) -> dict[str, object]:
    kept = [each.gain for each in tempted if not each.broken]
    broken = [each.gain for each in tempted if each.broken]
    done = outcomes["kept"] + outcomes["broken"]
    return {
        "outcomes": dict(sorted(outcomes.items())),
        "broken_share": outcomes["broken"] / done if done else None,
        "gain_where_kept": fmean(kept) if kept else None,
        "gain_where_broken": fmean(broken) if broken else None,
    }
