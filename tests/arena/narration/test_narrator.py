"""A game in sentences: every kind of event, every perspective, every way to read it."""

from dataclasses import replace
from io import StringIO
from itertools import pairwise

import pytest
from rich.console import Console
from rich.style import Style

import engine
from arena.console import Paragraph
from arena.narration.board import Picture
from arena.narration.dialects import words_of
from arena.narration.narrator import Narrator, outcome_lines
from arena.projections.board import Board
from arena.records.game import AnswerDefaulted
from arena.records.record import visible
from tests.arena.narration.games import (
    NAMES,
    at_random,
    flat,
    play_on,
    random_game,
    recorded,
    scenario,
    text_of,
)
from tests.arena.records_of import record_of
from tests.breadth import breadth


@pytest.mark.parametrize("who", breadth(["public", "all", *NAMES], ["public", "Ada"]))
def test_a_seat_is_told_no_sentence_that_it_did_not_perceive(who: str) -> None:
    """Records that are not for the reader can be anything: the text stays the same."""
    records = random_game(3)
    seen = [r for r in records if r.seen_by == "all" or who == "all" or who in r.seen_by]
    assert text_of(records, who) == text_of(seen, who)


def test_two_games_that_differ_in_a_hidden_hand_read_the_same_to_the_others() -> None:
    """What B holds and never plays shows up in B's own replay only."""
    games = [
        scenario(phase="attack", zombies={1: 2}, hands={"B": [card]}, deck=["sprint"])
        for card in ("threat", "pistol")
    ]
    for who in ("A", "C", "D", "public"):
        assert text_of(games[0], who) == text_of(games[1], who)
    assert text_of(games[0], "B") != text_of(games[1], "B")


@pytest.mark.parametrize("seats", breadth([3, 4, 5, 6], [3]))
@pytest.mark.parametrize("ruleset", ["moh", "moh-ru"])
def test_every_game_can_be_told_to_everybody(seats: int, ruleset: str) -> None:
    """Whatever happens, each perspective gets a text that ends with the scores."""
    records = random_game(seats, seats, ruleset)
    for who, width in (("all", 80), ("A", 40)):
        text = text_of(records, who, width)
        assert "The end" in text
        assert all(len(line) <= width for line in text.splitlines())


def test_known_hands_are_the_readers_own() -> None:
    """Above the board stand the own cards; with all secrets everybody's, to the public none."""
    records = random_game(1)[:40]
    assert "You hold Threat." in text_of(records, "Ada")
    assert "Hands: Ada Threat · Ben Pistol · " in text_of(records, "all")
    assert "Hands" not in text_of(records, "public")


# --- votes ---


def test_a_vote_shows_weights_totals_and_the_winner() -> None:
    """Ballots stand with their weights, totals the highest first, then the verdict."""
    votes = {"A.1": "C", "C.1": "D", "D.1": "C"}
    text = flat(text_of(scenario(votes, phase="truck")))
    assert "A (1 vote) → C · C (2 votes) → D · D (2 votes) → C; C 3, D 2, A 0: C searches" in text


def test_an_attack_names_its_place_and_its_vote() -> None:
    """How many zombies, against what strength, and who is chosen to lose a character."""
    records = scenario(
        {"cast_vote": "B"}, phase="attack", zombies={1: 2}, extras_placed=True,
        locations={1: ["A.pin_up", "B.pin_up"], 3: ["C.gunman"]},
    )  # fmt: skip
    text = flat(text_of(records))
    assert "▶ 2 zombies attack 1 Restrooms, strength 2." in text
    assert "A (1 vote) → B · B (1 vote) → B; B 2, A 0: B is chosen." in text


