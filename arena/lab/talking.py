"""What was said, and what became of it: messages, turns, reports, announcements, offers, plans."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arena.claims.assertions import Assertion
from arena.claims.facts import Facts
from arena.claims.judgement import Judgement
from arena.claims.kept_deals import Side
from arena.claims.plans import Intent
from arena.claims.verdict import Verdict, verdict_on
from arena.claims.vocabulary import Vocabulary
from arena.lab.game import (
    Announcement,
    JudgedClaim,
    Message,
    Offered,
    Planned,
    Report,
    Round,
    Turn,
)
from arena.projections.assertions import Assertions
from arena.projections.bargains import Bargains, offer_in
from arena.projections.facts import fold
from arena.records.record import Record
from arena.transcript.header import GameHeader

__all__ = ["Talking", "announcements_in", "reports_in"]

TASKS = {"said": "said", "silent": "silent", "bid": "bid", "turn_defaulted": "defaulted"}
"""Records of turns to talk."""
DEALS = frozenset({"deal_offered", "deal_answered", "deal_settled"})


class Talking:
    """A fold over all records of one game, the judgements in them included."""

    def __init__(self, header: GameHeader) -> None:
        """Begin before the first record."""
        self._facts = Facts(Vocabulary(header.facts(), header.names))
        self._unfolded: list[Record] = []
        self._assertions = Assertions(self._facts)
        self._bargains = Bargains()
        self._seats = header.names
        self._said: list[tuple[Record, list[Assertion]]] = []
        self._judged: dict[tuple[int, int], tuple[int, Judgement, Verdict]] = {}
        self._offers: list[tuple[Record, str]] = []
        self._endings: dict[tuple[int, str], tuple[int, Any]] = {}
        self._sides: dict[tuple[int, frozenset[str]], dict[str, Side]] = {}
        self._planned: list[Record] = []
        self._plans: dict[tuple[int, int], Record] = {}
        self._floor = ""
        self._turns: dict[str, Turn] = {}

    def feed(self, record: Record) -> None:
        """Take the next record."""
        data, type_ = record["data"], record["type"]
        self._unfolded.append(record)
        if type_ in DEALS:
            self._bargain(record)
        if type_ in TASKS:
            self._turn(record)
        match type_:
            case "said":
                self._floor = data["floor"]
                self._fold()
                self._said.append((record, self._assertions.add(record.data, record)))
            case "claim_judged":
                self._judge(record)
            case "deal_offered":
                self._offers.append((record, self._floor))
            case "deal_answered":
                self._endings.setdefault(
                    (data["deal"], data["player"]), (record["i"], data["answer"])
                )
            case "planned":
                self._planned.append(record)
            case "plan_judged":
                self._plans[data["plan"], data["intent"]] = record
            case _:
                pass

    def _fold(self) -> None:
        """Let the facts take what happened since somebody spoke last: they are asked of then."""
        for each in self._unfolded:
            fold(self._facts, each)
        self._unfolded.clear()

    def _bargain(self, record: Record) -> None:
        side = self._bargains.feed(record)
        if side is not None:
            parties = frozenset({side.party, side.other})
            self._sides.setdefault((side.deal, parties), {})[side.party] = side

    def _turn(self, record: Record) -> None:
        data = record["data"]
        self._turns.setdefault(
            data["turn"],
            Turn(
                at=record["i"], round=record["round"], seat=str(record["actor"]), id=data["turn"],
                floor=data["floor"], wave=data["wave"], task=TASKS[record["type"]],
            ),
        )  # fmt: skip

    def _judge(self, record: Record) -> None:
        judgement = record.data
        made = self._assertions.of(judgement)
        # What an announcement is taken back by counts as it stood when it was judged.
        verdict = verdict_on(made, judgement.truth, judgement.basis)
        self._judged[judgement.message, judgement.claim] = record["i"], judgement, verdict

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Return the turns to talk."""
        return tuple(self._turns.values())

    def messages(self) -> Iterator[Message]:
        """Yield the messages in their order."""
        for record, made in self._said:
            data, speaker = record["data"], str(record["actor"])
            seen_by = record["seen_by"]
            hearers = self._seats if isinstance(seen_by, str) else seen_by
            yield Message(
                at=record["i"], round=record["round"], phase=record["phase"],
                number=data["message"], turn=data["turn"], floor=data["floor"], wave=data["wave"],
                speaker=speaker, to=tuple(data["to"]),
                hearers=tuple(each for each in hearers if each != speaker),
                whisper=data["whisper"], text=data["text"],
                claims=tuple(self._claim(record["i"], each) for each in made),
                deals=tuple(data["deals"]),
            )  # fmt: skip

    def _claim(self, at: int, made: Assertion) -> JudgedClaim:
        judged_at, judgement, verdict = self._judged.get(
            (made.message, made.at), (None, None, None)
        )
        return JudgedClaim(
            made=made, at=at, judgement=judgement, judged_at=judged_at, verdict=verdict
        )

    def offers(self) -> Iterator[Offered]:
        """Yield each offer once for each player to whom it was made."""
        for record, floor in self._offers:
            data, offerer = record["data"], str(record["actor"])
            for to in data["to"]:
                ended_at, ending = self._endings.get((data["deal"], to), (None, None))
                yield Offered(
                    at=record["i"], round=record["round"], deal=data["deal"], offerer=offerer,
                    to=to, offer=offer_in(record.data), floor=floor, ending=ending, ended_at=ended_at,
                    sides=self._sides.get((data["deal"], frozenset({offerer, to})), {}),
                )  # fmt: skip

    def plans(self) -> Iterator[Planned]:
        """Yield each thing that a seat meant to do."""
        for record in self._planned:
            for at, each in enumerate(record["data"]["intents"]):
                judged = self._plans.get((record["i"], at))
                data: Mapping[str, Any] = {} if judged is None else judged["data"]
                yield Planned(
                    at=record["i"], round=record["round"], seat=str(record["actor"]),
                    asked=record["data"]["asked"], intent=Intent.read(each),
                    outcome=data.get("outcome"), settled_at=data.get("settled_by"),
                    instead=data.get("instead"),
                )  # fmt: skip


