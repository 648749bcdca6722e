"""What is planted of votes and of talk: the weights of V11, and seats that say so many words."""

from arena.lab.proofs.proof import Proof, Truth

__all__ = ["PROOFS"]

EXACT = {
    "power": (1, 0, 1, 2 / 3),
    "banzhaf": (1, 0, 3 / 5, 1 / 5),
    "shapley": (1, 0, 2 / 3, 1 / 6),
}
"""By measure, of each kind of ballot in `KINDS` (V11)."""
KINDS = ("2 of 2+1", "1 of 2+1", "2 of 2+1+1", "1 of 2+1+1")
PLAIN = "random"
TALKERS = ("planted:talker(6,0.3)", "planted:talker(3)", "planted:talker(1)")
WORDS = {"planted:talker(6,0.3)": 6, "planted:talker(3)": 3, "planted:talker(1)": 1}


def _exact(measure: str, entrant: str, value: float, group: str = "") -> Truth:
    return Truth(measure=measure, entrant=entrant, value=value, kind="exact", group=group)


POWER = Proof(
    id="power",
    says=(
        "Five bots vote at random. With 2 of 2+1 votes one decides alone, with 1 of them nothing; "
        "2+1+1 votes have the power that textbooks give them. Who decides alone gets whom it votes "
        "for, and half the time loses a character where it votes at random."
    ),
    seats=dict.fromkeys(("Ada", "Ben", "Cyd", "Dan", "Eve"), PLAIN),
    games=6,
    truths=(
        *(
            _exact(measure, PLAIN, value, kind)
            for measure, values in EXACT.items()
            for kind, value in zip(KINDS, values, strict=True)
        ),
        _exact("pivotal", PLAIN, 1, "2 of 2+1"),
        _exact("pivotal", PLAIN, 0, "1 of 2+1"),
        _exact("pivotal", PLAIN, 1, "2 of 2+1+1"),
        _exact("power_conversion", PLAIN, 1, "election 2 of 2+1"),
        Truth(measure="power_conversion", entrant=PLAIN, value=0.5, group="attack 2 of 2+1"),
    ),
)  # fmt: skip
TALK = Proof(
    id="talk",
    says=(
        "Three bots say 6, 3 and 1 words in every turn, all under seal and all at every floor; the "
        "first whispers three in ten messages."
    ),
    seats={"Ada": TALKERS[0], "Ben": TALKERS[1], "Cyd": TALKERS[2]},
    games=4,
    talk={"protocol": "simultaneous", "replies": 0, "speakers": "all", "eliminated": True},
    truths=(
        *(_exact("talk_share", seat, words / 10) for seat, words in WORDS.items()),
        *(_exact("first_word", seat, 1 / 3) for seat in TALKERS),
        *(_exact("last_word", seat, 1 / 3) for seat in TALKERS),
        Truth(measure="private_share", entrant=TALKERS[0], value=0.3),
        _exact("private_share", TALKERS[1], 0),
        *(_exact("talk_gini", seat, 1 / 3) for seat in TALKERS),
    ),
)  # fmt: skip
PROOFS = (POWER, TALK)
