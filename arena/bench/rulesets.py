"""A few figures of every ruleset: its engine, the talk of house bots, how well they play."""

from functools import partial
from pathlib import Path

import engine
from arena.bench import engine_rates, strength, talk
from arena.bench.sampling import Count, Sampler, in_turns
from arena.settings import TalkRules

__all__ = ["OPPONENTS", "ruleset_figures"]

OPPONENTS = ("random", "random", "random")


def ruleset_figures(
    out: Path, *, rounds: int, seconds: float, talks: int, wins: int
) -> list[dict[str, object]]:
    """Measure every ruleset in turns; return a row each.

    `rounds` turns of `seconds` of processor time for the engine, `talks` games of five house bots
    that talk, `wins` games of one house bot against three random seats.
    """
    samplers: dict[str, Sampler] = {
        f"{ruleset} {views}": partial(_play, ruleset, views=views)
        for ruleset in engine.rulesets()
        for views in (False, True)
    }
    rates = in_turns(samplers, rounds=rounds, seconds=seconds)
    rows = []
    for ruleset in engine.rulesets():
        plain, with_view = rates[f"{ruleset} False"], rates[f"{ruleset} True"]
        spoken, _ = talk.played(out / ruleset, TalkRules(), talks, ruleset)
        share, *_ = strength.win_shares(ruleset, ("house", *OPPONENTS), wins, "bench")
        rows.append(
            {
                "ruleset": ruleset,
                "decisions_per_second": plain["decisions"],
                "decisions_per_second_with_view": with_view["decisions"],
                "decisions_per_game": plain["decisions"] / plain["games"],
                "seat_turns_median": talk.seat_turns_median(spoken),
                "speeches_per_game": sum(each["speeches"] for each in spoken) / talks,
                "messages_per_game": sum(each["messages"] for each in spoken) / talks,
                "claims_per_game": sum(each["claims"] for each in spoken) / talks,
                "transcript_bytes_per_game": sum(each["bytes"] for each in spoken) / talks,
                "house_share": share.share,
                "house_low": share.low,
                "house_high": share.high,
                "house_games": share.games,
            }
        )
    return rows


def _play(ruleset: str, seed: int, *, views: bool) -> Count:
    return {"decisions": engine_rates.play(seed, views=views, ruleset=ruleset), "games": 1}
