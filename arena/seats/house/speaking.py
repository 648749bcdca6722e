"""The choice of words: turns the most important new idea into a speech.

Ideas come from `thoughts`, wordings from `prompts/house`. A wording is not repeated before the
table has heard the other wordings of its intent, except those reserved for seats that speak in the
same sealed wave, and never within ten messages; where none is left, another idea is used, or none.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import blake2b
from typing import NamedTuple, TypedDict, TypeVar, cast

from arena.claims.language import Claim, Proposition
from arena.claims.offers import DealAct
from arena.data import path
from arena.seats.house.beliefs import Beliefs
from arena.seats.house.memory import Memory
from arena.seats.house.position import Position
from arena.seats.house.situation import Dials, Draw
from arena.talk.speech import Message, Speech, TalkTurn
from arena.text import plural

T = TypeVar("T")
SILENCE = 0.35
"""Weight below which an idea is not said."""
WHISPERS = 0.6
"""Probability that an idea that is better whispered is whispered."""
SENTENCE = re.compile(r"(?:^|[.!?] )[a-z]")
"""The beginning of a sentence in lower case: a name was filled in there."""
SLOT = re.compile(r"{\w+}")
LISTS = ("dice", "areas", "told", "names")
"""Slots that hold several things."""


@dataclass(frozen=True, slots=True)
class Idea:
    """A possible statement, not yet worded."""

    intent: str
    """The key of its wordings."""
    weight: float
    """Its importance; an ordinary statement has 1."""
    slots: Mapping[str, object] = field(default_factory=dict[str, object])
    """Values for the wordings' slots, beside `round` and `to`, the first addressee."""
    to: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    deals: tuple[DealAct, ...] = ()
    """The offers and answers that it makes."""
    secret: bool = False
    """True: better whispered."""
    aside: "Idea | None" = None
    """An idea whispered to another player on the same turn, where that is possible."""


def claims_of(*said: Proposition) -> tuple[Claim, ...]:
    """Wrap propositions in sure claims of the speaker's own."""
    return tuple(Claim(proposition=each) for each in said)


class Thought(NamedTuple):
    """A speech with its importance."""

    weight: float
    speech: Speech


@dataclass(eq=False)
class TalkSituation:
    """One turn to talk: everything that a speech may depend on."""

    turn: TalkTurn
    position: Position
    beliefs: Beliefs
    memory: Memory
    dials: Dials
    key: bytes
    """The key of the seat's random draws."""

    def __post_init__(self) -> None:
        self.me, self.draw = self.position.me, Draw(self.key, self.turn.id)
        self._found: dict[object, object] = {}

    def once(self, what: object, work: Callable[[], T]) -> T:
        """Cache a result for this turn; `work` must not use the turn's shared draws."""
        if what not in self._found:
            self._found[what] = work()
        return cast("T", self._found[what])

    def name(self, place: int) -> str:
        """Return a location's name in a sentence."""
        name = next(str(p["name"]) for p in self.position.view["places"] if p["number"] == place)
        return f"the {name}" if place in self.position.facts.articled else name

    def others(self, *, here: bool = False) -> list[str]:
        """Return the other players with characters; `here`: only those present."""
        return [
            each
            for each in self.position.order
            if each != self.me
            and self.position.points[each]
            and (not here or each in self.turn.present)
        ]

    def elects(self) -> bool:
        """Return True if the bot has a vote where the Chief is elected."""
        return bool(self.position.visible(self.position.facts.hq, self.me))

    def stands_at_hq(self, player: str) -> bool:
        """Return True if a player could be elected Chief."""
        return bool(self.position.visible(self.position.facts.hq, player))

    def visible_here(self) -> bool:
        """Return True if the bot has a character there that is not hidden."""
        place = self.turn.place
        return place is not None and bool(self.position.visible(place, self.me))

    def most_trusted(self, players: list[str]) -> str | None:
        """Return the most trusted player, ties by lot; None where there are no players."""
        return max(
            players, key=lambda each: (self.beliefs.trust[each], self.draw.chance()), default=None
        )


def counted(count: int, one: str, many: str | None = None) -> str:
    """Return `no zombie`, `1 zombie`, `2 zombies`."""
    return plural(count, one, many) if count else f"no {one}"


