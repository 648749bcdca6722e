"""A tournament whose arms have prompts of their own: its plan, its games, its report."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from arena.data import path
from arena.errors import ConfigError
from arena.provider import Provider
from arena.seats.llm.templates import prompts_digest
from arena.seats.llm.variants import variant_of
from arena.table.verify import verify
from arena.tournament.config import config_of, load_tournament
from arena.tournament.dry_games import dry_games
from arena.tournament.extend import config_from, extended
from arena.tournament.folder import game_folder, write_plan
from arena.tournament.plan import Plan, read_plan
from arena.tournament.planning import planned
from arena.tournament.report.record import checklist_section
from arena.tournament.report.totals import Totals
from arena.tournament.results import results_of
from arena.tournament.rules import RunRules
from arena.tournament.run import run
from tests.arena.tournament.plan.plans import BOTS, config, of_models, plan, written

SAID, LOUDER = "Speak, or say nothing.", "Speak up, or say nothing at all."


def louder(where: Path, name: str = "mine") -> Path:
    """Return a folder whose `talk.md` has one other sentence than the arena's."""
    file = where / name / "talk.md"
    file.parent.mkdir(parents=True)
    text = path("prompts", "talk.md").read_text("utf-8")
    file.write_text(text.replace(SAID, LOUDER), encoding="utf-8")
    return where / name


def arm(prompts: object, **given: object) -> dict[str, object]:
    """Return an arm with these prompts."""
    return {"name": "loud", "llm": {"prompts": str(prompts)}, **given}


def prompts_of(made: Plan) -> dict[str, Any]:
    """Return what the conditions of a plan say of prompts, by arm."""
    return {each.arm: each.table["llm"].get("prompts") for each in made.conditions.values()}


# --- the plan ---


def test_the_texts_stand_in_the_plan(tmp_path: Path) -> None:
    """By arm, with the name; those of the control and its null arm stay the arena's own."""
    mine = louder(tmp_path)
    made = planned(of_models(arms=[arm(mine)]))
    texts = variant_of(str(mine))
    assert texts is not None
    found = prompts_of(made)
    assert found == {"control": None, "null": None, "loud": texts.model_dump(mode="json")}
    assert all("prompts" not in each.table["llm"] for each in made.conditions.values()
               if each.arm != "loud")  # fmt: skip


def test_a_plan_without_prompts_of_its_own_has_no_word_of_them(tmp_path: Path) -> None:
    """Its bytes are those of before; with an arm's, those of the control's rows stay."""
    bare, with_arm = planned(of_models()), planned(of_models(arms=[arm(louder(tmp_path))]))
    assert b'"templates"' not in bare.dumped()
    assert bare.conditions["moh.control"] == with_arm.conditions["moh.control"]
    assert bare.epochs == with_arm.epochs


def test_an_arm_over_a_control_of_other_prompts(tmp_path: Path) -> None:
    """It keeps them where it says nothing, takes others, or the arena's own by an empty text."""
    mine = louder(tmp_path)
    arms = [
        {"name": "quiet", "talk": {"whispers": False}},
        {"name": "wary", "llm": {"prompts": "wary"}},
        {"name": "plain", "llm": {"prompts": ""}},
    ]
    found = prompts_of(planned(of_models(llm={"prompts": str(mine)}, arms=arms)))
    assert {name: each and each["name"] for name, each in found.items()} == {
        "control": "mine", "null": "mine", "quiet": "mine", "wary": "wary", "plain": None,
    }  # fmt: skip


def test_the_epoch_is_that_of_the_control_s_texts(tmp_path: Path) -> None:
    """Other texts are another epoch; another name, or another place, is none; an arm's are none."""
    plain = planned(of_models())
    one = planned(of_models(llm={"prompts": str(louder(tmp_path))}))
    same = planned(of_models(llm={"prompts": str(louder(tmp_path, "other"))}))
    other = planned(of_models(llm={"prompts": "wary"}))
    of_arm = planned(of_models(arms=[arm("wary")]))
    epochs = [tuple(each.epochs) for each in (plain, one, same, other, of_arm)]
    assert epochs[1] == epochs[2]
    assert epochs[0] == epochs[4]
    assert len({epochs[0], epochs[1], epochs[3]}) == 3
    (found,) = one.epochs.values()
    assert found.parts["prompts"] == prompts_digest(variant_of(str(tmp_path / "mine")))
    assert "prompts" not in found.parts["llm"]


def test_more_is_planned_without_the_folder(tmp_path: Path) -> None:
    """Replicates and entrants go by the plan; from a config whose texts are others nothing does."""
    mine = louder(tmp_path)
    given = {"entrants": {**BOTS, "m": "openai:x"}, "arms": [arm(mine)]}
    made = plan(**given)
    (mine / "talk.md").write_text("Speak.")
    with pytest.raises(ConfigError, match=r"\[\[arms\]\] 'loud' is another in the plan"):
        extended(made, config(**given))
    shutil.rmtree(mine)
    more = extended(made, config_from(made, replicates=1))
    assert len(more.games) > len(made.games)
    assert more.conditions == made.conditions


