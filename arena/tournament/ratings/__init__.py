"""Ratings of a tournament: batch Plackett-Luce, its bootstrap, and what stands beside it.

`ratings_of(results, plan).data()` is one JSON document. An **interval** is `{value, low, high}`,
with null where there is none (95 %, by bootstrap over seeds).

ratings           1, the version of this form
settings          draws, seed, level, defaulted, few, shuffles
labels            what each figure is, by its key, in words
games             {finished, unrated: [ids of games where a house bot took over]}
anchors, people   entrants
groups[]          games that are rated together (`selection.py`); without people first
  control, people, epochs {ruleset: epoch}, games (finished)
  alike[]         entrants that are one, and games that only exchange them (`alike.py`)
  repeated        how many games repeat another record for record: ratings leave them out
  ratings         {as_played, without_defaults}, each a **rating**:
    games, seeds, penalised, log_likelihood
    confounded[]  entrants that these games don't tell from their seats: without intervals
    pools[]       entrants that games link; groups[] from the best, separated if more than pools
    entrants[]    best first: entrant, pool, games (seats, where it sits more than once at a table),
                  seeds (effective), worth (interval, log-odds),
                  elo (interval), rank (interval), ranks[] (P of each rank), top[] (P of rank 1, of
                  rank 1 or 2, ...), above_anchors (interval, Elo; null),
                  separated: above, below, both, or null (no game bounds it from that side, so high,
                  low or both are null; `separation.py`), same_as: who it is one with; null
    pairs[]       first, second, elo (interval of the difference), above = P(first above second;
                  null where no results compare them), separated
    seats[]       ruleset, size, position, games, log_odds (interval), elo (interval), separated
    ties[]        ruleset, size, order, log_delta
  by_stratum[]    ruleset, size (null: all), rating; empty where there is one stratum
  figures[]       by name: entrant, games, defaults_by_reason, faults, total_cost, and by the keys
                  of `labels` an interval with opportunities
  duplicates      complete, incomplete (how many); against_others[] {entrant, interval,
                  opportunities}; pairs[] {first, second, interval, opportunities}: points;
                  rho_first (of the first 50), rho: {duplicates, rho (interval),
                  standard_error_multiplier}
  correlations[]  what (points, lies, promises), within (seed, game), icc (interval), groups,
                  values, design_effect (`intraclass.py`)
  corrected       null, or entrants[] {entrant, points (interval)}, width_ratio (`chance.py`)
  robustness      null, or top, dropped (games), changes, new_tops[], closest, gap and gap_after
                  (Elo, top above closest), games[] (dropped), fewest (games whose loss changes the
                  top; null: more than 10 %), fewest_share
  controlled      null, or penalised, slopes[] {control, log_odds (interval)}, entrants[] {entrant,
                  elo (interval), separated} (`controls.py`)
  warnings[]      sentences
arms[]            arm, control, is_null, null (the null arm's name), pairs (games), seeds,
                  effects[]: outcome, entrant (null: all), effect (interval), null_effect, p, p_holm
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.tournament.ratings.ratings import Ratings, ratings_of

__all__ = ["Ratings", "ratings_of"]


def __getattr__(name: str) -> object:
    """Return what is public, once it is asked for: the live board does without numpy."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from arena.tournament.ratings import ratings

    return getattr(ratings, name)