def test_four_zombies_at_the_supermarket_are_told_with_their_rule() -> None:
    """They get in against any strength (MOH-46), which looks wrong unless it is said."""
    records = scenario(
        {"cast_vote": "B"}, phase="attack", zombies={6: 4}, extras_placed=True,
        locations={6: ["A.pin_up", "A.tough_guy", "B.tough_guy", "C.tough_guy"], 3: ["C.gunman"]},
    )  # fmt: skip
    text = flat(text_of(records))
    assert "▶ 4 zombies attack 6 Supermarket, strength 7: so many always get in." in text


def test_a_second_tie_is_told_with_its_lot() -> None:
    """In an attack the lot falls on one of the tied."""
    records = scenario(
        {"A.1": "B", "B.1": "A", "A.2": "B", "B.2": "A", "C.1": "A", "D.1": "B"},
        phase="attack", zombies={1: 2}, chance={"lots": ["B"]},
        locations={1: ["A.pin_up", "B.pin_up"], 3: ["C.gunman", "D.gunman"]},
    )  # fmt: skip
    text = flat(text_of(records))
    assert "A 1, B 1: A and B are tied." in text
    assert "Re-vote between A and B; those elsewhere vote too." in text
    assert "A 2, B 2: A and B are tied. Tied again: the lot falls on B." in text


@pytest.mark.parametrize(
    ("phase", "place", "said"),
    [
        ("truck", 4, "Tied again: nobody searches the truck."),
        ("chief", 5, "Tied again: the Chief stays, and is not elected."),
    ],
)
def test_a_second_tie_in_an_election_is_told(phase: str, place: int, said: str) -> None:
    """Nobody is found, and the text says what that means."""
    choices = {"A.1": "A", "B.1": "B", "A.2": "A", "B.2": "B", "C.1": "A", "D.1": "B"}
    there = {place: ["A.pin_up", "B.pin_up"], 3: ["C.gunman", "D.gunman"]}
    assert said in flat(text_of(scenario(choices, phase=phase, locations=there)))


def test_an_election_without_voters_is_told() -> None:
    """Nobody at the headquarters: the Chief stays."""
    text = flat(text_of(scenario(phase="chief")))
    assert "Nobody is at 5 Security HQ: the Chief stays, and is not elected." in text


def test_an_empty_truck_is_told() -> None:
    """With no card left there is no vote."""
    text = flat(text_of(scenario(phase="truck", deck=[])))
    assert "The truck is empty: there is nothing left to search." in text


def test_a_single_candidate_needs_no_ballot() -> None:
    """Who stands alone is chosen without a vote."""
    there = {4: ["A.pin_up"], 1: ["B.pin_up", "C.gunman", "D.gunman"]}
    text = flat(text_of(scenario(phase="truck", locations=there)))
    assert "Who searches the truck? A is at 4 Parking Lot." in text
    assert "No ballot is needed: A searches the truck." in text


# --- cards ---


@pytest.mark.parametrize(
    ("card", "option", "said"),
    [
        ("threat", "threat", "A plays Threat: one more vote."),
        ("shotgun", "shotgun", "A fires Shotgun: 2 zombies fewer, 1 left."),
        ("fire_axe", "fire_axe", "A uses Fire Axe: 1 zombie fewer, 2 left."),
        (
            "hidden",
            "hidden-pin_up",
            "A plays Hidden: the Pin-Up can't vote and can't be eaten this round.",
        ),
        (
            "hardware",
            "hardware",
            "A plays Hardware: the doors hold one more, strength 3 against 3 zombies.",
        ),
    ],
)
def test_a_card_before_an_attack_is_told_with_what_it_does(
    card: str, option: str, said: str
) -> None:
    """The card and its effect are one sentence."""
    records = scenario({"A.1": option}, phase="attack", zombies={1: 3}, hands={"A": [card]},
                       extras_placed=True)  # fmt: skip
    assert said in flat(text_of(records))


