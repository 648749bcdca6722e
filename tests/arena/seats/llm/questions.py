"""Questions drawn by hand, for tests of how answers are read."""

from collections.abc import Mapping
from typing import Any, Literal

import engine
from arena.claims.vocabulary import Vocabulary
from arena.seats.llm.tools import keys_of, toolbox
from arena.seats.seat import Question
from arena.settings import LlmRules, TalkRules
from arena.talk.speech import TalkTurn
from engine import Option

SEATS = ("Anna", "Bruno", "Clara")
RULES = TalkRules()
VOCABULARY = Vocabulary(engine.ruleset("moh"), SEATS)


def keys(talk: TalkRules = RULES, rules: LlmRules | None = None) -> Mapping[str, tuple[str, ...]]:
    """Return the keys of each tool of a table."""
    return keys_of(toolbox(engine.ruleset("moh"), SEATS, talk, rules or LlmRules()))


KEYS = keys(TalkRules(protocol="bidding"))
WITH_ARGUMENTS = keys(rules=LlmRules(hints="none"))
"""Where the options are not listed."""


def question(kind: str, *options: tuple[str, str, Mapping[str, str | int]]) -> Question:
    """Return a question with these options: id, label, arguments."""
    return Question(
        id="Anna.1",
        seat="Anna",
        kind=kind,
        options=tuple(Option(id=id_, label=label, args=args) for id_, label, args in options),
        sealed=False,
        phase="attack",
        round=1,
        place=3,
        context={},
    )


VOTE = question(
    "cast_vote",
    ("Anna", "Anna", {"player": "Anna"}),
    ("Bruno", "Bruno", {"player": "Bruno"}),
)
MOVE = question(
    "move",
    ("pin_up", "Move your Pin-Up", {"character": "pin_up"}),
    ("gunman", "Move your Gunman", {"character": "gunman"}),
    (
        "sprint-pin_up-3",
        "Sprint: Pin-Up to 3 Megatoys",
        {"card": "sprint", "character": "pin_up", "location": 3},
    ),
    (
        "sprint-pin_up-5",
        "Sprint: Pin-Up to 5 Security HQ",
        {"card": "sprint", "character": "pin_up", "location": 5},
    ),
    ("pass", "Pass", {}),
)


def turn(task: Literal["speak", "bid"] = "speak", **changes: Any) -> TalkTurn:
    """Return a turn of Anna's to talk."""
    turn: dict[str, Any] = {
        "id": "Anna.t1", "seat": "Anna", "task": task, "floor": "attack", "place": 3,
        "present": SEATS, "round": 1, "phase": "attack", "turn": 1, "turns": 1, "reply": 0,
        "replies": 1, "messages": 2, "whispers": True, "characters": 400, "wave": 1,
    }  # fmt: skip
    return TalkTurn(**{**turn, **changes})