def reports_in(messages: Sequence[Message], rounds: Mapping[int, Round]) -> Iterator[Report]:
    """Yield what messages say flatly of dice that lie under the box."""
    for message in messages:
        round_ = rounds.get(message.round)
        if round_ is None or round_.dice is None or not round_.is_open(message.at):
            continue
        dice = round_.dice
        told = tuple(each for each in message.claims if each.made.is_report(len(dice)))
        if told:
            yield Report(
                message=message, claims=told, dice=dice,
                saw=round_.has_looked(message.speaker, message.at),
                numbers=sum(_numbers(each, dice) for each in told),
                wrong=sum(_wrong(each, dice) for each in told),
            )  # fmt: skip


def _numbers(claim: JudgedClaim, dice: tuple[int, ...]) -> int:
    """Return how many numbers a claim tells: of a whole roll, those of the longer of the two."""
    said = claim.made.said
    return max(len(dice), len(said.dice or ())) if said.kind == "dice" else 1


def _wrong(claim: JudgedClaim, dice: tuple[int, ...]) -> int:
    """Return how many numbers of a claim are false: of a whole roll, dice to be turned."""
    said = claim.made.said
    if said.kind == "dice" and said.dice is not None and not said.negated:
        common = sum((Counter(said.dice) & Counter(dice)).values())
        return _numbers(claim, dice) - common
    return int(claim.truth == "false") * _numbers(claim, dice)


def announcements_in(
    messages: Sequence[Message], rounds: Mapping[int, Round]
) -> Iterator[Announcement]:
    """Yield announced destinations that stood when their speaker chose in secret."""
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
        # What was said at once with it, its speaker heard only afterwards.
        if each.round == since.round and seat in each.hearers and each.wave >= since.wave
        and any(claim.made.is_report(dice) for claim in each.claims)
    ]  # fmt: skip
    return tuple(sorted(at for at in (*told, *(at for at in looks if at > since.at)) if at < until))
