"""What games have in common: dealt alike they are one cluster, and copies say nothing new."""

from typing import Any

from arena.lab.clusters import cluster_of, course_with


def records(*, vote: str = "mall", game: str = "g1") -> list[dict[str, Any]]:
    """Return a game in which somebody votes."""
    bodies: list[dict[str, Any]] = [
        {"i": 0, "type": "opened", "actor": None, "data": {"digest": f"header of {game}"}},
        {"i": 1, "type": "voted", "actor": "Ann", "data": {"place": vote}},
        {"i": 2, "type": "sealed", "actor": None, "data": {"calls": f"calls of {game}"}},
    ]
    return [each | {"hash": f"{game} {each['i']}"} for each in bodies]


def test_games_of_one_seed_and_line_up_are_one_cluster_whoever_sits_where() -> None:
    """They have dice and cards in common; under other rules, or with others, they have not."""
    assert cluster_of("moh", "7", ["a", "b", "a"]) == cluster_of("moh", "7", ["a", "a", "b"])
    others = {("moh", "7", "ab"), ("moh", "8", "ab"), ("osaczeni", "7", "ab"), ("moh", "7", "abb")}
    assert len({cluster_of(*each) for each in others}) == 4


def test_a_copy_has_the_same_course_whatever_else_its_files_say() -> None:
    """Another vote, or others at the seats, is another game."""
    first = course_with(records(), ["a", "b"])
    assert first == course_with(records(game="g2"), ["a", "b"])
    others = course_with(records(vote="park"), ["a", "b"]), course_with(records(), ["b", "a"])
    assert len({first, *others}) == 3
