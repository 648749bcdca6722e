"""The beliefs of a house bot: dice, destinations, trust, and its own promises.

`Beliefs.from_view` derives them from the bot's view alone; what players say changes them later.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from arena.claims.language import Proposition
from arena.seats.house.position import Position
from engine.view_data import ViewData


@dataclass(frozen=True, slots=True, kw_only=True)
class Promises:
    """The bot's own promises that it may have to keep; None or a missing key: no promise."""

    votes: Mapping[str, str] = field(default_factory=dict[str, str])
    """The player to vote for, by kind of vote: `truck`, `chief`, `attack`."""
    loose: Mapping[str, str] = field(default_factory=dict[str, str])
    """The same for promises that are broken where that pays."""
    loosely_spared: frozenset[str] = frozenset()
    """Players not to vote for in an attack, unless that pays."""
    loose_recipient: str | None = None
    """The player to give a card to, unless giving it to another pays more."""
    destination: int | None = None
    ways: tuple[Proposition, ...] = ()
    """Terms of deals on destinations: where to go, or not to go."""
    recipient: str | None = None
    """The player to give a card of the truck to."""
    spared: frozenset[str] = frozenset()
    """Players not to vote for in an attack."""
    ruled_out: Mapping[tuple[str, str], bool] = field(default_factory=dict[tuple[str, str], bool])
    """Players not to elect, by (kind of vote, player); False: unless that pays."""

    @classmethod
    def of(cls, given: Iterable[tuple[Proposition, bool]]) -> "Promises":
        """Collect promised terms, each with whether it is kept whatever it costs."""
        votes = dict[bool, dict[str, str]]({True: {}, False: {}})
        spared = dict[bool, set[str]]({True: set(), False: set()})
        recipient = dict[bool, str | None]({True: None, False: None})
        ruled_out = dict[tuple[str, str], bool]()
        destination = None
        for said, meant in given:
            match said.kind, said.negated:
                case "vote", False:
                    for words in votes.values():  # the latest promise replaces earlier ones
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
    """The probabilities and estimates that tactics work with."""

    zombies: Mapping[int, float]
    """Expected zombies still to come with this round's dice, by open location."""
    dice_known: bool
    """True: `zombies` is exact, since the bot has seen the dice or they have been placed."""
    destinations: Mapping[str, Mapping[int, float]]
    """For each other player who still moves this round, the probability of each destination."""
    trust: Mapping[str, float]
    """From 0 to 1 by other player; 0.5: nothing is known."""
    promises: Promises
    ballots: Mapping[str, tuple[str, str, float]] = field(
        default_factory=dict[str, tuple[str, str, float]]
    )
    """Announced ballots by voter: the kind of vote, the candidate, the probability that it is
    kept."""
    offers: Mapping[tuple[str, str], float] = field(default_factory=dict[tuple[str, str], float])
    """Probability that a player keeps an offer, by (kind of vote, player): at the truck a card for
    a vote, for Chief peace for a vote, in an attack not to vote for the bot."""
    stakes: Mapping[tuple[str, str], float] = field(default_factory=dict[tuple[str, str], float])
    """Points lost by not voting as a deal asks, by (kind of vote, candidate)."""
    asked: frozenset[str] = frozenset()
    """Kinds of vote in which the bot has asked for votes for itself this round."""
    bought: frozenset[str] = frozenset()
    """Kinds of vote in which another player has agreed to vote for the bot."""
    backers: frozenset[str] = frozenset()
    """Players who voted for the bot at the truck this round."""
    bids: Mapping[str, float] = field(default_factory=dict[str, float])
    """Probability that a player votes for the bot if given a card, by player."""
    threats: frozenset[str] = frozenset()
    """Players who said that they would vote for the bot in an attack."""
    shamed: frozenset[str] = frozenset()
    """Players caught lying or breaking a deal, this round or the last."""
    accused: frozenset[str] = frozenset()
    """Players whom the bot has called liars this round."""
    warned: frozenset[int] = frozenset()
    """Locations for which the bot reported more dice this round than it saw."""

    @classmethod
    def from_view(cls, view: ViewData, position: Position | None = None) -> "Beliefs":
        """Derive beliefs from the view alone; `position` is the view if it was parsed already."""
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
    if view["phase"] == "movement":  # earlier players have moved
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
