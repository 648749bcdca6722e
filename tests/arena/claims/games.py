"""Whole games of random seats that chatter: claims of every kind, at every floor."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import engine
from arena.claims import Vocabulary
from arena.claims.kinds import PLEDGES
from arena.claims.language import (
    FIELDS,
    Ballot,
    Claim,
    Confidence,
    Moment,
    Proposition,
    Relation,
    Vote,
)
from arena.claims.offers import DealAct, Offer, Reply, ReplyAct, act_problem, read_act
from arena.projections.judge import Judge
from arena.transcript.record_builder import RecordBuilder
from engine import Table
from tests.arena.records_of import record_of

if TYPE_CHECKING:
    from collections.abc import Callable

Record = dict[str, Any]
CONFIDENCES: tuple[Confidence, ...] = ("sure", "think", "guess")
RELATIONS: tuple[Relation, ...] = ("=", ">=", "<=")
BALLOTS: tuple[Ballot, ...] = ("first", "revote", "tie")
MOMENTS: tuple[Moment, ...] = ("truck", "chief", "dice", "move", "attack")
VOTES: tuple[Vote, ...] = ("truck", "chief", "attack")
ONE_CAN_HAVE = (
    Proposition(kind="give"),
    *(Proposition(kind="vote", vote=vote) for vote in ("truck", "chief")),
)
"""Of those to whom it is offered."""


class Chatter:
    """Draws claims that can be made at a table, often with a look at the truth."""

    def __init__(
        self, table: Table, words: Vocabulary, draw: Random, *, truces: bool = False
    ) -> None:
        """`draw` decides what is said; with `truces` who is asked for one gives it."""
        self.table, self.words, self.draw = table, words, draw
        self.said: list[Proposition] = []
        self.truces = truces
        self.answers: dict[str, Claim] = {}
        # The other half of a truce, by who was asked for it last.
        self.numbers = range(words.dice, words.most_dice + 1)

    def claim(self, speaker: str) -> Claim:
        """Return a claim of any kind that the vocabulary takes."""
        if self.truces and speaker in self.answers:
            return self.answers.pop(speaker)
        while True:
            shape = self.draw.random()
            echoes = self.said[-3:] if 0.3 < shape < 0.4 else []
            made = (
                self.truce(speaker)
                if shape < (0.15 if self.truces else 0.1)
                else Claim(
                    proposition=self.draw.choice(echoes) if echoes else self.proposition(),
                    confidence=self.draw.choice(CONFIDENCES),
                    condition=self.proposition() if shape < 0.25 else None,
                    said_by=self.draw.choice(self.words.seats) if shape > 0.85 else None,
                )
            )
            if self.words.check(made, speaker) is None:
                self.said.append(made.proposition.resolved(speaker))
                return made

    def truce(self, speaker: str) -> Claim:
        """Return a pledge of what one does for another if they do so too, in the same attack."""
        other = self.draw.choice([seat for seat in self.words.seats if seat != speaker])
        kind, ballot = self.draw.choice(("ally", "vote", "go")), self.draw.choice((None, "first"))
        sides = []
        for player, target in ((None, other), (other, speaker)):
            given: dict[str, Any] = {"kind": kind, "player": player}
            if kind == "go":
                given |= {"location": self.draw.choice(self.words.locations)}
            else:
                given |= {"target": target}
            if kind == "vote":
                spares = self.draw.random() < 0.7
                given |= {"vote": "attack", "negated": spares, "ballot": ballot}
            sides.append(Proposition.read(given))
            kind = kind if self.draw.random() < 0.6 else self.draw.choice(("ally", "vote"))
        theirs = replace(sides[0], player=speaker)
        self.answers[other] = Claim(proposition=replace(sides[1], player=None), condition=theirs)
        return Claim(proposition=sides[0], condition=sides[1])

    def proposition(self) -> Proposition:
        """Return a proposition; some are impossible for some speakers."""
        kind = self.draw.choice(tuple(FIELDS))
        needed, free = FIELDS[kind]
        given: dict[str, Any] = {"kind": kind, "negated": self.draw.random() < 0.2}
        for name in (*needed, *free):
            if name in needed or self.draw.random() < (0.2 if name == "ballot" else 0.6):
                given[name] = self.value(name)
        if kind == "vote" and given["vote"] != "attack":
            given.pop("location", None)
        if kind == "play" and given.get("moment") != "attack":
            given.pop("location", None)
        if kind == "holds" and len({"relation", "count"} & set(given)) == 1:
            given |= {"relation": self.value("relation"), "count": self.value("count")}
        return Proposition.read(given)

    def value(self, name: str) -> object:
        """Return a value for a field."""
        makers: dict[str, Callable[[], object]] = {
            "player": lambda: self.draw.choice(self.words.seats),
            "target": lambda: self.draw.choice(self.words.seats),
            "location": lambda: self.draw.choice(self.words.locations),
            "relation": lambda: self.draw.choice(RELATIONS),
            "count": lambda: self.draw.choice((0, 0, 1, 1, 1, 2, 2, 3)),
            "dice": self.dice,
            "vote": lambda: self.draw.choice(VOTES),
            "card": lambda: self.draw.choice(tuple(self.words.cards)),
            "ballot": lambda: self.draw.choice(BALLOTS),
            "moment": lambda: self.draw.choice(MOMENTS),
            "character": lambda: self.draw.choice(self.words.characters),
            "until": lambda: self.draw.randint(1, 6),
        }
        return makers[name]()

    def dice(self) -> list[int]:
        """Return the dice that were rolled last, or others."""
        rolls = [event.data()["dice"] for event in self.table.events if event.type == "dice_rolled"]
        if rolls and self.draw.random() < 0.5:
            last = rolls[-1]
            assert isinstance(last, list)
            return last
        return [
            self.draw.choice(self.words.locations) for _ in range(self.draw.choice(self.numbers))
        ]


def played(
    seed: int, seats: int, ruleset: str = "moh", *, deals: bool = False, truces: bool = False
) -> list[Record]:
    """Return the records of a game of random seats, with what they said, of deals as well."""
    names = ("Ada", "Ben", "Cyd", "Dan", "Eve", "Fay")[:seats]
    draw = Random(f"{seed} {seats} {ruleset}")  # noqa: S311 - bots' choices, no secret
    table = engine.new_table(ruleset, names, seed, floors=True)
    words = Vocabulary(engine.ruleset(ruleset), table.seats)
    chatter = Chatter(table, words, draw, truces=truces)
    bodies, records, turn = RecordBuilder(), list[Record](), 0
    dealer = Dealer(chatter, ruleset) if deals else None
    records.append(bodies.opened(b"{}\n").plain())
    told = 0
    while True:
        fresh = table.events_since(told)
        told += len(fresh)
        records += [bodies.event(event).plain() for event in fresh]
        if table.is_over:
            return records
        if table.floor is not None:
            records.append(bodies.floor("opened", table.floor).plain())
            for _ in range(draw.choice((0, 1, 2, 3))):
                turn += 1
                speakers = table.seats if dealer is None else dealer.speakers()
                records.append(utterance(chatter, bodies, turn, speakers))
                if dealer is not None:
                    dealer.speaks(records)
            records.append(bodies.floor("closed", table.floor).plain())
            table.close_floor()
            continue
        for question in table.pending():
            option = draw.choice(question.options).id
            records.append(bodies.answer(question, option).plain())
            table.answer(question.seat, option)


class Dealer:
    """Lets who speaks offer, answer and withdraw deals, as a draw has it."""

    def __init__(self, chatter: Chatter, ruleset: str) -> None:
        """`chatter` draws what is promised."""
        self.chatter, self.words, self.draw = chatter, chatter.words, chatter.draw
        self.judge = Judge(engine.ruleset(ruleset), chatter.words.seats)
        self.read = 0

    def speakers(self) -> tuple[str, ...]:
        """Return who may speak next: often one of those who have something to answer."""
        asked = tuple(seat for seat in self.words.seats if self.judge.deals.open_to(seat, 0))
        return asked if asked and self.draw.random() < 0.6 else self.words.seats

    def speaks(self, records: list[Record]) -> None:
        """Add to what was said last what can be said of deals; some speak in one wave."""
        said, before = records[-1], records[-2]
        data, speaker = said["data"], said["actor"]
        if before["type"] == "said" and self.draw.random() < 0.6:
            last = [each for each in records[:-1] if each["type"] == "said"]
            wave = before["data"]["wave"]
            if speaker not in {each["actor"] for each in last if each["data"]["wave"] == wave}:
                data["wave"] = wave
        for record in records[self.read : -1]:
            self.judge.feed(record_of(record))
        self.read = len(records) - 1
        heard = said["seen_by"]
        hearers = None if isinstance(heard, str) else heard
        for _ in range(6):
            act = self.act(speaker, data["wave"], records[-1]["round"])
            deaf = (
                [] if hearers is None else [e for e in getattr(act, "to", ()) if e not in hearers]
            )
            taken = [(each, hearers) for each in (*map(read_act, data["deals"]), act)]
            single = sum(isinstance(each, Offer) for each, _ in taken) < 2
            if (
                single
                and not deaf
                and self.judge.deals.problem(taken, speaker, data["wave"]) is None
            ):
                data["deals"].append(act.data())

    def act(self, speaker: str, wave: int, now: int) -> DealAct:
        """Return an offer or an answer that may be possible."""
        deals, draw = self.judge.deals, self.draw
        open_, own = deals.open_to(speaker, wave), deals.open_of(speaker, wave)
        if open_ and draw.random() < 0.7:
            number = draw.choice(open_)
            answer: ReplyAct = "accept" if draw.random() < 0.8 else "decline"
            if draw.random() < 0.8:
                return Reply(act=answer, deal=number)
            return self.offer(speaker, now, number)
        if own and draw.random() < 0.2:
            return Reply(act="withdraw", deal=draw.choice(own))
        return self.offer(speaker, now, None)

    def offer(self, speaker: str, now: int, counters: int | None) -> Offer:
        """Return an offer of one or two things a side."""
        draw, others = self.draw, [seat for seat in self.words.seats if seat != speaker]
        while True:
            to = draw.sample(others, draw.choice((1, 2, 2)))
            if counters is not None:
                to = [self.judge.deals.deals[counters].offerer]
            sides = (tuple(self.term() for _ in range(draw.choice((1, 1, 2)))) for _ in range(2))
            gives, wants = sides
            if len(to) > 1 and draw.random() < 0.5:
                gives = (draw.choice(ONE_CAN_HAVE),)
            elif draw.random() < 0.2:
                place = draw.choice(self.words.locations)
                gives = wants = (Proposition(kind="go", location=place),)
            until = draw.choice((None, None, now, now + 1))
            made = Offer(to=tuple(to), gives=gives, wants=wants, until=until, counters=counters)
            if act_problem(made, speaker, self.words) is None:
                return made

    def term(self) -> Proposition:
        """Return a pledge of whoever it is to be."""
        while True:
            term = replace(self.chatter.proposition(), player=None)
            if term.kind in PLEDGES:
                free = term.kind in {"vote", "give", "ally", "tell"} and self.draw.random() < 0.7
                return replace(term, target=None) if free else term


def utterance(
    chatter: Chatter, bodies: RecordBuilder, turn: int, speakers: Sequence[str]
) -> Record:
    """Return the record of somebody's words, aloud or whispered."""
    draw, seats = chatter.draw, chatter.words.seats
    speaker = draw.choice(speakers)
    others = [seat for seat in seats if seat != speaker]
    to = draw.sample(others, draw.randint(1, len(others) - 1)) if draw.random() < 0.3 else []
    claims = [chatter.claim(speaker).data() for _ in range(draw.choice((0, 1, 1, 2, 3)))]
    data: Record = {
        "turn": f"{speaker}.t{turn}",
        "message": turn,
        "floor": "dice",
        "wave": turn,
        "messages": 1,
        "text": "...",
        "to": to,
        "whisper": bool(to),
        "claims": claims,
        "deals": [],
    }
    return {
        "i": bodies.count,
        "type": "said",
        "round": bodies.round,
        "phase": bodies.phase,
        "actor": speaker,
        "seen_by": [speaker, *to] if to else "all",
        "data": data,
    }
