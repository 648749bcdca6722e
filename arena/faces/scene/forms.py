"""Menu forms for claims and offers: patterns of the notation with slots to fill.

Patterns are those of `arena.claims.grammar`, options those of the table. A face puts the chosen
values into `line`, which the command line parses like a typed one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from arena.claims.grammar import FORMS, Form
from arena.claims.language import Claim, Proposition
from arena.claims.lexicon import VERBS, Lexicon, lexicon_of
from arena.claims.notation import written
from arena.claims.offers import SIDE, Offer
from arena.claims.vocabulary import Vocabulary
from arena.faces.scene.data import CounterData, FormData, FormUse, SlotData
from arena.narration.aim import in_play
from arena.narration.claims_in_words import claim_in_words
from arena.narration.speech_acts import OFFERS
from arena.narration.words import Words

Options = list[list[str]]
ROUNDS = 12
"""Last round to which the menu can limit an offer; later ones can be typed."""
LEFT_OUT = ""
UNSURE = frozenset({"zombies", "dice", "safe", "holds", "lied"})
"""Kinds of claims that can be stated as belief or guess."""
SURE: Options = [["", "surely"], ["I think ", "I think"], ["I guess ", "I guess"]]
RELATIONS: Options = [[">=", "at least"], ["=", "exactly"], ["<=", "at most"]]
SLOT_LABELS: Mapping[str, str] = {
    "SURE": "How sure", "WHO": "Who", "WHOM": "Whom", "PLACE": "Where", "RELATION": "Compared how",
    "NUMBER": "How many", "VOTE": "In which vote", "CARD": "Which", "CHARACTER": "Which character",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Saying:
    kind: str
    label: str
    says: str
    """Sentence with slots; {who} is the actor, {zombies} and the like are the table's words."""
    negated: bool = False


SAYINGS: tuple[_Saying, ...] = (
    _Saying("dice", "I saw the dice …", "I saw DICE"),
    _Saying("zombies", "So many {zombies} come to …", "RELATION NUMBER {zombies} come to PLACE"),
    _Saying("safe", "Nobody is eaten at …", "nobody is eaten at PLACE"),
    _Saying("safe", "Somebody is eaten at …", "somebody is eaten at PLACE", negated=True),
    _Saying("go", "{who} go to …", "{who} go to PLACE"),
    _Saying("go", "{who} do not go to …", "{who} do not go to PLACE", negated=True),
    _Saying("vote", "{who} vote for …", "{who} vote for WHOM VOTE"),
    _Saying("vote", "{who} do not vote for …", "{who} do not vote for WHOM VOTE", negated=True),
    _Saying("ally", "{who} spare …", "{who} spare WHOM in attack votes"),
    _Saying("give", "{who} give … from the truck", "{who} give WHOM CARD from the truck"),
    _Saying("tell", "{who} tell … the dice", "{who} tell WHOM the dice, truly"),
    _Saying("holds", "… has …", "WHO hold CARD"),
    _Saying("play", "{who} play …", "{who} play CARD this round"),
    _Saying("play", "{who} do not play …", "{who} do not play CARD this round", negated=True),
    _Saying("move", "{who} move …", "{who} move CHARACTER"),
    _Saying("lied", "… lied", "WHO lied"),
)
"""Menu entries in order."""
TERMS = frozenset({"go", "vote", "ally", "give", "tell", "play", "move"})
"""Kinds of claims that can be promised in a deal."""


def forms_of(vocabulary: Vocabulary, words: Words, seat: str) -> list[FormData]:
    """Return the forms of a seat: claims, terms to give and to want in a deal, and an offer."""
    picker = _Picker(vocabulary, words, seat)
    terms = [each for each in SAYINGS if each.kind in TERMS]
    return [
        *(picker.form(each, "claim") for each in SAYINGS),
        *(picker.form(each, "give") for each in terms),
        *(picker.form(each, "want") for each in terms),
        picker.offer(),
    ]


def counter_of(
    offer: Offer, offerer: str, seat: str, vocabulary: Vocabulary, words: Words
) -> CounterData:
    """Return an offer from the other side, as the start of a counter-offer."""
    wants, gives = offer.between(offerer, seat)

    def side(terms: Iterable[Proposition]) -> list[str]:
        claims = [Claim(proposition=each) for each in terms]
        line = " and ".join(written(each, seat, vocabulary) for each in claims)
        said = " and ".join(claim_in_words(words, each, seat).plain for each in claims)
        return [line, said]

    return {"gives": side(gives), "wants": side(wants)}


