"""The sentence at the top of a report: who leads, and how sure that is."""

from arena.tournament.report.standing import headline
from tests.arena.tournament.report.made import rating_with


def test_one_who_is_above_all_leads() -> None:
    """The least of its probabilities is said, and none is said to be 1."""
    sure = rating_with({("A", "B"): 0.97, ("A", "C"): 1.0, ("B", "C"): 0.5})
    assert headline(sure) == ("A leads: it is above every other entrant with probability 0.97.")
    certain = rating_with({("A", "B"): 1.0}, "AB")
    assert headline(certain) == "A leads: it is above B with probability over 0.99."


def test_who_cannot_be_told_apart_is_named() -> None:
    """A lead below 0.95 is none, and the rest is still said."""
    tied = rating_with({("A", "B"): 0.6, ("A", "C"): 0.99, ("B", "C"): 0.9})
    assert headline(tied) == (
        "A and B can't be told apart at the top: A, first by its estimate, is above B with "
        "probability 0.60. It is above C with probability 0.99."
    )


def test_several_who_cannot_be_told_apart() -> None:
    """The range of probabilities is said."""
    tied = rating_with({("A", "B"): 0.6, ("A", "C"): 0.8, ("B", "C"): 0.7})
    assert headline(tied) == (
        "A, B and C can't be told apart at the top: A, first by its estimate, is above each of "
        "the others with probability 0.60 to 0.80."
    )


def test_without_intervals_nothing_is_sure() -> None:
    """One seed tells who is ahead, and no more."""
    assert "can't be said" in headline(rating_with({("A", "B"): None}, "AB"))


def test_pools_have_no_leader() -> None:
    """Who never met is not compared."""
    assert "2 pools that never met" in headline(rating_with({}, "AB", pools=2))


def test_nothing_is_claimed_of_nothing() -> None:
    """No rating, and a rating of one, are said to be that."""
    assert headline(None).startswith("Nothing is rated yet")
    assert headline(rating_with({}, "A")) == "A is the only entrant that was rated."
