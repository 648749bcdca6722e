"""Everything but votes in words: one function per kind of record."""

from collections.abc import Mapping, Sequence

from rich.text import Text

from arena.events import (
    AttackEnded,
    BadgeTaken,
    CardGiven,
    CardPlayed,
    CardReceived,
    CardsSeen,
    CharacterEaten,
    CharacterHidden,
    CharacterMoved,
    DeckShuffled,
    DestinationAnnounced,
    DestinationChosen,
    DestinationsRevealed,
    DicePeeked,
    DiceRevealed,
    DiceRolled,
    DiceSeen,
    GameBegan,
    Passed,
    SetupDiceRolled,
    TruckSearched,
    ZombiesCame,
    ZombiesKilled,
    ZombiesLeft,
)
from arena.narration.ballots import BALLOTS
from arena.narration.talk import OFFERS_ENDED, TALK
from arena.narration.telling import Groups, Sentences, Telling
from arena.narration.words import Words, fill, join, plural
from arena.records.game import SeatReplaced
from arena.records.record import Record, of_type

__all__ = ["GROUPS", "SENTENCES"]

SENTENCES = Sentences(BALLOTS, TALK)
"""What is not here is not told: answers, floors and seals are told by what they lead to."""
GROUPS = Groups(OFFERS_ENDED)
"""What is told in one breath."""

# --- set-up and position ---


@SENTENCES.on(GameBegan)
def _began(began: GameBegan, t: Telling, _: Record) -> Text:
    seats = [t.words.badge(seat) for seat in began.seats]
    line = Text.assemble(t.words.ruleset.title, ". Clockwise sit ", join(seats), ".")
    if began.closed:
        closed = join([t.words.place(place) for place in began.closed])
        line.append_text(fill(" {closed} is closed.", closed=closed))
    return line.append_text(_legend(t.words))


def _legend(words: Words) -> Text:
    """Return the locations with their names in the edition's language, where it has its own."""
    named = [
        Text.assemble(words.place(number), f" ({place.own})") if place.own else words.place(number)
        for number, place in words.places.items()
    ]
    if not any(place.own for place in words.places.values()):
        return Text("")
    return Text.assemble(f" The {words.dialect.place}s: ", join(named), ".")


@SENTENCES.on(BadgeTaken)
def _badge(taken: BadgeTaken, t: Telling, _: Record) -> Text | None:
    line = t.words.dialect.badge.get(taken.cause)
    return fill(line, player=t.words.seat(taken.player)) if line else None


@SENTENCES.on(SetupDiceRolled)
def _setup_dice(rolled: SetupDiceRolled, t: Telling, _: Record) -> Text:
    return fill(
        "The dice for the first {attacker}s: {dice}.",
        attacker=t.words.family.attacker, dice=t.words.dice(rolled.dice),
    )  # fmt: skip


@SENTENCES.on(SeatReplaced)
def _replaced(replaced: SeatReplaced, t: Telling, record: Record) -> Text:
    line = REPLACED[replaced.reason]
    return fill(line, player=t.words.seat(str(record.actor))).append_text(t.aside(record))


REPLACED: Mapping[str, str] = {
    "budget": "The budget of {player} is used up; a house bot plays on.",
    "outage": "The provider of {player} is down; a house bot plays on.",
    "left": "{player} has left; a house bot plays on.",
    "timeouts": "{player} does not answer; a house bot plays on.",
    "back": "{player} is back, and plays again.",
}
"""Who answers for a seat, by the reason."""

# --- cards and the truck ---


@SENTENCES.on(CardReceived)
def _received(received: CardReceived, t: Telling, record: Record) -> Text:
    how = {
        "truck": "{player} keeps {card}.",
        "gift": "{player} is given {card}.",
        "scenario": "{player} holds {card}.",
    }
    line = how.get(received.source, "{player} is dealt {card}.")
    sentence = fill(line, player=t.words.seat(received.player), card=t.words.card(received.card))
    return sentence.append_text(t.aside(record))


@SENTENCES.on(CardGiven)
def _gift(given: CardGiven, t: Telling, _: Record) -> Text:
    is_out = all(player != given.recipient for player, _ in t.board.where)
    return fill(
        f"{{player}} gives {{other}}{', who is out,' if is_out else ''} {{a_card}}.",
        player=t.words.seat(given.player), other=t.words.seat(given.recipient),
        a_card=t.words.dialect.a_card,
    )  # fmt: skip


@SENTENCES.on(TruckSearched)
def _searched(searched: TruckSearched, t: Telling, _: Record) -> Text:
    line = "{player} looks at {cards} from the truck."
    cards = plural(searched.count, t.words.dialect.card)
    return fill(line, player=t.words.seat(searched.player), cards=cards)


