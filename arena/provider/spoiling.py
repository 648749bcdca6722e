"""Replies that a model should not give: what is wrong with the answer, in no protocol's words."""

from typing import Any

from pydantic_core import to_json

from arena.provider.asking import Answer, Ask, Call, Draw
from arena.provider.deciding import Pick, picked, worded

__all__ = ["cut", "spoilt"]

REFUSAL = "I'm sorry, but I can't help with that."
CHATTER = "Let me think about this. There is much to be said on either side, so I will wait."
ILLEGAL = "no-such-option"
UNKNOWN = "no_such_tool"


def spoilt(kind: str, answer: Answer, ask: Ask) -> Answer:
    """Return an answer with one thing wrong; kinds that are no answer's leave it as it is."""
    match kind:
        case "refusal":
            return Answer(words=REFUSAL, stop="refusal")
        case "empty":
            return Answer()
        case "chatter":
            return Answer(thought=answer.thought, words=CHATTER)
        case "truncated":
            return cut(answer)
        case "no_usage":
            return Answer(
                thought=answer.thought, words=answer.words, calls=answer.calls, told=False
            )
        case "two_calls" | "unknown_tool" | "not_json" | "bad_option" | "ignores_tools":
            return _called(kind, answer, ask)
        case _:
            return answer


def cut(answer: Answer) -> Answer:
    """Return an answer that broke off in the middle."""
    calls = tuple(
        Call(name=each.name, arguments=each.arguments[: len(each.arguments) // 2])
        for each in answer.calls
    )
    words = answer.words[: len(answer.words) // 2]
    return Answer(thought=answer.thought, words=words, calls=calls, stop="length")


def _called(kind: str, answer: Answer, ask: Ask) -> Answer:
    pick = picked(ask, ask.draw)
    if pick is None:
        return answer
    name, arguments = pick
    if kind == "ignores_tools":
        return Answer(thought=answer.thought, words=worded(pick))
    picks: tuple[Pick, ...] = (pick,)
    if kind == "two_calls":
        picks = (pick, picked(ask, Draw(ask.draw.digest)) or pick)
    elif kind == "unknown_tool":
        picks = ((UNKNOWN, arguments),)
    elif kind == "bad_option":
        picks = ((name, _illegal(arguments)),)
    texts = [to_json(each).decode() for _, each in picks]
    if kind == "not_json":
        texts = [texts[0][:-1] + ", and that is my answer"]
    if not ask.tools:
        words = texts[0] if kind == "not_json" else "\n".join(map(worded, picks))
        return Answer(thought=answer.thought, words=words)
    calls = tuple(
        Call(name=name, arguments=text) for (name, _), text in zip(picks, texts, strict=True)
    )
    return Answer(thought=answer.thought, calls=calls)


def _illegal(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return arguments of the right form that can't be taken."""
    if "urgency" in arguments:
        return arguments | {"urgency": 9}
    if "text" in arguments:
        return arguments | {"text": " "}
    return dict.fromkeys(arguments) | {"option": ILLEGAL}
