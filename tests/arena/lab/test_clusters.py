"""What games have in common: dealt alike they are one cluster, and copies say nothing new."""

from arena.events import DestinationAnnounced
from arena.lab.course import cluster_of, course_with
from arena.records.game import CallsCounted, Sealed, opened_of
from arena.records.record import Record


def records(*, place: int = 1, game: str = "g1") -> list[Record]:
    """Return a game in which somebody announces a destination."""
    calls = CallsCounted(records=1, digest=f"calls of {game}")
    said = (
        opened_of(f"header of {game}".encode()),
        DestinationAnnounced(player="Ann", place=place),
        Sealed(records=3, result={}, calls=calls),
    )
    return [
        Record(
            i=at, data=each, round=1, phase=None, actor="Ann" if at == 1 else None, seen_by="all",
            hash=f"{game} {at}",
        )
        for at, each in enumerate(said)
    ]  # fmt: skip


def test_games_of_one_seed_and_line_up_are_one_cluster_whoever_sits_where() -> None:
    """They have dice and cards in common; under other rules, or with others, they have not."""
    assert cluster_of("moh", "7", ["a", "b", "a"]) == cluster_of("moh", "7", ["a", "a", "b"])
    others = {("moh", "7", "ab"), ("moh", "8", "ab"), ("osaczeni", "7", "ab"), ("moh", "7", "abb")}
    assert len({cluster_of(*each) for each in others}) == 4


def test_a_copy_has_the_same_course_whatever_else_its_files_say() -> None:
    """Another destination, or others at the seats, is another game."""
    first = course_with(records(), ["a", "b"])
    assert first == course_with(records(game="g2"), ["a", "b"])
    others = course_with(records(place=2), ["a", "b"]), course_with(records(), ["b", "a"])
    assert len({first, *others}) == 3
