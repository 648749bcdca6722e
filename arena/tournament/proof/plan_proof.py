"""Proves a plan: its games are those that planning makes of its seed and its config, in this order.

The tournament is planned once more, step by step, as its games tell the steps: rounds, newcomers
and arms, in the order in which they first appear. Whose they are a game's seed tells, which comes
from the plan's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pydantic import ValidationError

from arena.errors import ArenaError
from arena.seats.kinds import is_own
from arena.text import plural, shown
from arena.tournament.arms import arms_of
from arena.tournament.config import Sections, TournamentConfig
from arena.tournament.epoch import difference, digest_of, epoch_of
from arena.tournament.extend import config_from, with_new_arms, with_newcomers
from arena.tournament.plan import PLANNING, Condition, Plan, PlannedGame
from arena.tournament.planning import ALL, add_replicates, strata_of
from arena.tournament.schedule import game_seed, joined_by
from engine import EngineError

__all__ = ["PlanProof", "check_plan"]

OF_VERSION = frozenset({"prompts", "tools", "revision", "options"})
"""Parts of an epoch that another version of the arena may have otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanProof:
    """What is wrong with a plan, and what of it is not proven."""

    problems: tuple[str, ...]
    unproven: tuple[str, ...] = ()


def check_plan(plan: Plan) -> PlanProof:
    """Tell whether a plan is what planning makes of it; nothing raises."""
    try:
        config = config_from(plan)
        problems = [*_loose_ends(plan, config), *_epoch_problems(plan)]
        if plan.revision is None or plan.revision < PLANNING:
            old = "the schedule, which another version planned"
            return PlanProof(problems=tuple(problems), unproven=(old,))
        if plan.revision > PLANNING:
            problems.append(f"is of revision {plan.revision}, and the last one is {PLANNING}")
        else:
            problems += _Again(plan, config).problems()
    except (ArenaError, EngineError, ValidationError, ValueError, KeyError, TypeError) as error:
        return PlanProof(problems=(f"can't be planned again: {shown(str(error))}",))
    return PlanProof(problems=tuple(problems))


def _loose_ends(plan: Plan, config: TournamentConfig) -> Iterator[str]:
    """Yield what a plan has that plays no part in it, or lacks."""
    if not plan.games:
        yield "has no game"
    played = {entrant for row in plan.games for entrant in row.entrants}
    for name in plan.entrants.keys() - played:
        yield f"has an entrant who plays no game, {name}"
    for name, each in plan.entrants.items():
        if each.person and not is_own(each.spec):
            yield f"has {name} as a person, for whom {each.spec} answers"
    used = {row.condition for row in plan.games}
    for key in plan.conditions.keys() - used:
        yield f"has a condition without a game, {key}"
    newest = max((row.replicate for row in plan.games), default=0)
    if config.replicates != newest:
        yield f"has replicates = {config.replicates} in its config, and games of {newest}"
    there = {(each.ruleset, each.arm, each.control) for each in plan.conditions.values()}
    for arm in arms_of(config):
        for id_ in config.rulesets:
            if (id_, arm.arm, arm.control) not in there:
                yield f"has no condition for arm {arm.arm} of {id_}, which its config has"


def _epoch_problems(plan: Plan) -> Iterator[str]:
    """Yield what of the epochs does not follow from the conditions."""
    for key, epoch in plan.epochs.items():
        if digest_of(epoch) != key:
            yield f"has an epoch {key[:8]} whose digest is {digest_of(epoch)[:8]}"
    for key, condition in plan.conditions.items():
        if condition.epoch not in plan.epochs:
            yield f"has no epoch {condition.epoch[:8]}, that of condition {key}"
        elif condition.arm == condition.control:
            epoch = plan.epochs[condition.epoch]
            names = [name for name in epoch.entrants if name in plan.entrants]
            counted = {name: plan.entrants[name] for name in names}
            personas = {name: condition.personas[name] for name in names
                        if name in condition.personas}  # fmt: skip
            again = epoch_of(condition.ruleset, _sections(condition), counted, personas)
            kept = {name: epoch.parts.get(name) for name in OF_VERSION}
            # A game waits for a provider that is down where its config does not say.
            llm = {**again.parts["llm"], "on_outage": epoch.parts["llm"]["on_outage"]}
            parts = {**again.parts, **kept, "llm": llm}
            what = difference(epoch, again.model_copy(update={"parts": parts}))
            if what and len(names) == len(epoch.entrants):
                yield f"has an epoch {condition.epoch[:8]} that is not that of {key}: {what}"


def _sections(condition: Condition) -> Sections:
    table = condition.table
    given = {key: table[key] for key in ("rules", "limits", "talk", "llm", "models")}
    return Sections.model_validate({**given, "game_budget": table["budget"]})


