"""Talk at a whole table: what is recorded, who perceives it, and that it proves itself."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from arena.calls.records import AnswerFailed
from arena.claims.language import Claim, Proposition
from arena.config import TableConfig
from arena.hash_chain import GENESIS, chained
from arena.records.record import visible
from arena.seats import Scripted
from arena.settings import TalkRules
from arena.table import Outcome, play
from arena.table.verify import verify
from arena.talk.speech import Speech, TalkTurn
from arena.transcript.reader import read
from tests.arena.records_of import call_facts, plain_of, records_of
from tests.arena.table.talkers import Rote, table_of
from tests.breadth import breadth

pytestmark = pytest.mark.usefixtures("toy")

NAMES = ("Ada", "Bo", "Cyril", "Dee")
CARD = {"toy": "lantern", "moh": "threat"}
Record = dict[str, Any]


def table(ruleset: str = "toy", talk: TalkRules | None = None) -> TableConfig:
    """Return a table of four."""
    seats = dict.fromkeys(NAMES, "random")
    rules = {"rounds": 4} if ruleset == "toy" else {}
    return TableConfig.model_validate(
        {"ruleset": ruleset, "seats": seats, "seed": "3", "rules": rules, "talk": talk or {}}
    )


def talked(out: Path, ruleset: str = "toy", **rules: object) -> Outcome:
    """Play a game of four talkers."""
    config = table(ruleset, TalkRules.model_validate(rules))
    return asyncio.run(play(config, out, seats=table_of(NAMES, CARD[ruleset])))


@pytest.fixture(scope="module")
def game(toy: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a talkative game."""
    return talked(tmp_path_factory.mktemp("talk"), toy).folder


@pytest.mark.parametrize("protocol", ["simultaneous", "round_robin", "bidding", "off"])
@pytest.mark.parametrize(
    ("ruleset", "turns"), breadth([("toy", 1), ("toy", 3), ("moh", 1)], [("toy", 3)])
)
def test_a_talkative_game_ends_and_proves_itself(
    tmp_path: Path, ruleset: str, protocol: str, turns: int
) -> None:
    """Under each protocol, with seats that whisper, are silent and fail."""
    outcome = talked(tmp_path, ruleset, protocol=protocol, turns=turns)
    verdict = verify(outcome.folder)
    assert verdict.ok, verdict
    said = [each for each in read(outcome.folder).records if each.type == "said"]
    assert bool(said) is (protocol != "off")
    assert sum(each.speeches for each in outcome.counts.values()) == len(said)


def test_silence_and_failures_are_recorded_apart(game: Path) -> None:
    """Silence is a choice; `illegal` and `error` are not, and `calls.jsonl` says why."""
    transcript = read(game)
    kinds = Counter(each.type for each in transcript.records)
    failed = call_facts(AnswerFailed, transcript.calls)
    assert kinds["silent"] > 0
    assert kinds["turn_defaulted"] == len(failed)
    whys = {each.reason: each.why for each in failed}
    assert whys["error"] == "RuntimeError: lost for words"
    assert whys["illegal"] == "the text is ''. Possible: words, or None in place of it."


def test_talk_stands_between_the_opening_and_the_closing_of_its_floor(game: Path) -> None:
    """And belongs to that floor."""
    floor = None
    for record in plain_of(read(game).records):
        match record["type"]:
            case "floor_opened":
                floor = record["data"]["kind"]
            case "floor_closed":
                floor = None
            case "said" | "silent" | "turn_defaulted":
                assert record["data"]["floor"] == floor
            case _:
                pass


def test_a_whisper_is_seen_by_all_and_heard_by_two(game: Path) -> None:
    """Everybody perceives that Ada whispers; the words reach Ada and Bo alone."""
    records = plain_of(read(game).records)
    whispers = [each for each in records if each["type"] == "said" and each["data"]["whisper"]]
    assert whispers
    for whisper in whispers:
        assert whisper["seen_by"] == [whisper["actor"], *whisper["data"]["to"]]
        before = records[whisper["i"] - 1]
        assert (before["type"], before["seen_by"]) == ("whispered", "all")
        text = whisper["data"]["text"]
        for who in (*NAMES, "public"):
            heard = json.dumps(plain_of(visible(records_of(records), who)))
            assert (f'"{text}"' in heard) is (who in whisper["seen_by"])


