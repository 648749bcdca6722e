"""No byte over the connection depends on what a seat may not know: streams, looks, errors, heads.

Each test plays two games that differ in one secret. Where that is told to all at some moment, what
comes before is compared; that the games differ from there on shows that there was a secret.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.console import RenderableType
from rich.text import Text

import arena.provider.app
import engine
from arena.config import TableConfig
from arena.faces.person.follower import Heard
from arena.faces.person.sitting import Sitting
from arena.provider import Provider
from arena.provider.prompt_facts import prompt_facts
from arena.provider.types import Answer, Prompt, ToolCall
from arena.records.record import Record
from tests.arena.faces.web.served import Guest, served
from tests.arena.faces.web.twins import Answers, Stop, game, quiet, until

SEATS = ("A", "B", "C", "D")
WHO = ("A", "public")
"""Who does not know what differs."""
Position = Mapping[str, Any]
MOH: Position = {
    "round": 2, "phase": "truck",
    "locations": {
        1: ["A.pin_up", "B.pin_up"], 4: ["A.gunman", "B.gunman", "C.pin_up"],
        5: ["C.gunman", "D.gunman"],
    },
    "zombies": {1: 2, 4: 1},
    "hands": {"A": ["sprint"], "B": ["threat", "camera"], "C": ["hardware"], "D": ["pistol"]},
    "deck": ["sprint", "hidden", "hardware", "hidden", "sprint", "hardware"],
}  # fmt: skip
OSACZENI: Position = {
    "round": 2, "phase": "badge",
    "locations": {
        1: ["A.protector", "C.leader"], 2: ["A.crybaby"], 3: ["B.leader", "D.protector"],
        4: ["B.crybaby", "C.protector", "A.leader"], 5: ["D.crybaby"],
    },
    "zombies": {4: 1, 5: 1},
    "hands": {
        "A": ["walkie_talkie"], "B": ["energy_drink", "gun"], "C": ["rotten_meat"],
        "D": ["chainsaw"],
    },
    "deck": ["energy_drink", "tin_can", "walkie_talkie", "truck_keys", "gun", "tin_can"],
}  # fmt: skip
POSITIONS = {"moh": MOH, "moh-ru": MOH, "osaczeni": OSACZENI}
NEAR_THE_END: Mapping[str, Position] = {
    "moh": {1: ["A.pin_up", "B.pin_up"], 4: ["B.gunman", "C.pin_up"], 5: ["D.gunman"]},
    "osaczeni": OSACZENI["locations"],
}  # fmt: skip
"""Who stands where in a game that is soon over, by family; one is not long in any case."""
OTHER_HANDS: Mapping[str, Mapping[str, list[str]]] = {
    "moh": {"B": ["hardware", "pistol"], "C": ["threat"], "D": ["camera"]},
    "moh-ru": {"B": ["pistol", "threat"], "C": ["camera"], "D": ["hardware"]},
    "osaczeni": {"B": ["chainsaw", "rotten_meat"], "C": ["gun"], "D": ["energy_drink"]},
}
EACH = pytest.mark.parametrize(
    "ruleset", ["moh", *(pytest.param(e, marks=pytest.mark.slow) for e in ("osaczeni", "moh-ru"))]
)
VOTE = {"moh": "cast_vote", "moh-ru": "cast_vote", "osaczeni": "point_at"}
OVER = b'"type":"game_ended"'
SHOWN = b'"type":"hands_revealed"'
"""In one family hands are shown at the end."""


def table(ruleset: str, **changes: object) -> TableConfig:
    """Return a table of people that begins with a position."""
    scenario = {
        "scenario": 1, "ruleset": ruleset, "seats": list(SEATS), "seed": 5,
        **POSITIONS[ruleset], **changes,
    }  # fmt: skip
    people = {"words_a_minute": 0}
    given = {
        "seats": dict.fromkeys(SEATS, "human"), "seed": "5", "scenario": scenario, "people": people
    }  # fmt: skip
    return TableConfig.model_validate({**given, "ruleset": ruleset})


def short(ruleset: str) -> TableConfig:
    """Return a table that begins near its end."""
    return table(ruleset, locations=NEAR_THE_END[engine.ruleset(ruleset).family])


def choosing(seat: str, kind: str, at: int) -> Answers:
    """Return answers of which one, a seat's first to a kind of question, is the option `at`."""
    chosen: list[str] = []

    def answers(who: str, now: Mapping[str, Any]) -> Sequence[str]:
        if (who, now["kind"]) != (seat, kind) or chosen:
            return quiet(who, now)
        options = [each["key"] for each in now["options"]]
        chosen.append(options[at])
        return chosen

    return answers


