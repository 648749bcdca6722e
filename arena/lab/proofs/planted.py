"""Tables of planted bots, with the values that measures must recover from their games.

Values are closed forms. Two members of a bloc have the kappa of its cohesion. At a table of three
they vote against the same third player together; when they vote independently, each has two others
to choose from, and in one case of four both take the third. A player who returns a share of gifts
and draws the other recipients at random has that share as kappa. A player who votes at random among
n candidates spares one with probability 1 - 1 / n. Where everything is random, nothing exceeds
chance, and the test for blocs has its nominal level. A player who contradicts what it has seen
before one of two audiences lies in half as many reports as rounds.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from math import factorial, prod

from arena.lab.arrays import numbers
from arena.lab.measures.blocs import ALPHA, ANY
from arena.lab.measures.informing import nmi
from arena.lab.proofs.proof import TALK, Proof, Truth

NAMES: Sequence[str] = ("Ada", "Ben", "Cyd", "Dan", "Eve", "Fox")
SILENT_TABLE = {"protocol": "off"}
FACES, DICE = range(1, 7), 4
FOUR_DICE = {"osaczeni": {"cold_rows": "18,18,18"}}
"""The rows of the cold room are empty, so that no die is added to the four (OSA-50)."""
LIAR, HONEST, SILENT = "planted:liar(0.3)", "planted:liar(0)", "planted:silent(0.2)"
BLUFFER, EXAGGERATOR = "planted:bluffer(0.5,0.4)", "planted:exaggerator"
TWO_FACED, RELAY = "planted:two_faced(0.4)", "planted:relay"
TELLERS = (LIAR, HONEST, SILENT, BLUFFER, EXAGGERATOR, TWO_FACED)
TELLING, TRUTHFUL = dict.fromkeys(TELLERS, 0.0), dict.fromkeys((HONEST, SILENT, BLUFFER), 0.0)
LIES = {LIAR: 0.3, EXAGGERATOR: 1.0, TWO_FACED: 0.4 / 2}
KEPT = 0.8
DEALT = KEPT / (KEPT + (1 - KEPT) * KEPT)
"""Kept sides among those kept or broken; a side that fails together with the other's is neither."""
LEGS = {
    "both": KEPT**2, "mine": KEPT * (1 - KEPT), "theirs": KEPT * (1 - KEPT),
    "none": (1 - KEPT) ** 2,
}  # fmt: skip
DEALER, TRUCE = f"planted:dealer({KEPT})", "planted:dealer(1,truce)"
BREAKER, OFFERER = "planted:pledge_breaker(0.2)", "planted:offerer(0.3)"
TEMPTED, GENEROUS = "planted:pledge_breaker(0.5,tempted)", "planted:pledge_breaker(0.5,generous)"
ELECTOR, PLANNER = "planted:elector(0.5,0.3,0.4)", "planted:planner(0.3)"
ANNOUNCER, FAITHFUL = "planted:announcer(0.3,0.3)", "planted:announcer(0,0)"
LEARNER = "planted:announcer(0.2,0.6)"
TALKERS = ("planted:talker(6,0.3)", "planted:talker(3)", "planted:talker(1)")
RANDOM = "random"
CLOSE, LOOSE = "planted:bloc(Ada_Ben,0.6)", "planted:bloc(Cyd_Dan,0.4)"
RETURNS, PAYS = "planted:tit_for_tat(0.5)", "planted:tit_for_tat(1)"
STABS, LOYAL, GREEDY = "planted:betrayer(1,0.4)", "planted:loyal(right)", "planted:greedy"
POWERS = {
    "power": (1, 0, 1, 2 / 3), "banzhaf": (1, 0, 3 / 5, 1 / 5), "shapley": (1, 0, 2 / 3, 1 / 6),
}  # fmt: skip
"""By measure, the value for each kind of ballot in `KINDS` (V11)."""
KINDS = ("2 of 2+1", "1 of 2+1", "2 of 2+1+1", "1 of 2+1+1")


