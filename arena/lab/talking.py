"""Collects messages with their judged claims, and derives reports and announcements from them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from arena.claims.assertions import Assertion
from arena.claims.facts import Facts
from arena.claims.judgement import Judgement
from arena.claims.verdict import Verdict, verdict_on
from arena.claims.vocabulary import Vocabulary
from arena.events import DiceRevealed, DiceRolled, DiceSeen, PhaseBegan
from arena.lab.game import Announcement, JudgedClaim, Message, Report
from arena.projections.assertions import Assertions
from arena.projections.facts import fold
from arena.projections.rounds import Round
from arena.records.record import Record
from arena.records.talk import Said
from arena.transcript.header import GameHeader

DICE = frozenset({PhaseBegan, DiceRolled, DiceSeen, DiceRevealed})
"""Record types that begin or end the time in which a round's dice are hidden."""


class Talking:
    """A fold over the records of one game that collects its messages."""

    takes: ClassVar = frozenset({Said, Judgement, *DICE})
    """The types of records that it uses."""

    def __init__(self, header: GameHeader) -> None:
        """Start before the first record."""
        self._facts = Facts(Vocabulary(header.facts(), header.names))
        self._assertions = Assertions(self._facts)
        self._seats = header.names
        self._said: list[tuple[Record, Said, list[Assertion]]] = []
        self._judged: dict[tuple[int, int], tuple[int, Judgement, Verdict]] = {}

    def feed(self, record: Record) -> None:
        """Take the next record."""
        match record.data:
            case Said() as said:
                self._said.append((record, said, self._assertions.add(said, record)))
            case Judgement() as judgement:
                self._judge(judgement, record.at)
            case _:
                fold(self._facts, record)

    def _judge(self, judgement: Judgement, at: int) -> None:
        made = self._assertions.of(judgement)
        # A claim that takes back an announcement is judged by the state at its own judgement.
        verdict = verdict_on(made, judgement.truth, judgement.basis)
        self._judged[judgement.message, judgement.claim] = at, judgement, verdict

    def messages(self) -> Iterator[Message]:
        """Yield the messages in their order."""
        for record, said, made in self._said:
            speaker, seen_by = str(record.actor), record.seen_by
            hearers = self._seats if isinstance(seen_by, str) else seen_by
            yield Message(
                at=record.at, round=record.round, phase=record.phase, number=said.message,
                turn=said.turn, floor=said.floor, wave=said.wave, speaker=speaker, to=said.to,
                hearers=tuple([each for each in hearers if each != speaker]),
                whisper=said.whisper, text=said.text,
                claims=tuple([self._claim(record.at, each) for each in made]), deals=said.deals,
            )  # fmt: skip

    def _claim(self, at: int, made: Assertion) -> JudgedClaim:
        judged_at, judgement, verdict = self._judged.get(
            (made.message, made.at), (None, None, None)
        )
        return JudgedClaim(
            made=made, at=at, judgement=judgement, judged_at=judged_at, verdict=verdict
        )


def over_box(
    messages: Sequence[Message], rounds: Mapping[int, Round]
) -> Iterator[tuple[Message, Round, tuple[int, ...]]]:
    """Yield the messages sent while the dice were hidden, with round and dice."""
    for message in messages:
        round_ = rounds.get(message.round)
        if round_ is not None and round_.dice is not None and round_.is_open(message.at):
            yield message, round_, round_.dice


def reports_in(messages: Sequence[Message], rounds: Mapping[int, Round]) -> Iterator[Report]:
    """Yield the reports: unqualified claims about the hidden dice, one per message."""
    for message, round_, dice in over_box(messages, rounds):
        told = tuple(each for each in message.claims if each.made.is_report(len(dice)))
        if told:
            yield Report(
                message=message, claims=told, dice=dice,
                saw=round_.has_looked(message.speaker, message.at),
                numbers=sum(_numbers(each, dice) for each in told),
                wrong=sum(_wrong(each, dice) for each in told),
            )  # fmt: skip


def _numbers(claim: JudgedClaim, dice: tuple[int, ...]) -> int:
    """Return how many numbers a claim states; a whole roll counts as the longer of both rolls."""
    said = claim.made.said
    return max(len(dice), len(said.dice or ())) if said.kind == "dice" else 1


def _wrong(claim: JudgedClaim, dice: tuple[int, ...]) -> int:
    """Return how many numbers of a claim are false; for a whole roll the dice that do not match."""
    said = claim.made.said
    if said.kind == "dice" and said.dice is not None and not said.negated:
        common = sum((Counter(said.dice) & Counter(dice)).values())
        return _numbers(claim, dice) - common
    return int(claim.truth == "false") * _numbers(claim, dice)


def announcements_in(
    messages: Sequence[Message], rounds: Mapping[int, Round]
) -> Iterator[Announcement]:
    """Yield announced destinations that were not withdrawn when their speaker chose in secret."""
    for message in messages:
        round_ = rounds.get(message.round)
        chosen_at = None if round_ is None else round_.chosen.get(message.speaker)
        if round_ is None or chosen_at is None or message.at > chosen_at:
            continue
        for claim in message.claims:
            made = claim.made
            stands = made.is_plain and not made.taken_back and not made.said.negated
            if made.is_pledge and made.said.kind == "go" and stands:
                yield Announcement(
                    claim=claim, destination=round_.destinations.get(message.speaker),
                    news=_news(message, messages, round_, chosen_at),
                )  # fmt: skip


def _news(
    since: Message, messages: Sequence[Message], round_: Round, until: int
) -> tuple[int, ...]:
    seat = since.speaker
    looks = [each.at for each in round_.looks if each.seat == seat]
    dice = len(round_.dice or ())
    told = [
        each.at
        for each in messages
        # A message sent simultaneously with the announcement was heard only afterwards.
        if each.round == since.round and seat in each.hearers and each.wave >= since.wave
        and any(claim.made.is_report(dice) for claim in each.claims)
    ]  # fmt: skip
    return tuple(sorted(at for at in (*told, *(at for at in looks if at > since.at)) if at < until))
