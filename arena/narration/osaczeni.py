"""What only Osaczeni tells: the victim token, items, monsters that find no room, the cold room."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from arena.console import fill, join, plural
from arena.families import FAMILIES
from arena.narration.board import DialectBoard
from arena.narration.dialect import Dialect
from arena.narration.osaczeni_board import FOLDS, cold_room, holders, needed, notches
from arena.narration.telling import Group, Sentence, Telling
from arena.narration.words import DialectWords
from arena.records import Record

__all__ = ["CONDITIONS", "OSACZENI"]

TITLES = {
    "setup": "Set-up",
    "truck": "The truck",
    "badge": "The badge",
    "destinations": "Destinations",
    "movement": "Movement",
    "arrival": "Monsters arrive",
    "attack": "The attack",
    "dawn": "Dawn",
}
QUESTIONS = {"truck": "Who searches the truck?", "chief": "Who takes the badge?"}
WINS = {
    "truck": "{player} searches the truck.",
    "chief": "{player} {takes} the badge.",
    "attack": "{player} is chosen.",
}
CHOSEN = {
    ("only_candidate", "truck"): "No vote is needed: {player} searches the truck.",
    ("only_candidate", "chief"): "No vote is needed: {player} {takes} the badge.",
    ("only_candidate", "attack"): "Nobody else can be chosen: it is {player}.",
}
NOBODY_THERE = {
    "truck": "Nobody stands at {place}: nobody searches the truck.",
    "chief": "Nobody is at {place}: the badge stays, and its holder may not look at the dice.",
}
BADGE = {
    "first": "{player} has the badge first.",
    "succession": "{player} has the badge now.",
}
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
VOTES_FOR = {
    "truck": "to search the truck",
    "chief": "to take the badge",
    "attack": "in the attack",
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
"""OSA-56: what earns each epilogue, in the order in which they are looked at."""
MORE_DICE = {5: "five", 6: "six"}


# --- set-up ---


def _position(_: Telling, __: Mapping[str, Any], ___: Record) -> Text:
    return Text("The game begins in a given position.")


def _token(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    player = t.words.seat(d["player"])
    if d["cause"] == "first":
        return fill("{player} has the victim token first, and decides every tie.", player=player)
    return fill("{player} takes the victim token.", player=player)


def _assigned(t: Telling, records: list[Record]) -> Text:
    """Tell a player's dice and where the characters went, the full areas included (OSA-13)."""
    words = t.words
    rolled = [r["data"] for r in records if r["type"] == "placement_rolled"]
    placed = [r["data"] for r in records if r["type"] == "character_placed"]
    player = words.seat(records[0]["data"]["player"])
    went = join(
        [
            Text.assemble(words.character(d["character"]), " to ", words.place(d["place"]))
            for d in placed
        ]
    )
    if not rolled:
        return fill("{player} places {went}.", player=player, went=went)
    dice = rolled[0]["dice"]
    line = "{player} rolls {dice}: {went}." if placed else "{player} rolls {dice}."
    sentence = fill(line, player=player, dice=words.dice(dice), went=went)
    full = Counter(dice) - Counter(d["place"] for d in placed)
    if full and len(placed) == len(dice):
        verb = "was" if len(full) == 1 else "were"
        areas = join([words.place(area) for area in sorted(full)])
        sentence.append_text(fill(" {areas} {verb} full.", areas=areas, verb=verb))
    return sentence


# --- votes and items ---


