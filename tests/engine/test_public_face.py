"""The public face of the engine: what can be imported, and nothing else is promised."""

import inspect

import pytest

import engine
from engine import errors

FACE = [
    "AnswerError",
    "Decision",
    "EngineError",
    "Event",
    "Floor",
    "GameOver",
    "IllegalAnswer",
    "NotYourDecision",
    "Option",
    "ReplayDiverged",
    "Result",
    "Ruleset",
    "RulesetError",
    "SaveError",
    "ScenarioError",
    "StaleDecision",
    "Table",
    "View",
    "load_scenario",
    "new_table",
    "replay",
    "restore",
    "ruleset",
    "rulesets",
]
DOORS = {
    "answer",
    "close_floor",
    "events",
    "events_since",
    "floor",
    "fork",
    "heard_by",
    "imagine",
    "is_over",
    "options",
    "pending",
    "result",
    "ruleset",
    "save",
    "seats",
    "take",
    "view",
    "view_data",
}


def test_the_public_face_is_pinned() -> None:
    """`__all__` holds these names, sorted, and each can be had."""
    assert sorted(engine.__all__) == FACE
    assert all(getattr(engine, name) is not None for name in FACE)


def test_an_unknown_name_is_an_attribute_error() -> None:
    """The lazy `View` hides no misspelling."""
    assert not hasattr(engine, "Veiw")


def test_the_doors_of_a_table_are_pinned() -> None:
    """A table offers these methods and properties and no other."""
    assert {name for name in dir(engine.Table) if not name.startswith("_")} == DOORS


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_a_table_tells_every_option_in_force(ruleset: str) -> None:
    """What was chosen stands beside what was not, and gives the facts that the table plays by."""
    table = engine.new_table(ruleset, 3, 1, {"give_to_dead": False})
    facts = engine.ruleset(ruleset, table.options)
    assert list(table.options) == list(facts.options)
    assert table.options == {**engine.ruleset(ruleset).options_in_force, "give_to_dead": False}
    assert table.options == facts.options_in_force == table.save()["options"]
    assert engine.restore(table.save()).options == table.fork().options == table.options


def test_a_scenario_tells_its_options_too() -> None:
    """They are those of the mapping, and all others."""
    there = {"1": ["A.pin_up"], "3": ["B.pin_up"], "4": ["C.pin_up"]}
    table = engine.load_scenario(
        {
            "scenario": 1, "ruleset": "moh", "seats": ["A", "B", "C"], "phase": "truck",
            "locations": there, "options": {"zombie_supply": 12},
        }
    )  # fmt: skip
    assert table.options == {**engine.ruleset("moh").options_in_force, "zombie_supply": 12}


def test_the_options_of_a_table_cannot_be_changed() -> None:
    """The mapping is read-only: a game is played by what it was laid with."""
    table = engine.new_table("moh", 3, 1)
    with pytest.raises(TypeError):
        table.options["give_to_dead"] = False  # type: ignore[index]
    assert table.options["give_to_dead"] is True


def test_the_signatures_of_the_ways_in() -> None:
    """Names and defaults that callers rely on."""
    given = {
        name: list(inspect.signature(getattr(engine, name)).parameters)
        for name in ("new_table", "load_scenario", "restore", "replay", "ruleset", "rulesets")
    }
    assert given == {
        "new_table": ["ruleset", "seats", "seed", "options", "floors"],
        "load_scenario": ["path_or_mapping", "floors"],
        "restore": ["saved"],
        "replay": ["saved", "events"],
        "ruleset": ["id", "options"],
        "rulesets": [],
    }
    imagine = inspect.signature(engine.Table.imagine).parameters
    assert list(imagine) == ["self", "seat", "seed", "policy"]
    assert imagine["policy"].kind is inspect.Parameter.KEYWORD_ONLY
    floors = inspect.signature(engine.new_table).parameters["floors"]
    assert floors.kind is inspect.Parameter.KEYWORD_ONLY
    assert floors.default is False


def test_the_fields_of_a_decision_and_an_option() -> None:
    """What a seat is asked has these fields."""
    question = engine.new_table("moh", 3, 1).pending()[0]
    for name in (
        "id", "seat", "kind", "options", "default", "sealed", "secret", "phase", "round", "place",
        "context",
    ):  # fmt: skip
        assert hasattr(question, name)
    assert {name for name in dir(question.options[0]) if not name.startswith("_")} == {
        "args",
        "id",
        "label",
    }


def test_the_errors_form_one_tree() -> None:
    """Every error is an `EngineError`; the four about an answer are `AnswerError`s."""
    answers = {errors.IllegalAnswer, errors.StaleDecision, errors.NotYourDecision, errors.GameOver}
    assert set(engine.AnswerError.__subclasses__()) == answers
    others = {engine.AnswerError, engine.ReplayDiverged, engine.RulesetError, engine.ScenarioError}
    assert set(engine.EngineError.__subclasses__()) == others


def test_moh_is_a_ruleset() -> None:
    """The canonical ruleset is there under its fixed id."""
    assert "moh" in engine.rulesets()
    assert {engine.ruleset(name).id for name in engine.rulesets()} == set(engine.rulesets())
