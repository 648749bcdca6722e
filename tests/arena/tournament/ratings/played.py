"""Games for the tests of ratings, played by nobody."""

from collections.abc import Sequence

import numpy as np

from arena.tournament.game_result import GameResult, SeatResult
from arena.tournament.ratings.rankings import Floats, Rankings, rankings_of


def seat(
    entrant: str, position: int = 0, place: int = 1, points: int = 0, **more: object
) -> SeatResult:
    """Return a seat of a bot that said and did nothing, but for what is given."""
    plain: dict[str, object] = {
        "survived": points > 0, "decisions": 10, "corrections": 0, "defaults": {},
        "replaced": False, "speeches": 0, "characters": 0, "statements": 0, "lies": 0,
        "reports": 0, "false_reports": 0, "kept": 0, "broken": 0, "calls": 0, "input": 0,
        "output": 0, "reasoning": 0, "cost": 0.0, "seconds": 0.0, "faults": {},
    }  # fmt: skip
    return SeatResult(
        entrant=entrant, seat=f"Seat {position}", position=position, place=place, points=points,
        **{**plain, **more},  # type: ignore[arg-type]
    )  # fmt: skip


def game(
    name: str,
    line_up: Sequence[str],
    points: Sequence[int],
    *,
    seed: str = "s",
    ruleset: str = "moh",
    arm: str = "control",
    epoch: str = "e",
    seats: Sequence[dict[str, object]] | None = None,
) -> GameResult:
    """Return a game; places follow from points; `seats` says what else of each."""
    extra = seats or [{} for _ in line_up]
    return GameResult(
        game=name, ruleset=ruleset, seed=seed, arm=arm, epoch=epoch,
        block="/".join(sorted(line_up)),
        seats=tuple(
            seat(who, at, 1 + sum(other > points[at] for other in points), points[at], **extra[at])
            for at, who in enumerate(line_up)
        ),
    )  # fmt: skip


def rotations(
    names: Sequence[str],
    seeds: int,
    *,
    strength: Sequence[float] | None = None,
    luck: float = 1.0,
    noise: float = 1.0,
    arm: str = "control",
    ruleset: str = "moh",
    drawn: int = 1,
) -> list[GameResult]:
    """Return complete duplicates: of each seed, the line-up in every rotation.

    Points are strength, what the seed gives a seat (standard deviation `luck`), and noise.
    """
    worth = np.zeros(len(names)) if strength is None else np.array(strength)
    size = len(names)
    games = []
    for seed in range(seeds):
        dealt = np.random.default_rng([drawn, seed]).normal(size=size) * luck
        for turn in range(size):
            own = np.random.default_rng([drawn, seed, turn, sum(arm.encode())]).normal(size=size)
            who = [(at + turn) % size for at in range(size)]
            score = 8 + 2 * (worth[who] + dealt + own * noise)
            games.append(
                game(
                    f"{arm}-{ruleset}-{seed:03}-{turn}",
                    [names[at] for at in who],
                    [max(0, round(value)) for value in score],
                    seed=f"seed-{seed:03}",
                    arm=arm,
                    ruleset=ruleset,
                )
            )
    return games


def drawn_rankings(
    worth: Floats,
    seats: Floats,
    games: int,
    rng: np.random.Generator,
    *,
    cluster: int = 1,
    tied: float = 0.0,
) -> Rankings:
    """Return games drawn from Plackett-Luce with seat terms; `cluster` games a seed.

    Utilities within a cell of width `tied` tie: no draw of the model, but orders with ties.
    """
    orders = []
    for _ in range(games):
        who = rng.permutation(len(worth))[: len(seats)]
        utility = worth[who] + seats + rng.gumbel(size=len(seats))
        if tied:
            utility = np.floor(utility / tied)
        orders.append(
            [(f"e{each}", -float(value)) for each, value in zip(who, utility, strict=True)]
        )
    return rankings_of(orders, seeds=[f"s{at // cluster:05}" for at in range(games)])
