"""Share of talk: who said how much, who spoke first and last, and how much was whispered.

A floor with any message is an opportunity for each seat that had a turn to speak or bid on it. The
figures depend strongly on the talk protocol (who speaks in which order): compare them only within
one.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from arena.lab.cached import cached_once
from arena.lab.game import Game, Message
from arena.lab.measure import Opportunity, of_message

VOTES = frozenset({"truck", "chief", "attack", "revote", "tie"})
"""Floors before a vote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Floor:
    """A floor with at least one message."""

    messages: Sequence[Message]
    able: Sequence[str]
    """Seats that took a turn."""
    failed: Sequence[str]
    """Seats that failed in all of their turns."""

    def rows(self, outcomes: Mapping[str, float], weight: float = 1.0) -> Iterator[Opportunity]:
        """Yield a row for each seat that had a turn; seats not in `outcomes` have 0."""
        for seat in (*self.able, *self.failed):
            failed = seat in self.failed
            yield Opportunity(
                round=self.messages[0].round, at=self.messages[-1].at, actor=seat,
                others=tuple([each for each in self.able if each != seat]),
                outcome=outcomes.get(seat, 0), weight=1.0 if failed else float(weight),
                excluded="failed to answer" if failed else None, group=self.messages[0].floor,
            )  # fmt: skip

    def spoke_in(self, wave: int) -> dict[str, float]:
        """Return equal fractions of 1 for the seats that spoke in a set of simultaneous turns."""
        spoke = {each.speaker for each in self.messages if each.wave == wave}
        return dict.fromkeys(spoke, 1 / len(spoke))


@cached_once
def _floors(game: Game) -> Sequence[_Floor]:
    said: dict[int, list[Message]] = {}
    able: dict[int, list[str]] = {}
    put: dict[int, list[str]] = {}
    for each in game.messages:
        said.setdefault(bisect(game.floors, each.at), []).append(each)
    for turn in game.turns:
        for by_floor in (put,) if turn.task == "defaulted" else (put, able):
            own = by_floor.setdefault(bisect(game.floors, turn.at), [])
            own += [turn.seat] if turn.seat not in own else []
    return [
        _Floor(
            messages=messages, able=able[at],
            failed=[each for each in put[at] if each not in able[at]],
        )
        for at, messages in said.items()
    ]  # fmt: skip


def shares(game: Game) -> Iterator[Opportunity]:
    """Yield each floor per seat with a turn: its share of the words, weighted by all words."""
    for floor in _floors(game):
        words: Counter[str] = Counter()
        for each in floor.messages:
            words[each.speaker] += each.words
        total = words.total()
        for row in floor.rows({seat: own / total for seat, own in words.items() if own}, total):
            if total or row.excluded:
                yield row


def first_words(game: Game) -> Iterator[Opportunity]:
    """Yield each floor per seat with a turn: 1 for the first speaker, or equal parts of it."""
    for floor in _floors(game):
        yield from floor.rows(floor.spoke_in(min(each.wave for each in floor.messages)))


def last_words(game: Game) -> Iterator[Opportunity]:
    """Yield each floor before a vote, as `first_words` does: 1 for the last speaker."""
    for floor in _floors(game):
        if floor.messages[0].floor in VOTES:
            yield from floor.rows(floor.spoke_in(max(each.wave for each in floor.messages)))


def private_words(game: Game) -> Iterator[Opportunity]:
    """Yield each message, weighted by its words: 1 if it was whispered."""
    off = None if game.header.talk.whispers else "whispers are off"
    for each in game.messages:
        if each.words:
            yield of_message(each, each.whisper, off, weight=float(each.words))


def ginis(game: Game) -> Iterator[Opportunity]:
    """Yield each seat that could speak: the Gini coefficient of all seats' words."""
    words = {each.name: 0 for each in game.header.seats if each.talks}
    for each in game.messages:
        words[each.speaker] += each.words
    value = gini(list(words.values()))
    for last in game.messages[-1:]:
        for seat in words:
            yield Opportunity(
                round=last.round, at=last.at, actor=seat, outcome=value,
                others=tuple(each for each in words if each != seat),
                excluded="no words" if value is None else None,
            )  # fmt: skip


def gini(values: Sequence[float]) -> float | None:
    """Return the Gini coefficient; None if all values are 0."""
    total = sum(values)
    if not total:
        return None
    ranked = sum(rank * value for rank, value in enumerate(sorted(values), start=1))
    return 2 * ranked / (len(values) * total) - (len(values) + 1) / len(values)
