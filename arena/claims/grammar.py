"""The forms of the notation, from which lines are read, written and explained to models.

A line is one claim or one deal act. Each form has a pattern: lower-case words are literal,
upper-case words are slots (`SLOTS`), parts in brackets are optional. The reader follows the
patterns, the writer fills them, and `grammar` shows them in the words of a table.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from arena.claims.lexicon import NOISE, Lexicon, lexicon_of
from arena.claims.vocabulary import Vocabulary

SLOTS: Mapping[str, str] = {
    "WHO": "player",
    "WHOM": "target",
    "PLACE": "location",
    "RELATION": "relation",
    "NUMBER": "count",
    "DICE": "dice",
    "VOTE": "vote",
    "BALLOT": "ballot",
    "CARD": "card",
    "MOMENT": "moment",
    "CHARACTER": "character",
    "ROUND": "until",
}
"""The field of a proposition that each slot fills."""


@dataclass(frozen=True, slots=True)
class Part:
    """Words and slots of a pattern that stand or are left out together."""

    words: tuple[str, ...]
    optional: bool

    @property
    def read(self) -> tuple[str, ...]:
        """The words and slots without those that carry nothing."""
        return tuple(word for word in self.words if word not in NOISE)


@dataclass(frozen=True, slots=True)
class Form:
    """One form of the notation."""

    kind: str
    """A kind of claim, a field that any claim may have, or an act of a deal."""
    pattern: str
    example: str
    """A line that anybody who is not named in it can say at the table; brackets as in `pattern`."""
    meaning: str
    """The meaning in a few words; empty: the form is read, but not explained to models."""
    fixed: Mapping[str, object] = field(default_factory=dict)
    """Fields whose values the form itself implies."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """The pattern in parts."""
        return _parts(self.pattern)

    @property
    def subject(self) -> bool:
        """Whether it begins with a player and what this player does."""
        return self.pattern.startswith("WHO ")

    @property
    def head(self) -> str:
        """The word that identifies the form: its verb, or its first word."""
        return self.pattern.split()[1 if self.subject else 0]


@cache
def _parts(pattern: str) -> tuple[Part, ...]:
    found = re.findall(r"\[([^]]+)\]|([^ [\]]+)", pattern)
    return tuple(Part(tuple((both or one).split()), bool(both)) for both, one in found)


FORMS: tuple[Form, ...] = (
    Form(
        "zombies",
        "{zombies} PLACE RELATION NUMBER",
        "{zombies} {place} >= 2",
        "so many of this round's dice show it; =, >=, <=",
    ),
    Form("dice", "dice DICE", "dice {dice}", "all of this round's dice"),
    Form("safe", "safe PLACE", "safe {other_place}", "nobody is eaten there this round"),
    Form("saw", "WHO saw [the dice]", "I saw", "looked at this round's dice"),
    Form("go", "WHO go PLACE", "{a} goes {place}", "destination this round"),
    Form(
        "vote",
        "WHO break a tie for WHOM VOTE [vote] [at PLACE]",
        "I break a tie for {a} attack",
        "if it falls to me; for attack: is eaten",
        {"ballot": "tie"},
    ),
    Form(
        "vote",
        "WHO vote WHOM VOTE [vote] [at PLACE] [BALLOT]",
        "I vote {a} attack [at {other_place}] [revote]",
        "in the next {votes} vote; first or revote",
    ),
    Form(
        "give", "WHO give WHOM CARD", "I give {a} a card", "or which, on searching the truck next"
    ),
    Form("give", "WHO give CARD WHOM", "I give a card to {a}", ""),
    Form(
        "ally",
        "WHO spare WHOM [until ROUND]",
        "I spare {a} [until 6]",
        "no attack vote for them if a third can be voted for; to the end of round 6",
    ),
    Form("tell", "WHO tell WHOM the dice", "{a} tells {b} the dice", "truly, before the reveal"),
    Form("tell", "WHO tell the dice WHOM", "{a} tells the dice to {b}", ""),
    Form(
        "play",
        "WHO play CARD [MOMENT] [at PLACE]",
        "I play {card} [attack] [at {other_place}]",
        "this round; or: a card; when: {moments}",
    ),
    Form("move", "WHO move CHARACTER", "I move {character}", "to this round's destination"),
    Form("holds", "WHO hold [RELATION NUMBER] CARD", "{a} holds [>= 2] {card}", "in hand now"),
    Form(
        "play",
        "WHO hold back [CARD] [MOMENT] [at PLACE]",
        "I hold back {card} attack",
        "",
        {"negated": True},
    ),
    Form("lied", "WHO lied", "{a} lied", "knowingly, or broke their word, this round or the last"),
    Form(
        "negated", "not CLAIM", "not safe {other_place}", "the opposite, as is: I do not go {place}"
    ),
    Form("confidence", "I think CLAIM", "I think dice {dice}", "unsure"),
    Form("confidence", "I guess CLAIM", "I guess {zombies} {place} = 0", "less sure"),
    Form("said_by", "WHO said CLAIM", "{a} said dice {dice}", "told me so"),
    Form(
        "condition",
        "CLAIM if CLAIM",
        "I vote {a} {chief} if {a} gives me a card",
        "stands only if that comes true",
    ),
)
"""The forms of claims; of several for one kind the first that expresses all is written."""

DEALS: tuple[Form, ...] = (
    Form(
        "offer",
        "offer WHOM: TERMS / TERMS [/ until ROUND]",
        "offer {a}: I vote {a} {chief} [and I go {place}] / {a} gives me a card [/ until 6]",
        "what I do / what they do",
    ),
    Form(
        "offer",
        "offer WHOM, WHOM: TERMS / TERMS [/ until ROUND]",
        "offer {a}, {b}: I give you a card / you vote me truck",
        "you: whoever accepts",
    ),
    Form(
        "counter",
        "counter DEAL WHOM: TERMS / TERMS [/ until ROUND]",
        "counter 7 {a}: I spare {a} / {a} spares me",
        "another offer in answer to 7",
    ),
    Form("accept", "accept DEAL", "accept 7", "an offer to me"),
    Form("decline", "decline DEAL", "decline 7", "the same"),
    Form("withdraw", "withdraw DEAL", "withdraw 7", "my offer, for those who hear it"),
)


def grammar(vocabulary: Vocabulary, *, deals: bool = True) -> tuple[Form, ...]:
    """Return the forms that are explained to a table, in its words; without `deals` only claims."""
    lexicon = lexicon_of(vocabulary)
    return tuple(in_words(form, lexicon) for form in _told(deals=deals))


def grammar_text(vocabulary: Vocabulary, *, deals: bool = True) -> str:
    """Return the notation's explanation for models: one example a line, with its meaning."""
    lexicon = lexicon_of(vocabulary)
    words = _words(lexicon)
    lines = [
        f"{form.example.format_map(words)}: {form.meaning.format_map(words)}"
        for form in _told(deals=deals)
    ]
    lines.append("For a name also I or me. What stands in [ ] may be left out.")
    quoted = [each for each in map(lexicon.name, vocabulary.seats) if each.startswith('"')]
    if quoted:
        lines.append(f"Always in quotation marks: {', '.join(quoted)}.")
    return "\n".join(lines)


