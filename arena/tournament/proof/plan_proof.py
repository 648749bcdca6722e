"""Verifies a plan by planning it again: its games must follow from its seed and config, in order.

Planning is repeated step by step: rounds, newcomers and arms, in the order in which they first
appear. A game's seed, which is derived from the plan's, shows to which step it belongs.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from pydantic import ValidationError

from arena.errors import ArenaError
from arena.seats.kinds import is_own
from arena.text import plural, shown
from arena.tournament.arms import arms_of
from arena.tournament.config import TournamentConfig
from arena.tournament.epoch import difference, digest_of, epoch_of, sections_of
from arena.tournament.extend import config_from, with_new_arms, with_newcomers
from arena.tournament.partial_rounds import PART
from arena.tournament.plan import PLANNING, Plan, PlannedGame, part_of
from arena.tournament.rounds import ALL, Rounds, strata_of
from arena.tournament.schedule import game_seed, joined_by
from engine import EngineError

OF_VERSION = frozenset({"prompts", "tools", "revision", "options"})
"""Parts of an epoch that may differ in another version of the arena."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """The problems of a part of a tournament, and what could not be verified: a sentence each."""

    problems: tuple[str, ...]
    unproven: tuple[str, ...] = ()


def check_plan(plan: Plan) -> Findings:
    """Return the problems of a plan; raises nothing."""
    try:
        config = config_from(plan)
        problems = [*_loose_ends(plan, config), *_epoch_problems(plan)]
        if plan.revision is None or plan.revision < PLANNING:
            old = "the schedule, which another version planned"
            return Findings(problems=tuple(problems), unproven=(old,))
        if plan.revision > PLANNING:
            problems.append(f"is of revision {plan.revision}, and the last one is {PLANNING}")
        else:
            problems += _Again(plan, config).problems()
    except (ArenaError, EngineError, ValidationError, ValueError, KeyError, TypeError) as error:
        return Findings(problems=(f"can't be planned again: {shown(str(error))}",))
    return Findings(problems=tuple(problems))


def _loose_ends(plan: Plan, config: TournamentConfig) -> Iterator[str]:
    """Yield the parts of a plan that no game uses, and those that are missing."""
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
    there = {(each.ruleset, each.arm, each.control) for each in plan.conditions.values()}
    for arm in arms_of(config):
        for id_ in config.rulesets:
            if (id_, arm.arm, arm.control) not in there:
                yield f"has no condition for arm {arm.arm} of {id_}, which its config has"


def _epoch_problems(plan: Plan) -> Iterator[str]:
    """Yield the parts of epochs that do not follow from the conditions."""
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
            again = epoch_of(condition.ruleset, sections_of(condition), counted, personas)
            kept = {name: epoch.parts.get(name) for name in OF_VERSION}
            # Conditions have `pause` where the config has no `on_outage`.
            waits = part_of(epoch.parts, "llm")["on_outage"]
            llm = {**part_of(again.parts, "llm"), "on_outage": waits}
            parts = {**again.parts, **kept, "llm": llm}
            what = difference(epoch, again.model_copy(update={"parts": parts}))
            if what and len(names) == len(epoch.entrants):
                yield f"has an epoch {condition.epoch[:8]} that is not that of {key}: {what}"


class _Again:
    """A plan that is planned again."""

    def __init__(self, plan: Plan, config: TournamentConfig) -> None:
        self._plan, self._config = plan, config
        self._seeds = dict[int, frozenset[str]]()
        empty = plan.model_copy(update={"games": (), "entrants": {}})
        self._made = Rounds(plan=empty, config=config, conditions={}, whole=0, is_begun=False)

    @property
    def _rows(self) -> tuple[PlannedGame, ...]:
        return self._made.plan.games

    def problems(self) -> Iterator[str]:
        """Yield the first game that differs, is missing or is too many."""
        plan = self._plan
        while len(self._rows) < len(plan.games):
            before = len(self._rows)
            problem = self._go_on(plan.games[before])
            if problem is None and len(self._rows) == before:
                problem = f"{plan.games[before].game} is planned by nothing"
            problem = problem or self._difference(before)
            if problem is not None:
                yield problem
                return
        if self._made.plan.entrants.keys() != plan.entrants.keys():
            yield "has its entrants in another order than they came"
        kept = plan.config["replicates"], "games" in plan.config
        if kept != (self._made.whole, self._made.is_begun):
            begun = " and one that is begun" if self._made.is_begun else ""
            yield f"has {plural(self._made.whole, 'round')}{begun}, and its config says otherwise"

    def _difference(self, before: int) -> str | None:
        for at, made in enumerate(self._rows[before:], start=before):
            if at >= len(self._plan.games):
                many = len(self._rows) - at
                return f"lacks {plural(many, 'game')} that planning makes, from {made.game} on"
            if self._plan.games[at] != made:
                return f"has {_said(self._plan.games[at])}, and planning makes {_said(made)}"
        return None

    def _go_on(self, row: PlannedGame) -> str | None:
        """Plan the step that begins with a row; return a problem, None: there is none."""
        keys = self._in_force(len(self._rows))
        conditions = {key: self._plan.conditions[key] for key in keys}
        if any(_place(each) == _place(row) for each in self._rows):
            plan = with_new_arms(self._made.plan, self._config, keys)
            both = {**self._made.conditions, **conditions}
            self._made = replace(self._made, plan=plan, conditions=both)
            return None
        if self._rows and not conditions.keys() & self._made.conditions.keys():  # a new epoch
            whole = max(each.replicate for each in self._rows)
            self._made = replace(self._made, whole=whole, is_begun=False)
        self._made = replace(self._made, conditions=conditions)
        if self._is_of_round(row):
            self._made = self._with_rounds(self._segment(len(self._rows), set(keys)), len(keys))
            return None
        newcomers = self._newcomers(row)
        if newcomers is None:
            return f"has {row.game} with a seed that does not come from the plan's"
        plan = with_newcomers(
            self._joined(newcomers), self._config, newcomers, conditions, self._made.whole
        )
        self._made = replace(self._made, plan=plan)
        return None

    def _segment(self, begin: int, keys: Collection[str]) -> Sequence[PlannedGame]:
        """Return the next rows that belong to rounds, under these conditions."""
        there = {_place(each) for each in self._rows}
        return tuple(
            takewhile(
                lambda row: row.condition in keys and _place(row) not in there
                and self._is_of_round(row),
                self._plan.games[begin:],
            )
        )  # fmt: skip

    def _with_rounds(self, segment: Sequence[PlannedGame], count: int) -> Rounds:
        """Return the rounds extended by a segment, however it was planned, or by the next step."""
        made = self._made
        if not made.plan.games:
            there = {name for row in segment for name in row.entrants}
            names = tuple(name for name in self._plan.entrants if name in there)
            made = replace(made, plan=self._joined(names))
        found = self._steps(made, segment, count, set())
        return next(self._tries(made, segment, count)) if found is None else found

    def _steps(
        self, made: Rounds, segment: Sequence[PlannedGame], count: int, tried: set[object]
    ) -> Rounds | None:
        """Return the rounds extended by a whole segment; None: no sequence of commands plans it."""
        for each in self._tries(made, segment, count):
            more = len(each.plan.games) - len(made.plan.games)
            state = len(each.plan.games), each.whole, each.is_begun
            if more <= 0 or state in tried or each.plan.games[-more:] != tuple(segment[:more]):
                continue
            tried.add(state)
            if more == len(segment):
                return each
            found = self._steps(each, segment[more:], count, tried)
            if found is not None:
                return found
        return None

    def _tries(self, made: Rounds, segment: Sequence[PlannedGame], count: int) -> Iterator[Rounds]:
        """Yield the possible results of the next command, the largest first."""
        arms = len(arms_of(self._config))
        each_game = count // len({self._plan.conditions[row.condition].ruleset for row in segment})
        newest = max(row.replicate for row in segment)
        if made.is_begun:
            yield made.completed()
        if newest > made.whole:
            yield made.with_replicates(newest)
        for games in range(len(segment) // each_game, 0, -1):
            yield made.with_games(len(made.plan.games) + games * arms)

    def _joined(self, names: tuple[str, ...]) -> Plan:
        joined = {name: self._plan.entrants[name] for name in names}
        entrants = {**self._made.plan.entrants, **joined}
        return self._made.plan.model_copy(update={"entrants": entrants})

    def _newcomers(self, row: PlannedGame) -> tuple[str, ...] | None:
        """Return the next entrants of the plan whom a game of this seed adds; None: nobody."""
        left = [name for name in self._plan.entrants if name not in self._made.plan.entrants]
        for count in range(1, len(left) + 1):
            if row.seed in self._seeds_of(row.replicate, joined_by(left[:count])):
                return tuple(left[:count])
        return None

    def _is_of_round(self, row: PlannedGame) -> bool:
        """Return True if a game's seed belongs to its round, complete or not."""
        if row.replicate not in self._seeds:
            self._seeds[row.replicate] = self._seeds_of(row.replicate, ALL, PART)
        return row.seed in self._seeds[row.replicate]

    def _seeds_of(self, replicate: int, *kinds: str) -> frozenset[str]:
        """Return all possible seeds of a round's games, in line-ups of these kinds."""
        by_round = Counter(row.replicate for row in self._plan.games)
        return frozenset(
            game_seed(self._plan.seed, stratum, replicate, kind, line_up, square)
            for kind in kinds
            for stratum in strata_of(self._config)
            for line_up in range(
                max(by_round.values()) + 1
            )  # an upper bound of the numbers of line-ups
            for square in range(stratum.size)
        )

    def _in_force(self, at: int) -> list[str]:
        """Return the conditions of each ruleset's next game, from this row on, in plan order."""
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