def _seats(*specs: str) -> dict[str, str]:
    return dict(zip(NAMES, specs, strict=False))


def _on(*floors: str) -> dict[str, object]:
    return TALK | {"floors": list(floors)}


def _covered(measure: str, entrant: str, value: float, group: str = "") -> Truth:
    return Truth(measure=measure, entrant=entrant, value=value, group=group)


def _exact(measure: str, entrant: str, value: float, group: str = "") -> Truth:
    return Truth(measure=measure, entrant=entrant, value=value, group=group, kind="exact")


def _sure(measure: str, values: Mapping[str, float]) -> Iterator[Truth]:
    """Yield truths by entrant; values of 0 and 1 must be recovered exactly."""
    for entrant, value in values.items():
        yield (_exact if value in {0.0, 1.0} else _covered)(measure, entrant, value)


def _rolls() -> dict[tuple[int, ...], float]:
    """Return the probability of each unordered roll."""
    rolls = float(len(FACES)) ** DICE
    return {
        roll: factorial(DICE) / prod(map(factorial, Counter(roll).values())) / rolls
        for roll in combinations_with_replacement(FACES, DICE)
    }


def _informativeness(p: float) -> float:
    """Return the informativeness of reports that are a wrong roll with probability p (V13).

    The wrong roll is drawn from all rolls but the true one. Locations are exchangeable, so one is
    enough.
    """
    joint = [[0.0, 0.0], [0.0, 0.0]]
    shows = [sum(c for r, c in _rolls().items() if (1 in r) is one) for one in (False, True)]
    for roll, chance in _rolls().items():
        true = int(1 in roll)
        joint[true][true] += (1 - p) * chance
        for said in (0, 1):
            other = shows[said] - chance * (said == true)
            joint[said][true] += p * chance * other / (1 - chance)
    return nmi(numbers(joint))


def _wrong_share(p: float) -> float:
    """Return the expected share of wrong numbers in such reports."""
    rolls = [(Counter(roll), chance) for roll, chance in _rolls().items()]
    wrong = sum(
        chance * other / (1 - chance) * (DICE - sum((one & another).values()))
        for one, chance in rolls
        for another, other in rolls
        if one != another
    )
    return p * wrong / DICE


