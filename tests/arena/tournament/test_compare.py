"""Two tournaments side by side: what is compared, what is refused and why, what is printed."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from arena.errors import ConfigError
from arena.faces.cli import main
from arena.provider import Provider
from arena.provider.likenesses import LIKENESSES, Likeness
from arena.provider.types import Draw
from arena.tournament.compare import Compared, compared
from arena.tournament.extend import extended
from arena.tournament.folder import write_plan
from arena.tournament.plan import read_plan
from arena.tournament.ratings.ratings import ratings_of
from arena.tournament.ratings.rows import Estimate
from arena.tournament.results import results_of
from arena.tournament.rules import RunRules
from arena.tournament.run import run
from tests.arena.tournament.plan.plans import config, plan

Capture = pytest.CaptureFixture[str]
ANCHOR = {"spec": "random", "anchor": True}
SPRING = {"dice": ANCHOR, "ada": "random", "ben": "random", "cyd": "random"}
SUMMER = {"dice": ANCHOR, "ada": "random", "ben": "house", "eve": "random"}


def play(folder: Path) -> Path:
    """Play what is planned, in this process; return the folder."""
    rules = RunRules.model_validate({"processes": 1, "games": 1})
    asyncio.run(run(folder, rules=rules))
    return folder


def tournament(folder: Path, toy: str, first: int | None = None, **given: Any) -> Path:
    """Plan and play a tournament of the toy; bots draw by their own names, so none are one.

    `first` games are left of its plan; None: all.
    """
    own = {"rulesets": [toy], "talk": {"protocol": "off"}, "blind": False}
    made = plan(**{**own, **given})
    write_plan(folder, made.model_copy(update={"games": made.games[:first]}))
    return play(folder)


@pytest.fixture(scope="module")
def spring(toy: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a tournament of four bots, one an anchor."""
    return tournament(tmp_path_factory.mktemp("spring"), toy, entrants=SPRING)


