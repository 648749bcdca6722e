"""What only Mall of Horror tells: the Chief, the cards under the deck, re-votes, revenge."""

from collections.abc import Sequence

from rich.text import Text

from arena.console import fill
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
from arena.narration.board import DialectBoard
from arena.narration.dialect import Dialect
from arena.narration.telling import Groups, Sentences, Telling
from arena.narration.words import DialectWords, Words
from arena.projections.board import Board
from arena.records.record import Record

__all__ = ["MOH"]

TITLES = {
    "setup": "Set-up",
    "truck": "The truck",
    "chief": "Chief of Security",
    "arrival": "The dice",
    "destinations": "Destinations",
    "movement": "Movement",
    "attack": "The attack",
}
QUESTIONS = {"truck": "Who searches the truck?", "chief": "Who is Chief of Security?"}
WINS = {
    "truck": "{player} searches the truck.",
    "chief": "{player} is Chief of Security.",
    "attack": "{player} is chosen.",
}
LOT = "Tied again: the lot falls on {player}."
CHOSEN = {
    ("only_candidate", "truck"): "No ballot is needed: {player} searches the truck.",
    ("only_candidate", "chief"): "No ballot is needed: {player} is Chief of Security.",
    ("only_candidate", "attack"): "Nobody else can be chosen: it is {player}.",
    ("second_tie", "truck"): "Tied again: nobody searches the truck.",
    ("second_tie", "chief"): "Tied again: the Chief stays, and is not elected.",
    ("lot", "truck"): LOT,
    ("lot", "chief"): LOT,
    ("lot", "attack"): LOT,
}
NOBODY_THERE = {
    "truck": "Nobody stands at {place}: nobody searches the truck.",
    "chief": "Nobody is at {place}: the Chief stays, and is not elected.",
}
BADGE = {
    "first": "{player} is the first Chief of Security.",
    "succession": "{player} is the next Chief of Security.",
}
CAME = {
    "start": "The first zombies: {places}.",
    "dice": "Zombies come: {places}.",
    "crowd": "The biggest crowd draws a zombie: {places}.",
    "noise": "The most Pin-Ups draw a zombie: {places}.",
    "revenge": "{player} comes back as a zombie: {places}.",
}
VOTES_FOR = {
    "truck": "to search the truck",
    "chief": "as Chief of Security",
    "attack": "in the attack",
}


SENTENCES = Sentences()


@SENTENCES.on(PositionSet)
def _position(_: PositionSet, __: Telling, ___: Record) -> Text:
    return Text("The game begins in a given position.")


@SENTENCES.on(PlacementRolled)
def _rolled_for(rolled: PlacementRolled, t: Telling, _: Record) -> Text:
    line = "{player} rolls {dice} for a character."
    return fill(line, player=t.words.seat(rolled.player), dice=t.words.dice(rolled.dice))


@SENTENCES.on(CharacterPlaced)
def _placed(placed: CharacterPlaced, t: Telling, _: Record) -> Text:
    words, rolled = t.words, t.before
    line, dice = "{player} puts the {character} at {place}.", Text("")
    if isinstance(rolled, PlacementRolled):
        line = "{player} rolls {dice}: {character} to {place}."
        dice = words.dice(rolled.dice)
    return fill(
        line, player=words.seat(placed.player), dice=dice,
        character=words.character(placed.character), place=words.place(placed.place),
    )  # fmt: skip


@SENTENCES.on(CardReturned)
def _returned(returned: CardReturned, t: Telling, record: Record) -> Text:
    line = "{player} puts {card} under the deck."
    sentence = fill(line, player=t.words.seat(returned.player), card=t.words.card(returned.card))
    return sentence.append_text(t.aside(record))


@SENTENCES.on(SearchDeclined)
def _declined(declined: SearchDeclined, t: Telling, _: Record) -> Text:
    return fill("{player} leaves the truck alone.", player=t.words.seat(declined.player))


