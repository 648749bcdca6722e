"""Reads what follows `planted:` in a SPEC: `liar(0.3)`, `liar(p=0.3)`, `bloc(red,0.9)`.

A SPEC has no spaces. Parameters stand in their order, or by name.
"""

import re
from collections.abc import Mapping

from arena.errors import ConfigError, possible
from arena.seats.planted.plant import Argument, Parameter, Plant
from arena.text import shown

__all__ = ["read_argument"]

FORM = re.compile(r"([a-z_]+)(?:\(([^()]*)\))?")
WORD = re.compile(r"[A-Za-z0-9_]+")


def read_argument(argument: str, plants: Mapping[str, Plant]) -> tuple[Plant, dict[str, Argument]]:
    """Return the plant, and its parameters by name. Raises `ConfigError`."""
    found = FORM.fullmatch(argument)
    plant = None if found is None else plants.get(found[1])
    if found is None or plant is None:
        forms = tuple(each.form for each in plants.values())
        raise ConfigError(possible(argument, tuple(f"planted:{each}" for each in forms)))
    given = _by_name(plant, [each for each in (found[2] or "").split(",") if each])
    values: dict[str, Argument] = {}
    for each in plant.parameters:
        if each.name in given:
            values[each.name] = _value(each, given[each.name])
        elif each.default is None:
            raise ConfigError(f"It has no {each.name}. Possible: planted:{plant.form}.")
        else:
            values[each.name] = each.default
    return plant, values


def _by_name(plant: Plant, given: list[str]) -> dict[str, str]:
    names = [each.name for each in plant.parameters]
    found: dict[str, str] = {}
    for at, each in enumerate(given):
        name, equals, value = each.partition("=")
        if not equals:
            name, value = (names[at] if at < len(names) else ""), each
        if name not in names or name in found:
            raise ConfigError(f"It has {shown(each)}. Possible: planted:{plant.form}.")
        found[name] = value
    return found


def _value(parameter: Parameter, text: str) -> Argument:
    match parameter.kind:
        case "share":
            need = "a number from 0 to 1"
            if re.fullmatch(r"\d*\.?\d+", text) and float(text) <= 1:
                return float(text)
        case "number":
            need = "a whole number from 1"
            if re.fullmatch(r"[1-9]\d{0,3}", text):
                return int(text)
        case "word":
            need = " or ".join(parameter.words) or "letters, digits and _"
            if WORD.fullmatch(text) and (not parameter.words or text in parameter.words):
                return text
    raise ConfigError(f"Its {parameter.name} is {shown(text)}. Possible: {need}.")
