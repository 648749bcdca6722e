"""The placement of an eliminated player's zombie (MOH-36, MOH-66)."""

from engine import events as e
from engine.game import Script
from engine.rules.moh.build import MohGame
from engine.rules.moh.zombies import zombies_come


def zombies_return(g: MohGame, *, round_end: bool) -> Script[None]:
    """Place the zombies of eliminated players, if this is their moment."""
    revenge = g.rules.policies.revenge
    if revenge.at_round_end is round_end:
        for player in revenge.entitled_players(g.state):
            yield from _return(g, player)


def _return(g: MohGame, player: str) -> Script[None]:
    kind, rules, s = "place_revenge_zombie", g.rules, g.state
    places = rules.policies.revenge.places(s, player, rules.open_places(s))
    if not places or not rules.policies.zombies.limit_arrivals(s, (rules.places.parking,)):
        return
    ids = [str(place) for place in places]
    if rules.policies.revenge.optional:
        ids.append("pass")
    choice = yield from g.ask(kind, player, g.choices(kind, ids))
    if choice.id == "pass":
        g.emit(e.Passed(player=player, kind=kind))
    else:
        zombies_come(g, "revenge", (int(choice.id),), player)
