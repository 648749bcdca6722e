"""Entrants that play alike are one, and a game that repeats another says nothing new."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from arena.tournament.game_result import GameResult
from arena.tournament.plan import Entrant
from arena.tournament.ratings.alike import alike_of, counted_once
from arena.tournament.ratings.ratings import ratings_of
from arena.tournament.ratings.rows import RatedGroup
from arena.tournament.report.standing import headline
from tests.arena.tournament.ratings.played import game
from tests.arena.tournament.report.made import plan_for, rating_with

SEEDS = 8
Conduct = Callable[[str], str]


def one_bot(_entrant: str) -> str:
    """Return the conduct of entrants that are all the same."""
    return "bot"


def itself(entrant: str) -> str:
    """Return the conduct of entrants of which each has its own."""
    return entrant


def pair(entrant: str) -> str:
    """Return the conduct of entrants of which a and b are the same."""
    return "bot" if entrant in {"a", "b"} else entrant


def square(names: Sequence[str], seed: str, conduct: Conduct) -> list[GameResult]:
    """Return the games of one seed in which everybody sits everywhere.

    How a game goes follows from its seed and from the conduct of who sits where, and nothing else.
    """
    return [
        played(names[turn:] + names[:turn], f"{seed}-{'-'.join(names)}-{turn}", seed, conduct)
        for turn in range(len(names))
    ]


def played(line_up: Sequence[str], name: str, seed: str, conduct: Conduct) -> GameResult:
    """Return one game."""
    course = f"{seed} {[conduct(each) for each in line_up]}"
    chance = np.random.default_rng(list(course.encode()))
    points = chance.permutation(len(line_up)) * 3
    return replace(game(name, line_up, points.tolist(), seed=seed), course=course)


def tournament(conduct: Conduct, names: Sequence[str] = ("a", "b", "c")) -> list[GameResult]:
    """Return squares of all three, whose rotations repeat each other where all are one."""
    return [each for seed in range(SEEDS) for each in square(list(names), f"s{seed}", conduct)]


def mixed(conduct: Conduct) -> list[GameResult]:
    """Return games of a and b against d, which exchange the two, and of all three and c."""
    return [
        played(line_up, f"g{seed}{at}", f"s{seed}", conduct)
        for seed in range(SEEDS)
        for at, line_up in enumerate((
            ["a", "d", "b"], ["b", "d", "a"], ["d", "a", "c"], ["d", "b", "c"], ["c", "a", "d"],
        ))
    ]  # fmt: skip


def rated(games: Sequence[GameResult]) -> RatedGroup:
    """Return the only group of a rating."""
    (group,) = ratings_of(games, None, draws=100).groups
    return group


def test_entrants_whose_exchanged_games_are_the_same_are_one() -> None:
    """All are named, with the number of games that only exchange them."""
    (found,) = alike_of(tournament(one_bot))
    assert (found.entrants, found.games) == (("a", "b", "c"), 3 * SEEDS)
    (two,) = alike_of(mixed(pair))
    assert (two.entrants, two.games) == (("a", "b"), 4 * SEEDS)


def test_entrants_of_conducts_of_their_own_are_not() -> None:
    """Whatever else they have in common."""
    assert alike_of(tournament(itself)) == ()
    assert alike_of(mixed(itself)) == ()


def test_one_game_that_exchanging_them_changed_tells_them_apart() -> None:
    """All others being the same; then all of their games count."""
    games = mixed(pair)
    changed = [replace(games[0], course="another"), *games[1:]]
    assert alike_of(changed) == ()
    assert counted_once(changed, {}) == changed


def test_who_is_told_apart_from_one_may_be_one_with_another() -> None:
    """In one seed c plays as a and b do, and in the others not: these are one still."""
    line_ups = (["a", "c", "d"], ["c", "a", "d"], ["a", "b", "d"], ["b", "a", "d"])
    games = [
        played(line_up, f"g{seed}{at}", f"s{seed}", pair if seed else one_bot)
        for seed in range(3)
        for at, line_up in enumerate(line_ups)
    ]
    assert [each.entrants for each in alike_of(games)] == [("a", "b")]


def test_a_game_that_exchanges_two_others_as_well_is_no_evidence_where_these_differ() -> None:
    """Nobody is said to be one with another on the ground of no game."""
    first = played(["a", "b", "c", "d"], "g1", "s", itself)
    both = replace(played(["b", "a", "d", "c"], "g2", "s", itself), course=first.course)
    other = played(["a", "b", "d", "c"], "g3", "s", itself)
    assert alike_of([first, both, other]) == ()


def test_without_records_nothing_is_known_to_be_the_same() -> None:
    """A course that was not read is no course."""
    games = [replace(each, course="") for each in tournament(one_bot)]
    assert alike_of(games) == ()
    assert counted_once(games, {}) == games


def test_a_game_of_the_same_line_up_that_repeats_another_counts_once() -> None:
    """As where an entrant sits at a table more than once."""
    first = played(["a", "b", "a"], "g1", "s", itself)
    again, other = replace(first, game="g2"), replace(first, game="g3", course="another")
    assert counted_once([first, again, other], {}) == [first, other]
    assert rated([first, again, other]).repeated == 1


# --- ratings ---


def test_those_who_are_one_are_rated_as_one_that_sits_there_twice() -> None:
    """Number for number: the rating of the same games, each once, with one name for both."""
    group = rated(mixed(pair))
    named = [
        replace(each, seats=tuple(
            replace(seat, entrant="a" if seat.entrant == "b" else seat.entrant)
            for seat in each.seats
        ))
        for each in mixed(pair) if not each.game.endswith(("1", "3"))
    ]  # fmt: skip
    expected, found = (each.ratings.as_played for each in (rated(named), group))
    assert (group.games, group.repeated, found.games) == (5 * SEEDS, 2 * SEEDS, 3 * SEEDS)
    rows = {row.entrant: row for row in found.entrants}
    for row in expected.entrants:
        assert rows[row.entrant] == row
    assert rows["b"] == replace(rows["a"], entrant="b", same_as="a")


def test_nobody_leads_who_it_is_one_with() -> None:
    """There is no pair of the two, and each has the same pairs with all others."""
    found = rated(mixed(pair)).ratings.as_played
    pairs = {frozenset((row.first, row.second)): row.elo for row in found.pairs}
    assert set(pairs) == {
        frozenset(each) for each in ("ac", "bc", "ad", "bd", "cd")
    }  # fmt: skip
    assert pairs[frozenset("ac")] == pairs[frozenset("bc")]
    assert [sorted(each) for each in found.pools] == [["a", "b", "c", "d"]]


def test_the_warning_says_who_is_one_and_what_counts_once() -> None:
    """With numbers."""
    warnings = rated(mixed(pair)).warnings
    assert warnings[0] == (
        f"a and b played alike in all {4 * SEEDS} games that only exchanged them: they are one, "
        "and are rated as one."
    )
    assert warnings[1] == (
        f"{2 * SEEDS} games repeat others record for record, and the rating counts each game once."
    )


def test_the_headline_says_who_the_leader_is_one_with() -> None:
    """And where all are one, that nobody leads."""
    rating = rating_with({("a", "d"): 0.98, ("b", "d"): 0.98}, "abd", same={"b": "a"})
    assert headline(rating) == (
        "a leads: it is above d with probability 0.98. b is one with a: they played alike."
    )
    everybody = rated(tournament(one_bot)).ratings.as_played
    assert headline(everybody) == (
        "a, b and c are one: they played alike, and nobody else was rated."
    )
    assert everybody.pairs == []
    assert {row.rank.value for row in everybody.entrants} == {1}


def test_an_anchor_is_one_under_whatever_name() -> None:
    """Others are measured from it where it stands for somebody else, or somebody for it."""
    games = mixed(pair)
    plan = plan_for(games)
    for name in "ab":
        anchored = plan.entrants | {name: Entrant(spec="house", anchor=True)}
        given = plan.model_copy(update={"entrants": anchored})
        (group,) = ratings_of(games, given, draws=50).groups
        rows = {row.entrant: row for row in group.ratings.as_played.entrants}
        gap = rows["d"].elo.value - rows["a"].elo.value
        assert abs(rows["d"].above_anchors.value - gap) < 1e-3
        assert rows["a"].above_anchors is rows["b"].above_anchors is None
