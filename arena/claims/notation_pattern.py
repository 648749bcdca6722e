"""The notation as a regular expression, for servers that constrain a model's output to a pattern.

It is built from the forms that are explained to models (`grammar`), in the words of one table. What
matches is read; not all that is read matches: each thing has one word, a claim has no condition,
and an offer is to one player, with one term on each side. Such servers make a grammar of their own
of a pattern: they know groups, alternatives, classes and counts, and compare it with JSON as it is
written, so that a name in quotation marks has curved ones.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import get_args

from arena.claims.grammar import FORMS, SLOTS, Form
from arena.claims.kinds import OF_ANOTHER, PLEDGES
from arena.claims.language import FIELDS, Kind, Relation
from arena.claims.lexicon import LONGEST_NUMBER, VERBS, Lexicon, lexicon_of
from arena.claims.notation_reader import CONFIDENCES
from arena.claims.offers import ReplyAct
from arena.claims.vocabulary import LAST_ROUND, Vocabulary

ROUND = "[1-9]" + "[0-9]?" * (len(str(LAST_ROUND)) - 1)
DEAL = f"[0-9]{{1,{LONGEST_NUMBER}}}"
TOLD = tuple(form for form in FORMS if form.meaning and form.kind in get_args(Kind))
AUXILIARIES = sorted({each for verb in VERBS.values() for each in verb.auxiliaries})


@lru_cache(maxsize=128)
def line_pattern(vocabulary: Vocabulary, speaker: str) -> str:
    """Return the pattern of a speaker's whole line: a claim, an offer, or an answer to one."""
    writer = _PatternWriter(lexicon_of(vocabulary), speaker)
    return f"^{_one_of((writer.claim(), writer.offer(), f'{_one_of(get_args(ReplyAct))} {DEAL}'))}$"


class _PatternWriter:
    def __init__(self, lexicon: Lexicon, speaker: str) -> None:
        self._lexicon, self._slots = lexicon, _slots(lexicon)
        self._speaker = _curved(lexicon.name(speaker))
        others = (seat for seat in lexicon.vocabulary.seats if seat != speaker)
        self._others = tuple(_curved(lexicon.name(seat)) for seat in others)

    def claim(self) -> str:
        names = self._speaker, *self._others
        whom = _one_of(("me", *names))
        does = [f"{_one_of(_verb(form))}{self._rest(form, whom)}" for form in TOLD if form.subject]
        alone = [f"{self._word(form.head, form)}{self._rest(form)}" for form in TOLD
                 if not form.subject]  # fmt: skip
        said = _one_of((
            f"(not )?{_one_of(alone)}",
            f"{_one_of(('I', *names))} ({_one_of(AUXILIARIES)} not )?{_one_of(does)}",
        ))  # fmt: skip
        unsure = f"({_one_of(('I', self._speaker))} {_one_of(CONFIDENCES)} )?"
        return f"{unsure}({_one_of(self._others)} said )?{said}"

    def offer(self) -> str:
        head = f"{_one_of(('offer', f'counter {DEAL}'))} {_one_of(self._others)}"
        mine = self._term("I", "you", ("you", "me", *self._others))
        other = self._term("you", "me", ("me", *self._others))
        return f"{head}: {mine} / {other}( / until {ROUND})?"

    def _term(self, who: str, partner: str, anybody: Iterable[str]) -> str:
        """Return the pattern of one side of an offer, which `who` does for `partner`."""
        terms = [
            _verb(form)[0]
            + self._rest(form, partner if form.kind in OF_ANOTHER else _one_of(anybody), ends=False)
            for form in TOLD
            if form.kind in PLEDGES
        ]
        return f"{who} (do not )?{_one_of(terms)}"

    def _rest(self, form: Form, whom: str = "", *, ends: bool = True) -> str:
        """Return the pattern of what follows the word that identifies a form.

        Without `ends` it has no end, since that of an offer holds for both sides.
        """
        rest = ""
        for part in form.parts[1 + form.subject :]:
            slots = SLOTS.keys() & {*part.words}
            if part.optional and (not slots or slots & {"PLACE", *(() if ends else ("ROUND",))}):
                continue
            words = "".join(f" {self._word(word, form, whom)}" for word in part.words)
            rest += f"({words})?" if part.optional else words
        return rest

    def _word(self, word: str, form: Form, whom: str = "") -> str:
        if word == "WHOM":
            return whom
        if word == "CARD":
            any_card = ("a card",) if "card" in FIELDS[form.kind][1] else ()
            return _one_of((*any_card, *self._lexicon.vocabulary.cards))
        return self._slots.get(word, word)


def _slots(lexicon: Lexicon) -> dict[str, str]:
    """Return the patterns of slots that are alike in all forms; a location follows `attack`."""
    vocabulary = lexicon.vocabulary
    place = _one_number(vocabulary.locations)
    counts = range(max(vocabulary.most_dice, *vocabulary.cards.values()) + 1)

    def at_an_attack(names: Iterable[str]) -> str:
        return _one_of(f"{name}( at {place})?" if name == "attack" else name for name in names)

    return {
        "{zombies}": lexicon.zombies,
        "PLACE": place,
        "DICE": f"{place}( {place}){{{vocabulary.dice - 1},{vocabulary.most_dice - 1}}}",
        "NUMBER": _one_number(counts),
        "RELATION": _one_of(get_args(Relation)),
        "VOTE": at_an_attack(lexicon.votes.values()),
        "MOMENT": at_an_attack(lexicon.moments.values()),
        "BALLOT": _one_of(lexicon.ballots),
        "CHARACTER": _one_of(vocabulary.characters),
        "ROUND": ROUND,
    }


def _one_of(patterns: Iterable[str]) -> str:
    return f"({'|'.join(patterns)})"


def _one_number(numbers: Iterable[int]) -> str:
    written = tuple(map(str, numbers))
    return f"[{''.join(written)}]" if all(len(each) == 1 for each in written) else _one_of(written)


def _verb(form: Form) -> tuple[str, str]:
    return VERBS[form.head].base, VERBS[form.head].others


def _curved(name: str) -> str:
    """Return a name with curved quotation marks in place of straight ones."""
    return f"\u201c{name[1:-1]}\u201d" if name.startswith('"') else name
