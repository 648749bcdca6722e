"""What a face is given to draw, as JSON: the types of it, and nothing else.

Seats go by their names, rooms by their numbers (as text where they are keys), characters and cards
by their ids, which `Head` puts in words. A viewpoint is a seat's name, `public` or `all`.
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


# --- what never changes ---


class SeatData(TypedDict):
    """A player."""

    name: str
    symbol: str
    kind: Kind | None
    """Null: it is not told."""
    model: NotRequired[str]
    """What the host calls the model that answers for it; left out where they gave no name."""


class Named(TypedDict):
    """What has a name."""

    name: str
    own: str | None
    """Its name in the edition's language; null: it has none, or that is English."""


class RoomData(Named):
    """A location."""

    number: int
    capacity: int | None
    """Null: any number."""
    parking: bool
    """True: it has no walls."""
    notches: int | None
    """How many attackers find room; null: any number."""


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
    """How many there are."""


class PhaseData(TypedDict):
    """A phase."""

    id: str
    title: str


FormUse = Literal["claim", "give", "want", "offer"]
"""What a form says: a claim, what one does in a deal or wants for it, or the whole offer."""


class SlotData(TypedDict):
    """A gap in a form."""

    name: str
    label: str
    options: list[list[str]]
    """Each as it is written into the line, and as it is called; empty where terms stand."""
    terms: NotRequired[FormUse]
    """Forms that can stand here, joined by `and`."""
    most: NotRequired[int]
    """How many of them."""


class FormData(TypedDict):
    """Something to say that is picked from a menu."""

    id: str
    use: FormUse
    label: str
    says: str
    """In words, slots in braces."""
    spoken: NotRequired[str]
    """What is said with it where nothing else is; left out: what it says."""
    line: str
    """The line of the command line, slots in braces."""
    slots: list[SlotData]


class CounterData(TypedDict):
    """An offer from the other side; of each side the line of its terms, and what it says."""

    gives: list[str]
    wants: list[str]


class Head(TypedDict):
    """What a viewer is given first."""

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
    """Who has the badge: `Chief`."""
    cover: str
    """What the dice lie under: `box`."""
    token: str | None
    """What who decides ties has: `victim token`; null: nobody does."""
    card: list[str]
    """What is held in a hand, in the singular and the plural: `card`, `cards`."""
    dice: int
    """Dice rolled each round, at the start."""
    aim: list[list[str]]
    """What the game is about, for who has never played it: a title and some sentences each."""
    forms: NotRequired[list[FormData]]
    """What can be picked to be said, of a seat only."""


# --- what stands on the board ---


class Figure(TypedDict):
    """A character on the board."""

    seat: str
    character: str
    hidden: bool


class Room(TypedDict):
    """A location as it stands."""

    closed: bool
    zombies: int
    strength: int | None
    """Null: it has no walls, or nobody is there."""
    taken: int
    verdict: Verdict
    """What would come of an attack now; of a closed location `quiet`."""
    eats: NotRequired[int]
    """How many characters would be eaten where the verdict is `eats`."""
    coming: NotRequired[int]
    """How many attackers this viewpoint knows to come this round: it saw the dice."""
    figures: list[Figure]


class Dice(TypedDict):
    """The dice of a round, until they are open and until the next are rolled."""

    values: list[int] | None
    """Null: this viewpoint has not seen them."""
    open: bool
    """True: all have."""
    count: int
    looked: list[str]
    """Who looked at them before."""


class BoardData(TypedDict):
    """The board as a viewpoint knows it."""

    rooms: dict[str, Room]
    """By number."""
    chief: str | None
    elected: bool
    sizes: dict[str, int] | None
    """Cards by seat; null before the deal."""
    deck: int | None
    hands: dict[str, list[str]]
    """Those that this viewpoint knows."""
    destinations: dict[str, int]
    """Those that this viewpoint knows."""
    victim: str | None
    """Who has the victim token, where there is one."""
    cold_room: int
    """Victims so far, where they are counted."""
    dice: Dice | None
    points: dict[str, int]
    """Of the living; once the game is over, the scores."""
    out: list[str]
    """Who has no character left."""
    at: int | None
    """The location that is attacked or voted at."""
    ballot: NotRequired[dict[str, object]]
    """The vote under way: the fields of `BallotOpened`."""
    votes: NotRequired[dict[str, object]]
    """The last that was revealed: the fields of `VotesRevealed`."""
    placements: NotRequired[dict[str, int]]
    """Places once the game is over; 1 is the winner."""


