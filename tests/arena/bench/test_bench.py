"""What the benchmark measures with; `prove_benchmark` says which figures a whole one finds."""

import asyncio
from pathlib import Path

import pytest

from arena.bench import engine_rates, peers
from arena.bench.engine_rates import Sampler, engine_figures, in_turns, rate
from arena.bench.models import waves
from arena.bench.tables import (
    NAMES,
    CriticalPath,
    SlowSeat,
    bot_game_imports,
    config,
    graph_cost,
    help_seconds,
    play_slow_games,
)
from arena.calls.records import CallRecord
from arena.seats import Question
from engine import Option
from tests.arena.calls.samples import answered, failed, raw, sent


@pytest.mark.slow
def test_a_game_of_bots_imports_no_model_client() -> None:
    """Neither openai nor anthropic."""
    assert bot_game_imports() == []


def test_calls_under_way_together_are_one_wait() -> None:
    """Two at once, then one alone, which failed: two waits."""
    facts = (sent(0), sent(1), answered(0, raw()), answered(1, raw()), sent(2), failed(2, "server"))
    assert waves([CallRecord(data=data, i=i, at="") for i, data in enumerate(facts)]) == 2
    assert waves([]) == 0


def test_missing_peers_say_how_to_install_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for and not installed: a sentence, no failure."""
    monkeypatch.setattr(peers, "installed", lambda: False)
    found = engine_figures(rounds=1, seconds=0.02, with_peers=True)
    assert found["engine"]["decisions_per_second"] > 0
    assert found["peers"] is None
    assert "pip install 'horror-arena[peers]'" in found["peers_missing"]


def test_installed_peers_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ratios are ours over theirs, measured in turns."""
    monkeypatch.setattr(peers, "installed", lambda: True)
    monkeypatch.setattr(peers, "samplers", lambda: {"textarena": lambda _: {"decisions": 1}})
    found = engine_figures(rounds=1, seconds=0.02, with_peers=True)
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
    assert found["games"] == 1
    assert 0 < found["share"] <= 1


def test_start_up_is_measured_in_a_process_of_its_own() -> None:
    """`arena --help` runs and takes some processor time."""
    assert help_seconds(1) > 0
