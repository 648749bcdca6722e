"""What is planted of one's word: announcements, promises, temptation, deals, plans, reputation.

And of talk: seats that say so many words.
"""

from collections.abc import Mapping, Sequence

from arena.lab.proofs.proof import Proof, Truth

__all__ = ["PROOFS"]

KEPT = 0.8
DEALT = KEPT / (KEPT + (1 - KEPT) * KEPT)
"""Of the sides that were kept or broken: a side that fails while the other's does is neither."""
LEGS = {
    "both": KEPT**2, "mine": KEPT * (1 - KEPT), "theirs": KEPT * (1 - KEPT),
    "none": (1 - KEPT) ** 2,
}  # fmt: skip
NAMES: Sequence[str] = ("Ada", "Ben", "Cyd", "Dan", "Eve", "Fox")
DEALER = f"planted:dealer({KEPT})"
TRUCE = "planted:dealer(1,truce)"
BREAKER = "planted:pledge_breaker(0.2)"
TEMPTED = "planted:pledge_breaker(0.5,tempted)"
GENEROUS = "planted:pledge_breaker(0.5,generous)"
ELECTOR = "planted:elector(0.5,0.3,0.4)"
OFFERER = "planted:offerer(0.3)"
PLANNER = "planted:planner(0.3)"
ANNOUNCER, FAITHFUL = "planted:announcer(0.3,0.3)", "planted:announcer(0,0)"
LEARNER = "planted:announcer(0.2,0.6)"

TALKERS = ("planted:talker(6,0.3)", "planted:talker(3)", "planted:talker(1)")
WORDS = {"planted:talker(6,0.3)": 6, "planted:talker(3)": 3, "planted:talker(1)": 1}


def _talk(*floors: str) -> Mapping[str, object]:
    return {"protocol": "round_robin", "replies": 0, "floors": list(floors)}


def _exact(measure: str, entrant: str, value: float) -> Truth:
    return Truth(measure=measure, entrant=entrant, value=value, kind="exact")


PROOFS = (
    Proof(
        id="promises",
        says=(
            "Bots promise votes, and others announce their destinations; both break some, and one "
            "goes elsewhere oftener where it learns of the dice in between. One tells lies of the "
            "dice, which it had planned so in 7 of 10 cases."
        ),
        seats=dict(zip(NAMES, (BREAKER, BREAKER, ANNOUNCER, LEARNER, FAITHFUL, PLANNER),
                       strict=True)),
        talk=_talk("truck", "chief", "attack", "dice"),
        plans=True,
        games=6,
        truths=(
            Truth(measure="promise", entrant=BREAKER, value=0.8),
            Truth(measure="temptation", entrant=BREAKER, value=0),
            Truth(measure="deviation", entrant=ANNOUNCER, value=0.3),
            _exact("deviation", FAITHFUL, 0),
            Truth(measure="deviation_after_news", entrant=LEARNER, value=0.6),
            Truth(measure="deviation_without_news", entrant=LEARNER, value=0.2),
            Truth(measure="premeditation", entrant=PLANNER, group="planned", value=0.7),
            Truth(measure="premeditation", entrant=PLANNER, group="changed without", value=0.3),
            Truth(measure="plan_kept", entrant=PLANNER, value=0.7),
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
        talk=_talk("attack"),
        games=6,
        truths=(
            Truth(measure="offers_per_floor", entrant=OFFERER, value=0.3),
            _exact("offers_per_floor", TEMPTED, 0),
            _exact("deal_rate", OFFERER, 0),
            Truth(measure="temptation", entrant=TEMPTED, value=-0.5),
            Truth(measure="temptation_ex_ante", entrant=TEMPTED, value=-0.5),
            Truth(
                measure="broken_effect", entrant=TEMPTED, value=1, kind="exact", group="selfish"
            ),
            Truth(
                measure="broken_effect", entrant=GENEROUS, value=1, kind="exact",
                group="altruistic",
            ),
        ),
    ),
    Proof(
        id="deals",
        says="Bots make deals for votes, and keep a share of their sides.",
        seats=dict.fromkeys(NAMES[:5], DEALER),
        talk=_talk("attack"),
        games=4,
        truths=(
            Truth(measure="deal", entrant=DEALER, value=DEALT),
            *(
                Truth(measure="deal_legs", entrant=DEALER, value=value, group=group)
                for group, value in LEGS.items()
            ),
            Truth(measure="deals_delivered", entrant=DEALER, value=KEPT**2),
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
        talk=_talk("attack"),
        games=8,
        truths=(
            Truth(measure="surplus_share", entrant=TRUCE, group="offerer", value=1 / 4),
            Truth(measure="surplus_share", entrant=TRUCE, group="acceptor", value=3 / 4),
            _exact("surplus_share", TRUCE, 1 / 2),
        ),
    ),
    Proof(
        id="reputation",
        says=(
            "Bots tell lies of the dice, and vote for who told them the truth in the round before, "
            "and not for who lied. A round later a lie weighs 4 tenths of that."
        ),
        seats=dict.fromkeys(NAMES[:5], ELECTOR),
        talk=_talk("dice"),
        games=6,
        truths=(
            Truth(measure="reputation", entrant=ELECTOR, value=-0.3),
            Truth(
                measure="reputation", entrant=ELECTOR, group="a round later", value=-0.3 * 0.4
            ),
        ),
    ),
    Proof(
        id="talk",
        says=(
            "Three bots say 6, 3 and 1 words in every turn, all under seal and all at every "
            "floor; the first whispers three in ten messages."
        ),
        seats={"Ada": TALKERS[0], "Ben": TALKERS[1], "Cyd": TALKERS[2]},
        games=2,
        talk={"protocol": "simultaneous", "replies": 0, "speakers": "all", "eliminated": True},
        truths=(
            *(_exact("talk_share", seat, words / 10) for seat, words in WORDS.items()),
            *(
                _exact(measure, seat, 1 / 3)
                for measure in ("first_word", "last_word", "talk_gini")
                for seat in TALKERS
            ),
            Truth(measure="private_share", entrant=TALKERS[0], value=0.3),
            _exact("private_share", TALKERS[1], 0),
        ),
    ),
)  # fmt: skip