def in_a_list(names: Sequence[str]) -> str:
    """Return `one`, `one and two`, `one, two and three`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def spoken(talk: TalkSituation, ideas: list[Idea]) -> Thought | None:
    """Return the most important idea in words that nobody used lately; None: there is none."""
    chance = talk.draw.chance
    ranked = sorted(
        ((idea.weight * (0.6 + 0.8 * chance()), at) for at, idea in enumerate(ideas)), reverse=True
    )
    for weight, at in ranked:
        if weight < SILENCE:
            return None
        text = _worded(talk, ideas[at])
        if text is not None:
            return Thought(weight, _speech(talk, ideas[at], text))
    return None


def together(talk: TalkSituation, ideas: Sequence[Idea]) -> Thought | None:
    """Put the first of these ideas into one speech, a message each; None: nothing can be said."""
    said: list[Message] = []
    for idea in ideas[: talk.turn.messages]:
        text = _worded(talk, idea, *(each.text for each in said))
        if text is not None:
            said.append(_message(talk, idea, text, whisper=idea.secret))
    if not said:
        return None
    return Thought(max(idea.weight for idea in ideas), Speech(messages=tuple(said)))


def _message(talk: TalkSituation, idea: Idea, text: str, *, whisper: bool) -> Message:
    whisper = whisper and talk.turn.whispers
    return Message(text=text, to=idea.to, whisper=whisper, claims=idea.claims, deals=idea.deals)


def joined(one: Thought | None, other: Thought | None) -> Thought | None:
    """Combine two thoughts in one speech. The caller makes sure that their messages fit."""
    if one is None or other is None:
        return one or other
    messages = (*one.speech.messages, *other.speech.messages)
    return Thought(max(one.weight, other.weight), Speech(messages=messages))


def _worded(talk: TalkSituation, idea: Idea, *also: str) -> str | None:
    # The wordings heard least come first. Each seat has its own share of them in a wave, and
    # another in the next, so that seats that don't hear each other never say the same.
    memory, family = talk.memory, talk.position.facts.family.id
    wordings = family_wordings(family)[idea.intent]
    public = Counter(wording_of(family, text) for text in memory.public)
    heard = Counter(wording_of(family, text) for text in (*memory.whispered, *also))
    lately = {wording_of(family, text) for text in (*memory.lately, *also)}
    in_order = sorted(wordings, key=lambda each: public[each])
    mine = in_order[_rank(talk) :: len(talk.position.view["seats"])]
    fresh = (each for each in mine if each not in lately)
    slots = {"round": talk.turn.round, "to": next(iter(idea.to), ""), **idea.slots}
    for wording in sorted(fresh, key=lambda each: public[each] + heard[each]):
        text = wording.format_map(slots)
        text = SENTENCE.sub(lambda begun: begun[0].upper(), text)
        if text not in memory.used and len(text) <= talk.turn.characters:
            return text
    return None


def _rank(talk: TalkSituation) -> int:
    """Return the seat's place in the order of wordings: different for each seat of a wave."""
    seats: list[str] = talk.position.view["seats"]
    turned = blake2b(f"{talk.memory.salt}|{talk.turn.wave}".encode(), digest_size=4).digest()
    return (seats.index(talk.me) + int.from_bytes(turned)) % len(seats)


def times_said(talk: TalkSituation, intent: str, who: str) -> int:
    """Return the number of times the bot has said this of a player."""
    wordings = family_wordings(talk.position.facts.family.id)[intent]
    known = [pattern(each.replace("{who}", who)) for each in wordings]
    return sum(any(each.fullmatch(text) for each in known) for text in talk.memory.used)


@lru_cache(maxsize=4096)
def wording_of(family: str, text: str) -> str | None:
    """Return the wording of a family that a text was made from; None: it was made from none."""
    plain = text.casefold()
    found = (each for part, each in _by_longest_part(family) if part in plain)
    return next((each for each in found if pattern(each).fullmatch(text)), None)


@lru_cache(maxsize=2)
def _by_longest_part(family: str) -> list[tuple[str, str]]:
    """Return each wording with its longest constant part, the longest wordings first."""
    known = {each for wordings in family_wordings(family).values() for each in wordings}
    parts = [(max(SLOT.split(each), key=len).casefold(), each) for each in known]
    return sorted(parts, key=lambda each: (-len(each[1]), each))


@lru_cache(maxsize=1024)
def pattern(wording: str) -> re.Pattern[str]:
    """Return a regular expression of all texts made from a wording.

    Names have no commas, lists have.
    """
    plain = re.escape(wording)
    for listed in LISTS:
        plain = plain.replace(rf"\{{{listed}\}}", "[^.!?]+")
    return re.compile(re.sub(r"\\{\w+\\}", "[^.!?,]+", plain), re.IGNORECASE)


def _speech(talk: TalkSituation, idea: Idea, text: str) -> Speech:
    aside = idea.aside if talk.turn.whispers and talk.turn.messages > 1 else None
    words = None if aside is None else _worded(talk, aside, text)
    secretly = idea.secret and bool(idea.to) and talk.turn.whispers
    whisper = secretly and (words is not None or talk.draw.chance() < WHISPERS)
    messages = [_message(talk, idea, text, whisper=whisper)]
    if aside is not None and words is not None:
        messages.append(_message(talk, aside, words, whisper=True))
    return Speech(messages=tuple(messages))


# --- the wordings, as `prompts/house` has them ---


class Words(TypedDict, total=False):
    """The content of a file of wordings; a family need not have one."""

    wordings: Mapping[str, list[str]]
    """Wordings by intent."""
    called: Mapping[str, str]
    """The family's replacements for shared words, to be made in this order."""


@cache
def _file(name: str) -> Words:
    file = path("prompts", "house", f"{name}.toml")
    return cast("Words", tomllib.loads(file.read_text("utf-8")) if file.exists() else {})


@cache
def family_wordings(family: str) -> Mapping[str, tuple[str, ...]]:
    """Return a family's wordings by intent: the shared ones in its words, and its own."""
    shared = {
        intent: [in_family_words(family, text) for text in texts]
        for intent, texts in _file("shared")["wordings"].items()
    }
    own = _file(family).get("wordings", {})
    return {intent: tuple(texts) for intent, texts in {**shared, **own}.items()}


def in_family_words(family: str, text: str) -> str:
    """Replace the shared words in a text by a family's own."""
    for shared, own in _file(family).get("called", {}).items():
        text = text.replace(shared, own)
    return text
