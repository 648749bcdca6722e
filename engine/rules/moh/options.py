"""The options of Mall of Horror that a table may set (rules.md section 10)."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.rules.edition import RuleOption, choice, switch

FIRST = {
    "first_chief", "seating", "threat_absent", "hidden_in_elections", "vote_timeout",
    "zombie_supply", "sprint_same_dest", "zombie_player", "give_to_dead", "camera_by_elected_chief",
}  # fmt: skip
"""The options that every recorded game has."""
LEAST_ZOMBIES = 4
"""The smallest supply: as many as there are dice; with fewer a game may never end."""

OPTIONS: Mapping[str, RuleOption] = MappingProxyType(
    {
    option.key: replace(option, later=option.key not in FIRST)
    for option in (
        RuleOption(
            key="first_chief", default="random", allowed=("random", "a seat's name"), values=None,
            kind="seat", meaning="who is the first Chief", clause="GAP-M-1",
        ),
        choice("seating", ("join", "random"), "how players come to sit clockwise", "GAP-M-2"),
        choice(
            "setup_die", ("other_first", "free"),
            "what a set-up die on a full or closed location does: leave the other die, or free "
            "the choice of any location with room", "MOH-10",
        ),
        choice(
            "setup_zombies", ("per_die", "per_location"),
            "whether equal dice bring one zombie each in the set-up, or one in all", "MOH-11",
        ),
        choice(
            "vote_weight", ("own", "everybody"),
            "whose characters add to the ballot of a player with several there", "MOH-19",
        ),
        choice(
            "gunman_votes", ("present", "anywhere"),
            "where a Gunman has to be to add his vote", "MOH-19",
        ),
        choice(
            "revote_candidates", ("tied", "present"), "who stands in a re-vote", "MOH-21",
        ),
        choice(
            "second_tie", ("player", "character"),
            "what is drawn at a second tie in an attack", "MOH-22",
        ),
        switch("threat_absent", "false", "absent players may play Threats in A and B", "GAP-M-6"),
        RuleOption(
            key="attack_cards_absent", default=False, allowed=("false", "true", "parking"),
            values=(False, True, "parking"), kind="choice",
            meaning="absent players may play cards in F, everywhere or on the parking lot",
            clause="GAP-M-6",
        ),
        switch(
            "dead_may_play_cards", "false",
            "an eliminated player may play cards where absent players may, and cameras", "MOH-66",
        ),
        switch("hidden_in_elections", "false", "Hidden may be played in A and B", "GAP-M-8"),
        choice(
            "hardware_in_supermarket", ("below_four", "never"),
            "when Hardware may be played in the supermarket", "MOH-63",
        ),
        choice(
            "vote_timeout", ("uniform", "self"), "the ballot of a seat that does not answer",
            "GAP-M-12",
        ),
        RuleOption(
            key="zombie_supply", default=None, allowed=('"none" (no limit)', "a number from 4"),
            values=None, kind="count", meaning="how many zombies there are", clause="GAP-M-19",
            least=LEAST_ZOMBIES,
        ),
        switch(
            "sprint_same_dest", "false",
            "a Sprint holder may lock a destination where all own characters are", "GAP-M-24",
        ),
        choice(
            "sprint_character", ("any", "mover"),
            "who may sprint: any own character, or one not at the chosen destination", "MOH-41",
        ),
        switch(
            "sprint_to_chosen", "true", "the chosen destination is a target of a Sprint", "MOH-41",
        ),
        choice(
            "zombie_player", ("once", "every_round"),
            "how often an eliminated player places a zombie", "GAP-M-26",
        ),
        choice(
            "zombie_place", ("any_open", "last_death"),
            "where the zombie of an eliminated player stands", "GAP-M-26",
        ),
        switch(
            "zombie_player_optional", "true", "an eliminated player may decline to place a zombie",
            "GAP-M-26",
        ),
        choice(
            "revenge_moment", ("destinations", "round_end"),
            "when the zombie of an eliminated player comes: at the end of D, or after F", "MOH-36",
        ),
        switch("truck_optional", "false", "the winner may decline to search the truck", "MOH-27"),
        switch("give_to_dead", "true", "an eliminated player may be given a card", "GAP-M-27"),
        switch(
            "camera_by_elected_chief", "false", "an elected Chief is offered a camera too",
            "GAP-M-37",
        ),
        choice(
            "holds_two", ("tough_guy", "gunman"), "who counts as two against zombies", "MOH-45",
        ),
        choice(
            "empty_parking", ("leave", "stay"),
            "what zombies on the parking lot do where nobody stood", "MOH-58",
        ),
        choice(
            "end_moment", ("round_end", "at_once", "met_in_round", "few_at_once"),
            "when a condition ends the game: if it holds at the end of a round, at once, if it "
            "held at any moment of the round, or at once where few are left", "MOH-68",
        ),
    )
}
)  # fmt: skip
