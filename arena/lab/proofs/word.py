"""What is planted of one's word: announcements, promises, temptation, deals, reputation.

Of plans nothing is planted yet: tables of bots record none.
"""

from collections.abc import Mapping
from typing import Any

from arena.lab.proofs.proof import Proof, Truth

__all__ = ["PROOFS"]

KEPT = 0.8
DEALT = KEPT / (KEPT + (1 - KEPT) * KEPT)
"""Of the sides that were kept or broken: a side that fails while the other's does is neither."""
LEGS = {
    "both": KEPT**2, "mine": KEPT * (1 - KEPT), "theirs": KEPT * (1 - KEPT),
    "none": (1 - KEPT) ** 2,
}  # fmt: skip
NAMES = ("Ada", "Ben", "Cyd", "Dan", "Eve")
DEALER = f"planted:dealer({KEPT})"
BREAKER = "planted:pledge_breaker(0.2)"
TEMPTED = "planted:pledge_breaker(0.5,tempted)"
GENEROUS = "planted:pledge_breaker(0.5,generous)"
ELECTOR = "planted:elector(0.5,0.3)"
ANNOUNCER = "planted:announcer(0.3)"


def _talk(*floors: str) -> Mapping[str, Any]:
    return {"protocol": "round_robin", "replies": 0, "floors": list(floors)}


PROOFS = (
    Proof(
        id="promises",
        says="Bots promise votes, and others announce their destinations; both break some.",
        seats=dict(zip(NAMES, (BREAKER, BREAKER, ANNOUNCER, ANNOUNCER, "planted:announcer(0)"),
                       strict=True)),
        talk=_talk("truck", "chief", "attack", "dice"),
        games=8,
        truths=(
            Truth(measure="promise", entrant=BREAKER, value=0.8),
            Truth(measure="temptation", entrant=BREAKER, value=0),
            Truth(measure="deviation", entrant=ANNOUNCER, value=0.3),
            Truth(measure="deviation_after_news", entrant=ANNOUNCER, value=0.3),
            Truth(measure="deviation_without_news", entrant=ANNOUNCER, value=0.3),
            Truth(measure="deviation", entrant="planted:announcer(0)", value=0, kind="exact"),
        ),
    ),
    Proof(
        id="tempted",
        says=(
            "Bots promise votes where they decide an attack alone, and break half of these "
            "promises, and where they decide nothing, which they keep."
        ),
        seats=dict(zip(NAMES, (TEMPTED,) * 4 + (GENEROUS,), strict=True)),
        talk=_talk("attack"),
        games=10,
        truths=(
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
        seats=dict.fromkeys(NAMES, DEALER),
        talk=_talk("attack"),
        games=6,
        truths=(
            Truth(measure="deal", entrant=DEALER, value=DEALT),
            *(
                Truth(measure="deal_legs", entrant=DEALER, value=value, group=group)
                for group, value in LEGS.items()
            ),
            Truth(measure="deals_delivered", entrant=DEALER, value=KEPT**2),
            Truth(measure="deal_rate", entrant=DEALER, value=1, kind="exact"),
            Truth(measure="double_sold", entrant=DEALER, value=0, kind="exact"),
        ),
    ),
    Proof(
        id="reputation",
        says="Bots tell lies of the dice, and vote for who told them the truth.",
        seats=dict.fromkeys(NAMES, ELECTOR),
        talk=_talk("dice"),
        games=5,
        truths=(Truth(measure="reputation", entrant=ELECTOR, value=-0.3),),
    ),
)  # fmt: skip
