"""Narration of both families: one sentence or function per type of record."""

from collections.abc import Iterable, Mapping, Sequence

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
    GameEnded,
    Passed,
    PlaceHeld,
    PlayerChosen,
    PlayerEliminated,
    SetupDiceRolled,
    TruckSearched,
    VoteCalled,
    VoteSkipped,
    VotesRevealed,
    ZombiesCame,
    ZombiesKilled,
    ZombiesLeft,
)
from arena.narration.talk import OFFERS_ENDED, TALK
from arena.narration.telling import Groups, Sentences, Telling, sentences_of
from arena.narration.words import Words, fill, join, plural
from arena.records.game import AnswerDefaulted, SeatReplaced
from arena.records.record import Record, of_type

PLAIN = sentences_of(
    {
        SetupDiceRolled: "The dice for the first {attacker}s: {dice}.",
        CardsSeen: "{player} sees {cards}.",
        DeckShuffled: "The deck, top first: {cards}.",
        CardPlayed: "{player} plays {card}.",
        DestinationAnnounced: "{player} announces {place} for all to hear; it binds.",
        CharacterEaten: ("✝ {player}'s {character} is eaten at {place} ({points}).", "red"),
        PlaceHeld: "{place} holds: strength {strength} against {attackers}.",
        PlayerEliminated: ("✖ {player} has no character left and is out.", "red"),
        AnswerDefaulted: (
            "{actor} gave no usable answer ({reason}): {option} stands in.", "yellow",
        ),
    }
)  # fmt: skip
SENTENCES = Sentences(PLAIN, TALK)
"""Types that are missing are not narrated, such as answers and floors: their results are."""
GROUPS = Groups(OFFERS_ENDED)
"""Records that are narrated together."""

# --- set-up and position ---


@SENTENCES.on(GameBegan)
def _began(began: GameBegan, t: Telling, _: Record) -> Text:
    words = t.words
    seats = join([words.badge(seat) for seat in began.seats])
    line = Text.assemble(words.ruleset.title, ". Clockwise sit ", seats, ".")
    if began.closed:
        closed = join([words.place(place) for place in began.closed])
        line.append_text(fill(" {closed} is closed.", closed=closed))
    return line.append_text(_legend(words))


def _legend(words: Words) -> Text:
    """Return the locations, with their names in the edition's language if it has its own."""
    named = [
        Text.assemble(words.place(number), f" ({place.own})") if place.own else words.place(number)
        for number, place in words.places.items()
    ]
    if not any(place.own for place in words.places.values()):
        return Text("")
    return Text.assemble(f" The {words.dialect.place}s: ", join(named), ".")


@SENTENCES.on(BadgeTaken)
def _badge(taken: BadgeTaken, t: Telling, record: Record) -> Text | None:
    line = t.words.dialect.badge.get(taken.cause)
    return None if line is None else t.say(line, record)


@SENTENCES.on(SeatReplaced)
def _replaced(replaced: SeatReplaced, t: Telling, record: Record) -> Text:
    return t.say(REPLACED[replaced.reason], record)


REPLACED: Mapping[str, str] = {
    "budget": "The budget of {actor} is used up; a house bot plays on.",
    "outage": "The provider of {actor} is down; a house bot plays on.",
    "left": "{actor} has left; a house bot plays on.",
    "timeouts": "{actor} does not answer; a house bot plays on.",
    "back": "{actor} is back, and plays again.",
}
"""Sentence about who answers for a seat, by reason."""

# --- votes ---


@SENTENCES.on(VoteCalled)
def _vote_called(called: VoteCalled, t: Telling, record: Record) -> Text | None:
    """Narrate a vote; an attack has named who is present."""
    if called.kind == "attack":
        return None
    question = t.words.dialect.questions[called.kind]
    verb = "is" if len(called.present) == 1 else "are"
    there = t.words.seat_list(called.present)
    return t.say(f"{question} {{there}} {verb} at {{place}}.", record, there=there)


@SENTENCES.on(VoteSkipped)
def _no_vote(skipped: VoteSkipped, t: Telling, record: Record) -> Text:
    lines = t.words.dialect.nobody_there
    if skipped.reason == "deck_empty":
        return Text("The truck is empty: there is nothing left to search.")
    line = lines[skipped.kind]
    if skipped.place in t.board.closed:
        line = lines.get("closed", line)
    return t.say(line, record)


