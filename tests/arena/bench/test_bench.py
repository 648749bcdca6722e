"""The benchmark: which figures it finds; never how fast anything is."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import engine
from arena.bench import engine_rates, peers, tournaments
from arena.bench import figures as module
from arena.bench.figures import NAMED_HOUSES
from arena.bench.models import waves
from arena.bench.processes import help_seconds
from arena.bench.sampling import Sampler, in_turns, rate
from arena.bench.tables import NAMES, CriticalPath, SlowSeat, config, graph_cost, play_slow_games
from arena.seats import Question
from engine import Option
from tests.arena.bench.quick import QUICK, measured


@pytest.mark.slow
def test_every_figure_is_there_and_positive(figures: dict[str, Any]) -> None:
    """Engine, table, waiting, memory and start-up, each a number above zero."""
    assert set(figures) == {
        "machine", "peers_missing", "engine", "peers", "table", "simulation", "waiting", "talk",
        "evenings", "elections", "served",
        "reports", "bargains", "win_shares", "tournaments",
        "memory_bytes_per_game", "help_seconds", "bot_game_imports", "rulesets",
        "models", "models_at_once", "lab",
    }  # fmt: skip
    assert set(figures["engine"]) == {
        "decisions_per_second", "decisions_per_second_with_view", "forks_per_second",
        "imagined_per_second",
        "restored_games_per_second", "restored_decisions_per_second",
    }  # fmt: skip
    assert min(figures["engine"].values()) > 0
    assert min(figures["table"].values()) > 0
    assert figures["help_seconds"] > 0
    assert min(each for each in figures["talk"].values() if not isinstance(each, list)) > 0
    specs = [(each["spec"], each["games"]) for each in figures["win_shares"]]
    assert specs == [
        ("house", QUICK.wins),
        *((each, QUICK.named_house_wins) for each in NAMED_HOUSES),
    ]


@pytest.mark.slow
def test_bots_are_played_at_the_table_and_without_it(figures: dict[str, Any]) -> None:
    """Random seats and house bots, each above zero; a ratio is that of the same games."""
    rows = figures["simulation"]
    assert [row["spec"] for row in rows] == ["random", "house"]
    for row in rows:
        assert min(value for key, value in row.items() if key != "spec") > 0
        assert row["games"] == QUICK.simulated_games
        assert row["records_ratio"] == pytest.approx(row["records"] / row["table"])


@pytest.mark.slow
def test_a_tournament_is_planned_run_and_reported(figures: dict[str, Any]) -> None:
    """Each stage takes some time, and games of models that wait reach a share of the ideal."""
    found = figures["tournaments"]
    (bots,), (waits,) = found["bots"], found["models_at_once"]
    assert bots["games"] >= QUICK.tournament_games
    assert min(bots[stage] for stage in ("plan", "run", "again", "command", "report")) > 0
    assert waits["calls"] == QUICK.concurrent_games * QUICK.model_calls
    assert 0 < waits["share"] <= 1


@pytest.mark.slow
def test_games_of_models_take_memory() -> None:
    """Each one more, in a process that plays them at once."""
    assert tournaments.memory_per_model_game(1, 4, latency=0.0, calls=10) > 0


@pytest.mark.slow
def test_every_ruleset_has_its_row(figures: dict[str, Any]) -> None:
    """The same figures for each, above zero, and house bots that win with their interval."""
    rows = figures["rulesets"]
    assert [row["ruleset"] for row in rows] == list(engine.rulesets())
    for row in rows:
        assert min(value for key, value in row.items() if key not in {"ruleset", "house_low"}) > 0
        assert row["house_low"] <= row["house_share"] <= row["house_high"]
        assert row["house_games"] == QUICK.ruleset_wins


@pytest.mark.slow
def test_games_of_models_have_their_rows(figures: dict[str, Any]) -> None:
    """What repeats, what is new, what a call takes; and games at once with their ideal."""
    rows = figures["models"]
    assert [row["ruleset"] for row in rows] == ["moh", "osaczeni"]
    for row in rows:
        assert 0 < row["repeated_share"] < 1
        assert row["unreadable_share"] == 0
        named = {"ruleset", "protocol", "unreadable_share"}
        assert min(value for key, value in row.items() if key not in named) > 0
    once = figures["models_at_once"]
    assert once["calls"] == QUICK.concurrent_games * QUICK.model_calls
    assert once["share"] == pytest.approx(once["ideal"] / once["seconds"])
    assert once["ideal"] <= once["seconds"]


def test_calls_under_way_together_are_one_wait() -> None:
    """Two at once, then one alone, which failed: two waits."""
    sent, ended, failed = ({"type": name} for name in ("call_sent", "call_answered", "call_failed"))
    assert waves([sent, sent, ended, ended, sent, failed]) == 2
    assert waves([]) == 0


@pytest.mark.slow
def test_figures_are_plain_json(figures: dict[str, Any]) -> None:
    """What `--json` prints can be read back, and has the form of what tests of printing read."""
    assert json.loads(json.dumps(figures)) == figures
    assert form(figures) == form(measured())


def form(found: object) -> object:
    """Return keys, and what is in lists, without the numbers."""
    if isinstance(found, dict):
        return {key: form(each) for key, each in found.items()}
    if isinstance(found, list):
        return [form(each) for each in found]
    return isinstance(found, int | float)


@pytest.mark.slow
def test_a_game_of_bots_imports_no_model_client(figures: dict[str, Any]) -> None:
    """Neither openai nor anthropic."""
    assert figures["bot_game_imports"] == []


@pytest.mark.slow
def test_waiting_games_name_their_ideal(figures: dict[str, Any]) -> None:
    """The share is the critical path of the longest game over what all took."""
    (found,) = figures["waiting"]
    assert found["games"] == QUICK.concurrent_games
    assert found["share"] == pytest.approx(found["ideal"] / found["seconds"])


@pytest.mark.slow
def test_without_peers_nothing_is_said_of_them(figures: dict[str, Any]) -> None:
    """Neither figures nor a hint."""
    assert figures["peers"] is None
    assert figures["peers_missing"] is None


def test_missing_peers_say_how_to_install_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for and not installed: a sentence, no failure."""
    monkeypatch.setattr(peers, "installed", lambda: False)
    found = module._engine_figures(QUICK, with_peers=True)
    assert found["engine"]["decisions_per_second"] > 0
    assert found["peers"] is None
    assert "pip install 'horror-arena[peers]'" in found["peers_missing"]


