"""Mall of Horror, point by point, for who compares it with another game (rules.md section 22)."""

from engine.rules.moh.build import MohRules
from engine.rules.moh.policies import TOGETHER, AnyIfOneIsFull
from engine.rules.moh.tables import (
    BREAK_IN,
    DICE,
    DOOM,
    FEW_PLAYERS,
    LAST_FEW,
    LAST_FEW_OF_MOST,
    MOST_PLAYERS,
)
from engine.rules.points import POINTS
from engine.rules.text import Rule

__all__ = ["points"]


def points(rules: MohRules) -> tuple[Rule, ...]:
    """Return an answer to every point, with the numbers and readings of this table."""
    limit = rules.policies.zombies.limit
    answers = (
        ("MOH-45", _entry(rules)),
        ("MOH-42", "no zombie"),
        ("MOH-42", "at the start of F"),
        ("MOH-21", _tie(rules)),
        ("MOH-16", "one lap before the ballot"),
        ("MOH-27", "under the deck"),
        ("MOH-33", "the Chief announces a destination if elected this round"),
        ("MOH-39", "any own character that is elsewhere goes to the parking lot, or stays there"),
        ("MOH-41", "instead of the move to the destination"),
        ("MOH-38", f"{DOOM} zombies at an empty location, tested in E"),
        ("MOH-58", "they stay" if rules.policies.parking.empty_stay else "they are removed"),
        ("MOH-30", f"always {DICE}"),
        ("MOH-50", "they stay, but for the parking lot"),
        ("MOH-66", _eliminated(rules)),
        ("MOH-68", _end(rules)),
        ("MOH-69", "most cards, then shared"),
        ("MOH-10", _set_up(rules)),
        ("MOH-7", f"location {rules.places.shop} with 3 or {FEW_PLAYERS} players"),
        ("MOH-37", "ignored"),
        ("GAP-M-19", "unlimited" if limit is None else f"unlimited, {limit} zombies in all"),
        ("MOH-37", "before the moves"),
        ("MOH-56", "one vote"),
        ("MOH-65", "until the end of the round"),
    )
    return tuple(
        Rule(clause, text, heading) for heading, (clause, text) in zip(POINTS, answers, strict=True)
    )


def _entry(rules: MohRules) -> str:
    place = rules.places[rules.places.supermarket].name
    return f"zombies as many as the strength, or more; {BREAK_IN} always at the {place}"


def _tie(rules: MohRules) -> str:
    drawn = "character" if rules.policies.second_tie.draws_characters else "player"
    return f"a re-vote by all; then nobody, or in an attack a {drawn} by lot"


def _eliminated(rules: MohRules) -> str:
    often = "a zombie every round" if rules.policies.revenge.every_round else "one zombie"
    return f"votes in every re-vote, and brings {often}"


def _end(rules: MohRules) -> str:
    moment = rules.policies.end
    when = "at once" if TOGETHER in moment.at_once else "at the end of the round"
    if moment.at_once and TOGETHER not in moment.at_once:
        when = "at the end of the round, at once where few live"
    if moment.remembered:
        when = "at the end of a round in which it held"
    few = f"at most {LAST_FEW} living ({LAST_FEW_OF_MOST} with {MOST_PLAYERS} players)"
    return f"{few}, or all in one location but the parking lot; {when}"


def _set_up(rules: MohRules) -> str:
    return (
        "any location with room"
        if isinstance(rules.policies.setup_die, AnyIfOneIsFull)
        else "the other die, then any location with room"
    )