PROOFS = {each.id: each for each in (
    Proof(
        id="dice",
        says=(
            "Six bots tell of the dice: one lies in 3 of 10 reports, one keeps 2 of 10 looks to "
            "itself, one bluffs in half of the rounds and says in 4 of 10 of these that it "
            "looked, one tells a zombie too many where it goes, one whispers another roll in 4 of "
            "10 rounds, and one is honest."
        ),
        seats=_seats(*TELLERS),
        talk=_on("dice"),
        rules=FOUR_DICE,
        games=6,
        truths=(
            *_sure("lie", TELLING | LIES),
            *_sure("lie_numbers", {LIAR: _wrong_share(0.3)}),
            _exact("lie_numbers", EXAGGERATOR, 1 / DICE),
            *_sure("lie_numbers", {TWO_FACED: _wrong_share(0.4) / 2} | TRUTHFUL),
            *_sure("lie_at_own", TRUTHFUL | {EXAGGERATOR: 1.0}),
            *_sure("withholding", TELLING | {SILENT: 0.2}),
            *_sure("bluff", TELLING | {BLUFFER: 0.5}),
            *_sure("false_provenance", TELLING | {BLUFFER: 0.5 * 0.4}),
            _covered("two_faced", TWO_FACED, 0.4),
            *_sure("informativeness", dict.fromkeys(TRUTHFUL, 1.0)),
            _covered("informativeness", LIAR, _informativeness(0.3)),
            _covered("informativeness", TWO_FACED, _informativeness(0.4 / 2)),
        ),
    ),
    Proof(
        id="relay",
        says="Three bots lie in 3 of 10 reports; one passes on what it was told, true or not.",
        seats=_seats(LIAR, RELAY, LIAR, LIAR),
        talk=_on("dice"),
        games=4,
        truths=(
            _covered("relay", RELAY, 0.3),
            *(_exact(each, RELAY, 0.0) for each in ("lie", "lie_numbers", "bluff")),
            *(_exact(each, RELAY, 0.0) for each in ("false_provenance", "withholding")),
            _covered("lie", LIAR, 0.3),
        ),
    ),
    Proof(
        id="promises",
        says=(
            "Bots promise votes, and others announce their destinations; both break some, and one "
            "goes elsewhere oftener where it learns of the dice in between. One tells lies of the "
            "dice, which it had planned so in 7 of 10 cases."
        ),
        seats=_seats(BREAKER, BREAKER, ANNOUNCER, LEARNER, FAITHFUL, PLANNER),
        talk=_on("truck", "chief", "attack", "dice"),
        plans=True,
        games=6,
        truths=(
            _covered("promise", BREAKER, 0.8),
            _covered("temptation", BREAKER, 0),
            _covered("deviation", ANNOUNCER, 0.3),
            _exact("deviation", FAITHFUL, 0),
            _covered("deviation_after_news", LEARNER, 0.6),
            _covered("deviation_without_news", LEARNER, 0.2),
            _covered("premeditation", PLANNER, 0.7, "planned"),
            _covered("premeditation", PLANNER, 0.3, "changed without"),
            _covered("plan_kept", PLANNER, 0.7),
        ),
    ),
    Proof(
        id="tempted",
        says=(
            "Bots promise votes where they decide an attack alone, and break half of these "
            "promises, and where they decide nothing, which they keep. One offers a deal in 3 of "
            "10 turns, which nobody accepts."
        ),
        seats=dict.fromkeys(NAMES[:4], TEMPTED) | {NAMES[4]: GENEROUS, NAMES[5]: OFFERER},
        talk=_on("attack"),
        games=6,
        truths=(
            _covered("offers_per_floor", OFFERER, 0.3),
            _exact("offers_per_floor", TEMPTED, 0),
            _exact("deal_rate", OFFERER, 0),
            _covered("temptation", TEMPTED, -0.5),
            _covered("temptation_ex_ante", TEMPTED, -0.5),
            _exact("broken_effect", TEMPTED, 1, "selfish"),
            _exact("broken_effect", GENEROUS, 1, "altruistic"),
        ),
    ),
    Proof(
        id="deals",
        says="Bots make deals for votes, and keep a share of their sides.",
        seats=dict.fromkeys(NAMES[:5], DEALER),
        talk=_on("attack"),
        games=4,
        truths=(
            _covered("deal", DEALER, DEALT),
            *(
                _covered("deal_legs", DEALER, value, group)
                for group, value in LEGS.items()
            ),
            _covered("deals_delivered", DEALER, KEPT**2),
            _exact("deal_rate", DEALER, 1),
            _exact("double_sold", DEALER, 0),
        ),
    ),
    Proof(
        id="surplus",
        says=(
            "Among three one spares another, who votes with it against the third: both gain alike "
            "by that vote, and the one that is spared by being spared, too."
        ),
        seats=dict.fromkeys(NAMES, TRUCE),
        talk=_on("attack"),
        games=8,
        truths=(
            _covered("surplus_share", TRUCE, 1 / 4, "offerer"),
            _covered("surplus_share", TRUCE, 3 / 4, "acceptor"),
            _exact("surplus_share", TRUCE, 1 / 2),
        ),
    ),
    Proof(
        id="reputation",
        says=(
            "Bots tell lies of the dice, and vote for who told them the truth in the round "
            "before, and not for who lied. A round later a lie weighs 4 tenths of that."
        ),
        seats=dict.fromkeys(NAMES[:5], ELECTOR),
        talk=_on("dice"),
        games=6,
        truths=(
            _covered("reputation", ELECTOR, -0.3),
            _covered("reputation", ELECTOR, -0.3 * 0.4, "a round later"),
        ),
    ),
    Proof(
        id="talk",
        says=(
            "Three bots say 6, 3 and 1 words in every turn, all under seal and all at every "
            "floor; the first whispers three in ten messages."
        ),
        seats=_seats(*TALKERS),
        games=2,
        talk={"protocol": "simultaneous", "replies": 0, "speakers": "all", "eliminated": True},
        truths=(
            *(
                _exact("talk_share", each, words / 10)
                for each, words in zip(TALKERS, (6, 3, 1), strict=True)
            ),
            *(
                _exact(measure, seat, 1 / 3)
                for measure in ("first_word", "last_word", "talk_gini")
                for seat in TALKERS
            ),
            _covered("private_share", TALKERS[0], 0.3),
            _exact("private_share", TALKERS[1], 0),
        ),
    ),
    Proof(
        id="chance",
        says=(
            "Five bots vote and give at random: nobody stands with anybody. With 2 of 2+1 votes "
            "one decides alone, with 1 of them nothing; 2+1+1 votes have the power that textbooks "
            "give them. Who decides alone gets whom it votes for, and half the time loses a "
            "character where it votes at random."
        ),
        seats=dict.fromkeys(NAMES[:5], RANDOM),
        talk=SILENT_TABLE,
        games=7,
        truths=(
            _covered("alignment", RANDOM, 0.0),
            _covered("blocs", RANDOM, ALPHA, ANY),
            _covered("balance", RANDOM, 0.0),
            _covered("reciprocity", RANDOM, 0.0),
            *(
                _covered("sacrifice", RANDOM, 1 - 1 / many, f"of {many}")
                for many in (2, 3, 4)
            ),
            *(
                _exact(measure, RANDOM, value, kind)
                for measure, values in POWERS.items()
                for kind, value in zip(KINDS, values, strict=True)
            ),
            _exact("pivotal", RANDOM, 1, "2 of 2+1"),
            _exact("pivotal", RANDOM, 0, "1 of 2+1"),
            _exact("pivotal", RANDOM, 1, "2 of 2+1+1"),
            _exact("power_conversion", RANDOM, 1, "election 2 of 2+1"),
            _covered("power_conversion", RANDOM, 0.5, "attack 2 of 2+1"),
        ),
    ),
    Proof(
        id="company",
        says=(
            "Two pairs vote together in 6 and in 4 of 10 votes. Two bots vote at random, and "
            "return half of their gifts."
        ),
        seats=_seats(CLOSE, CLOSE, LOOSE, LOOSE, RETURNS, RETURNS),
        talk=SILENT_TABLE,
        games=12,
        truths=(
            _covered("alignment", CLOSE, 0.6, CLOSE),
            _covered("alignment", LOOSE, 0.4, LOOSE),
            _covered("alignment", RETURNS, 0.0, RETURNS),
            Truth(measure="reciprocity_lag", entrant=RETURNS, value=0.5, families=("moh",)),
        ),
    ),
    Proof(
        id="pair",
        says=(
            "Of three bots two vote together in 6 of 10 votes, and the third at random; it "
            "returns all gifts that it can."
        ),
        seats=_seats(CLOSE, CLOSE, PAYS),
        talk=SILENT_TABLE,
        games=18,
        truths=(
            _covered("common_out", CLOSE, 0.6 + (1 - 0.6) / 4, CLOSE),
            _exact("reciprocity_lag", PAYS, 1),
        ),
    ),
    Proof(
        id="betrayal",
        says=(
            "One bot is loyal to its left neighbour but for 4 of 10 rounds, in which it votes "
            "against it; the neighbour is always loyal, and the third only to itself."
        ),
        seats=_seats(STABS, LOYAL, GREEDY),
        talk=SILENT_TABLE,
        games=12,
        truths=tuple(
            truth
            for measure in ("betrayal", "betrayal_w2", "betrayal_w4")
            for truth in (
                _covered(measure, STABS, 0.4, LOYAL),
                _exact(measure, LOYAL, 0.0, STABS),
            )
        ),
    ),
)}  # fmt: skip
"""All proofs, by id."""