@SENTENCES.on(CardsSeen)
def _saw_cards(seen: CardsSeen, t: Telling, record: Record) -> Text:
    line = "{player} sees {cards}."
    sentence = fill(line, player=t.words.seat(seen.player), cards=t.words.card_list(seen.cards))
    return sentence.append_text(t.aside(record))


@SENTENCES.on(DeckShuffled)
def _shuffled(deck: DeckShuffled, t: Telling, record: Record) -> Text:
    sentence = fill("The deck, top first: {cards}.", cards=t.words.card_list(deck.cards))
    return sentence.append_text(t.aside(record))


@SENTENCES.on(CardPlayed)
def _played(played: CardPlayed, t: Telling, _: Record) -> Text:
    return fill(
        "{player} plays {card}.", player=t.words.seat(played.player), card=t.words.card(played.card)
    )


# --- dice and destinations ---


@SENTENCES.on(DiceRolled)
def _dice_rolled(rolled: DiceRolled, t: Telling, record: Record) -> Text:
    t.dice_told = True
    sentence = fill(
        "Under the {cover} lie {dice}.", cover=t.words.family.cover, dice=t.words.dice(rolled.dice)
    )
    return sentence.append_text(t.aside(record))


@SENTENCES.on(DicePeeked)
def _peeked(peeked: DicePeeked, t: Telling, _: Record) -> Text:
    line = "{player} has looked under the {cover}."
    if t.card is not None:
        line = "{player} plays {card} and looks under the {cover}."
    elif peeked.by == "badge":
        line = "{player}, elected, looks under the {cover}."
    return fill(
        line, player=t.words.seat(peeked.player), cover=t.words.family.cover,
        card=Text("") if t.card is None else t.words.card(t.card),
    )  # fmt: skip


@SENTENCES.on(DiceSeen)
def _saw_dice(seen: DiceSeen, t: Telling, record: Record) -> Text | None:
    """Tell what a player saw; who knows the dice already was told that he looked."""
    if t.who == "all" and t.dice_told:
        return None
    sentence = fill(
        "{player} sees {dice}.", player=t.words.seat(seen.player), dice=t.words.dice(seen.dice)
    )
    return sentence.append_text(t.aside(record))


@SENTENCES.on(DiceRevealed)
def _lifted(revealed: DiceRevealed, t: Telling, _: Record) -> Text:
    line = "The {cover} is lifted: {dice}."
    if t.who == "all" and t.dice_told:
        line = "The {cover} is lifted."
    t.dice_told = False
    return fill(line, cover=t.words.family.cover, dice=t.words.dice(revealed.dice))


@SENTENCES.on(DestinationAnnounced)
def _announced(announced: DestinationAnnounced, t: Telling, _: Record) -> Text:
    return fill(
        "{player} announces {place} for all to hear; it binds.",
        player=t.words.seat(announced.player), place=t.words.place(announced.place),
    )  # fmt: skip


@SENTENCES.on(DestinationsRevealed)
def _goals(revealed: DestinationsRevealed, t: Telling, _: Record) -> Text:
    words = t.words
    goals = [
        Text.assemble(words.seat(player), " → ", words.place(place))
        for player, place in revealed.destinations.items()
    ]
    return Text.assemble("Destinations: ", Text(" · ").join(goals), ".")


# --- movement ---


@SENTENCES.on(CharacterMoved)
def _moved(moved: CharacterMoved, t: Telling, _: Record) -> Text:
    words, cause = t.words, moved.cause
    stays = moved.origin == moved.place
    goal = t.board.destinations.get(moved.player)
    if t.card is not None:
        line = "{player} plays {card}: the {character} "
        line += "stays at {place}." if stays else "runs from {origin} to {place}."
    elif cause in {"full", "closed"} and goal is not None:
        line = "{player}'s {character} finds {goal} {cause} "
        line += "and stays at {place}." if stays else "and ends at {place}, coming from {origin}."
    else:
        line = "{player}'s {character} goes from {origin} to {place}."
    return fill(
        line, player=words.seat(moved.player), character=words.character(moved.character),
        origin=words.place(moved.origin), place=words.place(moved.place), cause=cause,
        card=Text("") if t.card is None else words.card(t.card),
        goal=Text("") if goal is None else words.place(goal),
    )  # fmt: skip


# --- attackers ---


@SENTENCES.on(ZombiesCame)
def _came(came: ZombiesCame, t: Telling, _: Record) -> Text:
    return t.words.arrivals(came.cause, came.places, came.player)


