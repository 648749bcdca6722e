"""The report's section on the models that answered, and sentences about their changes."""

from collections.abc import Sequence

from arena.reporting.view import Section, cell, count, listed, listing
from arena.text import escaped, plural
from arena.tournament.game_result import GameResult
from arena.tournament.plan import Plan
from arena.tournament.response_models import (
    ModelUse,
    change_in,
    mixed_games,
    model_names,
    model_uses,
)

NOT_SAID = "not said"
"""Shown where replies name no model."""
SOME = 5
"""Largest number of models or games that a sentence lists."""
SAID = (
    "A model is asked by the name in its SPEC; which model answered is what its server's replies "
    "say, and nothing here can prove it. A fingerprint tells how a server runs the model."
)


def answering_section(plan: Plan, games: Sequence[GameResult]) -> Section | None:
    """Return the section on each entrant's models; None: there were no replies."""
    uses = model_uses(games)
    rows = [(name, each) for name in plan.entrants for each in uses.get(name, ())]
    if not rows:
        return None
    found = listing("By entrant, in the order of time", rows, [
        ("Entrant", lambda row: row[0]),
        ("SPEC", lambda row: cell(plan.entrants[row[0]].spec)),
        ("Model that answered", lambda row: row[1].model or NOT_SAID),
        ("Fingerprint", lambda row: row[1].fingerprint),
        ("Replies", lambda row: count(row[1].calls)),
        ("Games", lambda row: count(len(row[1].games))),
        ("First reply (UTC)", lambda row: f"{_time(row[1].first_at)}, {row[1].games[0]}"),
        ("Last reply (UTC)", lambda row: f"{_time(row[1].last_at)}, {row[1].last_game}"),
    ], texts=(0, 1, 2, 3, 6, 7))  # fmt: skip
    return Section(id="models", title="Models that answered", said=(SAID,), grids=(found,))


def answering_sentence(games: Sequence[GameResult]) -> str | None:
    """Return the sentence on the models of entrants whose model did not change; None: none."""
    same = {
        name: model_names(uses)[0] or NOT_SAID
        for name, uses in model_uses(games).items()
        if not change_in(uses)
    }
    if not same:
        return None
    named = (f"{escaped(name)} {escaped(model)}" for name, model in sorted(same.items()))
    return f"Models that answered, as replies name them: {'; '.join(named)}."


def change_marks(games: Sequence[GameResult]) -> dict[str, str]:
    """Return by entrant a mark beside its rating where its model changed in these games."""
    found = {name: change_in(uses) for name, uses in model_uses(games).items()}
    return {name: f"{what} changed" for name, what in found.items() if what is not None}


def changes_of(plan: Plan, games: Sequence[GameResult]) -> dict[str, str]:
    """Return by entrant a sentence on its models, where they changed."""
    uses, mixed = model_uses(games), mixed_games(games)
    return {
        name: _sentence(name, plan.entrants[name].spec, uses[name], mixed.get(name, ()))
        for name in plan.entrants
        if change_in(uses.get(name, ()))
    }


def _sentence(name: str, spec: str, uses: Sequence[ModelUse], mixed: Sequence[str]) -> str:
    what = {"model": "model that answered", "fingerprint": "fingerprint of the model"}
    changed = what[change_in(uses) or "model"]
    shown = "; ".join(map(_used, uses[:SOME]))
    more = f"; and {len(uses) - SOME} more" if len(uses) > SOME else ""
    within = f" It changed within {_games(mixed)}." if mixed else ""
    return f"{listed([name])} ({escaped(spec)}): the {changed} changed: {shown}{more}.{within}"


def _used(of: ModelUse) -> str:
    name = escaped(of.model or NOT_SAID)
    name += f" ({escaped(of.fingerprint)})" if of.fingerprint else ""
    first = f"{of.games[0]} at {_time(of.first_at)}"
    last = f"{of.last_game} at {_time(of.last_at)}"
    return f"{name} from {first} to {last} UTC, {plural(of.calls, 'reply', 'replies')}"


def _games(of: Sequence[str]) -> str:
    if len(of) > SOME:
        return f"{', '.join(of[:SOME])} and {plural(len(of) - SOME, 'more game')}"
    return listed(of)


def _time(at: str) -> str:
    """Return a time as `2026-11-27 11:50:53`; clocks of records are in UTC."""
    return escaped(at[:19].replace("T", " "))
