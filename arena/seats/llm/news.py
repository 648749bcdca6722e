"""The events that a seat has perceived since its last question, a line each.

The sentences are those of narration, except talk: other players' words are quoted and escaped. The
seat's own actions, which its conversation holds, and what the board shows are left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from rich.text import Text

from arena.claims.deal_records import DealAnswered, DealOffered
from arena.claims.language import Claim
from arena.claims.notation import written, written_terms
from arena.claims.offers import DealAct, Offer, Reply
from arena.claims.vocabulary import Vocabulary
from arena.events import DestinationChosen, GameBegan, Passed
from arena.narration.narrator import Narrator
from arena.narration.telling import Sentences, Telling
from arena.narration.words import NO_BREAK_SPACE, Paragraph, Words
from arena.projections.bargains import offer_in
from arena.records.facts import Fact
from arena.records.game import Answer
from arena.records.record import Record
from arena.records.talk import (
    Bid,
    ClaimsUnread,
    Planned,
    Said,
    Silent,
    TurnDefaulted,
    UnreadLine,
    Whispered,
)
from arena.seats.llm.quoting import quoted

LEFT_OUT: frozenset[type[Fact]] = frozenset(
    {Answer, Said, Whispered, Silent, Bid, Passed, DestinationChosen}
)
"""Own actions that a seat is not shown: its conversation or the board has them."""
BESIDE: frozenset[type[Fact]] = frozenset({DealOffered, DealAnswered})
"""Effects of a message, shown with it."""
SENTENCES = Sentences()
"""Sentences without colours, symbols and typographic quotation marks."""


class News:
    """Writes each seat's records as lines; it depends on the records alone.

    A narrator is cached for each seat, so that a turn costs as much as its new records.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._kept: dict[str, tuple[int, object, Narrator]] = {}

    def lines(self, seat: str, heard: Sequence[Record], known: int) -> list[str]:
        """Return the lines for the records after the first `known` ones."""
        before, new = heard[:known], heard[known:]
        narrator = self._after(seat, before)
        lines = _lines(narrator, seat, new, before[-1].round if before else 0)
        if heard:
            self._kept[seat] = len(heard), heard[-1], narrator
        return lines

    def chronicle(self, seat: str, heard: Sequence[Record]) -> list[str]:
        """Return the lines for all records, the seat's own actions included."""
        narrator = Narrator(self._words, seat, boards=False, sentences=SENTENCES)
        return _lines(narrator, "", heard, 0)

    def _after(self, seat: str, before: Sequence[Record]) -> Narrator:
        """Return a narrator that has read the records shown before."""
        if before and seat in self._kept:
            count, last, kept = self._kept.pop(seat)
            if count == len(before) and last is before[-1]:
                return kept
        narrator = Narrator(self._words, seat, boards=False, sentences=SENTENCES)
        for record in before:
            narrator.skip(record)
        return narrator


def _lines(narrator: Narrator, seat: str, new: Sequence[Record], number: int) -> list[str]:
    """Write records as lines, without `seat`'s own actions; `number` is the last round before."""
    lines = list[str]()
    speaker = None
    for record in new:
        kind = type(record.data)
        if record.actor == seat and kind in LEFT_OUT:
            narrator.skip(record)
            speaker = None
            continue
        if record.round != number:
            number = record.round
            lines += [*_plain(narrator.pause()), f"- Round {number} begins."]
        told = [*_plain(narrator.feed(record))]
        if kind not in BESIDE:
            speaker = record.actor if kind is Said else None
        elif told and speaker is not None and speaker == record.actor:
            lines[-1] = "\n ".join([lines[-1], *(line.removeprefix("-") for line in told)])
            continue
        lines += told
    return [*lines, *_plain(narrator.pause())]


def _plain(told: Sequence[object]) -> Iterator[str]:
    for each in told:
        if isinstance(each, Paragraph):
            yield f"- {each.text.plain.replace(NO_BREAK_SPACE, ' ')}"


