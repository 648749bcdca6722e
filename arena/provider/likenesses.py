"""Imitations of servers that depart from OpenAI's Chat Completions, as people run them.

A likeness sees a request before validation, and may reject it or remove keys that only this server
knows; later it changes the reply. Each departure is known from public reports. The calls are those
that the strict server would make, so a game shows only the effect of the departure.
"""

import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from arena.provider.bad_answers import CHATTER
from arena.provider.call_forms import CALL_FORMS
from arena.provider.errors import Refused
from arena.provider.token_counts import token_count
from arena.provider.types import Body, Draw

THOUGHT = "I weigh it."
TOOL_KEYS = frozenset({"tools", "tool_choice", "parallel_tool_calls"})
RATE = 10_000
"""Token limit per minute of a small account."""
SIGNATURE = {"google": {"thought_signature": "c2lnbmVk"}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """How one kind of server departs from OpenAI's; defaults are OpenAI's behaviour."""

    about: str
    """Which servers behave so, in a few words."""
    request: Callable[[Body], Body] = dict
    """Returns the request without this server's own keys. Raises `Refused`."""
    message: Callable[[Body, Draw], Body] = lambda message, _: message
    """Returns the message of a reply in this server's form."""
    error: Callable[[Mapping[str, object]], object] = dict
    """Returns the body of an error in this server's form."""
    pages: Mapping[str, object] = field(default_factory=dict[str, object])
    """Further GET pages of the server, by path."""
    streams: bool = False
    """Whether replies are streamed."""

    def reply(self, reply: Body, draw: Draw) -> Body:
        """Return a reply in this server's form."""
        choices = [self._choice(each, draw) for each in reply["choices"]]
        return _recounted({**reply, "choices": choices})

    def _choice(self, choice: Body, draw: Draw) -> Body:
        message = self.message(choice["message"], draw)
        reason = choice["finish_reason"]
        if reason == "tool_calls" and not message.get("tool_calls"):
            reason = "stop"
        return {**choice, "message": message, "finish_reason": reason}


def _recounted(reply: Body) -> Body:
    """Return a reply whose usage covers its changed message."""
    if "usage" not in reply:
        return reply
    usage = reply["usage"]
    size = token_count(json.dumps(reply["choices"][0]["message"], ensure_ascii=False).encode())
    output = max(size, usage["completion_tokens"])
    total = usage["prompt_tokens"] + output
    return {**reply, "usage": {**usage, "completion_tokens": output, "total_tokens": total}}


# --- requests ---


def _rows(data: Body, key: str) -> list[Body]:
    """Return the list of objects under a key, empty if absent.

    Raises `Refused` for anything else.
    """
    rows = data.get(key) or []
    if isinstance(rows, list) and all(isinstance(each, dict) for each in rows):
        return rows
    raise Refused(400, f"Invalid type for '{key}': expected an array of objects.", param=key)


def _with_thoughts(data: Body) -> Body:
    """Reject a history in which a tool call lacks its reasoning."""
    for message in _rows(data, "messages"):
        if message.get("tool_calls") and not message.get("reasoning_content"):
            why = "The `reasoning_content` in the thinking mode must be passed back to the API."
            raise Refused(400, why)
    return _without(data, "reasoning_content")


def _with_thoughts_unforced(data: Body) -> Body:
    """Reject a forced tool choice as well, since the model thinks."""
    if data.get("tool_choice") not in {None, "auto", "none"}:
        raise Refused(400, "tool_choice 'required' is incompatible with thinking enabled")
    return _with_thoughts(data)


def _with_signatures(data: Body) -> Body:
    """Reject a history in which a tool call lacks its signature."""
    messages = [dict(message) for message in _rows(data, "messages")]
    for number, message in enumerate(messages):
        calls = _rows(message, "tool_calls")
        for call in calls:
            if call.get("extra_content") != SIGNATURE:
                function = call.get("function")
                name = function.get("name") if isinstance(function, dict) else None
                why = (
                    "Function call is missing a thought_signature in functionCall parts. "
                    f"Function call `default_api:{name}`, position {number}."
                )
                raise Refused(400, why)
        if calls:
            message["tool_calls"] = [
                {key: call[key] for key in call if key != "extra_content"} for call in calls
            ]
    return data | {"messages": messages}


def _with_other_limit(data: Body) -> Body:
    if "max_tokens" in data:
        why = (
            "Unsupported parameter: 'max_tokens' is not supported with this model. "
            "Use 'max_completion_tokens' instead."
        )
        raise Refused(400, why, param="max_tokens", code="unsupported_parameter")
    return data


def _without_words_beside(data: Body) -> Body:
    """Reject reasoning in a message, as a key that OpenAI's messages do not have."""
    for message in _rows(data, "messages"):
        if message.get("reasoning_content") is not None:
            raise Refused(422, "messages.assistant.reasoning_content: Extra inputs are not allowed")
    return data


def _streamed(data: Body) -> Body:
    if data.get("stream") is not True:
        why = "This model only support stream mode, please enable the stream parameter."
        raise Refused(400, why)
    return {key: data[key] for key in data if key not in {"stream", "stream_options"}}


def _without_parallel(data: Body) -> Body:
    if "parallel_tool_calls" in data:
        why = "Unrecognized request argument supplied: parallel_tool_calls"
        raise Refused(400, why)
    return data


def _toolless(data: Body) -> Body:
    """Drop tools as if they had not been sent; a requested schema is followed."""
    kept = {key: data[key] for key in data if key not in {*TOOL_KEYS, "response_format"}}
    match data.get("response_format"):
        case {
            "json_schema": {
                "schema": {"properties": {"tool": {"enum": [name]}, "arguments": arguments}}
            }
        }:
            function = {"name": name, "parameters": arguments}
            tools = [{"type": "function", "function": function}]
            return kept | {"tools": tools, "tool_choice": "required"}
        case {"json_schema": wanted} if wanted is not None:
            raise Refused(400, "Invalid schema for response_format: it is no call of one tool.")
        case dict() | None:
            return kept
        case _:
            return data  # left for validation to reject


def _with_tools_refused(data: Body) -> Body:
    """Reject tools by name; a requested schema is followed."""
    if "tools" in data:
        why = f"registry.ollama.ai/library/{data['model']} does not support tools"
        raise Refused(400, why)
    return _toolless(data)


def _with_bounds_refused(data: Body) -> Body:
    """Reject tools, and a schema with bounds on lengths or patterns of texts."""
    if re.search(r'"(?:maxLength|maxItems|pattern)"', json.dumps(data.get("response_format"))):
        raise Refused(400, "The provided JSON schema contains features not supported by xgrammar.")
    return _with_tools_refused(data)


def _asked_after_words(data: Body) -> Body:
    """Reject a user message right after a tool result, as Mistral's templates do."""
    roles = [message.get("role") for message in _rows(data, "messages")]
    if ("tool", "user") in itertools.pairwise(roles):
        raise Refused(400, "Unexpected role 'user' after role 'tool'")
    return data


def _alternating(data: Body) -> Body:
    """Reject roles that do not alternate, as chat templates without tools do."""
    roles = [message.get("role") for message in _rows(data, "messages")]
    if any(role != ("user", "assistant")[at % 2] for at, role in enumerate(roles)):
        why = "Conversation roles must alternate user/assistant/user/assistant/..."
        raise Refused(400, why)
    return data


def _with_small_rate(data: Body) -> Body:
    """Reject a request that exceeds the rate limit of a whole minute by itself."""
    asked = token_count(json.dumps(data, ensure_ascii=False).encode())
    if asked > RATE:
        why = (
            f"Request too large for {data['model']} in organization org-1 on tokens per min (TPM): "
            f"Limit {RATE}, Requested {asked}. The input or output tokens must be reduced in order "
            "to run successfully."
        )
        raise Refused(429, why, code="rate_limit_exceeded")
    return data


def _without_system(data: Body) -> Body:
    if any(message.get("role") == "system" for message in _rows(data, "messages")):
        raise Refused(400, "System role not supported")
    return data


def _unforced(data: Body) -> Body:
    """Fail with an internal error if a tool call is required."""
    if data.get("tool_choice") == "required":
        raise Refused(500, "Internal Server Error")
    return data


def _without(data: Body, *names: str) -> Body:
    messages = [
        {key: value for key, value in message.items() if key not in names}
        for message in _rows(data, "messages")
    ]
    return data | {"messages": messages}


# --- replies ---


def _thoughtful(message: Body, _: Draw) -> Body:
    return {**message, "reasoning_content": THOUGHT}


def _signed(message: Body, _: Draw) -> Body:
    return _each_call(message, lambda call: {**call, "extra_content": SIGNATURE})


def _doubled(message: Body, _: Draw) -> Body:
    calls = message.get("tool_calls") or []
    return {**message, "tool_calls": [*calls, *calls]} if calls else message


def _prefixed(message: Body, _: Draw) -> Body:
    return _each_call(
        message,
        lambda call: {**call, "function": {
            **call["function"], "name": f"functions.{call['function']['name']}"
        }},
    )  # fmt: skip


def _in_strings(message: Body, _: Draw) -> Body:
    """Encode lists and objects among the arguments as JSON strings."""
    return _each_call(
        message,
        lambda call: {**call, "function": {
            **call["function"], "arguments": _values_in_strings(call["function"]["arguments"])
        }},
    )  # fmt: skip


def _values_in_strings(arguments: str) -> str:
    try:
        given = json.loads(arguments)
    except ValueError:
        return arguments
    return json.dumps(
        {
            key: json.dumps(value) if isinstance(value, list | dict) else value
            for key, value in given.items()
        }
    )


def _chatty(message: Body, _: Draw) -> Body:
    """Answer with small talk, except for what a schema requires."""
    if not message.get("tool_calls"):
        return {**message, "content": CHATTER}
    function = message["tool_calls"][0]["function"]
    called = {"tool": function["name"], "arguments": json.loads(function["arguments"])}
    return _without_calls(message, json.dumps(called, ensure_ascii=False))


def _in_thoughts(message: Body, _: Draw) -> Body:
    """Write the call at the end of the reasoning, and no content."""
    calls = message.get("tool_calls")
    if not calls:
        return message
    function = calls[0]["function"]
    called = CALL_FORMS["kimi"](function["name"], json.loads(function["arguments"]))
    return {
        **message,
        "content": None,
        "tool_calls": [],
        "reasoning_content": f"{THOUGHT} So I call it.\n{called}",
    }


def _in_words(form: str) -> Callable[[Body, Draw], Body]:
    """Return a function that writes a call as text in one form; `any`: in a random one."""

    def worded(message: Body, draw: Draw) -> Body:
        calls = message.get("tool_calls")
        if not calls:
            return message
        name = draw.pick(tuple(CALL_FORMS), "form") if form == "any" else form
        function = calls[0]["function"]
        said = CALL_FORMS[name](function["name"], json.loads(function["arguments"]))
        return _without_calls(message, said)

    return worded


def _without_calls(message: Body, content: str) -> Body:
    said: Body = {**message, "content": content}
    del said["tool_calls"]
    return said


def _each_call(message: Body, change: Callable[[Body], Body]) -> Body:
    calls = message.get("tool_calls")
    return {**message, "tool_calls": [change(call) for call in calls]} if calls else message


# --- streams and errors ---

PIECE = 40
"""Characters of a text per streamed chunk."""


def streamed(reply: Body) -> bytes:
    """Return a reply as server-sent events: content and arguments in chunks, then the usage."""
    head: Body = {"id": reply["id"], "created": reply["created"], "model": reply["model"]}
    head["object"] = "chat.completion.chunk"
    (choice, *_) = reply["choices"]
    deltas = [{"role": "assistant", "content": ""}, *_deltas(choice["message"])]
    chunks: list[Body] = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    chunks.append({"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]})
    events: list[Body] = [head | {"choices": [chunk]} for chunk in chunks]
    events.append(head | {"choices": [], "usage": reply.get("usage")})
    written = [json.dumps(event, ensure_ascii=False) for event in events]
    return "".join(f"data: {event}\n\n" for event in [*written, "[DONE]"]).encode()


def _deltas(message: Body) -> Iterator[Body]:
    """Yield the chunks of a message."""
    for thought in _pieces(message.get("reasoning_content", "")):
        yield {"reasoning_content": thought}
    for word in _pieces(message["content"] or ""):
        yield {"content": word}
    for index, call in enumerate(message.get("tool_calls") or ()):
        function = call["function"]
        begun = {**call, "index": index, "function": {**function, "arguments": ""}}
        yield {"tool_calls": [begun]}
        for piece in _pieces(function["arguments"]):
            yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}


def _pieces(text: str) -> Iterator[str]:
    return (text[at : at + PIECE] for at in range(0, len(text), PIECE))


def _listed(error: Mapping[str, object]) -> list[Mapping[str, object]]:
    return [error]


LIKENESSES: Mapping[str, Likeness] = {
    "deepseek": Likeness(
        about="wants the thoughts of each call back",
        request=_with_thoughts,
        message=_thoughtful,
    ),
    "kimi": Likeness(
        about="wants them back, and lets no call be forced",
        request=_with_thoughts_unforced,
        message=_thoughtful,
    ),
    "thoughts_refused": Likeness(
        about="shows thoughts, and refuses to be sent them",
        request=_without_words_beside,
        message=_thoughtful,
    ),
    "gemini": Likeness(
        about="wants the signature of each call back; errors come in a list",
        request=_with_signatures,
        message=_signed,
        error=_listed,
    ),
    "glm": Likeness(about="writes lists and objects as texts", message=_in_strings),
    "doubled": Likeness(about="makes each call twice", message=_doubled),
    "gpt_oss": Likeness(about="writes functions. before each name", message=_prefixed),
    "kimi_k2": Likeness(about="calls in its thoughts alone", message=_in_thoughts),
    "llama": Likeness(about="writes its call as words", message=_in_words("llama")),
    "leaky": Likeness(
        about="writes its calls as words, in a form that is drawn", message=_in_words("any")
    ),
    "new_limit": Likeness(about="takes max_completion_tokens alone", request=_with_other_limit),
    "no_parallel": Likeness(about="does not know parallel_tool_calls", request=_without_parallel),
    "stream_only": Likeness(about="answers in streams alone", request=_streamed, streams=True),
    "content_only": Likeness(
        about="drops tools without a word, and chats; holds words to a schema",
        request=_toolless,
        message=_chatty,
    ),
    "llama_cpp": Likeness(
        about="drops tools too, and says in /props that its model knows none",
        request=_toolless,
        message=_chatty,
        pages={"/props": {"chat_template_caps": {"supports_tools": False}}},
    ),
    "mistral": Likeness(
        about="wants the model to speak between a result and a question", request=_asked_after_words
    ),
    "alternating": Likeness(about="takes users and assistants in turn", request=_alternating),
    "gemma": Likeness(about="takes no system message", request=_without_system),
    "small_rate": Likeness(
        about="refuses as a rate what a minute never lets through", request=_with_small_rate
    ),
    "streaming": Likeness(about="answers in streams, asked or not", streams=True),
    "ollama": Likeness(
        about="refuses tools by name; holds words to a schema",
        request=_with_tools_refused,
        message=_chatty,
    ),
    "no_bounds": Likeness(
        about="refuses tools, and bounds in the schema that it holds words to",
        request=_with_bounds_refused,
        message=_chatty,
    ),
    "unforced": Likeness(about="fails with 500 where a call is forced", request=_unforced),
}
"""All likenesses, by their names in `arena provider --like`."""
