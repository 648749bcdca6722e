"""Sentences for talk: speeches in quotation marks, whispers, deals and plans."""

from collections.abc import Sequence

from rich.text import Text

from arena.claims.deal_records import DealAnswered, DealOffered
from arena.claims.language import Claim
from arena.claims.plans import Intent
from arena.narration.claims_in_words import claim_in_words, promised
from arena.narration.deals_in_words import accepted, offered
from arena.narration.telling import Groups, Sentences, Telling
from arena.narration.words import fill, join
from arena.projections.bargains import offer_in
from arena.records.record import Record, of_type
from arena.records.talk import ClaimsUnread, Planned, Said, Whispered

TALK = Sentences()
"""Silence and bids are not narrated."""
OFFERS_ENDED = Groups()


@TALK.on(Said)
def _said(said: Said, t: Telling, record: Record) -> Text:
    words = f"“{' '.join(said.text.split())}”"
    line = "{actor} to {to}: {words}" if said.to else "{actor}: {words}"
    return t.say("{actor} whispers to {to}: {words}" if said.whisper else line, record, words=words)


@TALK.on(Whispered)
def _whispered(whispered: Whispered, t: Telling, record: Record) -> Text:
    speaker, listeners = t.words.seat(record.actor), t.words.seat_list(whispered.to)
    return fill("{speaker} whispers to {listeners}.", speaker=speaker, listeners=listeners)


@TALK.on(DealOffered)
def _offered(made: DealOffered, t: Telling, record: Record) -> Text:
    return offered(t.words, offer_in(made), made.deal, str(record.actor))


@TALK.on(DealAnswered)
def _answered(answered: DealAnswered, t: Telling, _: Record) -> Text | None:
    """Narrate an answer to an offer; a counter-offer has its own line."""
    player, deal = answered.player, answered.deal
    match answered.answer:
        case "accepted":
            offerer, offer = t.bargains.offers[deal]
            told = accepted(t.words, offer, deal, offerer, player)
            if (deal, player) in t.bargains.withdrawn:
                line = " It was withdrawn under the same seal, too late for {player}: it holds."
                told.append_text(fill(line, player=t.words.seat(player)))
            return told
        case "declined":
            line = "{player} declines offer {deal}."
            return fill(line, player=t.words.seat(player), deal=deal)
        case _:
            return None


@OFFERS_ENDED.on(DealAnswered)
def _offers_ended(first: DealAnswered, t: Telling, group: Sequence[Record]) -> Text:
    """Narrate offers that lapsed or were withdrawn."""
    ended = list(of_type(DealAnswered, group))
    if group[0].actor is None:
        return _lapsed(t, ended)
    return _withdrawn(t, first.deal, group[0].actor, [each.player for each in ended])


def _withdrawn(t: Telling, deal: int, actor: str, players: Sequence[str]) -> Text:
    """Narrate the withdrawal of an offer, from some of its receivers or all."""
    offerer, (_, offer) = t.words.seat(actor), t.bargains.offers[deal]
    line = "{offerer} withdraws offer {deal} from {players}"
    if set(players) == set(offer.to):
        line = "{offerer} withdraws offer {deal}"
    told = fill(line, offerer=offerer, deal=deal, players=t.words.seat_list(players))
    late = [player for player in players if (deal, player) in t.bargains.answered]
    if late:
        line = ", too late for {late}, who answered under the same seal"
        told.append_text(fill(line, late=t.words.seat_list(late)))
    return told.append(".")


def _lapsed(t: Telling, ended: Sequence[DealAnswered]) -> Text:
    """Narrate the offers that nobody answered during the round."""
    players: dict[int, list[str]] = {}
    for each in ended:
        players.setdefault(each.deal, []).append(each.player)
    deals = [
        fill("offer {deal} by {players}", deal=deal, players=t.words.seat_list(names))
        for deal, names in players.items()
    ]
    return fill("Unanswered: {deals}.", deals=join(deals))


@TALK.on(ClaimsUnread)
def _unread(unread: ClaimsUnread, t: Telling, record: Record) -> Text:
    """Narrate unreadable lines: with the reason to the speaker, else the lines only."""
    lost = " ".join(each.why for each in unread.lines)
    if t.who != record.actor:
        lines = [Text(f"“{' '.join(each.line.split())}”") for each in unread.lines]
        lost = f"{join(lines).plain}."
    return t.say("Not read as a claim: {lost}", record, lost=lost)


@TALK.on(Planned)
def _planned(planned: Planned, t: Telling, record: Record) -> Text | None:
    """Narrate a seat's plan, without what could not be read."""
    meant = [_intent(t, each, str(record.actor)) for each in planned.intents]
    return t.say("{actor} means {meant}.", record, meant=join(meant)) if meant else None


def _intent(t: Telling, intent: Intent, player: str) -> Text:
    if intent.act == "do":
        return promised(t.words, intent.said)
    said = claim_in_words(t.words, Claim(proposition=intent.said), player)
    return fill("to report that {said}", said=said)