def test_an_attack_that_cards_repel_says_so() -> None:
    """Strength against zombies after the cards, and nobody is eaten."""
    records = scenario(
        {"A.1": "fire_axe"}, phase="attack", zombies={1: 2}, hands={"A": ["fire_axe"]},
        extras_placed=True,
    )  # fmt: skip
    assert "1 Restrooms is saved: strength 2 against 1 zombie." in flat(text_of(records))
    records = scenario(
        {"A.1": "shotgun"}, phase="attack", zombies={1: 2}, hands={"A": ["shotgun"]},
        extras_placed=True,
    )  # fmt: skip
    assert "No zombie is left at 1 Restrooms: nobody is eaten." in flat(text_of(records))


def test_everybody_hidden_is_told() -> None:
    """Where all hide nobody is eaten."""
    hide = {"A.1": "hidden-pin_up", "B.1": "hidden-pin_up"}
    hands = {"A": ["hidden"], "B": ["hidden"]}
    text = flat(text_of(scenario(hide, phase="attack", zombies={1: 2}, hands=hands)))
    assert "Everybody there hides: nobody is eaten." in text


def test_a_place_that_holds_is_told() -> None:
    """Strength against zombies where they do not get in."""
    text = flat(text_of(scenario(phase="attack", zombies={1: 1}, extras_placed=True)))
    assert "1 Restrooms holds: strength 2 against 1 zombie." in text


def test_a_gift_to_who_is_out_says_so() -> None:
    """D has nobody left; B has."""
    for recipient, told in (("D", "A gives D, who is out, a card."), ("B", "A gives B a card.")):
        records = scenario(
            {"distribute_truck": f"camera-sprint-{recipient}"},
            phase="truck", deck=["camera", "sprint", "pistol", "threat"],
            locations={4: ["A.pin_up"], 1: ["B.pin_up", "C.gunman"]},
        )  # fmt: skip
        assert told in flat(text_of(records, "public"))


def test_the_truck_is_private_to_the_searcher_and_the_taker() -> None:
    """All see that a card was given; its face stands in the replays of the two alone."""
    records = scenario(
        {"distribute_truck": "camera-sprint-B"},
        phase="truck", deck=["camera", "sprint", "pistol", "threat"],
        locations={4: ["A.pin_up"], 1: ["B.pin_up", "C.gunman", "D.gunman"]},
    )  # fmt: skip
    public, searcher, taker = (flat(text_of(records, who)) for who in ("public", "A", "B"))
    assert "A looks at 3 cards from the truck. A gives B a card." in public
    assert "A sees Security Camera, Sprint and Pistol. (only you)" in searcher
    assert "A keeps Security Camera. (only you)" in searcher
    assert "B is given Sprint. (only you and B)" in searcher
    assert "A puts Pistol under the deck. (only you)" in searcher
    assert "B is given Sprint. (only you and A)" in taker
    assert "Pistol" not in taker
    assert "(only A)" in flat(text_of(records, "all"))


# --- dice, destinations, movement ---


def test_who_looks_under_the_box_is_public_and_what_lies_there_is_not() -> None:
    """The Chief by right, another by camera; the faces are told to them alone."""
    records = scenario(
        {"use_camera": "camera", "announce_destination": "3"},
        phase="chief", hands={"B": ["camera"]}, chance={"dice": [[1, 1, 5, 6]]},
        locations={5: ["A.pin_up"], 1: ["B.pin_up", "C.gunman", "D.gunman"]},
    )  # fmt: skip
    public, looker = flat(text_of(records)), flat(text_of(records, "B"))
    assert "A, elected, looks under the box." in public
    assert "B plays Security Camera and looks under the box." in public
    assert "A announces 3 Megatoys for all to hear; it binds." in public
    assert "B sees [1] [1] [5] [6]. (only you)" in looker
    assert "sees" not in public
    assert "Under the box lie [1] [1] [5] [6]. (nobody sees this)" in flat(text_of(records, "all"))


