"""A table: one game with its set-up, which checks answers and returns views.

`view` and `heard_by` are the only methods that give a seat information about the game; `pending`
and `floor` say what it waits for. An error changes nothing.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, SupportsIndex, cast

from engine.chance import Chance, Forced, seed_text
from engine.errors import (
    EngineError,
    GameOver,
    NotYourDecision,
    ReplayDiverged,
    RulesetError,
    SaveError,
    ScenarioError,
    StaleDecision,
)
from engine.events import Event
from engine.game import FLOOR, Game, Move
from engine.imagine import Imagined, joining_order, learner, seed_of, start_of
from engine.question import Chosen, Decision, Floor, Option
from engine.rules.compiled import BoardGame
from engine.rules.edition import Value, options_in_force
from engine.rules.editions import edition
from engine.rules.learned import Learned
from engine.saved import SAVE_VERSION, SavedGame, check_deck, check_saved
from engine.scenario import read_scenario
from engine.seats import new_seat_names, seat_names
from engine.view_data import PlaceData, ViewData

if TYPE_CHECKING:
    from engine.wire import View

__all__ = ["Result", "Setup", "Table", "new_table", "replay", "restore", "seat_names"]


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
    """The seats in the order of joining; the ruleset's seating decides how they sit."""
    seed: str
    forced: Forced
    start: str | None
    """The scenario that the game starts from, as JSON text, which nobody can change."""
    floors: bool


Policy = Callable[["Table", Decision], str]
"""Returns the id of an option, from the table at the moment of the question, and the question."""


