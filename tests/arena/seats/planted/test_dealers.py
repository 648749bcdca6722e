"""Bots that make deals: who offers what to whom, and who keeps it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from arena.claims.language import Proposition
from arena.claims.offers import Offer, Reply
from arena.config import TableConfig
from arena.lab.game import Ballot, Game, Message
from arena.lab.proofs.proof import region
from arena.projections.offers import Offered
from arena.records.record import Record
from arena.seats.planted import planted_seat
from arena.seats.planted.dealers import Dealer, Offerer
from arena.seats.seat import Question
from arena.table.simulation import simulate
from arena.talk.speech import Speech, TalkTurn
from engine import Option
from tests.arena.lab.word_games import NAMES, games
from tests.arena.records_of import record_of
from tests.breadth import EACH_FAMILY

DEALERS = tuple(f"planted:dealer({p})" for p in ("0", "0.5", "1"))
OFFERERS = tuple(f"planted:offerer({p})" for p in ("0", "0.5", "1"))
COUNT = 6
PLACE = 3


@dataclass(frozen=True, kw_only=True)
class Attack:
    """What was said before a vote in an attack, and its first ballot."""

    place: int
    present: tuple[str, ...]
    messages: tuple[Message, ...]
    offers: tuple[Offered, ...]
    ballot: Ballot

    @property
    def target(self) -> str:
        """Return for whom both parties of its deal are to vote."""
        return str(self.offers[0].offer.gives[0].target)

    @property
    def kept(self) -> tuple[bool, bool]:
        """Return whether who offered and who accepted voted as agreed."""
        offered, cast = self.offers[0], self.ballot.cast
        return cast[offered.offerer] == self.target, cast[offered.to] == self.target


def attacks(game: Game) -> Iterator[Attack]:
    """Yield the attacks in which several could be voted for."""
    before = 0
    for vote in game.votes:
        since, before = before, vote.at
        if vote.kind == "attack" and vote.ballots and len(vote.ballots[0].cast) > 1:
            yield Attack(
                place=vote.place, present=vote.present, ballot=vote.ballots[0],
                messages=tuple(each for each in game.messages if since < each.at < vote.at),
                offers=tuple(each for each in game.offers if since < each.at < vote.at),
            )  # fmt: skip


def dealt(family: str, spec: str) -> list[Attack]:
    """Return the attacks in games of five such bots."""
    return [each for game in games(family, spec, count=COUNT) for each in attacks(game)]


def vote(player: str, target: str, place: int = PLACE) -> Proposition:
    """Return the pledge of a vote in an attack."""
    return Proposition(kind="vote", player=player, target=target, vote="attack", location=place)


# --- at tables ---


@pytest.mark.parametrize("spec", [*DEALERS, *OFFERERS])
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_all_that_they_say_and_choose_can_be_taken(family: str, spec: str) -> None:
    """No default stands in."""
    for game in games(family, spec, count=COUNT):
        types = {each.type for each in game.records}
        assert "said" in types or spec == OFFERERS[0]
        assert not types & {"turn_defaulted", "answer_defaulted"}


@pytest.mark.parametrize("spec", DEALERS)
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_before_each_attack_one_deal_is_offered_and_accepted(family: str, spec: str) -> None:
    """The first who is there offers it, who is asked says yes, and nobody else says anything."""
    found = dealt(family, spec)
    assert len(found) > 20
    for each in found:
        (deal,) = each.offers
        assert (deal.offerer, deal.ending) == (each.present[0], "accepted")
        assert [(one.speaker, one.to) for one in each.messages] == [
            (deal.offerer, (deal.to,)), (deal.to, (deal.offerer,)),
        ]  # fmt: skip


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_deal_is_of_two_votes_for_one_candidate(family: str) -> None:
    """Of two who vote there; the candidate can be one of them or another, the other party too."""
    found = dealt(family, DEALERS[1])
    for each in found:
        (deal,) = each.offers
        assert {deal.offerer, deal.to, each.target} <= set(each.ballot.cast)
        assert deal.offerer != deal.to
        assert deal.offer.gives == (vote(deal.offerer, each.target, each.place),)
        assert deal.offer.wants == (vote(deal.to, each.target, each.place),)
        assert deal.offer.until == deal.round
    several = [each for each in found if len(each.ballot.cast) > 2]
    who = {(each.offers[0].offerer, each.offers[0].to).count(each.target) for each in several}
    assert who == {0, 1}
    assert len({each.present.index(each.offers[0].to) for each in several}) > 1


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_nobody_deals_where_one_alone_can_be_voted_for(family: str) -> None:
    """Nor before other votes: every message is of an attack with several."""
    for game in games(family, DEALERS[1], count=COUNT):
        assert {each.floor for each in game.messages} == {"attack"}
        assert sum(len(each.messages) for each in attacks(game)) == len(game.messages)


@pytest.mark.parametrize(("spec", "kept"), [(DEALERS[0], False), (DEALERS[2], True)])
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_the_ends_of_the_dial_are_certain(family: str, spec: str, *, kept: bool) -> None:
    """Who keeps with 1 always votes as agreed, who does with 0 always for another."""
    assert {each.kept for each in dealt(family, spec)} == {(kept, kept)}


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_sides_are_kept_in_their_share_each_for_itself(family: str) -> None:
    """Half of all sides, half of those of the offerers, and both sides in a quarter."""
    kept = [each.kept for each in dealt(family, DEALERS[1])]
    offerers, acceptors = zip(*kept, strict=True)
    assert sum(offerers) in region(len(kept), 0.5)
    assert sum(acceptors) in region(len(kept), 0.5)
    assert kept.count((True, True)) in region(len(kept), 0.25)
    assert len(set(kept)) == 4


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_who_has_no_part_in_a_deal_votes_at_random(family: str) -> None:
    """With who keeps all they vote for its candidate and for others, in a share as by chance."""
    others, expected = list[bool](), 0.0
    for each in dealt(family, DEALERS[2]):
        parties = {each.offers[0].offerer, each.offers[0].to}
        free = [seat for seat in each.ballot.cast if seat not in parties]
        others += [each.ballot.cast[seat] == each.target for seat in free]
        expected += len(free) / len(each.ballot.candidates)
    assert sum(others) in region(len(others), expected / len(others))


@pytest.mark.parametrize("spec", [DEALERS[1], OFFERERS[1]])
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_they_play_no_cards_at_votes(family: str, spec: str) -> None:
    """They pass whenever they are asked for one, so that all votes weigh what they did."""
    asked = [
        choice.chosen_args
        for game in games(family, spec, count=COUNT)
        for choice in game.choices
        if choice.kind in {"play_vote_card", "play_attack_card", "play_item"}
    ]
    assert len(asked) > 20
    assert not any(asked)


@pytest.mark.parametrize(("spec", "share"), [(OFFERERS[0], 0.0), (OFFERERS[2], 1.0)])
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_an_offerer_offers_in_all_turns_before_attacks_or_in_none(
    family: str, spec: str, share: float
) -> None:
    """With 1 in each, with 0 in none; in other turns never."""
    for game in games(family, spec, count=COUNT):
        turns = {each.id for each in game.turns if each.floor == "attack"}
        offered = [each.turn for each in game.messages if each.deals]
        assert len(turns) > len(NAMES)
        assert sorted(offered) == (sorted(turns) if share else [])
        assert len(offered) == len(game.messages) == len(game.offers)


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_an_offerer_offers_in_its_share_of_turns(family: str) -> None:
    """Half of them, whoever has them."""
    turns = [
        each.task
        for game in games(family, OFFERERS[1], count=COUNT)
        for each in game.turns
        if each.floor == "attack"
    ]
    assert turns.count("said") in region(len(turns), 0.5)
    assert {*turns} == {"said", "silent"}


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_an_offerer_asks_somebody_present_for_a_vote_for_its_own(family: str) -> None:
    """Each for the other, in this round; nobody accepts any."""
    found = dealt(family, OFFERERS[2])
    assert found
    for each in found:
        for deal in each.offers:
            assert {deal.offerer, deal.to} <= set(each.present)
            assert deal.offerer != deal.to
            assert deal.offer.gives == (vote(deal.offerer, deal.to, each.place),)
            assert deal.offer.wants == (vote(deal.to, deal.offerer, each.place),)
            assert (deal.offer.until, deal.ending) == (deal.round, "lapsed")


TRUCE = "planted:dealer(1,truce)"


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_truce_is_made_among_three_of_whom_two_have_as_many_votes(family: str) -> None:
    """One spares the other and both vote for the third; elsewhere nothing is offered.

    Who decides a tie or votes again does so at random, which may break the truce afterwards.
    """
    found = [each for each in dealt(family, TRUCE) if each.offers]
    assert len(found) >= 3
    for each in found:
        (deal,) = each.offers
        (spares,), (votes_for,) = deal.offer.gives, deal.offer.wants
        (third,) = set(each.ballot.cast) - {deal.offerer, deal.to}
        weights = each.ballot.weights
        assert weights[deal.offerer] == weights[deal.to]
        assert spares == replace(vote(deal.offerer, deal.to, each.place), negated=True)
        assert votes_for == vote(deal.to, third, each.place)
        assert each.ballot.cast[deal.offerer] == each.ballot.cast[deal.to] == third
        assert deal.sides[deal.to].outcome == "kept"


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_who_breaks_a_truce_votes_against_the_other(family: str) -> None:
    """Who offered it; who accepted it votes for anybody but the third."""
    for each in dealt(family, "planted:dealer(0,truce)"):
        for deal in each.offers:
            cast = each.ballot.cast
            assert cast[deal.offerer] == deal.to
            assert cast[deal.to] in {deal.offerer, deal.to}


# --- one by one ---

TURN = TalkTurn(
    id="Ada.t1", seat="Ada", task="speak", floor="attack", place=PLACE,
    present=("Ada", "Ben", "Cyd"), round=2, phase="attack", turn=1, turns=2, reply=0, replies=1,
    messages=1, whispers=True, characters=400, wave=1,
)  # fmt: skip
BEN = replace(TURN, id="Ben.t2", seat="Ben", wave=2)
VIEW = {"seats": list(NAMES), "votes_here": {"Ada": 2, "Ben": 1, "Cyd": 1}}


def offered(*to: str, by: str = "Ada", number: int = 7, round_: int = 2) -> Record:
    """Return the record of an offer of votes for Cyd in the attack."""
    gives, wants = ([vote(each, "Cyd").data()] for each in (by, to[0]))
    data = {"deal": number, "to": list(to), "gives": gives, "wants": wants, "until": round_}
    return record_of({"type": "deal_offered", "round": round_, "actor": by, "data": data})


SAID = record_of({"type": "said", "round": 2, "actor": "Ada", "data": {}})
OLD = record_of({"type": "round_ended", "round": 1, "actor": None, "data": {}})


def says(turn: TalkTurn, *heard: Record, view: Mapping[str, Any] = VIEW) -> Speech | None:
    """Return what a dealer says."""
    return Dealer("s", 0.5).say(turn, view, heard)


def test_whoever_is_there_first_offers_and_others_wait() -> None:
    """Ada makes one offer; of the others nobody says anything before they are asked."""
    speech = says(TURN)
    assert speech is not None
    (message,) = speech.messages
    (offer,) = message.deals
    assert isinstance(offer, Offer)
    assert offer.to == message.to
    assert says(BEN) is says(replace(BEN, seat="Cyd")) is None


@pytest.mark.parametrize("turn", [
    replace(TURN, floor="revote"), replace(TURN, floor="truck"), replace(TURN, turn=2),
    replace(TURN, reply=1), replace(TURN, seat="Dan", present=("Dan", "Ada", "Ben")),
])  # fmt: skip
def test_there_is_no_offer_but_in_the_first_turn_of_one_who_votes(turn: TalkTurn) -> None:
    """Not on another floor, not again, not in reply, not of Dan who has no vote there."""
    assert says(turn) is None


@pytest.mark.parametrize("votes", [{"Ada": 2}, {}, None])
def test_who_votes_alone_offers_nothing(votes: Mapping[str, int] | None) -> None:
    """Nor where nobody has a vote."""
    assert says(TURN, view={**VIEW, "votes_here": votes}) is None


def test_who_is_asked_accepts_that_deal() -> None:
    """By its number, and says so to who offered it."""
    speech = says(BEN, OLD, offered("Ben"), SAID)
    assert speech is not None
    (message,) = speech.messages
    assert (message.to, message.deals) == (("Ada",), (Reply(act="accept", deal=7),))


@pytest.mark.parametrize("heard", [
    (offered("Cyd"),), (offered("Ben"), offered("Cyd")), (offered("Ben", round_=1), OLD, SAID),
    (offered("Ben", round_=1), OLD), (SAID,), (),
])  # fmt: skip
def test_who_was_not_asked_accepts_nothing(heard: tuple[Record, ...]) -> None:
    """Another was, or another since, or in another round."""
    assert says(BEN, *heard) is None


@pytest.mark.parametrize("turn", [
    replace(BEN, floor="truck"), replace(BEN, turn=2), replace(BEN, reply=1),
    replace(BEN, seat="Dan"),
])  # fmt: skip
def test_a_deal_is_accepted_in_the_first_turn_of_who_votes(turn: TalkTurn) -> None:
    """Neither later nor by Dan, who has no vote there."""
    assert says(turn, offered("Ben", "Dan")) is None


def asked(seat: str = "Ben", kind: str = "cast_vote", at: int = 1, **more: Any) -> Question:  # noqa: ANN401 - any field
    """Return the question for whom of three to vote in the attack."""
    options = tuple(
        Option(id=f"to {each}", label=each, args={"player": each}) for each in ("Ada", "Ben", "Cyd")
    )
    given = {
        "id": f"{seat}.{at}", "seat": seat, "kind": kind, "options": options, "sealed": True,
        "phase": "attack", "round": 2, "place": PLACE, "context": {},
    }  # fmt: skip
    return Question(**{**given, **more})


ATTACK = {"vote": {"kind": "attack"}}


@pytest.mark.parametrize("kind", ["cast_vote", "point_at"])
@pytest.mark.parametrize("seat", ["Ada", "Ben"])
def test_both_parties_vote_as_agreed_or_for_any_other(seat: str, kind: str) -> None:
    """In 3 of 10 votes for Cyd; others have the rest by halves."""
    heard = OLD, offered("Ben"), SAID
    dealer = Dealer("s", 0.3)
    votes = [dealer.choose(asked(seat, kind, at), ATTACK, heard) for at in range(600)]
    assert votes.count("to Cyd") in region(600, 0.3)
    assert votes.count("to Ada") in region(600, 0.35)
    assert votes.count("to Ada") + votes.count("to Ben") + votes.count("to Cyd") == 600


@pytest.mark.parametrize(("question", "heard"), [
    (asked("Cyd"), (offered("Ben"),)), (asked(), ()), (asked(), (offered("Ben", round_=1), OLD)),
    (asked(place=PLACE + 1), (offered("Ben"),)), (asked(), (offered("Ben"), offered("Cyd"))),
    (asked(kind="cast_revote"), (offered("Ben"),)), (asked(kind="move"), (offered("Ben"),)),
])  # fmt: skip
def test_what_was_not_agreed_is_left_to_chance(
    question: Question, heard: tuple[Record, ...]
) -> None:
    """Of others, without a deal, of last round's or another place's, and in a second ballot."""
    assert Dealer("s", 1).choose(question, ATTACK, heard) is None


def test_who_can_not_vote_as_agreed_votes_by_chance() -> None:
    """Cyd is no candidate: who keeps all has no option, who keeps none has two."""
    question = asked(options=asked().options[:2])
    assert Dealer("s", 1).choose(question, ATTACK, (offered("Ben"),)) is None
    assert Dealer("s", 0).choose(question, ATTACK, (offered("Ben"),)) in {"to Ada", "to Ben"}


def test_other_votes_are_left_to_chance() -> None:
    """A deal of an attack says nothing of the truck."""
    assert Dealer("s", 1).choose(asked(), {"vote": {"kind": "truck"}}, (offered("Ben"),)) is None


@pytest.mark.parametrize(("turn", "to"), [
    (TURN, "Ben"), (BEN, "Ada"), (replace(TURN, seat="Dan"), "Ada"),
])  # fmt: skip
def test_an_offerer_asks_the_first_other_who_is_there(turn: TalkTurn, to: str) -> None:
    """Also where it is not there itself."""
    speech = Offerer("s", 1).say(turn, VIEW, ())
    assert speech is not None
    (message,) = speech.messages
    gives, wants = vote(turn.seat, to), vote(to, turn.seat)
    assert message.to == (to,)
    assert message.deals == (Offer(to=(to,), gives=(gives,), wants=(wants,), until=2),)


@pytest.mark.parametrize("turn", [
    replace(TURN, floor="revote"), replace(TURN, floor="chief"), replace(TURN, present=("Ada",)),
    replace(TURN, present=()),
])  # fmt: skip
def test_an_offerer_is_silent_elsewhere_and_where_nobody_else_is(turn: TalkTurn) -> None:
    """Whatever its share."""
    assert Offerer("s", 1).say(turn, VIEW, ()) is None


def test_each_turn_of_an_offerer_has_a_coin_of_its_own() -> None:
    """Of one seat's turns it speaks in three tenths."""
    turns = (replace(TURN, id=f"Ada.t{at}") for at in range(600))
    speeches = [Offerer("s", 0.3).say(each, VIEW, ()) is not None for each in turns]
    assert sum(speeches) in region(600, 0.3)


