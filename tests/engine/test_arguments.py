"""The arguments of decisions, as tools are made of them."""

import pytest

import engine

SEATS = ("Ada", "Ben", "Cyd")


def test_the_arguments_of_a_kind_are_those_of_its_options() -> None:
    """Each argument has the values that its options have, once each, in their order."""
    arguments = engine.ruleset("moh").arguments(SEATS)
    assert arguments["cast_vote"] == {"player": SEATS}
    assert arguments["choose_destination"] == {"location": (1, 2, 3, 4, 5, 6)}
    assert arguments["use_camera"] == {"card": ("camera",)}
    assert list(arguments["move"]) == ["character", "card", "location"]
    assert arguments["place_revenge_zombie"] == {"location": (1, 2, 3, 4, 5, 6)}


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_every_option_is_made_of_arguments(ruleset: str) -> None:
    """The values of an option's id, in the order of the arguments, are all among them."""
    facts = engine.ruleset(ruleset)
    arguments = facts.arguments(SEATS)
    assert list(arguments) == list(facts.catalogue(SEATS))
    for kind, ids in facts.catalogue(SEATS).items():
        values = {str(value) for each in arguments[kind].values() for value in each}
        parts = {part for id_ in ids if id_ != "pass" for part in id_.split("-")}
        assert parts == values


def test_an_option_of_the_rules_brings_its_argument() -> None:
    """Where the truck may be left alone, to search it is a choice."""
    facts = engine.ruleset("moh", {"truck_optional": True})
    assert facts.arguments(SEATS)["distribute_truck"]["choice"] == ("search",)
    assert "choice" not in engine.ruleset("moh").arguments(SEATS)["distribute_truck"]


def test_three_players_have_a_character_more() -> None:
    """The values depend on the seats (MOH-6)."""
    facts = engine.ruleset("moh")
    assert "little_girl" in facts.arguments(3)["choose_victim"]["character"]
    assert "little_girl" not in facts.arguments(4)["choose_victim"]["character"]
