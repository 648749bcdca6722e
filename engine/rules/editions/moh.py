"""The canonical Mall of Horror: the "We use" column of rules.md section 8."""

from engine.rules.edition import Edition
from engine.rules.moh.build import Readings
from engine.rules.moh.family import MOH_FAMILY
from engine.rules.moh.tables import Places
from engine.rules.pieces import Place

MOH = Edition(
    id="moh",
    title="Mall of Horror",
    revision=2,
    family=MOH_FAMILY,
    places=Places(
        all=(
            Place(number=1, name="Restrooms", capacity=3),
            Place(number=2, name="Cachou", capacity=4),
            Place(number=3, name="Megatoys", capacity=4),
            Place(number=4, name="Parking Lot", capacity=None),
            Place(number=5, name="Security HQ", capacity=3),
            Place(number=6, name="Supermarket", capacity=6),
        ),
        parking=4,
        hq=5,
        supermarket=6,
        shop=2,
    ),
    readings=Readings(),
)
