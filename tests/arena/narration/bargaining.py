"""Seats that play at random and bargain at every turn, for tests of what is told of deals."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import engine
from arena.claims.language import Proposition
from arena.claims.offers import DealAct, Offer, Reply, act_problem
from arena.claims.vocabulary import Vocabulary
from arena.config import TableConfig
from arena.projections.ledger import Ledger
from arena.records.record import Record
from arena.seats import ScriptedTalker, Uniform
from arena.seats.seat import Question
from arena.table import play
from arena.talk.speech import Message, Speech, TalkTurn, Unread
from engine import Ruleset

WORDS = {"offer": "What about this?", "accept": "Done.", "decline": "No.", "withdraw": "Forget it."}
LOST = Unread(line="zombies 5 >> 2", why="Your line 'zombies 5 >> 2' can't be read.")


class Bargaining(ScriptedTalker):
    """Answers offers, withdraws its own or makes one, as a draw has it; some in a whisper."""

    def __init__(self, name: str, names: Sequence[str], ruleset: Ruleset) -> None:
        """`names` are all at the table."""
        super().__init__({}, lambda _: None)
        self._name, self._others = name, [each for each in names if each != name]
        self._random, self._draw = Uniform(name), Random(name)  # noqa: S311 - a bot's choice
        self._vocabulary = Vocabulary(ruleset, names)
        self._ledger = Ledger(ruleset, names, name)

    @property
    def only_reads(self) -> bool:
        """It never changes what it hears."""
        return True

    async def answer(
        self, question: Question, view: Mapping[str, Any], heard: Sequence[Record]
    ) -> str:
        """Answer at random."""
        return await self._random.answer(question, view, heard)

    async def speak(
        self,
        turn: TalkTurn,
        view: Mapping[str, Any],  # noqa: ARG002 - it bargains by the ledger
        heard: Sequence[Record],
    ) -> Speech | None:
        """Say what it does of deals, or keep silent."""
        self._ledger.catch_up(heard)
        deals, draw = self._ledger.deals, self._draw
        open_, own = deals.open_to(self._name, turn.wave), deals.open_of(self._name, turn.wave)
        act, to = None, tuple(draw.sample(self._others, draw.choice((1, 1, 2))))
        if open_ and draw.random() < 0.8:
            number = draw.choice(open_)
            offerer = deals.deals[number].offerer
            to, kind = (offerer,), draw.choice(("accept", "accept", "accept", "decline", "counter"))
            act = (
                self.offer(turn, to, number) if kind == "counter" else Reply(act=kind, deal=number)
            )
        elif own and draw.random() < 0.3:
            number = draw.choice(own)
            act, to = Reply(act="withdraw", deal=number), deals.deals[number].offer.to
        elif draw.random() < 0.5:
            act = self.offer(turn, to, None)
        if act is None or deals.problem([(act, to)], self._name, turn.wave) is not None:
            return None
        return self.speech(turn, act, to)

    def speech(self, turn: TalkTurn, act: DealAct, to: tuple[str, ...]) -> Speech:
        """Return the words for an act, now and then with a line that nobody could read."""
        text = WORDS["offer" if isinstance(act, Offer) else act.act]
        unread = (LOST,) if self._draw.random() < 0.1 else ()
        whisper = turn.whispers and self._draw.random() < 0.4
        return Speech(
            messages=(Message(text=text, to=to, whisper=whisper, deals=(act,), unread=unread),)
        )

    def offer(self, turn: TalkTurn, to: tuple[str, ...], counters: int | None) -> Offer:
        """Return an offer that can be made."""
        while True:
            gives, wants = ((self.term(),) for _ in range(2))
            if self._draw.random() < 0.2:
                wants += (self.term(),)
            until = turn.round + 1 if self._draw.random() < 0.2 else None
            made = Offer(to=to, gives=gives, wants=wants, until=until, counters=counters)
            if act_problem(made, self._name, self._vocabulary) is None:
                return made

    def term(self) -> Proposition:
        """Return something that somebody could do."""
        words, draw = self._vocabulary, self._draw
        return draw.choice(
            (
                Proposition(kind="vote", vote=draw.choice(("chief", "truck"))),
                Proposition(kind="vote", vote="attack", target=draw.choice(words.seats)),
                Proposition(kind="ally", until=draw.choice((None, 5))),
                Proposition(kind="give"),
                Proposition(kind="tell"),
                Proposition(kind="go", location=draw.choice(words.locations), negated=True),
                Proposition(kind="play", negated=True),
                Proposition(kind="move", character=draw.choice(words.characters)),
            )
        )


def bargained(folder: Path, names: Sequence[str], ruleset: str = "moh", seed: str = "1") -> Path:
    """Play a game of seats that bargain; return its folder."""
    config = TableConfig(seats=dict.fromkeys(names, "random"), ruleset=ruleset, seed=seed)
    facts = engine.ruleset(ruleset)
    seats = {name: Bargaining(name, names, facts) for name in names}
    return asyncio.run(play(config, folder, seats=seats)).folder
