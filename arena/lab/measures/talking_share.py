"""Share of talk: who said how much, who spoke first and last, and how much was whispered.

A floor is an opportunity for whoever had a turn to speak or to bid on it, once anybody spoke there.
How a table talks makes much of these figures (who speaks in which order): compare them only under
one protocol.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from arena.lab.cached import cached_once
from arena.lab.game import Game, Message
from arena.lab.measure import Measure, Opportunity
from arena.projections.turns import Turn

__all__ = ["MEASURES", "VOTES"]

VOTES = frozenset({"truck", "chief", "attack", "revote", "tie"})
"""Floors after which somebody votes."""
SOURCE = "Bidding in Werewolf Arena (2407.13943), wordiness in the Elimination Game; metrics.md 32."
NEEDS = "All rulesets, where the table talks."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Floor:
    """A floor with its turns and words."""

    round: int
    turns: Sequence[Turn]
    messages: Sequence[Message]
    seats: tuple[str, ...]
    """Who had a turn that it did not fail to take."""

    @property
    def failed(self) -> tuple[str, ...]:
        """Return who had turns and failed in all of them."""
        able = self.seats
        return tuple(dict.fromkeys((t.seat for t in self.turns if t.seat not in able), ""))

    def spoke_in(self, wave: int) -> frozenset[str]:
        """Return who spoke in a wave."""
        return frozenset(each.speaker for each in self.messages if each.wave == wave)


@cached_once
def _floors(game: Game) -> Sequence[_Floor]:
    """Return the floors on which anybody spoke."""
    messages = _by_floor(game.floors, game.messages)
    turns = _by_floor(game.floors, game.turns)
    return [_floor(said, turns[at]) for at, said in messages.items()]


def _floor(said: Sequence[Message], turns: Sequence[Turn]) -> _Floor:
    seats = tuple(dict.fromkeys([each.seat for each in turns if each.task != "defaulted"], ""))
    return _Floor(round=said[0].round, turns=turns, messages=said, seats=seats)


Spoken = TypeVar("Spoken", Message, Turn)


def _by_floor(opened: Sequence[int], things: Sequence[Spoken]) -> dict[int, list[Spoken]]:
    """Return what came on each floor, by how many were opened until then."""
    found: dict[int, list[Spoken]] = {}
    for each in things:
        found.setdefault(bisect(opened, each.at), []).append(each)
    return found


def _row(
    floor: _Floor, actor: str, outcome: float | None, weight: float = 1.0, why: str | None = None
) -> Opportunity:
    others = tuple([each for each in floor.seats if each != actor])
    return Opportunity(
        round=floor.round, at=floor.messages[-1].at, actor=actor, others=others,
        outcome=outcome, weight=weight, excluded=why, group=floor.messages[0].floor,
    )  # fmt: skip


def _failed(floor: _Floor) -> Iterator[Opportunity]:
    for seat in floor.failed:
        yield _row(floor, seat, None, why="failed to answer")


def shares(game: Game) -> Iterator[Opportunity]:
    """Yield each floor for each who had a turn: the share of its words, weighed by all of them."""
    for floor in _floors(game):
        words: Counter[str] = Counter()
        for each in floor.messages:
            words[each.speaker] += each.words
        total = words.total()
        for seat in floor.seats if total else ():
            yield _row(floor, seat, words[seat] / total, weight=float(total))
        yield from _failed(floor)


def _shared_out(floor: _Floor, wave: int) -> Iterator[Opportunity]:
    spoke = floor.spoke_in(wave)
    for seat in floor.seats:
        yield _row(floor, seat, 1 / len(spoke) if seat in spoke else 0.0)
    yield from _failed(floor)


def first_words(game: Game) -> Iterator[Opportunity]:
    """Yield each floor for each who had a turn: 1 for who spoke first, shared out in a wave."""
    for floor in _floors(game):
        yield from _shared_out(floor, min(each.wave for each in floor.messages))


def last_words(game: Game) -> Iterator[Opportunity]:
    """Yield each floor before a vote, as `first_words`: 1 for who spoke last."""
    for floor in _floors(game):
        if floor.messages[0].floor in VOTES:
            yield from _shared_out(floor, max(each.wave for each in floor.messages))


def private_words(game: Game) -> Iterator[Opportunity]:
    """Yield each message, weighed by its words: 1 where it was whispered."""
    off = None if game.header.talk.whispers else "whispers are off"
    for each in game.messages:
        words = each.words
        if words:
            yield Opportunity(
                round=each.round, at=each.at, actor=each.speaker, others=each.hearers,
                outcome=None if off else float(each.whisper), excluded=off,
                weight=float(words),
            )  # fmt: skip


def ginis(game: Game) -> Iterator[Opportunity]:
    """Yield each seat that could speak, with the Gini coefficient of all their words."""
    words = {each.name: 0 for each in game.header.seats if each.talks}
    for each in game.messages:
        words[each.speaker] += each.words
    value = gini(list(words.values()))
    last = game.messages[-1] if game.messages else None
    for seat in words if last is not None else ():
        yield Opportunity(
            round=0 if last is None else last.round, at=0 if last is None else last.at, actor=seat,
            others=tuple(each for each in words if each != seat), outcome=value,
            excluded="no words" if value is None else None,
        )  # fmt: skip


def gini(values: Sequence[float]) -> float | None:
    """Return half the mean difference of all pairs, by the mean; None where all are 0."""
    total = sum(values)
    if not total:
        return None
    ranked = sum(rank * value for rank, value in enumerate(sorted(values), start=1))
    return 2 * ranked / (len(values) * total) - (len(values) + 1) / len(values)


MEASURES = (
    Measure(
        id="talk_share", number=32, name="Share of talk",
        definition="Of all words on the floors on which one had a turn, the share of one's own.",
        unit="share of words", rung=0, needs=NEEDS, source=SOURCE, proof="talk", counted=shares,
    ),
    Measure(
        id="first_word", number=32, name="First word",
        definition=(
            "Of the floors on which one had a turn and anybody spoke, the share on which one spoke "
            "first. Those who spoke first together, under seal, share it out."
        ),
        unit="share of floors", rung=0, needs=NEEDS, source=SOURCE, proof="talk",
        counted=first_words,
    ),
    Measure(
        id="last_word", number=32, name="Last word before a vote",
        definition=(
            "Of such floors before a vote, a re-vote or the breaking of a tie, the share on which "
            "one spoke last; shared out in the same way."
        ),
        unit="share of floors", rung=0, needs=NEEDS, source=SOURCE, proof="talk",
        counted=last_words,
    ),
    Measure(
        id="private_share", number=32, name="Share of whispered words",
        definition="Of one's own words, the share that was whispered.",
        unit="share of words", rung=0, needs=f"{NEEDS[:-1]} and whispers are on.", source=SOURCE,
        proof="talk", counted=private_words,
    ),
    Measure(
        id="talk_gini", number=32, name="Inequality of talk (Gini)",
        definition=(
            "Mean over the tables at which one sat and could speak: the Gini coefficient of the "
            "words of all who could, 0 where all said as much. It is of the table: all there have "
            "the same."
        ),
        unit="Gini coefficient", rung=0, needs=NEEDS, source=SOURCE, proof="talk", counted=ginis,
        shape="mean",
    ),
)  # fmt: skip
