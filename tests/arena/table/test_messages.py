"""Several messages a turn, with deals: recorded, secret, proven, and the same after a kill."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.config import TableConfig
from arena.hash_chain import GENESIS, chained
from arena.records.record import Record as LogRecord
from arena.records.record import visible
from arena.settings import TalkRules
from arena.table import play, resume
from arena.table.verify import verify
from arena.transcript.reader import read
from tests.arena.records_of import plain_of, records_of
from tests.arena.table.hagglers import LOST, Dealing, Whisperer, hagglers
from tests.arena.table.talkers import Rote
from tests.arena.table.test_resume import check_as_if_never_killed, killed

pytestmark = pytest.mark.usefixtures("toy")

NAMES = ("Ada", "Bo", "Cyril", "Dee")
ROUNDS = {"toy": {"rounds": 3}, "moh": {}}
Record = dict[str, Any]
DEALS = {"deal_offered", "deal_answered", "deal_settled"}


def config(ruleset: str = "toy", **rules: object) -> TableConfig:
    """Return a table of four."""
    talk = TalkRules.model_validate(rules)
    seats = dict.fromkeys(NAMES, "random")
    return TableConfig(ruleset=ruleset, seats=seats, seed="3", rules=ROUNDS[ruleset], talk=talk)


def haggled(out: Path, ruleset: str = "toy", **rules: object) -> Path:
    """Play a game of hagglers; return its folder."""
    seats = hagglers(NAMES, ruleset)
    return asyncio.run(play(config(ruleset, **rules), out, seats=seats)).folder


@pytest.fixture(scope="module")
def game(toy: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a game of hagglers."""
    return haggled(tmp_path_factory.mktemp("messages"), toy)


