"""What a house bot says on a floor: of all that it could say, what matters most and is new.

Each floor has its thoughts (`thoughts`), each thought its wordings (`phrases`, `wordings`). A
wording is used once in a game; where all are used up, another thought is spoken, or none.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from arena.claims.language import Claim
from arena.seats.house.beliefs import Beliefs
from arena.seats.house.dials import Dials
from arena.seats.house.draw import Draw
from arena.seats.house.mind import Mind
from arena.seats.house.position import Position
from arena.seats.house.wordings import WORDINGS
from arena.talk.speech import Speech, TalkTurn

__all__ = ["Idea", "Stage", "Thought", "plural", "spoken"]

SILENCE = 0.35
"""Weight below which a thought is kept for oneself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Idea:
    """Something that could be said."""

    intent: str
    """Which wordings it has."""
    weight: float
    """How much it matters: 1 is what one would usually say."""
    slots: Mapping[str, object]
    """What the wordings speak of."""
    to: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    secret: bool = False
    """True: better whispered."""


class Thought(NamedTuple):
    """What is said, and how much it matters."""

    weight: float
    speech: Speech


class Stage:
    """The moment of one turn to talk: all that words may depend on."""

    __slots__ = ("beliefs", "dials", "draw", "key", "mind", "position", "turn")

    def __init__(
        self,
        turn: TalkTurn,
        position: Position,
        beliefs: Beliefs,
        mind: Mind,
        dials: Dials,
        key: bytes,
    ) -> None:
        """`key` is that of the seat's draws."""
        self.turn, self.position, self.beliefs = turn, position, beliefs
        self.mind, self.dials, self.key = mind, dials, key
        self.draw = Draw(key, turn.id)

    @property
    def me(self) -> str:
        """The own name."""
        return self.position.me

    def name(self, place: int) -> str:
        """Return what a location is called in a sentence."""
        name = next(str(p["name"]) for p in self.position.view["places"] if p["number"] == place)
        articled = self.position.facts.articled
        return f"the {name}" if articled is None or place in articled else name

    def others(self, *, here: bool = False) -> list[str]:
        """Return the other players with characters, or those of them that are present."""
        return [
            each
            for each in self.position.order
            if each != self.me
            and self.position.points[each]
            and (not here or each in self.turn.present)
        ]

    def elects(self) -> bool:
        """Tell whether an own character has a vote where the Chief is elected."""
        return bool(self.position.visible(self.position.facts.hq, self.me))

    def stands_at_hq(self, player: str) -> bool:
        """Tell whether a player could be elected Chief."""
        return bool(self.position.visible(self.position.facts.hq, player))

    def visible_here(self) -> bool:
        """Tell whether an own character stands there that is not hidden."""
        place = self.turn.place
        return place is not None and bool(self.position.visible(place, self.me))

    def most_trusted(self, players: list[str]) -> str | None:
        """Return whose word goes furthest; of several, one by lot."""
        return max(
            players, key=lambda each: (self.beliefs.trust[each], self.draw.chance()), default=None
        )


def plural(count: int, one: str, many: str | None = None) -> str:
    """Return `no zombie`, `1 zombie`, `2 zombies`."""
    if count == 1:
        return f"1 {one}"
    return f"{count} {many or one + 's'}" if count else f"no {one}"


def spoken(stage: Stage, ideas: list[Idea]) -> Thought | None:
    """Return the idea that matters most, in words that were not used before."""
    chance = stage.draw.chance
    ranked = sorted(
        ((idea.weight * (0.6 + 0.8 * chance()), at) for at, idea in enumerate(ideas)), reverse=True
    )
    for weight, at in ranked:
        if weight < SILENCE:
            return None
        text = _worded(stage, ideas[at])
        if text is not None:
            return Thought(weight, _speech(stage, ideas[at], text))
    return None


def _worded(stage: Stage, idea: Idea) -> str | None:
    # The wording that I used least, and nobody else this round; those who speak at once begin at
    # different ones, so they don't speak in chorus.
    mind = stage.mind
    wordings = WORDINGS[stage.position.facts.family.id][idea.intent]
    seats: list[str] = stage.position.view["seats"]
    first = seats.index(stage.me) + stage.turn.turn + mind.salt

    def worn(at: int) -> tuple[bool, int, int]:
        spoken = _pattern(wordings[at]).fullmatch
        theirs = any(map(spoken, mind.lately))
        return theirs, sum(map(bool, map(spoken, mind.used))), (at - first) % len(wordings)

    for at in sorted(range(len(wordings)), key=worn):
        text = wordings[at].format_map(dict(idea.slots))
        text = SENTENCE.sub(lambda begun: begun[0].upper(), text)
        if text not in mind.used and len(text) <= stage.turn.characters:
            return text
    return None


@lru_cache(maxsize=512)
def _pattern(wording: str) -> re.Pattern[str]:
    """Return what matches a wording whatever it spoke of; names have no commas, lists have."""
    plain = re.escape(wording)
    for listed in LISTS:
        plain = plain.replace(rf"\{{{listed}\}}", "[^.!?]+")
    return re.compile(re.sub(r"\\{\w+\\}", "[^.!?,]+", plain), re.IGNORECASE)


def _speech(stage: Stage, idea: Idea, text: str) -> Speech:
    whisper = idea.secret and bool(idea.to) and stage.turn.whispers
    return Speech(
        text=text,
        to=idea.to,
        whisper=whisper and stage.draw.chance() < WHISPERS,
        claims=idea.claims,
    )


LISTS = ("dice", "areas")
"""Slots that hold several things."""
SENTENCE = re.compile(r"(?:^|[.!?] )[a-z]")
"""Where a sentence begins with a small letter, since a name stands there."""
WHISPERS = 0.6
"""How often what is better whispered is whispered."""
