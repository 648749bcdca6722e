"""The kernel: runs a family's phases, which are generators over an event log.

A phase reads `g.state`, changes it only with `g.emit(event)` and stops only to ask: `ask` (one
seat), `ask_together` (several seats, sealed until all are in) and `floor` (the table may talk,
nothing is asked). Chance (`roll`, `shuffle`, `lot`) answers at once from keyed draws. The length of
the log is stored at every phase boundary, and folds to the state there; so a fork is that state
plus the answers since. There is no rule of any game here, no clock, no I/O.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Generic, Protocol, TypeVar, cast

from engine.chance import Chance
from engine.events import Event, PhaseBegan
from engine.question import NOTHING, Catalogue, Decision, Floor, Option
from engine.state import State, fold_events

T = TypeVar("T")
S_co = TypeVar("S_co", bound=State, covariant=True)
R_co = TypeVar("R_co", bound="Rules", covariant=True)
# Covariant: the rules and state of a game are never exchanged, so a family's game is a `BoardGame`.

Answers = Mapping[str, Option]
Stop = tuple[Decision, ...] | Floor
Script = Generator[Stop, Answers, T]
Move = tuple[str, str]
"""(decision id, option id), or ("floor", its kind) for a floor that was closed."""
FLOOR = "floor"
BALLOTS = frozenset({"cast_vote", "cast_revote", "point_at"})
"""The kinds of question that are votes: the default may be a vote for the seat itself."""

SEALED_DESTINATION = "choose_destination"
"""The kind of question whose answer its seat sees before the others have answered (MOH-34,
OSA-34)."""


class Rules(Protocol):
    """The interface of compiled rules to the kernel."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in clockwise order."""
        ...

    @property
    def catalogue(self) -> Catalogue:
        """Every option that can occur."""
        ...

    @property
    def ballot_default(self) -> str:
        """`uniform`, or `self`: a vote for oneself if possible (GAP-M-12, GAP-O-27)."""
        ...

    def new_state(self) -> State:
        """Return the state before the set-up."""
        ...

    def next_phase(self, state: State) -> tuple[int, str] | None:
        """Return the round and phase that follow, None when the game is over."""
        ...


class Boundary(Generic[S_co]):
    """A game at the moment before a phase, with all that a fork starts from; immutable."""

    __slots__ = ("_folded", "_log", "_rules", "chance", "counts", "events", "moves", "phase")

    def __init__(
        self, game: "Game[S_co, Rules]", phase: tuple[int, str], state: S_co | None
    ) -> None:
        """Copy what changes, and store the lengths of the logs; `state` may be None."""
        self.phase = phase
        self.chance = game.chance.copy()
        self.counts = game.counts.copy()
        self.events = len(game.log)
        self.moves = len(game.moves)
        self._rules: Rules = game.rules
        self._log = game.log
        self._folded = state

    @property
    def state(self) -> S_co:
        """The state, to be copied; folded from the log only when a fork needs it."""
        if self._folded is None:
            fresh = cast("S_co", self._rules.new_state())
            self._folded = fold_events(fresh, self._log[: self.events])
        return self._folded


