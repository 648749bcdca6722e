"""The report's sections for checking it: games, checklist, and commands that reproduce it.

The checklist has the items that a report on such a tournament must state, filled in from the data;
those that were not measured are marked so.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from arena.hash_chain import digest
from arena.models.specs import is_model_spec
from arena.reporting.view import Section, cell, count, dollars, grid, listed, listing, number, span
from arena.settings import ModelSettings, PromptVariant
from arena.text import plural
from arena.tournament.game_result import GameResult
from arena.tournament.plan import PLAN, Condition, Plan
from arena.tournament.ratings.rows import Rating
from arena.tournament.report.totals import Totals

TOLD = "Each game can be played back, with all secrets and a verdict under every claim."
SAME = (
    "The plan holds the whole schedule; with the games' transcripts it is all that ratings and "
    "tables are made from: the same games give the same tables, byte for byte. What all calls took "
    "the ledger says, and why games are not finished the log of the run."
)
HERE = "The commands are for the folder that this page is in."

NOT = "Not measured."
OWN = "the arena's own"


def checklist_section(
    plan: Plan,
    games: Sequence[GameResult],
    whole: Totals,
    rating: Rating | None,
    correlation: str,
    alike: str,
) -> Section:
    """Return the checklist; `correlation` is a sentence on duplicates, `alike` one on the ICCs."""
    rows = [
        ["Entrants", _entrants(plan)],
        ["Model settings", _settings(plan)],
        ["Prompts", _prompts(plan, games)],
        ["Talk: protocol and channels", _each(plan, _talk)],
        ["Rules and table sizes", _rules(plan)],
        ["Seeds and schedule", _seeds(plan)],
        ["Games by entrant", "Under “Failures”, with defaults, faults and their reasons."],
        ["Seat effect", "Under “Seats”." if rating and rating.seats else NOT],
        ["Correlation of duplicates", correlation],
        ["Correlation within seeds and games (ICC)", alike],
        ["Truth of claims", ("By the engine, from what each speaker had seen; occasions are in "
         "brackets under “Behaviour”.")],
        ["Judge model", "None: no claim and no promise is judged by a model."],
        ["Private reasoning", _reasoning(plan, whole)],
        ["Primary metric", "The rating as played, fixed in advance; all else stands beside it."],
        ["Intervals", "95 %, by bootstrap over seeds; those of behaviour under “All figures”."],
        ["Tokens, cost, time", _tokens(whole)],
        ["Anchors", _anchors(plan, rating)],
        ["Validation with scripted bots", "Not part of this report: see the project's own tests."],
        ["Licence", "Of the code: MIT. Of the games: theirs to say who publish them."],
    ]  # fmt: skip
    return Section(
        id="checklist", title="Checklist",
        grids=(grid("What a reader should be told", "Item|Here", rows, texts=(0, 1)),),
    )  # fmt: skip


def _entrants(plan: Plan) -> str:
    return "; ".join(f"{name}: {each.spec}" for name, each in plan.entrants.items())


def _settings(plan: Plan) -> str:
    models = [each.spec for each in plan.entrants.values() if is_model_spec(each.spec)]
    if not models:
        return "No model plays."
    said = [
        f"{spec}: {_pairs(plan.models[spec])}"
        if spec in plan.models
        else f"{spec}: as the arena presets"
        for spec in dict.fromkeys(models, "")
    ]
    return f"{'; '.join(said)}. What a provider calls its model stands in each game's calls.jsonl."


def _pairs(settings: ModelSettings) -> str:
    said: dict[str, object] = settings.model_dump(exclude_unset=True)
    return (
        ", ".join(f"{key} {_plain(each)}" for key, each in said.items()) or "as the arena presets"
    )


def _prompts(plan: Plan, games: Sequence[GameResult]) -> str:
    found = sorted({each.prompts for each in games} - {""})
    digests = f"SHA-256 {', '.join(found)}" if found else "No model has played."
    whose = _each(plan, _whose_prompts)
    return digests if whose == OWN else f"{whose}. {digests}"


def _whose_prompts(condition: Condition) -> str:
    """Return the name of an arm's prompts, and the templates that differ from the arena's own."""
    given = condition.part("llm").get("prompts")
    own = PromptVariant.model_validate(given) if given else None
    return f"{own.name} ({', '.join(own.templates)})" if own else OWN


def _each(plan: Plan, said: Callable[[Condition], str]) -> str:
    """Return a description of all conditions, or one by arm where they differ."""
    found = {each.arm: said(each) for each in plan.conditions.values()}
    if len(set(found.values())) == 1:
        return next(iter(found.values()))
    return "; ".join(f"{arm}: {each}" for arm, each in found.items())


def _talk(condition: Condition) -> str:
    talk = condition.part("talk")
    return ", ".join(
        f"{key} {_plain(talk[key])}"
        for key in ("protocol", "turns", "replies", "messages", "speakers", "whispers", "claims")
        if key in talk
    )


def _plain(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _rules(plan: Plan) -> str:
    sizes = sorted({len(each.clockwise) for each in plan.games})
    rules = _each(plan, lambda each: f"{each.ruleset} {each.part('rules') or ''}")
    return f"{rules.strip()}, tables of {listed([str(each) for each in sizes])}"


def _seeds(plan: Plan) -> str:
    seeds = len({each.seed for each in plan.games})
    return f"{plural(seeds, 'seed')} for {plural(len(plan.games), 'game')}; all of it in plan.json."


def _reasoning(plan: Plan, whole: Totals) -> str:
    known = {each.entrant for each in whole.seats if each.reasoning}
    told = [name for name in plan.entrants if name in known]
    if not told:
        return "No provider told of any."
    return f"Tokens of it are told of {listed(told)}; what is in it is not measured."


def _tokens(whole: Totals) -> str:
    known = sum(each.cost for each in whole.seats if each.cost is not None)
    more = " and what has no known price" if whole.cost is None else ""
    sent, made = count(whole.total("input")), count(whole.total("output"))
    return f"{sent} in, {made} out, {dollars(known)}{more}; more under “Cost”."


def _anchors(plan: Plan, rating: Rating | None) -> str:
    anchors = [name for name, each in plan.entrants.items() if each.anchor]
    if not anchors:
        return "None: seasons can't be linked."
    elo = {each.entrant: each.elo for each in (rating.entrants if rating else ())}
    return "; ".join(
        f"{name}: {number(elo[name].value)} ({span(elo[name].low, elo[name].high)})"
        if name in elo
        else f"{name}: not rated"
        for name in anchors
    )


def games_section(games: Sequence[GameResult], pages: Mapping[str, str]) -> Section:
    """Return the section on all finished games, with links to the viewer."""
    found = listing("All finished games", games, [
        ("Game", lambda each: cell(each.game, href=pages.get(each.game, ""))),
        ("Ruleset", lambda each: each.ruleset),
        ("Arm", lambda each: each.arm),
        ("Seed", lambda each: each.seed),
        ("Rounds", lambda each: count(each.rounds)),
        ("How it ended: place, entrant, points", _ending),
        ("", lambda each: "" if each.rated else "not rated"),
    ], texts=(0, 1, 2, 3, 5, 6), folded=True)  # fmt: skip
    return Section(id="games", title="Games", said=(TOLD,) if pages else (), grids=(found,))


def _ending(game: GameResult) -> str:
    seats = sorted((each.place, each.position, each.entrant, each.points) for each in game.seats)
    return "; ".join(f"{place}. {entrant} {points}" for place, _, entrant, points in seats)


def reproduce_section(folder: Path, plan: Plan, versions: Mapping[str, str]) -> Section:
    """Return the section on the sources of the report, and the commands that reproduce it.

    Commands are for the page's own folder, so that the page does not depend on its place.
    """
    known = [["plan.json, SHA-256", digest((folder / PLAN).read_bytes())]]
    known += [["Seed of the plan", plan.seed]]
    known += [
        [f"Epoch of {each.ruleset}, {each.arm}", each.epoch] for each in plan.conditions.values()
    ]
    if plan.pool is not None:
        known += [[f"Plan of the pool, {plan.pool.name}", plan.pool.digest]]
    known += [[package, version] for package, version in versions.items()]
    return Section(
        id="reproduce", title="Do it again",
        said=(SAME, HERE),
        grids=(grid("Digests and versions", "What|Value", known, texts=(0, 1)),),
        commands=(
            "arena tournament report .",
            "arena analyze .",
            "arena verify .",
            f"arena replay games/{plan.games[0].game} --as all" if plan.games else "",
        ),
        notes=(
            (f"To cite: {plan.name}, a tournament of {plural(len(plan.games), 'planned game')} in "
            f"horror-arena {versions.get('horror-arena', '')}, plan {known[0][1][:16]}."),
        ),
    )  # fmt: skip
