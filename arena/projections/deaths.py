"""The characters that were eaten in a game, and the decisions behind them, by public records."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arena.events import AttackBegan, CharacterEaten, PlayerChosen, VotesRevealed
from arena.records.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Death:
    """One character that was eaten, and the decision behind it."""

    player: str
    character: str
    place: int
    round: int
    by: str
    """`vote`, `revote`, `lot`, `token` or `only_candidate`."""
    totals: Mapping[str, int]
    """Votes by candidate of the last ballot; empty where there was none."""


def deaths_in(public: Iterable[Record]) -> list[Death]:
    """Return all deaths in order."""
    deaths: list[Death] = []
    totals: Mapping[str, int] = {}
    by = "vote"
    for record in public:
        match record.data:
            case AttackBegan():
                totals = {}
            case VotesRevealed() as revealed:
                totals = revealed.totals
            case PlayerChosen() as chosen:
                by = chosen.by
            case CharacterEaten() as eaten:
                death = Death(
                    player=eaten.player, character=eaten.character, place=eaten.place,
                    round=record.round, by=by, totals=totals,
                )  # fmt: skip
                deaths.append(death)
            case _:
                pass
    return deaths