class Game(Generic[S_co, R_co]):
    """One running game, as the phases see it."""

    __slots__ = (
        "_folds",
        "_script",
        "_script_of",
        "answers",
        "asked_now",
        "begun",
        "boundary",
        "chance",
        "counts",
        "floor_open",
        "floors",
        "log",
        "moves",
        "open",
        "rules",
        "shown",
        "state",
    )

    def __init__(
        self,
        rules: R_co,
        script_of: Callable[[str], Callable[["Game[S_co, R_co]"], Script[None]]],
        state: S_co,
        chance: Chance,
        *,
        floors: bool,
    ) -> None:
        """Begin with a state and its chance; `enter` starts the first phase.

        `script_of` returns the generator function of a phase.
        """
        self.rules = rules
        self.state = state
        self.chance = chance
        self.floors = floors
        self.log: list[Event] = []
        self.moves: list[Move] = []
        self.begun: list[int] = []
        """Number of moves made when each phase began."""
        self.counts = dict.fromkeys(rules.seats, 0)
        """Number of questions put to each seat so far."""
        self.asked_now: tuple[Decision, ...] = ()
        """The questions of this stop, those already answered under seal included."""
        self.open: dict[str, Decision] = {}
        """The questions that wait for an answer, by seat."""
        self.answers: dict[str, Option] = {}
        self.floor_open: Floor | None = None
        self.shown: tuple[object, object] = (None, None)
        """A cache of the last shown locations as models: (what they depend on, the models)."""
        self._folds = state.folds
        self._script_of = script_of
        self._script: Script[None]
        self.boundary: Boundary[S_co]
        """The moment before the present phase; set when the first is entered."""

    # --- for phases ---

    def emit(self, event: Event) -> None:
        """Apply an event to the state and append it to the log."""
        fold = self._folds.get(type(event))
        if fold is not None:
            fold(self.state, event)
        self.log.append(event)

    def choices(self, kind: str, ids: Sequence[str]) -> tuple[Option, ...]:
        """Return the catalogue's options of a kind, in the order of `ids`."""
        return self.rules.catalogue.pick(kind, ids)

    def ask(
        self,
        kind: str,
        seat: str,
        options: tuple[Option, ...],
        *,
        place: int | None = None,
        context: Mapping[str, object] = NOTHING,
        secret: bool = False,
    ) -> Script[Option]:
        """Put one question to one seat, and return its answer.

        A single option is no question and is taken, unless the options are `secret`: then the
        question is put whatever the hand holds, since being asked can give away a card.
        """
        if len(options) == 1 and not secret:
            return options[0]
        asked = (self._decision(kind, seat, options, place, context, sealed=False, secret=secret),)
        return (yield asked)[seat]

    def ask_together(
        self,
        kind: str,
        options: Mapping[str, tuple[Option, ...]],
        *,
        place: int | None = None,
        context: Mapping[str, object] = NOTHING,
        secret: bool = False,
    ) -> Script[dict[str, Option]]:
        """Put sealed questions to several seats; the answers come in the order of `options`.

        `secret` is as in `ask`.
        """
        asked = tuple(
            [
                self._decision(kind, seat, choices, place, context, sealed=True, secret=secret)
                for seat, choices in options.items()
                if secret or len(choices) > 1
            ]
        )
        answers = (yield asked) if asked else NO_ANSWERS
        return {seat: answers.get(seat, choices[0]) for seat, choices in options.items()}

    def floor(self, kind: str, place: int | None, present: Sequence[str]) -> Script[None]:
        """Stop for the table to talk, where talk is on."""
        if self.floors:
            yield Floor(kind, place, tuple(present), self.state.round)

    def roll(self, count: int, stream: str = "dice") -> tuple[int, ...]:
        """Roll dice; `stream` is `dice`, or `placement` in the set-up."""
        return self.chance.dice(stream, self.state.round, count)

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the cards in a random order."""
        return self.chance.shuffle(cards)

    def lot(self, among: Sequence[str]) -> str:
        """Draw one of several names."""
        return self.chance.lot(self.state.round, among)

    def _decision(
        self,
        kind: str,
        seat: str,
        options: tuple[Option, ...],
        place: int | None,
        context: Mapping[str, object],
        *,
        sealed: bool,
        secret: bool,
    ) -> Decision:
        number = self.counts[seat] = self.counts[seat] + 1
        state = self.state
        return Decision(
            f"{seat}.{number}",
            seat,
            kind,
            options,
            sealed,
            secret,
            state.phase,
            state.round,
            place,
            context,
            self._stand_in,
        )

    def _stand_in(self, decision: Decision) -> Option:
        offered = {option.id: option for option in decision.options}
        if "pass" in offered:
            return offered["pass"]
        if self.rules.ballot_default == "self" and decision.kind in BALLOTS:
            own = offered.get(decision.seat)
            if own is not None:
                return own
        return self.chance.pick(decision.id, decision.options)

    # --- for the table ---

    def enter(self, phase: tuple[int, str]) -> None:
        """Begin with this phase, and run to the first stop."""
        self._begin(phase)
        self._run_to_stop(None)

    def answer(self, decision: Decision, option: Option) -> None:
        """Apply a checked answer; go on once all seats that were asked together have answered."""
        answers = self.answers
        answers[decision.seat] = option
        del self.open[decision.seat]
        if self.open:
            return
        moves = self.moves
        for each in self.asked_now:
            moves.append((each.id, answers[each.seat].id))
        self._run_to_stop(answers)

    def close_floor(self, floor: Floor) -> None:
        """Go on after talk."""
        self.moves.append((FLOOR, floor.kind))
        self._run_to_stop(NO_ANSWERS)

    def sealed_moves(self) -> list[Move]:
        """Return the answers that are under seal, in the order of the questions."""
        answers = self.answers
        return [(d.id, answers[d.seat].id) for d in self.asked_now if d.seat not in self.open]

    def chosen_in_secret(self, seat: str) -> int | None:
        """Return the destination that a seat has chosen while others still choose under seal."""
        option = self.answers.get(seat)
        if option is None or self.asked_now[0].kind != SEALED_DESTINATION:
            return None
        return int(option.args["location"])

    def fork(self) -> "Game[S_co, R_co]":
        """Return an independent game in the same position."""
        boundary = self.boundary
        twin = self.begin_again(
            boundary.chance.copy(), self.log[: boundary.events], self.moves[: boundary.moves]
        )
        for move in (*self.moves[boundary.moves :], *self.sealed_moves()):
            twin.play(move)
        twin.boundary = boundary
        return twin

    def begin_again(
        self,
        chance: Chance,
        log: list[Event],
        moves: list[Move],
        change: Callable[[S_co], None] | None = None,
    ) -> "Game[S_co, R_co]":
        """Return a game at the first stop of the present phase, entered with this past.

        `change` adapts the state at the phase's beginning to another log.
        """
        boundary = self.boundary
        state = boundary.state
        if change is not None:
            state = state.copy()
            change(state)
        twin = Game(self.rules, self._script_of, state.copy(), chance, floors=self.floors)
        twin.log, twin.moves, twin.begun = log, moves, self.begun[:-1]
        twin.counts = boundary.counts.copy()
        twin._begin(boundary.phase, state)
        twin._run_to_stop(None)
        return twin

    def let_go(self) -> None:
        """Break the reference cycles between the game and its generator and questions."""
        self.open, self.asked_now = {}, ()
        self._script.close()

    def play(self, move: Move) -> None:
        """Repeat a move of this very game."""
        decision_id, option_id = move
        if decision_id == FLOOR:
            floor = self.floor_open
            assert floor is not None, f"a floor was closed here: {move}"
            self.close_floor(floor)
            return
        decision = self.open[decision_id.rpartition(".")[0]]
        self.answer(decision, next(o for o in decision.options if o.id == option_id))

    def _begin(self, phase: tuple[int, str], state: S_co | None = None) -> None:
        self.boundary = Boundary(self, phase, state)
        self.begun.append(len(self.moves))
        self.emit(PhaseBegan(round=phase[0], phase=phase[1]))
        self._script = self._script_of(phase[1])(self)

    def _run_to_stop(self, reply: Answers | None) -> None:
        while True:
            try:
                stop = self._script.send(reply)  # type: ignore[arg-type]
            except StopIteration:
                phase = self.rules.next_phase(self.state)
                if phase is None:
                    stop = ()
                    break
                self._begin(phase)
                reply = None
            else:
                break
        self.answers = {}
        if isinstance(stop, tuple):
            self.floor_open, self.asked_now = None, stop
            self.open = {decision.seat: decision for decision in stop}
        else:
            self.floor_open, self.asked_now, self.open = stop, (), {}


NO_ANSWERS: Answers = {}
