"""What a house bot believes: dice, destinations, trust, and what it has promised itself.

`Beliefs.from_view` is what follows from the own view alone; talk replaces parts of it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from arena.claims.language import Proposition
from arena.seats.house.position import Position
from engine.view_data import ViewData


@dataclass(frozen=True, slots=True, kw_only=True)
class Promises:
    """What was promised and is to be kept; None and no key: nothing was."""

    votes: Mapping[str, str] = field(default_factory=dict[str, str])
    """The player to vote for, by kind of vote: `truck`, `chief`, `attack`."""
    loose: Mapping[str, str] = field(default_factory=dict[str, str])
    """The same, of a word that is broken where that pays."""
    loosely_spared: frozenset[str] = frozenset()
    """Who is not to be voted for in an attack, unless that pays."""
    loose_recipient: str | None = None
    """Who is to be given a card, unless another pays more."""
    destination: int | None = None
    ways: tuple[Proposition, ...] = ()
    """Where one is to go, or not, by a deal."""
    recipient: str | None = None
    """Who is to be given a card of the truck."""
    spared: frozenset[str] = frozenset()
    """Who is not to be voted for in an attack."""
    ruled_out: Mapping[tuple[str, str], bool] = field(default_factory=dict[tuple[str, str], bool])
    """Who is not to be elected with my vote, by kind of vote; False: unless that pays."""

    @classmethod
    def of(cls, given: Iterable[tuple[Proposition, bool]]) -> "Promises":
        """Return what was given one's word on, each with whether it is kept whatever it costs."""
        votes = dict[bool, dict[str, str]]({True: {}, False: {}})
        spared = dict[bool, set[str]]({True: set(), False: set()})
        recipient = dict[bool, str | None]({True: None, False: None})
        ruled_out = dict[tuple[str, str], bool]()
        destination = None
        for said, meant in given:
            match said.kind, said.negated:
                case "vote", False:
                    for words in votes.values():  # the last word on a vote is the one that counts
                        words.pop(str(said.vote), None)
                    votes[meant][str(said.vote)] = str(said.target)
                case ("vote", True) | ("ally", False) if said.vote in {None, "attack"}:
                    spared[meant].add(str(said.target))
                case "vote", True:
                    ruled_out[str(said.vote), str(said.target)] = meant
                case "go", False if meant:
                    destination = said.location
                case "give", False:
                    recipient[meant] = said.target
                case _:
                    pass
        return cls(
            votes=votes[True],
            loose=votes[False],
            destination=destination,
            recipient=recipient[True],
            loose_recipient=recipient[False],
            spared=frozenset(spared[True]),
            loosely_spared=frozenset(spared[False] - spared[True]),
            ruled_out=ruled_out,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Beliefs:
    """What tactics take for likely."""

    zombies: Mapping[int, float]
    """Zombies still to come with this round's dice, by open location."""
    dice_known: bool
    """True: `zombies` is what lies under the box, or nothing more is to come."""
    destinations: Mapping[str, Mapping[int, float]]
    """For each other player who still moves this round: the chance of each destination."""
    trust: Mapping[str, float]
    """0 to 1 by other player; a half: nothing is known."""
    promises: Promises
    ballots: Mapping[str, tuple[str, str, float]] = field(
        default_factory=dict[str, tuple[str, str, float]]
    )
    """Announced ballots by voter: the kind of vote, the candidate, how far it is believed."""
    offers: Mapping[tuple[str, str], float] = field(default_factory=dict[tuple[str, str], float])
    """How far an offer is believed, by kind of vote and who made it: a card for being voted for at
    the truck, peace for being voted Chief, not to be voted for in an attack."""
    stakes: Mapping[tuple[str, str], float] = field(default_factory=dict[tuple[str, str], float])
    """The points that are lost by not voting as a deal asks, by kind of vote and candidate."""
    asked: frozenset[str] = frozenset()
    """The kinds of vote of this round for which I have asked somebody's vote for myself."""
    bought: frozenset[str] = frozenset()
    """The kinds of vote in which somebody has agreed to vote for me."""
    backers: frozenset[str] = frozenset()
    """Who voted for me at the truck this round."""
    bids: Mapping[str, float] = field(default_factory=dict[str, float])
    """How far it is believed that a player will vote for me if given a card, by player."""
    threats: frozenset[str] = frozenset()
    """Who said to vote for me in an attack."""
    shamed: frozenset[str] = frozenset()
    """Who was caught with a lie or a broken deal, this round or the last."""
    accused: frozenset[str] = frozenset()
    """Whom I have called a liar this round."""
    warned: frozenset[int] = frozenset()
    """The locations for which I reported more dice this round than I saw there."""

    @classmethod
    def from_view(cls, view: ViewData, position: Position | None = None) -> "Beliefs":
        """Return what the own view alone makes likely; `position`: the view, where already read."""
        position = Position(view) if position is None else position
        known, zombies = _zombies(position)
        return cls(
            zombies=zombies,
            dice_known=known,
            destinations=_destinations(position),
            trust={seat: 0.5 for seat in position.order if seat != position.me},
            promises=Promises(),
        )


def _zombies(position: Position) -> tuple[bool, dict[int, float]]:
    phase, dice = position.view["phase"], position.view["dice"]
    if phase in position.facts.family.arrived:
        return True, dict.fromkeys(position.rooms, 0.0)
    if dice is not None:
        return True, {place: float(dice.count(place)) for place in position.rooms}
    rolls = 2 if phase == "setup" else 1
    each = rolls * position.view["dice_count"] / position.facts.faces
    return False, dict.fromkeys(position.rooms, each)


def _destinations(position: Position) -> dict[str, dict[int, float]]:
    view = position.view
    if view["phase"] == "attack":
        return {}
    chosen: Mapping[str, int | None] = view["destinations"]
    movers = position.order
    if view["phase"] == "movement":  # those before me have moved
        movers = movers[movers.index(position.me) + 1 :]
    found: dict[str, dict[int, float]] = {}
    for player in movers:
        if player == position.me or player in view["eliminated"]:
            continue
        goal = chosen.get(player)
        found[player] = _legal(position, player) if goal is None else {goal: 1.0}
    return found


def _legal(position: Position, player: str) -> dict[int, float]:
    stand = {each.place for each in position.people if each.player == player}
    legal = [place for place in position.rooms if len(stand) > 1 or place not in stand]
    return dict.fromkeys(legal, 1 / len(legal)) if legal else {}
