"""Verdicts on claims and deals, for a reader who sees everything.

A statement that is judged when it is made gets a line under its words; one that is judged later
gets its line at the record that decides it. Claims that are moot, undecidable or obvious get none.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from rich.text import Text

from arena.claims.assertions import Assertion
from arena.claims.judgement import Judgement
from arena.claims.kept_deals import Side
from arena.claims.kinds import DICE, FACE_DOWN
from arena.claims.language import Claim, Proposition
from arena.claims.verdict import Verdict, verdict_on
from arena.narration.claims_in_words import claim_in_words, promised
from arena.narration.deals_in_words import settled
from arena.narration.words import NO_BREAK_SPACE, Words, fill, join
from arena.projections.talk import Talk
from arena.records.record import Record
from arena.records.talk import Said

MARK = "↳ "


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finding:
    statement: tuple[int, str | int]
    """Key of the statement with the claim (`Assertion.statement`)."""
    lead: Text
    """Verdict before the claim, as `a lie that `, or the whole line."""
    claim: Text = field(default_factory=Text)
    tail: Text = field(default_factory=Text)
    """Remark on this claim alone: `, and false`."""
    known: Text = field(default_factory=Text)
    """The speaker's knowledge, in brackets; once for all claims."""
    is_lie: bool = False


class Verdicts:
    """Collects judgements from the records of a game, and puts them in words."""

    def __init__(self, words: Words) -> None:
        """Start before the first record."""
        self._words = words
        self._talk = Talk(words.ruleset, words.seats)
        self._facts = self._talk.facts
        self._message: int | None = None
        self._findings: list[_Finding] = []
        self._sides: list[Side] = []
        self._as_said: dict[str, list[str]] = {}

    def feed(self, record: Record, hands: Mapping[str, Sequence[str]]) -> None:
        """Process the next record; `hands` are all current hands."""
        side = self._talk.feed(record)
        if side is not None:
            self._sides.append(side)
            return
        if isinstance(record.data, Judgement):
            found = self._judged(record.data, hands)
            self._findings += [] if found is None else [found]
            return
        self._message = record.data.message if isinstance(record.data, Said) else None

    @property
    def waits(self) -> bool:
        """Whether `take` would return lines."""
        return bool(self._findings or self._as_said or self._sides)

    def take(self) -> list[Text]:
        """Return the lines since the last call; players who did as announced share a line."""
        if not self.waits:
            return []
        lines, self._findings = list(_lines_of(self._findings)), []
        did, self._as_said = self._as_said, {}
        for verb, players in did.items():
            ending = "s" if len(players) == 1 else ""
            names = self._words.seat_list(players)
            lines.append(fill(f"{{names}} {verb}{ending} as announced", names=names))
        sides, self._sides = self._sides, []
        if lines and sides:
            told = {line for side in sides for line in self._promises_in(side)}
            lines = [line for line in lines if line.plain not in told]
        lines += settled(self._words, sides)
        return [Text.assemble(MARK, line, style="dim") for line in lines]

    def _promises_in(self, side: Side) -> Iterator[str]:
        """Yield the sentences about a party's promises that its deal makes redundant."""
        for kept in (True, False):
            for term in side.terms_that(kept=kept):
                yield self._promise(side.party, term, kept=kept).plain

    def _promise(self, name: str, said: Proposition, *, kept: bool) -> Text:
        line = f"{{name}}'s promise {{promise}} is {'kept' if kept else 'broken'}"
        return fill(line, name=self._words.seat(name), promise=promised(self._words, said))

    def _judged(self, judgement: Judgement, hands: Mapping[str, Sequence[str]]) -> _Finding | None:
        assertion, truth = self._talk.assertions.of(judgement), judgement.truth
        if truth in {"moot", "both_failed"}:
            return self._lapsed(assertion, both=truth == "both_failed")
        if truth not in {"true", "false"} or _says_nothing(assertion.said):
            return None
        verdict = verdict_on(assertion, truth, judgement.basis)
        if self._message != judgement.message:
            found = self._later(assertion, verdict, true=truth == "true")
        else:
            found = self._under_the_words(assertion, verdict, judgement)
        if found is None or verdict != Verdict.LIE:
            return found
        return replace(found, known=self._known(assertion, hands), is_lie=True)

    def _found(self, assertion: Assertion, lead: str | Text, tail: str = "") -> _Finding:
        if isinstance(lead, str):
            lead = fill(lead, name=self._words.seat(assertion.speaker))
        return _Finding(
            statement=assertion.statement, lead=lead, claim=self._flat(assertion), tail=Text(tail)
        )

    def _told(self, assertion: Assertion, line: Text) -> _Finding:
        """Return a verdict whose line is complete."""
        return _Finding(statement=(assertion.message, assertion.at), lead=line)

    # --- judged when it is said ---

    def _under_the_words(
        self, assertion: Assertion, verdict: Verdict, judgement: Judgement
    ) -> _Finding | None:
        """Return the verdict shown under the words; None if it was publicly known to be true."""
        lead, tail, true = "", "", judgement.truth == "true"
        if verdict == Verdict.LIE:
            lead = "a lie that "
        elif judgement.basis == "seen":
            lead = self._of_the_knowing(assertion)
        elif assertion.said.kind not in FACE_DOWN:
            lead = "" if true else "untrue that "
        elif judgement.basis == "told":
            lead, tail = "passed on from {teller} that ", f", and {'true' if true else 'false'}"
        else:
            likely = "" if judgement.prior is None else f"{_percent(judgement.prior)} likely, "
            right = f"{likely}and {'right' if true else 'wrong'}"
            lead, tail = "a guess that ", f": {right}"
            if verdict == Verdict.BLUFF:
                lead, tail = "a bluff that ", f": nothing seen, {right}"
        told = fill(lead, teller=self._words.seat(judgement.told_by or ""))
        return self._found(assertion, told, tail) if lead else None

    def _of_the_knowing(self, assertion: Assertion) -> str:
        """Return the verdict on a true claim whose speaker knew it; empty if all knew."""
        if assertion.claim.said_by is not None:
            teller, said = assertion.claim.said_by, assertion.said
            return "" if self._talk.assertions.was_said_to_all(teller, said) else "true: "
        match assertion.said.kind:
            case "zombies" | "dice":
                facts = self._facts
                hidden = not facts.dice_out and assertion.speaker in facts.looked
                return "true, and seen: " if hidden else ""
            case "holds" | "go":
                return "true: "
            case _:
                return ""

    def _known(self, lie: Assertion, hands: Mapping[str, Sequence[str]]) -> Text:
        words, facts, said, speaker = self._words, self._facts, lie.said, lie.speaker
        line, known = "", Text("")
        if lie.claim.said_by is None and lie.round == facts.round:
            if said.kind in DICE and facts.has_seen_dice(speaker):
                line = " (all see {known})" if facts.dice_out else " ({name} had seen {known})"
                known = words.dice(facts.dice or ())
            elif said.kind == "holds" and said.player == speaker:
                line, known = " (in hand: {known})", words.card_list(hands.get(speaker, ()))
            elif said.kind == "go" and said.player in facts.destinations:
                line = " (the choice was {known})"
                known = words.place(facts.destinations[str(said.player)])
        return fill(line, name=words.seat(speaker), known=known)

    # --- judged later ---

    def _later(self, assertion: Assertion, verdict: Verdict, *, true: bool) -> _Finding | None:
        said, name = assertion.said, assertion.speaker
        match verdict:
            case Verdict.TAKEN_BACK:
                return None
            case Verdict.ANNOUNCEMENT_KEPT | Verdict.ANNOUNCEMENT_BROKEN:
                if name in (self._facts.cast if said.kind == "vote" else self._facts.destinations):
                    return self._announced(assertion, name, true=true)
            case Verdict.LIE:
                return self._found(assertion, "{name} lied that ")
            case _:
                pass
        if assertion.is_pledge:
            return self._told(assertion, self._promise(name, said, kept=true))
        return self._found(assertion, f"{{name}} was {'right' if true else 'wrong'} that ")

    def _lapsed(self, assertion: Assertion, *, both: bool) -> _Finding | None:
        """Return the lapse of a promised truce in an attack that the other side did not keep."""
        said = assertion.said
        if both and assertion.is_pledge:
            line = "{name}'s promise {promise} lapses: neither did their part"
        elif assertion.claim.condition is None or (said.kind, said.vote) != ("vote", "attack"):
            return None
        else:
            line = "{name}'s promise {promise} lapses: it never came to that"
        name = self._words.seat(assertion.speaker)
        told = fill(line, name=name, promise=promised(self._words, said))
        return self._told(assertion, told)

    def _announced(self, assertion: Assertion, name: str, *, true: bool) -> _Finding | None:
        """Return the deed of a player who announced another."""
        words, said = self._words, assertion.said
        if true:
            self._did("vote" if said.kind == "vote" else "choose", name)
            return None
        if said.kind == "vote":
            line, not_so = "{player} votes for {choice}", ", not for {announced} as announced"
            choice, announced = words.seat(self._facts.cast[name]), words.seat(said.target)
        else:
            line, not_so = "{player} chooses {choice}", ", not {announced} as announced"
            choice = words.place(self._facts.destinations[name])
            announced = words.place(said.location or 0)
        line += " after ruling it out" if said.negated else not_so
        told = fill(line, player=words.seat(name), choice=choice, announced=announced)
        return self._told(assertion, told)

    def _did(self, verb: str, name: str) -> None:
        players = self._as_said.setdefault(verb, [])
        if name not in players:
            players.append(name)

    def _flat(self, assertion: Assertion) -> Text:
        """Return the claim without the speaker's confidence."""
        claim = assertion.claim
        flat = Claim(
            proposition=claim.proposition, condition=claim.condition, said_by=claim.said_by
        )
        return claim_in_words(self._words, flat, assertion.speaker)