def test_memory_is_left_out_where_no_games_are_paused() -> None:
    """Neither measured nor guessed."""
    assert module._memory(replace(QUICK, paused_games=0)) is None


def test_installed_peers_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ratios are ours over theirs, measured in turns."""
    monkeypatch.setattr(peers, "installed", lambda: True)
    monkeypatch.setattr(peers, "samplers", lambda: {"textarena": lambda _: {"decisions": 1}})
    found = module._engine_figures(QUICK, with_peers=True)
    ours = found["engine"]["decisions_per_second"]
    theirs = found["peers"]["textarena_decisions_per_second"]
    assert found["peers_missing"] is None
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
    assert engine_rates.play(3, views=views) == engine_rates.play(3, views=not views) > 50


def test_samplers_say_what_they_did() -> None:
    """Each counts its own unit."""
    samplers = engine_rates.samplers()
    assert set(samplers) == {"apply", "view", "fork", "imagine", "restore"}
    assert samplers["fork"](0) == {"forks": 1}
    assert samplers["imagine"](0) == {"imagined": 1}
    assert samplers["restore"](0)["decisions"] > 50


def test_the_graph_s_cost_is_taken_from_whole_games(tmp_path: Path) -> None:
    """One folder a game, and the mean of their sizes."""
    found = graph_cost(tmp_path, 2)
    folders = [path for path in tmp_path.iterdir() if path.name != "first"]
    sizes = [sum(file.stat().st_size for file in folder.iterdir()) for folder in folders]
    assert found["transcript_bytes_per_game"] == pytest.approx(sum(sizes) / 2)


def test_the_critical_path_adds_up_the_slowest_of_each_step() -> None:
    """Two think at once, then one: 3 + 2 seconds."""
    path = CriticalPath()
    path.begin(1.0)
    path.begin(3.0)
    path.end()
    path.end()
    assert path.ideal == 3.0
    path.begin(2.0)
    path.end()
    assert path.ideal == 5.0


def test_slow_seats_think_as_long_every_time() -> None:
    """The latency is keyed by the question, within half of the mean."""
    question = Question(
        id="Ada.1", seat="Ada", kind="cast_vote", sealed=True, phase="truck", round=1, place=4,
        options=(Option(id="Ada", label="Ada", args={}),), context={},
    )  # fmt: skip
    paths = [CriticalPath(), CriticalPath()]
    for path in paths:
        assert asyncio.run(SlowSeat("7", 0.002, path).answer(question, {}, ())) == "Ada"
    assert paths[0].ideal == paths[1].ideal
    assert 0.001 <= paths[0].ideal <= 0.003


def test_waiting_seats_every_name(tmp_path: Path) -> None:
    """All five seats of each game are slow."""
    assert tuple(config(1).seats) == NAMES
    found = play_slow_games(tmp_path, 1, 0.001)
    assert found.games == 1
    assert 0 < found.share <= 1


def test_start_up_is_measured_in_a_process_of_its_own() -> None:
    """`arena --help` runs and takes some processor time."""
    assert help_seconds(1) > 0
