"""Offers and accepted deals by hand: floors, endings, what was sold twice, what was delivered."""

from collections.abc import Callable, Iterator, Sequence

import pytest

from arena.claims.language import Proposition
from arena.claims.offers import Offer, Reply
from arena.lab.game import Game
from arena.lab.measure import Opportunity
from arena.lab.measures.dealing import accepted, delivered, double_sold, kept, legs, offers
from tests.arena.claims.helpers import Story, claim, p
from tests.arena.lab.stories import takes_turn, told
from tests.arena.narration.talked import accepts, bargains

Counted = Callable[[Game], Iterator[Opportunity]]
Rows = list[tuple[str, float | None, str | None]]


def go(location: int) -> Proposition:
    """Return a term: to go somewhere."""
    return p("go", location=location)


def opens(story: Story) -> Story:
    """Open a floor."""
    return story.add("floor_opened", {"kind": "dice", "place": None, "present": []})


def offer(
    story: Story, *to: str, actor: str = "Anna", gives: int = 5, counters: int | None = None
) -> Story:
    """Let a player, Anna if none is named, offer to go somewhere for the other's going to 3."""
    made = Offer(to=to, gives=(go(gives),), wants=(go(3),), counters=counters)
    return bargains(story, actor, made)


def found(story: Story, measure: Counted) -> Rows:
    """Return actor, outcome and exclusion of each row."""
    return [(each.actor, each.outcome, each.excluded) for each in measure(told(story))]


# --- offers on a floor ---


def made_on_floors(story: Story) -> list[tuple[str, float | None]]:
    """Return who made how many offers on each floor on which it had a turn."""
    rows = list(offers(told(story)))
    assert all(each.excluded is None for each in rows)
    return [(each.actor, each.outcome) for each in rows]


def test_a_floor_on_which_one_only_claims_or_answers_has_no_offers() -> None:
    """Anna offers, Bruno accepts, Clara says where she goes, Dmitri is silent."""
    story = accepts(offer(opens(Story()), "Bruno"), "Bruno").says("Clara", claim("go", location=2))
    assert made_on_floors(takes_turn(story, "Dmitri")) == [
        ("Anna", 1), ("Bruno", 0), ("Clara", 0), ("Dmitri", 0),
    ]  # fmt: skip


def test_a_turn_that_failed_is_one() -> None:
    """The default stood in for Anna, who could have made an offer."""
    assert made_on_floors(takes_turn(opens(Story()), "Anna", "turn_defaulted")) == [("Anna", 0)]


def test_a_bid_is_no_turn_to_speak() -> None:
    """Anna and Bruno bid, and Anna speaks: of Bruno there is no floor."""
    story = takes_turn(takes_turn(opens(Story()), "Anna", "bid"), "Bruno", "bid")
    assert made_on_floors(story) == []
    assert made_on_floors(offer(story, "Clara")) == [("Anna", 1)]


def test_several_turns_on_a_floor_are_one_floor() -> None:
    """Two offers and a silence."""
    story = takes_turn(offer(offer(opens(Story()), "Bruno"), "Clara"), "Anna")
    assert made_on_floors(story) == [("Anna", 2)]


def test_the_floor_of_an_offer_is_the_one_that_was_opened_last() -> None:
    """One offer on the first, none on the second, two on the third; each is a floor of its own."""
    story = opens(takes_turn(opens(offer(opens(Story()), "Bruno")), "Anna"))
    assert made_on_floors(offer(offer(story, "Clara"), "Dmitri")) == [
        ("Anna", 1), ("Anna", 0), ("Anna", 2),
    ]  # fmt: skip


def test_a_floor_without_an_own_turn_does_not_count() -> None:
    """On the second only Bruno speaks."""
    story = takes_turn(opens(offer(opens(Story()), "Bruno")), "Bruno")
    assert made_on_floors(story) == [("Anna", 1), ("Bruno", 0)]


def test_an_offer_to_several_is_made_once() -> None:
    """It is one offer, though each listener can accept it."""
    story = offer(opens(Story()), "Bruno", "Clara", "Dmitri")
    assert made_on_floors(story) == [("Anna", 1)]
    assert len(found(story, accepted)) == 3


def test_a_counter_offer_is_an_offer_of_who_counters() -> None:
    """Anna offers, and so does Bruno."""
    story = offer(offer(opens(Story()), "Bruno"), "Anna", actor="Bruno", counters=1)
    assert made_on_floors(story) == [("Anna", 1), ("Bruno", 1)]


def test_a_row_stands_at_the_first_turn_on_the_floor_in_its_round() -> None:
    """Anna is silent, then offers, in the second round."""
    story = opens(offer(opens(Story()), "Bruno").round_ends().round(2))
    game = told(offer(takes_turn(story, "Anna"), "Bruno"))
    first, second = offers(game)
    assert (first.round, second.round) == (1, 2)
    assert game.records[second.at].type == "silent"


# --- what is accepted ---