def test_silence_and_bids_are_nobody_elses_business(tmp_path: Path) -> None:
    """Only the seat itself perceives them."""
    records = plain_of(read(talked(tmp_path, protocol="bidding").folder).records)
    own = [each for each in records if each["type"] in {"silent", "bid", "turn_defaulted"}]
    assert {each["type"] for each in own} == {"silent", "bid", "turn_defaulted"}
    assert all(each["seen_by"] == [each["actor"]] for each in own)


def test_those_who_speak_at_once_do_not_hear_each_other(tmp_path: Path) -> None:
    """What a seat heard at its turn ends before its wave."""
    lengths: dict[tuple[str, str, int, int], list[int]] = {}

    class Listener(Rote):
        async def speak(
            self, turn: TalkTurn, view: Mapping[str, Any], heard: Sequence[Record]
        ) -> Speech | None:
            wave = [each for each in heard if each["type"] == "said"]
            key = (turn.floor, str(turn.present), turn.round, turn.reply)
            public = [each for each in wave if each["seen_by"] == "all"]
            lengths.setdefault(key, []).append(len(public))
            return await super().speak(turn, view, heard)

    seats = {name: Listener(name, NAMES, "lantern") for name in NAMES}
    rules = TalkRules(speakers="all", whispers=True)
    config = table(talk=rules)
    asyncio.run(play(config, tmp_path, seats=seats))
    dice = [each for (floor, *_), each in lengths.items() if floor == "dice"]
    assert dice
    assert all(len(set(each)) == 1 for each in dice)


def test_a_refused_speech_may_be_corrected(tmp_path: Path) -> None:
    """The second try says what was wrong with the first."""
    told: list[str] = []

    class Learner(Rote):
        def words(self, turn: TalkTurn) -> Speech | None:
            if turn.refused is None:
                return Speech.of("x" * 1000)
            told.append(turn.refused)
            return Speech.of("short")

    seats = {name: Learner(name, NAMES, "lantern") for name in NAMES}
    config = table()
    outcome = asyncio.run(play(config, tmp_path, seats=seats))
    assert set(told) == {"the text has 1000 characters. Possible: at most 400."}
    assert sum(each.speeches for each in outcome.counts.values()) == len(told)
    assert not any(each.defaults for each in outcome.counts.values())


def test_every_claim_is_judged_once_and_for_nobodys_eyes(game: Path) -> None:
    """Each claim of each speech; no seat and no public sees what became of it."""
    records = plain_of(read(game).records)
    claims = [
        (each["data"]["message"], at)
        for each in records
        if each["type"] == "said"
        for at in range(len(each["data"]["claims"]))
    ]
    judged = [each for each in records if each["type"] == "claim_judged"]
    found = [(each["data"]["message"], each["data"]["claim"]) for each in judged]
    assert sorted(found) == sorted(claims)
    assert {each["data"]["truth"] for each in judged} >= {"true", "false", "moot"}
    assert {each["seen_by"] for each in judged} == {"engine"}
    for who in (*NAMES, "public"):
        assert "claim_judged" not in {each.type for each in visible(records_of(records), who)}


def test_a_claim_that_nobody_can_make_is_refused(tmp_path: Path) -> None:
    """The sentence says what is possible, and the default is silence."""
    bad = Claim(proposition=Proposition(kind="zombies", location=9, relation="=", count=1))

    class Rambler(Rote):
        def words(self, turn: TalkTurn) -> Speech | None:
            return Speech.of(f"{turn.seat} rambles", claims=(bad,))

    seats = {name: Rambler(name, NAMES) for name in NAMES}
    config = table()
    outcome = asyncio.run(play(config, tmp_path, seats=seats))
    calls = read(outcome.folder).calls
    whys = {each.why for each in call_facts(AnswerFailed, calls)}
    (why,) = whys
    assert "zombies has location 9. Possible: 1, 2, 3, 4, 5, 6" in why
    assert not any(each.speeches for each in outcome.counts.values())