def _tie_broken(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    won = t.wins(d["kind"], [d["chosen"]])
    line = "{player} decides with the victim token: {won}"
    return fill(line, player=t.words.seat(d["player"]), won=won)


def _no_vote(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    place = t.words.place(d["place"])
    if d["reason"] == "deck_empty":
        return Text("The truck is empty: there is nothing left to search.")
    if d["place"] in t.board.closed:
        line = "{place} is closed: the badge stays, and its holder may not look at the dice."
        return fill(line, place=place)
    return fill(NOBODY_THERE[d["kind"]], place=place)


def _gun(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    lasts = record["phase"] == "attack" and d["place"] == t.words.ruleset.parking
    return fill(
        "{player} plays {card}: one more vote{lasts}.",
        player=t.words.seat(d["player"]), card=t.words.card("gun"),
        lasts=" against each monster here" if lasts else "",
    )  # fmt: skip


def _boxed(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    line = "{player} puts {card} into the box, out of the game."
    sentence = fill(line, player=t.words.seat(d["player"]), card=t.words.card(d["card"]))
    return sentence.append_text(t.aside(record))


def _lured(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    return fill(
        "{player} plays {card}: 1 monster goes from {origin} to {place}, {left} left.",
        player=t.words.seat(d["player"]), card=t.words.card("tin_can"),
        origin=t.words.place(d["origin"]), place=t.words.place(d["place"]),
        left=t.board.zombies[d["origin"]],
    )  # fmt: skip


# --- monsters ---


def _diverted(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    """Tell where monsters were drawn to, and where those went that found no room (OSA-42)."""
    words, parking, arrivals = t.words, t.words.ruleset.parking, t.before
    sentence, stand = Text(""), Counter[int]()
    if arrivals is not None and arrivals["cause"] == d["cause"]:
        stand = Counter(arrivals["places"])
    elif arrivals is not None:  # others that came before, and of these all stay in the pool
        sentence = words.arrivals(arrivals["cause"], arrivals["places"]).append(" ")
    drawn = stand - Counter({parking: d["parked"]}) + Counter(d["places"])
    sentence.append_text(words.arrivals(d["cause"], drawn.elements()))
    areas = sorted(set(d["places"]))
    closed = [words.place(area) for area in areas if area in t.board.closed]
    full = [words.place(area) for area in areas if area not in t.board.closed]
    reasons = []
    if closed:
        reasons.append(fill("{areas} {verb} closed", areas=join(closed), verb=_are(closed)))
    if full:
        verb = "has" if len(full) == 1 else "have"
        reasons.append(fill("{areas} {verb} no free notch", areas=join(full), verb=verb))
    fate = _fate(words.place(parking), d["parked"], len(d["places"]) - d["parked"])
    return Text.assemble(sentence, " ", join(reasons), ": ", fate, ".")


def _are(things: Sequence[object]) -> str:
    return "is" if len(things) == 1 else "are"


def _fate(parking: Text, parked: int, pooled: int) -> Text:
    goes, stays = "goes" if parked == 1 else "go", "stays" if pooled == 1 else "stay"
    if not parked:
        return Text(f"{plural(pooled, 'monster')} {stays} in the pool")
    text = fill(f"{plural(parked, 'monster')} {goes} to {{parking}}", parking=parking)
    return text.append(f", {pooled} {stays} in the pool") if pooled else text


def _attack(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    monsters, place = t.words.family.attackers(d["zombies"]), t.words.place(d["place"])
    one = d["zombies"] == 1
    if d["place"] == t.words.ruleset.parking:
        which = "it" if one else "one of them"
        line = f"▶ {{monsters}} on {{place}}, where no wall helps: {which} attacks."
    else:
        line = f"▶ {{monsters}} {'attacks' if one else 'attack'} {{place}}, strength {{strength}}"
        line += ": as many are enough now." if d["zombies"] == d["strength"] else "."
    return fill(line, monsters=monsters, place=place, strength=d["strength"])


def _row_filled(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    what = "from now on monsters get in where they are as many as the strength"
    if d["row"] > 1:
        dice = MORE_DICE.get(d["dice"], str(d["dice"]))
        what = f"{dice} dice lie under the {t.words.family.cover} from the next round on"
    return Text(f"▦ Row {d['row']} of the cold room is full: {what}.", "cyan")


# --- the end of a round ---


def _closed(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    line = "▣ {place} is surrounded and closed for good; its monsters go."
    return Text.assemble(fill(line, place=t.words.place(d["place"])), style="magenta")


def _evacuated(t: Telling, records: list[Record]) -> Text:
    """Tell who has to leave an area that closes (OSA-53)."""
    words, owners = t.words, dict[str, list[Text]]()
    for record in records:
        d = record["data"]
        owners.setdefault(d["player"], []).append(words.character(d["character"]))
    who = [
        Text.assemble(words.seat(owner), "'s ", Text(" + ").join(own))
        for owner, own in owners.items()
    ]
    verb = "flees" if len(records) == 1 else "flee"
    line = f"{{who}} {verb} to {{place}}."
    return fill(line, who=join(who), place=words.place(records[0]["data"]["place"]))


def _ended(t: Telling, _: Mapping[str, Any], __: Record) -> Text:
    count = len(t.board.where)
    if not count:
        return Text("Nobody is left alive: the game is over.")
    verb = "is" if count == 1 else "are"
    return Text(f"Only {plural(count, 'character')} {verb} left alive: the game is over.")


def group_of(record: Record) -> tuple[str, object] | None:
    """Return what a record may be told together with; None: it is told alone."""
    d = record["data"]
    match record["type"]:
        case "placement_rolled" | "character_placed":
            return "placement", d["player"]
        case "character_moved" if d["cause"] == "evacuated":
            return "evacuated", d["origin"]
        case _:
            return None


GROUPS: Mapping[str, Group] = {
    "placement_rolled": _assigned,
    "character_placed": _assigned,
    "character_moved": _evacuated,
}
SENTENCES: Mapping[str, Sentence] = {
    "mall_set": _position,
    "victim_token_taken": _token,
    "vote_skipped": _no_vote,
    "tie_broken": _tie_broken,
    "gun_drawn": _gun,
    "card_boxed": _boxed,
    "zombie_lured": _lured,
    "zombies_diverted": _diverted,
    "attack_began": _attack,
    "cold_row_filled": _row_filled,
    "place_closed": _closed,
    "game_ended": _ended,
}


# --- what is told of a finished game ---


def _epilogue(records: Iterable[Record], end: Mapping[str, Any]) -> Sequence[str]:
    """Tell what the Truck keys were worth, and which epilogue was reached (OSA-55, OSA-56)."""
    lines, reached = [], "No epilogue is reached that was not unlocked already."
    for record in records:
        d = record["data"]
        if record["type"] == "hands_revealed":
            worth = {seat: hand.count("truck_keys") for seat, hand in d["hands"].items()}
            lines += [
                f"The Truck keys are worth {plural(n, 'point')} to {seat}."
                for seat, n in worth.items()
                if n and end["scores"][seat]  # who has a survivor has points
            ]
        elif record["type"] == "epilogue_reached":
            number = d["number"]
            reached = f"Epilogue {number} is reached: {CONDITIONS[number]}."
    return [*lines, reached]


OSACZENI = Dialect(
    words=DialectWords(
        family=FAMILIES["osaczeni"],
        card="item",
        a_card="an item",
        place="area",
        titles=TITLES,
        questions=QUESTIONS,
        wins=WINS,
        chosen=CHOSEN,
        nobody_there=NOBODY_THERE,
        badge=BADGE,
        arrivals=CAME,
        hidden_until="until all attacks are over",
        weapons={"molotov": "throws"},
        votes_for=VOTES_FOR,
        won={"truck": "searched the truck", "chief": "won the badge"},
        notches=notches,
        decided={"token": "The victim token decided {deaths}."},
        how={"token": "by the victim token after a tie"},
        keepsakes={"truck_keys": 1},
        epilogue=_epilogue,
    ),
    board=DialectBoard(
        folds=FOLDS,
        heads=holders,
        tails=cold_room,
        needed=needed,
    ),
    unseen=frozenset({"arrival", "dawn"}),
    sentences=SENTENCES,
    groups=GROUPS,
    group_of=group_of,
    quiet=frozenset(
        {"ballot_opened", "guns_lowered", "characters_turned_back", "hands_revealed",
         "epilogue_reached"}
    ),
    completed_by={
        "zombies_came": frozenset({"zombies_diverted"}),
        "card_played": frozenset(
            {
                "gun_drawn", "character_hidden", "zombie_lured", "zombies_killed", "dice_peeked",
                "character_moved",
            }
        ),
    },
)  # fmt: skip
