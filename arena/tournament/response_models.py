"""Lists the models that answered for each entrant, and detects where one changed."""

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
    """Games in which it answered, by its first reply."""
    first_at: str
    """Time of its first reply in the first of the games, in ISO 8601."""
    last_at: str
    """Time of its last reply."""
    last_game: str


def model_uses(games: Iterable[GameResult]) -> dict[str, tuple[ModelUse, ...]]:
    """Return by entrant the models that answered for it, by first reply."""
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
    """Return all names, and all fingerprints, joined without repetition; None: none was given."""
    known = list(of)
    names = dict.fromkeys(each.model for each in known if each.model is not None)
    fingerprints = dict.fromkeys(each.fingerprint for each in known if each.fingerprint is not None)
    return "; ".join(names) or None, "; ".join(fingerprints) or None


def change_in(
    of: Iterable[ResponseModel | ModelUse],
) -> Literal["model", "fingerprint"] | None:
    """Return the change between models: of the name, or of the fingerprint alone; None: no change.

    Replies that don't name their model are no sign of a change.
    """
    known = list(of)
    if len({each.model for each in known if each.model is not None}) > 1:
        return "model"
    if len({each.fingerprint for each in known if each.fingerprint is not None}) > 1:
        return "fingerprint"
    return None


def mixed_games(games: Iterable[GameResult]) -> Mapping[str, tuple[str, ...]]:
    """Return by entrant the games within which its model changed."""
    found: dict[str, dict[str, None]] = {}
    for game in games:
        for seat in game.seats:
            if change_in(seat.response_models):
                found.setdefault(seat.entrant, {})[game.game] = None
    return {entrant: tuple(own) for entrant, own in found.items()}