class Table:
    """One game of a ruleset: its open questions, its views, its events."""

    __slots__ = ("_game", "_heard", "_learned", "_setup")

    def __init__(self, setup: Setup) -> None:
        """Begin the game and run to the first stop; use `new_table` and its siblings."""
        self._setup = setup
        self._heard: dict[str | None, tuple[int, tuple[Event, ...]]] = {}
        self._learned: dict[str | None, Learned] = {}
        start = None if setup.start is None else read_scenario(json.loads(setup.start))
        chance = Chance(setup.seed, setup.forced)
        found = edition(setup.ruleset)
        rules = found.rules(setup.options, setup.seats)
        if rules.seats_drawn and start is None:
            rules = found.rules(setup.options, chance.seating(setup.seats))
        state = rules.new_state()
        self._game: BoardGame = Game(rules, rules.script, state, chance, floors=setup.floors)
        if start is not None:
            for event in start.events(rules, chance):
                self._game.emit(event)
        self._game.enter((0, "setup") if start is None else start.begins)

    def __del__(self) -> None:
        """Release the game at once: many tables are forked, and soon dropped."""
        with suppress(AttributeError):  # the game never came to its first stop
            self._game.let_go()

    # --- what is asked ---

    def pending(self) -> tuple[Decision, ...]:
        """Return all questions that are open now; several when they are sealed together."""
        return tuple(self._game.open.values())

    @property
    def floor(self) -> Floor | None:
        """The floor that is open now, where the table may talk; None: none is."""
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
        question = self._game.open.get(seat)
        if question is None or (decision is not None and decision != question.id):
            raise self._refusal(seat, decision)
        self.take(question.choose(option_id))

    def take(self, chosen: Chosen) -> None:
        """Apply an answer that `Decision.choose` has checked; raises as `answer`, if it is late."""
        game = self._game
        question, option = chosen
        if game.open.get(question.seat) is not question:
            raise self._refusal(question.seat, question.id)
        before = len(game.moves)
        try:
            game.answer(question, option)
        except Exception:
            self._undo(before, question.id)
            raise

    def _refusal(self, seat: str, decision: str | None) -> Exception:
        # The text leaves out what is open for others: being asked can give away a card.
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
        # The rules refused the effects of the answer (a forced outcome that does not fit): play
        # everything again but this answer, which was the last of its sealed set.
        moves = self._game.moves
        kept = [
            *moves[:before],
            *(move for move in moves[before:] if move[0] not in {decision, FLOOR}),
        ]
        again = play_moves(self._setup, kept)
        self._game, again._game = again._game, self._game

    # --- what is known ---

    def view(self, seat: str | None) -> "View":
        """Return the view of a seat at this moment; None: of the public."""
        from engine.wire import View, place_views  # noqa: PLC0415 - who uses pydantic pays for it

        game = self._game
        standing = game.rules.standing(game.state)
        if game.shown[0] != standing:
            game.shown = (standing, place_views(game.rules.locations(game.state)))
        models = cast("list[PlaceData]", game.shown[1])  # the same places, read already
        return View.model_validate(self._view_data_of(seat, models))

    def view_data(self, seat: str | None) -> ViewData:
        """Return the same as `view` as new plain JSON data, faster."""
        return self._view_data_of(seat)

    def _view_data_of(self, seat: str | None, places: list[PlaceData] | None = None) -> ViewData:
        game = self._game
        if seat is None:
            return game.rules.view(game.state, None, places)
        self._check_seat(seat)
        seen = game.rules.view(game.state, seat, places)
        chosen = game.chosen_in_secret(seat)
        if chosen is not None:
            shown = seen["destinations"]
            seen["destinations"] = {**shown, seat: chosen}
        return seen

    def heard_by(self, seat: str | None) -> tuple[Event, ...]:
        """Return all events that a seat ever perceived, in order; None: the public."""
        if seat is not None:
            self._check_seat(seat)
        log = self._game.log
        upto, heard = self._heard.get(seat, (0, ()))
        if upto < len(log):
            new = [event for event in log[upto:] if event.perceived_by(seat)]
            heard = (*heard, *new)
            self._heard[seat] = (len(log), heard)
        return heard

    @property
    def events(self) -> Sequence[Event]:
        """All events, secrets included: for transcripts and researchers, not for seats."""
        return tuple(self._game.log)

    def events_since(self, count: int) -> tuple[Event, ...]:
        """Return the events after the first `count`; `events` would copy them all."""
        return tuple(self._game.log[count:])

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats clockwise."""
        return self._game.rules.seats

    @property
    def ruleset(self) -> str:
        """The ruleset's id."""
        return self._setup.ruleset

    @property
    def options(self) -> Mapping[str, Value]:
        """Every option of the ruleset with its value at this table; read-only.

        `engine.ruleset(id, table.options)` returns the facts of this table's ruleset.
        """
        return self._setup.options

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._game.state.over

    @property
    def result(self) -> Result | None:
        """The result of the game; None before its end."""
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

    def _check_seat(self, seat: str) -> None:
        if seat not in self._game.rules.seats:
            text = f"there is no seat {seat!r}. Possible: {', '.join(self.seats)}."
            raise RulesetError(text)

    # --- keeping and branching ---

    def save(self) -> SavedGame:
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
        """Return an independent table in the same position."""
        twin = Table.__new__(Table)
        twin._setup = self._setup
        twin._heard, twin._learned = dict(self._heard), {}
        twin._game = self._game.fork()
        return twin

    def imagine(
        self, seat: str | None, seed: SupportsIndex | str, *, policy: Policy | None = None
    ) -> "Table":
        """Return a game that this seat (None: the public) can't tell from this one.

        What it has not learned is drawn anew from `seed`, every arrangement of the cards that it
        does not know with the same chance, and so is all chance to come; the rest is equal.
        `policy` returns the option id of others' answers that are under seal, and of their hidden
        destinations, by the imagined table and the question; without it each is drawn.
        """
        if seat is not None:
            self._check_seat(seat)
        setup, learned = self._setup, self._learned.get(seat)
        if learned is None:
            learned = self._learned[seat] = learner(self._game, seat)
        learned.follow(self._game.log)
        drawn = Imagined(self._game, learned, seed_of(setup.seed, seed_text(seed)))
        twin = Table.__new__(Table)
        twin._game = drawn.begin()
        twin._heard = {seat: self._heard[seat]} if seat in self._heard else {}
        twin._learned = {}
        twin._setup = replace(
            setup,
            seed=drawn.seed,
            forced=drawn.forced,
            seats=joining_order(drawn.seed, self.seats)
            if twin._game.rules.seats_drawn
            else self.seats,
            start=start_of(setup.start, twin._game.log, drawn.seed),
        )

        def choose(question: Decision) -> Option:
            if policy is None:
                return drawn.draw.pick(question.options)
            return question.choose(policy(twin, question)).option

        drawn.play_on(twin._game, choose)
        return twin

    # A game under way holds generators: it is copied by playing the phase, or the game, again.

    def __copy__(self) -> "Table":
        return self.fork()

    def __deepcopy__(self, memo: object) -> "Table":
        return self.fork()

    def __reduce__(self) -> tuple[Callable[[Mapping[str, object]], "Table"], tuple[object]]:
        return restore, (self.save(),)

    def __repr__(self) -> str:
        """Show ruleset, seats and the open questions: nothing secret."""
        game = self._game
        if self.is_over:
            now = "over"
        elif game.floor_open is not None:
            now = f"{game.floor_open.kind} floor"
        else:
            now = ", ".join(f"{each.seat} {each.kind}" for each in game.asked_now)
        at = f"round {game.state.round}, {game.state.phase}"
        return f"<Table {self.ruleset}: {' '.join(self.seats)}; {at}; {now}>"