@pytest.fixture(scope="module")
def game_of_the_mall(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of such a game of Mall of Horror."""
    return haggled(tmp_path_factory.mktemp("mall"), "moh")


def of_type(records: list[Record], *types: str) -> list[Record]:
    """Return the records of some types."""
    return [each for each in records if each["type"] in types]


# --- what is recorded ---


@pytest.mark.parametrize(
    ("ruleset", "protocol"),
    [
        ("toy", "simultaneous"),
        ("toy", "round_robin"),
        pytest.param("moh", "bidding", marks=pytest.mark.slow),
    ],
)
def test_a_game_of_deals_proves_itself(tmp_path: Path, ruleset: str, protocol: str) -> None:
    """Under each protocol, with replies."""
    folder = haggled(tmp_path, ruleset, protocol=protocol)
    verdict = verify(folder)
    assert verdict.ok, verdict
    kinds = Counter(each.type for each in read(folder).records)
    assert all(kinds[each] for each in (*DEALS, "claims_unread", "whispered")), kinds


def test_messages_are_numbered_through_the_game(game: Path) -> None:
    """From 1, each with how many its turn has; the whisper's number is public before it."""
    records = plain_of(read(game).records)
    said = of_type(records, "said")
    assert [each["data"]["message"] for each in said] == list(range(1, len(said) + 1))
    turns = Counter(each["data"]["turn"] for each in said)
    assert all(turns[each["data"]["turn"]] == each["data"]["messages"] for each in said)
    assert set(turns.values()) == {2}
    assert [each["i"] for each in records] == list(range(len(records)))
    whispered = {each["data"]["message"] for each in of_type(records, "whispered")}
    assert whispered == {each["data"]["message"] for each in said if each["data"]["whisper"]}


def test_one_turn_may_tell_the_table_one_thing_and_an_ally_another(game: Path) -> None:
    """A whisper beside a public message: each is heard by its own listeners."""
    turns: dict[str, list[Record]] = {}
    for each in of_type(plain_of(read(game).records), "said"):
        turns.setdefault(each["data"]["turn"], []).append(each)
    both = [pair for pair in turns.values() if len(pair) == 2]
    assert both
    for aloud, quiet in both:
        assert aloud["seen_by"] == "all"
        assert quiet["seen_by"] == [quiet["actor"], *quiet["data"]["to"]]


def test_what_could_not_be_read_is_told_to_its_speaker_alone(game: Path) -> None:
    """It costs the line, not the words; nobody else sees that there was one."""
    records = plain_of(read(game).records)
    unread = of_type(records, "claims_unread")
    assert unread
    for each in unread:
        assert each["seen_by"] == [each["actor"]]
        assert each["data"]["lines"] == [{"line": LOST.line, "why": LOST.why}]
        said = next(r for r in records[each["i"] :] if r["type"] == "said")
        assert said["data"]["message"] == each["data"]["message"]
        assert LOST.line not in json.dumps(said)


def test_deals_are_seen_by_those_who_heard_them(game: Path) -> None:
    """An offer as its message; an answer by the two at least; how it ended by no seat."""
    records = plain_of(read(game).records)
    hearers = {each["data"]["message"]: each["seen_by"] for each in of_type(records, "said")}
    for each in of_type(records, "deal_offered"):
        assert each["seen_by"] == hearers[each["data"]["deal"]]
    offered = {each["data"]["deal"]: each for each in of_type(records, "deal_offered")}
    for each in of_type(records, "deal_answered"):
        offer = offered[each["data"]["deal"]]
        pair = {offer["actor"], each["data"]["player"]}
        assert each["seen_by"] == "all" or pair <= set(each["seen_by"])
        if offer["seen_by"] != "all":
            assert each["seen_by"] != "all"
            assert set(each["seen_by"]) <= set(offer["seen_by"])
    assert {each["seen_by"] for each in of_type(records, "deal_settled")} == {"engine"}


def test_replies_are_turns_of_those_who_were_addressed(tmp_path: Path) -> None:
    """Without replies the table has fewer turns; every seat sees which beat it is."""
    turns = {}
    for beats in (0, 1):
        seats = hagglers(NAMES, "toy")
        asyncio.run(play(config(replies=beats), tmp_path, seats=seats))
        turns[beats] = [turn for seat in seats.values() for turn in seat.turns]
    assert {turn.reply for turn in turns[0]} == {0}
    assert {turn.reply for turn in turns[1]} == {0, 1}


# --- secrets ---


def whispering(out: Path, ada: Dealing, bo: Dealing) -> dict[str, str]:
    """Return all that reaches the others in a game where Ada and Bo whisper to each other."""
    seats: dict[str, Rote] = {
        "Ada": Whisperer("Ada", NAMES, "Bo", ada, "toy"),
        "Bo": Whisperer("Bo", NAMES, "Ada", bo, "toy"),
        **{name: Rote(name, NAMES, "lantern") for name in NAMES[2:]},
    }
    outcome = asyncio.run(play(config(), out, seats=seats))
    records = plain_of(read(outcome.folder).records)
    answered = {each["data"]["answer"] for each in of_type(records, "deal_answered")}
    expected = {"accept": "accepted", "decline": "declined", "withdraw": "withdrawn"}
    assert {expected[each] for each in (ada, bo) if each in expected} <= answered
    assert bool(of_type(records, "deal_offered")) is (ada != "none")
    reached = {
        who: json.dumps(plain_of(visible(records_of(records), who)))
        for who in (*NAMES[2:], "public")
    }
    asked = {name: repr(seats[name].turns) for name in NAMES[2:]}
    return {**reached, **{f"{name}'s turns": each for name, each in asked.items()}}


@pytest.mark.parametrize(
    ("ada", "bo"),
    [("offer", "offer"), ("offer", "accept"), ("offer", "decline"), ("withdraw", "offer")],
)
def test_what_is_whispered_of_deals_changes_no_byte_for_others(
    tmp_path: Path, ada: Dealing, bo: Dealing
) -> None:
    """Offers, answers, withdrawn and lapsed: who does not hear the whispers can't tell."""
    assert whispering(tmp_path, ada, bo) == whispering(tmp_path, "none", "none")


# --- a kill at any record ---


def resumed(folder: Path, records: int) -> list[bytes]:
    """Go on for some more records; return the log's lines."""
    stop = asyncio.Event()
    last = len((folder / "log.jsonl").read_bytes().splitlines()) + records

    def hear(record: LogRecord) -> None:
        if record.at >= last:
            stop.set()

    seats = hagglers(NAMES, read(folder).header.ruleset)
    asyncio.run(resume(folder, seats=seats, stop=stop, on_record=hear))
    return (folder / "log.jsonl").read_bytes().splitlines()


def check_cuts(game: Path, folder: Path, cuts: range) -> None:
    """Cut the log after each of these records, go on, and see the same bytes.

    Only what a footer says of calls may differ.
    """
    lines = (game / "log.jsonl").read_bytes().splitlines(keepends=True)
    for cut in cuts:
        killed(game, folder, sum(map(len, lines[:cut])))
        *again, last = resumed(folder, 12)
        assert len(again) >= cut
        assert again == [each.rstrip(b"\n") for each in lines[: len(again)]], cut
        assert last.split(b'"calls"')[0] == lines[len(again)].rstrip(b"\n").split(b'"calls"')[0]


@pytest.mark.slow
def test_a_game_of_the_mall_cut_after_each_record_goes_on_the_same(
    game_of_the_mall: Path, tmp_path: Path
) -> None:
    """Between the messages of a turn, before a whisper's words, between what follows from them."""
    records = plain_of(read(game_of_the_mall).records)
    first = next(each["i"] for each in records if each["type"] == "claims_unread")
    check_cuts(game_of_the_mall, tmp_path / "game", range(first - 5, first + 70))


@pytest.mark.slow
def test_a_game_of_deals_cut_after_any_record_goes_on_the_same(game: Path, tmp_path: Path) -> None:
    """All of them but the footer."""
    check_cuts(game, tmp_path / "game", range(1, len(read(game).records)))


@pytest.mark.slow
def test_a_game_of_deals_that_was_killed_ends_as_if_it_never_was(
    game: Path, tmp_path: Path
) -> None:
    """Cut within a turn of two messages, after the first."""
    lines = (game / "log.jsonl").read_bytes().splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if b'"deal_answered"' in line)
    for cut in (at, at + 1):
        killed(game, tmp_path / "game", sum(map(len, lines[:cut])))
        outcome = asyncio.run(resume(tmp_path / "game", seats=hagglers(NAMES, "toy")))
        check_as_if_never_killed(game, tmp_path / "game", outcome)


