"""Tool calls as models write them in text, where their server does not parse them."""

import json
from collections.abc import Callable, Mapping

Form = Callable[[str, Mapping[str, object]], str]


def _hermes(name: str, arguments: Mapping[str, object]) -> str:
    return f"<tool_call>\n{_json({'name': name, 'arguments': arguments})}\n</tool_call>"


def _llama(name: str, arguments: Mapping[str, object]) -> str:
    return _json({"type": "function", "name": name, "parameters": arguments})


def _qwen_coder(name: str, arguments: Mapping[str, object]) -> str:
    given = "".join(
        f"<parameter={key}>\n{_text(value)}\n</parameter>\n" for key, value in arguments.items()
    )
    return f"<tool_call>\n<function={name}>\n{given}</function>\n</tool_call>"


def _glm(name: str, arguments: Mapping[str, object]) -> str:
    given = "".join(
        f"<arg_key>{key}</arg_key>\n<arg_value>{_text(value)}</arg_value>\n"
        for key, value in arguments.items()
    )
    return f"<tool_call>{name}\n{given}</tool_call>"


def _kimi(name: str, arguments: Mapping[str, object]) -> str:
    return (
        f"<|tool_calls_section_begin|><|tool_call_begin|>functions.{name}:0"
        f"<|tool_call_argument_begin|>{_json(arguments)}<|tool_call_end|>"
        "<|tool_calls_section_end|>"
    )


def _deepseek(name: str, arguments: Mapping[str, object]) -> str:
    return (
        f"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>{name}\n"  # noqa: RUF001
        f"```json\n{_json(arguments)}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>"  # noqa: RUF001
    )


def _harmony(name: str, arguments: Mapping[str, object]) -> str:
    return (
        f"<|channel|>commentary to=functions.{name} <|constrain|>json<|message|>{_json(arguments)}"
    )


def _mistral(name: str, arguments: Mapping[str, object]) -> str:
    return f"[TOOL_CALLS]{name}{_json(arguments)}"


def _python(name: str, arguments: Mapping[str, object]) -> str:
    given = ", ".join(f"{key}={value!r}" for key, value in arguments.items())
    return f"[{name}({given})]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _text(value: object) -> str:
    return value if isinstance(value, str) else _json(value)


CALL_FORMS: Mapping[str, Form] = {
    "hermes": _hermes,
    "llama": _llama,
    "qwen_coder": _qwen_coder,
    "glm": _glm,
    "kimi": _kimi,
    "deepseek": _deepseek,
    "harmony": _harmony,
    "mistral": _mistral,
    "python": _python,
}
"""By the name of the models that write so: a function from a tool's name and arguments to text."""
