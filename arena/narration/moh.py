"""Dialect of Mall of Horror: the Chief, cards under the deck, re-votes, revenge."""

from collections.abc import Sequence

from rich.text import Text

from arena.events import (
    AttackBegan,
    BallotOpened,
    CardPlayed,
    CardReturned,
    CharacterHidden,
    CharacterMoved,
    CharacterPlaced,
    DicePeeked,
    DoorsBarricaded,
    EndConditionMet,
    Passed,
    PlaceClosed,
    PlacementRolled,
    PositionSet,
    SearchDeclined,
    ThreatMade,
    ZombiesKilled,
)
from arena.families import FAMILIES
from arena.narration.telling import Dialect, Groups, Telling, sentences_of
from arena.narration.words import Words
from arena.projections.board import Board
from arena.records.record import Record

LOT = "Tied again: the lot falls on {player}."
CAME = {
    "start": "The first zombies: {places}.",
    "dice": "Zombies come: {places}.",
    "crowd": "The biggest crowd draws a zombie: {places}.",
    "noise": "The most Pin-Ups draw a zombie: {places}.",
    "revenge": "{player} comes back as a zombie: {places}.",
}


SENTENCES = sentences_of(
    {
        PositionSet: "The game begins in a given position.",
        PlacementRolled: "{player} rolls {dice} for a character.",
        CardReturned: "{player} puts {card} under the deck.",
        SearchDeclined: "{player} leaves the truck alone.",
        Passed: "{player} places no zombie.",
        ThreatMade: "{player} plays {threat}: one more vote.",
        PlaceClosed: (
            "▣ {place} is overrun with nobody inside and closed for good.", "magenta",
        ),
    }
)  # fmt: skip


@SENTENCES.on(CharacterPlaced)
def _placed(_: CharacterPlaced, t: Telling, record: Record) -> Text:
    if not isinstance(t.before, PlacementRolled):
        return t.say("{player} puts the {character} at {place}.", record)
    dice = t.words.dice(t.before.dice)
    return t.say("{player} rolls {dice}: {character} to {place}.", record, dice=dice)


@SENTENCES.on(EndConditionMet)
def _met(met: EndConditionMet, _: Telling, __: Record) -> Text:
    why = {"few_left": "few are left", "together": "all are in one place"}[met.reason]
    return Text(f"At this moment {why}: the game ends with this round.")


@SENTENCES.on(BallotOpened)
def _opened(opened: BallotOpened, t: Telling, record: Record) -> Text | None:
    """Announce a re-vote; a first ballot is narrated when it is revealed."""
    line = "Re-vote between {candidates}; those elsewhere vote too."
    return None if opened.number == 1 else t.say(line, record)


@SENTENCES.on(DoorsBarricaded)
def _barricaded(doors: DoorsBarricaded, t: Telling, record: Record) -> Text:
    line = "{player} plays {hardware}: the doors hold one more, strength {strength} against {held}."
    held = t.words.family.attackers(t.board.zombies[doors.place])
    return t.say(line, record, strength=t.board.strength(doors.place), held=held)


@SENTENCES.on(AttackBegan)
def _attack(attack: AttackBegan, t: Telling, record: Record) -> Text:
    if attack.place == t.words.ruleset.parking:
        line = "▶ {attackers} on {place}, where no wall helps: one character is to be eaten."
    else:
        verb = "attacks" if attack.zombies == 1 else "attack"
        line = f"▶ {{attackers}} {verb} {{place}}, strength {{strength}}"
        line += ": so many always get in." if attack.zombies < attack.strength else "."  # MOH-46
    return t.say(line, record)


# --- the board ---


def _chief(words: Words, board: Board) -> Sequence[Text]:
    if board.chief is None:
        return ()
    elected = ", elected" if board.elected else ""
    return (Text.assemble("Chief ", words.badge(board.chief), elected),)


def _needed(board: Board, place: int) -> int:
    """Return the number of attackers that get in (MOH-45, MOH-46)."""
    rules, strength = board.ruleset, board.strength(place)
    if rules.break_in is None or place != rules.roles["supermarket"]:
        return strength
    return min(strength, rules.break_in)


MOH = Dialect(
    family=FAMILIES["moh"],
    card="card",
    a_card="a card",
    place="location",
    titles={
        "setup": "Set-up",
        "truck": "The truck",
        "chief": "Chief of Security",
        "arrival": "The dice",
        "destinations": "Destinations",
        "movement": "Movement",
        "attack": "The attack",
    },
    questions={"truck": "Who searches the truck?", "chief": "Who is Chief of Security?"},
    wins={
        "truck": "{player} searches the truck.",
        "chief": "{player} is Chief of Security.",
        "attack": "{player} is chosen.",
    },
    chosen={
        ("only_candidate", "truck"): "No ballot is needed: {player} searches the truck.",
        ("only_candidate", "chief"): "No ballot is needed: {player} is Chief of Security.",
        ("only_candidate", "attack"): "Nobody else can be chosen: it is {player}.",
        ("second_tie", "truck"): "Tied again: nobody searches the truck.",
        ("second_tie", "chief"): "Tied again: the Chief stays, and is not elected.",
        ("lot", "truck"): LOT,
        ("lot", "chief"): LOT,
        ("lot", "attack"): LOT,
    },
    nobody_there={
        "truck": "Nobody stands at {place}: nobody searches the truck.",
        "chief": "Nobody is at {place}: the Chief stays, and is not elected.",
    },
    badge={
        "first": "{player} is the first Chief of Security.",
        "succession": "{player} is the next Chief of Security.",
    },
    arrivals={cause: (line, line) for cause, line in CAME.items()},
    hidden_until="this round",
    weapons={"shotgun": "fires", "pistol": "fires"},
    votes_for={
        "truck": "to search the truck",
        "chief": "as Chief of Security",
        "attack": "in the attack",
    },
    won={"truck": "searched the truck", "chief": "was elected Chief of Security"},
    notches=lambda *_: None,
    decided={"lot": "A lot, after two ties, decided {deaths}."},
    how={"lot": "by lot after two ties", "revote": "on a re-vote"},
    keepsakes={},
    epilogue=lambda *_: (),
    heads=_chief,
    tails=lambda _: (),
    needed=_needed,
    sentences=SENTENCES,
    groups=Groups(),
    group_of=lambda _: None,
    unseen=frozenset(),
    quiet=frozenset(),
    completed_by={
        PlacementRolled: frozenset({CharacterPlaced}),
        CardPlayed: frozenset(
            {
                ThreatMade, CharacterHidden, DoorsBarricaded, ZombiesKilled, DicePeeked,
                CharacterMoved,
            }
        ),
    },
)  # fmt: skip
