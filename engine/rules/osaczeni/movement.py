"""Phase 3, the destinations, and phase 4, the moves (OSA-32 to OSA-38)."""

from collections.abc import Sequence
from types import MappingProxyType

from engine import events as e
from engine.game import Script
from engine.question import NOTHING, Option
from engine.rules.blocks import announced_destination, secret_destinations, until_all_pass
from engine.rules.osaczeni.build import OsaczeniGame
from engine.rules.osaczeni.tables import PARKING
from engine.rules.pieces import DEAD
from engine.rules.text import Rule

DESTINATION_RULES = (
    Rule(
        "OSA-32",
        "The holder of the badge, elected or not, chooses first and announces it; it is binding.",
    ),
    Rule(
        "OSA-33",
        "The holder may say at which areas monsters will appear, not exactly how many; it need not "
        "be true.",
    ),
    Rule(
        "OSA-34",
        "All others with characters choose in secret, all at once. Everybody chooses an open area, "
        "full or not, where not all of the own characters stand; who has none does not move.",
    ),
)
MOVE_RULES = (
    Rule(
        "OSA-35",
        "Destinations are revealed, then the dice. In badge order each player moves "
        "one own character to the destination, even where it does harm.",
    ),
    Rule("OSA-36", "If it is full, the character goes to area {parking}."),
    Rule(
        "OSA-37",
        "With a full destination a character that stands neither there nor at the parking lot has "
        "to move; only if there is none, one at the parking lot stays.",
    ),
)

DRINK = "energy_drink"
"""The id of the card, the kind of question and the cause of the move."""


def destinations(g: OsaczeniGame) -> Script[None]:
    """Choose destinations: the holder of the badge in public, the others under seal."""
    s = g.state
    yield from g.floor("dice", None, s.in_order())
    choosing = {player: places for player in s.living() if (places := legal(g, player))}
    if s.chief in choosing:
        yield from announced_destination(g, s.chief, choosing.pop(s.chief))
    yield from secret_destinations(g, choosing)


def legal(g: OsaczeniGame, player: str) -> tuple[int, ...]:
    """Return the open areas where not all of the player's characters stand (GAP-O-13)."""
    s = g.state
    stand = {s.where[i] for i in s.roster.of[player]} - {DEAD}
    places = g.rules.open_places(s)
    return places if len(stand) > 1 else tuple(p for p in places if p not in stand)


def movement(g: OsaczeniGame) -> Script[None]:
    """Reveal destinations and dice; move; play Energy drinks."""
    s, drinks = g.state, g.rules.policies.drinks
    assert s.dice is not None, "the dice lie under the hatch"
    g.emit(e.DestinationsRevealed(destinations=MappingProxyType(dict(s.destinations))))
    g.emit(e.DiceRevealed(dice=s.dice))
    yield from g.floor("reveal", None, s.in_order())
    yield from _drinks(g, drinks.before(s))
    for player in s.living():
        yield from _move(g, player)
        yield from _drinks(g, drinks.after(s, player))


def _move(g: OsaczeniGame, player: str) -> Script[None]:
    s = g.state
    goal = s.destinations.get(player)
    if goal is None:  # GAP-O-35: no legal destination
        return
    room = g.rules.has_room(s, goal)
    own = [i for i in s.roster.of[player] if s.where[i] not in {DEAD, goal}]
    if not room:  # OSA-37: who stands at the parking lot moves only if nobody else can
        own = [i for i in own if s.where[i] != PARKING] or own[:1]
    if not own:  # an Energy drink before the move has brought the last one there (GAP-O-12)
        return
    options = g.choices("move", [s.roster.kind[i] for i in own])
    context = MappingProxyType({"destination": goal})
    choice = options[0]
    if len(options) > 1:
        # Secret, since it follows on a drink that may have been passed up: its time would reveal
        # how long that took.
        choice = yield from g.ask("move", player, options, place=goal, context=context, secret=True)
    origin = s.where[s.roster.index[player, choice.id]]
    target, cause = (goal, "destination") if room else (PARKING, "full")
    g.emit(
        e.CharacterMoved(
            player=player, character=choice.id, origin=origin, place=target, cause=cause
        )
    )


def _drinks(g: OsaczeniGame, players: Sequence[str]) -> Script[None]:
    """Let these players play Energy drinks until all pass in a row (OSA-38, GAP-O-12).

    Whoever holds any card is asked, since hand sizes are public.
    """
    yield from until_all_pass(
        g,
        DRINK,
        None,
        players,
        lambda player: g.choices(DRINK, [*_targets(g, player), "pass"]),
        lambda player, choice: _drink(g, player, choice),
        lambda: NOTHING,
    )


def _drink(g: OsaczeniGame, player: str, choice: Option) -> None:
    character, place = str(choice.args["character"]), int(choice.args["location"])
    origin = g.state.where[g.state.roster.index[player, character]]
    g.emit(e.CardPlayed(player=player, card=DRINK, place=None))
    g.emit(
        e.CharacterMoved(
            player=player, character=character, origin=origin, place=place, cause=DRINK
        )
    )


def _targets(g: OsaczeniGame, player: str) -> list[str]:
    rules, s, drinks = g.rules, g.state, g.rules.policies.drinks
    if DRINK not in s.hands[player]:
        return []
    places = [p for p in rules.roomy_places(s) if p != PARKING or drinks.to_parking]
    own = [i for i in s.roster.of[player] if s.where[i] != DEAD]
    kind = s.roster.kind
    return [f"{kind[i]}-{place}" for i in own for place in places if place != s.where[i]]