def in_words(form: Form, lexicon: Lexicon) -> Form:
    """Return a form with the names and numbers of a table, its example without brackets."""
    words = _words(lexicon)
    return replace(
        form,
        pattern=form.pattern.format_map(words),
        example=re.sub(r"[][]", "", form.example).format_map(words),
        meaning=form.meaning.format_map(words),
    )


def _told(*, deals: bool) -> tuple[Form, ...]:
    return tuple(form for form in (*FORMS, *(DEALS if deals else ())) if form.meaning)


def _words(lexicon: Lexicon) -> dict[str, object]:
    """Return the replacements of the names in braces."""
    vocabulary = lexicon.vocabulary
    faces = vocabulary.locations
    several = [card for card, copies in vocabulary.cards.items() if copies > 1]
    return {
        "zombies": lexicon.zombies,
        "chief": lexicon.votes["chief"],
        "votes": _or(lexicon.votes.values()),
        "moments": _or(lexicon.moments.values()),
        "a": lexicon.name(vocabulary.seats[0]),
        "b": lexicon.name(vocabulary.seats[1]),
        "place": faces[-2],
        "other_place": faces[2],
        "dice": " ".join(str(faces[(0, 3, 3, 5)[at % 4]]) for at in range(vocabulary.dice)),
        "card": several[-1],
        "character": vocabulary.characters[0],
    }


def _or(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}"
