"""Phase C, the dice under the box, and phase D, destinations (MOH-30 to MOH-36)."""

from engine import events as e
from engine.game import Script
from engine.rules.blocks import announced_destination, look, look_lap, secret_destinations
from engine.rules.moh.build import MohGame
from engine.rules.moh.revenge import zombies_return
from engine.rules.moh.tables import DICE
from engine.rules.pieces import DEAD
from engine.rules.text import Rule

ARRIVAL_RULES = (
    Rule("MOH-30", "The Chief rolls four dice hidden under a box."),
    Rule("MOH-31", "Only a Chief elected this round may look at them."),
)
DESTINATION_RULES = (
    Rule(
        "MOH-33",
        "A Chief elected this round chooses a destination first and announces it; it is binding. "
        "Otherwise the Chief chooses with the others.",
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
    yield from look_lap(g, "use_camera", "camera", g.rules.policies.cameras.takes_part(s))


def destinations(g: MohGame) -> Script[None]:
    """Choose destinations: the elected Chief in public, the others under seal; revenge zombies."""
    s = g.state
    yield from g.floor("dice", None, s.in_order())
    # Where holding a Sprint adds a destination, the number of options must not decide who is
    # asked: everybody is.
    secret = g.rules.policies.destinations.sprint_may_stay
    undecided = list(s.living())
    if s.elected and s.chief in undecided and legal(g, s.chief):
        undecided.remove(s.chief)
        yield from announced_destination(g, s.chief, legal(g, s.chief), secret=secret)
    options = {player: places for player in undecided if (places := legal(g, player))}
    yield from secret_destinations(g, options, secret=secret)
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
