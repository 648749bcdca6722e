"""Games of bots without a graph: the same logs as at a table, and no seat that waits."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import arena.table
import engine
from arena.config import TableConfig
from arena.errors import ArenaError, ConfigError, InvalidAnswer
from arena.forms import JsonRecord
from arena.hash_chain import chained, split
from arena.seats import Question, Seat
from arena.seats.house import DIALS
from arena.table import play, simulate, simulation
from arena.table.replies import Answered, Spoke
from arena.table.simulation import SimulatedGame, simulated
from arena.table.stepped_game import SteppedGame
from arena.transcript.game_log import MemoryLog
from arena.transcript.reader import read
from engine import Decision
from tests.arena.records_of import plain_of

pytestmark = pytest.mark.usefixtures("toy")

NAMES = ("Anna", "Bruno", "Clara", "Dmitri", "Esra", "Farid")
BOTS = ("house:liar", "random", "house", *(f"house:{each}" for each in DIALS))
TALKS = ("simultaneous", "round_robin", "bidding")
GAMES = [
    (ruleset, seats, TALKS[(at + seats) % 3])
    for at, ruleset in enumerate(engine.rulesets())
    for seats in ((3, 5) if at < 3 else (4, 6))
]
"""Each protocol at each number of seats."""
USUAL = {("moh", 3)}


def config(ruleset: str, seats: int, talk: str, **given: object) -> TableConfig:
    """Return a table of all kinds of bots, others from one to the next."""
    at = engine.rulesets().index(ruleset) + seats
    specs = [BOTS[(at + n) % len(BOTS)] for n in range(seats)]
    return TableConfig.model_validate(
        {
            "ruleset": ruleset, "seats": dict(zip(NAMES, specs, strict=False)),
            "talk": {"protocol": talk}, "seed": "1", **given,
        }
    )  # fmt: skip


def check_same(game: SimulatedGame, folder: Path) -> None:
    """Compare with the log of a table, byte for byte; only the footer's `calls` are others."""
    lines = (folder / "log.jsonl").read_bytes().splitlines(keepends=True)
    assert list(game.lines[:-1]) == lines[:-1]
    footer, theirs = json.loads(game.lines[-1]), json.loads(lines[-1])
    footer["data"]["calls"] = theirs["data"]["calls"]
    del footer["hash"]
    assert chained(split(lines[-2])[1], footer)[0] == lines[-1]
    assert game.result == theirs["data"]["result"]


@pytest.mark.parametrize(
    ("ruleset", "seats", "talk"),
    [pytest.param(*each, marks=() if each[:2] in USUAL else pytest.mark.slow) for each in GAMES],
)
def test_the_log_is_that_of_the_table(ruleset: str, seats: int, talk: str, tmp_path: Path) -> None:
    """Byte for byte, given the same header: all rulesets, table sizes, protocols and bots."""
    outcome = asyncio.run(play(config(ruleset, seats, talk), tmp_path))
    game = simulated(read(outcome.folder).header)
    check_same(game, outcome.folder)
    assert game.counts == outcome.counts


def test_every_kind_of_bot_sits_at_one_of_these_tables() -> None:
    """And each protocol is talked at each size."""
    seated = {spec for game in GAMES for spec in config(*game).seats.values()}
    assert seated == set(BOTS)
    assert {(seats, talk) for _, seats, talk in GAMES} == {
        (seats, talk) for seats in (3, 4, 5, 6) for talk in TALKS
    }


def test_a_header_without_a_folder_goes_by_its_ruleset(tmp_path: Path) -> None:
    """All else is that of the table: `simulate` and `play` begin the same game."""
    table = config("toy", 3, "off")
    (game,) = simulate(table, ["7"])
    outcome = asyncio.run(play(table.model_copy(update={"seed": "7"}), tmp_path))
    assert game.header.game == "toy"
    assert game.header.named(outcome.folder.name) == read(outcome.folder).header


def test_results_alone_are_the_same_results() -> None:
    """Who wants no records pays for none."""
    table = config("toy", 4, "round_robin")
    whole, short = (list(simulate(table, (3, 4), keep=keep)) for keep in ("records", "results"))
    assert [each.result for each in short] == [each.result for each in whole]
    assert [each.counts for each in short] == [each.counts for each in whole]
    assert [each.lines for each in short] == [(), ()]
    assert short[0].records == ()