@SENTENCES.on(EndConditionMet)
def _met(met: EndConditionMet, _: Telling, __: Record) -> Text:
    why = {"few_left": "few are left", "together": "all are in one place"}[met.reason]
    return Text(f"At this moment {why}: the game ends with this round.")


@SENTENCES.on(Passed)
def _no_revenge(passed: Passed, t: Telling, _: Record) -> Text:
    line = "{player} places no zombie."
    return fill(line, player=t.words.seat(passed.player))


@SENTENCES.on(BallotOpened)
def _opened(opened: BallotOpened, t: Telling, _: Record) -> Text | None:
    """Announce a re-vote; a first ballot is told when it is revealed."""
    if opened.number == 1:
        return None
    tied = t.words.seat_list(opened.candidates)
    return fill("Re-vote between {tied}; those elsewhere vote too.", tied=tied)


@SENTENCES.on(ThreatMade)
def _threatened(threat: ThreatMade, t: Telling, _: Record) -> Text:
    return fill(
        "{player} plays {card}: one more vote.",
        player=t.words.seat(threat.player), card=t.words.card("threat"),
    )  # fmt: skip


@SENTENCES.on(DoorsBarricaded)
def _barricaded(doors: DoorsBarricaded, t: Telling, _: Record) -> Text:
    return fill(
        "{player} plays {card}: the doors hold one more, strength {strength} against {zombies}.",
        player=t.words.seat(doors.player), card=t.words.card("hardware"),
        strength=t.board.strength(doors.place),
        zombies=t.words.family.attackers(t.board.zombies[doors.place]),
    )  # fmt: skip


@SENTENCES.on(PlaceClosed)
def _closed(closed: PlaceClosed, t: Telling, _: Record) -> Text:
    line = "▣ {place} is overrun with nobody inside and closed for good."
    return Text.assemble(fill(line, place=t.words.place(closed.place)), style="magenta")


@SENTENCES.on(AttackBegan)
def _attack(attack: AttackBegan, t: Telling, _: Record) -> Text:
    zombies = t.words.family.attackers(attack.zombies)
    place = t.words.place(attack.place)
    if attack.place == t.words.ruleset.parking:
        line = "▶ {zombies} on {place}, where no wall helps: one character is to be eaten."
    else:
        verb = "attacks" if attack.zombies == 1 else "attack"
        line = f"▶ {{zombies}} {verb} {{place}}, strength {{strength}}"
        line += ": so many always get in." if attack.zombies < attack.strength else "."  # MOH-46
    return fill(line, zombies=zombies, place=place, strength=attack.strength)


# --- the board ---


def _chief(words: Words, board: Board) -> Sequence[Text]:
    if board.chief is None:
        return ()
    elected = ", elected" if board.elected else ""
    return (Text.assemble("Chief ", words.badge(board.chief), elected),)


def _needed(board: Board, place: int) -> int:
    """MOH-45, MOH-46."""
    rules, strength = board.ruleset, board.strength(place)
    if rules.break_in is None or place != rules.roles["supermarket"]:
        return strength
    return min(strength, rules.break_in)


MOH = Dialect(
    words=DialectWords(
        family=FAMILIES["moh"],
        card="card",
        a_card="a card",
        place="location",
        titles=TITLES,
        questions=QUESTIONS,
        wins=WINS,
        chosen=CHOSEN,
        nobody_there=NOBODY_THERE,
        badge=BADGE,
        arrivals={cause: (line, line) for cause, line in CAME.items()},
        hidden_until="this round",
        weapons={"shotgun": "fires", "pistol": "fires"},
        votes_for=VOTES_FOR,
        won={"truck": "searched the truck", "chief": "was elected Chief of Security"},
        notches=lambda *_: None,
        decided={"lot": "A lot, after two ties, decided {deaths}."},
        how={"lot": "by lot after two ties", "revote": "on a re-vote"},
        keepsakes={},
        epilogue=lambda *_: (),
    ),
    board=DialectBoard(
        heads=_chief,
        tails=lambda _: (),
        needed=_needed,
    ),
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
