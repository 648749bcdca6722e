"""What a family of rules tells in its own words: a record of sentences and headings.

What both families tell alike stands in `sentences`, `ballots`, `board` and `outcome`; they look up
here what differs, and a dialect's own rows come before theirs.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from arena.events import GameEnded
from arena.families import Family
from arena.projections.board import Board
from arena.records.facts import Fact
from arena.records.record import Record

if TYPE_CHECKING:
    from arena.narration.telling import Groups, Sentences
    from arena.narration.words import Words

__all__ = ["Dialect", "Together"]

Together = tuple[object, object]
"""Equal for records that are told in one breath."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """The words of one family. Templates have `{player}` and what their comment names."""

    family: Family
    """What the family calls things, also where nothing is narrated."""
    card: str
    """What is held in a hand: `card`."""
    a_card: str
    """The same with its article."""
    place: str
    """What characters stand at: `location`."""
    titles: Mapping[str, str]
    """Headings by phase."""
    unseen: frozenset[str]
    """Phases that begin without a look at the board: nobody decides anything in them."""
    sentences: "Sentences"
    """In place of the common ones."""
    groups: "Groups"
    group_of: Callable[[Record], Together | None]
    """What a record may be told together with; None: it is told alone."""
    quiet: frozenset[type[Fact]]
    """What is told by what it leads to."""
    completed_by: Mapping[type[Fact], frozenset[type[Fact]]]
    """What waits for the record that says what came of it."""
    questions: Mapping[str, str]
    """What a vote is about, by kind."""
    wins: Mapping[str, str]
    """What winning a vote means, by kind; `{takes}` is `keeps` for who has the badge already."""
    chosen: Mapping[tuple[str, str], str]
    """How a vote ended that the ballots did not decide, by `by` and kind."""
    nobody_there: Mapping[str, str]
    """Why no vote is held at `{place}`, by kind."""
    badge: Mapping[str, str]
    """How somebody came by the badge, by cause."""
    arrivals: Mapping[str, tuple[str, str]]
    """How attackers came to `{places}`, by cause: at one location, at several."""
    hidden_until: str
    """How long a card hides a character."""
    weapons: Mapping[str, str]
    """What one does with a weapon, where it is not just used."""
    votes_for: Mapping[str, str]
    """What a promised vote is for, by kind."""
    won: Mapping[str, str]
    """What who won a vote did then, by kind; of an attack the deaths tell it."""
    heads: Callable[["Words", Board], Sequence[Text]]
    """What the line above the board begins with."""
    tails: Callable[[Board], Sequence[Text]]
    """What it ends with."""
    notches: Callable[[Mapping[str, object], bool], int | None]
    """How many attackers find room, by options in force and whether it is the parking lot."""
    needed: Callable[[Board, int], int]
    """How many attackers get into a location that has walls."""
    decided: Mapping[str, str]
    """Who decided `{deaths}` in place of the votes, by `by`."""
    how: Mapping[str, str]
    """The same of a single death."""
    keepsakes: Mapping[str, int]
    """Points for cards in hand at the end, of a player with a survivor."""
    epilogue: Callable[[Iterable[Record], GameEnded], Sequence[str]]
    """What else is told of a finished game, by its public records and its end."""
