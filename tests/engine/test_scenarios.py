"""Scenarios: every key, every default, forced chance, saving, and the files in the repository."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine.rules.edition import options_in_force
from engine.rules.editions import edition
from engine.state import fold_events
from tests.engine.helpers import answer, asked, draw, events, until, where, zombies
from tests.engine.oracle import BOOKS
from tests.engine.random_boards import play_to_the_end, random_position

FILES = Path(__file__).resolve().parents[2] / "configs" / "scenarios"
SEATS = ("A", "B", "C", "D")
EVERYTHING: Mapping[str, Any] = {
    "scenario": 1,
    "ruleset": "moh",
    "seats": list(SEATS),
    "seed": 5,
    "round": 3,
    "phase": "movement",
    "chief": "A",
    "chief_elected": True,
    "closed": [2],
    "hidden": ["A.pin_up"],
    "deck": ["camera", "sprint"],
    "revenge": ["D"],
    "extras_placed": False,
    "dice": [1, 1, 5, 6],
    "dice_seen_by": ["A"],
    "options": {"hidden_in_elections": True},
    "locations": {"1": ["A.pin_up", "B.tough_guy"], "4": ["C.gunman"]},
    "zombies": {"1": 4, "6": 2},
    "hands": {"A": ["threat", "shotgun"], "B": []},
    "destinations": {"A": 3, "B": 3, "C": 3},
    "chance": {"dice": [[1, 1, 5, 6]], "lots": ["B"]},
    "said": [{"speaker": "A", "to": "all", "text": "Trust me.", "claims": []}],
}
LEAST: Mapping[str, Any] = {
    "scenario": 1, "ruleset": "moh", "seats": list(SEATS), "phase": "truck",
    "locations": {"4": ["A.pin_up", "B.pin_up"], "6": ["C.pin_up", "D.pin_up", "C.gunman"]},
}  # fmt: skip


def test_every_key_of_the_format_loads() -> None:
    """Each key shows in the position that is laid out."""
    view = engine.load_scenario(EVERYTHING).view("A")
    assert (view.ruleset, view.seats, view.round, view.phase) == ("moh", SEATS, 3, "movement")
    assert (view.chief, view.chief_elected, view.eliminated) == ("A", True, ("D",))
    assert (view.hand, view.deck_size, view.revenge) == (("threat", "shotgun"), 2, ("D",))
    assert view.hand_sizes == {"A": 2, "B": 0, "C": 0, "D": 0}
    assert (view.dice, view.dice_seen_by) == ((1, 1, 5, 6), ("A",))
    assert [place.number for place in view.places if place.closed] == [2]
    assert [place.zombies for place in view.places] == [6, 0, 0, 0, 1, 3]
    hidden = {f"{c.player}.{c.character}": c.hidden for p in view.places for c in p.characters}
    assert hidden == {"A.pin_up": True, "B.tough_guy": False, "C.gunman": False}
    assert len(view.played) == 21 - 2 - 2


def test_the_least_scenario_has_the_defaults() -> None:
    """Round 1, first seat is Chief and unelected, hands empty, the deck is all that is left."""
    table = engine.load_scenario(LEAST)
    view = table.view(None)
    assert (view.round, view.chief, view.chief_elected) == (1, "A", False)
    assert set(view.hand_sizes.values()) == {0}
    assert (view.deck_size, view.played, view.revenge) == (21, (), ())
    assert [place.number for place in view.places if place.closed] == [2]
    assert (zombies(table), view.eliminated) == ({}, ())
    assert table.save()["seed"] == "0"


def test_numbers_may_be_keys_of_a_mapping() -> None:
    """`{1: ...}` is the same as TOML's `1 = ...`."""
    numbers = {int(place): names for place, names in LEAST["locations"].items()}
    assert engine.load_scenario({**LEAST, "locations": numbers}).events == tuple(
        engine.load_scenario(LEAST).events
    )


