"""Phase A, the truck, and phase B, the Chief (MOH-25 to MOH-29)."""

from engine import events as e
from engine.game import Script
from engine.rules.blocks import truck_search
from engine.rules.moh.build import MohGame
from engine.rules.moh.events import SearchDeclined
from engine.rules.moh.tables import CARDS
from engine.rules.moh.votes import hold_vote
from engine.rules.text import Rule

TRUCK_RULES = (
    Rule(
        "MOH-25",
        "Those on location {parking} vote who searches it. Skipped when the deck is "
        "empty or nobody is there.",
    ),
)
"""The rules of the search follow these."""
HAND_RULES = (Rule("MOH-28", "There is no hand limit, and no trade."),)
CHIEF_RULES = (
    Rule(
        "MOH-29",
        "Those at location {hq} vote who becomes Chief of Security. If it is closed, "
        "if nobody is there or all are hidden, or after two ties, the Chief stays and counts as "
        "not elected this round.",
    ),
)
TURN_RULE = Rule(
    "MOH-13", "Everything that is done in turn begins with the Chief and goes clockwise."
)
SEARCHED = 3
ORDER = tuple(card.id for card in CARDS)


def truck(g: MohGame) -> Script[None]:
    """Vote on who searches the truck, after a card lap (MOH-26); search it."""
    rules, s = g.rules, g.state
    parking = rules.places.parking
    if not s.deck:
        g.emit(e.VoteSkipped(kind="truck", place=parking, reason="deck_empty"))
        return
    searcher = yield from hold_vote(g, "truck", parking)
    if searcher is None or (yield from _ask_whether_declined(g, searcher, parking)):
        return
    recipients = rules.policies.gifts.recipients(s, searcher)
    cards = s.deck[:SEARCHED]
    left = yield from truck_search(
        g, searcher, cards, recipients, ORDER, parking, s.present(parking)
    )
    if left is not None:
        g.emit(e.CardReturned(seen_by=(searcher,), player=searcher, card=left))


def _ask_whether_declined(g: MohGame, player: str, place: int) -> Script[bool]:
    # MOH-27: before the look, so that a decline reveals nothing of the cards.
    if not g.rules.policies.search.optional:
        return False
    # Secret as the gift is: nobody may learn how long the searcher takes over the truck.
    kind = "distribute_truck"
    options = g.choices(kind, ("search", "pass"))
    choice = yield from g.ask(kind, player, options, place=place, secret=True)
    if choice.id == "pass":
        g.emit(SearchDeclined(player=player))
    return choice.id == "pass"


def chief(g: MohGame) -> Script[None]:
    """Vote on who becomes Chief of Security."""
    elected = yield from hold_vote(g, "chief", g.rules.places.hq)
    if elected is not None:
        g.emit(e.BadgeTaken(player=elected, elected=True, cause="vote"))
