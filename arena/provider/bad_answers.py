"""Answers that a model should not give, one for each kind of trouble with a reply."""

from dataclasses import replace
from typing import Any

from pydantic_core import to_json

from arena.provider.answers import ChosenCall, call_as_text, chosen_call
from arena.provider.types import Answer, Draw, Prompt, ToolCall

__all__ = ["bad_answer", "bad_usage", "cut_off"]

REFUSAL = "I'm sorry, but I can't help with that."
CHATTER = "Let me think about this. There is much to be said on either side, so I will wait."
ILLEGAL = "no-such-option"
UNKNOWN = "no_such_tool"
USAGES = {"zero_usage": 0, "absurd_usage": 900_000_000}
"""What stands for each count of tokens."""


def bad_answer(kind: str, answer: Answer, prompt: Prompt) -> Answer:
    """Return an answer with one thing wrong; kinds that are no answer's leave it as it is."""
    match kind:
        case "refusal":
            return Answer(words=REFUSAL, stop="refusal")
        case "empty":
            return Answer()
        case "chatter":
            return Answer(thought=answer.thought, words=CHATTER)
        case "truncated":
            return cut_off(answer)
        case "context_full":
            return replace(cut_off(answer), stop="full")
        case "no_usage":
            return Answer(
                thought=answer.thought, words=answer.words, calls=answer.calls, has_usage=False
            )
        case "two_calls" | "unknown_tool" | "not_json" | "bad_option" | "ignores_tools":
            return _bad_call(kind, answer, prompt)
        case _:
            return answer


def bad_usage(kind: str, reply: dict[str, Any]) -> dict[str, Any]:
    """Return the body of a reply with counts of tokens that can't be, where the kind is such."""
    if kind not in USAGES:
        return reply
    return {**reply, "usage": _all_counts(reply["usage"], USAGES[kind])}


def _all_counts(usage: Any, count: int) -> Any:  # noqa: ANN401 - whatever JSON has
    if isinstance(usage, dict):
        return {key: _all_counts(each, count) for key, each in usage.items()}
    return count if isinstance(usage, int) else usage


def cut_off(answer: Answer) -> Answer:
    """Return an answer that broke off in the middle."""
    calls = tuple(
        ToolCall(name=each.name, arguments=each.arguments[: len(each.arguments) // 2])
        for each in answer.calls
    )
    words = answer.words[: len(answer.words) // 2]
    return Answer(thought=answer.thought, words=words, calls=calls, stop="length")


def _bad_call(kind: str, answer: Answer, prompt: Prompt) -> Answer:
    call = chosen_call(prompt, prompt.draw)
    if call is None:
        return answer
    name, arguments = call
    if kind == "ignores_tools":
        return Answer(thought=answer.thought, words=call_as_text(call))
    chosen: tuple[ChosenCall, ...] = (call,)
    if kind == "two_calls":
        chosen = (call, chosen_call(prompt, Draw(prompt.draw.digest)) or call)
    elif kind == "unknown_tool":
        chosen = ((UNKNOWN, arguments),)
    elif kind == "bad_option":
        chosen = ((name, _illegal(arguments)),)
    texts = [to_json(each).decode() for _, each in chosen]
    if kind == "not_json":
        texts = [texts[0][:-1] + ", and that is my answer"]
    if not prompt.tools:
        words = texts[0] if kind == "not_json" else "\n".join(map(call_as_text, chosen))
        return Answer(thought=answer.thought, words=words)
    calls = tuple(
        ToolCall(name=name, arguments=text) for (name, _), text in zip(chosen, texts, strict=True)
    )
    return Answer(thought=answer.thought, calls=calls)


def _illegal(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return arguments of the right form that can't be taken."""
    if "urgency" in arguments:
        return arguments | {"urgency": 9}
    if "text" in arguments:
        return arguments | {"text": " "}
    return dict.fromkeys(arguments) | {"option": ILLEGAL}
