"""The kernel: runs a family's phases, which are generators over an event log.

A phase reads `g.state`, changes it only with `g.emit(event)` and stops only to ask: `ask` (one
seat), `ask_together` (several seats, sealed until all are in) and `floor` (the table may talk,
nothing is asked). Chance (`roll`, `shuffle`, `lot`) answers at once from keyed draws. Every phase
boundary leaves a snapshot, so a fork is that snapshot plus the answers since. Here is no rule of
any game, no clock, no I/O.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from engine.chance import Chance
from engine.events import Event, PhaseBegan
from engine.question import NOTHING, Catalogue, Decision, Floor, Option
from engine.state import State

__all__ = ["Answers", "Game", "Move", "Rules", "Script", "Stop"]

T = TypeVar("T")
S = TypeVar("S", bound=State)
R = TypeVar("R", bound="Rules")

Answers = Mapping[str, Option]
Stop = tuple[Decision, ...] | Floor
Script = Generator[Stop, Answers, T]
Move = tuple[str, str]
"""(decision id, option id), or ("floor", its kind) for a floor that was closed."""
FLOOR = "floor"


class Rules(Protocol):
    """What a family compiles a ruleset to: tables, policies, and its phases."""

    seats: tuple[str, ...]
    catalogue: Catalogue
    ballot_default: str
    """GAP-M-12: `uniform`, or `self` for a vote for oneself where one is a candidate."""

    def new_state(self) -> State:
        """Return the state before the set-up."""
        ...

    def script(self, phase: str) -> Callable[["Game[State, Rules]"], Script[None]]:
        """Return the generator function of a phase."""
        ...

    def next_phase(self, state: State) -> tuple[int, str] | None:
        """Return the round and phase that follow, None when the game is over."""
        ...

    def view(self, state: State, seat: str | None) -> dict[str, object]:
        """Return what a seat sees (None: the public) as fresh plain data."""
        ...


class Boundary(Generic[S]):
    """A game at the moment before a phase: all that a fork has to start from."""

    __slots__ = ("asked", "chance", "events", "moves", "phase", "state")

    def __init__(self, game: "Game[S, Rules]", phase: tuple[int, str]) -> None:
        """Copy what changes; note how long the logs are."""
        self.phase = phase
        self.state = game.state.copy()
        self.chance = game.chance.copy()
        self.asked = game.asked.copy()
        self.events = len(game.log)
        self.moves = len(game.moves)


class Game(Generic[S, R]):
    """One running game, as the phases see it."""

    __slots__ = (
        "_boundary",
        "_script",
        "asked",
        "chance",
        "floors",
        "log",
        "moves",
        "rules",
        "sealed",
        "state",
        "stop",
    )

    def __init__(self, rules: R, state: S, chance: Chance, *, floors: bool) -> None:
        """Take a state and its chance; `enter` starts the first phase."""
        self.rules = rules
        self.state = state
        self.chance = chance
        self.floors = floors
        self.log: list[Event] = []
        self.moves: list[Move] = []
        self.asked: dict[str, int] = {}
        self.stop: Stop = ()
        self.sealed: dict[str, Option] = {}
        self._script: Script[None] | None = None
        self._boundary: Boundary[S] | None = None

    # --- for phases ---

    def emit(self, event: Event) -> None:
        """Let something happen: fold it and log it."""
        self.state.apply(event)
        self.log.append(event)

    def choices(self, kind: str, ids: Sequence[str]) -> tuple[Option, ...]:
        """Return the catalogue's options of a kind, in this order."""
        return self.rules.catalogue.pick(kind, tuple(ids))

    def ask(
        self,
        kind: str,
        seat: str,
        options: tuple[Option, ...],
        *,
        place: int | None = None,
        context: Mapping[str, object] = NOTHING,
        window: bool = False,
    ) -> Script[Option]:
        """Put one question to one seat.

        A single option is no question and is taken, except in a `window`: there the question is
        put whatever the hand holds, since being asked can give away a card.
        """
        if len(options) == 1 and not window:
            return options[0]
        asked = (self._decision(kind, seat, options, place, context, sealed=False),)
        return (yield asked)[seat]

    def ask_together(
        self,
        kind: str,
        options: Mapping[str, tuple[Option, ...]],
        *,
        place: int | None = None,
        context: Mapping[str, object] = NOTHING,
        window: bool = False,
    ) -> Script[dict[str, Option]]:
        """Put sealed questions to several seats; the answers come in the order of `options`."""
        asked = tuple(
            self._decision(kind, seat, choices, place, context, sealed=True)
            for seat, choices in options.items()
            if window or len(choices) > 1
        )
        answers = (yield asked) if asked else NO_ANSWERS
        return {seat: answers.get(seat, choices[0]) for seat, choices in options.items()}

    def floor(self, kind: str, place: int | None, present: Sequence[str]) -> Script[None]:
        """Let the table talk, where talk is on."""
        if self.floors:
            yield Floor(kind, place, tuple(present), self.state.round)

    def roll(self, count: int, stream: str = "dice") -> tuple[int, ...]:
        """Roll dice; `stream` is `dice`, or `placement` in the set-up."""
        return self.chance.dice(stream, self.state.round, count)

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Put cards in a random order."""
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
    ) -> Decision:
        number = self.asked[seat] = self.asked.get(seat, 0) + 1
        state = self.state
        return Decision(
            f"{seat}.{number}",
            seat,
            kind,
            options,
            sealed,
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
        if self.rules.ballot_default == "self" and decision.kind in {"cast_vote", "cast_revote"}:
            own = offered.get(decision.seat)
            if own is not None:
                return own
        return self.chance.pick(decision.id, decision.options)

    # --- for the table ---

    @property
    def floor_open(self) -> Floor | None:
        """The floor that is open now."""
        return self.stop if isinstance(self.stop, Floor) else None

    @property
    def questions(self) -> tuple[Decision, ...]:
        """The questions that are open now, those already answered under seal included."""
        return self.stop if isinstance(self.stop, tuple) else ()

    def enter(self, phase: tuple[int, str]) -> None:
        """Begin with this phase, and run to the first stop."""
        self._begin(phase)
        self._run(None)

    def answer(self, decision: Decision, option: Option) -> None:
        """Take a checked answer; when all that were asked together are in, go on."""
        sealed, questions = self.sealed, self.questions
        sealed[decision.seat] = option
        if len(sealed) < len(questions):
            return
        for each in questions:
            self.moves.append((each.id, sealed[each.seat].id))
        self.sealed = {}
        self._run(sealed)

    def close_floor(self, floor: Floor) -> None:
        """Go on after talk."""
        self.moves.append((FLOOR, floor.kind))
        self._run(NO_ANSWERS)

    def fork(self) -> "Game[S, R]":
        """Return an independent game in the same position."""
        twin = self._at_boundary()
        boundary = self._boundary
        assert boundary is not None, "a game has entered a phase"
        for move in self.moves[boundary.moves :]:
            twin.play(move)
        for decision in self.questions:
            if decision.seat in self.sealed:
                twin.answer(decision, self.sealed[decision.seat])
        return twin

    def play(self, move: Move) -> None:
        """Repeat a move of this very game."""
        decision_id, option_id = move
        if decision_id == FLOOR:
            floor = self.floor_open
            assert floor is not None, f"a floor was closed here: {move}"
            self.close_floor(floor)
            return
        decision = next(each for each in self.questions if each.id == decision_id)
        self.answer(decision, next(o for o in decision.options if o.id == option_id))

    def _at_boundary(self) -> "Game[S, R]":
        boundary = self._boundary
        assert boundary is not None, "a game has entered a phase"
        chance = boundary.chance.copy()
        twin = Game(self.rules, boundary.state.copy(), chance, floors=self.floors)
        twin.log = self.log[: boundary.events]
        twin.moves = self.moves[: boundary.moves]
        twin.asked = boundary.asked.copy()
        twin.enter(boundary.phase)
        return twin

    def _begin(self, phase: tuple[int, str]) -> None:
        self._boundary = Boundary(self, phase)  # type: ignore[arg-type]
        self.emit(PhaseBegan(round=phase[0], phase=phase[1]))
        self._script = self.rules.script(phase[1])(self)  # type: ignore[arg-type]

    def _run(self, reply: Answers | None) -> None:
        while self._script is not None:
            try:
                self.stop = self._script.send(reply)  # type: ignore[arg-type]
            except StopIteration:
                phase = self.rules.next_phase(self.state)
                if phase is None:
                    self._script, self.stop = None, ()
                    return
                self._begin(phase)
                reply = None
            else:
                return


NO_ANSWERS: Answers = {}
