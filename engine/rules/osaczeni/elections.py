"""Phase 1, the truck, and phase 2, the badge and the dice (OSA-24 to OSA-31)."""

from engine import events as e
from engine.game import Script
from engine.rules.blocks import look, look_lap, truck_search
from engine.rules.osaczeni.build import OsaczeniGame
from engine.rules.osaczeni.events import CardBoxed
from engine.rules.osaczeni.tables import CARDS, MONITORING, PARKING
from engine.rules.osaczeni.votes import hold_vote
from engine.rules.text import Rule

TRUCK_RULES = (
    Rule(
        "OSA-24",
        "Who searches the truck: those at area {parking} vote. No vote when nobody is there or "
        "the deck is empty.",
    ),
    Rule(
        "OSA-25",
        "The winner looks at three items in secret, keeps one, gives one to another player, and "
        "puts the third face down out of the game. Everybody sees who got an item, not which. Of "
        "two items one is kept and one given; a last one is kept or given.",
    ),
    Rule("OSA-28", "There is no hand limit, and no trade; hands are secret."),
)
BADGE_RULES = (
    Rule(
        "OSA-29",
        "Who takes the badge: those at area {monitoring} vote. The winner takes it, rolls the "
        "dice (four at first, faces 1 to 6) under the hatch and looks at them in secret.",
    ),
    Rule(
        "OSA-30",
        "If nobody is there or the area is closed the badge stays, and its holder rolls but may "
        "not look.",
    ),
    Rule(
        "OSA-31",
        "Then every living player who has not looked may play one Walkie-talkie to look, in badge "
        "order.",
    ),
)
TURN_RULE = Rule(
    "OSA-16", "Everything that is done in turn begins with the badge and goes clockwise."
)
SEARCHED = 3
ORDER = tuple(card.id for card in CARDS)


def truck(g: OsaczeniGame) -> Script[None]:
    """Vote on who searches the truck; search it."""
    rules, s = g.rules, g.state
    if not s.deck:
        g.emit(e.VoteSkipped(kind="truck", place=PARKING, reason="deck_empty"))
        return
    searcher = yield from hold_vote(g, "truck", PARKING)
    if searcher is None:
        return
    recipients = rules.policies.gifts.recipients(s, searcher)
    cards, present = s.deck[:SEARCHED], s.present(PARKING)
    left = yield from truck_search(g, searcher, cards, recipients, ORDER, PARKING, present)
    if left is not None:
        g.emit(CardBoxed(seen_by=(searcher,), player=searcher, card=left))


def badge(g: OsaczeniGame) -> Script[None]:
    """Vote on who takes the badge; roll in secret; the winner looks, then Walkie-talkies."""
    s = g.state
    holder = yield from hold_vote(g, "chief", MONITORING)
    if holder is not None:
        g.emit(e.BadgeTaken(player=holder, elected=True, cause="vote"))
    g.emit(e.DiceRolled(seen_by="engine", dice=g.roll(g.rules.dice(s.cold_room))))
    if s.elected:
        look(g, s.chief, "badge")
    blind = [player for player in s.living() if player not in s.dice_seen_by]  # GAP-O-34
    yield from look_lap(g, "use_walkie_talkie", "walkie_talkie", blind)
