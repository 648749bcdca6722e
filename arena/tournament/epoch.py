"""What makes games comparable, as one digest.

In it are, for one ruleset: its id, revision and options in force; the texts of the prompts,
whatever they are called, and the tools that models are given; how the table talks; what models are
shown; limits and caps of a game; the settings in force of the entrants' models, but for prices; and
the personas of the entrants, as texts. Not in it are what an arm changes, names, seeds, line-ups,
sizes of tables, anchors, and what the whole tournament may use. The entrants whose models and
personas count are those with whom the epoch began: who joins later changes nothing for them
(`Epoch.entrants`).
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
"""A table whose tools stand for those of all: they differ in the names only."""


def epoch_of(
    id_: str,
    sections: Sections,
    entrants: Mapping[str, Entrant],
    personas: Mapping[str, Persona],
) -> Epoch:
    """Return the epoch of games by these rules; `personas` by entrant, where it has one."""
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
    """Return the settings that a model is called with, prices left out."""
    given = sections.models.get(spec, ModelSettings())
    return in_force(parse(spec), given, sections.limits).model_dump(mode="json", exclude={"price"})


def sections_of(condition: Condition) -> Sections:
    """Return the sections of a table's file that a condition was made from."""
    keys = ("rules", "limits", "talk", "llm", "models")
    given = {key: condition.table[key] for key in keys if key in condition.table}
    return Sections.model_validate({**given, "game_budget": condition.table["budget"]})


def digest_of(epoch: Epoch) -> str:
    """Return the digest, by which conditions name their epoch."""
    return digest(_canonical(epoch.parts).encode())


def _canonical(value: object) -> str:
    """Return plain data as JSON, the keys of its tables in one order."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def difference(one: Epoch, other: Epoch) -> str:
    """Return the first thing in which two epochs differ, as a key and its two values."""
    for key, was, now in differences(one.parts, other.parts):
        return f"{key} was {shown(was)} and is {shown(now)}"
    return ""


def differences(
    one: Mapping[str, object], other: Mapping[str, object], above: str = ""
) -> Iterator[tuple[str, object, object]]:
    """Yield keys of nested tables, and their two values where they are not the same."""
    for key in dict.fromkeys((*one, *other)):
        was, now = one.get(key), other.get(key)
        if isinstance(was, dict) and isinstance(now, dict):
            yield from differences(was, now, f"{above}{key}.")
        elif _canonical(was) != _canonical(now):
            yield f"{above}{key}", was, now