def test_records_are_those_of_the_lines() -> None:
    """As plain data, whose numbers are their places."""
    (game,) = simulate(config("toy", 3, "off"), [1])
    assert [each["i"] for each in game.records] == list(range(len(game.lines)))
    assert game.records[-1]["data"]["result"] == game.result


def test_a_table_is_given_by_name_or_path(tmp_path: Path) -> None:
    """As on the command line."""
    file = tmp_path / "three.toml"
    file.write_text('[seats]\nAda = "random"\nBen = "random"\nCyd = "random"\n')
    (by_path,) = simulate(file, ["a"], keep="results")
    (by_name,) = simulate("osaczeni", ["a"], keep="results")
    assert (by_path.header.names, by_name.header.ruleset) == (("Ada", "Ben", "Cyd"), "osaczeni")


def test_games_are_played_when_they_are_wanted() -> None:
    """Seeds may go on for ever."""
    games = simulate(config("toy", 3, "off"), iter(int, 1), keep="results")
    assert [game.header.seed for game in islice(games, 2)] == ["0", "0"]


def test_a_model_is_refused_before_the_first_game() -> None:
    """With the seat's name, and what plays it."""
    table = TableConfig(seats={"Anna": "openai:m", "Bruno": "random", "Clara": "random"}, seed="1")
    with pytest.raises(ConfigError) as error:
        simulate(table, [1])
    assert str(error.value) == (
        "the table: [seats] seat 'Anna' is 'openai:m', a language model's, and a simulation has "
        "only bots. Possible: arena.play."
    )


def test_a_table_that_cannot_be_played_is_refused_before_the_first_game() -> None:
    """Not when the first one is wanted."""
    with pytest.raises(ConfigError, match="2 seats"):
        simulate(TableConfig(seats={"Anna": "random", "Bruno": "random"}, seed="1"), [1])


class Patient(Seat):
    """Waits for somebody."""

    async def answer(
        self,
        question: Question,  # noqa: ARG002
        view: Mapping[str, Any],  # noqa: ARG002
        heard: Sequence[JsonRecord],  # noqa: ARG002
    ) -> str:
        """Wait as a person does."""
        await asyncio.get_running_loop().create_future()
        raise AssertionError


class Waiting(Patient):
    """Waits for something that needs no event loop to begin."""

    async def answer(
        self,
        question: Question,  # noqa: ARG002
        view: Mapping[str, Any],  # noqa: ARG002
        heard: Sequence[JsonRecord],  # noqa: ARG002
    ) -> str:
        """Wait for a future of a loop that does not run."""
        loop = asyncio.new_event_loop()
        try:
            return await loop.create_future()  # type: ignore[no-any-return]
        finally:
            loop.close()


class Polite(Patient):
    """Gives others a turn before it answers."""

    async def answer(
        self,
        question: Question,
        view: Mapping[str, Any],  # noqa: ARG002
        heard: Sequence[JsonRecord],  # noqa: ARG002
    ) -> str:
        """Answer after a bare yield."""
        await asyncio.sleep(0)
        return question.options[0].id


class Odd(Patient):
    """Answers what there is not to its second question, and breaks at its third."""

    async def answer(
        self,
        question: Question,
        view: Mapping[str, Any],  # noqa: ARG002
        heard: Sequence[JsonRecord],  # noqa: ARG002
    ) -> str:
        """Answer."""
        number = int(question.id.rpartition(".")[2])
        if number == 2:
            return "rubbish"
        if number == 3:
            raise SystemExit(question.id)
        return question.options[0].id


class Meddler(Patient):
    """Changes whatever it is given, after it has looked at it."""

    async def answer(
        self,
        question: Question,
        view: Mapping[str, Any],
        heard: Sequence[JsonRecord],
    ) -> str:
        """Change what it sees, and what it heard."""
        for record in heard:
            record["data"].clear()
        view["places"].clear()
        return question.options[0].id


