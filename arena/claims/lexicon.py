"""The words of the notation at one table, and the division of a line into them.

Names of seats, cards, places and characters are single words here, matched longest first. A name
that has a word of the notation in it, like `Chief` or `I`, is written in quotation marks, and only
so it is read: no line can mean two things.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import cast, get_args

from arena.claims.language import Ballot, Moment, Vote
from arena.claims.vocabulary import Vocabulary
from arena.families import FAMILIES, family_of

NOISE = frozenset(
    {
        "a", "an", "the", "that", "to", "will", "for", "as", "in", "on", "of", "deal", "location",
        "round",
    }
)  # fmt: skip
"""Words that are skipped wherever they stand."""
DROPPED = NOISE | {",", "#"}
YOU = "(you)"
"""Stands for whoever accepts an offer; no seat can have this name."""
LONGEST_NUMBER = 6


@dataclass(frozen=True, slots=True)
class Verb:
    """The forms of a verb that follows WHO, as they are written; `more` are read too."""

    base: str
    others: str
    """The third person, present or past."""
    auxiliaries: tuple[str, str] = ("do", "does")
    """What stands before `not`: of `I` and `you`, and of all others."""
    more: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """All words that are read as this verb."""
        return (self.base, self.others, *self.more)


VERBS: Mapping[str, Verb] = {
    "saw": Verb("see", "saw", ("did", "did"), ("sees", "seen", "looked")),
    "lied": Verb("lie", "lied", ("did", "did"), ("lies",)),
    "go": Verb("go", "goes"),
    **{
        verb: Verb(verb, f"{verb}s")
        for verb in ("vote", "break", "give", "spare", "tell", "play", "move", "hold")
    },
}


KEYWORDS = frozenset(
    {
        "i", "me", "myself", "you", "yourself", "not", "do", "does", "did", "have", "has", "if",
        "and", "until", "end", "at", "back", "tie", "card", "cards", "item", "items", "dice",
        "safe", "think", "thinks", "guess", "guesses", "said", "says", "offer", "offers",
        "counter", "counters", "accept", "accepts", "decline", "declines", "withdraw",
        "withdraws", *(word for verb in VERBS.values() for word in verb.words),
    }
)  # fmt: skip
"""Words of the notation that are the same in every ruleset."""
RELATIONS = ("at least", "at most", "exactly")
CONTRACTIONS = {
    "don't": "do not", "doesn't": "does not", "didn't": "did not", "won't": "will not",
    "haven't": "have not", "hasn't": "has not", "i'll": "i will", "you'll": "you will",
    "i've": "i have",
}  # fmt: skip
TYPED = str.maketrans(
    dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"')
    | dict.fromkeys("\u2018\u2019", "'")
    | dict.fromkeys("\u2010\u2011", "-")
    | {"\u2264": "<=", "\u2265": ">=", "\uff0c": ",", "\uff1a": ":"}
)
"""Typographic marks, mapped to the plain ones."""
PART_IN_QUOTES = re.compile(r'("[^"]*")')
WORD = re.compile(r"[\w-]+(?:'\w+)?|>=|<=|==|[=<>:/,#]|\S")
"""A word, a sign, or any other character that is no space."""
QUOTED = re.compile(r'"([^"]*)"')
GOES_ON = re.compile(r"[\w-]")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a line, and what it may stand for."""

    text: str
    word: str
    """The word in lower case; empty for a quoted name."""
    means: Mapping[str, object] = field(default_factory=dict)
    """The values it may stand for, by `player`, `location`, `card`, `character` or `number`."""


