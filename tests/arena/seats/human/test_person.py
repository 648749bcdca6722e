"""A person's seat: what it is asked, what it gives, and what becomes of it."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from arena.config import TableConfig
from arena.errors import ConfigError, InvalidAnswer, StaleQuestion
from arena.hash_chain import GENESIS, chained
from arena.seats.human import Given, Open
from arena.seats.seat import Question
from arena.settings import BEFORE_A_DECISION
from arena.table import Outcome, play
from arena.table.verify import verify
from arena.talk.speech import Speech, TalkTurn
from arena.transcript.reader import read
from tests.arena.seats.human.sitters import Sitter, config, go_on, mind, play_with

pytestmark = pytest.mark.usefixtures("toy")

LOG, CALLS = "log.jsonl", "calls.jsonl"
PROTOCOLS = ("simultaneous", "round_robin", "bidding", "off")


def table(protocol: str = "simultaneous", ruleset: str = "toy", **changes: object) -> TableConfig:
    """Return a table at which talk goes by a protocol."""
    long = {"rules": {"rounds": 6}, "seed": "1"} if ruleset == "toy" else {}
    return config(ruleset=ruleset, talk={"protocol": protocol}, **long, **changes)


def lines_of(file: Path) -> list[dict[str, Any]]:
    """Return the records of a file."""
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.mark.parametrize(
    ("ruleset", "protocol"),
    [
        *(("toy", each) for each in PROTOCOLS),
        *(pytest.param("moh", each, marks=pytest.mark.slow) for each in PROTOCOLS),
        *(pytest.param("osaczeni", each, marks=pytest.mark.slow) for each in PROTOCOLS),
    ],
)
def test_a_person_plays_a_whole_game(ruleset: str, protocol: str, tmp_path: Path) -> None:
    """Every answer of theirs is in both files, and the transcript proves itself."""
    ana = Sitter()
    game = play_with({"Ana": ana}, tmp_path, table(protocol, ruleset=ruleset))
    assert game.finished
    assert verify(game.folder).ok
    recorded = [
        each["data"]["asked"]
        for each in lines_of(game.folder / CALLS)
        if each["type"] == "person_answered"
    ]
    assert recorded == [asked for asked, _ in ana.given]
    assert len(recorded) > 5
    assert game.counts["Ana"].defaults == {}


def test_the_header_says_who_is_a_person_and_how_long_they_have(tmp_path: Path) -> None:
    """A game without people has no such key, so that older games stay as they are."""
    people = {"answer_seconds": 7.5, "words_a_minute": 140}
    some = table(people=people)
    game = play_with({"Ana": Sitter()}, tmp_path, some)
    header = json.loads((game.folder / "game.json").read_text())
    assert header["people"] == {**people, "card_seconds": 60.0, "seats": ["Ana"]}
    bots = some.model_copy(update={"seats": dict.fromkeys(("Ana", "Bo", "Cy"), "random")})
    without = asyncio.run(play(bots, tmp_path))
    assert "people" not in json.loads((without.folder / "game.json").read_text())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seat", "talk", "most"),
    [
        ("human", {}, 200), ("human", {"characters": 300}, 300),
        ("human", {"characters": 400}, 400), ("house", {}, 400),
    ],
)  # fmt: skip
def test_messages_are_shorter_where_a_person_has_to_read_them(
    seat: str, talk: dict[str, int], most: int, tmp_path: Path
) -> None:
    """Unless the table says how long they may be; the header says what holds, and so is played."""
    some = config(talk=talk, seats={"Ana": seat, "Bo": "house", "Cy": "house"})
    heard = list[int]()

    def longest(now: Open) -> Given:
        if isinstance(now.asked, TalkTurn):
            heard.append(now.asked.characters)
        return mind(now)

    game = play_with({"Ana": Sitter(longest)}, tmp_path, some)
    assert json.loads((game.folder / "game.json").read_text())["talk"]["characters"] == most
    assert set(heard) <= {most}
    assert bool(heard) == (seat == "human")


@pytest.mark.parametrize(
    ("seat", "talk", "floors"),
    [
        ("human", {}, {"truck", "chief", "dice", "attack", "tie"}),
        ("human", {"floors": ["dice", "reveal"]}, {"dice", "reveal"}),
        ("house", {}, {*BEFORE_A_DECISION, "reveal"}),
    ],
)
def test_people_talk_where_something_is_to_be_decided(
    seat: str, talk: dict[str, list[str]], floors: set[str]
) -> None:
    """Unless the table says where."""
    some = config(talk=talk, seats={"Ana": seat, "Bo": "house", "Cy": "house"})
    assert set(some.talk.in_force(some.seats).floors) == floors


def test_a_table_without_somebody_in_the_chair_is_refused(tmp_path: Path) -> None:
    """Before anything is written, with what to do."""
    with pytest.raises(ConfigError, match="seat 'Ana' is human, and nobody sits in it"):
        asyncio.run(play(table(), tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_who_walks_away_stalls_nobody(tmp_path: Path) -> None:
    """After three answers nothing comes any more: the default stands in, and it is recorded."""
    game = play_with(
        {"Ana": Sitter(most=3)}, tmp_path, table("off", people={"answer_seconds": 0.01})
    )
    assert game.finished
    assert verify(game.folder).ok
    assert set(game.counts["Ana"].defaults) == {"timeout"}


def test_what_can_not_be_taken_is_said_at_once_and_asked_no_less(tmp_path: Path) -> None:
    """A wrong answer costs no try; a late one, or one to another question, changes nothing."""
    refused: list[str] = []

    def clumsy(now: Open) -> Given:
        chair, asked = ana.chair, now.asked
        for wrong in ("nonsense", Speech.of(""), 7):
            with pytest.raises(InvalidAnswer) as error:
                chair.give(asked.id, wrong)
            refused.append(error.value.why)
        with pytest.raises(StaleQuestion, match=r"Ana\.0 is not open any more\. Ana"):
            chair.give("Ana.0", None)
        return mind(now)

    ana = Sitter(clumsy)
    game = play_with({"Ana": ana}, tmp_path, table())
    assert game.finished
    assert refused
    assert game.counts["Ana"].corrections == 0
    with pytest.raises(StaleQuestion, match="Nothing is asked"):
        ana.chair.give("Ana.1", "pass")


def test_a_question_is_answered_once(tmp_path: Path) -> None:
    """A double click is a stale answer, whatever it says."""
    stale: list[str] = []

    def twice(now: Open) -> Given:
        given = mind(now)
        asyncio.get_running_loop().call_soon(again, now.asked, given)
        return given

    def again(asked: Question | TalkTurn, given: Given) -> None:
        with pytest.raises(StaleQuestion):
            ana.chair.give(asked.id, given)
        stale.append(asked.id)

    ana = Sitter(twice)
    play_with({"Ana": ana}, tmp_path, table())
    assert stale == [asked for asked, _ in ana.given]


@pytest.fixture(scope="module")
def whole(toy: str, tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """Return a game of a person that was never stopped."""
    return play_with({"Ana": Sitter()}, tmp_path_factory.mktemp("whole"), table(ruleset=toy))


@pytest.mark.slow
@pytest.mark.parametrize("part", [0.15, 0.4, 0.6, 0.85])
def test_a_stopped_game_goes_on_without_asking_again(
    part: float, whole: Outcome, tmp_path: Path
) -> None:
    """The log comes out the same, and nobody is asked what they answered before."""
    log = (whole.folder / LOG).read_bytes()
    first = Sitter()
    stopped = play_with(
        {"Ana": first}, tmp_path, table(), stop_after=int(part * len(log.splitlines()))
    )
    assert not stopped.finished
    second = Sitter()
    assert go_on({"Ana": second}, stopped.folder).finished
    records, again = lines_of(whole.folder / LOG), lines_of(stopped.folder / LOG)
    assert [(each["type"], each["data"]) for each in again[1:-1]] == [
        (each["type"], each["data"]) for each in records[1:-1]
    ]
    assert not {asked for asked, _ in first.given} & {asked for asked, _ in second.given}
    assert verify(stopped.folder).ok


def test_what_was_given_before_a_kill_is_taken_though_the_log_has_it_not(
    whole: Outcome, tmp_path: Path
) -> None:
    """A killed process had written the person's answer, and not yet what came of it."""
    calls = (whole.folder / CALLS).read_bytes().splitlines(keepends=True)
    log = (whole.folder / LOG).read_bytes().splitlines(keepends=True)
    at = [n for n, line in enumerate(calls) if b'"person_answered"' in line]
    chosen = [n for n in at if json.loads(calls[n])["data"]["option"] is not None][3]
    asked = json.loads(calls[chosen])["data"]["asked"]
    answer = next(n for n, line in enumerate(log) if f'"decision":"{asked}"'.encode() in line)
    folder = tmp_path / whole.folder.name
    folder.mkdir()
    shutil.copy(whole.folder / "game.json", folder)
    (folder / LOG).write_bytes(b"".join(log[:answer]))
    (folder / CALLS).write_bytes(b"".join(calls[: chosen + 1]))
    ana = Sitter()
    assert go_on({"Ana": ana}, folder).finished
    assert asked not in {each for each, _ in ana.given}
    assert verify(folder).ok
    assert len(read(folder).records) == len(log)