def saying(seat: str, *lines: str, then: Mapping[str, Sequence[str]] | None = None) -> Answers:
    """Return answers with what a seat says on its first turn, and what others say on their next."""
    left = dict(then or {})
    said: list[str] = []

    def answers(who: str, now: Mapping[str, Any]) -> Sequence[str]:
        if now["task"] == "speak" and who == seat and not said:
            said.extend((*lines, "done"))
            return said
        if now["task"] == "speak" and said and who in left:
            return (*left.pop(who), "done")
        return quiet(who, now)

    return answers


def compared(
    one: Mapping[str, list[Stop]], two: Mapping[str, list[Stop]], mark: bytes
) -> Callable[[], None]:
    """Assert that nothing differs before a mark; return what asserts that something does after."""
    for who in WHO:
        before, after = until(one[who], mark), until(two[who], mark)
        assert len(before) == len(after) > 2, who
        for here, there in zip(before, after, strict=True):
            assert here == there, who

    def differ_after() -> None:
        for who in WHO:
            at = len(until(one[who], mark))
            assert one[who][at].stream != two[who][at].stream, who

    return differ_after


@pytest.mark.slow
@EACH
async def test_what_others_hold(ruleset: str, tmp_path: Path) -> None:
    """The hands of B, C and D: to the end of the game, or until all are shown there."""
    hands = {**POSITIONS[ruleset]["hands"], **OTHER_HANDS[ruleset]}
    one = await game(table(ruleset), tmp_path / "1", WHO, quiet)
    two = await game(table(ruleset, hands=hands), tmp_path / "2", WHO, quiet)
    differ_after = compared(one.stops, two.stops, SHOWN)
    if ruleset == "osaczeni":
        differ_after()
    assert OVER in one.stops["A"][-1].stream
    assert len(one.stops["A"]) > 20
    assert one.asked != two.asked


@pytest.mark.slow
@EACH
async def test_dice_that_another_saw(ruleset: str, tmp_path: Path) -> None:
    """B has seen them, A has not: until they are shown to all."""
    position = {
        "phase": "destinations", "chief": "B", "chief_elected": True, "dice_seen_by": ["B"],
    }  # fmt: skip
    one, two = [
        await game(table(ruleset, dice=dice, **position), tmp_path / str(dice[0]), WHO, quiet, 14)
        for dice in ([1, 2, 3, 4], [6, 6, 5, 5])
    ]
    compared(one.stops, two.stops, b'"type":"dice_revealed"')()


@pytest.mark.slow
@EACH
async def test_a_destination_that_is_not_revealed(ruleset: str, tmp_path: Path) -> None:
    """C chooses another room; A, who has chosen, and who looks on learn of it with all others."""
    one, two = [
        await game(
            table(ruleset, phase="destinations", chief="B", chief_elected=True),
            tmp_path / str(at), WHO, choosing("C", "choose_destination", at), 14,
        )
        for at in (0, -1)
    ]  # fmt: skip
    compared(one.stops, two.stops, b'"type":"destinations_revealed"')()


@EACH
async def test_a_vote_that_is_not_revealed(ruleset: str, tmp_path: Path) -> None:
    """B votes for another, while one who votes too has not yet."""
    one, two = [
        await game(table(ruleset), tmp_path / str(at), WHO, choosing("B", VOTE[ruleset], at), 12)
        for at in (0, -1)
    ]
    compared(one.stops, two.stops, b'"type":"votes_revealed"')()


@pytest.mark.slow
@EACH
async def test_words_that_are_whispered_to_another(ruleset: str, tmp_path: Path) -> None:
    """Short or long, with letters of any kind: to the end of the game, and in what is revealed."""
    words = ("Yes.", f"{'I shall not say it twice: they lie. ' * 5}☠ <b>&amp;</b>")
    one, two = [
        await game(
            short(ruleset), tmp_path / str(number), (*WHO, "D"),
            saying("B", f"whisper D: {each}"),
        )
        for number, each in enumerate(words)
    ]  # fmt: skip
    for who in WHO:
        assert one.stops[who] == two.stops[who]
    assert one.stops["D"] != two.stops["D"]
    assert sum(b"Yes." in each.stream for each in one.stops["D"]) == 1
    assert OVER in one.stops["A"][-1].stream