class Lexicon:
    """The words of one table."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        family = family_of(vocabulary.ruleset)
        self.zombies = f"{family.attacker}s"
        """The table's word for what the dice count."""
        own = {"chief": family.leader_vote}
        self.votes: dict[str, str] = {each: own.get(each, each) for each in get_args(Vote)}
        self.moments: dict[str, str] = {each: own.get(each, each) for each in get_args(Moment)}
        self.ballots: tuple[str, ...] = get_args(Ballot)
        self._phrases = _phrases(vocabulary)
        self._reserved = _reserved(self)
        bare = filter(self._can_stand_bare, vocabulary.seats)
        self._bare = tuple(sorted(bare, key=len, reverse=True))

    def name(self, seat: str) -> str:
        """Return a seat's name as it is written in a line, quoted where it must be."""
        return seat if seat in self._bare else f'"{seat}"'

    def tokens(self, line: str) -> list[Token]:
        """Return the words of a line, without those that are skipped."""
        found = list(self._all(_tidied(line)))
        return [
            token for at, token in enumerate(found)
            if token.means or not (token.word in DROPPED or _says_each_round(found[at : at + 3]))
        ]  # fmt: skip

    def _all(self, text: str) -> Iterator[Token]:
        at = 0
        while at < len(text):
            if text[at].isspace():
                at += 1
                continue
            token = self._quoted(text, at) or self._name(text, at) or self._phrase(text, at)
            if token is not None:
                yield token
                at += len(token.text)
                continue
            word = cast("re.Match[str]", WORD.match(text, at))[0]
            at += len(word)
            yield from _plain(word)

    def _quoted(self, text: str, at: int) -> Token | None:
        found = QUOTED.match(text, at)
        seat = None if found is None else _one(found[1], self.vocabulary.seats)
        return None if found is None or seat is None else Token(found[0], "", {"player": seat})

    def _name(self, text: str, at: int) -> Token | None:
        for name in self._bare:
            said = text[at : at + len(name)]
            is_it = said == name or (_one(said, self._bare) == name and not _has_noise(name))
            if is_it and _ends(text, at + len(name)):
                return Token(said, said.casefold(), {"player": name})
        return None

    def _phrase(self, text: str, at: int) -> Token | None:
        for phrase, means in self._phrases.items():
            said = text[at : at + len(phrase)]
            if said.casefold() == phrase and _ends(text, at + len(phrase)):
                return Token(said, phrase, means)
        return None

    def is_taken(self, word: str) -> bool:
        """Return True if a word of a name could be a word of the notation.

        Words that are skipped count in lower case only: Will is a name.
        """
        return word in NOISE or word.casefold() in self._reserved

    def _can_stand_bare(self, seat: str) -> bool:
        """Return True if nothing of a name can be read as anything else.

        A number may end it, since none follows a name in any form.
        """
        words = seat.split(" ")
        return not (_is_number(words[0]) or "" in words or any(map(self.is_taken, words)))


def _phrases(vocabulary: Vocabulary) -> dict[str, Mapping[str, object]]:
    """Return the written names of cards, places, characters and relations, the longest first."""
    ruleset = vocabulary.ruleset
    found: dict[str, dict[str, object]] = {}
    for what, named in (
        ("card", [(each.id, each.id, each.name) for each in ruleset.cards]),
        ("character", [(each.id, each.id, each.name) for each in ruleset.characters]),
        ("location", [(each.number, each.name, each.name) for each in ruleset.places]),
        ("relation", [(words, words) for words in RELATIONS]),
    ):
        for value, *names in named:
            for name in (*names, *(each.replace("_", " ") for each in names)):
                for said in (name.casefold(), f"{name.casefold()}s"):
                    found.setdefault(said, {})[what] = value
    return dict(sorted(found.items(), key=lambda each: -len(each[0])))


def _reserved(lexicon: Lexicon) -> frozenset[str]:
    """Return every word that the notation uses at this table, except for those that are skipped."""
    attackers = {family.attacker for family in FAMILIES.values()}
    votes = {family.leader_vote for family in FAMILIES.values()}
    return frozenset(
        {
            *KEYWORDS, *attackers, *(f"{each}s" for each in attackers), *votes,
            *lexicon.votes, *lexicon.moments, *lexicon.ballots, "re-vote",
            *(word for phrase in lexicon._phrases for word in phrase.split()),  # noqa: SLF001 - its own
        }
    )  # fmt: skip


def _tidied(line: str) -> str:
    """Return a line with plain marks, single spaces outside quotation marks, and nothing around."""
    parts = PART_IN_QUOTES.split(line.translate(TYPED))
    parts[::2] = (re.sub(r"\s+", " ", each) for each in parts[::2])
    return "".join(parts).strip(" `").rstrip(" .!;,`")


def _plain(text: str) -> Iterable[Token]:
    if _is_number(text):
        return (Token(text, text, {"number": int(text)}),)
    word = text.casefold()
    return (Token(text, each) for each in CONTRACTIONS.get(word, word).split())


def _says_each_round(tokens: Sequence[Token]) -> bool:
    """Return True if the words are `each round` before an end, which they do not change."""
    first, *then = (token.word for token in tokens)
    return first in {"each", "every"} and then == ["round", "until"]


def _has_noise(name: str) -> bool:
    return not NOISE.isdisjoint(name.casefold().split())


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER


def _ends(text: str, at: int) -> bool:
    """Return True if a word ends at this index."""
    return at >= len(text) or GOES_ON.match(text, at) is None


def _one(said: str, names: Iterable[str]) -> str | None:
    """Return the name that matches exactly, or else the only one that matches but for case."""
    alike = [name for name in names if name.casefold() == said.casefold()]
    if said in alike:
        return said
    return alike[0] if len(alike) == 1 else None


@lru_cache(maxsize=32)
def lexicon_of(vocabulary: Vocabulary) -> Lexicon:
    """Return the words of a table, built once."""
    return Lexicon(vocabulary)
