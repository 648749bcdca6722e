"""Every option that can occur in Mall of Horror, for given seats and locations."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.question import PASS, Catalogue
from engine.rules.catalogues import gifts, option
from engine.rules.moh.tables import CARDS, Places, characters_for

CARD_NAMES = {card.id: card.name for card in CARDS}
ORDER = {card.id: at for at, card in enumerate(CARDS)}
CLAUSES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "place_character": ("MOH-10",),
        "play_vote_card": ("MOH-16", "GAP-M-6"),
        "cast_vote": ("MOH-17",),
        "cast_revote": ("MOH-21",),
        "distribute_truck": ("MOH-27",),
        "use_camera": ("MOH-32",),
        "announce_destination": ("MOH-33", "MOH-35"),
        "choose_destination": ("MOH-34", "MOH-35"),
        "place_revenge_zombie": ("MOH-36",),
        "move": ("MOH-39", "MOH-62"),
        "play_attack_card": ("MOH-48", "GAP-M-6"),
        "choose_victim": ("MOH-20", "MOH-48"),
    }
)
"""The clauses of the rules text that say what is possible, by kind of decision."""


def hand_order(hand: tuple[str, ...]) -> list[str]:
    """Return the different cards of a hand in the fixed order of the card table."""
    return sorted(set(hand), key=ORDER.__getitem__)


SEARCH = (option("Search the truck", choice="search"), PASS)


def catalogue(seats: tuple[str, ...], places: Places, *, search: bool = False) -> Catalogue:
    """Return all options; a card is identified by its kind, never by its position in a hand.

    `search` is true where the truck need not be searched: then that is a question too.
    """
    kinds = characters_for(len(seats))
    rooms = {p.number: f"{p.number} {p.name}" for p in places.all}
    players = [option(seat, player=seat) for seat in seats]
    goals = [option(name, location=number) for number, name in rooms.items()]
    card = {id_: option(f"Play {name}", card=id_) for id_, name in CARD_NAMES.items()}
    hide = [option(f"Hide your {k.name}", card="hidden", character=k.id) for k in kinds]
    options = {
        "place_character": [
            option(f"{k.name} to {name}", character=k.id, location=number)
            for k in kinds
            for number, name in rooms.items()
        ],
        "play_vote_card": [card["threat"], *hide, PASS],
        "cast_vote": players,
        "cast_revote": players,
        "distribute_truck": [*(SEARCH if search else ()), *gifts(CARD_NAMES, seats)],
        "use_camera": [card["camera"], PASS],
        "announce_destination": goals,
        "choose_destination": goals,
        "place_revenge_zombie": [*goals, PASS],
        "move": [
            *(option(f"Move your {k.name}", character=k.id) for k in kinds),
            *(
                option(
                    f"Sprint: {k.name} to {name}", card="sprint", character=k.id, location=number
                )
                for k in kinds
                for number, name in rooms.items()
            ),
        ],
        "play_attack_card": [
            *(card[c.id] for c in CARDS if c.kills or c.id in {"threat", "hardware"}),
            *hide,
            PASS,
        ],
        "choose_victim": [option(k.name, character=k.id) for k in kinds],
    }
    return Catalogue(MappingProxyType(options))
