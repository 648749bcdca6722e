"""Dialect of Osaczeni: victim token, items, full areas, the cold room."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text

from arena.console import fill, join, plural
from arena.events import (
    AttackBegan,
    BallotOpened,
    CardBoxed,
    CardPlayed,
    CharacterHidden,
    CharacterMoved,
    CharacterPlaced,
    CharactersTurnedBack,
    ColdRowFilled,
    DicePeeked,
    EpilogueReached,
    GameEnded,
    GunDrawn,
    GunsLowered,
    HandsRevealed,
    MallSet,
    PlaceClosed,
    PlacementRolled,
    TieBroken,
    VictimTokenTaken,
    ZombieLured,
    ZombiesCame,
    ZombiesDiverted,
    ZombiesKilled,
)
from arena.families import FAMILIES
from arena.narration.telling import Dialect, Groups, Telling, Together, sentences_of
from arena.narration.words import Words
from arena.projections.board import Board
from arena.records.record import Record, of_type

CAME = {
    "start": ("The first monsters: {places}.",) * 2,
    "dice": ("Monsters come: {places}.",) * 2,
    "noise": (
        "The most Crybabies draw a monster: {places}.",
        "The most Crybabies draw a monster each: {places}.",
    ),
    "crowd": (
        "The biggest crowd draws a monster: {places}.",
        "The biggest crowds draw a monster each: {places}.",
    ),
}
CONDITIONS: Mapping[int, str] = {
    11: "no character survived",
    2: "all characters of a player survived",
    17: "exactly one character survived",
    19: "two players share the victory",
    5: "a player with survivors holds two weapons",
    4: "exactly two characters survived",
    14: "a player with survivors holds two or more items",
    3: "three or more Crybabies survived",
    18: "no area was closed",
    8: "two or more areas were closed",
    16: "all survivors are on the parking lot",
    12: "all Crybabies are in the cold room",
    10: "three or more Protectors survived",
    1: "a player with survivors holds the Truck keys",
    7: "all survivors are in one area other than the parking lot",
    9: "two or more players lost all characters",
    15: "three or more Leaders survived",
    6: "a winner has a character in the monitoring centre",
    20: "a player with survivors holds no item",
    13: "the deck is empty",
    21: "none of the others",
}
"""Conditions of the epilogues, in order of checking (OSA-56)."""
MORE_DICE = {5: "five", 6: "six"}
SENTENCES = sentences_of(
    {
        MallSet: "The game begins in a given position.",
        CardBoxed: "{player} puts {card} into the box, out of the game.",
        PlaceClosed: ("▣ {place} is surrounded and closed for good; its monsters go.", "magenta"),
    }
)
GROUPS = Groups()


# --- set-up ---


@SENTENCES.on(VictimTokenTaken)
def _token(taken: VictimTokenTaken, t: Telling, record: Record) -> Text:
    if taken.cause == "first":
        return t.say("{player} has the victim token first, and decides every tie.", record)
    return t.say("{player} takes the victim token.", record)


@GROUPS.on(PlacementRolled, CharacterPlaced)
def _assigned(
    first: PlacementRolled | CharacterPlaced, t: Telling, records: Sequence[Record]
) -> Text:
    """Narrate a player's dice and placements, with the full areas (OSA-13)."""
    words, player = t.words, t.words.seat(first.player)
    rolled = list(of_type(PlacementRolled, records))
    placed = list(of_type(CharacterPlaced, records))
    went = join(
        [
            Text.assemble(words.character(each.character), " to ", words.place(each.place))
            for each in placed
        ]
    )
    if not rolled:
        return fill("{player} places {went}.", player=player, went=went)
    dice = rolled[0].dice
    line = "{player} rolls {dice}: {went}." if placed else "{player} rolls {dice}."
    sentence = fill(line, player=player, dice=words.dice(dice), went=went)
    full = Counter(dice) - Counter(each.place for each in placed)
    if full and len(placed) == len(dice):
        verb = "was" if len(full) == 1 else "were"
        areas = join([words.place(area) for area in sorted(full)])
        sentence.append_text(fill(" {areas} {verb} full.", areas=areas, verb=verb))
    return sentence


# --- votes and items ---


@SENTENCES.on(TieBroken)
def _tie_broken(broken: TieBroken, t: Telling, record: Record) -> Text:
    won = t.wins(broken.kind, [broken.chosen])
    return t.say("{player} decides with the victim token: {won}", record, won=won)


@SENTENCES.on(GunDrawn)
def _gun(drawn: GunDrawn, t: Telling, record: Record) -> Text:
    in_attack = record.phase == "attack" and drawn.place == t.words.ruleset.parking
    lasts = " against each monster here" if in_attack else ""
    return t.say(f"{{player}} plays {{gun}}: one more vote{lasts}.", record)


