"""Proves a plan: its games are those that planning makes of its seed and its config, in this order.

The tournament is planned once more, step by step, as its games tell the steps: rounds, newcomers
and arms, in the order in which they first appear. Whose they are a game's seed tells, which comes
from the plan's.
"""

from collections.abc import Iterator, KeysView
from dataclasses import dataclass, replace
from functools import cached_property

from pydantic import ValidationError

from arena.errors import ArenaError
from arena.seats.kinds import is_own
from arena.text import plural, shown
from arena.tournament.arms import arms_of
from arena.tournament.config import Sections, TournamentConfig
from arena.tournament.epoch import difference, digest_of, epoch_of
from arena.tournament.extend import config_from, with_new_arms, with_newcomers
from arena.tournament.partial_rounds import PART
from arena.tournament.plan import PLANNING, Condition, Plan, PlannedGame
from arena.tournament.rounds import ALL, Rounds, strata_of
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
    for name in plan.entrants.keys() - played if "games" not in plan.config else ():
        yield f"has an entrant who plays no game, {name}"
    for name, each in plan.entrants.items():
        if each.person and not is_own(each.spec):
            yield f"has {name} as a person, for whom {each.spec} answers"
    used = {row.condition for row in plan.games}
    for key in plan.conditions.keys() - used:
        yield f"has a condition without a game, {key}"
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
        none = plan.model_copy(update={"games": (), "entrants": {}})
        self._made = Rounds(plan=none, config=config, conditions={}, whole=0, is_begun=False)
        self._seeds_of: dict[tuple[str, int], frozenset[str]] = {}

    def problems(self) -> Iterator[str]:
        """Yield the first game that is another, or is there too many or too few."""
        plan = self._plan
        while self._count < len(plan.games):
            before = self._count
            problem = self._go_on(plan.games[before])
            if problem is None and self._count == before:
                problem = f"{plan.games[before].game} is planned by nothing"
            if problem is not None:
                yield problem
                return
        if self._made.plan.entrants.keys() != plan.entrants.keys():
            yield "has its entrants in another order than they came"
        whole, is_begun = plan.config.get("replicates"), "games" in plan.config
        if (whole, is_begun) != (self._made.whole, self._made.is_begun):
            more = " and a part" if self._made.is_begun else ""
            yield (
                f"has replicates = {whole} in its config{' and games' if is_begun else ''}, and "
                f"its games are {plural(self._made.whole, 'round')}{more}"
            )

    @property
    def _count(self) -> int:
        return len(self._made.plan.games)

    def _difference(self, made: Plan) -> tuple[int, str] | None:
        """Return which game is the first that is another than the plan's, and how; None: none."""
        there, before = self._plan.games, self._count
        for at, game in enumerate(made.games[before:], start=before):
            if at >= len(there):
                many = len(made.games) - at
                return at, f"lacks {plural(many, 'game')} that planning makes, from {game.game} on"
            if there[at] != game:
                return at, f"has {_said(there[at])}, and planning makes {_said(game)}"
        return None

    def _go_on(self, row: PlannedGame) -> str | None:
        """Plan the step that begins with a row; return why there is none."""
        keys = self._in_force(self._count)
        made = self._made.plan
        if any(_place(each) == _place(row) for each in made.games):
            return self._took(with_new_arms(made, self._config, list(keys)))
        conditions = {key: self._plan.conditions[key] for key in keys}
        if self._made.conditions and not keys & self._made.conditions.keys():  # a new epoch
            newest = max(each.replicate for each in made.games)
            self._made = replace(self._made, whole=newest, is_begun=False)
        self._made = replace(self._made, conditions=conditions)
        if row.seed in self._of_rounds(row.replicate):
            if not made.games:
                self._join(self._first())
            return self._add_rounds()
        newcomers = self._newcomers(row)
        if newcomers is None:
            return f"has {row.game} with a seed that does not come from the plan's"
        self._join(newcomers)
        return self._took(with_newcomers(
            self._made.plan, self._config, newcomers, conditions, self._made.whole
        ))  # fmt: skip

    def _took(self, plan: Plan) -> str | None:
        """Take a plan with more games, or return which of them is another."""
        wrong = self._difference(plan)
        if wrong is None:
            self._put(plan)
        return wrong and wrong[1]

    def _add_rounds(self) -> str | None:
        """Plan rounds, and a part of one: as many as were planned in one go, up to another step."""
        farthest = (-1, "")
        for found in self._possible_rounds():
            wrong = self._difference(found.plan)
            if wrong is None and len(found.plan.games) > self._count:
                self._made = found
                return None
            farthest = max(farthest, wrong or farthest, key=lambda each: each[0])
        return farthest[1] or None

    def _possible_rounds(self) -> Iterator[Rounds]:
        """Yield what planning makes of so many games as there are, a round, or a part of one."""
        made, arms = self._made, len(arms_of(self._config))
        most = self._games_of_rounds() // max(1, len(made.conditions) // len(self._config.rulesets))
        yield made.with_games(self._count + most * arms)
        one = made.completed() if made.is_begun else made.with_replicates(made.whole + 1)
        yield one
        longest = 2 * (len(one.plan.games) - self._count)  # disjoint tables: two rounds are one
        for games in range(min(most - 1, longest), 0, -1):
            yield made.with_games(self._count + games * arms)

    def _games_of_rounds(self) -> int:
        """Return how many games there are up to the next that newcomers or new arms brought."""
        there = {_place(each) for each in self._made.plan.games}
        keys, count = self._made.conditions.keys(), 0
        for row in self._plan.games[self._count :]:
            is_round = row.seed in self._of_rounds(row.replicate)
            if row.condition not in keys or not is_round or _place(row) in there:
                break
            count += 1
        return count

    def _of_rounds(self, replicate: int) -> frozenset[str]:
        """Return all seeds that games of one round may have."""
        return self._seeds(ALL, replicate) | self._seeds(PART, replicate)

    def _put(self, plan: Plan) -> None:
        self._made = replace(self._made, plan=plan)

    def _join(self, names: tuple[str, ...]) -> None:
        joined = {name: self._plan.entrants[name] for name in names}
        made = self._made.plan
        self._put(made.model_copy(update={"entrants": {**made.entrants, **joined}}))

    def _first(self) -> tuple[str, ...]:
        """Return the entrants of the first round, in the plan's order.

        Those of a part may have no game yet, but nobody comes before it is a whole round.
        """
        if all(row.seed in self._of_rounds(row.replicate) for row in self._plan.games):
            return tuple(self._plan.entrants)
        seeds = self._of_rounds(1)
        there = {name for row in self._plan.games if row.seed in seeds for name in row.entrants}
        return tuple(name for name in self._plan.entrants if name in there)

    def _newcomers(self, row: PlannedGame) -> tuple[str, ...] | None:
        """Return who joined by a game of this seed: the next entrants of the plan, so many."""
        left = [name for name in self._plan.entrants if name not in self._made.plan.entrants]
        for count in range(1, len(left) + 1):
            if row.seed in self._seeds(joined_by(left[:count]), row.replicate):
                return tuple(left[:count])
        return None

    def _seeds(self, kind: str, replicate: int) -> frozenset[str]:
        """Return all seeds that games of one kind and round may have."""
        known = self._seeds_of
        if (kind, replicate) not in known:
            known[kind, replicate] = self._possible_seeds(kind, replicate)
        return known[kind, replicate]

    def _possible_seeds(self, kind: str, replicate: int) -> frozenset[str]:
        return frozenset(
            game_seed(self._plan.seed, stratum, replicate, kind, line_up, square)
            for stratum in strata_of(self._config)
            for line_up in range(self._clusters)
            for square in range(stratum.size)
        )

    @cached_property
    def _clusters(self) -> int:
        return len({row.seed for row in self._plan.games})

    def _in_force(self, at: int) -> KeysView[str]:
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
        return {key: None for keys in found.values() for key in keys}.keys()


def _place(row: PlannedGame) -> tuple[str, object]:
    return row.seed, row.clockwise


def _said(row: PlannedGame) -> str:
    seated = ", ".join(f"{entrant} as {name}" for name, entrant in row.clockwise)
    return (
        f"{row.game} ({row.condition}, {row.block}, round {row.replicate}, seed {row.seed[:8]}: "
        f"{seated})"
    )
