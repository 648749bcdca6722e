"""Golden playthroughs: every way to end and every tie, printed so that it can be judged by reading.

Each game below is written to `golden/NAME.txt`: headings for phases, `?` for a question with its
options and the answer, `-` for what happened. With ARENA_GOLDEN=1 in the environment the files are
written anew, otherwise they are compared.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import engine
from tests.engine.helpers import board

GOLDEN = Path(__file__).resolve().parent / "golden"
HEADINGS = {
    "osaczeni": {
        "setup": "Set-up (OSA-8 to OSA-14)",
        "truck": "1. The truck (OSA-24 to OSA-28)",
        "badge": "2. The badge and the dice (OSA-29 to OSA-31)",
        "destinations": "3. Where to go (OSA-32 to OSA-34)",
        "movement": "4. The moves (OSA-35 to OSA-38)",
        "arrival": "5. Monsters arrive (OSA-39 to OSA-42)",
        "attack": "6. The attack (OSA-43 to OSA-52)",
        "dawn": "7. Dawn (OSA-53 to OSA-56)",
    },
    "moh": {
        "setup": "Set-up (MOH-6 to MOH-11)",
        "truck": "A. The truck (MOH-25 to MOH-28)",
        "chief": "B. The Chief (MOH-29)",
        "arrival": "C. The dice (MOH-30 to MOH-32)",
        "destinations": "D. Destinations (MOH-33 to MOH-36)",
        "movement": "E. Movement (MOH-37 to MOH-41)",
        "attack": "F. The attack (MOH-42 to MOH-58)",
    },
}
"""By family and phase."""


@dataclass(frozen=True, kw_only=True)
class Play:
    """One game to print."""

    name: str
    title: str
    start: Mapping[str, Any]
    answers: str = ""
    """`SEAT=option` in the order of asking; after that pass, or the first option."""
    ends: tuple[str, tuple[str, ...]] = field(default=("few_left", ()))
    """End reason and winners."""


def attack(locations: dict[int, str], zombies: dict[int, int], **keys: object) -> dict[str, object]:
    """Return an attack to which nobody more is attracted."""
    return board("attack", locations, zombies=zombies, extras_placed=True, seed=1, **keys)


PLAYS = (
    Play(
        name="end-few-left",
        title="The game ends because four characters live (MOH-68 b)",
        start=attack({1: "A.pin_up", 3: "B.pin_up C.gunman", 6: "A.gunman D.pin_up"}, {1: 1}),
        ends=("few_left", ("B", "D")),
    ),
    Play(
        name="end-together",
        title="The game ends because all stand in the supermarket (MOH-68 a)",
        start=attack(
            {1: "D.pin_up", 6: "A.pin_up A.gunman B.pin_up B.gunman C.tough_guy"}, {1: 1}
        ),
        ends=("together", ("A", "B")),
    ),
    Play(
        name="end-everybody-dead",
        title="The last two die; nobody has points, and cards decide (GAP-M-33)",
        start=attack({1: "A.pin_up", 4: "B.pin_up"}, {1: 1, 4: 2}, hands={"D": ["sprint"]}),
        ends=("few_left", ("D",)),
    ),
    Play(
        name="tie-revote",
        title="A first tie, and the re-vote decides (MOH-21); B chooses who dies (MOH-49)",
        start=attack(
            {3: "A.gunman B.pin_up B.tough_guy", 6: "C.pin_up"}, {3: 4}, hands={"A": ["threat"]}
        ),
        answers="A=pass A=B B=A A=B B=A C=B D=B B=tough_guy",
        ends=("few_left", ("B", "C")),
    ),
    Play(
        name="tie-truck-nobody",
        title="Two ties for the truck: nobody searches it (MOH-22)",
        start=board(
            "truck",
            {4: "A.pin_up B.pin_up", 6: "C.pin_up D.gunman"},
            seed=1,
            chance={"dice": [[1, 1, 2, 3]]},
        ),
        answers="A=A B=B A=A B=B C=A D=B A=1 B=3 C=4 D=4",
        ends=("few_left", ("D",)),
    ),
    Play(
        name="tie-chief-stays",
        title="Two ties for the Chief: D stays, unelected, and sees no dice (MOH-22, MOH-31)",
        start=board(
            "chief",
            {5: "A.pin_up B.pin_up", 6: "C.pin_up D.gunman"},
            seed=1,
            chief="D",
            chance={"dice": [[1, 1, 2, 3]]},
        ),
        answers="A=A B=B A=A B=B C=A D=B",
    ),
    Play(
        name="tie-attack-lot",
        title="Two ties in an attack: the lot falls on B, and B chooses (MOH-22)",
        start=attack(
            {3: "A.pin_up B.pin_up B.tough_guy A.tough_guy", 6: "C.pin_up D.gunman"},
            {3: 6},
            chance={"lots": ["B"]},
        ),
        answers="A=B B=A A=B B=A C=A D=B B=pin_up",
        ends=("few_left", ("A",)),
    ),
    Play(
        name="final-tie-cards",
        title="Seven points each; B has more cards (MOH-69)",
        start=attack(
            {3: "A.pin_up C.tough_guy", 6: "B.pin_up D.gunman"}, {}, hands={"B": ["camera"]}
        ),
        ends=("few_left", ("B",)),
    ),
    Play(
        name="final-tie-shared",
        title="Seven points and a card each: A and B share the victory (GAP-M-32)",
        start=attack(
            {3: "A.pin_up C.tough_guy", 6: "B.pin_up D.gunman"},
            {},
            hands={"A": ["threat"], "B": ["camera"]},
        ),
        ends=("few_left", ("A", "B")),
    ),
    Play(
        name="parking-and-cards",
        title="Three parking zombies, a Hidden card, a Threat and a Pistol (MOH-52 to MOH-57)",
        start=attack(
            {4: "A.pin_up B.pin_up C.pin_up D.pin_up", 6: "A.gunman B.gunman C.gunman"},
            {4: 3},
            hands={"A": ["hidden"], "B": ["threat"], "C": ["pistol"]},
        ),
        answers="A=hidden-pin_up B=threat C=pass B=C C=B D=C D=D B=D",
    ),
    Play(
        name="end-at-once",
        title="The Polish game ends at once: the zombies at 3 eat nobody (MOH-68)",
        start=attack(
            {1: "A.pin_up B.pin_up", 3: "C.pin_up D.pin_up C.gunman"}, {1: 2, 3: 3},
            ruleset="moh-pl",
        ),
        answers="A=A B=A",
        ends=("few_left", ("C",)),
    ),
    Play(
        name="tie-attack-character",
        title="Two ties in the German game: the lot falls on B's Tough Guy (MOH-22)",
        start=attack(
            {3: "A.pin_up B.pin_up B.tough_guy A.tough_guy", 6: "C.pin_up"}, {3: 6},
            ruleset="moh-de", chance={"lots": ["B.tough_guy"]},
        ),
        answers="A=B B=A A=B B=A C=A D=B",
        ends=("few_left", ("A",)),
    ),
    Play(
        name="revote-russian",
        title="In the Russian re-vote C stands again, and D threatens from afar (MOH-21, GAP-M-6)",
        start=attack(
            {3: "A.gunman B.pin_up C.pin_up", 4: "D.pin_up C.gunman"}, {3: 3},
            ruleset="moh-ru", hands={"D": ["threat"]},
        ),
        answers="D=threat A=B B=A C=A A=C B=C C=A D=C",
        ends=("few_left", ("B", "D")),
    ),
    Play(
        name="whole-game",
        title="A whole game of three, from the set-up to the scores",
        start={"scenario": 1, "ruleset": "moh", "seats": ["A", "B", "C"], "phase": "setup",
               "seed": 7, "chief": "B"},
    ),
)  # fmt: skip


def plain(value: object) -> str:
    """Return a value as people write it."""
    if isinstance(value, Mapping):
        return " ".join(f"{key}:{plain(each)}" for key, each in value.items()) or "none"
    if isinstance(value, list | tuple):
        return " ".join(plain(each) for each in value) or "none"
    return str(value)


def told(event: engine.Event, family: str) -> str:
    """Return an event as lines of the playthrough."""
    data = event.data()
    if event.type == "phase_began":
        heading = f"Round {data['round']}  {HEADINGS[family][str(data['phase'])]}"
        return f"\n{heading}\n{'-' * len(heading)}"
    facts = ", ".join(f"{key} {plain(value)}" for key, value in data.items())
    seen = "" if event.seen_by == "all" else f"   [seen by {plain(event.seen_by)}]"
    return f"- {event.type.replace('_', ' ')}: {facts}{seen}"


def asked(question: engine.Decision, took: str) -> str:
    """Return a question, its options and the answer as lines of the playthrough."""
    place = "" if question.place is None else f" at {question.place}"
    sealed = ", sealed" if question.sealed else ""
    options = [option.id for option in question.options]
    some = " ".join(options) if len(options) <= 12 else f"{' '.join(options[:12])} ..."
    return f"? {question.seat}: {question.kind}{place}{sealed} ({some}) -> {took}"


def played(play: Play) -> tuple[engine.Table, Iterator[str]]:
    """Return the table and the lines of its playthrough, which play it."""
    table = engine.load_scenario(play.start)
    return table, lines(table, play)


def lines(table: engine.Table, play: Play) -> Iterator[str]:
    """Play to the end, and yield what is asked and what happens."""
    yield play.title
    yield "=" * len(play.title)
    family = engine.ruleset(str(play.start["ruleset"])).family
    answers = play.answers.split()
    told_so_far = 0
    while True:
        for event in table.events[told_so_far:]:
            yield told(event, family)
        told_so_far = len(table.events)
        if table.is_over:
            break
        question = table.pending()[0]
        if answers:
            seat, _, took = answers.pop(0).partition("=")
            question = next(each for each in table.pending() if each.seat == seat)
        else:
            ids = [option.id for option in question.options]
            took = "pass" if "pass" in ids else ids[0]
        yield asked(question, took)
        table.answer(question.seat, took, question.id)
    assert answers == []


def compare(play: Play) -> engine.Result:
    """Compare a game with its file, or write it anew; return how it ended."""
    table, told_lines = played(play)
    text = "\n".join(told_lines) + "\n"
    path = GOLDEN / f"{play.name}.txt"
    if os.environ.get("ARENA_GOLDEN") == "1":
        path.write_text(text, encoding="utf-8")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()
    assert table.result is not None
    reason, winners = play.ends
    assert table.result.end_reason == reason
    assert winners in {(), table.result.winners}
    return table.result


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.name)
def test_the_playthrough_is_as_written(play: Play) -> None:
    """The whole log and every question come out as in the file, line by line."""
    compare(play)


def test_every_file_is_a_playthrough() -> None:
    """No file is left over from a game that is gone; those of Osaczeni have their own list."""
    files = {path.stem for path in GOLDEN.glob("*") if not path.stem.startswith("osaczeni-")}
    assert files == {play.name for play in PLAYS}
