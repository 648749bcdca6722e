"""Reading and writing of claims and deal acts as one short line each.

A line has the same content as the data in a transcript; its forms are in `grammar`. `I` and `me`
are read as the speaker, and never written: a written line reads the same to all who hear it, and
`you` in an offer is whoever accepts, for all of them.

>>> import engine
>>> table = Vocabulary(engine.ruleset("moh"), ("Anna", "Bruno", "Clara"))
>>> claim = read_line("I vote for Clara in the attack, at 3", "Anna", table)
>>> claim.data()
{'kind': 'vote', 'location': 3, 'target': 'Clara', 'vote': 'attack'}
>>> written(claim, "Anna", table)
'Anna votes Clara attack at 3'
"""

from difflib import get_close_matches
from functools import lru_cache

from arena.claims.grammar import (
    DEALS,
    FORMS,
    SLOTS,
    Form,
    Part,
    grammar,
    grammar_text,
    in_words,
)
from arena.claims.language import Claim, Proposition
from arena.claims.lexicon import VERBS, YOU, Lexicon, lexicon_of
from arena.claims.notation_reader import Reader, Stop
from arena.claims.offers import DealAct, Offer, Reply, act_problem
from arena.claims.vocabulary import Vocabulary
from arena.errors import ClaimError, possible
from arena.text import escaped, shown

__all__ = [
    "LONGEST_LINE", "Form", "grammar", "grammar_text", "read_line", "written", "written_terms",
]  # fmt: skip

LONGEST_LINE = 1000
"""In characters; the longest valid line, an offer to five with long names, has about 600."""
LONGEST_SENTENCE = 300
LONGEST_PART = 40


def read_line(line: str, speaker: str, vocabulary: Vocabulary) -> Claim | DealAct:
    """Return the claim or deal act of a speaker's line, if it can be said at this table.

    Raises `ClaimError` with one sentence to the speaker: where reading stopped, and what is
    possible there.
    """
    if len(line) > LONGEST_LINE:
        raise _refusal(line, f"has {len(line)} characters. Possible: at most {LONGEST_LINE}.")
    lexicon = lexicon_of(vocabulary)
    tokens = lexicon.tokens(line)
    try:
        said = Reader(tokens, speaker, lexicon).line()
    except Stop as stop:
        where = "ends too early"
        word = None
        if stop.at < len(tokens):
            word = tokens[stop.at].text
            where = f"can't be read from {_cut(word)} on"
        raise _refusal(line, f"{where}. {_instead(word, stop, lexicon)}") from None
    if isinstance(said, Claim):
        problem = vocabulary.check(said, speaker)
    else:
        problem = act_problem(said, speaker, vocabulary)
    if problem is not None:
        raise _refusal(line, f"can't be said. {problem}")
    return said


def written(said: Claim | DealAct, speaker: str, vocabulary: Vocabulary) -> str:
    """Return the line of a claim or deal act, with every name spelled out.

    Read as the same speaker's it gives the same again, names of players filled in.
    """
    return _line(said, speaker, lexicon_of(vocabulary))


@lru_cache(maxsize=1024)
def _line(said: Claim | DealAct, speaker: str, lexicon: Lexicon) -> str:
    """Return the same; cached, since prompts show a line as long as it stands."""
    writer = _Writer(speaker, lexicon)
    match said:
        case Claim():
            return writer.claim(said)
        case Offer():
            return writer.offer(said)
        case Reply():
            return f"{said.act} {said.deal}"


def written_terms(
    offer: Offer, offerer: str, vocabulary: Vocabulary, *, with_: str | None = None
) -> str:
    """Return the pledges of both sides of a deal as a line, with every name spelled out.

    `with_` is who accepts; of an offer to several that is `you` where it is None.
    """
    return _Writer(offerer, lexicon_of(vocabulary)).terms(offer, with_)


def _refusal(line: str, why: str) -> ClaimError:
    sentence = escaped(f"Your line {_cut(line)} {why}")
    if len(sentence) > LONGEST_SENTENCE:
        sentence = f"{sentence[: LONGEST_SENTENCE - 3]}..."
    return ClaimError(sentence)


def _cut(text: str) -> str:
    return shown(text if len(text) <= LONGEST_PART else f"{text[: LONGEST_PART - 3]}...")