def declines(story: Story) -> Story:
    """Let Bruno decline the first deal."""
    return bargains(story, "Bruno", Reply(act="decline", deal=1))


def withdraws(story: Story) -> Story:
    """Let Anna withdraw it."""
    return bargains(story, "Anna", Reply(act="withdraw", deal=1))


def lapses(story: Story) -> Story:
    """Let its round end."""
    return story.round_ends()


@pytest.mark.parametrize("ends", [declines, withdraws, lapses])
def test_any_other_ending_is_not_accepted(ends: Callable[[Story], Story]) -> None:
    """Declined, withdrawn, lapsed; of one accepted before it is too late for that."""
    assert found(ends(offer(Story(), "Bruno")), accepted) == [("Anna", 0.0, None)]
    in_time = accepts(offer(Story(), "Bruno"), "Bruno")
    assert found(ends(in_time), accepted) == [("Anna", 1.0, None)]


def test_a_countered_offer_is_not_accepted_and_the_counter_offer_may_be() -> None:
    """Anna accepts Bruno's, so that the offer that was accepted is his."""
    story = offer(offer(Story(), "Bruno"), "Anna", actor="Bruno", counters=1)
    assert found(accepts(story, "Anna", 2), accepted) == [
        ("Anna", 0.0, None), ("Bruno", 1.0, None),
    ]  # fmt: skip


def test_an_offer_that_the_game_broke_off_does_not_count() -> None:
    """Nobody knows what Bruno would have said; what is only not settled yet was accepted."""
    assert found(offer(Story(), "Bruno"), accepted) == [("Anna", None, "the game broke off")]
    assert found(accepts(offer(Story(), "Bruno"), "Bruno"), accepted) == [("Anna", 1.0, None)]


def test_each_listener_accepts_for_itself() -> None:
    """Of an offer to three one accepts, one declines, and one lets it lapse: a third."""
    story = accepts(declines(offer(Story(), "Bruno", "Clara", "Dmitri")), "Clara").round_ends()
    rows = [(each.others, each.outcome) for each in accepted(told(story))]
    assert rows == [(("Bruno",), 0.0), (("Clara",), 1.0), (("Dmitri",), 0.0)]


# --- what is sold twice ---


def sold(story: Story) -> list[tuple[str, str, float | None, str | None]]:
    """Return party, other, outcome and exclusion of each side of accepted deals."""
    return [
        (each.actor, each.others[0], each.outcome, each.excluded)
        for each in double_sold(told(story))
    ]  # fmt: skip


def two_deals(gives: int) -> Story:
    """Let Anna sell her going to 5 to Bruno, and her going somewhere to Clara."""
    story = accepts(offer(Story(), "Bruno"), "Bruno")
    return accepts(offer(story, "Clara", gives=gives), "Clara", 3)


@pytest.mark.parametrize(("gives", "outcome"), [(4, 1.0), (5, 0.0)])
def test_who_can_not_keep_both_has_sold_twice(gives: int, outcome: float) -> None:
    """Anna can't go to 5 and to 4; to 5 she can go for both. Who bought has sold nothing twice."""
    story = two_deals(gives).reveals(Anna=5, Bruno=3, Clara=3)
    assert sold(story) == [
        ("Anna", "Bruno", outcome, None), ("Bruno", "Anna", 0.0, None),
        ("Anna", "Clara", outcome, None), ("Clara", "Anna", 0.0, None),
    ]  # fmt: skip


def test_sides_that_are_not_settled_do_not_count() -> None:
    """The game broke off before anybody went."""
    assert [(outcome, why) for *_, outcome, why in sold(two_deals(4))] == [
        (None, "not settled")
    ] * 4  # fmt: skip


def test_only_accepted_offers_have_sides() -> None:
    """To offer the same to two is to sell it once where only one of them accepts."""
    story = accepts(offer(Story(), "Bruno"), "Bruno")
    story = bargains(offer(story, "Clara", gives=4), "Clara", Reply(act="decline", deal=3))
    assert sold(story.reveals(Anna=5, Bruno=3)) == [
        ("Anna", "Bruno", 0.0, None), ("Bruno", "Anna", 0.0, None),
    ]  # fmt: skip


def test_what_is_over_can_be_given_again() -> None:
    """Anna went to 5 in the first round; to go to 4 in the second is another matter."""
    story = accepts(offer(Story(), "Bruno"), "Bruno").reveals(Anna=5, Bruno=3).round_ends()
    story = accepts(offer(story.round(2), "Clara", gives=4), "Clara", 3).reveals(Anna=4, Clara=3)
    assert {(outcome, why) for *_, outcome, why in sold(story)} == {(0.0, None)}


# --- what is delivered ---


def swapped() -> Story:
    """Return a story in which Anna will go to 5 and Bruno to 3."""
    return accepts(offer(Story(), "Bruno"), "Bruno")