def listed(names: Sequence[str]) -> str:
    """Join names in a sentence: `Anna, Bruno and Clara`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _listeners(t: Telling, names: Sequence[str]) -> str:
    return listed(["you" if name == t.who else name for name in names]) if names else "all"


@SENTENCES.on(Said)
def _said(said: Said, t: Telling, record: Record) -> Text:
    verb = "whispers" if said.whisper else "says"
    line = f"{record.actor} {verb} to {_listeners(t, said.to)}: {quoted(said.text)}"
    acts = [*said.claims, *_answers_to_unknown(t, said.deals)]
    if acts:
        line += f"\n  claims: {'; '.join(_written(t, each, record) for each in acts)}"
    return Text(line)


def _answers_to_unknown(t: Telling, acts: Iterable[DealAct]) -> list[DealAct]:
    """Return answers to offers that the reader did not hear; others have their own records."""
    return [each for each in acts if isinstance(each, Reply) and each.deal not in t.bargains.offers]


@lru_cache(maxsize=64)
def _vocabulary_of(words: Words) -> Vocabulary:
    """Cache a table's vocabulary: to build its lexicon is slow."""
    return Vocabulary(words.ruleset, words.seats)


def _written(t: Telling, said: Claim | DealAct, record: Record) -> str:
    return written(said, str(record.actor), _vocabulary_of(t.words))


def offer_line(number: int, offerer: str, offer: Offer, vocabulary: Vocabulary) -> str:
    """Write an offer with its number and both sides' terms, in the notation."""
    answers = "" if offer.counters is None else f", counter to {offer.counters}"
    terms = written_terms(offer, offerer, vocabulary)
    return f"Offer {number}, by {offerer} to {', '.join(offer.to)}{answers}: {terms}"


@SENTENCES.on(DealOffered)
def _offered(offered: DealOffered, t: Telling, record: Record) -> Text:
    """Write an offer with its number; for the offerer the number alone."""
    if record.actor == t.who:
        return Text(f"Your offer to {_listeners(t, offered.to)} has the number {offered.deal}.")
    vocabulary = _vocabulary_of(t.words)
    return Text(offer_line(offered.deal, str(record.actor), offer_in(offered), vocabulary))


@SENTENCES.on(DealAnswered)
def _answered(answered: DealAnswered, t: Telling, _: Record) -> Text:
    """Write the answer to an offer; if accepted, with its terms."""
    player, deal = answered.player, answered.deal
    match answered.answer:
        case "accepted":
            offerer, offer = t.bargains.offers[deal]
            terms = written_terms(offer, offerer, _vocabulary_of(t.words), with_=player)
            counts = ", which counts: under one seal it was withdrawn" * (
                (deal, player) in t.bargains.withdrawn
            )
            return Text(f"{player} has accepted offer {deal}{counts}. Deal {deal}: {terms}")
        case "withdrawn" if (deal, player) in t.bargains.answered:
            return Text(f"Offer {deal} was withdrawn too late: {player} answered under one seal.")
        case "withdrawn":
            return Text(f"Offer {deal} is withdrawn from {player}.")
        case "lapsed":
            return Text(f"Offer {deal} lapses, unanswered by {player}.")
        case answer:
            return Text(f"{player} has {answer} offer {deal}.")


@SENTENCES.on(ClaimsUnread)
def _unread(unread: ClaimsUnread, _: Telling, __: Record) -> Text:
    return Text(f"Nobody heard these lines of your claims: {_why(unread.lines)} (only you)")


@SENTENCES.on(Planned)
def _planned(planned: Planned, _: Telling, __: Record) -> Text | None:
    lines = _why(planned.unread)
    return (
        Text(f"What could not be read of your plan is lost: {lines} (only you)") if lines else None
    )


def _why(lines: Iterable[UnreadLine]) -> str:
    return " ".join(each.why for each in lines)


@SENTENCES.on(Whispered)
def _whispered(whispered: Whispered, t: Telling, record: Record) -> Text:
    return Text(f"{record.actor} whispers to {_listeners(t, whispered.to)}.")


@SENTENCES.on(GameBegan)
def _began(began: GameBegan, _: Telling, __: Record) -> Text:
    return Text(f"The game begins. Clockwise sit {listed(began.seats)}.")


@SENTENCES.on(TurnDefaulted)
def _turn_lost(lost: TurnDefaulted, _: Telling, record: Record) -> Text:
    return Text(
        f"{record.actor} gave no usable answer ({lost.reason}) and says nothing. (only you)"
    )