# --- what is told ---

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
"""One thing that is told.

Of a speech, and of a whisper that this viewpoint heard, `spans` are its words alone; a whisper that
it did not hear has none. A claim is what was claimed, and after it what the reader alone knows of
it: what they had seen. `message` is the number of the speech. `private`: not everybody perceived
it. `rows` of a table are cells of spans, the first row its heads. `deal_state`: `offered`, or how
the offer was answered.
"""


class Promise(TypedDict):
    """An offer, a deal, a promise or a report, as this viewpoint knows it."""

    number: NotRequired[int]
    """Of an offer or a deal."""
    kind: Literal["offer", "deal", "promise", "report"]
    by: str
    to: list[str]
    text: str
    state: PromiseState
    """`waits`: an own offer that others can answer; `none`: it came to nothing."""
    broken_by: NotRequired[list[str]]
    """Parties of a deal that broke it."""
    answerable: bool
    """True: this viewpoint can accept or decline it."""
    counter: NotRequired[CounterData]
    """Of what can be answered: where a counter-offer begins."""


class Untruth(TypedDict):
    """A lie, a broken promise or deal, or an announcement not done, as revealed after the game."""

    kind: Literal["lie", "promise", "announcement", "deal"]
    by: str
    round: int
    """In which it was told, or broken."""
    text: str
    """All of it in a sentence, with what it cost."""
    message: NotRequired[int]
    """The speech of a lie, a promise or an announcement."""
    claims: NotRequired[list[int]]
    """Which of its claims, from 0."""
    claimed: NotRequired[list[str]]
    """The same in words."""
    said: NotRequired[str]
    """The words of the speech: once the game is over those of whispers are open too."""
    whispered_to: NotRequired[list[str]]
    """Who heard a whisper."""
    deal: NotRequired[int]
    dice: NotRequired[list[int]]
    """What a liar about dice had seen."""


class Frame(TypedDict):
    """What one record, or a few that are told together, showed."""

    at: int
    """From 0, without gaps."""
    round: int
    phase: str | None
    type: str
    """The record's."""
    actor: NotRequired[str]
    told: list[Line]
    board: NotRequired[BoardData]
    """The whole of it, where it changed."""
    promises: NotRequired[list[Promise]]
    """All of them, where they changed."""
    reveal: NotRequired[list[Untruth]]
    """The game is over, and who kept faith is told to everybody: the lies, broken promises and
    broken deals of it, as they came to light."""
    record: NotRequired[int]
    """The record that it came with; in a replay with all secrets only."""
    calls: NotRequired[list[dict[str, JsonValue]]]
    """What models were asked and answered there; in a replay with all secrets only."""


# --- what is asked ---


class OptionData(TypedDict):
    """One possible answer."""

    key: str
    """What is typed to choose it."""
    id: str
    label: str
    args: dict[str, str | int]


class LineResult(TypedDict):
    """What came of a line that was typed."""

    told: list[Line]
    taken: bool
    """True where it answered what was asked."""


class Messages(TypedDict):
    """What a speech is made of."""

    most: int
    prepared: list[str]
    said: list[list[str]]
    """Of each of them the claims and deals, in words."""


class Clause(TypedDict):
    """A rule."""

    id: str
    text: str


class Now(TypedDict):
    """What is asked of a person at this moment; no record of the game."""

    asked: str | None
    """Id of the question, or of the turn; null: nothing is asked."""
    task: Literal["answer", "speak", "bid"] | None
    kind: str | None
    """Of the question; of a turn why the table talks."""
    title: str
    consequence: NotRequired[str]
    place: int | None
    by_room: bool
    """True: the options are rooms, and their keys the rooms' numbers."""
    options: list[OptionData]
    seconds_left: int | None
    messages: Messages | None
    """Null where one does not speak."""
    clause: NotRequired[Clause]
    """The rule of the question."""
    thinking: list[str]
    told: NotRequired[list[Line]]
    """What only they are told with it: what they had typed ahead, and can't say now."""
    ahead: NotRequired[list[str]]
    """What they have prepared for their next turn to speak, outside of one."""
    away: NotRequired[bool]
    """True: a house bot answers for the seat."""
    unnamed: NotRequired[bool]
    """True: others are thinking, and nobody may be told who."""
    reading: bool
    """True: more waits to be told until this viewpoint has read what came before; `skip` tells it
    at once."""
    next: NotRequired[str]
