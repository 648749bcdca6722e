"""Reads the conditions of played games from their headers, and lists their differences.

Conditions are what an epoch is made of (`epoch.py`), and the arm, the table sizes and the revisions
of bots and prompts. The plan is not used: a header is protected by the game's hash chain, a plan is
not.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from arena.forms import HEADER
from arena.hash_chain import encode
from arena.models.specs import is_model_spec
from arena.text import shown
from arena.tournament.folder import game_folder
from arena.tournament.game_result import GameResult
from arena.transcript import reader
from arena.transcript.header import GameHeader

Values = Mapping[str, set[str]]
"""By key: its values in a set of games, as JSON; more than one where the games differ."""
ONLY_WHERE_SAID = frozenset({"llm", "game_budget", "prompts", "revisions"})
"""Keys that are compared only where both have them: a table without models has no prompts."""
OF_RULESET = frozenset({"revision", "rules"})
"""Keys that are compared only between games of the same ruleset."""
LONGEST = 24
"""Longest text without a space, such as a digest, that a sentence shows in full."""


Difference = tuple[str, str, str]
"""A key, and its values on both sides, in words."""


class Conditions:
    """The conditions of a set of games, and of each of their entrants."""

    def __init__(self) -> None:
        self.common: dict[str, set[str]] = {}
        self.tables: dict[str, dict[str, set[str]]] = {}
        """By ruleset."""
        self.entrants: dict[str, dict[str, set[str]]] = {}
        """By entrant."""

    def add(self, header: GameHeader, game: GameResult) -> None:
        """Add the conditions of one game."""
        _add(self.common, {"ruleset": game.ruleset, "arm": game.arm})
        _add(self.tables.setdefault(game.ruleset, {}), _of_table(header, game))
        specs = {each.name: each.spec for each in header.seats}
        for seat in game.seats:
            own = self.entrants.setdefault(seat.entrant, {})
            _add(own, _of_entrant(header, seat.seat, specs[seat.seat]))

    def differences(self, other: "Conditions") -> Iterator[Difference]:
        """Yield the differences to other conditions, by ruleset where both have several."""
        yield from differences(self.common, other.common)
        if len(self.tables) == len(other.tables) == 1:
            ((mine, own),), ((theirs, there),) = self.tables.items(), other.tables.items()
            for each in differences(own, there):
                if mine == theirs or each[0].split(".")[0] not in OF_RULESET:
                    yield each
            return
        for ruleset, own in self.tables.items():
            for key, was, now in differences(own, other.tables.get(ruleset, own)):
                yield f"{ruleset}.{key}", was, now


def conditions_of(folder: Path, games: Sequence[GameResult], *, people: bool) -> Conditions:
    """Return the conditions of these games of a tournament. Raises `TranscriptError`."""
    found = Conditions()
    _add(found.common, {"people": people})
    for game in games:
        header = reader.header_of(reader.contents(game_folder(folder, game.game), HEADER))
        found.add(header, game)
    return found


def differences(one: Values, other: Values) -> Iterator[Difference]:
    """Yield each key whose values differ, with the values of both in words."""
    for key in dict.fromkeys((*one, *other)):
        mine, theirs = one.get(key, set()), other.get(key, set())
        is_optional = not ONLY_WHERE_SAID.isdisjoint(key.split("."))
        if mine != theirs and ((mine and theirs) or not is_optional):
            yield key, _in_words(mine), _in_words(theirs)


def _in_words(values: Iterable[str]) -> str:
    found = sorted(values)
    return " and ".join(map(_word, found)) if found else "not there"


def _word(value: str) -> str:
    if value in {"null", '""'}:
        return "not set"
    text = value[1:-1] if value.startswith('"') else value
    if " " not in text and len(text) > LONGEST:
        return f"{text[:LONGEST]}..."
    return shown(text)[1:-1]


def _of_table(header: GameHeader, game: GameResult) -> dict[str, object]:
    facts: dict[str, object] = {
        "seats": game.size, "revision": header.revision, "rules": header.options,
        "talk": header.talk.model_dump(mode="json"),
        "limits": header.limits.model_dump(mode="json"),
    }  # fmt: skip
    revisions: dict[str, object] = {}
    said = header.revisions
    if any(not is_model_spec(each.spec) for each in header.seats):
        revisions["bots"] = None if said is None else said.bots
    if header.llm is not None:
        revisions["prompts"] = None if said is None else said.prompts
        facts |= {
            "llm": header.llm.rules.model_dump(mode="json", exclude={"prompts"}),
            "game_budget": header.llm.budget.model_dump(mode="json"),
            "prompts": header.llm.prompts,
        }
    return {**facts, "revisions": revisions}


def _of_entrant(header: GameHeader, seat: str, spec: str) -> dict[str, object]:
    facts: dict[str, object] = {"spec": spec}
    if header.llm is not None and is_model_spec(spec):
        settings = header.llm.models[spec]
        persona = header.llm.personas.get(seat)
        facts |= settings.model_dump(mode="json", exclude={"price"})
        facts["persona"] = None if persona is None else persona.model_dump(mode="json")
    return facts


def _add(to: dict[str, set[str]], facts: Mapping[str, object]) -> None:
    for key, value in _flat(facts, ""):
        to.setdefault(key, set()).add(encode(value))


def _flat(facts: Mapping[str, object], prefix: str) -> Iterator[tuple[str, object]]:
    for name, value in facts.items():
        key = f"{prefix}.{name}" if prefix else name
        if isinstance(value, dict):
            yield from _flat(value, key)
        else:
            yield key, value