def _instead(word: str | None, stop: Stop, lexicon: Lexicon) -> str:
    """Return the possible words at that place, and an example of the nearest form."""
    near = possible(None if word is None else word.casefold(), stop.possible)
    form = stop.form or _nearest(word, stop.possible)
    if form is None:
        return near
    told = in_words(form, lexicon)
    return f"{near} Form: {told.pattern}, for example {told.example!r}."


def _nearest(word: str | None, names: tuple[str, ...]) -> Form | None:
    found = get_close_matches(word or "", names, n=1)
    verbs = {verb.others: head for head, verb in VERBS.items()}
    head = verbs.get(found[0], found[0]) if found else None
    return next((form for form in (*FORMS, *DEALS) if form.head == head), None)


class _Writer:
    def __init__(self, speaker: str, lexicon: Lexicon) -> None:
        self.speaker, self.lexicon = speaker, lexicon

    def claim(self, said: Claim) -> str:
        line = self.proposition(said.proposition.resolved(self.speaker))
        if said.said_by is not None:
            line = f"{self.name(said.said_by)} said {line}"
        if said.confidence != "sure":
            thinks = "thinks" if said.confidence == "think" else "guesses"
            line = f"{self.name(self.speaker)} {thinks} {line}"
        if said.condition is not None:
            line += f" if {self.proposition(said.condition.resolved(self.speaker))}"
        return line

    def offer(self, said: Offer) -> str:
        """Write an offer; null names are whoever accepts, or the offerer."""
        terms = self.terms(said)
        head = "offer" if said.counters is None else f"counter {said.counters}"
        return f"{head} {', '.join(map(self.name, said.to))}: {terms}"

    def terms(self, said: Offer, with_: str | None = None) -> str:
        """Write the pledges of both sides, with the name of whoever accepts."""
        other = with_ or (said.to[0] if len(said.to) == 1 else YOU)
        endless = any(each.until is not None for each in (*said.gives, *said.wants))
        gives, wants = (
            " and ".join(self.proposition(each, endless=endless) for each in side)
            for side in said.between(self.speaker, other)
        )
        until = "" if said.until is None else f" / until {said.until}"
        return f"{gives} / {wants}{until}"

    def proposition(self, said: Proposition, *, endless: bool = False) -> str:
        """Write it; with `endless`, an alliance without an end names the end of the game."""
        form = next(
            form
            for form in FORMS
            if form.kind == said.kind
            and all(getattr(said, name) == value for name, value in form.fixed.items())
        )
        words = [word for part in form.parts if self._stands(part, said, endless=endless)
                 for word in part.words]  # fmt: skip
        if not form.subject:
            line = " ".join(self._word(word, said) for word in words)
            return f"not {line}" if said.negated else line
        rest = (self._word(word, said) for word in words[2:])
        return " ".join((self._does(form, said), *rest))

    def _does(self, form: Form, said: Proposition) -> str:
        verb, you = VERBS[form.head], said.player == YOU
        if said.negated:
            return f"{self.name(said.player)} {verb.auxiliaries[not you]} not {verb.base}"
        return f"{self.name(said.player)} {verb.base if you else verb.others}"

    def _stands(self, part: Part, said: Proposition, *, endless: bool) -> bool:
        slot = next((word for word in part.words if word in SLOTS), None)
        if not part.optional:
            return True
        if slot is None:
            return False
        return getattr(said, SLOTS[slot]) is not None or (slot == "ROUND" and endless)

    def _word(self, word: str, said: Proposition) -> str:
        if word not in SLOTS:
            return self.lexicon.zombies if word == "{zombies}" else word
        value = getattr(said, SLOTS[word])
        match word:
            case "WHOM":
                return self.name(value)
            case "DICE":
                return " ".join(map(str, value))
            case "VOTE":
                return self.lexicon.votes[value]
            case "MOMENT":
                return self.lexicon.moments[value]
            case "CARD":
                return value or "a card"
            case "ROUND":
                return "end" if value is None else str(value)
            case _:
                return str(value)

    def name(self, seat: str | None) -> str:
        return "you" if seat == YOU else self.lexicon.name(str(seat))