def test_the_deck_is_top_first() -> None:
    """The first three of four are what the searcher sees."""
    deck = ["camera", "sprint", "threat", "hidden"]
    table = draw("truck", {4: "A.pin_up", 6: "B.pin_up C.pin_up D.pin_up"}, deck=deck)
    assert table.view("A").truck == ("camera", "sprint", "threat")


def test_left_out_the_deck_is_shuffled_by_the_seed() -> None:
    """The same seed gives the same cards, another seed others."""
    first, same, other = (engine.load_scenario({**LEAST, "seed": seed}) for seed in (1, 1, 2))
    decks = [events(table, "deck_shuffled")[0].data()["cards"] for table in (first, same, other)]
    assert decks[0] == decks[1] != decks[2]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_left_out_closed_is_what_the_rules_close(seats: int) -> None:
    """The shop with three and four players, nothing with more."""
    table = draw("truck", {6: "A.pin_up B.pin_up C.pin_up"}, seats=seats)
    closed = [place.number for place in table.view(None).places if place.closed]
    assert closed == ([2] if seats <= 4 else [])


def test_revenge_has_one_form() -> None:
    """A list of seats in the scenario, its event and every view; places stand in `last_deaths`."""
    places = {6: "A.pin_up B.pin_up C.pin_up", 3: "A.gunman B.gunman"}
    table = draw("destinations", places, revenge=["D"], last_deaths={"D": 3}, dice=[1, 1, 1, 1])
    assert table.view_data("A")["revenge"] == table.view_data(None)["revenge"] == ["D"]
    set_up = events(table, "position_set")[0].data()
    assert (set_up["revenge"], set_up["last_deaths"]) == (["D"], [["D", 3]])
    again = draw("destinations", places, revenge=table.view_data(None)["revenge"])
    assert until(again, "place_revenge_zombie") == ["D"]
    with pytest.raises(engine.ScenarioError, match=r"revenge is .* Possible: a list of seats"):
        draw("destinations", places, revenge={"D": 3})


REST = {6: "A.pin_up B.pin_up C.pin_up", 3: "A.gunman B.gunman"}


@pytest.mark.parametrize(
    ("ruleset", "places", "hand", "total"),
    [("moh", REST, ["threat"], 21), ("osaczeni", {6: "A.leader B.leader C.leader"}, ["gun"], 23)],
)
def test_rest_boxed_leaves_the_other_cards_unseen(
    ruleset: str, places: dict[int, str], hand: list[str], total: int
) -> None:
    """A deck of two, a hand of one: the others are in no view and no event, only their number."""
    keys: dict[str, object] = {"deck": ["chainsaw", "baseball_bat"], "hands": {"A": hand}}
    open_ = draw("truck", places, ruleset=ruleset, **keys)
    table = draw("truck", places, ruleset=ruleset, rest_boxed=True, **keys)
    view = table.view(None)
    assert (view.deck_size, view.played, view.boxed) == (2, (), total - 3)
    set_up = next(e for e in table.events if e.type in {"position_set", "mall_set"}).data()
    assert (set_up["played"], set_up["boxed"]) == ([], total - 3)
    assert len(open_.view(None).played) == total - 3
    assert not open_.view(None).boxed
    assert engine.restore(json.loads(json.dumps(table.save()))).events == table.events


def test_rest_boxed_keeps_hidden_cards_open() -> None:
    """A Hidden card lies on its character: it was played, face up."""
    table = draw("attack", {6: "A.pin_up B.pin_up C.pin_up"}, hidden=["A.pin_up"], deck=[],
                 rest_boxed=True)  # fmt: skip
    assert (table.view(None).played, table.view(None).boxed) == (("hidden",), 20)


def test_rest_boxed_needs_a_deck() -> None:
    """Where the deck is left out, it is all the rest."""
    with pytest.raises(engine.ScenarioError, match=r"rest_boxed is True. Possible: false without"):
        draw("truck", REST, rest_boxed=True)
    with pytest.raises(engine.ScenarioError, match=r"rest_boxed is 'yes'. Possible: true or false"):
        draw("truck", REST, deck=[], rest_boxed="yes")
    with pytest.raises(engine.ScenarioError, match="unknown key rest_boxed with phase setup"):
        draw("setup", rest_boxed=True)