def _says_nothing(said: Proposition) -> bool:
    """Return True for a claim that any number satisfies."""
    return not said.negated and said.relation == ">=" and said.count == 0


def _percent(chance: float) -> str:
    """Format a chance: `13 %`; never rounded to 0 or 100."""
    return f"{min(max(round(chance * 100), 1), 99)}{NO_BREAK_SPACE}%"


def _lines_of(findings: Iterable[_Finding]) -> Iterator[Text]:
    """Yield a line for each statement, equal lines once."""
    statements: dict[tuple[int, str | int], list[_Finding]] = {}
    for each in findings:
        statements.setdefault(each.statement, []).append(each)
    lines = {(line := _of_statement(found)).plain: line for found in statements.values()}
    yield from lines.values()


def _of_statement(found: list[_Finding]) -> Text:
    """Return the verdicts on one statement, lies first."""
    found.sort(key=lambda each: not each.is_lie)
    groups = [list(group) for _, group in groupby(found, key=lambda each: each.lead.plain)]
    return Text("; ").join(_alike(group) for group in groups)


def _alike(group: Sequence[_Finding]) -> Text:
    """Return the verdicts on claims alike: `a lie that A and that B (Anna had seen ...)`."""
    first = group[0]
    claims = {(said := each.claim + each.tail).plain: said for each in group}
    told = list(claims.values())
    if first.tail.plain:
        listed = Text("; that ").join(told)
    else:
        listed = join(told, " and that " if first.lead.plain.endswith(" that ") else " and ")
    return Text.assemble(first.lead, listed, first.known)
