"""Who was eaten, and how it came to that, by what all perceived."""

from arena.projections.deaths import Death, deaths_in
from tests.arena.claims.helpers import Story
from tests.arena.records_of import records_of


def test_a_death_has_the_last_ballot_and_who_decided() -> None:
    """Of its own attack: one that nobody voted in has no totals."""
    story = Story().round(2).calls("attack", 3, "Anna", "Bruno")
    story.ballots("attack", 3, Anna="Bruno", Bruno="Bruno").chosen("attack", 3, "Bruno")
    story.eats("Bruno", 3).calls("attack", 4, "Clara")
    chosen = {"kind": "attack", "place": 4, "player": "Clara", "by": "only_candidate"}
    story.add("player_chosen", chosen).eats("Clara", 4)
    assert deaths_in(records_of(story.records)) == [
        Death(
            player="Bruno", character="gunman", place=3, round=2, by="vote",
            totals={"Anna": 0, "Bruno": 2},
        ),
        Death(
            player="Clara", character="gunman", place=4, round=2, by="only_candidate", totals={},
        ),
    ]  # fmt: skip
