"""`arena bench`: the shape of what it finds; never how fast anything is."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import engine
from arena.bench import Plan, bench, measured, peers, rules, run
from arena.bench.apart import bot_game_imports, help_seconds
from arena.bench.models import waves
from arena.bench.run import SIBLINGS
from arena.bench.sampling import Sampler, in_turns, rate
from arena.bench.tables import NAMES, Pace, Slow, config, graph_cost, waiting
from arena.seats import Question
from arena.seats.seat import SeatOption

QUICK = Plan(
    rounds=1, slice=0.02, games=1, at_once=2, means=(0.001,), held=2, starts=1, talks=2, wins=4,
    sibling_wins=4, each_talks=1, each_wins=4, model_games=1, model_protocols=("anthropic",),
    model_latency=0.01, model_calls=3,
)  # fmt: skip


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    """What a very short benchmark finds."""
    return measured(QUICK, with_peers=False, step=lambda _: None)


def test_every_figure_is_there_and_positive(figures: dict[str, Any]) -> None:
    """Engine, table, waiting, memory and start-up, each a number above zero."""
    assert set(figures) == {
        "machine", "peers_missing", "engine", "peers", "table", "waiting", "talk", "win_shares",
        "memory_bytes_per_game", "help_seconds", "bot_game_imports", "rulesets",
        "models", "models_at_once",
    }  # fmt: skip
    assert set(figures["engine"]) == {
        "decisions_per_second", "decisions_per_second_with_view", "forks_per_second",
        "restored_games_per_second", "restored_decisions_per_second",
    }  # fmt: skip
    assert min(figures["engine"].values()) > 0
    assert min(figures["table"].values()) > 0
    assert figures["help_seconds"] > 0
    assert min(each for each in figures["talk"].values() if not isinstance(each, list)) > 0
    specs = [(each["spec"], each["games"]) for each in figures["win_shares"]]
    assert specs == [("house", QUICK.wins), *((each, QUICK.sibling_wins) for each in SIBLINGS)]


def test_every_ruleset_has_its_row(figures: dict[str, Any]) -> None:
    """The same figures for each, above zero, and house bots that win with their interval."""
    rows = figures["rulesets"]
    assert [row["ruleset"] for row in rows] == list(engine.rulesets())
    for row in rows:
        assert min(value for key, value in row.items() if key not in {"ruleset", "house_low"}) > 0
        assert row["house_low"] <= row["house_share"] <= row["house_high"]
        assert row["house_games"] == QUICK.each_wins


def test_games_of_models_have_their_rows(figures: dict[str, Any]) -> None:
    """What repeats, what is new, what a call takes; and games at once with their ideal."""
    rows = figures["models"]
    assert [row["ruleset"] for row in rows] == ["moh", "osaczeni"]
    for row in rows:
        assert 0 < row["repeated_share"] < 1
        assert min(value for key, value in row.items() if key not in {"ruleset", "protocol"}) > 0
    once = figures["models_at_once"]
    assert once["calls"] == QUICK.at_once * QUICK.model_calls
    assert once["share"] == pytest.approx(once["ideal"] / once["seconds"])
    assert once["ideal"] <= once["seconds"]


def test_calls_under_way_together_are_one_wait() -> None:
    """Two at once, then one alone, which failed: two waits."""
    sent, ended, failed = ({"type": name} for name in ("call_sent", "call_answered", "call_failed"))
    assert waves([sent, sent, ended, ended, sent, failed]) == 2
    assert waves([]) == 0


def test_figures_are_plain_json(figures: dict[str, Any]) -> None:
    """What `--json` prints can be read back."""
    assert json.loads(json.dumps(figures)) == figures


def test_a_game_of_bots_imports_no_model_client(figures: dict[str, Any]) -> None:
    """Neither openai nor anthropic."""
    assert figures["bot_game_imports"] == []
    assert bot_game_imports() == []


def test_waiting_games_name_their_ideal(figures: dict[str, Any]) -> None:
    """The share is the critical path of the longest game over what all took."""
    (found,) = figures["waiting"]
    assert found["games"] == QUICK.at_once
    assert found["share"] == pytest.approx(found["ideal"] / found["seconds"])


def test_without_peers_nothing_is_said_of_them(figures: dict[str, Any]) -> None:
    """Neither figures nor a hint."""
    assert figures["peers"] is None
    assert figures["peers_missing"] is None


def test_missing_peers_say_how_to_install_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for and not installed: a sentence, no failure."""
    monkeypatch.setattr(peers, "installed", lambda: False)
    monkeypatch.setattr(run.tables, "graph_cost", lambda *_: {})
    monkeypatch.setattr(run.apart, "bot_game_imports", list)
    plan = replace(QUICK, slice=0.01, at_once=1, means=(), held=0, talks=1, model_calls=1)
    found = measured(plan, with_peers=True, step=lambda _: None)
    assert found["peers"] is None
    assert found["memory_bytes_per_game"] is None
    assert "pip install 'horror-arena[peers]'" in found["peers_missing"]