def test_an_offerer_accepts_nothing() -> None:
    """With 0 it does not speak where a deal is offered to it."""
    assert Offerer("s", 0).say(BEN, VIEW, (offered("Ben"),)) is None


@pytest.mark.parametrize(("argument", "made", "p"), [
    ("dealer", Dealer, 0.8), ("dealer(0.25)", Dealer, 0.25),
    ("offerer", Offerer, 0.3), ("offerer(p=1)", Offerer, 1.0),
])  # fmt: skip
def test_the_share_is_that_of_the_spec(argument: str, made: type, p: float) -> None:
    """Left out it is 0.8 of the sides, or 0.3 of the turns."""
    seat = planted_seat(argument, "s", {})
    assert isinstance(seat, made)
    assert isinstance(seat, Dealer | Offerer)
    assert seat.p == p


@pytest.mark.parametrize("turn", [replace(TURN, turn=2), replace(TURN, reply=1)])
def test_an_offerer_offers_once_a_floor(turn: TalkTurn) -> None:
    """More offers than two would not be open at once, so in later turns it has nothing to say."""
    assert Offerer("s", 1).say(turn, VIEW, ()) is None


@pytest.mark.parametrize(
    ("type_", "data"), [("deal_answered", {"deal": 7}), ("votes_revealed", {"kind": "attack"})]
)
def test_a_deal_that_is_closed_is_not_accepted(type_: str, data: Mapping[str, object]) -> None:
    """Answered, or of a vote that is over: to accept it would be an illegal turn."""
    since = record_of({"type": type_, "round": 2, "actor": "Ada", "data": data})
    assert Dealer("s", 1).say(BEN, VIEW, (offered("Ben"),)) is not None
    assert Dealer("s", 1).say(BEN, VIEW, (offered("Ben"), since)) is None


