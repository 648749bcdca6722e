"""Describes an error in a config file in one sentence: key, value, and what is possible."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from arena.errors import SAID, possible
from arena.settings import ModelSettings, Price, expected
from arena.text import shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """The keys of a kind of config file, for error messages."""

    model: type[BaseModel]
    sections: Mapping[str, type[BaseModel]]
    """Tables whose keys are fixed."""
    expected: Mapping[str, str]
    """Possible values of a key in words, where its type does not say it."""


def sentence(error: ErrorDetails, form: Form) -> str:
    """Describe an error in words: the key, the value, and what is possible."""
    keys = [str(part) for part in error["loc"]]
    if error["type"] == SAID:
        return f"[{'.'.join(keys)}] {error['msg']}"
    if error["type"] == "extra_forbidden":
        inside = form.sections.get(keys[0], form.model) if keys[1:] else form.model
        if keys[0] == "models" and len(keys) > 1:
            inside = Price if "price" in keys[2:-1] else ModelSettings
        names = tuple(inside.model_fields)
        given = f"{'.'.join(keys)} = {shown(error['input'])}"
        return f"unknown key in {given}. {possible(keys[-1], names)}"
    if error["type"] == "missing" and keys[0] == "models":
        return f"models.{'.'.join(keys[1:])} is missing. Possible: dollars for a million tokens."
    if error["type"] == "missing":
        return f"the key {keys[0]!r} is missing. Possible: {form.expected[keys[0]]}."
    return _wrong(keys, error["input"], form)


def _wrong(keys: Sequence[str], given: object, form: Form) -> str:
    if keys[0] == "seats" and len(keys) > 1:
        return f"seats.{keys[1]} is {shown(given)}. Possible: a seat's SPEC, as text."
    if keys[0] == "rules" and len(keys) > 1:
        return (
            f"rules.{keys[1]} is {shown(given)}. Possible: a text, a whole number, true or false."
        )
    if keys[0] == "models" and len(keys) > 1:
        need = _of_a_model(keys[2:])
        return f"models.{'.'.join(keys[1:])} is {shown(given)}. Possible: {need}."
    if keys[0] == "personas" and len(keys) > 1:
        return f"personas.{keys[1]} is {shown(given)}. Possible: the name of a persona, or a file."
    if keys[0] in form.sections and len(keys) > 1:
        need = expected(form.sections[keys[0]], keys[1])
        return f"{'.'.join(keys[:2])} is {shown(given)}. Possible: {need}."
    need = form.expected.get(keys[0]) or expected(form.model, keys[0])
    return f"{keys[0]} is {shown(given)}. Possible: {need}."


def _of_a_model(keys: Sequence[str]) -> str:
    """Return the possible values of a model's setting, or of a key in its table."""
    if not keys:
        return "a table of settings"
    if keys[0] == "price" and keys[1:]:
        return expected(Price, keys[1])
    return expected(ModelSettings, keys[0])