@SENTENCES.on(ZombiesKilled)
def _killed(killed: ZombiesKilled, t: Telling, _: Record) -> Text:
    words, left = t.words, t.board.zombies[killed.place]
    weapon, verb = Text("a weapon"), "uses"
    if t.card is not None:
        weapon = words.card(t.card)
        verb = words.dialect.weapons.get(t.card, verb)
    return fill(
        "{player} {verb} {weapon}: {attackers} fewer, {left} left.",
        player=words.seat(killed.player), verb=verb, weapon=weapon,
        attackers=words.family.attackers(killed.count), left=left,
    )  # fmt: skip


@SENTENCES.on(CharacterHidden)
def _hid(hid: CharacterHidden, t: Telling, _: Record) -> Text:
    words = t.words
    card = Text("a card") if t.card is None else words.card(t.card)
    return fill(
        "{player} plays {card}: the {character} can't vote and can't be eaten {until}.",
        player=words.seat(hid.player), card=card, character=words.character(hid.character),
        until=words.dialect.hidden_until,
    )  # fmt: skip


@SENTENCES.on(CharacterEaten)
def _eaten(eaten: CharacterEaten, t: Telling, _: Record) -> Text:
    kind = eaten.character
    points = plural(t.words.points(kind), "point")
    line = fill(
        "✝ {player}'s {character} is eaten at {place} ({points}).",
        player=t.words.seat(eaten.player), character=t.words.character(kind),
        place=t.words.place(eaten.place), points=points,
    )  # fmt: skip
    return Text.assemble(line, style="red")


@SENTENCES.on(AttackEnded)
def _attack_over(attack: AttackEnded, t: Telling, _: Record) -> Text | None:
    if attack.outcome != "repelled":
        return None
    place, family = t.words.place(attack.place), t.words.family
    if not attack.zombies:
        line = "No {attacker} is left at {place}: nobody is eaten."
        return fill(line, attacker=family.attacker, place=place)
    return fill(
        "{place} is saved: strength {strength} against {attackers}.",
        place=place, strength=attack.strength, attackers=family.attackers(attack.zombies),
    )  # fmt: skip


# --- several alike, told in one breath ---


@GROUPS.on(CardReceived)
def dealt(first: CardReceived, t: Telling, records: Sequence[Record]) -> Text | None:
    """Tell the deal, as far as it is known."""
    if len(records) == 1:
        return _received(first, t, records[0])
    each = [
        Text.assemble(t.words.seat(received.player), " ", t.words.card(received.card))
        for received in of_type(CardReceived, records)
    ]
    return Text.assemble(
        "Dealt: ", Text(" · ").join(each), (" (each known to its owner only)", "dim")
    )


@GROUPS.on(DestinationChosen)
def chose(first: DestinationChosen, t: Telling, records: Sequence[Record]) -> Text:
    """Tell the secret destinations, as far as they are known."""
    words = t.words
    if len(records) == 1:
        line = fill(
            "{player} chooses {goal} in secret.",
            player=words.seat(first.player), goal=words.place(first.place),
        )  # fmt: skip
        return line.append_text(t.aside(records[0]))
    each = [
        Text.assemble(words.seat(chosen.player), " → ", words.place(chosen.place))
        for chosen in of_type(DestinationChosen, records)
    ]
    return Text.assemble(
        "Chosen in secret: ", Text(" · ").join(each), (" (each known to its owner only)", "dim")
    )


@GROUPS.on(Passed)
def passed(first: Passed, t: Telling, records: Sequence[Record]) -> Text | None:
    """Tell once that a player keeps a hand; while it stays the same to play nothing is no news."""
    player = first.player
    hand = tuple(t.board.hands[player])
    if t.who == "all" or t.kept == hand:
        return None
    t.kept = hand
    line = fill("{player} plays no {card}.", player=t.words.seat(player), card=t.words.dialect.card)
    return Text.assemble(line, t.aside(records[0]), style="dim")


@GROUPS.on(ZombiesLeft)
def left(first: ZombiesLeft, t: Telling, records: Sequence[Record]) -> Text:
    """Tell which attackers go: that of an attack, and those that find nobody else.

    MOH-57, OSA-48.
    """
    counts = [each.count for each in of_type(ZombiesLeft, records)]
    verb = "leaves" if counts[0] == 1 else "leave"
    attackers = t.words.family.attackers(counts[0])
    place = t.words.place(first.place)
    sentence = fill("{attackers} {verb} {place}", attackers=attackers, verb=verb, place=place)
    if counts[1:]:
        others = sum(counts[1:])
        rest = "the other leaves" if others == 1 else f"the other {others} leave"
        sentence.append(f"; nobody else there can be eaten, and {rest} too")
    return sentence.append(".")
