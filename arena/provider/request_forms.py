"""Validators of requests, derived from the SDKs' own types and closed to unknown keys.

The types give the keys and their types; ranges and lengths, which they lack, are added here by key.
Every optional key may also be null, as with the services. A valid request is used unchanged: some
of its bytes are counted, and some are signed.
"""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from types import NoneType, UnionType
from typing import (
    Annotated,
    Literal,
    Required,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import ValidationError
from pydantic_core import CoreSchema, ErrorDetails, SchemaValidator
from pydantic_core import core_schema as form
from typing_extensions import is_typeddict

from arena.provider.errors import Refused

Path: TypeAlias = list[str | int]
Refuse: TypeAlias = Callable[[Path, ErrorDetails], Refused]
"""Words an error at one path in the manner of a service."""
SERVED = frozenset({
    "system", "developer", "user", "assistant", "tool",
    "text", "refusal", "function", "auto", "any", "none", "allowed_tools",
    "json_object", "json_schema",
    "input_text", "output_text", "message", "output", "reasoning", "function_call",
    "function_call_output",
    "thinking", "redacted_thinking", "tool_use", "tool_result", "enabled", "adaptive", "disabled",
})  # fmt: skip
"""Roles and types that are accepted, of those in the SDKs; a union without any is accepted
whole."""
UNSERVED = frozenset({
    "audio", "background", "container", "conversation", "functions", "modalities",
    "previous_response_id", "prompt",
})  # fmt: skip
"""Parameters that must be rejected, since they are not implemented: no audio, no stored
conversations."""
BASIC: Mapping[object, CoreSchema] = {
    str: form.str_schema(),
    int: form.int_schema(),
    float: form.float_schema(),
    bool: form.bool_schema(),
    NoneType: form.none_schema(),
    object: form.any_schema(),
}
WRITTEN = "output"
"""The type of messages written by a model: others have no id."""
CLOSED = form.CoreConfig(strict=True, extra_fields_behavior="forbid")
OBJECT = form.dict_schema(form.str_schema(), form.any_schema())


def tool_name(longest: int = 64) -> CoreSchema:
    """Return the schema of a tool's name."""
    return form.str_schema(pattern=rf"^[a-zA-Z0-9_-]{{1,{longest}}}$")


OPENAI_VALUES: Mapping[str, CoreSchema] = {
    "model": form.str_schema(),
    "temperature": form.float_schema(ge=0, le=2),
    "top_p": form.float_schema(ge=0, le=1),
    "metadata": form.dict_schema(
        form.str_schema(max_length=64), form.str_schema(max_length=512), max_length=16
    ),
    "safety_identifier": form.str_schema(max_length=128),
}
"""Restrictions of values that both protocols of OpenAI share."""


def validator_of(
    request: object,
    values: Mapping[str, CoreSchema],
    *,
    required: Collection[str] = (),
    filled: Collection[str] = (),
) -> SchemaValidator:
    """Build the validator of an SDK's request type.

    `values` has schemas for what the types leave open, by key, or by class and key where a key
    alone is ambiguous: `Function.name`. One that the class lacks is added to it. `required` are
    keys that are optional in the types; lists in `filled` may not be empty.
    """
    return SchemaValidator(_Forms(values, required, filled).typed_dict(request, UNSERVED))


def check(validator: SchemaValidator, data: object, refuse: Refuse) -> None:
    """Raise `Refused` for the most deeply nested error; a union reports those of all branches."""
    try:
        validator.validate_python(data)
    except ValidationError as error:
        found = [
            (_path(each["loc"], data, missing=each["type"] == "missing"), each)
            for each in error.errors(include_url=False)
        ]
        raise refuse(*max(found, key=lambda each: len(each[0]))) from None


# --- from types to schemas ---


class _Forms:
    """Converts types to schemas; see `validator_of`."""

    def __init__(
        self,
        values: Mapping[str, CoreSchema],
        required: Collection[str],
        filled: Collection[str],
    ) -> None:
        self._values, self._required, self._filled = values, required, filled

    def typed_dict(self, of: object, unserved: Collection[str] = ()) -> CoreSchema:
        name, values = getattr(of, "__name__", ""), self._values
        fields: dict[str, form.TypedDictField] = {}
        for key, hint in _hints(of).items():
            own = values.get(f"{name}.{key}", values.get(key))
            inner = self._of(_unwrapped(hint)) if own is None else own
            if key in self._filled and inner["type"] == "list":
                inner = {**inner, "min_length": 1}
            needed = _needed(hint) or key in self._required
            kept = inner if needed else form.nullable_schema(inner)
            fields[key] = form.typed_dict_field(kept, required=needed)
        for path, own in values.items():
            owner, _, key = path.partition(".")
            if owner == name and key not in fields:
                fields[key] = form.typed_dict_field(own, required=False)
        served = {key: field for key, field in fields.items() if key not in unserved}
        return form.typed_dict_schema(served, cls_name=name, config=CLOSED)

    def _of(self, hint: object) -> CoreSchema:
        origin, parts = get_origin(hint), get_args(hint)
        if is_typeddict(hint):
            return self.typed_dict(hint)
        if origin in {Union, UnionType}:
            return self._union(parts)
        if origin is Literal:
            return form.literal_schema(list(parts))
        if origin is dict:
            return form.dict_schema(*map(self._of, parts))
        return form.list_schema(self._of(parts[0])) if parts else BASIC[hint]

    def _union(self, parts: Sequence[object]) -> CoreSchema:
        """Return the schema of a union, whose typed dicts are told apart by type or role."""
        dicts = [each for each in parts if is_typeddict(each)]
        forms: list[CoreSchema | tuple[CoreSchema, str]] = [
            self._of(each)
            for each in parts
            if each in BASIC
            or get_origin(each) not in {None, Annotated}  # others are parsed replies
        ]
        served = [each for each in dicts if SERVED & _tags(each) or not _needed(_tag_hint(each))]
        served = served or dicts
        if len(served) == 1:
            forms.append(self._of(served[0]))
        elif served:
            key = "type" if "type" in _hints(served[0]) else "role"
            choices: dict[Hashable, CoreSchema] = {}
            for each in reversed(served):  # of two with the same tag the first is used
                choices |= dict.fromkeys(_tags(each), self._of(each))
            tag = _item_tag if WRITTEN in choices else key
            forms.append(form.tagged_union_schema(choices, tag))
        return form.union_schema(forms)


def _hints(of: object) -> Mapping[str, object]:
    return get_type_hints(of, include_extras=True)


def _unwrapped(hint: object) -> object:
    return get_args(hint)[0] if get_origin(hint) is Required else hint


def _needed(hint: object) -> bool:
    return get_origin(hint) is Required and NoneType not in get_args(_unwrapped(hint))


def _tag_hint(of: object) -> object:
    hints = _hints(of)
    return hints.get("type", hints.get("role"))


def _tags(of: object) -> set[str]:
    """Return the values that distinguish a typed dict from others in a union."""
    literals = _unwrapped(_tag_hint(of))
    found = {each for part in (literals, *get_args(literals)) for each in get_args(part)}
    return {WRITTEN} if "message" in found and "id" in _hints(of) else found


def _item_tag(item: object) -> str | None:
    if not isinstance(item, dict):
        return None
    kind = item.get("type", "message")
    return WRITTEN if kind == "message" and "id" in item else str(kind)


# --- the path and the wording of an error ---


def _path(loc: Sequence[str | int], data: object, *, missing: bool) -> Path:
    """Return the path of an error, without the names of union branches."""
    path: Path = []
    for number, part in enumerate(loc):
        inside = dict(enumerate(data)) if isinstance(data, list) else data
        if isinstance(inside, dict) and part in inside:
            data = inside[part]
        elif not (missing and number == len(loc) - 1):
            continue
        path.append(part)
    return path


def anthropic_refusal(path: Path, found: ErrorDetails) -> Refused:
    """Return an error in the wording of Anthropic's service."""
    return Refused(400, ": ".join(filter(None, [".".join(map(str, path)), found["msg"]])))


NAMES = {
    dict: "an object",
    list: "an array",
    str: "a string",
    bool: "a boolean",
    int: "an integer",
    float: "a decimal",
    type(None): "null",
}


def openai_refusal(path: Path, found: ErrorDetails) -> Refused:
    """Return an error in the wording of OpenAI's services."""
    spelt = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    where, kind, value = spelt.removeprefix("."), found["type"], found["input"]
    code = "invalid_value"
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
