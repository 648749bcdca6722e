"""Functions by type of fact: which of them is called, and for what there is none."""

from arena.events import AttackBegan, CharacterEaten, PlaceClosed, PlaceHeld
from arena.records.handlers import Handlers

BEGAN = AttackBegan(place=4, strength=1, zombies=2)
HELD = PlaceHeld(place=3, strength=2, zombies=1)


def told() -> Handlers[[str], str]:
    """Return functions for two types, of which one has both."""
    handlers = Handlers[[str], str]()

    @handlers.on(AttackBegan, PlaceHeld)
    def _(attack: AttackBegan | PlaceHeld, mark: str) -> str:
        return f"{attack.place}{mark}"

    return handlers


def test_a_function_may_be_that_of_two_types() -> None:
    """It is given the fact first; the types are told, in their order."""
    handlers = told()
    assert (handlers(BEGAN, "!"), handlers(HELD, "?")) == ("4!", "3?")
    assert [*handlers] == [AttackBegan, PlaceHeld]
    assert PlaceHeld in handlers


def test_what_has_no_function_finds_nothing() -> None:
    """Nor has a type whose name is alike."""
    assert told()(PlaceClosed(place=4), "!") is None
    assert PlaceClosed not in told()


def test_a_later_function_stands_in_place_of_an_earlier_one() -> None:
    """The others, and those that they were taken from, stay as they are."""
    common, own = told(), Handlers[[str], str]()

    @own.on(PlaceHeld)
    def _(held: PlaceHeld, mark: str) -> str:
        return f"holds {held.place}{mark}"

    both = Handlers(common, own)

    @both.on(CharacterEaten)
    def _(eaten: CharacterEaten, mark: str) -> str:
        return f"{eaten.player}{mark}"

    assert (both(HELD, "."), both(BEGAN, ".")) == ("holds 3.", "4.")
    assert common(HELD, ".") == "3."
    assert CharacterEaten not in common