def play_moves(setup: Setup, moves: Iterable[Move]) -> Table:
    """Return the table after these moves."""
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
    seed: SupportsIndex | str,
    options: Mapping[str, object] | None = None,
    *,
    floors: bool = False,
) -> Table:
    """Begin a game. `seats=4` names them A B C D; `floors` stops where the table may talk."""
    names = new_seat_names(seats)
    return Table(_setup(ruleset, names, seed, options or {}, Forced(), None, floors=floors))


def _setup(
    ruleset: str,
    seats: tuple[str, ...],
    seed: SupportsIndex | str,
    options: Mapping[str, object],
    forced: Forced,
    start: Mapping[str, object] | None,
    *,
    floors: bool,
) -> Setup:
    found = edition(ruleset)
    return Setup(
        ruleset=ruleset,
        revision=found.revision,
        options=MappingProxyType(options_in_force(found, options, seats)),
        seats=seats,
        seed=seed_text(seed),
        forced=forced,
        start=None if start is None else json.dumps(start, default=str),
        floors=floors,
    )


def from_scenario(given: Mapping[str, object], *, floors: bool = False) -> Table:
    """Begin a game in a scenario's position; `ScenarioError` names the key that is wrong."""
    s = read_scenario(given)
    try:
        ruleset, seats = str(given["ruleset"]), new_seat_names(s.seats)
        setup = _setup(ruleset, seats, s.seed, s.options, s.forced, given, floors=floors)
    except RulesetError as error:
        raise ScenarioError(str(error)) from error
    return Table(setup)


def restore(saved: Mapping[str, object]) -> Table:
    """Return the table that `save` saved, after playing all its answers again.

    `SaveError` says what is wrong with data that is no such save, or can't have been played.
    """
    game = check_saved(saved)
    try:
        return play_moves(_saved_setup(game), [(name, choice) for name, choice in game["moves"]])
    except SaveError:
        raise
    except EngineError as error:
        raise SaveError(str(error)) from error


def _saved_setup(saved: SavedGame) -> Setup:
    start = saved["start"]
    setup = _setup(
        saved["ruleset"],
        seat_names(saved["seats"]),
        saved["seed"],
        saved["options"],
        Forced.from_data(saved["forced"]),
        start,
        floors=saved["floors"],
    )
    if saved["revision"] != setup.revision:
        text = (
            f"saved under revision {saved['revision']} of {setup.ruleset}; "
            f"this is revision {setup.revision}."
        )
        raise SaveError(text)
    found = edition(setup.ruleset)
    from_setup = start is None
    if start is not None:
        s = read_scenario(start)
        from_setup = s.begins[0] == 0
        options = options_in_force(found, s.options, setup.seats)
        if (start["ruleset"], seat_names(s.seats)) != (setup.ruleset, setup.seats) or (
            options != dict(setup.options)
        ):
            text = "start of the save is a scenario with another ruleset, seats or options."
            raise SaveError(text)
    copies = found.rules(setup.options, setup.seats).copies
    check_deck(setup.forced.deck, copies, whole=from_setup)
    return setup


def replay(saved: Mapping[str, object], events: Iterable[Event | Mapping[str, object]]) -> Table:
    """Play the answers again and compare every event; `ReplayDiverged` names the first mismatch.

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


def _as_record(given: Event | Mapping[str, object]) -> dict[str, object]:
    if isinstance(given, Event):
        return event_record(given)
    return {key: given.get(key) for key in ("type", "seen_by", "data")}