def test_installed_peers_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ratios are ours over theirs, measured in turns."""
    monkeypatch.setattr(peers, "installed", lambda: True)
    monkeypatch.setattr(peers, "samplers", lambda: {"textarena": lambda _: {"decisions": 1}})
    found = run._engine(QUICK, with_peers=True)
    ours = found["engine"]["decisions_per_second"]
    theirs = found["peers"]["textarena_decisions_per_second"]
    assert found["peers"]["ratio_without_view"] == pytest.approx(ours / theirs)
    assert set(found["peers"]) >= {"ratio_with_view"}


class Mafia:
    """A peer of the same face: three nights, a word each, below one wrapper."""

    class Phase:
        """Its phases have a value."""

        def __init__(self, value: str) -> None:
            """Take the phase's name."""
            self.value = value

    def __init__(self) -> None:
        """Begin at night."""
        self.said: list[str] = []
        self.state = self
        self.game_state = {"alive_players": [4], "phase": self.Phase("Night-Mafia")}

    def reset(self, num_players: int, seed: int) -> None:
        """Begin a game."""
        self.begun = (num_players, seed)

    def get_observation(self) -> tuple[int, str]:
        """Return who is asked and what it sees."""
        return 0, "night"

    def step(self, action: str) -> tuple[bool, dict[str, object]]:
        """Take an action."""
        self.said.append(action)
        self.game_state["phase"] = self.Phase("Day-Discussion")
        return len(self.said) == 3, {}

    def close(self) -> None:
        """End."""


def test_a_peer_is_played_with_legal_texts() -> None:
    """A target among the living at votes, a sentence in discussions."""
    game = Mafia()
    wrapper = type("Wrapper", (), {"__getattr__": lambda _, name: getattr(game, name)})()
    wrapper.env = game
    assert peers.play(lambda _: wrapper, 7) == 3
    assert game.begun == (12, 7)
    assert game.said == ["[4]", peers.SAID, peers.SAID]


@pytest.mark.skipif(not peers.installed(), reason="textarena is not installed")
def test_the_real_peer_plays_to_its_end() -> None:
    """A game has many decisions."""
    assert peers.samplers()["textarena"](1)["decisions"] > 20


def test_json_is_one_document_on_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Progress goes to standard error."""
    monkeypatch.setattr(run, "Plan", lambda: QUICK)
    assert bench(peers=False, json_=True) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["engine"]["forks_per_second"] > 0
    assert "measuring the engine ..." in err


def test_the_table_names_every_figure(
    figures: dict[str, Any], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With peers their ratios as well, within eighty columns."""
    monkeypatch.setenv("COLUMNS", "80")
    with_peers = {
        **figures,
        "peers": {
            "textarena_decisions_per_second": 20000.0,
            "ratio_without_view": 2.5,
            "ratio_with_view": 1.25,
        },
        "peers_missing": peers.INSTALL,
    }
    run._print(run.console_for(None), with_peers)
    out = capsys.readouterr().out
    rows = ("list the options", "forks", "restored", "times as fast", "processor time per")
    rows += (
        "memory of a running",
        "share of the ideal",
        "house:liar, 4 games",
        "arena --help",
        "neither",
    )
    for what in rows:
        assert what in out
    for ruleset in engine.rulesets():
        assert ruleset in out
    assert all(len(line) <= 80 for line in out.splitlines())