def test_a_secret_destination_is_told_to_its_owner_until_all_are_open() -> None:
    """Before the reveal each perspective knows its own."""
    records = scenario({"B.1": "3"}, phase="destinations")
    own, public = flat(text_of(records, "B")), flat(text_of(records))
    assert "B chooses 3 Megatoys in secret. (only you)" in own
    assert "in secret" not in public
    assert "Chosen in secret: A → " in flat(text_of(records, "all"))
    assert "B → 3 Megatoys" in public.split("Movement")[1]


def test_a_full_place_sends_its_guest_to_the_parking_lot() -> None:
    """The text names the full place and where the character ends."""
    records = scenario(
        phase="movement", dice=[3, 3, 3, 3], destinations={"A": 3, "B": 1, "C": 3, "D": 3},
        locations={1: ["A.pin_up", "C.gunman", "D.gunman"], 5: ["B.pin_up"]},
    )  # fmt: skip
    text = flat(text_of(records))
    assert "A's Pin-Up goes from 1 Restrooms to 3 Megatoys." in text
    full = scenario(
        phase="movement", dice=[3, 3, 3, 3], destinations={"A": 3, "B": 1, "C": 3, "D": 3},
        locations={1: ["C.pin_up", "D.pin_up", "D.gunman"], 3: ["A.tough_guy"], 5: ["B.pin_up"],
                   6: ["A.pin_up"]},
        chief="B",
    )  # fmt: skip
    said = "B's Pin-Up finds 1 Restrooms full and ends at 4 Parking Lot, coming from 5 Security HQ."
    assert said in flat(text_of(full))


def test_a_sprint_is_told_with_its_way() -> None:
    """A Sprint runs anywhere, or stays."""
    for option, said in (
        ("sprint-pin_up-6", "A plays Sprint: the Pin-Up runs from 1 Restrooms to 6 Supermarket."),
        ("sprint-pin_up-1", "A plays Sprint: the Pin-Up stays at 1 Restrooms."),
    ):
        records = scenario(
            {"A.1": option}, phase="movement", dice=[3, 3, 3, 3], hands={"A": ["sprint"]},
            destinations={"A": 3, "B": 3, "C": 3, "D": 3},
        )  # fmt: skip
        assert said in flat(text_of(records))


def test_a_doomed_place_is_told() -> None:
    """Eight zombies close an empty location."""
    records = scenario(
        phase="movement", dice=[3, 3, 3, 3], zombies={3: 4},
        destinations={"A": 5, "B": 5, "C": 5, "D": 5},
    )  # fmt: skip
    text = flat(text_of(records))
    assert "▣ 3 Megatoys is overrun with nobody inside and closed for good." in text


# --- deaths and the end ---


def test_the_last_death_of_a_player_is_told_with_what_follows() -> None:
    """Eaten, out, and the badge passes on."""
    records = scenario(
        {"cast_vote": "A"}, phase="attack", zombies={1: 2}, extras_placed=True,
        locations={1: ["A.pin_up", "B.pin_up"], 3: ["C.gunman", "D.gunman", "C.tough_guy"]},
    )  # fmt: skip
    text = flat(text_of(records))
    assert "✝ A's Pin-Up is eaten at 1 Restrooms (7 points)." in text
    assert "✖ A has no character left and is out." in text
    assert "B is the next Chief of Security." in text


def test_a_revenge_zombie_and_its_waiver_are_told() -> None:
    """The eliminated come back, or let it be."""
    there = {1: ["A.pin_up", "B.pin_up", "C.gunman"], 4: ["A.tough_guy", "B.gunman"]}
    come, stay = (
        flat(text_of(scenario({"place_revenge_zombie": choice}, phase="destinations",
                              revenge=["D"], locations=there)))
        for choice in ("6", "pass")
    )  # fmt: skip
    assert "D comes back as a zombie: 6 Supermarket." in come
    assert "D places no zombie." in stay


