"""The claim language: assertions of players that a fold over the records can judge.

A `Proposition` is flat: a kind and the fields that this kind uses. A `Claim` is a proposition with
how sure its speaker is, and at most one of a condition and a source. `vocabulary` defines which
names and numbers exist at a table; `watches` finds when a claim is true.

>>> claim = Claim.read({"kind": "zombies", "location": 5, "relation": ">=", "count": 2})
>>> claim.proposition.location
5
>>> claim.data()
{'kind': 'zombies', 'location': 5, 'relation': '>=', 'count': 2}
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Self, cast

from arena.errors import ClaimError, possible
from engine.fact import fact

Kind = Literal[
    "zombies", "dice", "safe", "saw", "go", "vote", "give", "ally", "tell", "play", "move",
    "holds", "lied",
]  # fmt: skip
Relation = Literal["=", ">=", "<="]
Vote = Literal["truck", "chief", "attack"]
Ballot = Literal["first", "revote", "tie"]
Moment = Literal["truck", "chief", "dice", "move", "attack"]
Confidence = Literal["sure", "think", "guess"]

FIELDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "zombies": (("location", "relation", "count"), ()),
    "dice": (("dice",), ()),
    "safe": (("location",), ()),
    "saw": ((), ("player",)),
    "go": (("location",), ("player",)),
    "vote": (("target", "vote"), ("player", "location", "ballot")),
    "give": (("target",), ("player", "card")),
    "ally": (("target",), ("player", "until")),
    "tell": (("target",), ("player",)),
    "play": ((), ("player", "card", "moment", "location")),
    "move": (("character",), ("player",)),
    "holds": (("card",), ("player", "relation", "count")),
    "lied": ((), ("player",)),
}
"""For each kind the fields that it needs and those that it may have; `negated` fits every kind."""


@fact
class Proposition:
    """Something that is, or turns out, true or false; fields that its kind does not use are null.

    Kinds. zombies: so many of this round's dice show the location (never the extra zombies). dice:
    this round's dice are these. safe: nobody is eaten at the location in this round's attack. saw:
    the player has looked at this round's dice under the box. go: the player's destination this
    round is the location. vote: the player will vote for target in the next truck or chief vote,
    or in this round's attack. give: searching the truck next, the player gives target a card.
    ally: the player casts no ballot for target in an attack vote where he could vote for a third.
    tell: the player, having looked, tells target this round's dice truly before they are revealed.
    play: the player plays such a card this round. move: the character that the player moves to his
    destination this round is this one. holds: the player has so many of a card in hand now. lied:
    the player said something false about what he knew, or broke an announcement or pledge, in this
    round or the one before.

    In Osaczeni zombies are the monsters, the box is the hatch, the chief vote is that for the
    badge, and who decides a tie has voted.
    """

    __pydantic_config__: ClassVar[dict[str, object]] = {"use_attribute_docstrings": True}

    kind: Kind
    """What is said; it decides which other fields are used."""
    player: str | None = None
    """Whom it is about, by name (all but zombies, dice, safe); null: the speaker."""
    location: int | None = None
    """Number of a location (zombies, safe, go); of an attack with vote and play, null: any."""
    relation: Relation | None = None
    """How the number compares with `count` (zombies, holds); null with holds: at least one."""
    count: int | None = None
    """How many dice (zombies) or cards (holds), from 0."""
    dice: tuple[int, ...] | None = None
    """All of this round's dice, in any order (dice)."""
    target: str | None = None
    """The player who is voted for (vote), given a card (give), spared (ally) or told (tell)."""
    vote: Vote | None = None
    """Which vote (vote)."""
    ballot: Ballot | None = None
    """Which ballot of it (vote): the first, the re-vote, or a tie that the player breaks; null:
    whichever comes first."""
    card: str | None = None
    """Id of a card (holds, give, play); null with give and play: any card."""
    moment: Moment | None = None
    """When the card is played (play): before the truck or the chief vote, to look at the dice, when
    characters move, in an attack; null: at any time this round."""
    character: str | None = None
    """Id of a kind of character (move)."""
    until: int | None = None
    """Last round in which it holds (ally); null: to the end of the game."""
    negated: bool = False
    """True: the opposite is claimed, for example `will not vote for` or `somebody is eaten`."""

    def data(self) -> dict[str, object]:
        """Return JSON data in a fixed order, without what is null or not negated."""
        return _data(self, _NAMES)

    @classmethod
    def read(cls, given: Mapping[str, object]) -> Self:
        """Return the proposition that `data` wrote; null means left out. Raises `ClaimError`."""
        return cls(**_typed(given, _TYPES, "a condition"))

    def resolved(self, speaker: str) -> "Proposition":
        """Return the same with the speaker as player where a player may be named and none is."""
        if self.player is not None or "player" not in FIELDS[self.kind][1]:
            return self
        return Proposition(**{name: getattr(self, name) for name in _NAMES} | {"player": speaker})


