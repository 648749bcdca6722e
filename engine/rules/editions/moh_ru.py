"""Mall of Horror after the Russian print-and-play sheet: its own numbers.

The location numbers, and with them the dice, the order of resolution and the closed shop, are the
sheet's; its other readings are not played yet.
"""

from engine.rules.edition import Edition
from engine.rules.moh.build import Readings
from engine.rules.moh.family import MOH_FAMILY
from engine.rules.moh.tables import Places
from engine.rules.pieces import Place

__all__ = ["MOH_RU"]

MOH_RU = Edition(
    id="moh-ru",
    title="Mall of Horror (Russian edition)",
    revision=1,
    family=MOH_FAMILY,
    places=Places(
        all=(
            Place(number=1, name="Parking Lot", capacity=None),
            Place(number=2, name="Security HQ", capacity=3),
            Place(number=3, name="Restaurant", capacity=4),
            Place(number=4, name="Supermarket", capacity=6),
            Place(number=5, name="Toilets", capacity=3),
            Place(number=6, name="Boutique", capacity=4),
        ),
        parking=1,
        hq=2,
        supermarket=4,
        shop=6,
    ),
    readings=Readings(),
)
