"""Seats that say two things a turn and deal in both, as a function of the turn and their ears."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal

import engine
from arena.claims.language import Proposition
from arena.claims.offers import DealAct, Offer, Reply
from arena.projections.ledger import Ledger
from arena.records.record import Record
from arena.talk.speech import Message, Speech, TalkTurn, Unread
from tests.arena.table.talkers import Rote

LOST = Unread(line="zombies 5 >> 2", why="Your line can't be read.")
TERMS = (
    Proposition(kind="vote", vote="chief"),
    Proposition(kind="vote", vote="truck"),
    Proposition(kind="ally"),
    Proposition(kind="give"),
    Proposition(kind="go", location=4),
    Proposition(kind="play", negated=True),
)


class Haggler(Rote):
    """One message to all, one in a whisper; each may offer, accept, decline or withdraw."""

    def __init__(self, name: str, names: Sequence[str], ruleset: str = "moh") -> None:
        """`names` are all at the table."""
        super().__init__(name, names, engine.ruleset(ruleset).cards[0].id)
        self.name = name
        self._ledger = Ledger(engine.ruleset(ruleset), names, name)

    @property
    def only_reads(self) -> bool:
        """True: what it heard it leaves as it is."""
        return True

    async def speak(
        self, turn: TalkTurn, view: Mapping[str, Any], heard: Sequence[Record]
    ) -> Speech | None:
        """Say two things, or what the turn's number says: silence, a fault, one thing."""
        self._ledger.catch_up(heard)
        if int(turn.id.split(".t")[1]) % 9 in {3, 5, 7}:
            return await super().speak(turn, view, heard)
        self.turns.append(turn)
        return self.speech(turn, Random(turn.id))  # noqa: S311 - what is said, no secret

    def speech(self, turn: TalkTurn, draw: Random) -> Speech:
        """Return two messages, whose acts are possible together."""
        other = draw.choice(self._others)
        aloud = self.act(turn, draw, self._others, done=())
        done = () if aloud is None else (aloud,)
        quiet = self.act(turn, draw, [other], done=done)
        return Speech(
            messages=(
                Message(
                    text=f"{turn.id} aloud",
                    to=self.addressed(aloud),
                    claims=self.claims(turn)[:2],
                    deals=done,
                ),
                Message(
                    text=f"{turn.id} in a whisper",
                    to=(other,),
                    whisper=True,
                    deals=() if quiet is None else (quiet,),
                    unread=(LOST,) if draw.random() < 0.5 else (),
                ),
            )
        )

    def addressed(self, act: DealAct | None) -> tuple[str, ...]:
        """Return whom a public message names."""
        return act.to if isinstance(act, Offer) else ()

    def act(
        self, turn: TalkTurn, draw: Random, hearers: Sequence[str], done: tuple[DealAct, ...]
    ) -> DealAct | None:
        """Return what can be said of deals to these, after what was said in the same turn."""
        deals, wave = self._ledger.deals, turn.wave
        open_, own = deals.open_to(self.name, wave), deals.open_of(self.name, wave)
        answers = [Reply(act=how, deal=n) for n in open_ for how in ("accept", "accept", "decline")]
        withdrawn = [Reply(act="withdraw", deal=number) for number in own]
        offer = Offer(
            to=tuple(draw.sample(list(hearers), 1)),
            gives=(draw.choice(TERMS),),
            wants=(draw.choice(TERMS),),
            until=draw.choice((None, turn.round)),
        )
        acts: list[DealAct] = [*answers, *draw.sample(withdrawn, min(1, len(withdrawn))), offer]
        draw.shuffle(acts)
        for act in acts:
            said = [(each, None) for each in done] + [(act, tuple(hearers))]
            if deals.problem(said, self.name, wave) is None:
                return act
        return None


Dealing = Literal["none", "offer", "accept", "decline", "withdraw"]


class Whisperer(Haggler):
    """Speaks to all, and whispers to one other: always the same words, with deals or without."""

    def __init__(
        self, name: str, names: Sequence[str], other: str, dealing: Dealing, ruleset: str = "moh"
    ) -> None:
        """`other` is the one who hears the whispers."""
        super().__init__(name, names, ruleset)
        self._other, self._dealing = other, dealing

    def speech(self, turn: TalkTurn, draw: Random) -> Speech:
        """Return the same words whatever the deals are."""
        del draw
        act = self.deal(turn)
        lost = self._dealing in {"offer", "withdraw"}
        return Speech(
            messages=(
                Message(text=f"{turn.id} aloud"),
                Message(
                    text=f"{turn.id} whispered with {self._dealing}",
                    to=(self._other,),
                    whisper=True,
                    claims=self.claims(turn) if self._dealing != "none" else (),
                    deals=() if act is None else (act,),
                    unread=(LOST,) if lost else (),
                ),
            )
        )

    def deal(self, turn: TalkTurn) -> DealAct | None:
        """Return the act of this kind, where it is possible."""
        deals, wave = self._ledger.deals, turn.wave
        open_, own = deals.open_to(self.name, wave), deals.open_of(self.name, wave)
        match self._dealing:
            case "none":
                return None
            case ("accept" | "decline") as how if open_:
                return Reply(act=how, deal=open_[0])
            case "withdraw" if own:
                return Reply(act="withdraw", deal=own[0])
            case _ if len(own) < 2:
                term = Proposition(kind="ally", until=turn.round)
                return Offer(to=(self._other,), gives=(term,), wants=(term,))
            case _:
                return None


def hagglers(names: Sequence[str], ruleset: str = "moh") -> dict[str, Haggler]:
    """Return new seats for all names."""
    return {name: Haggler(name, names, ruleset) for name in names}