@pytest.fixture(scope="module")
def summer(toy: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the next one: an entrant is another by its name, and one is new."""
    at = tmp_path_factory.mktemp("summer")
    return tournament(at, toy, entrants=SUMMER, seed="2", name="summer")


@pytest.fixture(scope="module")
def seasons(spring: Path, summer: Path) -> Compared:
    """Return the two side by side."""
    return compared(spring, summer)


def copied(folder: Path, to: Path) -> Path:
    """Return a copy that may be changed."""
    shutil.copytree(folder, to, dirs_exist_ok=True)
    return to


def few(one: Path, other: Path) -> Compared:
    """Return what is compared, with few draws."""
    return compared(one, other, draws=100)


def refused(one: Path, other: Path) -> str:
    """Return why two tournaments are not compared, their folders named A and B."""
    with pytest.raises(ConfigError) as error:
        few(one, other)
    return str(error.value).replace(str(one), "A").replace(str(other), "B")


# --- what is compared ---


@pytest.mark.slow
def test_entrants_that_are_one_have_a_row_each(toy: str, tmp_path: Path, spring: Path) -> None:
    """They are rated as one, as in the report, which is said; so their differences are equal."""
    alike = tournament(tmp_path, toy, entrants=SPRING, blind=True)
    (found,) = few(spring, alike).comparisons
    assert {each.entrant for each in found.rows} == SPRING.keys()
    assert len({each.other.elo.value for each in found.rows}) == 1
    assert any("they are one" in each for each in found.warnings_of_other)
    assert not any("they are one" in each for each in found.warnings_of_one)


@pytest.mark.slow
def test_shared_entrants_stand_on_the_scale_of_the_anchor(seasons: Compared) -> None:
    """The anchor has 1500 in both, and each difference is that of the two ratings."""
    (found,) = seasons.comparisons
    assert (found.anchored, found.reference, found.same_games) == (True, ("dice",), False)
    rows = {each.entrant: each for each in found.rows}
    assert rows.keys() == {"dice", "ada"}
    assert rows["dice"].one.aligned == rows["dice"].other.aligned
    assert rows["dice"].one.aligned.value == 1500
    ada = rows["ada"]
    gap = ada.other.aligned.value - ada.one.aligned.value
    assert ada.difference.value == pytest.approx(gap, abs=1e-5)
    assert ada.difference.low < gap < ada.difference.high
    assert not ada.anchor
    assert rows["dice"].anchor


def test_namesakes_and_entrants_of_one_side_are_named(
    seasons: Compared, spring: Path, summer: Path
) -> None:
    """Who has another SPEC is somebody else."""
    (found,) = seasons.comparisons
    assert found.unlike == {"ben": f"spec is random in {spring} and house in {summer}"}
    assert (found.only_one, found.only_other) == (("cyd",), ("eve",))


def test_elo_is_that_of_each_report(seasons: Compared, spring: Path) -> None:
    """With its interval, on the report's own scale; and so is what was played."""
    made = read_plan(spring)
    ratings = ratings_of(results_of(made, spring).games, made)
    rating = ratings.groups[0].ratings.as_played
    elo = {each.entrant: each.elo for each in rating.entrants}
    games = {each.entrant: each.games for each in rating.entrants}
    for row in seasons.comparisons[0].rows:
        assert row.one.elo == elo[row.entrant]
        assert row.one.games == games[row.entrant]
        assert row.one.cost_a_game == 0.0


def test_the_same_folder_twice_differs_by_nothing(spring: Path) -> None:
    """All are in both, and the games are said to be the same."""
    (found,) = few(spring, spring).comparisons
    assert found.same_games
    assert len(found.rows) == 4
    assert {each.difference for each in found.rows} == {Estimate(value=0.0, low=0.0, high=0.0)}


def test_the_other_way_round_has_the_other_sign(
    seasons: Compared, spring: Path, summer: Path
) -> None:
    """To every figure of an interval."""
    (found,) = seasons.comparisons
    (turned,) = compared(summer, spring).comparisons
    gaps = {each.entrant: each.difference for each in turned.rows}
    for each in found.rows:
        assert gaps[each.entrant].value == pytest.approx(-each.difference.value, abs=1e-5)
        assert gaps[each.entrant].low == pytest.approx(-each.difference.high, abs=1e-5)


def test_without_an_anchor_the_mean_of_all_shared_is_the_scale(
    toy: str, spring: Path, tmp_path: Path
) -> None:
    """An anchor in one of the two is none."""
    entrants = {**SPRING, "dice": "random"}
    other = tournament(tmp_path, toy, entrants=entrants, seed="3")
    (found,) = few(spring, other).comparisons
    assert not found.anchored
    assert found.reference == ("ada", "ben", "cyd", "dice")
    for side in ("one", "other"):
        mean = sum(getattr(each, side).aligned.value for each in found.rows) / 4
        assert mean == pytest.approx(1500, abs=1e-5)


def test_of_two_epochs_the_comparable_one_is_compared(
    toy: str, spring: Path, tmp_path: Path
) -> None:
    """A tournament that went on under other limits is compared by the games before."""
    grown = copied(spring, tmp_path)
    limits = {"answer_seconds": 77.0}
    more = config(
        rulesets=[toy],
        talk={"protocol": "off"},
        entrants=SPRING,
        replicates=2,
        limits=limits,
        blind=False,
    )
    write_plan(grown, extended(read_plan(grown), more, new_epoch=True))
    play(grown)
    found = few(spring, grown)
    assert [(each.title, each.same_games) for each in found.comparisons] == [(toy, True)]
    assert found.alone_in_one == ()
    _, new = read_plan(grown).epochs
    assert found.alone_in_other == (f"{toy}, epoch {new[:8]}",)
    assert [each.same_games for each in few(grown, grown).comparisons] == [True, True]


# --- what is refused ---


def test_other_conditions_are_refused_key_by_key(toy: str, spring: Path, tmp_path: Path) -> None:
    """Each with both values, in one sentence."""
    limits = {"answer_seconds": 77.0}
    talk = {"protocol": "off", "characters": 310}
    other = tournament(tmp_path, toy, entrants=SPRING, limits=limits, talk=talk, first=1)
    (usual,) = (each.parts["limits"] for each in read_plan(spring).epochs.values())
    (length,) = (each.parts["talk"]["characters"] for each in read_plan(spring).epochs.values())
    assert refused(spring, other) == (
        f"A and B can't be compared: talk.characters is {length} in A and 310 in B; "
        f"limits.answer_seconds is {usual['answer_seconds']} in A and 77.0 in B."
    )


def test_of_other_rulesets_no_options_are_named(spring: Path, tmp_path: Path) -> None:
    """They are other games: what both have besides is compared all the same."""
    other = tournament(tmp_path, "moh", entrants=SPRING, seats=[4], first=1)
    assert refused(spring, other) == (
        "A and B can't be compared: ruleset is toy in A and moh in B; seats is 3 in A and 4 in B."
    )


def test_other_tables_are_refused(toy: str, spring: Path, tmp_path: Path) -> None:
    """Sizes are what games were played at, not what was planned."""
    other = tournament(tmp_path, toy, entrants=SPRING, seats=[4], first=1)
    assert refused(spring, other) == "A and B can't be compared: seats is 3 in A and 4 in B."


def test_a_rewritten_plan_makes_nothing_comparable(toy: str, spring: Path, tmp_path: Path) -> None:
    """What counts stands in the games: a plan that says otherwise has no games."""
    other = tournament(tmp_path, toy, entrants=SPRING, limits={"answer_seconds": 77.0}, first=1)
    given = (spring / "plan.json").read_text(encoding="utf-8")
    (other / "plan.json").write_text(given, encoding="utf-8")
    assert refused(spring, other).startswith("B has no rated game")


def test_nothing_in_common_is_refused(toy: str, spring: Path, tmp_path: Path) -> None:
    """A name alone makes nobody the same, and one entrant alone tells no distance."""
    strangers = {"ada": "house", "eve": "random", "fay": "random"}
    other = tournament(tmp_path / "strangers", toy, entrants=strangers, first=1)
    assert refused(spring, other) == (
        "A and B have no entrant in common, by name and SPEC. ada is not the same: spec is random "
        "in A and house in B. Possible: two tournaments in which some of the same entrants play, "
        "such as anchors."
    )
    lonely = {**strangers, "dice": ANCHOR}
    other = tournament(tmp_path / "lonely", toy, entrants=lonely, first=3)
    assert refused(spring, other).startswith("A and B have dice in common, which is too few")


def test_a_folder_without_games_is_refused(spring: Path, tmp_path: Path) -> None:
    """So is one without a plan."""
    write_plan(tmp_path, read_plan(spring))
    assert refused(spring, tmp_path).startswith("B has no rated game")
    assert main(["tournament", "compare", str(spring), str(tmp_path / "none")]) == 2


# --- what is printed ---


def printed(capsys: Capture, *args: str, code: int = 0) -> str:
    """Return what the command prints, as words."""
    assert main(["tournament", "compare", *args]) == code
    return " ".join(capsys.readouterr().out.split())


def test_the_command_prints_both_side_by_side(
    spring: Path, summer: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scale, the ratings, what was played, and who is in one only."""
    monkeypatch.setenv("COLUMNS", "100")
    text = printed(capsys, str(spring), str(summer))
    count = len(read_plan(spring).games)
    assert text.startswith(f"A: {spring}, test: all {count} games are finished.")
    assert "Elo with 1500 for dice, the anchor that both have." in text
    assert "Entrant Elo A 95 % interval Elo B 95 % interval B - A 95 % interval" in text
    assert "dice 1500 1500 to 1500 1500 1500 to 1500 - -" in text
    assert "A | B Games Dollars a game Corrections Defaults Failed calls" in text
    assert "$0 | $0 0 | 0 0 | 0 0 | 0" in text
    assert "Only in A: cyd. Only in B: eve." in text
    assert "ben is not the same in both: spec is random in" in text


def test_a_narrow_terminal_has_lines_instead(
    spring: Path, summer: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the same figures, and none wider than it is."""
    monkeypatch.setenv("COLUMNS", "50")
    assert main(["tournament", "compare", str(spring), str(summer)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "ada" in lines
    assert any(each.strip().startswith("B - A: ") for each in lines)
    assert max(len(each) for each in lines if str(spring)[-9:] not in each) <= 50


def test_the_same_as_json(seasons: Compared, spring: Path, summer: Path, capsys: Capture) -> None:
    """One document with all that is printed."""
    document = json.loads(printed(capsys, str(spring), str(summer), "--json"))
    assert document == json.loads(json.dumps(seasons.data()))
    assert document["one"]["name"] == "test"
    assert document["comparisons"][0]["rows"][0]["difference"].keys() == {"value", "low", "high"}


def test_games_that_are_left_out_are_named_and_told_by_the_exit_code(
    spring: Path, summer: Path, tmp_path: Path, capsys: Capture
) -> None:
    """As `report` has it; games that are not finished are said, and are no failure."""
    other = copied(summer, tmp_path)
    rows = [each.game for each in read_plan(other).games]
    shutil.rmtree(other / "games" / rows[1])
    log = other / "games" / rows[0] / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"type":"answer"', b'"type":"Answer"', 1))
    text = printed(capsys, str(spring), str(other), code=1)
    assert f"summer: {len(rows) - 2} of {len(rows)} games are finished." in text
    assert f"B: {rows[0]} is left out: " in text
    document = json.loads(printed(capsys, str(spring), str(other), "--json", code=1))
    assert list(document["other"]["left_out"]) == [rows[0]]


# --- models ---


class Renamed(Likeness):
    """A gateway whose alias leads to the model of the season."""

    __slots__ = ()
    names: list[str] = []  # noqa: RUF012 - the last is in force

    def reply(self, reply: dict[str, Any], draw: Draw) -> dict[str, Any]:
        """Return the reply under the name of the model that gave it."""
        return {**super().reply(reply, draw), "model": self.names[-1]}


@pytest.fixture(scope="module")
def of_models(toy: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return tournaments with a model: two by the same settings, one by others."""
    known: dict[str, Likeness] = dict(LIKENESSES)
    LIKENESSES["renamed"] = Renamed(about="gateways")
    found = {}
    try:
        with Provider(like="renamed") as provider:
            spec = f"openai-compatible:gpt-9@{provider.url}"
            for name, temperature in (("old", 0.5), ("new", 0.5), ("warm", 1.5)):
                Renamed.names.append(f"gpt-9-{name}")
                found[name] = tournament(
                    tmp_path_factory.mktemp(name), toy, seed=name,
                    entrants={"dice": ANCHOR, "ada": "random", "gpt": spec},
                    models={spec: {"temperature": temperature}},
                )  # fmt: skip
    finally:
        LIKENESSES.clear()
        LIKENESSES.update(known)
    return found


@pytest.mark.slow
def test_another_model_behind_a_name_is_said(of_models: dict[str, Path], capsys: Capture) -> None:
    """It is compared all the same: whether that is one entrant is the reader's to judge."""
    old, new = of_models["old"], of_models["new"]
    (found,) = few(old, new).comparisons
    assert {each.entrant for each in found.rows} == {"dice", "ada", "gpt"}
    text = printed(capsys, str(old), str(new))
    assert "gpt: other models answered, by the replies: gpt-9-old in A, gpt-9-new in B." in text


def test_a_model_with_other_settings_is_another_entrant(of_models: dict[str, Path]) -> None:
    """Its name and SPEC are the same; the others are compared."""
    old, warm = of_models["old"], of_models["warm"]
    (found,) = few(old, warm).comparisons
    assert {each.entrant for each in found.rows} == {"dice", "ada"}
    assert found.unlike == {"gpt": f"temperature is 0.5 in {old} and 1.5 in {warm}"}