@pytest.mark.slow
@EACH
async def test_claims_and_deals_that_are_whispered(ruleset: str, tmp_path: Path) -> None:
    """What is whispered is an offer, or is none: open offers, promises and numbers tell nothing.

    A is made an offer after it, whose number it reads; after the end all is revealed.
    """
    whispers = (
        ["whisper D: A word."],
        ["whisper D: A word.", "offer D: I vote A attack / D votes A attack", "claim A goes 5"],
    )
    openly = {"B": ["say A, what of this?", "offer A: I spare A / A spares me"]}
    one, two = [
        await game(
            short(ruleset), tmp_path / str(number), (*WHO, "D"), saying("B", *lines, then=openly)
        )
        for number, lines in enumerate(whispers)
    ]
    compared(one.stops, two.stops, OVER)
    before = until(one.stops["A"], OVER)
    assert any(b'"kind":"offer"' in each.stream for each in before)
    assert one.stops["D"] != two.stops["D"]


@EACH
@pytest.mark.parametrize("leak", ["scene", "sitting"])
async def test_the_comparison_notices_a_leak(
    ruleset: str, leak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A scene that perceives everything shows in all; a sitting that tells it, in replies alone."""
    hear = Sitting.hear

    def all_told(self: Sitting, record: Record | None, heard: Heard | None) -> list[RenderableType]:
        self.since.append(Text(str(record)))
        return hear(self, record, heard)

    if leak == "scene":
        monkeypatch.setattr("arena.faces.scene.scene.perceived", lambda record, _: bool(record))
    else:
        monkeypatch.setattr(Sitting, "hear", all_told)
    hands = {**POSITIONS[ruleset]["hands"], **OTHER_HANDS[ruleset]}
    one = await game(table(ruleset), tmp_path / "1", WHO, quiet, 1)
    two = await game(table(ruleset, hands=hands), tmp_path / "2", WHO, quiet, 1)
    here, there = one.stops["A"][0], two.stops["A"][0]
    assert (here.stream == there.stream) is (leak != "scene")
    assert here.replies != there.replies


# --- what a model thinks ---


def thinking(note: str, plan: Sequence[str]) -> Callable[[Prompt], Answer]:
    """Return a model that takes the first option, says nothing, and notes and means something."""

    def answer(prompt: Prompt) -> Answer:
        facts = prompt_facts(prompt, prompt.tools)
        arguments: dict[str, Any] = {"option": next(iter(facts.options), "pass")}
        if facts.wanted in {"say", "bid"}:
            arguments = {"messages": []} if facts.wanted == "say" else {"urgency": 0}
        arguments |= {"note": note, "plan": list(plan)}
        calls = (ToolCall(name=facts.wanted, arguments=json.dumps(arguments)),)
        return Answer(thought=f"I think: {note}", calls=calls)

    return answer


@pytest.mark.slow
async def test_what_a_model_notes_means_and_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its notes, its plans and its reasoning: to the last frame, and in the head."""
    minds = (
        ("Ana lies.", ["I mean to win"]),
        ("Trust nobody but Ana! " * 9, ["I mean to go 5", "I mean to vote Ana attack"]),
    )
    sent: list[tuple[list[str], list[str], bytes]] = []
    with Provider() as provider:
        seats = {
            "Ana": "human", "Bo": f"openai-compatible:m@{provider.url}", "Cy": "house"
        }  # fmt: skip
        given = {
            "seats": seats,
            "seed": "7",
            "llm": {"plans": True},
            "people": {"words_a_minute": 0},
        }
        for number, mind in enumerate(minds):
            monkeypatch.setattr(arena.provider.app, "answer_to", thinking(*mind))
            out = tmp_path / str(number)
            async with served(out) as server:
                hosted = await server.hosting.begin(TableConfig.model_validate(given))
                guests = {w: server.guest(t) for w, t in server.hosting.tokens(hosted).items()}
                ana, public = guests["Ana"], guests["public:0"]
                await ana.play(lambda now: [*quiet("Ana", now)])
                sent.append(
                    (ana.frames, await frames(public), (await ana.get("/api/head")).content)
                )
            kept = (out / "moh-0001" / "calls.jsonl").read_text()
            log = (out / "moh-0001" / "log.jsonl").read_text()
            assert mind[0].strip() in kept
            assert '"planned"' in log
    assert sent[0] == sent[1]
    assert "game_ended" in "".join(sent[0][0][-3:])


async def frames(guest: Guest) -> list[str]:
    """Return all frames of a game that is over."""
    async for _ in guest.events():
        pass
    return guest.frames