class _Again:
    """A plan that is planned once more."""

    def __init__(self, plan: Plan, config: TournamentConfig) -> None:
        self._plan, self._config = plan, config
        self._done = 0
        self._made = plan.model_copy(update={"games": (), "entrants": {}})

    def problems(self) -> Iterator[str]:
        """Yield the first game that is another, or is there too many or too few."""
        plan = self._plan
        while len(self._made.games) < len(plan.games):
            before = len(self._made.games)
            problem = self._go_on(plan.games[before])
            if problem is None and len(self._made.games) == before:
                problem = f"{plan.games[before].game} is planned by nothing"
            problem = problem or self._difference(before)
            if problem is not None:
                yield problem
                return
        if self._made.entrants.keys() != plan.entrants.keys():
            yield "has its entrants in another order than they came"

    def _difference(self, before: int) -> str | None:
        for at, made in enumerate(self._made.games[before:], start=before):
            if at >= len(self._plan.games):
                many = len(self._made.games) - at
                return f"lacks {plural(many, 'game')} that planning makes, from {made.game} on"
            if self._plan.games[at] != made:
                return f"has {_said(self._plan.games[at])}, and planning makes {_said(made)}"
        return None

    def _go_on(self, row: PlannedGame) -> str | None:
        """Plan the step that begins with a row; return why there is none."""
        keys = self._in_force(len(self._made.games))
        conditions = {key: self._plan.conditions[key] for key in keys}
        if any(_place(each) == _place(row) for each in self._made.games):
            self._made = with_new_arms(self._made, self._config, keys)
        elif row.seed in self._seeds(ALL, row.replicate):
            if row.replicate != self._done + 1:
                return f"has {row.game} of round {row.replicate} behind round {self._done}"
            self._done = row.replicate
            if not self._made.games:
                self._join(self._first())
            self._made = add_replicates(self._made, self._config, [self._done], conditions)
        else:
            newcomers = self._newcomers(row)
            if newcomers is None:
                return f"has {row.game} with a seed that does not come from the plan's"
            self._join(newcomers)
            self._made = with_newcomers(
                self._made, self._config, newcomers, conditions, self._done
            )  # fmt: skip
        return None

    def _join(self, names: tuple[str, ...]) -> None:
        joined = {name: self._plan.entrants[name] for name in names}
        entrants = {**self._made.entrants, **joined}
        self._made = self._made.model_copy(update={"entrants": entrants})

    def _first(self) -> tuple[str, ...]:
        """Return the entrants of the first round, in the plan's order."""
        seeds = self._seeds(ALL, 1)
        there = {name for row in self._plan.games if row.seed in seeds for name in row.entrants}
        return tuple(name for name in self._plan.entrants if name in there)

    def _newcomers(self, row: PlannedGame) -> tuple[str, ...] | None:
        """Return who joined by a game of this seed: the next entrants of the plan, so many."""
        left = [name for name in self._plan.entrants if name not in self._made.entrants]
        for count in range(1, len(left) + 1):
            if row.seed in self._seeds(joined_by(left[:count]), row.replicate):
                return tuple(left[:count])
        return None

    def _seeds(self, kind: str, replicate: int) -> frozenset[str]:
        """Return all seeds that games of one kind and round may have."""
        return frozenset(
            game_seed(self._plan.seed, stratum, replicate, kind, line_up, square)
            for stratum in strata_of(self._config)
            for line_up in range(self._clusters)
            for square in range(stratum.size)
        )

    @cached_property
    def _clusters(self) -> int:
        return len({row.seed for row in self._plan.games})

    def _in_force(self, at: int) -> list[str]:
        """Return the conditions under which a step's games are played: those of the first game.

        Of each ruleset, that is; in the order of the plan.
        """
        found: dict[str, list[str]] = {}
        first: dict[str, object] = {}
        for row in self._plan.games[at:]:
            id_ = self._plan.conditions[row.condition].ruleset
            if first.setdefault(id_, _place(row)) == _place(row):
                found.setdefault(id_, []).append(row.condition)
            elif len(found) == len(self._config.rulesets):
                break
        return [key for keys in found.values() for key in dict.fromkeys(keys)]


def _place(row: PlannedGame) -> tuple[str, object]:
    return row.seed, row.clockwise


def _said(row: PlannedGame) -> str:
    seated = ", ".join(f"{entrant} as {name}" for name, entrant in row.clockwise)
    return (
        f"{row.game} ({row.condition}, {row.block}, round {row.replicate}, seed {row.seed[:8]}: "
        f"{seated})"
    )
