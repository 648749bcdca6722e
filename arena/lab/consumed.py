"""What the lab makes of each type of record of `log.jsonl`: which fold reads it, or why none does.

A fold takes every record in order. Those of `arena.claims` are fed by `arena.lab.talking`: what a
seat could know when it spoke follows from them.
"""

from collections.abc import Mapping

__all__ = ["CONSUMED", "IGNORED"]

READING, TALKING, VOTING, REPLAY = (
    f"arena.lab.{each}" for each in ("reading", "talking", "voting", "replay")
)
FACTS, BARGAINS = "arena.claims.facts", "arena.projections.bargains"
FLOORS = "arena.lab.measures.talking_share"

CONSUMED: Mapping[str, str] = {
    # the game and its rounds
    "opened": FACTS, "game_began": READING, "phase_began": READING, "round_ended": FACTS,
    "seat_replaced": READING, "position_set": FACTS, "mall_set": FACTS,
    # answers
    "answer": REPLAY, "answer_defaulted": REPLAY,
    # dice and destinations
    "dice_rolled": READING, "dice_peeked": READING, "dice_seen": FACTS, "dice_revealed": READING,
    "destination_announced": READING, "destination_chosen": READING,
    "destinations_revealed": READING, "character_moved": FACTS,
    # votes
    "vote_called": VOTING, "ballot_opened": FACTS, "votes_revealed": VOTING, "tie_broken": VOTING,
    "player_chosen": VOTING,
    # cards
    "deck_shuffled": FACTS, "hands_dealt": FACTS, "truck_searched": FACTS, "cards_seen": FACTS,
    "card_given": VOTING, "card_received": FACTS, "card_returned": FACTS, "card_boxed": FACTS,
    "search_ended": FACTS, "card_played": FACTS,
    # attacks and deaths
    "attack_began": FACTS, "attack_ended": FACTS, "place_held": FACTS, "place_closed": FACTS,
    "character_eaten": READING, "player_eliminated": READING, "cold_row_filled": FACTS,
    # talk
    "floor_opened": FLOORS, "said": TALKING, "silent": TALKING, "bid": TALKING,
    "turn_defaulted": TALKING, "planned": TALKING,
    # what the judge settled
    "claim_judged": TALKING, "plan_judged": TALKING, "deal_offered": TALKING,
    "deal_answered": TALKING, "deal_settled": BARGAINS,
}  # fmt: skip
"""The module whose fold reads a type; others may read it too."""

ANSWERED = "the answer that it follows from is read, with all options"
WEIGHED = "the weights of the next ballot hold it"
BOARD = "no figure is of zombies; the table before each answer knows where they stand"
FOUND = "`player_chosen` tells who was found"
IGNORED: Mapping[str, str] = {
    "badge_taken": FOUND,
    "victim_token_taken": "`tie_broken` tells who decided a tie, `character_eaten` who lost whom",
    "gun_drawn": WEIGHED, "guns_lowered": WEIGHED, "threat_made": WEIGHED,
    "character_hidden": "who may vote, and for whom, stands in the ballot",
    "characters_turned_back": "who may vote, and for whom, stands in the ballot",
    "character_placed": ANSWERED, "search_declined": ANSWERED, "passed": ANSWERED,
    "placement_rolled": "chance of the set-up", "setup_dice_rolled": "chance of the set-up",
    "vote_skipped": "nobody was there, so nobody could vote",
    "doors_barricaded": BOARD, "zombie_lured": BOARD, "zombies_came": BOARD,
    "zombies_diverted": BOARD, "zombies_killed": BOARD, "zombies_left": BOARD,
    "hands_revealed": "after the end; the points stand in the result",
    "end_condition_met": "why it ended stands in the result",
    "epilogue_reached": "what is told after the end",
    "game_ended": "`sealed`, the last record, has the result",
    "sealed": "it is no event of the game; its result and hash are read from the last record",
    "floor_closed": "a floor ends with the next, or with the game",
    "whispered": "that two whispered; `said` has the words, and who heard them",
    "claims_unread": "lines that could not be read say nothing that can be judged",
}  # fmt: skip
"""Why no fold reads a type."""
