"""The epoch: what it has in it changes its digest, and nothing else does."""

from pathlib import Path
from typing import Any

import pytest

from arena.hash_chain import digest
from arena.seats.llm import templates
from arena.tournament import epoch as epochs
from arena.tournament.config import TournamentConfig
from arena.tournament.epoch import difference, digest_of
from arena.tournament.plan import Epoch
from arena.tournament.planning import planned
from tests.arena.tournament.plan.plans import BOTS, MODELS, QUIET, config, of_models

LARGE = "openai:large-model"


def epoch(given: TournamentConfig) -> str:
    """Return the digest of the epoch of a config's control."""
    plan = planned(given)
    (found,) = plan.epochs
    return found


IN_IT: dict[str, dict[str, Any]] = {
    "the ruleset": {"rulesets": ["moh-pl"]},
    "an option": {"rules": {"hidden_in_elections": True}},
    "seconds for an answer": {"limits": {"answer_seconds": 61}},
    "corrections": {"limits": {"corrections": 1}},
    "the protocol": {"talk": {"protocol": "bidding"}},
    "whispers": {"talk": {"whispers": False}},
    "claims": {"talk": {"claims": 0}},
    "hints": {"llm": {"hints": "none"}},
    "the ledger": {"llm": {"ledger": False}},
    "plans": {"llm": {"plans": True}},
    "what happens in an outage": {"llm": {"on_outage": "pause"}},
    "a cap of a game": {"game_budget": {"calls": 100}},
    "what happens at that cap": {"game_budget": {"on_budget": "default"}},
    "a model's setting": {"models": {LARGE: {"max_output": 512}}},
    "a model's retries": {"models": {LARGE: {"retries": 1}}},
    "a model in place of another": {"entrants": {**MODELS, "large": "openai:x", "house": "house"}},
    "a persona": {
        "entrants": {
            **MODELS, "small": {"spec": "openai:small-model", "persona": "bluffer"},
            "house": "house",
        }
    },
}  # fmt: skip
NOT_IN_IT: dict[str, dict[str, Any]] = {
    "the tournament's name": {"name": "other"},
    "the seed": {"seed": "other"},
    "names of entrants": {
        "entrants": {"a": MODELS["large"], "b": MODELS["small"], "c": MODELS["other"], "d": "house"}
    },
    "bots": {"entrants": {**MODELS, "house": "house:liar"}},
    "an anchor": {"entrants": {**MODELS, "house": {"spec": "house", "anchor": True}}},
    "sizes of tables": {"seats": [4]},
    "replicates": {"replicates": 2},
    "names at the table": {"blind": False},
    "the budget of all": {"budget": {"money": 5, "hours": 1}},
    "limits of providers": {"providers": {"openai": {"calls": 2}}},
    "games at once": {"run": {"games": 2, "processes": 1}},
    "a price": {"models": {LARGE: {"price": {"input": 1.0, "output": 2.0}}}},
    "arms": {"arms": [QUIET, {"name": "bluff", "personas": {"large": "bluffer"}}]},
    "a default that is written out": {"talk": {"turns": 1}, "models": {LARGE: {"retries": 3}}},
}


@pytest.mark.parametrize("what", IN_IT)
def test_what_makes_games_comparable_is_in_it(what: str) -> None:
    """Another value makes another epoch."""
    assert epoch(of_models(**IN_IT[what])) != epoch(of_models())


@pytest.mark.parametrize("what", NOT_IN_IT)
def test_nothing_else_is_in_it(what: str) -> None:
    """Another value leaves the epoch as it is."""
    assert epoch(of_models(**NOT_IN_IT[what])) == epoch(of_models())


def test_the_prompts_are_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another prompt makes another epoch."""
    before = epoch(config())
    monkeypatch.setattr(epochs, "prompts_digest", lambda _: digest(b"other prompts"))
    assert epoch(config()) != before
    assert templates.prompts_digest() != digest(b"other prompts")


def test_the_text_of_a_persona_is_in_it(tmp_path: Path) -> None:
    """A persona's file with other words in it makes another epoch; its path makes none."""
    found = []
    for name, text in (("a", "You wait."), ("b", "You wait."), ("c", "You run.")):
        file = tmp_path / f"{name}.toml"
        file.write_text(f'name = "One"\ntext = "{text}"\n', encoding="utf-8")
        entrants = {**BOTS, "m": {"spec": "openai:x", "persona": str(file)}}
        found.append(epoch(config(entrants=entrants)))
    assert found[0] == found[1] != found[2]


def test_all_arms_of_a_ruleset_have_its_epoch() -> None:
    """Arms are compared with each other: they share the control's epoch."""
    plan = planned(config(arms=[QUIET], rulesets=["moh", "osaczeni"]))
    for ruleset in ("moh", "osaczeni"):
        assert (
            len({each.epoch for each in plan.conditions.values() if each.ruleset == ruleset}) == 1
        )
    assert len(plan.epochs) == 2


def test_the_digest_is_kept_with_its_parts() -> None:
    """Whoever reads a plan sees what its epochs are made of, and can compute them again."""
    plan = planned(of_models())
    for name, each in plan.epochs.items():
        assert digest_of(each) == name
        assert {"ruleset", "options", "talk", "llm", "limits", "game_budget"} <= set(each.parts)


def test_the_order_of_keys_is_no_part_of_it() -> None:
    """Two tables with the same values are the same epoch, however they are ordered."""
    one = Epoch(entrants=(), parts={"a": 1, "b": {"c": [1, 2], "d": None}})
    other = Epoch(entrants=("x",), parts={"b": {"d": None, "c": [1, 2]}, "a": 1})
    assert digest_of(one) == digest_of(other)
    assert not difference(one, other)


def test_a_difference_names_the_key_and_both_values() -> None:
    """The first thing that differs is told with its place."""
    one = Epoch(entrants=(), parts={"a": 1, "b": {"c": [1, 2]}})
    other = Epoch(entrants=(), parts={"a": 1, "b": {"c": [2]}})
    assert difference(one, other) == "b.c was [1, 2] and is [2]"
