"""How far a tournament is: kept by the run, or read from its folder by anybody else."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from arena.tournament.game_result import GameResult
from arena.tournament.ledger import account_of, read_ledger
from arena.tournament.plan import Plan, read_plan
from arena.tournament.ratings.live import LABEL, LiveBoard, LiveRating
from arena.tournament.remaining import Remaining, Whole
from arena.tournament.results import Results, results_of
from arena.tournament.run_log import Fates, fates_of
from arena.tournament.steward import Spending, spending_of

Errors = Mapping[str, Mapping[str, int]]
"""By entrant, in the order of the plan: `default KIND` (questions and turns where the default stood
in), `corrections`, `call KIND` (calls that brought no reply), `conversations refused` (though not
for their length), `replaced` (games)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """A tournament at one moment."""

    name: str
    planned: int
    """Games in the plan."""
    finished: tuple[str, ...]
    """Ids."""
    running: tuple[str, ...]
    paused: Mapping[str, str]
    """Why, by id: games that were begun and go on when the tournament does."""
    waiting: Mapping[str, str]
    """Why, by id: games, begun or not, of a model whose provider is down; they go on when it is
    back, by themselves while a run lasts."""
    failed: Mapping[str, str]
    """Why, by id: games that could not be played; they are tried again by the next run."""
    left_out: Mapping[str, str]
    """Why, by id: games in the folder that are broken, or none of this plan."""
    down: Mapping[str, str]
    """Why, by SPEC: models whose providers are down."""
    exhausted: str | None
    """Which cap of the budget is reached; None: none."""
    spending: Spending
    forecast: Whole | None
    """What all games will have taken, if models play on as in those that are finished, with an
    interval that holds the truth in nine of ten tournaments; None: nothing is known yet."""
    seconds_left: float | None
    """How long the games that are left will take at the pace of this run; None: nobody runs it, or
    nothing is known yet."""
    standing: tuple[LiveRating, ...]
    """An online estimate, the best first."""
    errors: Errors
    rated: int = 0
    """How many finished games the standing rates: those that the report rates first."""
    rated_of: str = ""
    """Which games these are, in words; empty: the plan has no others."""

    @property
    def label(self) -> str:
        """Return what the standing is: `online estimate of the control arm`."""
        return f"{LABEL} of {self.rated_of}" if self.rated_of else LABEL

    @property
    def left(self) -> int:
        """Return how many games are still to be finished."""
        return self.planned - len(self.finished) - len(self.left_out)

    def data(self) -> dict[str, object]:
        """Return it as plain JSON data."""
        standing = [
            {"entrant": each.entrant, "games": each.games, "mu": each.mu, "low": each.low,
             "high": each.high}
            for each in self.standing
        ]  # fmt: skip
        found: dict[str, object] = asdict(self)
        del found["rated"], found["rated_of"]
        return found | {
            "standing": {"label": self.label, "games": self.rated, "entrants": standing}
        }

    @classmethod
    def of(
        cls,
        plan: Plan,
        games: Mapping[str, GameResult],
        fates: Fates,
        spending: Spending,
        *,
        board: LiveBoard | None = None,
        pace: float | None = None,
        remaining: Remaining | None = None,
        begun: Mapping[str, int] | None = None,
    ) -> "Status":
        """Return the status; `board` and `remaining` know these games, None: they are made.

        `pace` is that of the run, in finished games a second; `begun` are games' calls so far.
        """
        if board is None:
            board = LiveBoard(plan)
            board.add_all(games.values())
        standing, waiting = board.standing(), _waiting(plan, games, fates)
        whole = (remaining or Remaining(plan)).of(games, begun or {})
        return cls(
            name=plan.name, planned=len(plan.games), finished=tuple(games),
            running=tuple(fates.running),
            paused={
                game: why for game, why in fates.paused.items() if game not in {*games, *waiting}
            },
            waiting=waiting,
            failed={game: why for game, why in fates.failed.items() if game not in games},
            left_out=dict(fates.left_out), down=dict(fates.down), exhausted=fates.exhausted,
            spending=spending,
            forecast=whole and whole.at_least(spending.calls, spending.money),
            seconds_left=(len(plan.games) - len(games)) / pace if pace else None,
            standing=standing.entrants, errors=errors_of(plan, games.values()),
            rated=standing.games, rated_of=standing.of,
        )  # fmt: skip


def status_of(folder: Path, results: Results | None = None) -> Status:
    """Return how far the tournament in `folder` is, run or not, without disturbing a run.

    `results` are those of its games; None: they are read.
    Raises `ConfigError` where none is planned there, `TranscriptError` for a ledger that is none.
    """
    plan = read_plan(folder)
    fates = fates_of(folder)
    results = results_of(plan, folder) if results is None else results
    fates.left_out |= results.left_out
    entries = read_ledger(folder)
    spending = spending_of(account_of(plan.run.budget, entries), entries.seconds)
    games = {each.game: each for each in results.games}
    return Status.of(plan, games, fates, spending, begun=entries.calls_by_game())


def errors_of(plan: Plan, games: Iterable[GameResult]) -> Errors:
    """Return what went wrong, by entrant; those without errors are left out."""
    found: dict[str, Counter[str]] = {entrant: Counter() for entrant in plan.entrants}
    for seat in (seat for game in games for seat in game.seats):
        count = found[seat.entrant]
        count.update({f"default {kind}": times for kind, times in seat.defaults.items()})
        count.update({f"call {kind}": times for kind, times in seat.faults.items()})
        count.update({"corrections": seat.corrections, "replaced": int(seat.replaced)})
        count.update({"conversations refused": seat.refused_epochs})
    known = {entrant: {key: n for key, n in each.items() if n} for entrant, each in found.items()}
    return {entrant: each for entrant, each in known.items() if each}


def _waiting(plan: Plan, games: Mapping[str, GameResult], fates: Fates) -> dict[str, str]:
    """Return why games wait for a model whose provider is down, by id."""
    elsewhere = {*games, *fates.running, *fates.failed, *fates.left_out}
    found: dict[str, str] = {}
    for row in plan.games if fates.down else ():
        specs = [plan.entrants[name].spec for name in row.entrants]
        down = next((spec for spec in specs if spec in fates.down), None)
        if down is not None and row.game not in elsewhere:
            found[row.game] = fates.down[down]
    return found