def test_who_accepts_keeps_its_own_side() -> None:
    """Of a deal whose sides are for different candidates, the one that is wanted of it."""
    gives, wants = vote("Ada", "Cyd").data(), vote("Ben", "Ada").data()
    data = {"deal": 7, "to": ["Ben"], "gives": [gives], "wants": [wants], "until": 2}
    deal = record_of({"type": "deal_offered", "round": 2, "actor": "Ada", "data": data})
    assert Dealer("s", 1).choose(asked(), ATTACK, (deal,)) == "to Ada"


@pytest.mark.slow
@pytest.mark.parametrize("seats", [("dealer(1)",) * 5, ("dealer(1)",) * 3 + ("offerer(1)",) * 2])
@pytest.mark.parametrize("talk", [{}, {"protocol": "bidding"}, {"speakers": "all", "turns": 2}])
def test_no_turn_is_illegal_however_the_table_talks(
    seats: tuple[str, ...], talk: dict[str, object]
) -> None:
    """No default stands in for what they say, at tables under seal, with bids and several turns."""
    table = TableConfig.model_validate(
        {"ruleset": "moh", "talk": talk,
         "seats": {f"S{at}": f"planted:{each}" for at, each in enumerate(seats)}}
    )  # fmt: skip
    for game in simulate(table, range(8)):
        assert all(not each.defaults for each in game.counts.values())
