"""Deals that one party can't both keep: each names the other, and who bought is not blamed."""

from collections.abc import Callable

import pytest

from arena.claims.deal_records import DealSettled
from tests.arena.claims.spoken import Spoken
from tests.arena.claims.test_deals import records, settled


def sold(story: Spoken) -> dict[tuple[int, str], list[int]]:
    """Return what was sold twice, by deal and party."""
    found = (each for each in records(story) if isinstance(each, DealSettled))
    return {(each.deal, each.party): each.double_sold for each in found if each.double_sold}


def two_votes(between: Callable[[Spoken], object] = lambda _: None) -> Spoken:
    """Anna sells her vote to Bruno, then to Clara."""
    story = Spoken().speaks("Anna", "offer Bruno: I vote Bruno chief / Bruno spares me")
    story.speaks("Bruno", "accept 1")
    between(story)
    number = story.turns + 1
    story.speaks("Anna", "offer Clara: I vote Clara chief / Clara spares me")
    return story.speaks("Clara", f"accept {number}")


def test_two_deals_that_cannot_both_be_kept_name_each_other() -> None:
    """One vote, two buyers; who bought is not blamed."""
    assert sold(two_votes()) == {(1, "Anna"): [3], (3, "Anna"): [1]}


def test_what_was_done_already_is_not_sold_twice() -> None:
    """Bruno has had his vote, though his own part is still open: the next vote is free."""
    story = two_votes(lambda story: story.ballots("chief", 5, Anna="Bruno", Bruno="Bruno"))
    assert sold(story) == {}


def test_only_the_deal_that_clashes_is_sold_twice() -> None:
    """An offer to two, each of whom gets their own; the third clashes with Bruno's alone."""
    story = Spoken().speaks("Anna", "offer Bruno, Clara: I spare you / you go 4")
    story.speaks("Bruno", "accept 1").speaks("Clara", "accept 1")
    story.speaks("Anna", "offer Dmitri: I vote Bruno attack / Dmitri goes 3").speaks(
        "Dmitri", "accept 4"
    )
    found = [each for each in records(story.game_ends()) if isinstance(each, DealSettled)]
    doubled = {(each.deal, each.party, each.other) for each in found if each.double_sold}
    assert doubled == {(1, "Anna", "Bruno"), (4, "Anna", "Dmitri")}


CLASHES = [
    ("I give Bruno a card", "I give Clara a card"),
    ("I give Clara sprint", "I give Clara threat"),
    ("I vote Bruno chief", "I vote Clara chief"),
    ("I vote Bruno chief", "I vote Clara chief first"),
    ("I vote Bruno chief", "I do not vote Bruno chief first"),
    ("I vote Dmitri attack at 3", "I vote Clara attack"),
    ("I vote Dmitri attack", "I spare Dmitri until 1"),
    ("I go 4", "I go 3"),
    ("I go 4", "I do not go 4"),
    ("I move gunman", "I move pin up"),
    ("I play sprint attack", "I hold back attack"),
    ("I tell Clara the dice", "I do not tell Clara the dice"),
]
"""What can't both be done."""
KEPT_BY_ONE = [
    ("I give Dmitri a card", "I give Dmitri a card"),
    ("I give Dmitri a card", "I give Dmitri sprint"),
    ("I vote Bruno chief", "I vote Bruno chief"),
    ("I vote Bruno chief first", "I vote Clara chief revote"),
    ("I vote Bruno chief", "I do not vote Bruno chief revote"),
    ("I vote Bruno chief", "I vote Clara truck"),
    ("I vote Dmitri attack at 3", "I vote Clara attack at 4"),
    ("I vote Dmitri chief", "I spare Dmitri until 1"),
    ("I do not go 4", "I do not go 3"),
    ("I play sprint attack", "I hold back threat attack"),
    ("I tell Bruno the dice", "I tell Clara the dice"),
]
"""What can both be done."""


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("bought", [False, True])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("first", "second", "clash"),
    [(*pair, True) for pair in CLASHES] + [(*pair, False) for pair in KEPT_BY_ONE],
)
def test_what_a_player_cannot_do_for_both_is_sold_twice(
    first: str, second: str, *, clash: bool, turned: bool, bought: bool, at_once: bool
) -> None:
    """Offered by Anna or bought from her, in whichever order, and agreed in one wave or two."""
    terms = (second, first) if turned else (first, second)
    story = Spoken()
    for number, (other, term) in enumerate(zip(("Bruno", "Clara"), terms, strict=True)):
        if bought:
            line = f"offer Anna: I go 6 / {term.replace('I ', 'you ', 1)}"
            story.speaks(other, line, at_once=number > 0)
        else:
            story.speaks("Anna", f"offer {other}: {term} / {other} goes 6")
    if bought:
        story.speaks("Anna", "accept 1", "accept 2")
    else:
        story.speaks("Bruno", "accept 1").speaks("Clara", "accept 2", at_once=at_once)
    assert sold(story) == ({(1, "Anna"): [2], (2, "Anna"): [1]} if clash else {})


def test_the_same_act_for_the_same_buyer_keeps_every_deal_on_it() -> None:
    """One card for three votes: Bruno knew what he had bought when he agreed again."""
    story = Spoken().deals()
    for kind in ("truck", "chief", "attack"):
        story.speaks("Anna", f"offer Bruno: I give Bruno a card / Bruno votes Clara {kind}")
        story.speaks("Bruno", f"accept {story.turns}")
    assert sold(story) == {}
    story.looks_into_truck("Anna", "sprint threat").shares("Anna", "sprint", "threat", "Bruno")
    for number in (1, 3, 5):
        assert settled(story, number)["Anna"] == "kept"


def test_a_deal_with_two_is_named_once_where_both_clash() -> None:
    """Anna has told Bruno and Clara not to vote for Dmitri, and sells Dmitri that vote."""
    story = Spoken().speaks("Anna", "offer Bruno, Clara: I do not vote Dmitri chief / you go 4")
    story.speaks("Bruno", "accept 1").speaks("Clara", "accept 1")
    story.speaks("Anna", "offer Dmitri: I vote Dmitri chief / Dmitri goes 3")
    assert sold(story.speaks("Dmitri", "accept 4")) == {(1, "Anna"): [4], (4, "Anna"): [1]}


def test_of_two_terms_that_which_is_done_is_not_sold_again() -> None:
    """Bruno has had the vote, and waits for the rest."""
    story = Spoken().speaks("Anna", "offer Bruno: I vote Bruno chief and I go 4 / Bruno goes 4")
    story.speaks("Bruno", "accept 1").ballots("chief", 5, "Bruno Clara", Anna="Bruno")
    story.speaks("Anna", "offer Clara: I vote Clara chief / Clara goes 4")
    assert sold(story.speaks("Clara", "accept 3")) == {}


def test_what_was_broken_already_is_not_sold_again() -> None:
    """Anna's deal with Bruno is settled; of another no more than its open term is sold."""
    story = Spoken().speaks("Anna", "offer Bruno: I vote Bruno truck and I go 4 / Bruno goes 4")
    story.speaks("Bruno", "accept 1").ballots("truck", 4, "Bruno Clara", Anna="Clara")
    story.speaks("Anna", "offer Clara: I go 3 / Clara goes 4").speaks("Clara", "accept 3")
    assert sold(story) == {}