class _Picker:
    def __init__(self, vocabulary: Vocabulary, words: Words, seat: str) -> None:
        self._vocabulary, self._words, self._seat = vocabulary, words, seat
        self._lexicon: Lexicon = lexicon_of(vocabulary)

    def form(self, saying: _Saying, use: FormUse) -> FormData:
        """Return a form as a claim, or as a term of one side of a deal."""
        who = "you" if use == "want" else "I"
        pattern = next(each for each in FORMS if each.kind == saying.kind and not each.fixed)
        own = {"zombies": self._lexicon.zombies, "card": self._words.dialect.card, "who": who}
        says = saying.says.format_map(own)
        line = self._line(pattern, saying, who)
        if use == "claim":
            line = f"claim {line}"
        if use == "claim" and saying.kind in UNSURE:
            line, says = line.replace("claim ", "claim {SURE}", 1), f"SURE {says}"
        slots = list(self._slots(line, use, saying.kind))
        for slot in slots:
            says = re.sub(rf"\b{slot['name']}\b", f"{{{slot['name']}}}", says)
        if "DICE" in says:
            dice = " ".join(f"{{{slot['name']}}}" for slot in slots if slot["name"][0] == "D")
            says = says.replace("DICE", dice)
        negated = "_not" if saying.negated else ""
        return {
            "id": f"{use}_{saying.kind}{negated}", "use": use,
            "label": saying.label.format_map(own), "says": says, "line": line, "slots": slots,
        }  # fmt: skip

    def offer(self) -> FormData:
        """Return the form of an offer; a counter-offer adds the number of the deal."""
        until = [
            [LEFT_OUT, "for as long as it runs"],
            *([f" / until {n}", f"until the end of round {n}"] for n in range(1, ROUNDS + 1)),
        ]
        return {
            "id": "offer", "use": "offer", "label": "Offer a deal",
            "says": "{TO} : {MINE} for it: {THEIRS} {UNTIL}",
            "spoken": OFFERS.format(to="{TO}"),
            "line": "offer {TO}: {MINE} / {THEIRS}{UNTIL}",
            "slots": [
                {"name": "TO", "label": "To whom", "options": self._others()},
                {
                    "name": "MINE", "label": "What I do", "options": [],
                    "most": SIDE, "terms": "give",
                },
                {
                    "name": "THEIRS", "label": "What they do for it", "options": [],
                    "most": SIDE, "terms": "want",
                },
                {"name": "UNTIL", "label": "How long", "options": until},
            ],
        }  # fmt: skip

    def _line(self, form: Form, saying: _Saying, who: str) -> str:
        """Return a form's pattern with its slots in braces, without optional parts."""
        parts = [word for part in form.parts if not part.optional for word in part.words]
        pattern = [word.replace("{zombies}", self._lexicon.zombies) for word in parts]
        if not form.subject:
            return " ".join(["not"] * saying.negated + [self._slotted(each) for each in pattern])
        verb = pattern[1]
        base = verb if saying.kind in {"saw", "lied"} else VERBS[verb].base
        denied = f"{VERBS[verb].auxiliaries[0]} not {base}" if saying.negated else base
        subject = "{WHO}" if "WHO" in saying.says.split() else who
        card = ["CARD"] if saying.kind == "holds" and "CARD" not in pattern else []
        return " ".join([subject, denied, *map(self._slotted, [*pattern[2:], *card])])

    def _slotted(self, word: str) -> str:
        if word == "DICE":
            return " ".join(f"{{D{at}}}" for at in range(1, self._vocabulary.most_dice + 1))
        return f"{{{word}}}" if word.isupper() else word

    def _slots(self, line: str, use: FormUse, kind: str) -> Iterator[SlotData]:
        for piece in line.split("{")[1:]:
            name = piece.partition("}")[0]
            options = self._options(name, use, kind)
            yield {
                "name": name,
                "label": SLOT_LABELS.get(name, f"Die {name[1:]}"),
                "options": options,
            }

    def _options(self, name: str, use: FormUse, kind: str) -> Options:
        """Return the options of a slot: text in the notation, and label."""
        match name:
            case "SURE":
                return SURE
            case "WHO":
                return self._others() if kind == "lied" else [["I", "I"], *self._others()]
            case "WHOM":
                first = {"give": [["you", "you"]], "want": [["me", "me"]], "claim": []}[use]
                return [*first, *self._others()]
            case "PLACE":
                return self._places()
            case "RELATION":
                return RELATIONS
            case "NUMBER":
                return [[str(n), str(n)] for n in range(self._vocabulary.most_dice + 1)]
            case "VOTE":
                return self._votes()
            case "CARD":
                return self._cards(anything=kind in {"give", "play"})
            case "CHARACTER":
                return [[each, self._words.characters[each].name] for each in in_play(self._words)]
            case _:
                return self._faces(int(name[1:]))

    def _others(self) -> Options:
        seats = [each for each in self._words.seats if each != self._seat]
        return [[self._lexicon.name(each), each] for each in seats]

    def _places(self) -> Options:
        places = self._words.places
        return [[str(n), f"{n} {places[n].name}"] for n in self._vocabulary.locations]

    def _faces(self, die: int) -> Options:
        """Return the faces of the n-th die; a die that is not always rolled may be omitted."""
        none = [[LEFT_OUT, "-"]] if die > self._vocabulary.dice else []
        return [*none, *([str(n), str(n)] for n in self._vocabulary.locations)]

    def _cards(self, *, anything: bool) -> Options:
        card = self._words.dialect.card
        some = [["a card", f"a {card}" if card[0] not in "aeiou" else f"an {card}"]]
        named = [[each, self._words.cards[each].name] for each in self._vocabulary.cards]
        return [*(some if anything else []), *named]

    def _votes(self) -> Options:
        votes = self._lexicon.votes
        places = [[f"attack at {n}", f"in the attack at {label}"] for n, label in self._places()]
        return [
            [votes["attack"], "in the next attack"], *places,
            [votes["chief"], f"as {self._words.family.leader}"], [votes["truck"], "for the truck"],
        ]  # fmt: skip
