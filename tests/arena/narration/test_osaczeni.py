"""Osaczeni in sentences: what only this game has, and nothing of the other one's words."""

import asyncio
import json
import os
import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import engine
from arena.config import TableConfig
from arena.events import CardReturned, Event
from arena.faces.cli import main
from arena.faces.cli.replay import replay
from arena.narration.dialects import DIALECTS, words_of
from arena.narration.narrator import QUIET, Narrator
from arena.narration.osaczeni import CONDITIONS
from arena.narration.outcome import outcome_lines
from arena.narration.sentences import GROUPS, SENTENCES
from arena.records.facts import types_of_events
from arena.records.record import Record, visible
from arena.table import play
from engine.rules.osaczeni.epilogues import EPILOGUES, NONE
from tests.arena.narration.games import flat, random_game, recorded, scenario, text_of
from tests.breadth import breadth
from tests.corpus import reading

GOLDEN = Path(__file__).parent / "golden"
SEATS = ("Ada", "Ben", "Cyd", "Dan")
SPREAD = {
    1: ["A.leader", "B.leader"],
    4: ["C.leader", "D.leader", "A.protector"],
    5: ["B.protector", "C.protector", "D.protector"],
}
"""Nobody at the parking lot or in the monitoring centre, and no Crybaby alive."""


def mall(choices: Mapping[str, str] | None = None, **keys: object) -> list[Record]:
    """Return the records of a game of Osaczeni that begins in a position of seats A to D."""
    position: dict[str, Any] = {"ruleset": "osaczeni", "locations": SPREAD, **keys}
    return scenario(choices, **position)


def told(choices: Mapping[str, str] | None = None, who: str = "public", **keys: object) -> str:
    """Return what is told of it, without line breaks."""
    return flat(text_of(mall(choices, **keys), who, 400))


# --- whole games ---


@pytest.fixture(scope="module")
def game() -> Path:
    """A recorded game of four."""
    return reading.folder("osaczeni-random-4")


