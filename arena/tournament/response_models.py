"""Which model answered for an entrant over several games, and where it became another."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from arena.lab.seat_result import ResponseModel
from arena.tournament.game_result import GameResult

Key = tuple[str | None, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUse:
    """One model that answered for an entrant, over several games."""

    model: str | None
    """As in `ResponseModel`."""
    fingerprint: str | None
    calls: int
    games: tuple[str, ...]
    """Those in which it answered, by when it first did."""
    first_at: str
    """When its first reply came, in ISO 8601: in the first of the games."""
    last_at: str
    """When its last reply came."""
    last_game: str


def model_uses(games: Iterable[GameResult]) -> dict[str, tuple[ModelUse, ...]]:
    """Return by entrant which models answered for it, by when each first did."""
    found: dict[str, dict[Key, list[tuple[ResponseModel, str]]]] = {}
    for game in games:
        for seat in game.seats:
            for each in seat.response_models:
                own = found.setdefault(seat.entrant, {})
                own.setdefault((each.model, each.fingerprint), []).append((each, game.game))
    return {
        entrant: tuple(sorted(map(_use, own.values()), key=lambda use: (use.first_at, use.last_at)))
        for entrant, own in found.items()
    }


def _use(of: Sequence[tuple[ResponseModel, str]]) -> ModelUse:
    ordered = sorted(of, key=lambda each: each[0].first_at)
    last, last_game = max(of, key=lambda each: each[0].last_at)
    return ModelUse(
        model=last.model, fingerprint=last.fingerprint, calls=sum(each.calls for each, _ in of),
        games=tuple(dict.fromkeys(game for _, game in ordered)), first_at=ordered[0][0].first_at,
        last_at=last.last_at, last_game=last_game,
    )  # fmt: skip


def model_names(of: Iterable[ResponseModel | ModelUse]) -> tuple[str | None, str | None]:
    """Return all names and all fingerprints, each once, in their order; None: none was said."""
    known = list(of)
    names = dict.fromkeys(each.model for each in known if each.model is not None)
    fingerprints = dict.fromkeys(each.fingerprint for each in known if each.fingerprint is not None)
    return "; ".join(names) or None, "; ".join(fingerprints) or None


def change_in(
    of: Iterable[ResponseModel | ModelUse],
) -> Literal["model", "fingerprint"] | None:
    """Return what became another: the model's name, or its fingerprint alone; None: nothing.

    Replies that don't say which model gave them are no sign of another one.
    """
    known = list(of)
    if len({each.model for each in known if each.model is not None}) > 1:
        return "model"
    if len({each.fingerprint for each in known if each.fingerprint is not None}) > 1:
        return "fingerprint"
    return None


def mixed_games(games: Iterable[GameResult]) -> Mapping[str, tuple[str, ...]]:
    """Return by entrant the games within which it changed."""
    found: dict[str, dict[str, None]] = {}
    for game in games:
        for seat in game.seats:
            if change_in(seat.response_models):
                found.setdefault(seat.entrant, {})[game.game] = None
    return {entrant: tuple(own) for entrant, own in found.items()}
