"""What is planted of the dice: reports, lies, silence, bluffs, errors at the own destination."""

from arena.lab.proofs.proof import Proof, Truth

__all__ = ["PROOFS"]

PROOFS = (
    Proof(
        id="dice",
        says="One bot in three tells lies of the dice, others are honest.",
        seats={
            "Ada": "planted:liar(0.3)", "Ben": "planted:liar(0)", "Cyd": "planted:liar(0.6)",
            "Dan": "planted:liar(0.3)", "Eve": "planted:liar(0)",
        },
        truths=(
            Truth(measure="lie", entrant="planted:liar(0.3)", value=0.3),
            Truth(measure="lie", entrant="planted:liar(0.6)", value=0.6),
            Truth(measure="lie", entrant="planted:liar(0)", value=0.0, kind="exact"),
        ),
    ),
)  # fmt: skip