def test_the_end_ranks_the_seats_and_says_what_decided() -> None:
    """Scores, cards and survivors in a table, best first; then the sentences."""
    text = text_of(random_game(1))
    end = text.split("The end")[1]
    assert end.index("Eve") < end.index("Dan") < end.index("Ada")
    assert "Eve wins with 8 points." in flat(end)
    assert "Dan follows with 7 points, 1 behind." in flat(end)
    assert "The turning point: Dan's Gunman (3), eaten in round 3" in flat(end)


@pytest.mark.parametrize(
    ("placements", "line"),
    [
        (
            {"A": 1, "B": 3, "C": 2},
            "C and B follow with 7 points, 1 behind, in this order by their unused cards (2 to 1).",
        ),
        ({"A": 1, "B": 2, "C": 2}, "B and C follow with 7 points, 1 behind."),
    ],
)
def test_who_comes_next_is_told_in_the_order_of_the_cards(
    placements: dict[str, int], line: str
) -> None:
    """Points alone do not part them."""
    scores, cards = {"A": 8, "B": 7, "C": 7}, {"A": 0, "B": 1, "C": 2}
    end = {"scores": scores, "cards": cards, "placements": placements, "reason": "few_left"}
    record = record_of({"type": "game_ended", "round": 3, "seen_by": "all", "data": end})
    assert outcome_lines([record], words_of(engine.ruleset("moh"), "ABC"))[1] == line


def test_outcome_lines_need_public_records_only() -> None:
    """Whoever reads, what decided the game is told the same."""
    records = random_game(2)
    words = words_of(engine.ruleset("moh"), ())
    everything = outcome_lines(records, words)
    assert everything == outcome_lines(list(visible(records, "public")), words)
    assert everything[0] == "Ada and Ben share the win with 5 points each."
    assert everything[1] == "Dan was level on points: 1 unused card to Dan's 0 broke the tie."
    assert outcome_lines(records[:-1], words) == []


def test_an_unfinished_game_says_where_it_stands() -> None:
    """The last line names round and phase."""
    records = random_game(1)
    at = next(i for i, r in enumerate(records) if r.phase == "destinations")
    assert flat(text_of(records[: at + 1])).endswith(
        "The game is not finished: the record stops in round 1, Destinations."
    )
    assert flat(text_of(records[:5])).endswith("the record stops in the set-up.")


def test_every_prefix_of_a_game_can_be_told() -> None:
    """A game may break off anywhere, between a card and its effect too."""
    records = random_game(4, 3)[:150]
    for end in range(2, len(records), 5):
        assert "not finished" in text_of(records[:end], "all", boards=False)


def test_a_longer_record_only_adds_lines() -> None:
    """What was printed for a running game never has to be taken back."""
    records = list(visible(random_game(4, 3), "public"))
    narrator = Narrator(words_of(engine.ruleset("moh"), ["A", "B", "C"]))
    counts = [len(narrator.feed(record)) for record in records]
    assert sum(counts) > 100
    assert narrator.close() == []


def test_a_default_is_told_to_whoever_perceives_it() -> None:
    """A seat that gave no usable answer reads so in its own replay."""
    records = random_game(1)[:9]
    default = AnswerDefaulted(
        decision="Ada.1", kind="place_character", option="pin_up-3", reason="timeout"
    )
    silent = replace(records[-1], data=default, actor="Ada", seen_by=("Ada",))
    said = "Ada gave no usable answer (timeout): pin_up-3 stands in. (only you)"
    assert said in flat(text_of([*records, silent], "Ada"))
    assert "no usable answer" not in flat(text_of([*records, silent], "Ben"))


def test_without_boards_only_words_remain() -> None:
    """Progress that needs no board can leave it out."""
    text = text_of(random_game(1), boards=False)
    assert "Location" not in text
    assert "deck" not in text


