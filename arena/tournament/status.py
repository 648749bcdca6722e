"""The status of a tournament, kept by its run or read from its folder."""

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
"""Counts by entrant, in the order of the plan: `default KIND` (questions and turns answered by the
default), `corrections`, `call KIND` (calls without a reply), `conversations refused` (though not
for their length), `replaced` (games)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The status of a tournament at one moment."""

    name: str
    planned: int
    """Games in the plan."""
    finished: tuple[str, ...]
    """Ids."""
    running: tuple[str, ...]
    paused: Mapping[str, str]
    """Reasons by id: games that were begun and continue with the next run."""
    waiting: Mapping[str, str]
    """Reasons by id: games, begun or not, of a model whose provider is down; they continue once it
    is back, by themselves during a run."""
    failed: Mapping[str, str]
    """Reasons by id: games that could not be played; the next run tries them again."""
    left_out: Mapping[str, str]
    """Reasons by id: games in the folder that are broken, or not of this plan."""
    down: Mapping[str, str]
    """Reasons by SPEC: models whose providers are down."""
    exhausted: str | None
    """The cap of the budget that is reached; None: none is."""
    spending: Spending
    forecast: Whole | None
    """Predicted totals of all games, with an interval that covers nine of ten tournaments, if
    models play on as in the finished games; None: nothing is known yet."""
    seconds_left: float | None
    """Predicted seconds of the remaining games at the pace of this run; None: there is no run, or
    nothing is known yet."""
    standing: tuple[LiveRating, ...]
    """An online estimate, the best first."""
    errors: Errors
    rated: int = 0
    """Number of finished games that the standing rates: those that the report rates first."""
    rated_of: str = ""
    """Description of these games; empty: the plan has no others."""

    @property
    def label(self) -> str:
        """Description of the standing, such as `online estimate of the control arm`."""
        return f"{LABEL} of {self.rated_of}" if self.rated_of else LABEL

    @property
    def left(self) -> int:
        """Number of games still to be finished."""
        return self.planned - len(self.finished) - len(self.left_out)

    def data(self) -> dict[str, object]:
        """Return the status as plain JSON data."""
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
        """Return the status; `board` and `remaining` include these games, None: they are built.

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
    """Return the status of the tournament in `folder`, without disturbing a run.

    `results` are those of its games; None: they are read. Raises `ConfigError` where there is no
    plan, `TranscriptError` for an unreadable ledger.
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
    """Return the counts of errors by entrant; those without errors are left out."""
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
    """Return by id the reasons of games that wait for a model whose provider is down."""
    elsewhere = {*games, *fates.running, *fates.failed, *fates.left_out}
    found: dict[str, str] = {}
    for row in plan.games if fates.down else ():
        specs = [plan.entrants[name].spec for name in row.entrants]
        down = next((spec for spec in specs if spec in fates.down), None)
        if down is not None and row.game not in elsewhere:
            found[row.game] = fates.down[down]
    return found