@pytest.mark.parametrize(("columns", "headings"), [(60, 3), (79, 3), (80, 7)])
@pytest.mark.parametrize("what", ["rulesets", "models"])
def test_a_narrow_terminal_shows_fewer_figures(
    figures: dict[str, Any], monkeypatch: pytest.MonkeyPatch, columns: int, headings: int, what: str
) -> None:
    """None is broken off."""
    monkeypatch.setenv("COLUMNS", str(columns))
    console = run.console_for(None)
    form = run.EACH if what == "rulesets" else run.MODELS
    names = ("ruleset",) if what == "rulesets" else ("ruleset", "protocol")
    table = run._table(console, "What", names, form, figures[what])
    assert len(table.columns) == headings + 1
    with console.capture() as printed:
        console.print(table)
    assert "…" not in printed.get()
    assert all(len(line) <= columns for line in printed.get().splitlines())


def test_measurements_take_turns() -> None:
    """A B A B, each run with the number after its last."""
    runs: list[tuple[str, int]] = []

    def sampler(name: str) -> Sampler:
        def one(number: int) -> dict[str, int]:
            runs.append((name, number))
            return {"runs": 1}

        return one

    found = in_turns({"a": sampler("a"), "b": sampler("b")}, rounds=2, seconds=0.0)
    assert runs == [("a", 0), ("b", 0), ("a", 1), ("b", 1)]
    assert found["a"]["runs"] > 0


def test_a_rate_counts_each_unit() -> None:
    """Decisions and games over the same time."""
    found, following = rate(lambda _: {"decisions": 30, "games": 1}, 0.001, 5)
    assert found["decisions"] == pytest.approx(30 * found["games"])
    assert following > 5


@pytest.mark.parametrize("views", [False, True])
def test_a_measured_game_ends(views: bool) -> None:  # noqa: FBT001 - one of two kinds
    """Looking at views changes nothing in the game."""
    assert rules.play(3, views=views) == rules.play(3, views=not views) > 50


def test_samplers_say_what_they_did() -> None:
    """Each counts its own unit."""
    samplers = rules.samplers()
    assert set(samplers) == {"apply", "view", "fork", "restore"}
    assert samplers["fork"](0) == {"forks": 1}
    assert samplers["restore"](0)["decisions"] > 50


def test_the_graph_s_cost_is_taken_from_whole_games(tmp_path: Path) -> None:
    """One folder a game, and the mean of their sizes."""
    found = graph_cost(tmp_path, 2)
    folders = [path for path in tmp_path.iterdir() if path.name != "first"]
    sizes = [sum(file.stat().st_size for file in folder.iterdir()) for folder in folders]
    assert found["transcript_bytes_per_game"] == pytest.approx(sum(sizes) / 2)


def test_pace_adds_up_the_slowest_of_each_step() -> None:
    """Two think at once, then one: 3 + 2 seconds."""
    pace = Pace()
    pace.begin(1.0)
    pace.begin(3.0)
    pace.end()
    pace.end()
    assert pace.ideal == 3.0
    pace.begin(2.0)
    pace.end()
    assert pace.ideal == 5.0


def test_slow_seats_think_as_long_every_time() -> None:
    """The latency is keyed by the question, within half of the mean."""
    question = Question(
        id="Ada.1", seat="Ada", kind="cast_vote", sealed=True, phase="truck", round=1, place=4,
        options=(SeatOption(id="Ada", label="Ada", args={}),), context={},
    )  # fmt: skip
    paces = [Pace(), Pace()]
    for pace in paces:
        assert asyncio.run(Slow("7", 0.002, pace).answer(question, {}, ())) == "Ada"
    assert paces[0].ideal == paces[1].ideal
    assert 0.001 <= paces[0].ideal <= 0.003


def test_waiting_seats_every_name(tmp_path: Path) -> None:
    """All five seats of each game are slow."""
    assert tuple(config(1).seats) == NAMES
    found = waiting(tmp_path, 1, 0.001)
    assert found.games == 1
    assert 0 < found.share <= 1


def test_start_up_is_measured_in_a_process_of_its_own() -> None:
    """`arena --help` runs and takes some processor time."""
    assert help_seconds(1) > 0