def rewritten(folder: Path, lines: list[dict[str, Any]], file: str) -> None:
    """Write records with a chain of hashes that holds."""
    mark, out = GENESIS, b""
    for at, line in enumerate(lines):
        body = {**{key: each for key, each in line.items() if key != "hash"}, "i": at}
        written, mark = chained(mark, body)
        out += written
    (folder / file).write_bytes(out)


def unsealed(whole: Outcome, folder: Path) -> list[dict[str, Any]]:
    """Make a copy of a game before its seal; return the records of its calls."""
    folder.mkdir()
    shutil.copy(whole.folder / "game.json", folder)
    log = (whole.folder / LOG).read_bytes().splitlines(keepends=True)
    (folder / LOG).write_bytes(b"".join(log[:-1]))
    return [each for each in lines_of(whole.folder / CALLS) if each["type"] != "session_ended"]


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ("option", "is not what its person chose"),
        ("speech", "is not what its person said"),
        ("gone", "has no answer of its person"),
        ("twice", "a second time"),
        ("stranger", "is no answer of a person at 'Bo'"),
        ("both", "is more than one answer"),
    ],
)
def test_an_answer_that_nobody_gave_is_no_proof(
    damage: str, why: str, whole: Outcome, tmp_path: Path
) -> None:
    """Even where the chain of hashes was made anew."""
    folder = tmp_path / whole.folder.name
    calls = unsealed(whole, folder)
    given = [each for each in calls if each["type"] == "person_answered"]
    chose = next(each for each in given if each["data"]["option"] is not None)
    match damage:
        case "option":
            chose["data"]["option"] = "9-9"
        case "speech":
            said = next(each for each in given if each["data"]["speech"])
            said["data"]["speech"][0]["text"] = "Never said."
        case "gone":
            calls.remove(chose)
        case "twice":
            calls.append(chose)
        case "stranger":
            chose["data"]["seat"] = "Bo"
        case _:
            chose["data"]["bid"] = 1
    rewritten(folder, calls, CALLS)
    verdict = verify(folder)
    assert not verdict.sound
    assert verdict.why is not None
    assert why in verdict.why


def test_a_copy_before_the_seal_is_sound(whole: Outcome, tmp_path: Path) -> None:
    """So that what is refused above is refused for the damage alone."""
    folder = tmp_path / whole.folder.name
    rewritten(folder, unsealed(whole, folder), CALLS)
    assert verify(folder).sound


def test_a_secret_question_has_the_time_that_cards_have(tmp_path: Path) -> None:
    """All others have the longer one."""
    times = set[tuple[bool, float]]()

    def watch(now: Open) -> Given:
        left = now.until - asyncio.get_running_loop().time()
        times.add((now.asked.secret, round(left, -1)))
        return mind(now)

    people = {"answer_seconds": 900.0, "card_seconds": 90.0}
    some = table("off", ruleset="moh", people=people)
    assert play_with({"Ana": Sitter(watch)}, tmp_path, some).finished
    assert times == {(True, 90), (False, 900)}
