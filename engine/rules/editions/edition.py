"""What an edition is, and what may be chosen in it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.errors import RulesetError, nearest
from engine.rules.moh.build import Readings
from engine.rules.moh.tables import Places

__all__ = ["OPTIONS", "Edition", "RuleOption", "read_options"]

Value = str | int | bool | None
LEAST_ZOMBIES = 4
"""As many as there are dice; with fewer a game may never end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One ruleset: numbers and readings; never a rule of its own."""

    id: str
    title: str
    revision: int
    """Raised when a rule's behaviour changes, so that old transcripts say what they need."""
    places: Places
    readings: Readings


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOption:
    """One choice that a table may make."""

    key: str
    default: Value
    allowed: tuple[str, ...]
    """The possible values in words, the default first."""
    values: tuple[Value, ...] | None
    """The same as values; None where they are open: `kind` says what fits."""
    kind: str
    """`choice`, `seat` (`random` or a seat's name) or `count` (null or a number from 4)."""
    meaning: str
    clause: str


def _switch(key: str, default: str, meaning: str, clause: str) -> RuleOption:
    on = default == "true"
    words = ("true", "false") if on else ("false", "true")
    return RuleOption(
        key=key,
        default=on,
        allowed=words,
        values=(on, not on),
        kind="choice",
        meaning=meaning,
        clause=clause,
    )


def _choice(key: str, values: tuple[str, ...], meaning: str, clause: str) -> RuleOption:
    return RuleOption(
        key=key, default=values[0], allowed=values, values=values, kind="choice",
        meaning=meaning, clause=clause,
    )  # fmt: skip


OPTIONS: Mapping[str, RuleOption] = {
    option.key: option
    for option in (
        RuleOption(
            key="first_chief", default="random", allowed=("random", "a seat's name"), values=None,
            kind="seat", meaning="who is the first Chief", clause="GAP-M-1",
        ),
        _choice("seating", ("join", "random"), "how players come to sit clockwise", "GAP-M-2"),
        _switch("threat_absent", "false", "absent players may play Threats in A and B", "GAP-M-6"),
        _switch("hidden_in_elections", "false", "Hidden may be played in A and B", "GAP-M-8"),
        _choice(
            "vote_timeout", ("uniform", "self"), "the ballot of a seat that does not answer",
            "GAP-M-12",
        ),
        RuleOption(
            key="zombie_supply", default=None, allowed=("null (no limit)", "a number from 4"),
            values=None, kind="count", meaning="how many zombies there are", clause="GAP-M-19",
        ),
        _switch(
            "sprint_same_dest", "false",
            "a Sprint holder may lock a destination where all own characters are", "GAP-M-24",
        ),
        _choice(
            "zombie_player", ("once", "every_round"),
            "how often an eliminated player places a zombie", "GAP-M-26",
        ),
        _switch("give_to_dead", "true", "an eliminated player may be given a card", "GAP-M-27"),
        _switch(
            "camera_by_elected_chief", "false", "an elected Chief is offered a camera too",
            "GAP-M-37",
        ),
    )
}  # fmt: skip


def read_options(edition: Edition, given: Mapping[str, object], seats: tuple[str, ...]) -> Readings:
    """Return the edition's readings with these options; `RulesetError` names what is wrong."""
    chosen: dict[str, Value] = {}
    for key, value in given.items():
        option = OPTIONS.get(key)
        if option is None:
            text = f"{edition.id} has no option {key!r}. Possible: {', '.join(OPTIONS)}."
            raise RulesetError(text + nearest(key, OPTIONS))
        chosen[key] = _checked(option, value, seats)
    return replace(edition.readings, **chosen)  # type: ignore[arg-type]


def _checked(option: RuleOption, value: object, seats: tuple[str, ...]) -> Value:
    if option.kind == "seat":
        possible = ("random", *seats)
        if isinstance(value, str) and (value in possible or not seats):
            return value
        allowed = possible
    elif option.kind == "count":
        if value is None or (type(value) is int and value >= LEAST_ZOMBIES):
            return value
        allowed = option.allowed
    else:
        for known in option.values or ():
            if type(known) is type(value) and known == value:
                return known
        allowed = option.allowed
    text = f"option {option.key} is {value!r}. Possible: {', '.join(allowed)}."
    raise RulesetError(text + (nearest(value, allowed) if isinstance(value, str) else ""))
