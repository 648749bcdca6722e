"""What a seat sees of a game of Mall of Horror: the one place where secrets are kept."""

from engine.rules.moh.catalogue import ORDER
from engine.rules.moh.state import MohState
from engine.rules.moh.tables import Places

__all__ = ["view"]


def view(ruleset: str, places: Places, s: MohState, seat: str | None) -> dict[str, object]:
    """Return the view of `seat`, None: of the public; fresh plain data, the caller's to keep."""
    roster = s.roster
    dice = s.dice if s.dice_open or seat in s.dice_seen_by else None
    searcher, seen = s.truck if s.truck is not None else (None, ())
    return {
        "seat": seat,
        "ruleset": ruleset,
        "round": s.round,
        "phase": s.phase,
        "seats": list(roster.seats),
        "chief": s.chief,
        "chief_elected": s.elected,
        "victim_token": None,
        "hand": sorted(s.hands[seat], key=ORDER.__getitem__) if seat is not None else [],
        "hand_sizes": {player: len(hand) for player, hand in s.hands.items()},
        "deck_size": len(s.deck),
        "played": list(s.played),
        "truck": list(seen) if seat is not None and seat == searcher else None,
        "dice": None if dice is None else list(dice),
        "dice_seen_by": list(s.dice_seen_by),
        "destinations": _destinations(s, seat),
        "places": _places(places, s),
        "attack": None
        if s.attack is None
        else {
            "place": s.attack,
            "strength": s.strength(s.attack),
            "zombies": s.zombies[s.attack],
        },
        "vote": _vote(s),
        "revenge": list(s.revenge),
        "cold_room": None,
        "eliminated": list(s.eliminated),
    }


def _destinations(s: MohState, seat: str | None) -> dict[str, int | None]:
    chosen, public = s.destinations, s.destinations_open
    return {
        player: chosen.get(player) if public or player in (seat, s.announced) else None
        for player in s.roster.seats
    }


def _places(places: Places, s: MohState) -> list[dict[str, object]]:
    owner, kind, hidden = s.roster.owner, s.roster.kind, s.hidden
    there: list[list[dict[str, object]]] = [[] for _ in s.zombies]
    for i, where in enumerate(s.where):
        if where > 0:
            there[where].append({"player": owner[i], "character": kind[i], "hidden": i in hidden})
    return [
        {
            "number": p.number,
            "name": p.name,
            "capacity": p.capacity,
            "closed": p.number in s.closed,
            "zombies": s.zombies[p.number],
            "characters": there[p.number],
        }
        for p in places.all
    ]


def _vote(s: MohState) -> dict[str, object] | None:
    vote = s.vote
    if vote is None:
        return None
    weights = vote.weights
    if weights is None:
        votes = s.votes(vote.place)
        weights = {player: n + s.threats.get(player, 0) for player, n in votes.items()}
    candidates = list(weights) if vote.candidates is None else list(vote.candidates)
    return {
        "kind": vote.kind,
        "place": vote.place,
        "candidates": candidates,
        "weights": dict(weights),
        "ballots": None if vote.ballots is None else dict(vote.ballots),
    }