@SENTENCES.on(ZombieLured)
def _lured(lured: ZombieLured, t: Telling, record: Record) -> Text:
    line = "{player} plays {tin_can}: 1 monster goes from {origin} to {place}, {left} left."
    return t.say(line, record, left=t.board.zombies[lured.origin])


# --- monsters ---


@SENTENCES.on(ZombiesDiverted)
def _diverted(diverted: ZombiesDiverted, t: Telling, _: Record) -> Text:
    """Narrate where monsters are drawn, and where those without room go (OSA-42)."""
    words, parking, came = t.words, t.words.ruleset.parking, t.before
    sentence, stand = Text(""), Counter[int]()
    if isinstance(came, ZombiesCame) and came.cause == diverted.cause:
        stand = Counter(came.places)
    elif isinstance(came, ZombiesCame):  # earlier arrivals: these monsters all stay in the pool
        sentence = words.arrivals(came.cause, came.places).append(" ")
    drawn = stand - Counter({parking: diverted.parked}) + Counter(diverted.places)
    sentence.append_text(words.arrivals(diverted.cause, drawn.elements()))
    areas = sorted(set(diverted.places))
    closed = [words.place(area) for area in areas if area in t.board.closed]
    full = [words.place(area) for area in areas if area not in t.board.closed]
    reasons = []
    if closed:
        verb = "is" if len(closed) == 1 else "are"
        reasons.append(fill("{areas} {verb} closed", areas=join(closed), verb=verb))
    if full:
        verb = "has" if len(full) == 1 else "have"
        reasons.append(fill("{areas} {verb} no free notch", areas=join(full), verb=verb))
    fate = _fate(words.place(parking), diverted.parked, len(diverted.places) - diverted.parked)
    return Text.assemble(sentence, " ", join(reasons), ": ", fate, ".")


def _fate(parking: Text, parked: int, pooled: int) -> Text:
    goes, stays = "goes" if parked == 1 else "go", "stays" if pooled == 1 else "stay"
    if not parked:
        return Text(f"{plural(pooled, 'monster')} {stays} in the pool")
    text = fill(f"{plural(parked, 'monster')} {goes} to {{parking}}", parking=parking)
    return text.append(f", {pooled} {stays} in the pool") if pooled else text


@SENTENCES.on(AttackBegan)
def _attack(attack: AttackBegan, t: Telling, record: Record) -> Text:
    one = attack.zombies == 1
    if attack.place == t.words.ruleset.parking:
        which = "it" if one else "one of them"
        line = f"▶ {{attackers}} on {{place}}, where no wall helps: {which} attacks."
    else:
        line = f"▶ {{attackers}} {'attacks' if one else 'attack'} {{place}}, strength {{strength}}"
        line += ": as many are enough now." if attack.zombies == attack.strength else "."
    return t.say(line, record)


@SENTENCES.on(ColdRowFilled)
def _row_filled(filled: ColdRowFilled, t: Telling, _: Record) -> Text:
    what = "from now on monsters get in where they are as many as the strength"
    if filled.row > 1:
        dice = MORE_DICE.get(filled.dice, str(filled.dice))
        what = f"{dice} dice lie under the {t.words.family.cover} from the next round on"
    return Text(f"▦ Row {filled.row} of the cold room is full: {what}.", "cyan")


# --- the end of a round ---


@GROUPS.on(CharacterMoved)
def _evacuated(first: CharacterMoved, t: Telling, records: Sequence[Record]) -> Text:
    """Narrate who leaves an area that closes (OSA-53)."""
    words, owners = t.words, dict[str, list[Text]]()
    for moved in of_type(CharacterMoved, records):
        owners.setdefault(moved.player, []).append(words.character(moved.character))
    who = [
        Text.assemble(words.seat(owner), "'s ", Text(" + ").join(own))
        for owner, own in owners.items()
    ]
    verb = "flees" if len(records) == 1 else "flee"
    line = f"{{who}} {verb} to {{place}}."
    return fill(line, who=join(who), place=words.place(first.place))


def group_of(record: Record) -> Together | None:
    """Return the key of records that are narrated together; None: it is narrated alone."""
    match record.data:
        case PlacementRolled() | CharacterPlaced() as assigned:
            return PlacementRolled, assigned.player
        case CharacterMoved(cause="evacuated") as moved:
            return CharacterMoved, moved.origin
        case _:
            return None


# --- the board ---


NOTCHES = 6
"""Monsters that surround an area (OSA-4)."""


