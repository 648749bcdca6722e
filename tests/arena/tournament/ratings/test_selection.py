from arena.tournament.plan import Condition, Entrant, Plan
from arena.tournament.ratings.selection import Arm, arms_of, groups_of, orders_of
from tests.arena.tournament.ratings.played import game

NOBODY: frozenset[str] = frozenset()
CONTROL = Arm(name="control", control="control", null=False)


def test_arms_and_controls_are_as_the_plan_says() -> None:
    """The null arm is told by its name; an arm may be another's control."""

    def condition(arm: str, control: str) -> Condition:
        return Condition(arm=arm, control=control, epoch="e", table={})

    plan = Plan(
        name="t", seed="s", entrants={"a": Entrant(spec="house")}, games=(),
        conditions={
            "1": condition("control", "control"), "2": condition("null", "control"),
            "3": condition("short", "control"), "4": condition("shorter", "short"),
            "5": condition("null of short", "short"),
        },
    )  # fmt: skip
    assert arms_of([], plan) == (
        CONTROL,
        Arm(name="null", control="control", null=True),
        Arm(name="null of short", control="short", null=True),
        Arm(name="short", control="control", null=False),
        Arm(name="shorter", control="short", null=False),
    )


def test_without_a_plan_arms_are_compared_with_control() -> None:
    """Where there is one; else each stands alone."""
    games = [game("g", ["a", "b"], [1, 0], arm=arm) for arm in ("x", "control", "null")]
    assert [(each.name, each.control, each.null) for each in arms_of(games, None)] == [
        ("control", "control", False), ("null", "control", True), ("x", "control", False),
    ]  # fmt: skip
    assert arms_of(games[:1], None) == (Arm(name="x", control="x", null=False),)


def test_arms_and_unrated_games_are_in_no_group() -> None:
    """Ratings are those of the control, played by its entrants to the end."""
    games = [
        game("g1", ["a", "b"], [1, 0]), game("g2", ["a", "b"], [1, 0], arm="x"),
        game("g3", ["a", "b"], [1, 0], seats=[{"replaced": True}, {}]),
    ]  # fmt: skip
    (group,) = groups_of(games, arms_of(games, None), NOBODY)
    assert [each.game for each in group.games] == ["g1"]


def test_two_epochs_of_a_ruleset_are_two_groups() -> None:
    """Never one rating."""
    games = [
        game("g1", ["a", "b"], [1, 0], epoch="old"),
        game("g2", ["a", "b"], [1, 0], epoch="new"),
    ]
    groups = groups_of(games, [CONTROL], NOBODY)
    assert [each.epochs for each in groups] == [(("moh", "new"),), (("moh", "old"),)]


def test_rulesets_of_one_epoch_each_are_rated_together() -> None:
    """As strata, whatever their epochs are called."""
    games = [
        game("g1", ["a", "b"], [1, 0], epoch="x"),
        game("g2", ["a", "b"], [1, 0], epoch="y", ruleset="osaczeni"),
    ]
    (group,) = groups_of(games, [CONTROL], NOBODY)
    assert group.epochs == (("moh", "x"), ("osaczeni", "y"))
    assert len(orders_of(group.games).strata) == 2


def test_games_with_a_person_are_a_group_of_their_own() -> None:
    """Whatever else sat there."""
    games = [game("g1", ["a", "b"], [1, 0]), game("g2", ["a", "Ann"], [1, 0])]
    groups = groups_of(games, [CONTROL], frozenset({"Ann"}))
    assert [(each.people, [g.game for g in each.games]) for each in groups] == [
        (False, ["g1"]), (True, ["g2"]),
    ]  # fmt: skip


def test_seats_that_defaulted_more_than_the_share_are_left_out() -> None:
    """The others keep their order; of two, no game is left."""
    bad: dict[str, object] = {"decisions": 10, "defaults": {"timeout": 2}}
    three = game("g1", ["a", "b", "c"], [3, 2, 1], seats=[{}, bad, {}])
    two = game("g2", ["a", "b"], [3, 2], seats=[{}, bad])
    played, clean = orders_of([three, two]), orders_of([three, two], 0.1)
    assert (len(played), played.entrants) == (2, ("a", "b", "c"))
    assert (len(clean), clean.entrants) == (1, ("a", "c"))
    assert clean.seats.tolist() == [[0, -1, 1]]
    assert clean.places.tolist() == [[1, 0, 2]]
    assert len(orders_of([three, two], 0.2)) == 2
