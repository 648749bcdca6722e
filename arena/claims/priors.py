"""What a claim was worth under its speaker's own information, when he spoke."""

from typing import NamedTuple

from arena.claims.facts import Facts
from arena.claims.language import Proposition
from arena.claims.meaning import Meanings, fits

__all__ = ["Prior", "prior"]


class Prior(NamedTuple):
    """A probability, and whether the speaker's own information settled the matter."""

    chance: float | None
    """None: where it is settled, that is its truth; else it depends on somebody's will, or on what
    was not fed."""
    settled: bool


def prior(
    said: Proposition, speaker: str, facts: Facts, meanings: Meanings, *, decided: bool
) -> Prior:
    """Return the prior of a proposition that names its player; `decided`: its truth is found."""
    if _knows(said, speaker, facts, decided=decided):
        return Prior(None, settled=True)
    if _cannot(said, speaker, facts):
        return Prior(float(said.negated), settled=True)
    chance = _chance(said, speaker, facts, meanings)
    return Prior(chance, settled=chance in {0.0, 1.0})


def _cannot(said: Proposition, speaker: str, facts: Facts) -> bool:
    """Tell whether the speaker knows that it can't be done."""
    match said.kind:
        case "give":
            return _cannot_give(said, speaker, facts)
        case "play":
            return _cannot_play(said, speaker, facts)
        case "move":
            return (str(said.player), str(said.character)) in facts.dead
        case _:
            return False


def _cannot_play(said: Proposition, speaker: str, facts: Facts) -> bool:
    """Tell whether the player has no such card and can't get one before the moment."""
    if not (facts.truck_over or said.moment == "truck"):
        return False
    player, cards = str(said.player), facts.cards
    if said.card is None or not cards.sizes[player]:
        return not cards.sizes[player]
    if not facts.sees_as(speaker):
        return False
    if player == speaker:
        return not cards.unknown(player) and not cards.known[player][said.card]
    return cards.chance(speaker, player, said.card, bool) == 0.0


def _cannot_give(said: Proposition, speaker: str, facts: Facts) -> bool:
    """Tell whether the searcher sees no such card."""
    seen = facts.truck
    return (
        said.player == speaker == facts.searcher and bool(seen) and said.card not in {None, *seen}
    )


def _knows(said: Proposition, speaker: str, facts: Facts, *, decided: bool) -> bool:
    own = said.player == speaker
    match said.kind:
        case "zombies" | "dice":
            return facts.has_seen_dice(speaker)
        case "saw":
            return True
        case "holds":
            return own
        case "go":
            known = facts.destinations if own else facts.open_destinations
            return said.player in known
        case "move":
            return said.player in facts.moved
        case "tell":
            return decided and speaker in {said.player, said.target}
        case "safe":
            return decided  # deaths, and that a location holds, are public
        case "vote" | "give" | "ally" | "play" | "lied":
            return False


def _chance(said: Proposition, speaker: str, facts: Facts, meanings: Meanings) -> float | None:
    match said.kind:
        case "zombies" | "dice":
            return meanings.chance(said)
        case "holds" if facts.sees_as(speaker):
            player, card = str(said.player), str(said.card)
            return facts.cards.chance(
                speaker, player, card, lambda number: fits(said, number) != said.negated
            )
        case _:
            return None
