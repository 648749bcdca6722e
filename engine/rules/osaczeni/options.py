"""The options of Osaczeni that a table may set (rules.md section 21)."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.rules.edition import RuleOption, choice, switch
from engine.rules.osaczeni.tables import NAMED

LEAST_MONSTERS = 6
"""The smallest supply: as many as surround an area (OSA-4)."""
SPACES = ('five numbers from 1 to 24, as "3,4,3,4,6"',)
COPIES = ('nine numbers that add up to 23, as "3,3,3,3,3,3,1,3,1"',)
ROWS = ('three numbers from 1 to 18, as "2,2,2"',)
EPILOGUES = ('numbers from 1 to 21 in ascending order, as "2,11"',)


def _seat(key: str, meaning: str) -> RuleOption:
    return RuleOption(
        key=key, default="random", allowed=("random", "a seat's name"), values=None, kind="seat",
        meaning=meaning, clause="GAP-O-8",
    )  # fmt: skip


OPTIONS: Mapping[str, RuleOption] = MappingProxyType(
    {
    option.key: option
    for option in (
        RuleOption(
            key="capacity", default="3,4,3,4,6", allowed=SPACES, values=None, kind="numbers",
            meaning="how many characters find room in areas 1 to 5", clause="GAP-O-1",
            least=1, most=24, length=5,
        ),
        RuleOption(
            key="parking_notches", default=6, allowed=("a number from 1", '"none" (no limit)'),
            values=None, kind="count", meaning="how many monsters find room at the parking lot",
            clause="GAP-O-2", least=1,
        ),
        RuleOption(
            key="area_names", default=",".join(NAMED),
            allowed=(f'"{",".join(NAMED)}" in any order',),
            values=tuple(NAMED), kind="order", meaning="which areas 1, 2, 4 and 5 are",
            clause="GAP-O-3",
        ),
        RuleOption(
            key="deck", default="3,3,3,3,3,3,1,3,1", allowed=COPIES, values=None, kind="numbers",
            meaning="copies of Walkie-talkie, Energy drink, Gun, Tin can, Baseball bat, Chainsaw, "
            "Molotov cocktail, Rotten meat, Truck keys", clause="GAP-O-4", most=23, length=9,
            total=23,
        ),
        RuleOption(
            key="cold_rows", default="2,2,2", allowed=ROWS, values=None, kind="numbers",
            meaning="spaces in the three rows of the cold room", clause="GAP-O-5", least=1,
            most=18, length=3,
        ),
        choice("variant", ("none",), "the epilogue's variant of the rules", "GAP-O-6"),
        RuleOption(
            key="unlocked", default="", allowed=EPILOGUES, values=None, kind="numbers",
            meaning="epilogues that earlier games unlocked", clause="OSA-56", least=1, most=21,
        ),
        _seat("first_badge", "who has the badge first"),
        _seat("first_victim", "who has the victim token first"),
        RuleOption(
            key="monster_supply", default=25, allowed=("a number from 6", '"none" (no limit)'),
            values=None, kind="count", meaning="how many monsters there are", clause="GAP-O-9",
            least=LEAST_MONSTERS,
        ),
        choice(
            "discussion", ("loop", "lap"),
            "cards before a vote: until all pass in a row, or in one lap", "GAP-O-10",
        ),
        choice(
            "drink_timing", ("after_move", "any_time"),
            "Energy drinks right after the own move, or at any moment of the moves", "GAP-O-12",
        ),
        switch(
            "drink_to_parking", "true", "an Energy drink may lead to the parking lot", "GAP-O-12"
        ),
        switch(
            "gun_without_voter", "false", "a Gun votes for a player with only hidden characters",
            "GAP-O-15",
        ),
        switch("give_to_dead", "true", "an eliminated player may be given an item", "GAP-O-18"),
        choice(
            "vote_timeout", ("self", "uniform"), "the vote of a seat that does not answer",
            "GAP-O-27",
        ),
        choice(
            "candidates", ("participants", "anyone"),
            "who can be pointed at for the truck and the badge", "GAP-O-33",
        ),
    )
}
)  # fmt: skip