def seated(monkeypatch: pytest.MonkeyPatch, **kinds: type[Any]) -> TableConfig:
    """Return a table at which Anna is one's own seat, as a module offers it."""
    (kind,) = kinds
    monkeypatch.setitem(sys.modules, "ownbots", type(sys)("ownbots"))
    monkeypatch.setattr(sys.modules["ownbots"], kind, kinds[kind], raising=False)
    seats = {"Anna": f"ownbots:{kind}", "Bruno": "house:liar", "Clara": "house"}
    return TableConfig(ruleset="toy", seats=seats, seed="3")


def test_a_seat_that_waits_is_refused_when_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever it waits for: the game does not hang, and the sentence says who it was."""
    with pytest.raises(ConfigError, match=r"^seat 'Anna' waits for something at Anna\.\d+, and"):
        list(simulate(seated(monkeypatch, Waiting=Waiting), [1]))


def test_a_seat_that_gives_others_a_turn_is_a_bot(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It plays as at a table."""
    outcome = asyncio.run(play(seated(monkeypatch, Polite=Polite), tmp_path))
    check_same(simulated(read(outcome.folder).header), outcome.folder)


@pytest.mark.parametrize("kind", [Odd, Meddler])
def test_a_seat_of_one_s_own_is_what_it_is_at_a_table(
    kind: type[Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its defaults have the same reasons, and nobody else's records or view are changed."""
    table = seated(monkeypatch, **{kind.__name__: kind})
    outcome = asyncio.run(play(table, tmp_path))
    game = simulated(read(outcome.folder).header)
    check_same(game, outcome.folder)
    assert game.counts == outcome.counts
    wanted = {"illegal": 1, "error": 1} if kind is Odd else {}
    assert dict(game.counts["Anna"].defaults) == wanted


# --- the stepping core ---


def stepped(ruleset: str = "toy", talk: str = "off", **given: object) -> SteppedGame:
    """Return a game of three that nobody has begun."""
    header = next(simulate(config(ruleset, 3, talk, **given), [1])).header
    return SteppedGame(engine.restore(header.saved()), header, MemoryLog(header))


def test_a_game_is_played_step_by_step() -> None:
    """Each question is asked once, with the options and the seat's own view; then it is over."""
    game = stepped()
    seen = set[str]()
    while asked := game.go_on():
        assert game.asked == asked
        for each in asked:
            assert each.id not in seen
            seen.add(each.id)
            task = game.task(each)
            assert task.view["seat"] == each.seat
            assert isinstance(each, engine.Decision)
            game.reply(Answered(id=each.id, option=each.options[0].id))
    assert game.is_over
    assert game.table.result is not None
    assert game.go_on() == ()
    assert [each["type"] for each in game.heard("Anna")][-1] == "game_ended"


def test_sealed_questions_are_taken_together() -> None:
    """Until the last reply is in nothing is logged, and who has replied is not asked again."""
    game = stepped()
    while len(asked := game.go_on()) < 2:
        for each in asked:
            game.reply(Answered(id=each.id, option=each.options[0].id))  # type: ignore[union-attr]
    first, *others = asked
    before = len(game.log)
    game.reply(Answered(id=first.id, option=first.options[0].id))  # type: ignore[union-attr]
    assert (len(game.log), game.asked) == (before, tuple(others))
    assert game.go_on() == tuple(others)
    for each in others:
        game.reply(Answered(id=each.id, option=each.options[0].id))  # type: ignore[union-attr]
    assert len(game.log) > before


def test_a_reply_that_cannot_be_taken_changes_nothing() -> None:
    """The question stays open, and the sentence says what is possible."""
    game = stepped()
    (asked, *_) = game.go_on()
    before = len(game.log)
    with pytest.raises(InvalidAnswer, match=f"'no' is no option of {asked.id}"):
        game.reply(Answered(id=asked.id, option="no"))
    with pytest.raises(ArenaError, match=rf"'Anna\.99' is not asked now. Possible: {asked.id}"):
        game.reply(Answered(id="Anna.99", option="no"))
    assert (len(game.log), game.asked[0]) == (before, asked)


def test_who_only_reads_shares_what_is_heard() -> None:
    """Others have copies of their own, so that nobody changes what another heard."""
    game = stepped()
    for each in game.go_on():
        game.reply(Answered(id=each.id, option=each.options[0].id))  # type: ignore[union-attr]
    game.go_on()
    one, two = (game.heard(seat, shared=True) for seat in ("Anna", "Bruno"))
    own, copy = game.heard("Anna"), game.heard("Bruno")
    assert plain_of(one) == list(own)
    pairs = [(each, other) for each in one for other in two if each == other]
    assert pairs
    assert all(each is other for each, other in pairs)
    assert not any(each is other for each in own for other in (*one, *two, *copy))
    own[0]["data"]["changed"] = True
    assert "changed" not in {*one[0].plain()["data"], *two[0].plain()["data"], *copy[0]["data"]}


def test_what_was_heard_ends_where_it_was_asked_for() -> None:
    """Whoever looks at it later finds no more in it."""
    game = stepped()
    (first, *_) = game.go_on()
    heard, count = game.heard(first.seat), len(game.log)
    late = game.heard(first.seat, count)
    for each in game.asked:
        game.reply(Answered(id=each.id, option=each.options[0].id))  # type: ignore[union-attr]
    game.go_on()
    assert len(game.log) > count
    assert list(heard) == list(late)
    assert len(game.heard(first.seat)) > len(late)


def test_what_a_seat_sees_is_the_same_made_when_it_looks() -> None:
    """And it stays as it was when the seat looked."""
    game = stepped()
    asked = game.go_on()
    plain = [game.task(each).view for each in asked]
    lazy = [game.task(each, lazily=True).view for each in asked]
    assert [dict(each) for each in lazy] == plain
    assert [len(each) for each in lazy] == [len(each) for each in plain]
    for each in asked:
        game.reply(Answered(id=each.id, option=each.options[0].id))  # type: ignore[union-attr]
    (later, *_) = game.go_on()
    assert [dict(each) for each in lazy] == plain
    assert game.task(later).view != plain[0]


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_a_question_is_the_same_for_who_only_reads(ruleset: str) -> None:
    """Others have options of their own, so that nobody changes the table's."""
    game, seen = stepped(ruleset, "round_robin"), 0
    while asked := game.go_on():
        for each in asked:
            task, lazy = game.task(each), game.task(each, lazily=True)
            assert task.asked == lazy.asked
            assert task.asked.tries == 1 + game.header.limits.corrections
            if isinstance(each, Decision):
                seen += 1
                assert isinstance(task.asked, Question)
                own = [option.args for option in task.asked.options]
                assert own == [option.args for option in each.options]
                assert not any(
                    mine is its.args for mine, its in zip(own, each.options, strict=True)
                )
                game.reply(Answered(id=each.id, option=each.options[-1].id))
            else:
                assert replace(task.asked, tries=each.tries) == each
                game.reply(Spoke(id=each.id, speech=None))
    assert seen > 20


def test_nobody_looks_back_at_what_it_has_not_seen() -> None:
    """What is seen then would be of another moment."""
    game = stepped()
    asked = game.go_on()
    views = [game.task(each, lazily=True).view for each in asked]
    for each in asked:
        game.reply(Answered(id=each.id, option=each.options[0].id))  # type: ignore[union-attr]
    game.go_on()
    for view, each in zip(views, asked, strict=True):
        with pytest.raises(ArenaError, match=f"'{each.seat}' saw was not looked at before"):
            _ = view["round"]


# --- what it is made of ---


@pytest.mark.slow
def test_a_simulation_imports_no_graph_and_no_client() -> None:
    """Whoever plays bots does not pay for them."""
    program = (
        "import sys; from arena.table import simulate; next(simulate('demo', [1]));"
        "heavy = ('langgraph', 'langsmith', 'langchain_core', 'openai', 'anthropic', 'httpx2');"
        "print([each for each in heavy if each in sys.modules])"
    )
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    assert run.stdout.strip() == "[]"


def test_the_face_names_what_there_is() -> None:
    """Each name is found, and no other."""
    for name in arena.table.__all__:
        assert getattr(arena.table, name).__name__ == name
    assert arena.table.simulate is simulation.simulate
    with pytest.raises(AttributeError, match="has no attribute 'replay'"):
        _ = arena.table.replay
