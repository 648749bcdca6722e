"""JSON types of what a face draws.

Seats are identified by name, rooms by number (as text where they are keys), characters and cards by
id, for which `Head` has the names. A viewpoint is a seat's name, `public` or `all`.
"""

from typing import Literal, NotRequired

from pydantic import JsonValue
from typing_extensions import TypedDict

Kind = Literal["person", "bot", "model"]
Span = list[str]
"""`[text]` or `[text, style]`; a style is `seat:NAME`, `strong`, `dim`, `danger` or `secret`."""
LineKind = Literal[
    "round", "phase", "fact", "speech", "whisper", "deal", "lost", "verdict", "table"
]  # fmt: skip
Verdict = Literal["quiet", "holds", "breaks", "empty", "eats"]
PromiseState = Literal["open", "waits", "kept", "broken", "none", "true", "false"]


# --- constant data ---


class SeatData(TypedDict):
    """A player."""

    name: str
    symbol: str
    kind: Kind | None
    """Null: not disclosed."""
    model: NotRequired[str]
    """The host's name for the model of this seat; left out where there is none."""


class Named(TypedDict):
    """A thing with a name."""

    name: str
    own: str | None
    """Its name in the edition's language; null: it has none, or that is English."""


class RoomData(Named):
    """A location."""

    number: int
    capacity: int | None
    """Null: unlimited."""
    parking: bool
    """True: the location has no walls."""
    notches: int | None
    """Capacity for attackers; null: unlimited."""


class CharacterData(Named):
    """A kind of character."""

    id: str
    points: int
    strength: int
    votes: int


class CardData(Named):
    """A kind of card."""

    id: str
    text: str
    count: int
    """Number of copies."""


class PhaseData(TypedDict):
    """A phase."""

    id: str
    title: str


FormUse = Literal["claim", "give", "want", "offer"]
"""Use of a form: a claim, a term that one gives or wants in a deal, or the whole offer."""


class SlotData(TypedDict):
    """A slot in a form."""

    name: str
    label: str
    options: list[list[str]]
    """Pairs of notation and label; empty where terms are chosen."""
    terms: NotRequired[FormUse]
    """Use of the forms that fit here, joined by `and`."""
    most: NotRequired[int]
    """Most terms."""


class FormData(TypedDict):
    """Something to say that is chosen from a menu."""

    id: str
    use: FormUse
    label: str
    says: str
    """Sentence with slots in braces."""
    spoken: NotRequired[str]
    """Spoken words if none are typed; left out: the same as `says`."""
    line: str
    """Line for the command line with slots in braces."""
    slots: list[SlotData]


class CounterData(TypedDict):
    """An offer from the other side: for each side the line of its terms and their words."""

    gives: list[str]
    wants: list[str]


class Head(TypedDict):
    """Constant data of a game, sent to a viewer first."""

    ruleset: str
    title: str
    viewpoint: str
    family: str
    seats: list[SeatData]
    """Clockwise."""
    rooms: list[RoomData]
    characters: list[CharacterData]
    cards: list[CardData]
    phases: list[PhaseData]
    attacker: list[str]
    """In the singular and the plural: `zombie`, `zombies`."""
    leader: str
    """Title of who holds the badge: `Chief`."""
    cover: str
    """Cover of the dice: `box`."""
    token: str | None
    """Name of the token whose holder breaks ties: `victim token`; null: the ruleset has none."""
    card: list[str]
    """Noun for a card in the singular and the plural: `card`, `cards`."""
    dice: int
    """Number of dice at the start."""
    aim: list[list[str]]
    """Introduction for new players: pairs of a title and some sentences."""
    forms: NotRequired[list[FormData]]
    """Menu of claims and offers; of a seat only."""


# --- the board ---


class Figure(TypedDict):
    """A character on the board."""

    seat: str
    character: str
    hidden: bool


class Room(TypedDict):
    """The state of a location."""

    closed: bool
    zombies: int
    strength: int | None
    """Null: there are no walls, or nobody is there."""
    taken: int
    verdict: Verdict
    """Outcome of an attack now; `quiet` for a closed location."""
    eats: NotRequired[int]
    """Number of characters that would be eaten, if the verdict is `eats`."""
    coming: NotRequired[int]
    """Attackers due this round, if this viewpoint knows the dice."""
    figures: list[Figure]


class Dice(TypedDict):
    """The dice of a round, until the next roll."""

    values: list[int] | None
    """Null: this viewpoint has not seen them."""
    open: bool
    """True: everybody has seen them."""
    count: int
    looked: list[str]
    """Seats that looked at them before they were open."""


class BoardData(TypedDict):
    """The board as far as a viewpoint knows it."""

    rooms: dict[str, Room]
    """By number."""
    chief: str | None
    elected: bool
    sizes: dict[str, int] | None
    """Number of cards by seat; null before the deal."""
    deck: int | None
    hands: dict[str, list[str]]
    """Cards that this viewpoint knows, by seat."""
    destinations: dict[str, int]
    """Destinations that this viewpoint knows, by seat."""
    victim: str | None
    """Seat that holds the victim token; null: none."""
    cold_room: int
    """Victims so far, if the ruleset counts them."""
    dice: Dice | None
    points: dict[str, int]
    """Points of living characters; once the game is over, the scores."""
    out: list[str]
    """Seats without a living character."""
    at: int | None
    """Location of the current attack or vote."""
    ballot: NotRequired[dict[str, object]]
    """The open vote: the fields of `BallotOpened`."""
    votes: NotRequired[dict[str, object]]
    """The last revealed vote: the fields of `VotesRevealed`."""
    placements: NotRequired[dict[str, int]]
    """Final places, 1 for the winner; once the game is over."""


