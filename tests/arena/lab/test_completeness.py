"""Every type of record is read by the lab, or it says why not."""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping

import engine
from arena.events import (
    AttackBegan,
    AttackEnded,
    BadgeTaken,
    BallotOpened,
    CardBoxed,
    CardPlayed,
    CardReceived,
    CardReturned,
    CardsSeen,
    CharacterHidden,
    CharacterMoved,
    CharacterPlaced,
    CharactersTurnedBack,
    ColdRowFilled,
    DeckShuffled,
    DoorsBarricaded,
    EndConditionMet,
    EpilogueReached,
    GameEnded,
    GunDrawn,
    GunsLowered,
    HandsDealt,
    HandsRevealed,
    MallSet,
    Passed,
    PlaceClosed,
    PlaceHeld,
    PlacementRolled,
    PositionSet,
    RoundEnded,
    SearchDeclined,
    SearchEnded,
    SetupDiceRolled,
    ThreatMade,
    TruckSearched,
    VictimTokenTaken,
    VoteSkipped,
    ZombieLured,
    ZombiesCame,
    ZombiesDiverted,
    ZombiesKilled,
    ZombiesLeft,
)
from arena.lab.replay import ANSWERS
from arena.lab.talking import Talking
from arena.lab.voting import Voting
from arena.projections.intents import Intents
from arena.projections.offers import Offers
from arena.projections.rounds import Rounds
from arena.projections.turns import Turns
from arena.records.facts import OWN_TYPES, Fact, types_of_events
from arena.records.game import Opened, Sealed
from arena.records.talk import ClaimsUnread, FloorClosed, Whispered

CONSUMED: frozenset[type[Fact]] = ANSWERS.union(
    *(each.takes for each in (Rounds, Voting, Talking, Turns, Offers, Intents))
)
"""What the folds of `reading` take."""

ANSWERED = "the answer that it follows from is read, with all options"
WEIGHED = "the weights of the next ballot hold it"
BOARD = "no figure is of zombies; the table before each answer knows where they stand"
FOUND = "`player_chosen` tells who was found"
IN_BALLOT = "who may vote, and for whom, stands in the ballot"
JUDGED = "what it makes of claims and deals, the judgements tell"
CARDS = f"{JUDGED}; the table before each answer knows the cards"
IGNORED: Mapping[type[Fact], str] = {
    # the game and its rounds
    Opened: "what `game.json` was is checked where the game is read",
    RoundEnded: "a round ends with the next, or with the game",
    PositionSet: "a scenario's position; the table before each answer knows it",
    MallSet: "a scenario's position; the table before each answer knows it",
    PlacementRolled: "chance of the set-up", SetupDiceRolled: "chance of the set-up",
    # answers
    CharacterPlaced: ANSWERED, SearchDeclined: ANSWERED, Passed: ANSWERED, CharacterMoved: ANSWERED,
    # votes
    BadgeTaken: FOUND,
    VictimTokenTaken: "`tie_broken` tells who decided a tie, `character_eaten` who lost whom",
    GunDrawn: WEIGHED, GunsLowered: WEIGHED, ThreatMade: WEIGHED,
    CharacterHidden: IN_BALLOT, CharactersTurnedBack: IN_BALLOT, BallotOpened: IN_BALLOT,
    VoteSkipped: "nobody was there, so nobody could vote",
    # cards
    DeckShuffled: CARDS, HandsDealt: CARDS, TruckSearched: CARDS, CardsSeen: CARDS,
    CardReceived: CARDS, CardReturned: CARDS, CardBoxed: CARDS, SearchEnded: CARDS,
    CardPlayed: CARDS,
    # attacks and zombies
    AttackBegan: JUDGED, AttackEnded: JUDGED, PlaceHeld: JUDGED, PlaceClosed: JUDGED,
    ColdRowFilled: BOARD, DoorsBarricaded: BOARD, ZombieLured: BOARD, ZombiesCame: BOARD,
    ZombiesDiverted: BOARD, ZombiesKilled: BOARD, ZombiesLeft: BOARD,
    # the end
    HandsRevealed: "after the end; the points stand in the result",
    EndConditionMet: "why it ended stands in the result",
    EpilogueReached: "what is told after the end",
    GameEnded: "`sealed`, the last record, has the result",
    Sealed: "it is no event of the game; its result and hash are read from the last record",
    # talk
    FloorClosed: "a floor ends with the next, or with the game",
    Whispered: "that two whispered; `said` has the words, and who heard them",
    ClaimsUnread: "lines that could not be read say nothing that can be judged",
}  # fmt: skip
"""Why no fold reads a type."""


def event_types() -> frozenset[str]:
    """Return the types of all events of the engine."""
    for each in pkgutil.walk_packages(engine.__path__, "engine."):
        importlib.import_module(each.name)
    of_rules = (each for each in types_of_events() if each.__module__.startswith("engine."))
    return frozenset(each.type for each in of_rules)


def names(kinds: Iterable[type]) -> set[str]:
    """Return the names of types."""
    return {str(vars(each)["type"]) for each in kinds}


def test_every_type_of_record_is_consumed_or_ignored() -> None:
    """A new type of record has to be read, or listed with the reason; one that is gone, removed."""
    assert names(CONSUMED) | names(IGNORED) == event_types() | set(OWN_TYPES)


def test_no_type_is_both() -> None:
    """What a fold reads is not ignored."""
    assert not CONSUMED & IGNORED.keys()


def test_every_reason_is_given() -> None:
    """An ignored type says why, in words."""
    assert [each for each, why in IGNORED.items() if len(why.split()) < 3] == []
