"""What the toy counts with: six rooms, two characters each, six cards, two dice."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.question import PASS, Catalogue
from engine.rules.catalogues import option
from engine.rules.edition import RuleOption
from engine.rules.pieces import Card, Character, Place

HALL, YARD = 1, 6
DICE = 2
LANTERN, NOISY = "lantern", "cook"
COLOURS = ("red", "yellow", "blue", "green", "purple", "orange")
PLACES = tuple(
    Place(number=number, name=name, capacity=None)
    for number, name in enumerate(("Hall", "Kitchen", "Cellar", "Study", "Attic", "Yard"), HALL)
)
CHARACTERS = (
    Character(id="guard", name="Guard", points=1, strength=2, extra_votes=0, note=""),
    Character(id=NOISY, name="Cook", points=2, strength=1, extra_votes=0, note=""),
)
CARDS = (
    Card(
        id=LANTERN, name="Lantern", count=3, clause="TOY-8", use="look",
        text="play it before destinations are chosen, and look at the dice.",
    ),
    Card(id="button", name="Button", count=3, clause="TOY-9", use="keep", text="of no use."),
)  # fmt: skip
OPTIONS: Mapping[str, RuleOption] = MappingProxyType(
    {
        "rounds": RuleOption(
            key="rounds", default=2, allowed=("a number from 1", '"none" (no limit)'), values=None,
            kind="count", meaning="how many rounds are played", clause="TOY-10", least=1,
        )
    }
)  # fmt: skip
CLAUSES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "cast_vote": ("TOY-5",),
        "use_camera": ("TOY-8",),
        "choose_destination": ("TOY-6",),
        "choose_victim": ("TOY-7",),
    }
)


def catalogue(seats: tuple[str, ...]) -> Catalogue:
    """Make every option that can occur; the kinds stand in the order of `CLAUSES`."""
    goals = [option(f"{place.number} {place.name}", location=place.number) for place in PLACES]
    return Catalogue(
        {
            "cast_vote": [option(seat, player=seat) for seat in seats],
            "use_camera": [option("Play Lantern", card=LANTERN), PASS],
            "choose_destination": goals,
            "choose_victim": [option(kind.name, character=kind.id) for kind in CHARACTERS],
        }
    )