# --- narration ---

Line = TypedDict(
    "Line",
    {
        "as": LineKind,
        "indent": NotRequired[int],
        "by": NotRequired[str],
        "to": NotRequired[list[str]],
        "spans": list[Span],
        "claims": NotRequired[list[list[str]]],
        "deal": NotRequired[int],
        "deal_state": NotRequired[str],
        "rows": NotRequired[list[list[list[Span]]]],
        "message": NotRequired[int],
        "private": NotRequired[bool],
    },
)
"""One line of narration.

`spans` of a speech, and of a whisper that this viewpoint heard, are its words alone; a whisper that
it did not hear has none. Each entry of `claims` is a claim in words, followed by a private remark
of the reader's: what they had seen. `message` is the number of the speech. `private`: not everybody
perceived it. `rows` are a table's cells as spans, headings first. `deal_state` is `offered`, or the
answer to the offer.
"""


class Promise(TypedDict):
    """An offer, a deal, a promise or a report, as this viewpoint knows it."""

    number: NotRequired[int]
    """Number of the offer or deal."""
    kind: Literal["offer", "deal", "promise", "report"]
    by: str
    to: list[str]
    text: str
    state: PromiseState
    """`waits`: an own offer that others can answer; `none`: it was never tested."""
    broken_by: NotRequired[list[str]]
    """Parties that broke the deal."""
    answerable: bool
    """True: this viewpoint can accept or decline it."""
    counter: NotRequired[CounterData]
    """The start of a counter-offer, if this can be answered."""


class Untruth(TypedDict):
    """A lie, a broken promise or deal, or a false announcement, revealed after the game."""

    kind: Literal["lie", "promise", "announcement", "deal"]
    by: str
    round: int
    """Round in which it was said or broken."""
    text: str
    """Full sentence, with its cost."""
    message: NotRequired[int]
    """Number of the speech with a lie, a promise or an announcement."""
    claims: NotRequired[list[int]]
    """Indices of its false claims, from 0."""
    claimed: NotRequired[list[str]]
    """The same claims in words."""
    said: NotRequired[str]
    """The words of the speech, whispers included."""
    whispered_to: NotRequired[list[str]]
    """Listeners of a whisper."""
    deal: NotRequired[int]
    dice: NotRequired[list[int]]
    """The dice that a liar had seen."""


class Frame(TypedDict):
    """The narration and new state of one record, or of a few that are shown together."""

    at: int
    """Number of the frame, from 0 without gaps."""
    round: int
    phase: str | None
    type: str
    """Type of the record."""
    actor: NotRequired[str]
    told: list[Line]
    board: NotRequired[BoardData]
    """The whole board, if it changed."""
    promises: NotRequired[list[Promise]]
    """All promises, if any changed."""
    reveal: NotRequired[list[Untruth]]
    """After the game: its lies, broken promises and broken deals, by time of discovery."""
    record: NotRequired[int]
    """Index of the record; only in a replay with all secrets."""
    calls: NotRequired[list[dict[str, JsonValue]]]
    """Calls to models for this record; only in a replay with all secrets."""


# --- questions ---


class OptionData(TypedDict):
    """One possible answer."""

    key: str
    """Text to type to choose it."""
    id: str
    label: str
    args: dict[str, str | int]


class LineResult(TypedDict):
    """The result of a typed line."""

    told: list[Line]
    taken: bool
    """True if the line answered the open question."""


class Messages(TypedDict):
    """The messages of a turn to speak."""

    most: int
    prepared: list[str]
    said: list[list[str]]
    """Claims and deals of each prepared message, in words."""


class Clause(TypedDict):
    """A clause of the rules."""

    id: str
    text: str


class Now(TypedDict):
    """The open question of a person; not a record of the game."""

    asked: str | None
    """Id of the question or turn; null: nothing is asked."""
    task: Literal["answer", "speak", "bid"] | None
    kind: str | None
    """Kind of the question; of a turn, kind of the floor."""
    title: str
    consequence: NotRequired[str]
    place: int | None
    by_room: bool
    """True: the options are rooms, with the room numbers as keys."""
    options: list[OptionData]
    seconds_left: int | None
    messages: Messages | None
    """Null: it is no turn to speak."""
    clause: NotRequired[Clause]
    """Clause of the question."""
    thinking: list[str]
    told: NotRequired[list[Line]]
    """Private notices: prepared messages that this turn does not allow."""
    ahead: NotRequired[list[str]]
    """Messages prepared for the next turn to speak, while none is open."""
    away: NotRequired[bool]
    """True: a house bot answers for the seat."""
    unnamed: NotRequired[bool]
    """True: others are waited for, and their names are secret."""
    reading: bool
    """True: narration waits until this viewpoint has read what came before; `skip` shows it."""
    next: NotRequired[str]
