"""How a request's form is checked, and how each provider words what is wrong with it.

The forms themselves are in `responses_request`, `chat_request` and `messages_request`. What fits
one is given back as it came: some of its bytes are counted, and some are signed.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeVar, cast

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from arena.provider.errors import Refused

__all__ = [
    "CLOSED",
    "Metadata",
    "Temperature",
    "ToolName",
    "TopP",
    "check_anthropic_request",
    "check_openai_request",
]


CLOSED = ConfigDict(extra="forbid", strict=True)
"""How the forms check; their keys are the services' own, documented there."""
ToolName = Annotated[str, Field(pattern=r"^[a-zA-Z0-9_-]+$", min_length=1, max_length=64)]
Temperature = Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)]
TopP = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Metadata = Annotated[
    dict[Annotated[str, Field(max_length=64)], Annotated[str, Field(max_length=512)]],
    Field(max_length=16),
]

Path = list[str | int]
T = TypeVar("T")


def check_openai_request(form: TypeAdapter[T], data: object) -> T:
    """Return a body whose form is right. Raises `Refused` in the words of OpenAI's services."""
    try:
        form.validate_python(data)
    except ValidationError as error:
        path, found = _first(error, data)
        raise _openai(_spelled(path), found) from None
    return cast("T", data)


def check_anthropic_request(form: TypeAdapter[T], data: object) -> T:
    """Return a body whose form is right. Raises `Refused` in the words of Anthropic's service."""
    try:
        form.validate_python(data)
    except ValidationError as error:
        path, found = _first(error, data)
        where = ".".join(map(str, path))
        raise Refused(400, f"{where}: {found['msg']}" if where else found["msg"]) from None
    return cast("T", data)


def _first(error: ValidationError, data: object) -> tuple[Path, ErrorDetails]:
    """Return the error that went deepest, since a union tells of each of its branches."""
    found = [
        (_path(each["loc"], data, missing=each["type"] == "missing"), each)
        for each in error.errors(include_url=False)
    ]
    return max(found, key=lambda each: len(each[0]))


def _path(loc: Sequence[str | int], data: object, *, missing: bool) -> Path:
    """Return where an error is, without the names of the union branches on the way."""
    path: Path = []
    for number, part in enumerate(loc):
        inside = dict(enumerate(data)) if isinstance(data, list) else data
        if isinstance(inside, dict) and part in inside:
            data = inside[part]
        elif not (missing and number == len(loc) - 1):
            continue
        path.append(part)
    return path


def _spelled(path: Path) -> str:
    spelt = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return spelt.removeprefix(".")


NAMES = {
    dict: "an object",
    list: "an array",
    str: "a string",
    bool: "a boolean",
    int: "an integer",
    float: "a decimal",
    type(None): "null",
}
Code = Literal["unknown_parameter", "missing_required_parameter", "invalid_value", "invalid_type"]


def _openai(where: str, found: ErrorDetails) -> Refused:
    kind, value = found["type"], found["input"]
    code: Code = "invalid_value"
    match kind:
        case "extra_forbidden":
            code, text = "unknown_parameter", f"Unknown parameter: '{where}'."
        case "missing":
            code, text = "missing_required_parameter", f"Missing required parameter: '{where}'."
        case "literal_error" | "union_tag_invalid":
            listed = found["ctx"].get("expected") or found["ctx"].get("expected_tags")
            shown = found["ctx"].get("tag", value)
            text = f"Invalid value for '{where}': '{shown}'. Supported values are: {listed}."
        case _ if kind.endswith(("_type", "_tag_not_found", "_attributes_type")):
            code = "invalid_type"
            given = NAMES.get(type(value), "something else")
            text = f"Invalid type for '{where}': {found['msg']}, but got {given} instead."
        case _:
            text = f"Invalid '{where}': {found['msg']}."
    return Refused(400, text, param=where or None, code=code)
