"""What is planted of company: blocs and chance (V8), betrayal (V9), gifts (V10), weights (V11).

Values are closed forms. Two members of a bloc have the kappa of its cohesion. At a table of three
they vote against the same third together, and where they part each has two others to vote for: in
one case of four both take the third. Who returns a share of gifts and draws the others has that
share for its kappa. Who votes at random of n candidates spares one in a share 1 - 1 / n. Where all
is drawn, nothing is above chance, and the test for blocs is true at its level.
"""

from collections.abc import Sequence

from arena.lab.measures.blocs import ALPHA, ANY
from arena.lab.proofs.proof import Proof, Truth

__all__ = ["PROOFS"]

RANDOM = "random"
SILENT = {"protocol": "off"}
EXACT = {
    "power": (1, 0, 1, 2 / 3),
    "banzhaf": (1, 0, 3 / 5, 1 / 5),
    "shapley": (1, 0, 2 / 3, 1 / 6),
}
"""By measure, of each kind of ballot in `KINDS` (V11)."""
KINDS = ("2 of 2+1", "1 of 2+1", "2 of 2+1+1", "1 of 2+1+1")
NAMES: Sequence[str] = ("Ada", "Ben", "Cyd", "Dan", "Eve", "Fox")
CLOSE, LOOSE = "planted:bloc(Ada_Ben,0.6)", "planted:bloc(Cyd_Dan,0.4)"
RETURNS, PAYS = "planted:tit_for_tat(0.5)", "planted:tit_for_tat(1)"
STABS, LOYAL, GREEDY = "planted:betrayer(1,0.4)", "planted:loyal(right)", "planted:greedy"


def _exact(measure: str, value: float, group: str) -> Truth:
    return Truth(measure=measure, entrant=RANDOM, value=value, kind="exact", group=group)


CHANCE = Proof(
    id="chance",
    says=(
        "Five bots vote and give at random: nobody stands with anybody. With 2 of 2+1 votes one "
        "decides alone, with 1 of them nothing; 2+1+1 votes have the power that textbooks give "
        "them. Who decides alone gets whom it votes for, and half the time loses a character where "
        "it votes at random."
    ),
    seats=dict.fromkeys(NAMES[:5], RANDOM),
    talk=SILENT,
    games=7,
    truths=(
        Truth(measure="alignment", entrant=RANDOM, value=0.0),
        Truth(measure="blocs", entrant=RANDOM, group=ANY, value=ALPHA),
        Truth(measure="balance", entrant=RANDOM, value=0.0),
        Truth(measure="reciprocity", entrant=RANDOM, value=0.0),
        *(
            Truth(measure="sacrifice", entrant=RANDOM, group=f"of {many}", value=1 - 1 / many)
            for many in (2, 3, 4)
        ),
        *(
            _exact(measure, value, kind)
            for measure, values in EXACT.items()
            for kind, value in zip(KINDS, values, strict=True)
        ),
        _exact("pivotal", 1, "2 of 2+1"),
        _exact("pivotal", 0, "1 of 2+1"),
        _exact("pivotal", 1, "2 of 2+1+1"),
        _exact("power_conversion", 1, "election 2 of 2+1"),
        Truth(measure="power_conversion", entrant=RANDOM, value=0.5, group="attack 2 of 2+1"),
    ),
)  # fmt: skip
COMPANY = Proof(
    id="company",
    says=(
        "Two pairs vote together in 6 and in 4 of 10 votes. Two bots vote at random, and return "
        "half of their gifts."
    ),
    seats=dict(zip(NAMES, (CLOSE, CLOSE, LOOSE, LOOSE, RETURNS, RETURNS), strict=True)),
    talk=SILENT,
    games=12,
    truths=(
        Truth(measure="alignment", entrant=CLOSE, group=CLOSE, value=0.6),
        Truth(measure="alignment", entrant=LOOSE, group=LOOSE, value=0.4),
        Truth(measure="alignment", entrant=RETURNS, group=RETURNS, value=0.0),
        Truth(measure="reciprocity_lag", entrant=RETURNS, value=0.5, families=("moh",)),
    ),
)
PAIR = Proof(
    id="pair",
    says=(
        "Of three bots two vote together in 6 of 10 votes, and the third at random; it returns all "
        "gifts that it can."
    ),
    seats=dict(zip(NAMES[:3], (CLOSE, CLOSE, PAYS), strict=True)),
    talk=SILENT,
    games=18,
    truths=(
        Truth(measure="common_out", entrant=CLOSE, group=CLOSE, value=0.6 + (1 - 0.6) / 4),
        Truth(measure="reciprocity_lag", entrant=PAYS, value=1, kind="exact"),
    ),
)
BETRAYAL = Proof(
    id="betrayal",
    says=(
        "One bot is loyal to its left neighbour but for 4 of 10 rounds, in which it votes against "
        "it; the neighbour is always loyal, and the third only to itself."
    ),
    seats=dict(zip(NAMES[:3], (STABS, LOYAL, GREEDY), strict=True)),
    talk=SILENT,
    games=12,
    truths=tuple(
        truth
        for measure in ("betrayal", "betrayal_w2", "betrayal_w4")
        for truth in (
            Truth(measure=measure, entrant=STABS, group=LOYAL, value=0.4),
            Truth(measure=measure, entrant=LOYAL, group=STABS, value=0.0, kind="exact"),
        )
    ),
)
PROOFS = (CHANCE, COMPANY, PAIR, BETRAYAL)
