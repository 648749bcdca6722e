"""The parser of the notation, which matches a line's words from left to right with the forms.

Nothing is guessed: where a word fits no form, reading stops, and `Stop` says what could have stood
in its place. No word is read more often than there are forms that begin alike.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn, cast, get_args

from arena.claims.grammar import DEALS, FORMS, SLOTS, Form
from arena.claims.language import (
    FIELDS,
    Ballot,
    Claim,
    Confidence,
    Kind,
    Moment,
    Proposition,
    Vote,
)
from arena.claims.lexicon import VERBS, YOU, Lexicon, Token
from arena.claims.offers import DealAct, Offer, Reply, ReplyAct
from arena.families import FAMILIES

Fields = dict[str, object]

HEADS: Mapping[str, tuple[Form, ...]] = {
    form.head: tuple(each for each in FORMS if each.head == form.head)
    for form in FORMS
    if form.kind in get_args(Kind)
}
"""The forms by the word that identifies them."""
ATTACKERS = frozenset(
    word for each in FAMILIES.values() for word in (each.attacker, f"{each.attacker}s")
)
SPOKEN: Mapping[str, str] = {
    **{word: head for head, verb in VERBS.items() for word in verb.words},
    **dict.fromkeys(ATTACKERS, "{zombies}"),
    "dice": "dice", "safe": "safe",
}  # fmt: skip
"""The word that identifies a form, for each word that is read as it."""
CONFIDENCES: Mapping[str, Confidence] = {
    "think": "think", "thinks": "think", "guess": "guess", "guesses": "guess",
}  # fmt: skip
ACTS: Mapping[str, Form] = {
    word: form for form in reversed(DEALS) for word in (form.kind, f"{form.kind}s")
}
LEADERS = dict.fromkeys((each.leader_vote for each in FAMILIES.values()), "chief")
CHOICES: Mapping[str, Mapping[str, str]] = {
    "VOTE": {each: each for each in get_args(Vote)} | LEADERS,
    "MOMENT": {each: each for each in get_args(Moment)} | LEADERS,
    "BALLOT": {each: each for each in get_args(Ballot)} | {"re-vote": "revote"},
    "RELATION": {
        "=": "=", ">=": ">=", "<=": "<=", ">": ">", "<": "<", "==": "=", "at least": ">=",
        "at most": "<=", "exactly": "=",
    },
}  # fmt: skip
"""For slots with a few possible words: the value of each."""
STRICT: Mapping[str, tuple[str, int]] = {">": (">=", 1), "<": ("<=", -1)}
"""Strict relations as the others: more than 1 is at least 2."""


@dataclass
class Stop(Exception):
    """Reading stopped at a word; it holds what could have stood there."""

    at: int
    """Index of the word, from 0."""
    possible: tuple[str, ...]
    form: Form | None = None
    """The form that was being read."""


class Reader:
    """The parser of one line of one speaker."""

    def __init__(self, tokens: Sequence[Token], speaker: str, lexicon: Lexicon) -> None:
        self.tokens, self.speaker, self.lexicon = tokens, speaker, lexicon
        self.at = 0
        self.form: Form | None = None

    def line(self) -> Claim | DealAct:
        """Return the claim or deal act of the whole line. Raises `Stop`."""
        mine = self._player_at(self.at) == self.speaker
        act = ACTS.get(self._word_at(self.at + mine))
        if act is None:
            said: Claim | DealAct = self._claim()
        else:
            self.at += 1 + mine
            said = self._deal(act)
        if self.at < len(self.tokens):
            self._stop(*(("if",) if act is None else ()), "nothing more")
        return said

    # --- claims ---

    def _claim(self) -> Claim:
        confidence: Confidence = "sure"
        if self._word_at(self.at + 1) in CONFIDENCES and self._player_at(self.at) is not None:
            if self._player_at(self.at) != self.speaker:
                self._stop("I")
            confidence = CONFIDENCES[self._word_at(self.at + 1)]
            self.at += 2
        said_by = self._player_at(self.at)
        if said_by is not None and self._word_at(self.at + 1) in {"said", "says"}:
            self._no_you(self.at, {"player": said_by})
            self.at += 2
        else:
            said_by = None
        proposition = self._alone()
        condition = self._alone() if self._took("if") else None
        return Claim(
            proposition=proposition, confidence=confidence, condition=condition, said_by=said_by
        )

    def _alone(self) -> Proposition:
        """Return a proposition outside an offer, where `you` is refused."""
        start = self.at
        fields = self._proposition()
        self._no_you(start, fields)
        fields.pop("until_end", None)
        return _proposition(fields)

    def _no_you(self, start: int, fields: Fields) -> None:
        if YOU in fields.values():
            at = next(at for at in range(start, len(self.tokens)) if self._player_at(at) == YOU)
            raise Stop(at, self.lexicon.vocabulary.seats, self.form)

    def _proposition(self) -> Fields:
        """Return a proposition's fields; a null player is the speaker."""
        negated = self._took("not")
        player = self._player_at(self.at)
        if player is not None:
            self.at += 1
            self._took("do", "does", "did", "have", "has")
            negated = negated or self._took("not")
        forms = HEADS.get(SPOKEN.get(self._word_at(self.at), ""), ())
        fitting = [form for form in forms if form.subject == (player is not None)]
        if not fitting:
            self._stop(*self._beginnings(after_player=player is not None))
        self.at += 1
        fields = self._first_that_fits(fitting)
        if negated and fields.get("negated"):
            self._stop("one `not` or `back`")
        fields.setdefault("negated", negated)
        if player not in {None, self.speaker}:
            fields["player"] = player
        return fields

    def _beginnings(self, *, after_player: bool) -> tuple[str, ...]:
        """Return the words that are possible where no form begins."""
        if after_player:
            return tuple(verb.others for verb in VERBS.values())
        plain = tuple(form.head for form in FORMS[:3])
        return (
            *(self.lexicon.zombies if each == "{zombies}" else each for each in plain),
            "not", "I", *dict.fromkeys(form.kind for form in DEALS),
            *map(self.lexicon.name, self.lexicon.vocabulary.seats),
        )  # fmt: skip

    def _first_that_fits(self, forms: Iterable[Form]) -> Fields:
        """Return the fields of the first form that matches the next words."""
        start, furthest = self.at, None
        for form in forms:
            self.at, self.form = start, form
            try:
                return {"kind": form.kind} | self._parts(form) | dict(form.fixed)
            except Stop as stop:
                if furthest is None or stop.at > furthest.at:
                    furthest = stop
        assert furthest is not None, "there is a form"  # noqa: S101
        raise furthest

    def _parts(self, form: Form) -> Fields:
        fields: Fields = {}
        for part in form.parts[1 + form.subject :]:
            if part.read and not (part.optional and not self._fits(part.read[0])):
                for word in part.read:
                    self._word(word, fields)
        match fields:
            case {"relation": str(sign), "count": int(count)} if sign in STRICT:
                fields["relation"], more = STRICT[sign]
                fields["count"] = count + more
            case _:
                pass
        return fields

    # --- words and slots ---

    def _fits(self, word: str) -> bool:
        start = self.at
        try:
            self._word(word, {})
        except Stop:
            return False
        finally:
            self.at = start
        return True

    def _word(self, word: str, fields: Fields) -> None:
        if word in SLOTS:
            fields[SLOTS[word]] = self._slot(word, fields)
        elif not self._took(word):
            self._stop(word)

    def _slot(self, slot: str, fields: Fields) -> object:
        match slot:
            case "WHOM":
                return self._seat()
            case "DICE":
                return self._dice()
            case "PLACE":
                return self._place()
            case "NUMBER":
                return self._number()
            case "ROUND":
                if self._took("end"):
                    fields["until_end"] = True
                    return None
                return self._number()
            case "CARD":
                return self._card()
            case "CHARACTER":
                return self._named("character", self.lexicon.vocabulary.characters)
            case _:
                return self._chosen(slot)

    def _card(self) -> str | None:
        """Return a card by its id or name; null is any, where a form has that."""
        free = self.form is not None and "card" in FIELDS[self.form.kind][1]
        if free and self._took("card", "cards", "item", "items"):
            return None
        cards = self.lexicon.vocabulary.cards
        return self._named("card", ("a card", *cards) if free else cards)

    def _chosen(self, slot: str) -> str:
        choices = CHOICES[slot]
        found = choices.get(self._word_at(self.at))
        if found is None:
            self._stop(*dict.fromkeys(choices))
        self.at += 1
        return found

    def _dice(self) -> tuple[int, ...]:
        dice = [self._number()]
        while self._means("number") is not None:
            dice.append(self._number())
        return tuple(dice)

    def _place(self) -> int:
        """Return a location by its number, its name, or both."""
        number, named = self._means("number"), self._means("location")
        if number is None and named is None:
            self._stop(*map(str, self.lexicon.vocabulary.locations))
        self.at += 1
        if number is not None and self._means("location") == number:
            self.at += 1
        return cast("int", number if named is None else named)

    def _number(self) -> int:
        found = self._means("number")
        if found is None:
            self._stop("a number")
        self.at += 1
        return cast("int", found)

    def _named(self, what: str, names: Iterable[str]) -> str:
        found = self._means(what)
        if found is None:
            self._stop(*names)
        self.at += 1
        return cast("str", found)

    def _seat(self) -> str:
        found = self._player_at(self.at)
        if found is None:
            self._stop(*map(self.lexicon.name, self.lexicon.vocabulary.seats))
        self.at += 1
        return found

    def _player_at(self, at: int) -> str | None:
        if at >= len(self.tokens):
            return None
        token = self.tokens[at]
        if token.word in {"you", "yourself"}:
            return YOU
        if token.word in {"i", "me", "myself"}:
            return self.speaker
        return cast("str | None", token.means.get("player"))

    def _means(self, what: str) -> object | None:
        return self.tokens[self.at].means.get(what) if self.at < len(self.tokens) else None

    def _word_at(self, at: int) -> str:
        """Return the word at an index; empty for a name."""
        if at >= len(self.tokens) or "player" in self.tokens[at].means:
            return ""
        return self.tokens[at].word

    def _took(self, *words: str) -> bool:
        if self._word_at(self.at) in words:
            self.at += 1
            return True
        return False

    def _stop(self, *possible: str) -> NoReturn:
        raise Stop(self.at, possible, self.form)

    # --- deals ---

    def _deal(self, act: Form) -> DealAct:
        self.form = act
        if act.kind in get_args(ReplyAct):
            return Reply(act=cast("ReplyAct", act.kind), deal=self._number())
        counters = self._number() if act.kind == "counter" else None
        to = [self._addressee()]
        while not self._took(":"):
            self._took("and")
            to.append(self._addressee())
        gives = self._side(tuple(to), mine=True)
        self.form = act
        self._word("/", {})
        wants = self._side(tuple(to), mine=False)
        self.form = act
        until = None
        if self._took("/") or self._word_at(self.at) == "until":
            self._word("until", {})
            until = self._number()
        self._same_ends((*gives, *wants))
        made = [[_proposition(each) for each in side] for side in (gives, wants)]
        return Offer(to=tuple(to), gives=tuple(made[0]), wants=tuple(made[1]),
                     until=until, counters=counters)  # fmt: skip

    def _addressee(self) -> str:
        found = self._player_at(self.at)
        if found is None or found in {YOU, self.speaker}:
            others = (each for each in self.lexicon.vocabulary.seats if each != self.speaker)
            self._stop(*map(self.lexicon.name, others), ":")
        self.at += 1
        return found

    def _side(self, to: tuple[str, ...], *, mine: bool) -> list[Fields]:
        terms = [self._term(to, mine=mine)]
        while self._took("and"):
            terms.append(self._term(to, mine=mine))
        return terms

    def _term(self, to: tuple[str, ...], *, mine: bool) -> Fields:
        """Return a term; a null name is the offerer on one side, whoever accepts on the other."""
        start = self.at
        fields = self._proposition()
        player = fields.pop("player", None)
        other = to[0] if len(to) == 1 else None
        if mine:
            if player is not None:
                raise Stop(start, ("I",), self.form)
            if fields.get("target") == YOU:
                fields["target"] = None
            return fields
        if player is None or (player != YOU and player not in to):
            raise Stop(
                start, ("you",) if other is None else ("you", self.lexicon.name(other)), self.form
            )
        if player not in {YOU, other}:
            fields["player"] = player
        if fields.get("target") == YOU:
            if other is None:
                self._no_you(start + 1, fields)
            fields["target"] = other
        return fields

    def _same_ends(self, terms: Sequence[Fields]) -> None:
        """Refuse an end at only one of several alliances: it may be meant for all."""
        spared = [each for each in terms if each["kind"] == "ally"]
        ends = [each for each in spared if each.get("until") is not None]
        said = [each for each in spared if each.pop("until_end", False)]
        if ends and len(ends) + len(said) < len(spared):
            self._stop("/ until ROUND", "until at each who is spared")


def _proposition(fields: Fields) -> Proposition:
    """Return the proposition of some fields; a card with a location is played in its attack."""
    if fields["kind"] == "play" and fields.get("location") is not None:
        fields = {"moment": "attack", **fields}
    return Proposition.read(fields)
