"""House bots at whole tables: deals are offered, answered and settled, and nothing is refused."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from arena.claims.deal_records import DealAnswered, DealOffered, DealSettled
from arena.claims.kinds import PLEDGES
from arena.claims.language import Proposition
from arena.claims.offers import Offer, Reply
from arena.config import TableConfig
from arena.forms import JsonRecord
from arena.projections.bargains import offer_in
from arena.records.game import AnswerDefaulted
from arena.records.record import Record, of_type
from arena.records.talk import Said, TurnDefaulted
from arena.seats import Uniform
from arena.settings import TalkRules
from arena.table import play
from arena.talk.speech import Speech, TalkTurn
from arena.transcript.reader import read

NAMES = ("Anna", "Bruno", "Clara", "Dmitri", "Esra", "Farid")
MIXED = ("house", "house:liar", "house:honest", "house:greedy", "house:gullible", "house:liar")


def records_of(out: Path, ruleset: str, seats: int, **rules: object) -> tuple[Record, ...]:
    """Play a game of different bots; return its records."""
    config = TableConfig(
        ruleset=ruleset,
        seats=dict(zip(NAMES[:seats], MIXED[:seats], strict=True)),
        seed="deals",
        talk=TalkRules.model_validate(rules),
    )
    return read(asyncio.run(play(config, out)).folder).records


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
@pytest.mark.parametrize("protocol", ["simultaneous", "round_robin", "bidding"])
@pytest.mark.parametrize(
    ("seats", "rules"),
    [
        (3, {"messages": 1}),
        (4, {"replies": 3, "turns": 2}),
        (5, {"replies": 0, "whispers": False}),
        (6, {"speakers": "all", "characters": 80}),
    ],
)
def test_nothing_that_bots_say_of_deals_is_refused(
    tmp_path: Path, ruleset: str, protocol: str, seats: int, rules: dict[str, object]
) -> None:
    """Under every protocol, at every table: no default stands in, every limit is kept."""
    records = records_of(tmp_path, ruleset, seats, protocol=protocol, **rules)
    kinds = Counter(each.type for each in records)
    assert kinds["turn_defaulted"] == kinds["answer_defaulted"] == 0
    assert kinds["deal_offered"]
    acts = [act for said in of_type(Said, records) for act in said.deals]
    answered = Counter(each.answer for each in of_type(DealAnswered, records))
    said = Counter(act.act for act in acts if isinstance(act, Reply))
    # What a bot says of a deal comes to pass: none of it was about a deal that was closed.
    for act, answer in (("accept", "accepted"), ("decline", "declined")):
        assert said[act] == answered[answer]
    counters = sum(isinstance(act, Offer) and act.counters is not None for act in acts)
    assert counters == answered["countered"]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_deals_happen_and_the_honest_keep_them(tmp_path: Path, ruleset: str) -> None:
    """Some are accepted in each round; who always keeps a word breaks none."""
    answers, outcomes, rounds = Counter[str](), Counter[str](), 0
    for seed in range(4):
        config = TableConfig(
            ruleset=ruleset, seats=dict.fromkeys(NAMES[:5], "house:honest"), seed=str(seed)
        )
        records = read(asyncio.run(play(config, tmp_path)).folder).records
        rounds += records[-1].round
        answers.update(each.answer for each in of_type(DealAnswered, records))
        outcomes.update(each.outcome for each in of_type(DealSettled, records))
    assert rounds / 2 <= answers["accepted"] <= 2 * rounds
    assert answers["declined"]
    assert outcomes["kept"] > 10 * outcomes["broken"]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["moh", pytest.param("osaczeni", marks=pytest.mark.slow)])
def test_no_two_offer_each_other_the_same_or_vote_for_each_other(
    tmp_path: Path, ruleset: str
) -> None:
    """Under one seal; and nobody is bound to elect who is bound to elect them."""
    offers: dict[tuple[int, str, str], set[frozenset[Proposition]]] = {}
    made: dict[int, tuple[str, Offer]] = {}
    agreed = 0
    for record in records_of(tmp_path, ruleset, 5):
        actor = str(record.actor)
        match record.data:
            case Said(wave=wave, deals=acts):
                for offer in acts:
                    if isinstance(offer, Offer):
                        for other in offer.to:
                            sides = set(map(frozenset, offer.between(actor, other)))
                            assert offers.get((wave, other, actor)) != sides
                            offers[wave, actor, other] = sides
            case DealOffered() as offered:
                made[offered.deal] = actor, offer_in(offered)
            case DealAnswered(deal=deal, player=player, answer="accepted"):
                offerer, offer = made[deal]
                one, two = offer.between(offerer, player)
                votes = [
                    {(each.vote, each.target) for each in side if each.kind == "vote"}
                    for side in (one, two)
                ]
                for vote in ("truck", "chief"):
                    mutual = (vote, player) in votes[0] and (vote, offerer) in votes[1]
                    assert not mutual
                agreed += 1
            case _:
                pass
    assert agreed
    assert offers


class Hawker(Uniform):
    """Offers whatever can be promised, to anybody, at every turn."""

    def __init__(self, seed: str, cards: Sequence[str], kinds: Sequence[str]) -> None:
        """`cards` and `kinds` of characters are those of the ruleset."""
        super().__init__(seed)
        self._random, self._cards, self._kinds = Random(seed), cards, kinds  # noqa: S311 - no secrets

    @property
    def talks(self) -> bool:
        """It does."""
        return True

    async def speak(
        self, turn: TalkTurn, view: Mapping[str, Any], heard: Sequence[JsonRecord]
    ) -> Speech:
        """Offer one thing for another, or for the same."""
        del heard
        others = [name for name in view["seats"] if name != turn.seat]
        to = self._random.choice(others)
        sides = [(self._term(player, others),) for player in (turn.seat, to)]
        offer = Offer(to=(to,), gives=sides[0], wants=sides[1])
        return Speech.of("Deal?", to=(to,), deals=(offer,))

    def _term(self, player: str, seats: Sequence[str]) -> Proposition:
        pick = self._random.choice
        kind = pick(sorted(PLEDGES))
        vote = pick(("truck", "chief", "attack"))
        needed: dict[str, Any] = {
            "go": {"location": pick(range(1, 7))},
            "vote": {"vote": vote, "target": pick((*seats, player))},
            "move": {"character": pick(self._kinds)},
            "play": {"card": pick((*self._cards, None))},
        }.get(kind, {"target": pick([each for each in seats if each != player])})
        negated = self._random.random() < 0.3
        return Proposition(kind=kind, player=player, negated=negated, **needed)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_no_offer_whatever_stops_a_bot(tmp_path: Path, ruleset: str) -> None:
    """What a stranger offers is answered or ignored, by all kinds of bots."""
    facts, said = engine.ruleset(ruleset), Counter[str]()
    cards, kinds = [each.id for each in facts.cards], [each.id for each in facts.characters]
    for seed in range(3):
        config = TableConfig(
            ruleset=ruleset, seats=dict(zip(NAMES[:5], MIXED[:5], strict=True)), seed=str(seed)
        )
        hawkers = {name: Hawker(f"{seed}{name}", cards, kinds) for name in ("Anna", "Clara")}
        records = read(asyncio.run(play(config, tmp_path, seats=dict(hawkers))).folder).records
        bots = set(NAMES) - set(hawkers)
        failed = [
            each.data
            for each in records
            if isinstance(each.data, TurnDefaulted | AnswerDefaulted) and each.actor in bots
        ]
        assert failed == []
        said.update(each.answer for each in of_type(DealAnswered, records))
    assert said["accepted"]
    assert said["declined"]
