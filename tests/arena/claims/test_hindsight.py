"""The second opinion itself: what it says of stories that were reckoned by hand."""

import pytest

from arena.claims import Claim
from tests.arena.claims.helpers import Story, claim, p
from tests.arena.claims.hindsight import Hindsight


def opinion(story: Story) -> str:
    """Return the truth of the only claim of whoever speaks as Anna, read off the whole log."""
    place = max(at for at, each in enumerate(story.records) if each["actor"] == "Anna")
    (made,) = story.records[place]["data"]["claims"]
    return Hindsight(story.records, place).claim(made)


def at_peace(condition: dict[str, object]) -> Claim:
    """Return Anna's promise to spare Bruno on a condition."""
    return claim("ally", target="Bruno", condition=p(**condition))  # type: ignore[arg-type]


def struck(story: Story) -> Story:
    """Let Anna vote for Bruno."""
    return story.ballots("attack", 3, "Bruno Clara", Anna="Bruno", Bruno="Clara", Clara="Bruno")


@pytest.mark.parametrize(
    ("condition", "meets"),
    [
        (
            {"kind": "vote", "player": "Bruno", "target": "Clara", "vote": "chief"},
            lambda s: s.ballots("chief", 5, Bruno="Clara", Clara="Clara"),
        ),
        ({"kind": "zombies", "location": 1, "relation": ">=", "count": 1}, lambda s: s.rolls(1)),
        (
            {"kind": "go", "player": "Bruno", "location": 3},
            lambda s: s.chooses("Bruno", 3).reveals(Bruno=3),
        ),
        (
            {"kind": "safe", "location": 2},
            lambda s: s.add("place_held", {"place": 2, "strength": 1, "zombies": 0}),
        ),
        (
            {"kind": "saw", "player": "Bruno", "negated": True},
            lambda s: s.rolls(1).lifts(1),
        ),
    ],
    ids=["vote", "zombies", "go", "safe", "saw"],
)
def test_an_alliance_on_a_condition_counts_from_when_it_is_met(
    condition: dict[str, object], meets: object
) -> None:
    """What Anna did before is free; what she does after it is not."""
    assert callable(meets)
    before = meets(struck(Story().says("Anna", at_peace(condition)))).round_ends().game_ends()
    assert (opinion(before), before.truth()) == ("moot", "moot")
    after = struck(meets(Story().says("Anna", at_peace(condition)))).round_ends().game_ends()
    assert (opinion(after), after.truth()) == ("false", "false")
