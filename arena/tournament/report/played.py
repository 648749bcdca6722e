"""Tables of what was played and what it took, straight from the games' rows."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from arena.errors import REASONS
from arena.reporting.columns import Cell, Table, table
from arena.tournament.game_result import GameResult, ResponseModel, SeatResult
from arena.tournament.plan import Plan
from arena.tournament.report.totals import Totals
from arena.tournament.response_models import ModelUse, model_names, model_uses
from arena.tournament.results import Results

__all__ = ["played_tables"]

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
    """Return `games`, `seats`, `behaviour`, `calls`, `failures`, and apart those with clocks.

    These are `times` and `response_models`.
    """
    games = results.games
    uses = model_uses(games)
    lost = {"left_out": results.left_out, "unfinished": results.unfinished}
    return [
        table("games", GAME, map(_game, games)),
        table("seats", SEAT, (_seat(game, seat) for game in games for seat in game.seats)),
        table("behaviour", BEHAVIOUR, _behaviour(plan, games)),
        table(
            "calls", TAKEN,
            (_taken(plan, each, uses.get(each.entrant, ())) for each in totals.values()),
        ),
        table("failures", FAILURE, _failures(plan, totals, lost)),
        table("times", TIME, (_time(game, seat) for game in games for seat in game.seats)),
        table(
            "response_models", ANSWERING,
            (_use(name, each) for name in totals for each in uses.get(name, ())),
        ),
    ]  # fmt: skip


def _named(model: ResponseModel | ModelUse) -> tuple[str, str]:
    return model.model or "", model.fingerprint or ""


def _game(game: GameResult) -> dict[str, Cell]:
    costs = [each.cost for each in game.seats]
    known = [each for each in costs if each is not None]
    models, fingerprints = model_names(
        sorted(
            (each for seat in game.seats for each in seat.response_models),
            key=_named,
        )
    )
    return {
        "game": game.game, "ruleset": game.ruleset, "size": game.size, "seed": game.seed,
        "block": game.block, "replicate": game.replicate, "arm": game.arm, "epoch": game.epoch,
        "rounds": game.rounds, "ended": game.ended, "rated": game.rated,
        "calls": sum(each.calls for each in game.seats),
        "input": sum(each.input for each in game.seats),
        "output": sum(each.output for each in game.seats),
        "uncounted": sum(each.uncounted for each in game.seats),
        "cost": sum(known) if len(known) == len(costs) else None, "digest": game.digest,
        "prompts": game.prompts or None, "horror_arena": game.versions.get("horror-arena"),
        "response_models": models, "fingerprints": fingerprints,
    }  # fmt: skip


def _seat(game: GameResult, seat: SeatResult) -> dict[str, Cell]:
    models, fingerprints = model_names(seat.response_models)
    return {
        "game": game.game, "ruleset": game.ruleset, "size": game.size, "seed": game.seed,
        "arm": game.arm, "epoch": game.epoch, "rated": game.rated, "position": seat.position,
        "seat": seat.seat, "entrant": seat.entrant, "place": seat.place, "points": seat.points,
        "survived": seat.survived, "replaced": seat.replaced, "decisions": seat.decisions,
        "corrections": seat.corrections, "defaults": sum(seat.defaults.values()),
        **{f"defaults_{each}": seat.defaults.get(each, 0) for each in REASONS},
        "speeches": seat.speeches, "characters": seat.characters,
        "statements": seat.statements, "lies": seat.lies, "bluffs": seat.bluffs,
        "reports": seat.reports, "false_reports": seat.false_reports,
        "promises_kept": seat.kept, "promises_broken": seat.broken,
        "deals_kept": seat.deals_kept, "deals_broken": seat.deals_broken, "calls": seat.calls,
        "calls_failed": sum(seat.faults.values()), "input": seat.input, "output": seat.output,
        "reasoning": seat.reasoning, "uncounted": seat.uncounted, "cost": seat.cost,
        "conversations_refused": seat.refused_epochs,
        "response_models": models, "fingerprints": fingerprints,
    }  # fmt: skip


def _time(game: GameResult, seat: SeatResult) -> dict[str, Cell]:
    return {
        "game": game.game, "position": seat.position, "seat": seat.seat,
        "entrant": seat.entrant, "seconds": seat.seconds,
    }  # fmt: skip


def _behaviour(plan: Plan, games: Sequence[GameResult]) -> Iterable[dict[str, Cell]]:
    arms = list(dict.fromkeys((each.arm for each in plan.conditions.values()), ""))
    for name in plan.entrants:
        for arm in arms:
            seats = tuple(
                seat
                for game in games
                if game.arm == arm
                for seat in game.seats
                if seat.entrant == name
            )
            if seats:
                yield _conduct(arm, Totals(entrant=name, planned=0, seats=seats))


def _conduct(arm: str, of: Totals) -> dict[str, Cell]:
    speeches = of.total("speeches")
    return {
        "entrant": of.entrant, "arm": arm, "seats": len(of.seats),
        "decisions": of.total("decisions"), "corrections_per_100": of.corrections_a_hundred,
        "defaults_per_100": of.defaults_a_hundred, "statements": of.total("statements"),
        "lies_per_statement": of.lies_a_statement, "bluffs": of.total("bluffs"),
        "reports": of.total("reports"), "false_per_report": of.false_of_reports,
        "promises": of.total("kept") + of.total("broken"), "promises_kept": of.promises_kept,
        "deals": of.total("deals_kept") + of.total("deals_broken"), "deals_kept": of.deals_kept,
        "speeches": speeches,
        "characters_per_speech": of.total("characters") / speeches if speeches else None,
        "survival": of.mean("survived"), "mean_points": of.mean("points"),
        "mean_place": of.mean("place"),
    }  # fmt: skip


def _taken(plan: Plan, of: Totals, uses: Sequence[ModelUse]) -> dict[str, Cell]:
    models, fingerprints = model_names(uses)
    return {
        "entrant": of.entrant, "spec": plan.entrants[of.entrant].spec, "seats": len(of.seats),
        "calls": of.total("calls"), "calls_failed": sum(of.faults.values()),
        "input": of.total("input"), "output": of.total("output"),
        "reasoning": of.total("reasoning"), "uncounted": of.total("uncounted"),
        "cost": of.cost, "cost_per_seat": of.cost_a_game, "calls_per_seat": of.mean("calls"),
        "response_models": models, "fingerprints": fingerprints,
    }  # fmt: skip


def _use(entrant: str, of: ModelUse) -> dict[str, Cell]:
    return {
        "entrant": entrant, "response_model": of.model, "fingerprint": of.fingerprint,
        "calls": of.calls, "games": len(of.games),
        "first_at": of.first_at, "first_game": of.games[0],
        "last_at": of.last_at, "last_game": of.last_game,
    }  # fmt: skip


def _failures(
    plan: Plan, totals: Mapping[str, Totals], lost: Mapping[str, Mapping[str, str]]
) -> Iterable[dict[str, Cell]]:
    """Yield what went wrong by entrant: in its seats, and games that are none of its results."""
    rows = {each.game: each for each in plan.games}
    games: dict[str, Counter[tuple[str, str]]] = {name: Counter() for name in totals}
    for what, which in lost.items():
        for game, why in which.items():
            for _, entrant in rows[game].clockwise:
                games[entrant][what, why if what == "unfinished" else "transcript"] += 1
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