def _holders(words: Words, board: Board) -> Sequence[Text]:
    """Return who holds the badge and the victim token."""
    parts = []
    if board.chief is not None:
        elected = ", elected" if board.elected else ""
        parts.append(Text.assemble("Badge ", words.badge(board.chief), elected))
    if board.victim is not None:
        parts.append(Text.assemble("victim token ", words.badge(board.victim)))
    return parts


def _cold_room(board: Board) -> Sequence[Text]:
    """Return the number of victims, the full rows and the dice that follow."""
    if not board.cold_room:
        return ()
    rows = [Text(str(row)) for row in board.full_rows]
    text = Text(f"cold room {board.cold_room}")
    if rows:
        text.append(f", row{'' if len(rows) == 1 else 's'} ").append_text(join(rows))
        text.append(" full")
    if board.dice > board.ruleset.dice:
        text.append(f", {board.dice} dice")
    return (text,)


def _needed(board: Board, place: int) -> int:
    """Return how many monsters get in: as many as the strength if row 1 is full (OSA-44)."""
    return board.strength(place) + (1 not in board.full_rows)


def _notches(options: Mapping[str, object], parking: bool) -> int | None:  # noqa: FBT001 - as the dialect has it
    """Return the capacity of the parking lot, or of another area, for monsters (OSA-4)."""
    if not parking:
        return NOTCHES
    room = options["parking_notches"]
    return room if isinstance(room, int) else None


# --- the finished game ---


def _epilogue(records: Iterable[Record], end: GameEnded) -> Sequence[str]:
    """Narrate the points of the Truck keys, and the epilogue (OSA-55, OSA-56)."""
    lines, reached = [], "No epilogue is reached that was not unlocked already."
    for record in records:
        match record.data:
            case HandsRevealed(hands=hands):
                worth = {seat: hand.count("truck_keys") for seat, hand in hands.items()}
                lines += [
                    f"The Truck keys are worth {plural(n, 'point')} to {seat}."
                    for seat, n in worth.items()
                    if n and end.scores[seat]  # a score means that a character survived
                ]
            case EpilogueReached(number=number):
                reached = f"Epilogue {number} is reached: {CONDITIONS[number]}."
            case _:
                pass
    return [*lines, reached]


OSACZENI = Dialect(
    family=FAMILIES["osaczeni"],
    card="item",
    a_card="an item",
    place="area",
    titles={
        "setup": "Set-up",
        "truck": "The truck",
        "badge": "The badge",
        "destinations": "Destinations",
        "movement": "Movement",
        "arrival": "Monsters arrive",
        "attack": "The attack",
        "dawn": "Dawn",
    },
    questions={"truck": "Who searches the truck?", "chief": "Who takes the badge?"},
    wins={
        "truck": "{player} searches the truck.",
        "chief": "{player} {takes} the badge.",
        "attack": "{player} is chosen.",
    },
    chosen={
        ("only_candidate", "truck"): "No vote is needed: {player} searches the truck.",
        ("only_candidate", "chief"): "No vote is needed: {player} {takes} the badge.",
        ("only_candidate", "attack"): "Nobody else can be chosen: it is {player}.",
    },
    nobody_there={
        "truck": "Nobody stands at {place}: nobody searches the truck.",
        "chief": "Nobody is at {place}: the badge stays, and its holder may not look at the dice.",
        "closed": "{place} is closed: the badge stays, and its holder may not look at the dice.",
    },
    badge={
        "first": "{player} has the badge first.",
        "succession": "{player} has the badge now.",
    },
    arrivals=CAME,
    hidden_until="until all attacks are over",
    weapons={"molotov": "throws"},
    votes_for={
        "truck": "to search the truck",
        "chief": "to take the badge",
        "attack": "in the attack",
    },
    won={"truck": "searched the truck", "chief": "won the badge"},
    notches=_notches,
    decided={"token": "The victim token decided {deaths}."},
    how={"token": "by the victim token after a tie"},
    keepsakes={"truck_keys": 1},
    epilogue=_epilogue,
    heads=_holders,
    tails=_cold_room,
    needed=_needed,
    sentences=SENTENCES,
    groups=GROUPS,
    group_of=group_of,
    unseen=frozenset({"arrival", "dawn"}),
    quiet=frozenset(
        {BallotOpened, GunsLowered, CharactersTurnedBack, HandsRevealed, EpilogueReached}
    ),
    completed_by={
        ZombiesCame: frozenset({ZombiesDiverted}),
        CardPlayed: frozenset(
            {GunDrawn, CharacterHidden, ZombieLured, ZombiesKilled, DicePeeked, CharacterMoved}
        ),
    },
)  # fmt: skip
