"""The areas, characters and items of Osaczeni, with numbers from the options in force."""

from dataclasses import replace

from engine.rules.pieces import Card, Character, Place, card_rules, describe_character
from engine.rules.text import Rule

COLOURS = ("red", "yellow", "blue", "green", "purple", "orange")
"""OSA-11: the rulebook names none; assigned in the order of joining."""
DICE = 4
"""Dice under the hatch at the start (OSA-10)."""
MORE_DICE = (2, 3)
"""Rows of the cold room that free one die each (OSA-9, OSA-50)."""
KLUTZES = 3
"""The number of players with a Klutz each (OSA-11)."""
MONITORING, PARKING = 3, 6
"""OSA-2."""
NOTCHES = 6
"""Monsters that surround an area (OSA-4)."""
NOISY = "crybaby"
"""The kind of character whose gatherings attract monsters (OSA-5)."""
BUILT = (1, 2, 3, 4, 5)
"""The areas with walls: the parking lot has none (OSA-3)."""

NAMED = {
    "toilets": ("Toilets", "Toalety"),
    "clothes_shop": ("Clothes Shop", "Sklep odzieżowy Ostatni Krzyk"),
    "toy_shop": ("Toy Shop", "Sklep z zabawkami"),
    "glass_lobby": ("Glass Lobby", "Oszklony hol"),
}
"""The areas whose numbers the text does not fix (GAP-O-3), in English and Polish."""


def areas(capacity: tuple[int, ...], names: tuple[str, ...]) -> tuple[Place, ...]:
    """Return the six areas with these capacities for 1 to 5, and these names for 1, 2, 4 and 5."""
    loose = iter(names)
    found: list[Place] = []
    for number in BUILT:
        name, own = (
            ("Monitoring Centre", "Centrum monitoringu")
            if number == MONITORING
            else NAMED[next(loose)]
        )
        found.append(Place(number=number, name=name, capacity=capacity[number - 1], own=own))
    parking = Place(number=PARKING, name="Parking Lot", capacity=None, own="Parking")
    return (*found, parking)


CHARACTERS = (
    Character(
        id="protector", name="Protector", points=5, strength=2, extra_votes=0, own="Obrońca",
        note="takes one space and counts as one in a crowd",
    ),
    Character(
        id="leader", name="Leader", points=3, strength=1, extra_votes=1, own="Lider",
        note="",
    ),
    Character(
        id="crybaby", name="Crybaby", points=7, strength=1, extra_votes=0, own="Beksa",
        note="every area with most Crybabies attracts a monster",
    ),
    Character(
        id="klutz", name="Klutz", points=1, strength=1, extra_votes=0, own="Gapa",
        note="",
    ),
)  # fmt: skip
"""OSA-5. A table of three uses all four, a larger one the first three (OSA-11)."""


def characters_for(players: int) -> tuple[Character, ...]:
    """Return the characters that each player has in a game of so many (OSA-11)."""
    return CHARACTERS if players == KLUTZES else CHARACTERS[:-1]


def areas_text(places: tuple[Place, ...]) -> tuple[Rule, ...]:
    """Return the rule sentences of the areas."""
    rooms = "; ".join(
        f"{place.number} {place.name} "
        f"({'any number' if place.capacity is None else place.capacity})"
        for place in places
    )
    return (Rule("OSA-2", f"Areas, with the characters they hold: {rooms}."),)


def characters_text(players: int) -> tuple[Rule, ...]:
    """Return the rule sentences of the characters in a game of so many players."""
    each = "; ".join(map(describe_character, characters_for(players)))
    return (
        Rule("OSA-5", f"Characters: {each}."),
        Rule("OSA-11", "Each player has one of each."),
    )


def _weapon(id_: str, name: str, own: str, clause: str, text: str, kills: int) -> Card:
    text = f"In an attack: {text} of this area to the pool."
    return Card(
        id=id_, name=name, own=own, count=0, use="kill", clause=clause, text=text, kills=kills
    )


DRINK = (
    "In the moves: one of your characters, just moved or not, goes to any other open area with a "
    "free space{but}."
)
"""OSA-58; whether to the parking lot is an option (GAP-O-12)."""
CARDS = (
    Card(
        id="walkie_talkie", name="Walkie-talkie", own="Walkie-talkie", count=0, use="look",
        clause="OSA-57",
        text="When the dice lie under the hatch: look at them.",
    ),
    Card(
        id="energy_drink", name="Energy drink", own="Napój energetyczny", count=0, use="run",
        clause="OSA-58",
        text=DRINK.format(but=""),
    ),
    Card(
        id="gun", name="Gun", own="Broń", count=0, use="vote", clause="OSA-59",
        text="In the discussion of any vote that you take part in: one more vote of yours in this "
        "vote; on the parking lot in all votes of the attack.",
    ),
    Card(
        id="tin_can", name="Tin can", own="Konserwa", count=0, use="lure", clause="OSA-60",
        text="In an attack: 1 monster of this area goes to another open area with a free "
        "notch, the parking lot included.",
    ),
    _weapon("baseball_bat", "Baseball bat", "Kij bejsbolowy", "OSA-61", "1 monster", 1),
    _weapon("chainsaw", "Chainsaw", "Piła łańcuchowa", "OSA-62", "2 monsters", 2),
    _weapon("molotov", "Molotov cocktail", "Koktajl Mołotowa", "OSA-63", "all monsters", 25),
    Card(
        id="rotten_meat", name="Rotten meat", own="Zgniłe mięso", count=0, use="hide",
        clause="OSA-64",
        text="In an attack: one own character there can't be chosen and has no vote, but "
        "still counts for strength, until all areas are resolved.",
    ),
    Card(
        id="truck_keys", name="Truck keys", own="Kluczyki do ciężarówki", count=0, use="keep",
        clause="OSA-65",
        text="Never played: 1 more point at the end for a player with a survivor.",
    ),
)  # fmt: skip
"""OSA-7: nine kinds; `deck` says how many of each. Hands are shown in this order."""
WEAPONS = tuple(card.id for card in CARDS if card.kills)
"""The weapon cards of epilogue 05: the Gun is none of them."""


def cards(counts: tuple[int, ...], *, drink_to_parking: bool) -> tuple[Card, ...]:
    """Return the items with these numbers (GAP-O-4), and the texts that these readings give."""
    drink = DRINK.format(but="" if drink_to_parking else ", but not to the parking lot")
    return tuple(
        replace(card, count=n, text=drink if card.use == "run" else card.text)
        for card, n in zip(CARDS, counts, strict=True)
    )


def items_text(items: tuple[Card, ...]) -> tuple[Rule, ...]:
    """Return the rule sentences of the items."""
    return (
        *card_rules(items),
        Rule("OSA-7", "A played item leaves the game face up, even if it turns out useless."),
    )
