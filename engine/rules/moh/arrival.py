"""Phase C, the dice under the box, and phase D, destinations (MOH-30 to MOH-36)."""

from engine import events as e
from engine.game import Script
from engine.rules.blocks import secret_destinations
from engine.rules.moh.build import MohGame
from engine.rules.moh.revenge import zombies_return
from engine.rules.moh.tables import DICE
from engine.rules.pieces import DEAD
from engine.rules.text import Rule

__all__ = ["ARRIVAL_RULES", "DESTINATION_RULES", "arrival", "destinations"]

ARRIVAL_RULES = (
    Rule("MOH-30", "C. The dice: the Chief rolls four dice hidden under a box."),
    Rule("MOH-31", "Only a Chief elected this round may look at them."),
)
DESTINATION_RULES = (
    Rule(
        "MOH-33",
        "D. Destinations: a Chief elected this round chooses first and announces it; it is "
        "binding. Otherwise the Chief chooses with the others.",
    ),
    Rule(
        "MOH-34",
        "All others with living characters choose a location in secret, all at once; which "
        "character goes is chosen later.",
    ),
)


def arrival(g: MohGame) -> Script[None]:
    """Roll in secret; an elected Chief looks; cameras look."""
    s = g.state
    g.emit(e.DiceRolled(seen_by="engine", dice=g.roll(DICE)))
    if s.elected:
        look(g, s.chief, "badge")
    for player in g.rules.policies.cameras.takes_part(s):
        if s.hands[player]:
            yield from _camera(g, player)


def look(g: MohGame, player: str, by: str) -> None:
    """Let a player see the dice; that he looks is public."""
    dice = g.state.dice
    assert dice is not None, "the dice lie under the box"
    g.emit(e.DicePeeked(player=player, by=by))
    g.emit(e.DiceSeen(seen_by=(player,), player=player, dice=dice))


def _camera(g: MohGame, player: str) -> Script[None]:
    # One turn, one camera (MOH-32). Asked with any card in hand: hand sizes are public.
    ids = ["camera", "pass"] if "camera" in g.state.hands[player] else ["pass"]
    choice = yield from g.ask("use_camera", player, g.choices("use_camera", ids), window=True)
    if choice.id == "pass":
        g.emit(e.Passed(seen_by=(player,), player=player, kind="use_camera"))
        return
    g.emit(e.CardPlayed(player=player, card="camera", place=None))
    look(g, player, "camera")


def destinations(g: MohGame) -> Script[None]:
    """Choose destinations: the elected Chief aloud, the others under seal; revenge zombies."""
    s = g.state
    yield from g.floor("dice", None, s.in_order())
    undecided = list(s.living())
    if s.elected and s.chief in undecided and legal(g, s.chief):
        undecided.remove(s.chief)
        yield from _announce(g, s.chief)
    options = {player: places for player in undecided if (places := legal(g, player))}
    # Where holding a Sprint adds a destination, the number of options must not decide who is
    # asked: everybody is.
    window = g.rules.policies.destinations.sprint_may_stay
    yield from secret_destinations(g, options, window=window)
    yield from zombies_return(g, round_end=False)


def legal(g: MohGame, player: str) -> tuple[int, ...]:
    """Return the open locations where not all of the player's characters stand (MOH-35)."""
    s = g.state
    stand = {s.where[i] for i in s.roster.of[player]} - {DEAD}
    places = g.rules.open_places(s)
    if len(stand) > 1:
        return places
    elsewhere = tuple([place for place in places if place not in stand])
    # GAP-M-36 goes before GAP-M-24: who could go nowhere is not asked, whatever is in the hand.
    stay = g.rules.policies.destinations.sprint_may_stay and "sprint" in s.hands[player]
    return places if stay and elsewhere else elsewhere


def _announce(g: MohGame, player: str) -> Script[None]:
    kind = "announce_destination"
    options = g.choices(kind, [str(place) for place in legal(g, player)])
    window = g.rules.policies.destinations.sprint_may_stay
    choice = yield from g.ask(kind, player, options, window=window)
    g.emit(e.DestinationAnnounced(player=player, place=int(choice.id)))
    yield from g.floor("announced", None, g.state.in_order())
