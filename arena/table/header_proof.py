"""Rebuilds the table from `game.json`; rejects a header that the rules do not produce."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest

from arena.errors import InvalidRecord, TranscriptError
from arena.forms import HEADER
from arena.hash_chain import encode, short
from arena.models.specs import is_model_spec
from arena.records.game import opened_of
from arena.seats.kinds import is_own, talks
from arena.seats.llm.templates import prompts_digest
from arena.seats.revisions import BOTS_REVISION, PROMPTS_REVISION
from arena.settings import HUMAN, LlmHeader
from arena.transcript.header import NO_FORCED, GameHeader, Revisions
from arena.transcript.reader import header_of, line_of
from engine import EngineError, Table, load_scenario, restore, ruleset, rulesets


def changed_header(lines: list[str], data: bytes) -> InvalidRecord:
    """Return the error for a header whose lines differ from the digests in record 0."""
    pairs = enumerate(zip_longest(lines, opened_of(data).lines), start=1)
    line = next((number for number, (was, now) in pairs if was != now), None)
    return InvalidRecord(HEADER, line, "is not what it was when the game began")


def written_header(data: bytes) -> GameHeader:
    """Parse `game.json`; raises `InvalidRecord` unless it is written exactly as the arena does."""
    try:
        header = header_of(data)
        written = header.dumped()
    except TranscriptError as error:
        raise InvalidRecord(error.file, error.line, error.why) from error
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(HEADER, None, f"unreadable: {type(error).__name__}: {error}") from error
    if written != data:
        pairs = enumerate(zip_longest(written.split(b"\n"), data.split(b"\n")), start=1)
        line = next(number for number, (ours, theirs) in pairs if ours != theirs)
        raise InvalidRecord(HEADER, line, "is not as the arena writes it")
    return header


def check_seats_of_header(header: GameHeader, data: bytes) -> None:
    """Raise `InvalidRecord` if the header's seats contradict its models and people.

    Raises `InvalidRecord`.
    """
    for key, why in (*_revision_problems(header.revisions), *_seat_problems(header)):
        raise InvalidRecord(HEADER, line_of(data, key), f"{key}: {why}")


def _seat_problems(header: GameHeader) -> Iterator[tuple[str, str]]:
    """Yield the key and the problem of each impossible seat."""
    for seat in header.seats:
        if not is_own(seat.spec) and seat.talks != talks(seat.spec):
            yield "seats", f"{seat.name}, a seat of {seat.spec}, talks: {seat.talks}"
    specs = {seat.name: seat.spec for seat in header.seats}
    people = () if header.people is None else header.people.seats
    humans = [name for name, spec in specs.items() if spec == HUMAN]
    if set(people) != set(humans):
        yield "seats", f"people sit at {_listed(humans)}, and `people` has {_listed(people)}"
    models = {name: spec for name, spec in specs.items() if is_model_spec(spec)}
    asked = () if header.llm is None else header.llm.seats
    if set(asked) != set(models):
        yield "seats", f"models sit at {_listed(models)}, and `llm` has {_listed(asked)}"
    if header.llm is not None:
        yield from _llm_problems(header.llm, header.revisions, models)


def _llm_problems(
    llm: LlmHeader, played: Revisions | None, models: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    if set(llm.models) != set(models.values()):
        yield (
            "llm",
            f"its models are {_listed(llm.models)}, at the table {_listed(models.values())}",
        )
    if not set(llm.personas) <= set(models):
        yield "llm", f"personas of {_listed(llm.personas)}, and models sit at {_listed(models)}"
    is_same = played is not None and played.prompts == PROMPTS_REVISION
    if is_same and llm.prompts != prompts_digest(llm.rules.prompts):
        yield "llm", f"the prompts of revision {PROMPTS_REVISION} have another digest"


def _revision_problems(played: Revisions | None) -> Iterator[tuple[str, str]]:
    now = {"bots": BOTS_REVISION, "prompts": PROMPTS_REVISION}
    for name, revision in ({} if played is None else played.model_dump()).items():
        if revision > now[name]:
            yield "revisions", f"{name} of revision {revision}, and the last one is {now[name]}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def table_of_header(header: GameHeader, data: bytes) -> Table:
    """Return the table before the first answer; `InvalidRecord` if the header contradicts it."""
    if header.ruleset in rulesets() and header.revision != ruleset(header.ruleset).revision:
        now = ruleset(header.ruleset).revision
        why = f"was played under revision {header.revision} of {header.ruleset}, this is {now}"
        raise InvalidRecord(HEADER, line_of(data, "revision"), why)
    try:
        table = restore(header.saved())
        saved = table.save()
        starts = saved if header.start is None else _position(header)
    except Exception as error:
        raise InvalidRecord(HEADER, None, f"the rules refuse it: {_named(error)}") from error
    header_says = header.saved()
    for key in ("ruleset", "seats", "options", "seed", "forced", "start"):
        if encode(header_says[key]) != encode(_known_then(key, header, saved)):
            raise InvalidRecord(
                HEADER, line_of(data, key), f"{key}: the rules have {short(saved[key])}"
            )
        if encode(saved[key]) != encode(starts[key]):
            why = f"start: its {key} is {short(starts[key])}, the header's {short(saved[key])}"
            raise InvalidRecord(HEADER, line_of(data, "start"), why)
    nothing = header.start is None and saved["forced"] == NO_FORCED
    forced = None if nothing else saved["forced"]
    if encode(header.forced) != encode(forced):
        raise InvalidRecord(
            HEADER, line_of(data, "forced"), f"forced: the rules have {short(forced)}"
        )
    return table


def _known_then(key: str, header: GameHeader, saved: Mapping[str, object]) -> object:
    # An old header lacks options that were added later: their defaults are played.
    found = saved[key]
    if key != "options" or not isinstance(found, dict):
        return found
    options = ruleset(header.ruleset).options
    return {
        name: value
        for name, value in found.items()
        if name in header.options or not options[name].later
    }


def _position(header: GameHeader) -> Mapping[str, object]:
    """Return the scenario's position; one without a seed is valid with any."""
    start = header.start or {}
    saved = load_scenario({"seed": header.seed, **start}, floors=header.floors).save()
    return {**saved, "start": start}


def _named(error: Exception) -> str:
    return str(error) if isinstance(error, EngineError) else f"{type(error).__name__}: {error}"


def notes(header: GameHeader) -> tuple[str, ...]:
    """Return remarks on a valid game, such as that its chance was forced."""
    forced = header.forced not in (None, NO_FORCED)
    known = {"chance was forced": forced, "from a scenario": header.start is not None}
    return tuple(note for note, holds in known.items() if holds)
