"""Every option that can occur in Osaczeni, for given seats and areas."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.question import PASS, Catalogue, Option
from engine.rules.catalogues import gifts, option
from engine.rules.osaczeni.tables import CARDS, characters_for
from engine.rules.pieces import Place

CARD_NAMES = {card.id: card.name for card in CARDS}
ORDER = {card.id: at for at, card in enumerate(CARDS)}
FACES = range(1, 7)
CLAUSES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "assign_start": ("OSA-13",),
        "play_item": ("OSA-18",),
        "point_at": ("OSA-19", "OSA-22", "OSA-45"),
        "break_tie": ("OSA-21",),
        "distribute_truck": ("OSA-25",),
        "use_walkie_talkie": ("OSA-31",),
        "announce_destination": ("OSA-32", "OSA-34"),
        "choose_destination": ("OSA-34",),
        "move": ("OSA-35", "OSA-37"),
        "energy_drink": ("OSA-38", "OSA-58"),
        "choose_victim": ("OSA-45",),
    }
)
"""The clauses of the rules text that say what is possible, by kind of decision."""


def catalogue(seats: tuple[str, ...], places: tuple[Place, ...]) -> Catalogue:
    """Return all options; a card is identified by its kind, never by its position in a hand."""
    kinds = characters_for(len(seats))
    rooms = {p.number: f"{p.number} {p.name}" for p in places}
    players = [option(seat, player=seat) for seat in seats]
    goals = [option(name, location=number) for number, name in rooms.items()]
    characters = [option(k.name, character=k.id) for k in kinds]
    options = {
        "assign_start": [
            option(f"{k.name} by the {die} ({rooms[die][2:]})", die=die, character=k.id)
            for die in FACES
            for k in kinds
        ],
        "play_item": [*_items(rooms), *_hiding(len(seats)), PASS],
        "point_at": players,
        "break_tie": players,
        "distribute_truck": gifts(CARD_NAMES, seats),
        "use_walkie_talkie": [option("Play Walkie-talkie", card="walkie_talkie"), PASS],
        "announce_destination": goals,
        "choose_destination": goals,
        "move": [option(f"Move your {k.name}", character=k.id) for k in kinds],
        "energy_drink": [
            *(
                option(f"Energy drink: {k.name} to {name}", character=k.id, location=number)
                for k in kinds
                for number, name in rooms.items()
            ),
            PASS,
        ],
        "choose_victim": characters,
    }
    return Catalogue(MappingProxyType(options))


def _items(rooms: dict[int, str]) -> list[Option]:
    played = [c for c in CARDS if c.use in {"vote", "kill"}]
    return [
        *(option(f"Play {c.name}", card=c.id) for c in played),
        *(
            option(f"Tin can: a monster to {name}", card="tin_can", location=number)
            for number, name in rooms.items()
        ),
    ]


def _hiding(players: int) -> list[Option]:
    return [
        option(f"Rotten meat for your {k.name}", card="rotten_meat", character=k.id)
        for k in characters_for(players)
    ]