@pytest.mark.parametrize("who", ["public", "Ada"])
def test_a_game_reads_as_it_always_did(
    game: Path, who: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text of a fixed seed; ARENA_GOLDEN=1 writes it anew."""
    monkeypatch.setenv("COLUMNS", "80")
    assert replay(game, who, json_=False) == 0
    text = "".join(line.rstrip() + "\n" for line in capsys.readouterr().out.splitlines())
    golden = GOLDEN / f"osaczeni-{who}.txt"
    if os.environ.get("ARENA_GOLDEN") == "1":
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_the_records_of_a_replay_are_one_document(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Filtered as in the other game: no boxed item, no die under the hatch."""
    assert replay(game, "public", json_=True) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["ruleset"] == "osaczeni"
    types = {record["type"] for record in document["records"]}
    assert {"victim_token_taken", "cold_row_filled", "epilogue_reached"} <= types
    assert not types & {"card_boxed", "dice_rolled", "deck_shuffled", "cards_seen"}


@pytest.mark.parametrize("seed", breadth(range(8), [0, 1]))
def test_nothing_is_told_in_the_words_of_the_other_game(seed: int) -> None:
    """To nobody, at any width."""
    records = random_game(seed, list("ABCDEF"[: 3 + seed % 4]), "osaczeni")
    for who, width in (("all", 120), ("A", 80), ("public", 40)):
        text = text_of(records, who, width)
        found = re.findall(r"zombie|Chief|Pin-Up|under the deck|Re-vote|under the box|Zombie", text)
        assert found == []
        assert all(len(line) <= width for line in text.splitlines())
        assert "The end" in text


@pytest.mark.parametrize("who", breadth(["public", "all", "B"], ["all"]))
def test_every_prefix_of_a_game_can_be_told(who: str) -> None:
    """A game may break off between an item and its effect, too."""
    records = random_game(2, list("ABC"), "osaczeni")
    for end in range(2, len(records), 7):
        assert "not finished" in text_of(records[:end], who, boards=False)


def test_a_longer_record_only_adds_lines() -> None:
    """What was printed for a running game never has to be taken back."""
    narrator = Narrator(words_of(engine.ruleset("osaczeni"), ["A", "B", "C"]))
    for record in visible(random_game(4, list("ABC"), "osaczeni"), "public"):
        narrator.feed(record)
    assert narrator.close() == []


@pytest.mark.parametrize("seed", breadth(range(8), [0, 1]))
def test_no_heading_stands_over_nothing_and_no_line_stands_twice(seed: int) -> None:
    """A dawn at which nothing closes is no heading; a board is drawn where somebody decides."""
    text = text_of(random_game(seed, list("ABCD"), "osaczeni"), "public", 400)
    lines = [line for line in text.splitlines() if line]
    headings = set(DIALECTS["osaczeni"].titles.values())
    for line, after in pairwise(lines):
        if line in headings:
            assert after.startswith("  ")
            assert not after.startswith("  Badge")
        assert line != after


@pytest.mark.parametrize("family", ["moh", "osaczeni"])
def test_every_event_of_a_family_is_told_or_left_out_on_purpose(family: str) -> None:
    """No kind of event is forgotten; one that is told is one that occurs."""
    other = {"moh": ".osaczeni.", "osaczeni": ".moh."}[family]
    every = {cls for cls in types_of_events() if other not in cls.__module__}
    never = {"moh": set[type[Event]](), "osaczeni": {CardReturned}}[family]
    dialect = DIALECTS[family]
    known = {*SENTENCES, *GROUPS, *QUIET, *dialect.sentences, *dialect.groups, *dialect.quiet}
    assert every - known == never
    assert {*dialect.sentences, *dialect.completed_by} <= every


# --- set-up ---


def test_the_opening_names_each_area_in_both_languages_once() -> None:
    """Then only as the dice and the board have them."""
    text = flat(text_of(random_game(1, list("ABCD"), "osaczeni"), "public", 100))
    assert "The areas: 1 Toilets (Toalety), 2 Clothes Shop (Sklep" in text
    assert text.count("3 Monitoring Centre (Centrum monitoringu)") == 1
    assert text.count("(Parking)") == 1


def test_badge_and_victim_token_are_told_first() -> None:
    """Two players have them, and a reader learns what the token is for."""
    text = text_of(random_game(1, list("ABCD"), "osaczeni"), "public", 400)
    assert re.search(
        r"\n  (\w) has the badge first\.\n  (?!\1)\w has the victim token first, ", text
    )


def test_all_dice_of_a_player_are_told_with_where_they_lead() -> None:
    """One line a player; a die of a full area leads to the parking lot (OSA-13)."""
    deal = {"phase": "setup", "seats": ["A", "B", "C", "D"], "ruleset": "osaczeni"}
    position = {"scenario": 1, "seed": 1, **deal,
                "chance": {"dice": [[1, 1, 1], [1, 2, 6], [3, 3, 3], [4, 4, 4]]}}  # fmt: skip
    table = engine.load_scenario(position)
    while table.pending()[0].kind == "assign_start":
        (decision,) = table.pending()
        table.answer(decision.seat, decision.options[0].id, decision.id)
    text = text_of(recorded(table.events), "public", 400, boards=False)
    assert (
        "A rolls [1] [1] [1]: Protector to 1 Toilets, Leader to 1 Toilets and Crybaby to 1 Toilets."
        in text
    )
    assert (
        "B rolls [1] [2] [6]: Protector to 6 Parking Lot, Leader to 2 Clothes Shop and Crybaby to "
        "6 Parking Lot. 1 Toilets was full." in text
    )


def test_starting_monsters_crybabies_and_crowds_are_told() -> None:
    """One to each area that ties (OSA-14)."""
    text = "\n".join(
        text_of(random_game(seed, list("ABCD"), "osaczeni"), "public", 400, boards=False)
        for seed in range(6)
    )
    for line in (
        r"The dice for the first monsters: \[\d\] \[\d\] \[\d\] \[\d\]\.",
        r"The first monsters: .*\d [A-Z]",
        r"The most Crybabies draw a monster: \d",
        r"The most Crybabies draw a monster each: \d .*, \d",
        r"The biggest crowd draws a monster: \d",
        r"The biggest crowds draw a monster each: \d .*, \d",
    ):
        assert re.search(line, text), line


def test_a_position_that_is_given_is_told_as_such() -> None:
    """Badge, token and cold room stand above the board."""
    text = told(phase="truck", badge="B", victim_token="D", cold_room=3)
    assert "The game begins in a given position." in text
    assert (
        "Badge ■B · victim token ◆D · items A 0, B 0, C 0, D 0 · deck 23 · cold room 3, row 1"
        in text
    )


# --- truck and badge ---


def test_a_tie_is_told_with_who_broke_it() -> None:
    """The holder of the victim token decides, and that is the verdict: no second line."""
    there = {6: ["A.protector", "B.protector"], 3: ["D.protector"], 1: ["C.leader"]}
    votes = {"A.1": "B", "B.1": "A", "break_tie": "A"}
    text = told(votes, phase="truck", victim_token="D", locations=there)
    assert (
        "A 1, B 1: A and B are tied. D decides with the victim token: A searches the truck. A looks"
        in text
    )


def test_the_third_item_goes_into_the_box_before_the_searcher_s_eyes_only() -> None:
    """All see how many items there are now; the deck shrinks by three."""
    keys: dict[str, object] = {
        "phase": "truck", "deck": ["gun", "chainsaw", "tin_can", "molotov"],
        "locations": {6: ["A.protector"], 1: ["B.leader"], 2: ["C.leader"], 4: ["D.leader"]},
    }  # fmt: skip
    gift = {"distribute_truck": "gun-chainsaw-B"}
    searcher, taker, public = (told(gift, who, **keys) for who in ("A", "B", "public"))
    assert "A sees Gun, Chainsaw and Tin can. (only you) A keeps Gun. (only you)" in searcher
    assert "A puts Tin can into the box, out of the game. (only you)" in searcher
    assert "B is given Chainsaw. (only you and A)" in taker
    assert "A looks at 3 items from the truck. A gives B an item. " in public
    assert "Tin can" not in taker + public
    assert "items A 1, B 1, C 0, D 0 · deck 1" in public


def test_the_badge_is_taken_or_kept() -> None:
    """Who has it already keeps it, by a vote or alone."""
    there = {3: ["A.protector", "B.protector"], 1: ["C.leader"], 2: ["D.leader"]}
    votes = {"A.1": "B", "B.1": "B"}
    assert "B 2, A 0: B takes the badge. B, elected, looks under the hatch." in told(
        votes, phase="badge", badge="A", locations=there
    )
    assert "B 2, A 0: B keeps the badge." in told(votes, phase="badge", badge="B", locations=there)
    alone = {3: ["A.protector"], 1: ["B.leader"], 2: ["C.leader", "D.leader"]}
    assert "Who takes the badge? A is at 3 Monitoring Centre. No vote is needed: A takes" in told(
        phase="badge", badge="B", locations=alone
    )


def test_a_badge_without_a_vote_says_that_nobody_may_look() -> None:
    """In an empty monitoring centre and in a closed one (OSA-30)."""
    blind = "the badge stays, and its holder may not look at the dice."
    assert f"Nobody is at 3 Monitoring Centre: {blind}" in told(phase="badge")
    assert f"3 Monitoring Centre is closed: {blind}" in told(phase="badge", closed=[3])
    text = told(
        {"use_walkie_talkie": "walkie_talkie"}, phase="badge", hands={"A": ["walkie_talkie"]}
    )
    assert "A plays Walkie-talkie and looks under the hatch." in text


def test_an_empty_parking_lot_and_an_empty_truck_are_told() -> None:
    """Two reasons for no search."""
    assert "Nobody stands at 6 Parking Lot: nobody searches the truck." in told(phase="truck")
    empty = told(phase="truck", deck=[], locations={**SPREAD, 6: ["A.crybaby"]})
    assert "The truck is empty: there is nothing left to search." in empty


# --- moves and monsters ---


def test_the_hatch_is_lifted_before_the_moves_and_monsters_come_after_them() -> None:
    """The other way round than in the mall of zombies, each under its heading."""
    goals = {"A": 2, "B": 2, "C": 2, "D": 2}
    order = ["Movement", "Destinations: ", "The hatch is lifted: [1] [1] [5] [6].",
             "A's Protector goes from 4 Toy Shop to 2 Clothes Shop.", "Monsters arrive",
             "Monsters come: 1 Toilets +2, 5 Glass Lobby, 6 Parking Lot."]  # fmt: skip
    choices = {"A.1": "protector"}
    text = text_of(
        mall(choices, phase="movement", dice=[1, 1, 5, 6], destinations=goals), "public", 400
    )
    at = [text.index(line) for line in order]
    assert at == sorted(at)
    assert text.split("Monsters arrive")[0].count("Area  ") == 0, "nobody decides in between"


def test_monsters_that_find_no_room_are_told_with_why_and_where_they_go() -> None:
    """Drawn to one area, standing at another, or nowhere (OSA-42)."""
    keys: dict[str, object] = {"phase": "arrival", "closed": [2], "locations": SPREAD}
    full = told(dice=[1, 2, 2, 3], monsters={3: 6}, **keys)
    assert (
        "Monsters come: 1 Toilets, 2 Clothes Shop +2, 3 Monitoring Centre. 2 Clothes Shop is "
        "closed and 3 Monitoring Centre has no free notch: 3 monsters go to 6 Parking Lot." in full
    )
    scarce = told(dice=[1, 2, 2, 3], monsters={3: 6, 6: 5}, **keys)
    assert "has no free notch: 1 monster goes to 6 Parking Lot, 2 stay in the pool." in scarce
    none = told(dice=[2, 2, 2, 2], monsters={6: 6}, **keys)
    assert (
        "Monsters come: 2 Clothes Shop +4. 2 Clothes Shop is closed: 4 monsters stay in the pool."
        in none
    )


def test_a_crowd_without_room_is_not_mixed_up_with_the_dice_before_it() -> None:
    """What the dice brought stands by itself where of the next ones all stay in the pool."""
    there = {1: ["A.leader", "B.leader", "C.leader"], 2: ["D.leader"]}
    text = told(phase="arrival", dice=[1, 2, 3, 4], monsters={1: 5, 6: 6}, locations=there, round=2)
    assert (
        "Monsters come: 1 Toilets, 2 Clothes Shop, 3 Monitoring Centre, 4 Toy Shop. The "
        "biggest crowd draws a monster: 1 Toilets. 1 Toilets has no free notch: 1 monster stays in"
        in text
    )


def test_an_energy_drink_is_told_with_its_way() -> None:
    """It comes after the own move, and is another one."""
    goals = {"A": 2, "B": 2, "C": 2, "D": 2}
    text = told(
        {"A.1": "leader", "A.2": "protector-6"},
        phase="movement", dice=[1, 1, 5, 6], destinations=goals, hands={"A": ["energy_drink"]},
    )  # fmt: skip
    assert (
        "A's Leader goes from 1 Toilets to 2 Clothes Shop. "
        "A plays Energy drink: the Protector runs from 4 Toy Shop to 6 Parking Lot." in text
    )


def test_a_full_destination_leads_to_the_parking_lot() -> None:
    """With its name, and where the character came from."""
    there = {1: ["B.leader", "C.leader", "D.leader"], 2: ["A.leader"], 4: ["B.protector"],
             5: ["C.protector", "D.protector"]}  # fmt: skip
    text = told(
        phase="movement", dice=[1, 1, 5, 6], badge="A", locations=there,
        destinations={"A": 1, "B": 2, "C": 2, "D": 2},
    )  # fmt: skip
    assert (
        "A's Leader finds 1 Toilets full and ends at 6 Parking Lot, coming from 2 Clothes" in text
    )


# --- the attack ---


FIGHT: dict[str, object] = {
    "phase": "attack",
    "monsters": {1: 4},
    "locations": {1: ["A.leader", "B.leader"], 4: ["C.leader", "D.leader", "A.protector"],
                  5: ["B.protector", "C.protector", "D.protector"]},
}  # fmt: skip


@pytest.mark.parametrize(
    ("card", "option", "said"),
    [
        ("gun", "gun", "A plays Gun: one more vote. "),
        (
            "tin_can",
            "tin_can-6",
            "A plays Tin can: 1 monster goes from 1 Toilets to 6 Parking Lot, 3",
        ),
        ("baseball_bat", "baseball_bat", "A uses Baseball bat: 1 monster fewer, 3 left."),
        ("chainsaw", "chainsaw", "A uses Chainsaw: 2 monsters fewer, 2 left."),
        ("molotov", "molotov", "A throws Molotov cocktail: 4 monsters fewer, 0 left."),
        (
            "rotten_meat",
            "rotten_meat-leader",
            "A plays Rotten meat: the Leader can't vote and can't be eaten until all attacks are",
        ),
    ],
)
def test_an_item_in_an_attack_is_told_with_what_it_does(card: str, option: str, said: str) -> None:
    """The item and its effect are one sentence."""
    assert said in told({"A.1": option}, hands={"A": [card]}, **FIGHT)


def test_a_gun_at_the_parking_lot_lasts_for_every_monster_there() -> None:
    """In its attack, and not in the vote on the truck (OSA-49)."""
    there = {6: ["A.leader", "B.leader"], 1: ["C.leader", "D.leader", "A.protector"],
             2: ["B.protector", "C.protector", "D.protector"]}  # fmt: skip
    keys: dict[str, object] = {"hands": {"A": ["gun"]}, "locations": there}
    lasts = "A plays Gun: one more vote against each monster here."
    assert lasts in told({"A.1": "gun"}, phase="attack", monsters={6: 2}, **keys)
    text = told({"A.1": "gun"}, phase="truck", **keys)
    assert "A plays Gun: one more vote. " in text
    assert lasts not in text


def test_as_many_monsters_as_strength_get_in_once_row_one_is_full() -> None:
    """It looks wrong unless it is said; before, the area holds (OSA-44)."""
    keys = {**FIGHT, "monsters": {1: 2}}
    assert "1 Toilets holds: strength 2 against 2 monsters." in told(**keys)
    text = told(cold_room=2, **keys)
    assert "▶ 2 monsters attack 1 Toilets, strength 2: as many are enough now." in text


def test_a_death_is_told_with_all_that_follows() -> None:
    """The row of the cold room, the victim token, who is out, who has the badge (OSA-46 to 52)."""
    there = {1: ["A.leader", "B.leader"], 4: ["C.leader", "D.leader"],
             5: ["B.protector", "C.protector", "D.protector"]}  # fmt: skip
    text = told(
        {"point_at": "A"}, phase="attack", monsters={1: 4}, cold_room=1, badge="A",
        victim_token="B", locations=there,
    )  # fmt: skip
    assert (
        "✝ A's Leader is eaten at 1 Toilets (3 points). ▦ Row 1 of the cold room is full: from now "
        "on monsters get in where they are as many as the strength. A takes the victim token. "
        "✖ A has no character left and is out. B has the badge now. 4 monsters leave 1 Toilets."
        in text
    )


def test_further_rows_bring_dice_from_the_next_round_on() -> None:
    """Five, then six (OSA-50); the line above the board has them."""
    there = {1: ["A.leader", "B.leader"], 4: ["C.leader", "D.leader", "A.protector"]}
    for cold, row, dice, above in (
        (3, 2, "five", "cold room 4, rows 1 and 2 full, 5 dice"),
        (5, 3, "six", "cold room 6, rows 1, 2 and 3 full, 6 dice"),
    ):
        keys = {**FIGHT, "locations": there, "cold_room": cold}
        text = told({"point_at": "A"}, **keys)
        said = (
            f"▦ Row {row} of the cold room is full: {dice} dice lie under the hatch from the next"
        )
        assert said in text
        assert above in text


def test_everybody_hidden_is_told() -> None:
    """Nobody is eaten, and the monsters go (OSA-47)."""
    hide = {"A.1": "rotten_meat-leader", "B.1": "rotten_meat-leader"}
    text = told(hide, hands={"A": ["rotten_meat"], "B": ["rotten_meat"]}, **FIGHT)
    assert "Everybody there hides: nobody is eaten. 4 monsters leave 1 Toilets." in text


def test_an_attack_on_the_parking_lot_is_one_monster_after_the_other() -> None:
    """And those that find nobody else go with the last (OSA-48)."""
    there = {6: ["A.leader"], 1: ["B.leader"], 4: ["C.leader", "D.leader", "A.protector"],
             5: ["B.protector", "C.protector", "D.protector"]}  # fmt: skip
    text = told(phase="attack", monsters={6: 3}, locations=there)
    assert "▶ 3 monsters on 6 Parking Lot, where no wall helps: one of them attacks." in text
    assert "1 monster leaves 6 Parking Lot; nobody else there can be eaten, and the other 2" in text
    assert "it attacks." in told(phase="attack", monsters={6: 1}, locations=there)
    two = told(phase="attack", monsters={6: 2}, locations=there)
    assert "and the other leaves too." in two


# --- dawn and the end ---


def test_a_surrounded_area_closes_and_its_characters_flee() -> None:
    """All of them, in one line (OSA-53)."""
    there = {1: ["A.leader", "B.leader", "B.protector"], 4: ["C.leader", "D.leader"],
             5: ["A.protector", "C.protector", "D.protector"]}  # fmt: skip
    text = told(phase="dawn", monsters={1: 6, 2: 6}, locations=there)
    assert (
        "Dawn ▣ 1 Toilets is surrounded and closed for good; its monsters go. A's Leader and B's "
        "Protector + Leader flee to 6 Parking Lot. ▣ 2 Clothes Shop is surrounded" in text
    )
    alone = {**there, 1: ["A.leader"], 2: ["B.leader", "B.protector"]}
    text = told(phase="dawn", monsters={1: 6}, locations=alone)
    assert "A's Leader flees to 6 Parking Lot." in text


LAST: dict[str, object] = {
    "phase": "dawn",
    "locations": {3: ["A.leader"], 4: ["B.leader"], 5: ["C.protector"]},
    "hands": {"A": ["truck_keys"], "B": ["gun", "tin_can"], "D": ["molotov"]},
}


def test_the_end_shows_hands_keys_and_the_epilogue() -> None:
    """Hands in the table, as all see them now; then what decided."""
    text = told(**LAST)
    end = text.split("The end")[1]
    assert "Only 3 characters are left alive: the game is over." in text
    assert re.search(r"●A 4 Truck keys Leader", end)
    assert re.search(r"■B 3 Gun, Tin can Leader", end)
    assert re.search(r"▲C 5 none Protector", end)
    assert "C wins with 5 points. A follows with 4 points, 1 behind." in end
    assert "The Truck keys are worth 1 point to A." in end
    assert "Epilogue 14 is reached: a player with survivors holds two or more items." in end


def test_keys_of_the_dead_are_worth_nothing_and_would_have_been() -> None:
    """The turning point counts them: with a survivor they score (OSA-55)."""
    there = {1: ["A.crybaby", "B.leader"], 4: ["B.protector"], 5: ["C.protector", "D.protector"]}
    text = told(
        {"point_at": "A"}, phase="attack", monsters={1: 4}, locations=there,
        hands={"A": ["truck_keys"]}, rounds=3,
    )  # fmt: skip
    assert "The Truck keys" not in text.split("The end")[1]
    assert "With it, A would have 8." not in text, "B has 8 points and would only have been met"
    assert "B wins with 8 points." in text


def test_nobody_left_is_said_so() -> None:
    """Not that only 0 characters are left."""
    text = told(phase="dawn", locations={})
    assert "Nobody is left alive: the game is over." in text
    assert "A, B, C and D share the win with 0 points each." in text
    assert "Epilogue 11 is reached: no character survived." in text


def test_a_game_that_unlocks_nothing_says_so() -> None:
    """Where all that holds was unlocked before (OSA-56)."""
    every = ",".join(map(str, range(1, 22)))
    text = told(options={"unlocked": every}, **LAST)
    assert "No epilogue is reached that was not unlocked already." in text


def test_conditions_are_those_of_the_rules() -> None:
    """The same words in the same order as in the engine's table."""
    rows = [*EPILOGUES, NONE]
    assert list(CONDITIONS.items()) == [(row.number, row.condition) for row in rows]


def test_the_victim_token_s_deaths_are_counted() -> None:
    """In the outcome of a game, and at the turning point."""
    found = [
        line
        for seed in (10, 11)
        for line in outcome_lines(
            random_game(seed, list("ABCDE"), "osaczeni"),
            words_of(engine.ruleset("osaczeni"), "ABCDE"),
        )
    ]
    assert any(re.match(r"The victim token decided \d+ of \d+ deaths\.", line) for line in found)
    assert any("by the victim token after a tie (" in line for line in found)


# --- boards ---


def test_the_board_counts_monsters_by_notches() -> None:
    """Six surround an area; the parking lot has what the table says, or no bound."""
    records = mall(phase="truck", monsters={1: 5, 6: 2})
    text = flat(text_of(records, "public", 120))
    assert "Area Taken Strength Monsters Characters" in text
    assert "1 Toilets 2 of 3 2 5 of 6 ●A Leader, ■B Leader" in text
    assert "6 Parking Lot 0 no walls 2 of 6" in text
    narrow = text_of(records, "public", 40)
    assert "1 Toilets: 2 of 3 taken, strength 2, 5 monsters ●A Leader" in flat(narrow)


def test_a_replay_shows_the_areas_of_the_game_s_own_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names, room, notches and items as this table chose them, not as the rules have them."""
    rules = {
        "capacity": "2,2,2,2,24", "parking_notches": None, "cold_rows": "1,1,1",
        "area_names": "glass_lobby,toy_shop,clothes_shop,toilets",
    }  # fmt: skip
    seats = dict.fromkeys(SEATS, "random")
    config = TableConfig(ruleset="osaczeni", seats=seats, seed="6", rules=rules)
    folder = asyncio.run(play(config, tmp_path)).folder
    assert replay(folder, "public", json_=False) == 0
    text = flat(capsys.readouterr().out)
    assert "1 Glass Lobby (Oszklony hol), 2 Toy Shop (Sklep z zabawkami)" in text
    assert re.search(r"1 Glass Lobby \d of 2 ", text)
    assert re.search(r"5 Toilets \d+ of 24 ", text)
    assert re.search(r"6 Parking Lot \d no walls \d+ [●■▲◆]", text), "no bound, so none is shown"
    assert "cold room 3, rows 1, 2 and 3 full, 6 dice" in text


def test_a_running_game_is_told_as_its_replay_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Live on standard error, the end on standard output: together the public's replay."""
    monkeypatch.setenv("COLUMNS", "100")
    given = ["play", "--ruleset", "osaczeni", "--seats", "3", "--seed", "4", "--out", str(tmp_path)]
    given += ["--seat", "Ada=random", "--seat", "Ben=random", "--seat", "Cyd=random"]
    assert main(given) == 0
    live = capsys.readouterr()
    assert main(["replay", str(tmp_path), "--as", "public"]) == 0
    text = capsys.readouterr().out
    shown = [line.rstrip() for line in (live.err + live.out).splitlines() if line.strip()]
    replayed = [line.rstrip() for line in text.splitlines()[1:] if line.strip()]
    assert shown[: len(replayed)] == replayed