@SENTENCES.on(VotesRevealed)
def _votes(votes: VotesRevealed, t: Telling, _: Record) -> Text:
    """Narrate the ballots with their weights, the totals and the result."""
    words, leaders = t.words, votes.leaders
    ballots = [
        fill(
            "{voter} ({votes}) → {candidate}", voter=words.seat(voter),
            votes=plural(votes.weights[voter], "vote"), candidate=words.seat(candidate),
        )
        for voter, candidate in votes.ballots.items()
    ]  # fmt: skip
    ranked = sorted(votes.totals.items(), key=lambda each: -each[1])
    totals = [Text.assemble(words.seat(name), f" {n}") for name, n in ranked]
    won = t.wins(votes.kind, leaders)
    if len(leaders) > 1:
        won = fill("{players} are tied.", players=words.seat_list(leaders))
    return Text.assemble(Text(" · ").join(ballots), "; ", join(totals, ", "), ": ", won)


@SENTENCES.on(PlayerChosen)
def _chosen(found: PlayerChosen, t: Telling, record: Record) -> Text | None:
    """Narrate the result of a vote that the ballots did not decide."""
    if found.by == "all_hidden":
        nobody = "Everybody there hides: "
        return Text(
            nobody + ("nobody is eaten." if found.kind == "attack" else "nobody is chosen.")
        )
    line = t.words.dialect.chosen.get((found.by, found.kind))
    takes = "keeps" if found.player == t.board.chief else "takes"
    return None if line is None else t.say(line, record, takes=takes)


@SENTENCES.on(GameEnded)
def _ended(end: GameEnded, t: Telling, _: Record) -> Text:
    """Narrate why the game is over; the scores follow as a table."""
    if end.reason == "together":
        return Text("All the living stand together in one location: the game is over.")
    count = len(t.board.where)
    if not count:
        return Text("Nobody is left alive: the game is over.")
    verb = "is" if count == 1 else "are"
    return Text(f"Only {plural(count, 'character')} {verb} left alive: the game is over.")


# --- cards and the truck ---


@SENTENCES.on(CardReceived)
def _received(received: CardReceived, t: Telling, record: Record) -> Text:
    how = {
        "truck": "{player} keeps {card}.",
        "gift": "{player} is given {card}.",
        "scenario": "{player} holds {card}.",
    }
    return t.say(how.get(received.source, "{player} is dealt {card}."), record)


@SENTENCES.on(CardGiven)
def _gift(given: CardGiven, t: Telling, record: Record) -> Text:
    is_out = all(player != given.recipient for player, _ in t.board.where)
    who = "{recipient}, who is out," if is_out else "{recipient}"
    return t.say(f"{{player}} gives {who} {t.words.dialect.a_card}.", record)


@SENTENCES.on(TruckSearched)
def _searched(searched: TruckSearched, t: Telling, record: Record) -> Text:
    cards = plural(searched.count, t.words.dialect.card)
    return t.say("{player} looks at {cards} from the truck.", record, cards=cards)


# --- dice and destinations ---


@SENTENCES.on(DiceRolled)
def _dice_rolled(_: DiceRolled, t: Telling, record: Record) -> Text:
    t.dice_told = True
    return t.say("Under the {cover} lie {dice}.", record)


@SENTENCES.on(DicePeeked)
def _peeked(peeked: DicePeeked, t: Telling, record: Record) -> Text:
    line = "{player} has looked under the {cover}."
    if t.card is not None:
        line = "{player} plays {played} and looks under the {cover}."
    elif peeked.by == "badge":
        line = "{player}, elected, looks under the {cover}."
    return t.say(line, record)


@SENTENCES.on(DiceSeen)
def _saw_dice(_: DiceSeen, t: Telling, record: Record) -> Text | None:
    """Narrate the dice that a player saw, unless the reader knows them."""
    return None if t.who == "all" and t.dice_told else t.say("{player} sees {dice}.", record)


@SENTENCES.on(DiceRevealed)
def _lifted(_: DiceRevealed, t: Telling, record: Record) -> Text:
    known, t.dice_told = t.who == "all" and t.dice_told, False
    line = "The {cover} is lifted." if known else "The {cover} is lifted: {dice}."
    return t.say(line, record)


@SENTENCES.on(DestinationsRevealed)
def _goals(revealed: DestinationsRevealed, t: Telling, _: Record) -> Text:
    return Text.assemble("Destinations: ", _ways(t.words, revealed.destinations.items()), ".")