def test_what_is_wrong_is_told_with_the_arm(tmp_path: Path) -> None:
    """In a section and in an arm; before anything is planned."""
    file = written(
        tmp_path,
        '[entrants]\na = "house"\nb = "house"\nc = "openai:x"\n'
        '[[arms]]\nname = "one"\nllm = { prompts = "wry" }\n',
    )
    with pytest.raises(ConfigError) as error:
        load_tournament(file)
    assert str(error.value) == (
        f"{file}: arms.0.llm: prompts is 'wry'. Possible: short, wary. Did you mean 'wary'? "
        "Or the path of a folder."
    )
    with pytest.raises(ConfigError, match=r"^x\.toml: \[llm\] prompts is 'wry'\."):
        config_of({"entrants": BOTS, "llm": {"prompts": "wry"}}, "x.toml")


def test_a_table_is_a_tournament_with_its_prompts(tmp_path: Path) -> None:
    """Its line-up plays under them."""
    file = written(
        tmp_path, 'seed = 1\n[seats]\nA = "house"\nB = "house:liar"\nC = "openai:x"\n'
        '[llm]\nprompts = "wary"\n',
    )  # fmt: skip
    found = prompts_of(planned(load_tournament(file)))
    assert {each["name"] for each in found.values()} == {"wary"}


@pytest.mark.slow
def test_the_plan_s_games_without_calls_find_what_fails(tmp_path: Path) -> None:
    """An arm's template that can't be filled in is refused before a model is asked."""
    mine = louder(tmp_path)
    (mine / "talk.md").write_text("{{ left.nothing }}")
    made = planned(config(entrants={**BOTS, "m": "openai:x"}, arms=[arm(mine)]))
    with pytest.raises(ConfigError, match=r"^prompts mine/talk\.md line 1: UndefinedError"):
        dry_games(made, made.games)


# --- the games ---


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Plan, Path]:
    """Return a tournament that a pool has played, and whose arm's folder was deleted before."""
    where = tmp_path_factory.mktemp("prompts")
    mine, at = louder(where), where / "tournament"
    with Provider() as server:
        spec = f"openai-compatible:m@{server.url}"
        made = plan(
            entrants={"ada": "random", "ben": "random", "model": spec},
            models={spec: {"max_output": 600, "call_seconds": 20.0}},
            arms=[arm(mine)], talk={"floors": ["attack"]},
        )  # fmt: skip
        at.mkdir()
        write_plan(at, made)
        shutil.rmtree(mine)
        rules = RunRules.model_validate({"processes": 2, "games": 2})
        status = asyncio.run(run(at, rules=rules))
    assert len(status.finished) == status.planned
    return read_plan(at), at


@pytest.mark.slow
def test_each_game_has_the_prompts_of_its_arm(played: tuple[Plan, Path]) -> None:
    """In its header, in what its model was sent, and in its result; all are true."""
    made, at = played
    digests: dict[str, set[str]] = {}
    for row in made.games:
        game = game_folder(at, row.game)
        own = made.conditions[row.condition].table["llm"].get("prompts")
        llm = json.loads((game / "game.json").read_bytes())["llm"]
        assert llm["rules"].get("prompts") == own
        assert (LOUDER in (game / "calls.jsonl").read_text("utf-8")) == (own is not None)
        assert verify(game).ok
    for each in results_of(made, at).games:
        digests.setdefault(each.arm, set()).add(each.prompts)
    assert digests["control"] == digests["null"] == {prompts_digest()}
    assert digests["loud"].isdisjoint(digests["control"])


@pytest.mark.slow
def test_the_arm_s_header_differs_in_its_prompts_alone(played: tuple[Plan, Path]) -> None:
    """From that of the game with the same seed under the control; the null arm's in nothing."""
    made, at = played
    headers: dict[tuple[str, str], dict[str, Any]] = {}
    for row in made.games:
        found = json.loads((game_folder(at, row.game) / "game.json").read_bytes())
        del found["game"], found["schedule"]
        headers[row.seed, made.conditions[row.condition].arm] = found
    for seed in {row.seed for row in made.games}:
        control, null, loud = (headers[seed, each] for each in ("control", "null", "loud"))
        assert control == null != loud
        for each in (control, loud):
            each["llm"].pop("prompts")
        assert loud["llm"]["rules"].pop("prompts")["name"] == "mine"
        assert control == loud


@pytest.mark.slow
def test_the_report_names_the_prompts_of_each_arm(played: tuple[Plan, Path]) -> None:
    """With the templates that differ, and the digests of all."""
    made, at = played
    games = results_of(made, at).games
    rows = json.dumps(
        checklist_section(made, games, Totals(seats=()), None, "", "").grids, default=str
    )
    assert "control: the arena's own; null: the arena's own; loud: mine (talk.md). SHA-256" in rows
