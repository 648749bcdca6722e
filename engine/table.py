"""A table: the public face of one game. It checks answers, keeps the set-up, guards the doors.

`view` and `heard_by` are the only doors for information about the game; `pending` and `floor` say
what it waits for. An error changes nothing.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.chance import Chance, Forced
from engine.errors import (
    GameOver,
    IllegalAnswer,
    NotYourDecision,
    ReplayDiverged,
    RulesetError,
    ScenarioError,
    StaleDecision,
)
from engine.events import Event
from engine.game import FLOOR, Game, Move, Rules
from engine.question import Decision, Floor
from engine.rules.edition import Value, options_in_force
from engine.rules.editions import edition
from engine.scenario import read_scenario
from engine.seats import seat_names
from engine.state import State

if TYPE_CHECKING:
    from engine.wire import View

__all__ = ["Result", "Setup", "Table", "new_table", "replay", "restore", "seat_names"]

SAVE_VERSION = 1
SAVED = ("ruleset", "revision", "options", "seats", "seed", "forced", "start", "floors", "moves")


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a game ended."""

    scores: Mapping[str, int]
    placements: Mapping[str, int]
    """1 is best; equal seats share the better place (1, 1, 3)."""
    winners: tuple[str, ...]
    end_reason: str
    """`few_left` or `together`."""
    epilogue: int | None = None
    """Osaczeni only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """All that determines a game, apart from the answers."""

    ruleset: str
    revision: int
    options: Mapping[str, Value]
    seats: tuple[str, ...]
    """As they joined; the ruleset's seating says how they sit."""
    seed: str
    forced: Forced
    start: str | None
    """The scenario that the game starts from, as JSON: what is kept nobody else can change."""
    floors: bool