@pytest.mark.parametrize("placed", [True, False])
def test_extras_placed_says_whether_crowd_and_noise_still_come(*, placed: bool) -> None:
    """Phase attack begins with them unless they stand already."""
    places = {3: "A.pin_up B.pin_up C.gunman", 6: "A.gunman B.gunman"}
    table = draw("attack", places, extras_placed=placed)
    assert len(events(table, "zombies_came")) == (0 if placed else 2)


def test_a_secret_destination_is_its_owners_alone() -> None:
    """A hand and the dice are perceived by their owners, the deck by nobody."""
    table = engine.load_scenario(EVERYTHING)
    heard = {event.type for event in table.heard_by("B")}
    assert "dice_seen" not in heard
    assert "deck_shuffled" not in heard
    assert "card_received" not in heard
    assert "dice_seen" in {event.type for event in table.heard_by("A")}


def test_forced_dice_come_out_in_order_then_the_seed() -> None:
    """Two rolls are forced; the third is that of the same game without forcing."""
    board = {
        6: "A.pin_up B.pin_up C.pin_up A.tough_guy B.tough_guy C.tough_guy",
        1: "A.gunman B.gunman C.gunman",
        5: "D.pin_up D.tough_guy D.gunman",
    }
    rolls = [[1, 1, 1, 2], [2, 2, 2, 2]]
    forced = draw("arrival", board, chance={"dice": rolls})
    random = draw("arrival", board)
    for table in (forced, random):
        while len(events(table, "dice_rolled")) < 3:
            play_one(table)
    dice = [event.data()["dice"] for event in events(forced, "dice_rolled")]
    drawn = [event.data()["dice"] for event in events(random, "dice_rolled")]
    assert dice[:2] == rolls
    assert dice[2] == drawn[2]
    assert drawn[:2] != rolls


def play_one(table: engine.Table) -> None:
    """Answer the first open question with its first option."""
    question = table.pending()[0]
    table.answer(question.seat, question.options[0].id)


def test_forced_lots_come_out_in_order() -> None:
    """Two second ties in one attack: the lots say B, then C."""
    board = {1: "A.pin_up B.pin_up", 3: "C.pin_up D.pin_up", 6: "A.gunman B.gunman C.gunman"}
    table = draw(
        "attack", board, zombies={1: 2, 3: 2}, extras_placed=True, chance={"lots": ["B", "C"]}
    )
    for pair in ("AB", "CD"):
        for seat in pair:
            answer(table, seat, seat)
        for seat in "ABCD":
            answer(table, seat, pair[seat not in "AC"])
    lots = [event.data()["player"] for event in events(table, "player_chosen")]
    assert lots[:2] == ["B", "C"]


def test_a_forced_lot_that_is_not_tied_is_refused_and_changes_nothing() -> None:
    """D can't be drawn from A and B: the answer raises and may be given otherwise."""
    board = {1: "A.pin_up B.pin_up", 6: "A.gunman B.gunman C.gunman D.gunman"}
    table = draw("attack", board, zombies={1: 2}, extras_placed=True, chance={"lots": ["D"]})
    for seat, choice in zip("ABABC", "ABABA", strict=True):
        answer(table, seat, choice)
    before = table.save()
    with pytest.raises(engine.ScenarioError, match=r"chance\.lots.*'D'.*A, B"):
        answer(table, "D", "B")
    assert table.save() == before
    answer(table, "D", "A")
    assert where(table, "A.pin_up") is None


