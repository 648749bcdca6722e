"""The digest of what happened in a game, whatever its seats were called."""

from typing import Any

from arena.tournament.course import course_of

NAMES = ("Ann", "Anna", 'Q"')


def records(one: str, other: str, third: str, *, vote: str = "mall", game: str = "g1") -> Any:
    """Return a game in which the first names all three."""
    bodies: list[dict[str, Any]] = [
        {"i": 0, "type": "opened", "actor": None, "data": {"digest": f"header of {game}"}},
        {"i": 1, "type": "game_began", "actor": None, "data": {"seats": [one, other, third]}},
        {"i": 2, "type": "said", "actor": one, "data": {"text": f"{other}, {third} and {one}!"}},
        {"i": 3, "type": "voted", "actor": other, "data": {"place": vote, third: 1}},
        {"i": 4, "type": "sealed", "actor": None, "data": {"calls": f"calls of {game}"}},
    ]
    return [each | {"hash": f"{game} {each['i']}"} for each in bodies]


def test_names_are_no_part_of_it() -> None:
    """Nor is what the first record and the seal say of the game's other files."""
    other = ("Bo", "Bob", "Cyd")
    assert course_of(records(*NAMES), NAMES) == course_of(records(*other, game="g2"), other)


def test_what_happened_is() -> None:
    """Another vote, or the same by somebody in another seat, is another game."""
    found = {
        course_of(records(*NAMES), NAMES),
        course_of(records(*NAMES, vote="park"), NAMES),
        course_of(records(*NAMES), NAMES[::-1]),
    }
    assert len(found) == 3


def test_a_name_within_a_word_is_no_name() -> None:
    """Words that differ stay different, where a name is part of both."""
    of = [records("Al", "Bo", "Cy", vote=word) for word in ("also", "Also", "Al")]
    assert len({course_of(each, ("Al", "Bo", "Cy")) for each in of}) == 3
    renamed = records("Ed", "Bo", "Cy", vote="Ed")
    assert course_of(of[2], ("Al", "Bo", "Cy")) == course_of(renamed, ("Ed", "Bo", "Cy"))
    assert course_of(of[1], ("Al", "Bo", "Cy")) != course_of(renamed, ("Ed", "Bo", "Cy"))
