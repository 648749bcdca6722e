"""`game.json`: all that determines a game besides the answers, and the versions that played it."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

from pydantic import ConfigDict, Field
from typing_extensions import TypedDict

from arena.forms import Hash, StrictModel
from arena.hash_chain import encode
from arena.settings import Limits, LlmHeader, PeopleHeader, TalkRules
from engine import Ruleset, ruleset

PLAIN_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$"
SPEC = r"^[A-Za-z_][A-Za-z0-9_.-]*(:\S{1,2000})?$"

LEFT_OUT = frozenset({"llm", "people", "revisions", "schedule"})
"""Keys that a header lacks where they are None."""
NO_FORCED: Mapping[str, object] = {"dice": [], "lots": [], "deck": None}


class SeatHeader(StrictModel):
    """One seat."""

    name: str
    """The player's name at this table."""
    spec: Annotated[str, Field(pattern=SPEC)]
    """Who answered, for example `random`."""
    talks: bool
    """True where it can speak; one that can't has no turns on the floors."""


class Revisions(StrictModel):
    """What answered for seats: under these revisions `verify` asks them again."""

    bots: Annotated[int, Field(ge=1)]
    """Of the bots that come with the arena."""
    prompts: Annotated[int, Field(ge=1)]
    """Of the templates that come with the arena, of what fills them in, and of the tools."""


class ScheduleHeader(StrictModel):
    """Which game of a tournament it is."""

    tournament: str
    """The tournament's name."""
    game: str
    """The game's id in its plan."""
    arm: str
    """The condition that it was played under."""
    epoch: str
    """What makes games comparable, as a digest."""
    entrants: dict[str, str]
    """Entrants by seat."""
    table: Hash
    """SHA-256 of the table that the plan has for it."""


SCHEMA: Final = 2
"""Version of the format that is written and read."""


class SavedTable(TypedDict):
    """The position before the first answer, in the form of `engine.restore`."""

    save: int
    ruleset: str
    revision: int
    options: Mapping[str, str | int | bool | None]
    seats: Sequence[str]
    seed: str
    forced: Mapping[str, object]
    start: Mapping[str, object] | None
    floors: bool
    moves: Sequence[tuple[str, str]]


class GameHeader(StrictModel):
    """The header of a game."""

    model_config = ConfigDict(serialize_by_alias=True)

    version: Literal[2] = Field(alias="schema")
    """Version of the transcript's format; where a record gets another form it is another."""
    game: Annotated[str, Field(pattern=PLAIN_NAME)]
    """The game's id, the name of its folder when it was played."""
    ruleset: str
    """Id of the ruleset, for example `moh`."""
    revision: int
    """Revision of the ruleset; other revisions may play the same answers differently."""
    options: dict[str, str | int | bool | None]
    """Every option of the ruleset with the value in force."""
    seats: tuple[SeatHeader, ...]
    """In the order in which they joined."""
    seed: str
    """Seed of dice, deck and lots. Secret while a game with people runs."""
    forced: dict[str, object] | None
    """Chance fixed beforehand by a scenario; null: none."""
    start: dict[str, object] | None
    """The scenario that the game began from; null: from the set-up."""
    floors: bool
    """True where the game stops for talk."""
    limits: Limits
    """Limits on each answer."""
    talk: TalkRules
    """How the table talked."""
    versions: dict[str, str]
    """Versions of the packages that played the game."""
    python: str
    """Version of Python."""
    revisions: Revisions | None = None
    """What answered for seats; null: a version before there were revisions."""
    llm: LlmHeader | None = None
    """What language models were told, asked and allowed; left out where none sat at the table."""
    people: PeopleHeader | None = None
    """How people sat at the table; left out where there were none."""
    schedule: ScheduleHeader | None = None
    """Its place in a tournament; left out where it belongs to none."""

    def named(self, game: str) -> "GameHeader":
        """Return a copy named after a folder."""
        return self.model_copy(update={"game": game})

    def scheduled(self, schedule: ScheduleHeader | None) -> "GameHeader":
        """Return a copy at its place in a tournament."""
        return self.model_copy(update={"schedule": schedule})

    @property
    def names(self) -> tuple[str, ...]:
        """The seats in the order in which they joined."""
        return tuple(seat.name for seat in self.seats)

    @property
    def talkers(self) -> tuple[str, ...]:
        """Seats that can speak, in the same order."""
        return tuple(seat.name for seat in self.seats if seat.talks)

    @property
    def plans(self) -> bool:
        """Whether the seats' plans are recorded."""
        return self.llm is not None and self.llm.rules.plans

    def facts(self) -> Ruleset:
        """Return the ruleset with the options in force."""
        return ruleset(self.ruleset, self.options)

    def saved(self) -> "SavedTable":
        """Return the position before the first answer, for `engine.restore`."""
        return {
            "save": 1,
            "ruleset": self.ruleset,
            "revision": self.revision,
            "options": self.options,
            "seats": [seat.name for seat in self.seats],
            "seed": self.seed,
            "forced": self.forced or NO_FORCED,
            "start": self.start,
            "floors": self.floors,
            "moves": [],
        }

    def dumped(self) -> bytes:
        """Return the bytes of `game.json`, one line a key."""
        whole = self.model_dump(mode="json")
        keys = {name: each for name, each in whole.items() if each or name not in LEFT_OUT}.items()
        return (
            "{\n" + ",\n".join(f'"{key}": {encode(each)}' for key, each in keys) + "\n}\n"
        ).encode()