def test_setup_rolls_are_forced_in_order_and_the_deck_is_dealt_from_its_top() -> None:
    """Two dice for each of the twelve characters, then four for the zombies."""
    rolls = [[1, 3], [3, 4], [4, 5], [5, 6], *[[4, 4]] * 8, [6, 6, 1, 3]]
    deck = sorted(["threat", "camera", "sprint", "hardware", "hidden"] * 3)
    deck += ["shotgun", "chainsaw", "grenades", "pistol", "fire_axe", "baseball_bat"]
    mapping = {
        "scenario": 1, "ruleset": "moh", "seats": list(SEATS), "phase": "setup", "chief": "C",
        "deck": deck, "chance": {"dice": rolls},
    }  # fmt: skip
    table = engine.load_scenario(mapping)
    assert (table.view(None).round, table.view(None).chief) == (0, "C")
    assert [table.view(seat).hand for seat in "CDAB"] == [(card,) for card in deck[:4]]
    until(table, "choose_destination")
    rolled = [event.data()["dice"] for event in events(table, "placement_rolled")]
    assert rolled == rolls[:12]
    assert [event.data()["dice"] for event in events(table, "setup_dice_rolled")] == rolls[12:]


@pytest.mark.parametrize("ruleset", list(BOOKS))
@pytest.mark.parametrize("phase", ["truck", "chief", "attack"])
def test_a_scenario_is_saved_and_restored_to_the_same_bytes(ruleset: str, phase: str) -> None:
    """In the middle of a random game: save, restore, and the log, the view and the save agree."""
    for seed in range(6):
        rng = Random(seed)  # noqa: S311 - a fixed sequence of random games
        table = engine.load_scenario(random_position(rng, ruleset, 3 + seed % 4, phase))
        for _ in range(rng.randint(0, 25)):
            if not table.is_over:
                question = rng.choice(table.pending())
                table.answer(question.seat, rng.choice(question.options).id)
        twin = engine.restore(table.save())
        assert twin.save() == table.save()
        assert twin.events == table.events
        assert twin.view_data("A") == table.view_data("A")


def test_the_events_alone_fold_to_the_state() -> None:
    """The log of a random scenario game, folded into a fresh state, shows the same views."""
    for seed in range(12):
        rng = Random(seed)  # noqa: S311 - a fixed sequence of random games
        table = engine.load_scenario(random_position(rng, "moh", 3 + seed % 4, "attack"))
        play_to_the_end(table, rng)
        rules = edition("moh").rules(options_in_force(edition("moh"), {}, table.seats), table.seats)
        state = fold_events(rules.new_state(), table.events)
        for seat in (None, *table.seats):
            assert rules.view(state, seat) == table.view_data(seat)


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("parking-massacre", [("B", "play_attack_card")]),
        ("revote-from-the-grave", [("A", "play_attack_card")]),
        ("doomed-shop", [("A", "move")]),
        ("close-election", [("B", "play_vote_card")]),
        ("even-odds", [("B", "announce_destination")]),
        ("the-token-decides", [("C", "play_item")]),
    ],
)
def test_each_scenario_file_plays_to_its_end(name: str, first: list[tuple[str, str]]) -> None:
    """The file loads from a path or a text, asks what its comment promises, and ends."""
    for path in (FILES / f"{name}.toml", str(FILES / f"{name}.toml")):
        table = engine.load_scenario(path)
        assert asked(table)[:1] == first
        for seed in range(5):
            game = table.fork()
            play_to_the_end(game, Random(seed))  # noqa: S311 - a fixed sequence of random games
            assert game.result is not None


def test_every_scenario_file_is_tested() -> None:
    """A new file in the folder needs a line above."""
    names = {"parking-massacre", "revote-from-the-grave", "doomed-shop", "close-election",
             "even-odds", "the-token-decides"}  # fmt: skip
    assert {path.stem for path in FILES.glob("*.toml")} == names


def test_the_doomed_shop_closes() -> None:
    """In that file Megatoys is closed before the first move, and C ends on the parking lot."""
    table = engine.load_scenario(FILES / "doomed-shop.toml")
    assert table.view(None).places[2].closed
    until(table, "play_attack_card")
    assert where(table, "C.pin_up") == 4