def test_seats_that_cannot_talk_are_not_asked_and_not_recorded(tmp_path: Path) -> None:
    """A table of random seats has floors, and not a word or a silence on them."""
    config = table()
    outcome = asyncio.run(play(config, tmp_path))
    kinds = {each.type for each in read(outcome.folder).records}
    assert "floor_opened" in kinds
    assert not kinds & {"said", "silent", "whispered", "bid", "turn_defaulted"}


def test_one_talker_among_the_silent_is_heard(tmp_path: Path) -> None:
    """Only Ada has turns."""
    seats = {"Ada": Rote("Ada", NAMES, "lantern"), "Bo": Scripted(lambda q: q.options[0].id)}
    config = table()
    outcome = asyncio.run(play(config, tmp_path, seats=seats))
    assert {name for name, each in outcome.counts.items() if each.speeches} == {"Ada"}
    assert verify(outcome.folder).ok


# --- what is not true is found, even in a chain that was computed again ---


def forged(game: Path, out: Path, change: Callable[[list[Record]], int]) -> tuple[Path, int]:
    """Copy a game with changed records and a new chain; return its folder and the changed line."""
    records = plain_of(read(game).records)
    at = change(records)
    folder = out / game.name
    folder.mkdir()
    mark, lines = GENESIS, []
    for record in records:
        line, mark = chained(mark, record)
        lines.append(line)
    (folder / "log.jsonl").write_bytes(b"".join(lines))
    for name in ("game.json", "calls.jsonl"):
        (folder / name).write_bytes((game / name).read_bytes())
    return folder, at + 1


def first(records: list[Record], kind: str, **data: object) -> int:
    """Return the first record of a type whose data has these values."""
    return next(
        each["i"]
        for each in records
        if each["type"] == kind and data.items() <= each["data"].items()
    )


def _other_speaker(records: list[Record]) -> int:
    at = first(records, "said", whisper=False)
    records[at]["actor"] = "Dee" if records[at]["actor"] != "Dee" else "Ada"
    return at


def _overheard(records: list[Record]) -> int:
    at = first(records, "said", whisper=True)
    records[at]["seen_by"] = "all"
    return at


def _too_long(records: list[Record]) -> int:
    at = first(records, "said", whisper=False)
    records[at]["data"]["text"] = "x" * 401
    return at


def _dropped(records: list[Record]) -> int:
    at = first(records, "silent")
    del records[at]
    for number, record in enumerate(records):
        record["i"] = number
    return at


def _twice(records: list[Record]) -> int:
    at = first(records, "said", whisper=False)
    records.insert(at + 1, json.loads(json.dumps(records[at])))
    for number, record in enumerate(records):
        record["i"] = number
    return at + 1


def _judged_otherwise(records: list[Record]) -> int:
    at = first(records, "claim_judged", truth="false")
    records[at]["data"]["truth"] = "true"
    return at


def _claimed_otherwise(records: list[Record]) -> int:
    at = first(records, "said", whisper=False)
    records[at]["data"]["claims"][0]["location"] = 7
    return at


def _to_nobody(records: list[Record]) -> int:
    at = first(records, "whispered")
    records[at]["data"]["to"] = []
    return at


@pytest.mark.parametrize(
    "change",
    [
        _other_speaker,
        _overheard,
        _too_long,
        _dropped,
        _twice,
        _to_nobody,
        _judged_otherwise,
        _claimed_otherwise,
    ],
)
def test_forged_talk_is_found_at_its_line(
    game: Path, tmp_path: Path, change: Callable[[list[Record]], int]
) -> None:
    """Who spoke when and to whom follows from the protocol; what is said must be sayable."""
    folder, line = forged(game, tmp_path, change)
    verdict = verify(folder)
    assert (verdict.ok, verdict.file) == (False, "log.jsonl"), verdict
    assert verdict.line == line, verdict
