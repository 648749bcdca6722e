"""Tables of played games and their use, from the games' results."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from arena.errors import REASONS
from arena.reporting.columns import Cell, Row, Table, row, table
from arena.tournament.game_result import GameResult, ResponseModel, SeatResult
from arena.tournament.plan import Plan
from arena.tournament.report.totals import Totals
from arena.tournament.response_models import ModelUse, model_names, model_uses
from arena.tournament.results import Results

GAME = (
    "game:text ruleset:text size:integer seed:text block:text replicate:integer arm:text "
    "epoch:text rounds:integer ended:text rated:boolean calls:integer input:integer "
    "output:integer uncounted:integer cost:number digest:text prompts:text horror_arena:text "
    "response_models:text fingerprints:text"
)
SEAT = (
    "game:text ruleset:text size:integer seed:text arm:text epoch:text rated:boolean "
    "position:integer seat:text entrant:text place:integer points:integer survived:boolean "
    "replaced:boolean decisions:integer corrections:integer defaults:integer "
    + " ".join(f"defaults_{each}:integer" for each in REASONS)
    + " speeches:integer characters:integer statements:integer lies:integer bluffs:integer "
    "reports:integer false_reports:integer promises_kept:integer promises_broken:integer "
    "deals_kept:integer deals_broken:integer calls:integer calls_failed:integer input:integer "
    "output:integer reasoning:integer uncounted:integer cost:number conversations_refused:integer "
    "response_models:text fingerprints:text"
)
TIME = "game:text position:integer seat:text entrant:text seconds:number"
BEHAVIOUR = (
    "entrant:text arm:text seats:integer decisions:integer corrections_per_100:number "
    "defaults_per_100:number statements:integer lies_per_statement:number bluffs:integer "
    "reports:integer false_per_report:number promises:integer promises_kept:number deals:integer "
    "deals_kept:number speeches:integer characters_per_speech:number survival:number "
    "mean_points:number mean_place:number"
)
TAKEN = (
    "entrant:text spec:text seats:integer calls:integer calls_failed:integer input:integer "
    "output:integer reasoning:integer uncounted:integer cost:number cost_per_seat:number "
    "calls_per_seat:number response_models:text fingerprints:text"
)
ANSWERING = (
    "entrant:text response_model:text fingerprint:text calls:integer games:integer first_at:text "
    "first_game:text last_at:text last_game:text"
)
FAILURE = "entrant:text what:text kind:text count:integer"


def played_tables(plan: Plan, results: Results, totals: Mapping[str, Totals]) -> list[Table]:
    """Return `games`, `seats`, `behaviour`, `calls`, `failures`, and the tables with clocks.

    The latter are `times` and `response_models`.
    """
    games = results.games
    seats = [(game, seat) for game in games for seat in game.seats]
    uses = model_uses(games)
    return [
        table("games", GAME, map(_game, games)),
        table("seats", SEAT, (_seat(game, seat) for game, seat in seats)),
        table("behaviour", BEHAVIOUR, _behaviour(plan, games)),
        table("calls", TAKEN, (_calls(plan, each, uses) for each in totals.values())),
        table("failures", FAILURE, _failures(plan, totals, results)),
        table("times", TIME, (row(TIME, seat, game) for game, seat in seats)),
        table("response_models", ANSWERING, (
            row(
                ANSWERING, each, entrant=name, response_model=each.model,
                games=len(each.games), first_game=each.games[0],
            )
            for name in totals for each in uses.get(name, ())
        )),
    ]  # fmt: skip


def _model_columns(models: Iterable[ResponseModel | ModelUse]) -> dict[str, Cell]:
    names, fingerprints = model_names(models)
    return {"response_models": names, "fingerprints": fingerprints}


def _model_key(of: ResponseModel) -> tuple[str, str]:
    return of.model or "", of.fingerprint or ""


def _game(game: GameResult) -> Row:
    of = Totals(seats=game.seats)
    models = sorted((each for seat in game.seats for each in seat.response_models), key=_model_key)
    return row(
        GAME, game, prompts=game.prompts or None, cost=of.cost,
        horror_arena=game.versions.get("horror-arena"), **_model_columns(models),
        **{each: of.total(each) for each in ("calls", "input", "output", "uncounted")},
    )  # fmt: skip


def _seat(game: GameResult, seat: SeatResult) -> Row:
    return row(
        SEAT, seat, game, defaults=sum(seat.defaults.values()),
        promises_kept=seat.kept, promises_broken=seat.broken,
        calls_failed=sum(seat.faults.values()), conversations_refused=seat.refused_epochs,
        **{f"defaults_{each}": seat.defaults.get(each, 0) for each in REASONS},
        **_model_columns(seat.response_models),
    )  # fmt: skip


def _behaviour(plan: Plan, games: Sequence[GameResult]) -> Iterator[Row]:
    arms = list(dict.fromkeys((each.arm for each in plan.conditions.values()), ""))
    for name in plan.entrants:
        for arm in arms:
            seats = tuple(
                seat for game in games if game.arm == arm
                for seat in game.seats if seat.entrant == name
            )  # fmt: skip
            if seats:
                yield _conduct(arm, Totals(entrant=name, seats=seats))


def _conduct(arm: str, of: Totals) -> Row:
    sums = ("decisions", "statements", "bluffs", "reports", "speeches")
    return row(
        BEHAVIOUR, of, arm=arm, seats=len(of.seats), **{each: of.total(each) for each in sums},
        corrections_per_100=of.per_hundred_decisions(of.total("corrections")),
        defaults_per_100=of.per_hundred_decisions(sum(of.defaults.values())),
        lies_per_statement=of.share("lies", "statements"),
        false_per_report=of.share("false_reports", "reports"),
        promises=of.total("kept", "broken"), promises_kept=of.share("kept", "kept", "broken"),
        deals=of.total("deals_kept", "deals_broken"),
        deals_kept=of.share("deals_kept", "deals_kept", "deals_broken"),
        characters_per_speech=of.share("characters", "speeches"),
        survival=of.mean("survived"), mean_points=of.mean("points"), mean_place=of.mean("place"),
    )  # fmt: skip


def _calls(plan: Plan, of: Totals, uses: Mapping[str, Sequence[ModelUse]]) -> Row:
    sums = ("calls", "input", "output", "reasoning", "uncounted")
    return row(
        TAKEN, of, spec=plan.entrants[of.entrant].spec, seats=len(of.seats),
        **{each: of.total(each) for each in sums}, calls_failed=sum(of.faults.values()),
        cost_per_seat=of.cost_a_game, calls_per_seat=of.mean("calls"),
        **_model_columns(uses.get(of.entrant, ())),
    )  # fmt: skip


def _failures(plan: Plan, totals: Mapping[str, Totals], results: Results) -> Iterator[Row]:
    """Yield the failures by entrant: in its seats, and its games without results."""
    rows = {each.game: each for each in plan.games}
    lost = [("left_out", "transcript", game) for game in results.left_out]
    lost += [("unfinished", why, game) for game, why in results.unfinished.items()]
    games: dict[str, Counter[tuple[str, str]]] = {name: Counter() for name in totals}
    for what, kind, game in lost:
        for entrant in rows[game].entrants:
            games[entrant][what, kind] += 1
    for name, of in totals.items():
        found = [
            *(("default", kind, count) for kind, count in of.defaults.items()),
            *(("call", kind, count) for kind, count in of.faults.items()),
            ("replaced", "budget", of.total("replaced")),
            *((what, kind, count) for (what, kind), count in sorted(games[name].items())),
        ]
        for what, kind, count in found:
            if count:
                yield {"entrant": name, "what": what, "kind": kind, "count": count}