class Table:
    """One game."""

    __slots__ = ("_game", "_heard", "_setup")

    def __init__(self, setup: Setup) -> None:
        """Lay the table and run to the first stop; use `new_table` and its siblings."""
        self._setup = setup
        self._heard: dict[str, tuple[int, tuple[Event, ...]]] = {}
        start = None if setup.start is None else read_scenario(json.loads(setup.start))
        chance = Chance(setup.seed, setup.forced)
        found = edition(setup.ruleset)
        rules = found.rules(setup.options, setup.seats)
        if rules.seats_drawn and start is None:
            rules = found.rules(setup.options, chance.seating(setup.seats))
        self._game: Game[State, Rules]
        self._game = Game(rules, rules.new_state(), chance, floors=setup.floors)
        if start is not None:
            for event in start.events(rules, chance):
                self._game.emit(event)
        self._game.enter((0, "setup") if start is None else start.begins)

    # --- what is asked ---

    def pending(self) -> tuple[Decision, ...]:
        """Return all questions that are open now; several when they are sealed together."""
        return tuple(self._game.open.values())

    @property
    def floor(self) -> Floor | None:
        """The floor that is open now: the table may talk, and nothing is asked."""
        return self._game.floor_open

    def close_floor(self) -> None:
        """Go on with the game; `StaleDecision` where no floor is open."""
        game = self._game
        floor = game.floor_open
        if floor is None:
            text = "no floor is open"
            raise StaleDecision(text)
        before = len(game.moves)
        try:
            game.close_floor(floor)
        except Exception:
            self._undo(before, "")
            raise

    def answer(self, seat: str, option_id: str, decision: str | None = None) -> None:
        """Answer this seat's open question with one of its options.

        `decision` names the question that is meant; without it the seat's open one is. Raises
        `GameOver`, `StaleDecision`, `NotYourDecision` or `IllegalAnswer`, and then nothing has
        changed.
        """
        game = self._game
        question = game.open.get(seat)
        if question is None or (decision is not None and decision != question.id):
            raise self._refusal(seat, decision)
        for option in question.options:
            if option.id == option_id:
                break
        else:
            legal = [option.id for option in question.options]
            raise IllegalAnswer(question.id, question.kind, option_id, legal)
        before = len(game.moves)
        try:
            game.answer(question, option)
        except Exception:
            self._undo(before, question.id)
            raise

    def _refusal(self, seat: str, decision: str | None) -> Exception:
        # Says nothing of what is open for others: being asked can give away a card.
        if self.is_over:
            return GameOver("The game is over; nothing is asked any more.")
        named = f"{seat!r} answered" if decision is None else f"{seat!r} answered {decision!r}"
        floor = self.floor
        if floor is not None:
            return StaleDecision(
                f"{named}: the {floor.kind} floor is open, nothing is asked until it closes."
            )
        own = self._game.open.get(seat)
        if decision is not None and seat in self.seats and decision.rpartition(".")[0] == seat:
            open_ = "nothing" if own is None else own.id
            return StaleDecision(f"{named}, which is not open; open for {seat!r}: {open_}.")
        if own is not None:
            return NotYourDecision(f"{named}, which is not put to {seat!r}; open: {own.id}.")
        return NotYourDecision(f"{named}: nothing is put to {seat!r} now.")

    def _undo(self, before: int, decision: str) -> None:
        # The rules refused what came of the answer (a forced outcome that does not fit): play
        # everything again but this answer, which was the last of its sealed set.
        moves = self._game.moves
        kept = [
            *moves[:before],
            *(move for move in moves[before:] if move[0] not in {decision, FLOOR}),
        ]
        self._game = played(self._setup, kept)._game

    # --- what is known ---

    def view(self, seat: str | None) -> "View":
        """Return what a seat sees now, None: what the public sees."""
        from engine.wire import View, place_views  # noqa: PLC0415 - who uses pydantic pays for it

        game = self._game
        standing = game.rules.standing(game.state)
        if game.shown[0] != standing:
            game.shown = (standing, place_views(game.rules.locations(game.state)))
        return View.model_validate(self._seen(seat, game.shown[1]))

    def view_data(self, seat: str | None) -> dict[str, object]:
        """Return the same as `view` as plain JSON data, fresh, and fast."""
        return self._seen(seat)

    def _seen(self, seat: str | None, places: object = None) -> dict[str, object]:
        if seat is not None:
            self._known(seat)
        return self._game.rules.view(self._game.state, seat, places)

    def heard_by(self, seat: str) -> tuple[Event, ...]:
        """Return all that a seat ever perceived, in order."""
        self._known(seat)
        log = self._game.log
        upto, heard = self._heard.get(seat, (0, ()))
        if upto < len(log):
            new = [event for event in log[upto:] if event.perceived_by(seat)]
            heard = (*heard, *new)
            self._heard[seat] = (len(log), heard)
        return heard

    @property
    def events(self) -> Sequence[Event]:
        """All that happened, secrets included: for transcripts and researchers, not for seats."""
        return tuple(self._game.log)

    def events_since(self, count: int) -> tuple[Event, ...]:
        """Return what happened after the first `count` events; `events` would copy them all."""
        return tuple(self._game.log[count:])

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats clockwise."""
        return self._game.rules.seats

    @property
    def options(self) -> Mapping[str, Value]:
        """Every option of the ruleset with the value in force at this table; read-only.

        `engine.ruleset(id, table.options)` gives the facts that this table is played by.
        """
        return self._setup.options

    @property
    def is_over(self) -> bool:
        """True when the game has ended."""
        return self._game.state.over

    @property
    def result(self) -> Result | None:
        """How the game ended; None before its end."""
        ended = self._game.state.outcome
        if ended is None:
            return None
        winners = tuple(seat for seat in self.seats if ended.placements[seat] == 1)
        return Result(
            scores=ended.scores,
            placements=ended.placements,
            winners=winners,
            end_reason=ended.reason,
            epilogue=self._game.state.epilogue,
        )

    def _known(self, seat: str) -> None:
        if seat not in self._game.rules.seats:
            text = f"there is no seat {seat!r}. Possible: {', '.join(self.seats)}."
            raise RulesetError(text)

    # --- keeping and branching ---

    def save(self) -> dict[str, object]:
        """Return the game as plain JSON data; `restore` is the inverse."""
        game, setup = self._game, self._setup
        return {
            "save": SAVE_VERSION,
            "ruleset": setup.ruleset,
            "revision": setup.revision,
            "options": dict(setup.options),
            "seats": list(setup.seats),
            "seed": setup.seed,
            "forced": setup.forced.data(),
            "start": None if setup.start is None else json.loads(setup.start),
            "floors": setup.floors,
            "moves": [list(move) for move in (*game.moves, *game.sealed_moves())],
        }

    def fork(self) -> "Table":
        """Return an independent table in the same position; what is done there stays there."""
        twin = Table.__new__(Table)
        twin._setup = self._setup
        twin._heard = dict(self._heard)
        twin._game = self._game.fork()
        return twin


def played(setup: Setup, moves: Iterable[Move]) -> Table:
    """Return the table at which these moves were made."""
    table = Table(setup)
    for name, choice in moves:
        if name == FLOOR:
            table.close_floor()
        else:
            table.answer(name.rpartition(".")[0], choice, name)
    return table


def new_table(
    ruleset: str,
    seats: int | Sequence[str],
    seed: int | str,
    options: Mapping[str, object] | None = None,
    *,
    floors: bool = False,
) -> Table:
    """Begin a game. `seats=4` names them A B C D; `floors` stops where the table may talk."""
    names = seat_names(seats)
    return Table(_setup(ruleset, names, seed, options or {}, Forced(), None, floors=floors))


def _setup(
    ruleset: str,
    seats: tuple[str, ...],
    seed: int | str,
    options: Mapping[str, object],
    forced: Forced,
    start: Mapping[str, Any] | None,
    *,
    floors: bool,
) -> Setup:
    found = edition(ruleset)
    if type(seed) not in {int, str} or not str(seed).isprintable():
        text = f"the seed is {seed!r}. Possible: a whole number or a text."
        raise RulesetError(text)
    return Setup(
        ruleset=ruleset,
        revision=found.revision,
        options=MappingProxyType(options_in_force(found, options, seats)),
        seats=seats,
        seed=str(seed),
        forced=forced,
        start=None if start is None else json.dumps(start, default=str),
        floors=floors,
    )


def from_scenario(given: Mapping[str, Any], *, floors: bool = False) -> Table:
    """Begin a game in a scenario's position; `ScenarioError` names the key that is wrong."""
    s = read_scenario(given)
    try:
        seats = seat_names(s.seats)
        setup = _setup(given["ruleset"], seats, s.seed, s.options, s.forced, given, floors=floors)
    except RulesetError as error:
        raise ScenarioError(str(error)) from error
    return Table(setup)


