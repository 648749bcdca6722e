"""Defines an epoch: the digest of all conditions that make games comparable.

For one ruleset it covers: its id, revision and options in force; the texts of the prompts and the
tools of models; the rules of talk; what models are shown; limits and budgets of a game; the
settings in force of the entrants' models, without prices; and the texts of the entrants' personas.
It does not cover what an arm changes, names, seeds, line-ups, table sizes, anchors, and the budget
of the whole tournament. Models and personas are those of the entrants with whom the epoch began:
later entrants do not change it (`Epoch.entrants`).
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict

from arena.hash_chain import digest, encode
from arena.models.specs import in_force, is_model_spec, parse
from arena.seats.llm.templates import prompts_digest
from arena.seats.llm.tools import toolbox
from arena.settings import ModelSettings, Persona
from arena.text import shown
from arena.tournament.config import Sections
from arena.tournament.plan import Condition, Entrant, Epoch
from engine import ruleset

SEATS = ("A", "B", "C", "D", "E")
"""Seats of an example table; tools of other tables differ in the names only."""


def epoch_of(
    id_: str,
    sections: Sections,
    entrants: Mapping[str, Entrant],
    personas: Mapping[str, Persona],
) -> Epoch:
    """Return the epoch of games under these rules; `personas` is by entrant, where it has one."""
    facts = ruleset(id_, sections.rules)
    specs = sorted({each.spec for each in entrants.values() if is_model_spec(each.spec)})
    texts = {encode(each.model_dump(mode="json")) for each in personas.values()}
    tools = toolbox(facts, SEATS, sections.talk, sections.llm)
    return Epoch(
        entrants=tuple(entrants),
        parts={
            "ruleset": id_,
            "revision": facts.revision,
            "options": dict(facts.options_in_force),
            **{
                key: getattr(sections, key).model_dump(mode="json")
                for key in ("talk", "limits", "game_budget")
            },
            "llm": sections.llm.model_dump(mode="json", exclude={"prompts"}),
            "models": {spec: settings_of(spec, sections) for spec in specs},
            "personas": sorted(digest(text.encode()) for text in texts),
            "prompts": prompts_digest(sections.llm.prompts),
            "tools": digest(encode([asdict(each) for each in tools]).encode()),
        },
    )


def settings_of(spec: str, sections: Sections) -> dict[str, object]:
    """Return the settings in force of a model, without its price."""
    given = sections.models.get(spec, ModelSettings())
    return in_force(parse(spec), given, sections.limits).model_dump(mode="json", exclude={"price"})


def sections_of(condition: Condition) -> Sections:
    """Return the sections of a table's file from which a condition was made."""
    keys = ("rules", "limits", "talk", "llm", "models")
    given = {key: condition.table[key] for key in keys if key in condition.table}
    return Sections.model_validate({**given, "game_budget": condition.table["budget"]})


def digest_of(epoch: Epoch) -> str:
    """Return the digest by which conditions name their epoch."""
    return digest(_canonical(epoch.parts).encode())


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def difference(one: Epoch, other: Epoch) -> str:
    """Return the first difference between two epochs, as a clause; empty: there is none."""
    for key, was, now in differences(one.parts, other.parts):
        return f"{key} was {shown(was)} and is {shown(now)}"
    return ""


def differences(
    one: Mapping[str, object], other: Mapping[str, object], above: str = ""
) -> Iterator[tuple[str, object, object]]:
    """Yield the keys of nested tables whose values differ, with both values."""
    for key in dict.fromkeys((*one, *other)):
        was, now = one.get(key), other.get(key)
        if isinstance(was, dict) and isinstance(now, dict):
            yield from differences(was, now, f"{above}{key}.")
        elif _canonical(was) != _canonical(now):
            yield f"{above}{key}", was, now