# --- what is not true is found ---


def forged(game: Path, out: Path, change: Callable[[list[Record]], int]) -> tuple[Path, int]:
    """Copy a game with changed records and a new chain; return its folder and the changed line."""
    records = plain_of(read(game).records)
    at = change(records)
    mark, lines = GENESIS, []
    for number, record in enumerate(records):
        line, mark = chained(mark, {**record, "i": number})
        lines.append(line)
    (out / "log.jsonl").write_bytes(b"".join(lines))
    for name in ("game.json", "calls.jsonl"):
        (out / name).write_bytes((game / name).read_bytes())
    return out, at + 1


def changed(type_: str, **data: object) -> Callable[[list[Record]], int]:
    """Return a change of the first record of a type in which that makes a difference."""

    def change(records: list[Record]) -> int:
        for at, record in enumerate(records):
            if record["type"] == type_ and any(record["data"][k] != v for k, v in data.items()):
                record["data"] = {**record["data"], **data}
                return at
        raise AssertionError(type_)

    return change


def envelope(type_: str, **fields: object) -> Callable[[list[Record]], int]:
    """Return a change of who perceives the first record of a type, or whose doing it is."""

    def change(records: list[Record]) -> int:
        for at, record in enumerate(records):
            if record["type"] == type_ and any(record[k] != v for k, v in fields.items()):
                records[at] = {**record, **fields}
                return at
        raise AssertionError(type_)

    return change


def without(type_: str) -> Callable[[list[Record]], int]:
    """Return a change that leaves out the first record of a type."""

    def change(records: list[Record]) -> int:
        at = next(at for at, each in enumerate(records) if each["type"] == type_)
        del records[at]
        return at

    return change


def twice(type_: str) -> Callable[[list[Record]], int]:
    """Return a change that repeats the first record of a type."""

    def change(records: list[Record]) -> int:
        at = next(at for at, each in enumerate(records) if each["type"] == type_)
        records.insert(at + 1, json.loads(json.dumps(records[at])))
        return at + 1

    return change


def an_answer(records: list[Record]) -> int:
    """Let an offer be answered that was never made."""
    at = next(
        at
        for at, each in enumerate(records)
        if each["type"] == "said" and each["data"]["deals"]
        if each["data"]["deals"][0]["act"] == "accept"
    )
    records[at]["data"]["deals"][0]["deal"] = 99_999
    return at


FORGERIES = {
    "offered to others": changed("deal_offered", to=["Dee", "Cyril"]),
    "offered otherwise": changed("deal_offered", gives=[]),
    "offered until later": changed("deal_offered", until=99),
    "offered as a counter-offer": changed("deal_offered", counters=1),
    "answered otherwise": changed("deal_answered", answer="declined"),
    "answered by another": envelope("deal_answered", actor="Nobody"),
    "seen by others": envelope("deal_answered", seen_by="all"),
    "settled otherwise": changed("deal_settled", outcome="both_at_once"),
    "settled by other truths": changed("deal_settled", truths=[None, None]),
    "sold twice": changed("deal_settled", double_sold=[1, 2, 3]),
    "settled for another": changed("deal_settled", instead="Nobody"),
    "settled before all eyes": envelope("deal_settled", seen_by="all"),
    "an offer left out": without("deal_offered"),
    "an answer left out": without("deal_answered"),
    "an outcome left out": without("deal_settled"),
    "an offer twice": twice("deal_offered"),
    "an answer twice": twice("deal_answered"),
    "an outcome twice": twice("deal_settled"),
    "another number of a message": changed("said", message=500),
    "another number of a whisper": changed("whispered", message=500),
    "another number of an unread line": changed("claims_unread", message=500),
    "an unread line for others": envelope("claims_unread", seen_by="all"),
    "an unread line of others": envelope("claims_unread", actor="Nobody"),
    "an unread line twice": twice("claims_unread"),
    "an answer to nothing": an_answer,
}


@pytest.mark.parametrize("change", FORGERIES.values(), ids=FORGERIES)
def test_forged_deals_and_messages_are_found_at_their_line(
    game: Path, tmp_path: Path, change: Callable[[list[Record]], int]
) -> None:
    """All of them follow from what was said, and what was said must be sayable."""
    folder, line = forged(game, tmp_path, change)
    verdict = verify(folder)
    assert (verdict.ok, verdict.file) == (False, "log.jsonl"), verdict
    assert verdict.line == line, verdict


@pytest.mark.parametrize("many", [1, 3])
def test_a_turn_has_as_many_messages_as_it_says(game: Path, tmp_path: Path, many: int) -> None:
    """Fewer or more are found, at the message that is not where it should be."""
    folder, line = forged(game, tmp_path, changed("said", messages=many))
    verdict = verify(folder)
    assert not verdict.ok
    assert verdict.line is not None
    assert 0 <= verdict.line - line <= 12, verdict