def test_a_board_is_drawn_where_a_piece_moved_and_a_line_where_only_cards_did() -> None:
    """No board stands twice; between elections one line is enough."""
    text = text_of(play_records := random_game(5))
    tables = [part.split("The ")[0] for part in text.split("Location")[1:]]
    assert all(a != b for a, b in pairwise(tables))
    rounds = max(r.round for r in play_records)
    assert text.count("Location ") <= 2 * rounds + 2


@pytest.mark.parametrize("width", [40, 60])
def test_narrow_boards_are_lists_with_every_piece(width: int) -> None:
    """Each owner has a line of its own."""
    text = text_of(random_game(1)[:60], width=width)
    assert "5 Security HQ: 2 of 3 taken, strength 2" in flat(text)
    assert "    ●Ada Pin-Up" in text


def test_all_pieces_of_an_owner_are_joined_alike() -> None:
    """A comma parts owners."""
    words = words_of(engine.ruleset("moh"), NAMES)
    board = Board(words.ruleset, NAMES, "public")
    pieces = [("Ada", "pin_up"), ("Ada", "tough_guy"), ("Ada", "gunman"), ("Ben", "gunman")]
    board.where = dict.fromkeys(pieces, 6)
    out = StringIO()
    Console(file=out, width=120, color_system=None).print(Picture(words, board))
    assert "●Ada Pin-Up + Tough Guy + Gunman, ■Ben Gunman" in out.getvalue()


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_seats_differ_by_symbol_and_not_only_by_colour(ruleset: str) -> None:
    """Six seats have six symbols and six colours that a terminal knows."""
    words = words_of(engine.ruleset(ruleset), "ABCDEF")
    assert len({words.symbols[seat] for seat in "ABCDEF"}) == 6
    assert len({Style.parse(words.styles[seat]).color for seat in "ABCDEF"}) == 6


def test_a_game_with_four_seats_says_what_is_closed() -> None:
    """A location that is out of the game is named at the start and drawn as closed."""
    records = random_game(1, 4)
    text = text_of(records)
    assert "2 Cachou is closed." in flat(text)
    assert "2 Cachou        closed" in text


def test_a_scenario_begins_in_its_position() -> None:
    """Hands that were dealt by a scenario are told to their owners, their sizes to all."""
    records = scenario(phase="truck", hands={"A": ["threat", "camera"]})
    assert "The game begins in a given position." in text_of(records)
    assert "A Threat · A Security Camera" in flat(text_of(records, "all"))
    assert "cards A 3, B 1, C 0, D 0" in flat(text_of(records))
    assert "A Threat" not in flat(text_of(records))


def test_a_whole_table_can_be_played_and_told_with_floors() -> None:
    """Floors leave no line of their own."""
    table = play_on(engine.new_table("moh", 3, 8, floors=True), at_random(8))
    assert "floor" not in text_of(recorded(table.events)).lower()


def test_a_whisper_is_told_whoever_speaks_next() -> None:
    """That somebody whispers is public, and no other words hide it."""
    narrator = Narrator(words_of(engine.ruleset("moh"), ("Ada", "Ben", "Cyd")))
    said = {"turn": "Ben.t1", "floor": "truck", "wave": 1, "message": 2, "messages": 1,
            "text": "Hello.", "to": [], "whisper": False, "claims": [], "deals": []}  # fmt: skip
    whispered = {"message": 1, "to": ["Ben"]}
    lines: list[object] = []
    for at, (type_, actor, data) in enumerate(
        (("whispered", "Ada", whispered), ("said", "Ben", said),
         ("whispered", "Ada", {**whispered, "message": 3}),
         ("said", "Ada", {**said, "turn": "Ada.t2", "message": 4}))
    ):  # fmt: skip
        plain = {"i": at, "type": type_, "round": 1, "phase": "truck", "actor": actor}
        lines += narrator.feed(record_of({**plain, "data": data}))
    told = [line.text.plain for line in lines if isinstance(line, Paragraph)]
    assert [text for text in told if "whispers" in text] == ["Ada whispers to Ben."] * 2
    assert len(told) == 4