@fact
class Claim:
    """A proposition as a player put it: sure or not, unconditional or not, his own or hearsay.

    `read` takes it as plain JSON data, in which `kind` decides on the other keys (`FIELDS`).

    >>> import arena
    >>> arena.Claim.read({"kind": "vote", "target": "Clara", "vote": "chief"}).proposition.target
    'Clara'
    """

    __pydantic_config__: ClassVar[dict[str, object]] = {"use_attribute_docstrings": True}

    proposition: Proposition
    """What is claimed."""
    confidence: Confidence = "sure"
    """How sure the speaker is: `sure`, `think` or `guess`."""
    condition: Proposition | None = None
    """The claim stands only if this turns out true; null: in any case. Not with `said_by`."""
    said_by: str | None = None
    """Hearsay: this player told the speaker so, and only that is claimed; null: no hearsay."""

    def data(self) -> dict[str, object]:
        """Return JSON data: the proposition's, then what differs from a plain, sure claim."""
        data = self.proposition.data()
        if self.confidence != "sure":
            data["confidence"] = self.confidence
        if self.condition is not None:
            data["condition"] = self.condition.data()
        if self.said_by is not None:
            data["said_by"] = self.said_by
        return data

    @classmethod
    def read(cls, given: Mapping[str, object]) -> Self:
        """Return the claim that `data` wrote; null means left out. Raises `ClaimError`."""
        typed = _typed(given, _CLAIM_TYPES, "a claim")
        confidence, said_by = typed.pop("confidence", "sure"), typed.pop("said_by", None)
        condition = typed.pop("condition", None)
        return cls(
            proposition=Proposition(**typed),
            confidence=confidence,
            condition=None if condition is None else Proposition.read(condition),
            said_by=said_by,
        )


_TYPES: Mapping[str, object] = {
    "kind": str, "player": str, "location": int, "relation": str, "count": int, "dice": Sequence,
    "target": str, "vote": str, "ballot": str, "card": str, "moment": str, "character": str,
    "until": int, "negated": bool,
}  # fmt: skip
"""The type of each field of a proposition where it is not null."""
_NAMES = tuple(_TYPES)
_CLAIM_TYPES = {**_TYPES, "confidence": str, "condition": Proposition, "said_by": str}
"""The same for a claim, whose proposition's fields stand beside its own."""


def _data(of: Proposition, names: Sequence[str]) -> dict[str, object]:
    data: dict[str, object] = {}
    for name in names:
        value = getattr(of, name)
        if value is not None and value is not False:
            data[name] = list(value) if name == "dice" else value
    return data


def _typed(given: Mapping[str, object], of: Mapping[str, object], what: str) -> dict[str, Any]:
    """Return the given fields after a check of their types, not of their values."""
    if not _is_table(given):
        raise ClaimError(f"{what} is {given!r}. Possible: an object with the key kind.")
    typed: dict[str, object] = {}
    for name, value in given.items():
        if name not in of:
            raise ClaimError(f"{what} has the unknown key {name!r}. {possible(name, tuple(of))}")
        if value is not None:
            typed[name] = value if type(value) is of[name] else _value(name, value)
    if "kind" not in typed:
        raise ClaimError(f"{what} has no kind. {possible(None, tuple(FIELDS))}")
    return typed


def _value(name: str, value: object) -> object:
    if name == "negated":
        fits, need = isinstance(value, bool), "true or false"
    elif name == "condition":
        fits, need = _is_table(value), "an object with the key kind"
    elif name == "dice":
        if isinstance(value, list | tuple):
            faces = cast("Sequence[object]", value)
            if all(type(face) is int for face in faces):
                return tuple(faces)
        fits, need = False, "a list of whole numbers"
    elif _CLAIM_TYPES[name] is int:
        fits, need = type(value) is int, "a whole number"
    else:
        fits, need = isinstance(value, str), "a text"
    if not fits:
        raise ClaimError(f"{name} of a claim is {value!r}. Possible: {need}, or null.")
    return value


def _is_table(value: object) -> bool:
    return type(value) is dict or isinstance(value, Mapping)