def groups(story: Story) -> list[tuple[str, str | None]]:
    """Return group, or exclusion, of Anna's and of Bruno's row; delivered is both."""
    rows, both = list(legs(told(story))), list(delivered(told(story)))
    assert [each.actor for each in rows] == [each.actor for each in both] == ["Anna", "Bruno"]
    for leg, each in zip(rows, both, strict=True):
        assert each.excluded == leg.excluded
        assert leg.outcome == (None if leg.excluded else 1.0)
        assert each.outcome == (None if leg.excluded else float(leg.group == "both"))
    return [(each.group, each.excluded) for each in rows]


@pytest.mark.parametrize(
    ("anna", "bruno", "expected"),
    [
        (5, 3, ["both", "both"]), (5, 4, ["mine", "theirs"]), (4, 3, ["theirs", "mine"]),
        (4, 4, ["none", "none"]),
    ],
)  # fmt: skip
def test_legs_are_seen_from_each_party(anna: int, bruno: int, expected: Sequence[str]) -> None:
    """Both, only the own, only the other's, none; under one seal neither of two has broken it."""
    story = swapped().reveals(Anna=anna, Bruno=bruno)
    assert groups(story) == [(each, None) for each in expected]


def later(anna: int, bruno: str) -> Story:
    """Let Anna go somewhere, she promised 5, then Bruno move somebody, he promised the gunman."""
    made = Offer(to=("Bruno",), gives=(go(5),), wants=(p("move", character="gunman"),))
    story = accepts(bargains(Story(), "Anna", made), "Bruno").reveals(Anna=anna)
    return story.lifts(1, 2, 2, 5).moves("Bruno", bruno)


@pytest.mark.parametrize(
    ("anna", "bruno", "expected", "sides"),
    [
        (5, "gunman", ["both", "both"], [(1.0, None), (1.0, None)]),
        (5, "little_girl", ["mine", "theirs"], [(1.0, None), (0.0, None)]),
        (4, "gunman", ["theirs", "mine"], [(0.0, None), (1.0, None)]),
        (4, "little_girl", ["none", "none"], [(0.0, None), (None, "the other failed first")]),
    ],
)
def test_who_fails_after_the_other_has_not_delivered_either(
    anna: int, bruno: str, expected: Sequence[str], sides: Sequence[tuple[float | None, str | None]]
) -> None:
    """It is excused of breaking the deal, and its leg is not delivered all the same."""
    story = later(anna, bruno)
    assert groups(story) == [(each, None) for each in expected]
    assert [(outcome, why) for _, outcome, why in found(story, kept)] == sides


def test_a_deal_in_which_a_side_had_no_occasion_does_not_count() -> None:
    """Bruno moves nobody: nor does Anna's row count, though she delivered; nor where none did."""
    made = Offer(to=("Bruno",), gives=(go(5),), wants=(p("move", character="gunman"),))
    story = accepts(bargains(Story(), "Anna", made), "Bruno").reveals(Anna=5).game_ends()
    assert found(story, kept) == [("Anna", 1.0, None), ("Bruno", None, "no occasion")]
    for each in (story, swapped().game_ends()):
        assert groups(each) == [("", "nothing to deliver on a side")] * 2


def test_a_deal_that_binds_nobody_does_not_count() -> None:
    """Anna gives one card to who accepts: Clara is first, so Bruno's is void, in the same wave.

    With Clara she had no occasion to give one.
    """
    made = Offer(to=("Bruno", "Clara"), gives=(p("give"),), wants=(go(3),))
    story = accepts(bargains(Story(), "Anna", made), "Clara")
    wave = story.records[-1]["data"]["wave"]
    accepts(story, "Bruno").records[-1]["data"]["wave"] = wave
    story.reveals(Bruno=3, Clara=3).game_ends()
    assert found(story, kept) == [
        ("Anna", None, "void"), ("Bruno", None, "void"),
        ("Anna", None, "no occasion"), ("Clara", 1.0, None),
    ]  # fmt: skip
    assert {each.excluded for each in legs(told(story))} == {"nothing to deliver on a side"}


def test_a_deal_that_the_game_broke_off_does_not_count() -> None:
    """Nobody went anywhere; where one side is settled already, the deal is not."""
    assert groups(swapped()) == [("", "nothing to deliver on a side")] * 2
    half = later(5, "gunman")
    del half.records[-1]
    assert found(half, kept) == [("Anna", 1.0, None), ("Bruno", None, "not settled")]
    assert groups(half) == [("", "nothing to deliver on a side")] * 2


def test_offers_that_were_not_accepted_have_no_legs() -> None:
    """Declined, or to another than who accepted."""
    assert found(declines(offer(Story(), "Bruno")).reveals(Anna=5, Bruno=3), legs) == []
    story = accepts(declines(offer(Story(), "Bruno", "Clara")), "Clara")
    rows = found(story.reveals(Anna=5, Bruno=3, Clara=3), legs)
    assert rows == [("Anna", 1.0, None), ("Clara", 1.0, None)]