def _ways(words: Words, goals: Iterable[tuple[str, int]]) -> Text:
    """Return `Ada → 4 Parking Lot · Ben → 5 Security HQ`."""
    each = [Text.assemble(words.seat(player), " → ", words.place(goal)) for player, goal in goals]
    return Text(" · ").join(each)


# --- movement ---


@SENTENCES.on(CharacterMoved)
def _moved(moved: CharacterMoved, t: Telling, record: Record) -> Text:
    stays, goal = moved.origin == moved.place, t.board.destinations.get(moved.player)
    line = "{player}'s {character} goes from {origin} to {place}."
    if t.card is not None:
        line = "{player} plays {played}: the {character} "
        line += "stays at {place}." if stays else "runs from {origin} to {place}."
    elif moved.cause in {"full", "closed"} and goal is not None:
        line = "{player}'s {character} finds {goal} {cause} "
        line += "and stays at {place}." if stays else "and ends at {place}, coming from {origin}."
    return t.say(line, record, goal="" if goal is None else t.words.place(goal))


# --- attackers ---


@SENTENCES.on(ZombiesCame)
def _came(came: ZombiesCame, t: Telling, _: Record) -> Text:
    return t.words.arrivals(came.cause, came.places, came.player)


@SENTENCES.on(ZombiesKilled)
def _killed(killed: ZombiesKilled, t: Telling, record: Record) -> Text:
    weapons, left = t.words.dialect.weapons, t.board.zombies[killed.place]
    verb = "uses" if t.card is None else weapons.get(t.card, "uses")
    weapon = "a weapon" if t.card is None else "{played}"
    killers = t.words.family.attackers(killed.count)
    return t.say(f"{{player}} {verb} {weapon}: {killers} fewer, {left} left.", record)


@SENTENCES.on(CharacterHidden)
def _hid(_: CharacterHidden, t: Telling, record: Record) -> Text:
    until = t.words.dialect.hidden_until
    line = f"{{player}} plays {{played}}: the {{character}} can't vote and can't be eaten {until}."
    return t.say(line, record)


@SENTENCES.on(AttackEnded)
def _attack_over(attack: AttackEnded, t: Telling, record: Record) -> Text | None:
    if attack.outcome != "repelled":
        return None
    if not attack.zombies:
        return t.say("No {attacker} is left at {place}: nobody is eaten.", record)
    return t.say("{place} is saved: strength {strength} against {attackers}.", record)


# --- records narrated together ---


EACH_KNOWN = (" (each known to its owner only)", "dim")


@GROUPS.on(CardReceived)
def _deal(first: CardReceived, t: Telling, records: Sequence[Record]) -> Text | None:
    """Narrate the dealt cards that the reader knows."""
    if len(records) == 1:
        return _received(first, t, records[0])
    each = [
        Text.assemble(t.words.seat(received.player), " ", t.words.card(received.card))
        for received in of_type(CardReceived, records)
    ]
    return Text.assemble("Dealt: ", Text(" · ").join(each), EACH_KNOWN)


@GROUPS.on(DestinationChosen)
def _choices(_: DestinationChosen, t: Telling, records: Sequence[Record]) -> Text:
    """Narrate the secret destinations that the reader knows."""
    if len(records) == 1:
        return t.say("{player} chooses {place} in secret.", records[0])
    goals = [(each.player, each.place) for each in of_type(DestinationChosen, records)]
    return Text.assemble("Chosen in secret: ", _ways(t.words, goals), EACH_KNOWN)


@GROUPS.on(Passed)
def _unplayed_hand(first: Passed, t: Telling, records: Sequence[Record]) -> Text | None:
    """Narrate once that a player plays no card of the same hand."""
    hand = tuple(t.board.hands[first.player])
    if t.who == "all" or t.kept == hand:
        return None
    t.kept = hand
    return t.say(f"{{player}} plays no {t.words.dialect.card}.", records[0], style="dim")


@GROUPS.on(ZombiesLeft)
def _departures(_: ZombiesLeft, t: Telling, records: Sequence[Record]) -> Text:
    """Narrate the departure of attackers: the one that attacked, and those without victims.

    MOH-57, OSA-48.
    """
    count, *others = [each.count for each in of_type(ZombiesLeft, records)]
    verb = "leaves" if count == 1 else "leave"
    sentence = t.say(f"{t.words.family.attackers(count)} {verb} {{place}}", records[0])
    if others:
        rest = "the other leaves" if sum(others) == 1 else f"the other {sum(others)} leave"
        sentence.append(f"; nobody else there can be eaten, and {rest} too")
    return sentence.append(".")
