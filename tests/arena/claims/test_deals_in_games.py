"""Deals over whole games of random seats that bargain, against a judge that looks back."""

from collections import Counter
from collections.abc import Iterable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from arena.claims.deal_records import DealAnswered, DealRecord, DealSettled
from arena.projections.deals import Deals
from arena.projections.judge import Judge
from arena.projections.ledger import Ledger
from arena.records.record import shown_to
from tests.arena.claims.deals_in_hindsight import (
    Pact,
    answers,
    may_clash,
    pacts,
    sure_clash,
    withdrawn_at_once,
)
from tests.arena.claims.games import Record, played
from tests.arena.claims.test_whole_games import seated
from tests.arena.records_of import record_of

STEADY = settings(max_examples=20)
GAMES = st.tuples(st.integers(0, 10**6), st.integers(3, 6), st.sampled_from(["moh", "osaczeni"]))
Key = tuple[int, int, str]
Parties = dict[tuple[int, str, str], DealSettled]


@cache
def game(seed: int, seats: int, ruleset: str) -> tuple[Record, ...]:
    """Return a game's records; it is played once."""
    return tuple(played(seed, seats, ruleset, deals=True))


@cache
def derived(key: Key, who: str = "all") -> tuple[DealRecord, ...]:
    """Return what becomes of all deals, as `who` folds them; it is folded once."""
    records = game(*key)
    judge = Judge(engine.ruleset(key[2]), seated(records))
    fed = [
        each
        for record in records
        if shown_to(record["seen_by"], who)
        for each in judge.feed(record_of(record))
    ]
    return tuple(each for each in (*fed, *judge.close()) if isinstance(each, DealRecord))


def settled(found: Iterable[DealRecord]) -> Parties:
    """Return what parties made of deals, by deal, party and the other."""
    parties = [each for each in found if isinstance(each, DealSettled)]
    by_key = {(each.deal, each.party, each.other): each for each in parties}
    assert len(by_key) == len(parties)
    return by_key


@pytest.mark.slow
@STEADY
@given(GAMES)
def test_every_offer_ends_as_hindsight_says(key: Key) -> None:
    """For each of those to whom it was made, and once.

    Who answers what is withdrawn in the same wave has answered: then the log has both.
    """
    found = [each for each in derived(key) if isinstance(each, DealAnswered)]
    records = list(game(*key))
    ended = {(each.deal, each.player): each.answer for each in answers(records)}
    late = withdrawn_at_once(records)
    logged = Counter((each.deal, each.player, each.answer) for each in found)
    assert logged == Counter(
        [(*pair, answer) for pair, answer in ended.items()]
        + [(*pair, "withdrawn") for pair in late]
    )


@pytest.mark.slow
@STEADY
@given(GAMES)
def test_hindsight_agrees_what_became_of_every_deal(key: Key) -> None:
    """Truths of the terms, the outcome of each party, who is bound, what was sold twice."""
    made = pacts(list(game(*key)))
    found = settled(derived(key))
    assert len(found) == 2 * len(made)
    bound: list[Pact] = []
    for pact in made:
        mine = {party: found[pact.number, party, pact.other(party)] for party in pact.terms}
        same = [each for each in bound if each.number == pact.number]
        instead = {each.instead for each in mine.values()}
        if instead != {None}:
            assert {each.outcome for each in mine.values()} == {"void"}
            others = [each for each in same if may_clash(each, pact, pact.offerer)]
            assert instead <= {each.acceptor for each in others}
            continue
        assert not any(sure_clash(each, pact, pact.offerer) for each in same), mine
        bound.append(pact)
        for party, record in mine.items():
            told = zip(record.truths, pact.truths(party), strict=True)
            assert all(one in {None, other} for one, other in told), (record, pact.truths(party))
            assert record.outcome == pact.outcome(party), (record, pact.terms, pact.place)
    _check_sold_twice(bound, found)


def _check_sold_twice(bound: list[Pact], found: Parties) -> None:
    for at, one in enumerate(bound):
        for later in bound[at + 1 :]:
            for party in (
                one.terms.keys() & later.terms.keys() if one.number != later.number else ()
            ):
                first = found[one.number, party, one.other(party)].double_sold
                second = found[later.number, party, later.other(party)].double_sold
                if sure_clash(one, later, party):
                    assert later.number in first
                    assert one.number in second
    for pact in bound:
        for party in pact.terms:
            for number in found[pact.number, party, pact.other(party)].double_sold:
                others = [each for each in bound if each.number == number]
                assert any(may_clash(each, pact, party) for each in others if party in each.terms)


@pytest.mark.slow
@STEADY
@given(GAMES)
def test_a_seat_knows_of_its_own_deals_what_the_log_knows(key: Key) -> None:
    """Which are open, by what it heard alone; and how its own turned out, where it can tell."""
    records = game(*key)
    seats = seated(records)
    logged = derived(key)
    whole = settled(logged)
    for seat in seats:
        mine = derived(key, seat)
        known = settled(mine)
        own = {each for each in known if seat in each[1:]}
        for deal, party, other in own:
            record = whole[deal, party, other]
            pair = [known[deal, *each] for each in ((party, other), (other, party))]
            unsure = any("undetermined" in each.truths for each in pair)
            if record.instead is None and not unsure:
                assert pair[0].outcome == record.outcome, (seat, pair, record)
        for each in (each for each in mine if isinstance(each, DealAnswered)):
            assert each in logged or seat not in {each.actor, each.player}


@pytest.mark.slow
@STEADY
@given(GAMES)
def test_what_can_be_answered_is_what_was_heard(key: Key) -> None:
    """Before each message the log and every seat's own ledger have the same deals open to it.

    So in the message's own wave, and in the next one.
    """
    records = game(*key)
    seats = seated(records)
    rules = engine.ruleset(key[2])
    whole, ledgers = Judge(rules, seats), {seat: Ledger(rules, seats, seat) for seat in seats}
    for record in records:
        if record["type"] == "said":
            wave = record["data"]["wave"]
            for seat, own in ledgers.items():
                assert _possible(whole.deals, seat, wave) == _possible(own.deals, seat, wave)
                next_ = _possible(whole.deals, seat, wave + 1)
                assert _possible(own.deals, seat, wave + 1) == next_
        whole.feed(record_of(record))
        for seat in seats:
            if shown_to(record["seen_by"], seat):
                ledgers[seat].feed(record_of(record))


def _possible(deals: Deals, speaker: str, wave: int) -> tuple[list[int], list[int]]:
    return deals.open_to(speaker, wave), deals.open_of(speaker, wave)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_random_bargains_meet_every_outcome(ruleset: str) -> None:
    """The games are no empty test."""
    found = [each for seed in range(16) for each in derived((seed, 5, ruleset))]
    outcomes = Counter(each.outcome for each in found if isinstance(each, DealSettled))
    ends = Counter(each.answer for each in found if isinstance(each, DealAnswered))
    assert len(outcomes) == 6, outcomes
    assert len(ends) == 5, ends
    assert any(isinstance(each, DealSettled) and each.double_sold for each in found)
    assert any(isinstance(each, DealSettled) and each.instead for each in found)
    late = [withdrawn_at_once(list(game(seed, 5, ruleset))) for seed in range(16)]
    assert any(late)
