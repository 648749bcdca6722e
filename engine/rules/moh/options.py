"""What a table of Mall of Horror may choose (rules.md section 10)."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.rules.edition import RuleOption, choice, switch

__all__ = ["OPTIONS"]

LEAST_ZOMBIES = 4
"""As many as there are dice; with fewer a game may never end."""

OPTIONS: Mapping[str, RuleOption] = MappingProxyType(
    {
    option.key: option
    for option in (
        RuleOption(
            key="first_chief", default="random", allowed=("random", "a seat's name"), values=None,
            kind="seat", meaning="who is the first Chief", clause="GAP-M-1",
        ),
        choice("seating", ("join", "random"), "how players come to sit clockwise", "GAP-M-2"),
        switch("threat_absent", "false", "absent players may play Threats in A and B", "GAP-M-6"),
        switch("hidden_in_elections", "false", "Hidden may be played in A and B", "GAP-M-8"),
        choice(
            "vote_timeout", ("uniform", "self"), "the ballot of a seat that does not answer",
            "GAP-M-12",
        ),
        RuleOption(
            key="zombie_supply", default=None, allowed=("null (no limit)", "a number from 4"),
            values=None, kind="count", meaning="how many zombies there are", clause="GAP-M-19",
            least=LEAST_ZOMBIES,
        ),
        switch(
            "sprint_same_dest", "false",
            "a Sprint holder may lock a destination where all own characters are", "GAP-M-24",
        ),
        choice(
            "zombie_player", ("once", "every_round"),
            "how often an eliminated player places a zombie", "GAP-M-26",
        ),
        switch("give_to_dead", "true", "an eliminated player may be given a card", "GAP-M-27"),
        switch(
            "camera_by_elected_chief", "false", "an elected Chief is offered a camera too",
            "GAP-M-37",
        ),
    )
}
)  # fmt: skip
