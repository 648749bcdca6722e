"""Faulty answers of a model and faulty replies of a service, one for each kind of fault."""

from dataclasses import replace

from pydantic_core import from_json, to_json

from arena.provider.answers import ChosenCall, call_as_text, chosen_call
from arena.provider.types import Answer, Body, Draw, Prompt, ToolCall

REFUSAL = "I'm sorry, but I can't help with that."
CHATTER = "Let me think about this. There is much to be said on either side, so I will wait."
ILLEGAL = "no-such-option"
UNKNOWN = "no_such_tool"
DRAWS = 20
FOREIGN = "place character!!"
"""A tool name that no service accepts when it is sent back."""
THOUGHT = "Let me see. If he goes there, and she does not, then"
USAGES = {"zero_usage": 0, "absurd_usage": 900_000_000}
"""The value of every token count, by kind of fault."""


def bad_answer(kind: str, answer: Answer, prompt: Prompt) -> Answer:
    """Return an answer with one fault; unchanged if the kind is not a fault of answers."""
    match kind:
        case "refusal":
            return Answer(words=REFUSAL, stop="refusal")
        case "empty":
            return Answer()
        case "chatter":
            return Answer(thought=answer.thought, words=CHATTER)
        case "truncated":
            return cut_off(answer)
        case "cut_in_thought":
            return Answer(thought=THOUGHT if prompt.thinks else "", stop="length")
        case "context_full":
            return replace(cut_off(answer), stop="full")
        case "no_usage":
            return Answer(
                thought=answer.thought, words=answer.words, calls=answer.calls, has_usage=False
            )
        case "foreign_call":
            return Answer(calls=(ToolCall(name=FOREIGN, arguments='["\\ud800"]'),))
        case "two_calls" | "unknown_tool" | "not_json" | "bad_option" | "ignores_tools":
            return _bad_call(kind, answer, prompt)
        case _:
            return answer


def bad_reply(kind: str, reply: Body) -> Body:
    """Return an invalid reply in any protocol; unchanged if the kind is not a fault of replies."""
    match kind, reply:
        case (("zero_usage" | "absurd_usage"), {"usage": usage}):
            return reply | {"usage": _all_counts(usage, USAGES[kind])}
        case "no_choices", _:
            return reply | {key: [] for key in ("choices", "output", "content") if key in reply}
        case "unfinished", {"choices": list(choices)}:
            return reply | {"choices": [each | {"finish_reason": "error"} for each in choices]}
        case "unfinished", {"output": _}:
            return reply | {"status": "in_progress"}
        case "unfinished", _:
            return reply | {"stop_reason": None}
        case _:
            return reply


def _all_counts(usage: object, count: int) -> object:
    if isinstance(usage, dict):
        return {key: _all_counts(each, count) for key, each in usage.items()}
    return count if isinstance(usage, int) else usage


def cut_off(answer: Answer) -> Answer:
    """Return an answer that is truncated in the middle."""
    calls = tuple(
        ToolCall(name=each.name, arguments=each.arguments[: len(each.arguments) // 2])
        for each in answer.calls
    )
    words = answer.words[: len(answer.words) // 2]
    return Answer(thought=answer.thought, words=words, calls=calls, stop="length")


def with_key(answer: Answer, key: str) -> Answer:
    """Return an answer that repeats the API key of the request wherever it contains text."""
    said = f"You sent the key {key}."
    words = f"{answer.words}\n{said}" if answer.words or not answer.calls else ""
    calls = tuple(
        ToolCall(name=each.name, arguments=_noted(each.arguments, said)) for each in answer.calls
    )
    return Answer(thought=answer.thought and said, words=words, calls=calls, stop=answer.stop)


def _noted(arguments: str, said: str) -> str:
    data = from_json(arguments)
    return to_json(data | {"note": said} if "note" in data else data).decode()


def _bad_call(kind: str, answer: Answer, prompt: Prompt) -> Answer:
    call = chosen_call(prompt, prompt.draw)
    if call is None:
        return answer
    name, arguments = call
    if kind == "ignores_tools":
        return Answer(thought=answer.thought, words=call_as_text(call))
    chosen: tuple[ChosenCall, ...] = (call,)
    if kind == "two_calls":
        chosen = (call, _other_call(call, prompt))
    elif kind == "unknown_tool":
        chosen = ((UNKNOWN, arguments),)
    elif kind == "bad_option":
        chosen = ((name, _illegal(arguments)),)
    texts = [to_json(each).decode() for _, each in chosen]
    if kind == "not_json":
        texts = [texts[0][:-1] + ", and that is my answer"]
    if not prompt.takes_calls:
        words = texts[0] if kind == "not_json" else "\n".join(map(call_as_text, chosen))
        return Answer(thought=answer.thought, words=words)
    calls = tuple(
        ToolCall(name=name, arguments=text) for (name, _), text in zip(chosen, texts, strict=True)
    )
    return Answer(thought=answer.thought, calls=calls)


def _other_call(call: ChosenCall, prompt: Prompt) -> ChosenCall:
    """Return a call that differs from the given one: two equal calls would count as one."""
    draw = prompt.draw
    for _ in range(DRAWS):
        draw = Draw(draw.digest)
        other = chosen_call(prompt, draw)
        if other is not None and other != call:
            return other
    return UNKNOWN, call[1]


def _illegal(arguments: dict[str, object]) -> dict[str, object]:
    """Return well-formed arguments that are illegal in the game."""
    if "urgency" in arguments:
        return arguments | {"urgency": 9}
    if "messages" in arguments:
        return arguments | {"messages": [[ILLEGAL]]}
    return dict.fromkeys(arguments) | {"option": ILLEGAL}