def restore(saved: Mapping[str, Any]) -> Table:
    """Return the table that `save` saved; its answers are played again, not believed."""
    return played(_saved_setup(saved), [(name, choice) for name, choice in saved["moves"]])


def _saved_setup(saved: Mapping[str, Any]) -> Setup:
    if saved.get("save") != SAVE_VERSION:
        text = f"save version {saved.get('save')!r} can't be read; possible: {SAVE_VERSION}."
        raise RulesetError(text)
    missing = [key for key in SAVED if key not in saved]
    if missing:
        text = f"the save has no {', '.join(missing)}. Needed: {', '.join(SAVED)}."
        raise RulesetError(text)
    setup = _setup(
        saved["ruleset"],
        seat_names(saved["seats"]),
        saved["seed"],
        saved["options"],
        Forced.read(saved["forced"]),
        saved["start"],
        floors=saved["floors"],
    )
    if saved["revision"] != setup.revision:
        text = (
            f"saved under revision {saved['revision']} of {setup.ruleset}; "
            f"this is revision {setup.revision}."
        )
        raise RulesetError(text)
    return setup


def replay(saved: Mapping[str, Any], events: Iterable[Any]) -> Table:
    """Play the answers again and compare every event; `ReplayDiverged` names the first other.

    `events` are `Event`s, or mappings with `type`, `seen_by` and `data` as in a transcript.
    """
    table = restore(saved)
    given = list(events)
    for at, event in enumerate(table.events):
        expected = event_record(event)
        got = None if at >= len(given) else _as_record(given[at])
        if got != expected:
            raise ReplayDiverged(at, expected, got)
    if len(given) > len(table.events):
        raise ReplayDiverged(len(table.events), None, _as_record(given[len(table.events)]))
    return table


def event_record(event: Event) -> dict[str, object]:
    """Return an event as a transcript has it: `type`, `seen_by`, `data`."""
    seen_by = event.seen_by if isinstance(event.seen_by, str) else list(event.seen_by)
    return {"type": event.type, "seen_by": seen_by, "data": event.data()}


def _as_record(given: Event | Mapping[str, Any]) -> dict[str, object]:
    if isinstance(given, Event):
        return event_record(given)
    return {key: given.get(key) for key in ("type", "seen_by", "data")}
