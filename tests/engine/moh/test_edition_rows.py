"""The table of edition differences, row by row: the same position under two rulesets.

Positions are drawn with the canonical numbers; the Russian board has the same rooms elsewhere.
"""

from collections.abc import Mapping

import pytest

import engine
from tests.engine.helpers import answer, asked, draw, events, options, run_to, vote, zombies

EDITIONS = tuple(each for each in engine.rulesets() if engine.ruleset(each).family == "moh")

RUSSIAN = {1: 5, 2: 6, 3: 3, 4: 1, 5: 2, 6: 4}
"""The canonical number to the number on the Russian board."""
HQ = {5: "A.pin_up B.pin_up", 4: "C.pin_up D.pin_up", 6: "C.gunman D.gunman"}
TIE = {3: "A.pin_up A.tough_guy B.pin_up B.tough_guy", 6: "C.pin_up D.gunman"}
ALIKE: Mapping[str, tuple[str | None, str]] = {
    "Capacities in text": (None, "only the Russian text has numbers, and they are the same rooms"),
    "Who holds back 2 zombies": ("holds_two", "the German Gunman is a slip, a switch plays it"),
    "Threat and cards in the re-vote": (None, "where it is silent a text is read as the Spanish"),
    "Card step order": (None, "one lap from the Chief in all of them"),
    "Only hidden characters left": (None, "said in one text, denied in none"),
    "Hardware on parking": (None, "forbidden in all of them"),
    "Chief announces destination": (None, "if elected this round, in all of them"),
    "Closed destination": (None, "can't be chosen; the Russian text is silent"),
    "Player without characters": ("dead_may_play_cards", "loss of card play is nowhere denied"),
    "Zombie player: how often": ("zombie_player", "in the next round, in all of them"),
    "Chief eliminated": (None, "said in one text, denied in none"),
    "HQ doomed": (None, "said in one text, denied in none"),
    "Gunman's extra vote": ("gunman_votes", "'always' is in every phase, not from every place"),
    "Hidden lasts": (None, "the round; on the parking lot all its votes"),
    "Destinations revealed": (None, "nothing happens between the end of D and the start of E"),
    "Little Girl in other counts": (None, "with three players only, in all of them"),
    "Gunman name": (None, "a name; see the tests of names"),
    "Card pile after deal": (None, "a shuffled pile, shuffled again, is a shuffled pile"),
}
"""Rows of the table that do not differ in play, with the option that could, and the reason."""


def at(ruleset: str, place: int) -> int:
    """Return the number of a canonical location on a ruleset's board."""
    return RUSSIAN[place] if ruleset == "moh-ru" else place


def laid(
    ruleset: str, phase: str, there: Mapping[int, str] | None = None, **keys: object
) -> engine.Table:
    """Return a position that is drawn with canonical numbers."""
    board = None if there is None else {at(ruleset, n): names for n, names in there.items()}
    swarm = keys.pop("zombies", {})
    assert isinstance(swarm, Mapping)
    standing = {at(ruleset, int(n)): count for n, count in swarm.items()}
    return draw(phase, board, ruleset=ruleset, zombies=standing, **keys) if board else draw(
        phase, ruleset=ruleset, **keys
    )  # fmt: skip


def in_force(key: str) -> dict[str, object]:
    """Return an option's value in each ruleset."""
    return {id_: engine.ruleset(id_).options_in_force[key] for id_ in EDITIONS}


@pytest.mark.parametrize("row", ALIKE)
def test_rows_that_do_not_differ_in_play(row: str) -> None:
    """Each has its reason; where an option could tell them apart, all editions stand alike."""
    key, reason = ALIKE[row]
    assert reason
    assert key is None or len(set(in_force(key).values())) == 1


def test_row_location_numbers_moh_2() -> None:
    """A 6 is the Supermarket, on the Russian board the Boutique that four players close."""
    found = {}
    for ruleset in ("moh", "moh-ru"):
        table = laid(
            ruleset, "movement", {3: "A.pin_up B.pin_up", 1: "C.pin_up C.gunman A.gunman"},
            destinations=dict.fromkeys("ABC", 4), dice=[6, 6, 6, 6],
        )  # fmt: skip
        found[ruleset] = zombies(table)
    assert found == {"moh": {6: 4}, "moh-ru": {}}


def test_row_resolution_order_moh_43() -> None:
    """Zombies at the rest rooms and on the parking lot: the Russian board begins with the lot."""
    first = {}
    for ruleset in ("moh", "moh-ru"):
        there = {1: "A.pin_up B.pin_up", 4: "C.pin_up D.pin_up", 3: "A.gunman B.gunman C.gunman"}
        table = laid(ruleset, "attack", there, zombies={1: 2, 4: 1}, extras_placed=True)
        first[ruleset] = [seat for seat, _ in asked(table)]
    assert first == {"moh": ["A", "B"], "moh-ru": ["C", "D"]}


def test_row_setup_die_on_a_full_location_moh_10() -> None:
    """One die shows the closed shop: the other must be used, or any location with room may be."""
    for ruleset, rooms in (("moh", {3}), ("moh-ru", {1, 2, 3, 4, 5})):
        shop = engine.ruleset(ruleset).roles["shop"]
        table = laid(ruleset, "setup", chance={"dice": [[shop, 3]]})
        assert {int(option.rpartition("-")[2]) for option in options(table, "A")} == rooms


def test_row_re_vote_candidates_moh_21() -> None:
    """A and B are tied; in the Russian text C may be voted for as well."""
    for ruleset, stand in (("moh", ["A", "B"]), ("moh-ru", ["A", "B", "C"])):
        there = {5: "A.gunman B.pin_up C.pin_up", 3: "D.pin_up D.gunman"}
        table = laid(ruleset, "chief", there)
        vote(table, A="A", B="B", C="B")
        assert options(table, "D") == stand


@pytest.mark.parametrize(("ruleset", "lot"), [("moh", "B"), ("moh-pl", "B.tough_guy")])
def test_row_second_tie_victim_moh_22(ruleset: str, lot: str) -> None:
    """The lot falls on a player, who chooses, or on a character, which is eaten."""
    table = laid(ruleset, "attack", TIE, zombies={3: 6}, extras_placed=True, chance={"lots": [lot]})
    vote(table, A="B", B="A")
    vote(table, A="B", B="A", C="A", D="B")
    chooses = asked(table)[:1] == [("B", "choose_victim")]
    assert chooses is (ruleset == "moh")
    eaten = [event.data()["character"] for event in events(table, "character_eaten")]
    assert eaten == ([] if chooses else ["tough_guy"])


def test_row_hidden_playable_in_gap_m_8() -> None:
    """The Russian card is played before the Chief's election too."""
    for ruleset, offered in (("moh", ["pass"]), ("moh-ru", ["hidden-pin_up", "pass"])):
        table = laid(ruleset, "chief", HQ, hands={"A": ["hidden"]})
        assert options(table, "A") == offered


@pytest.mark.parametrize(
    ("ruleset", "kind"),
    [("moh", "cast_vote"), ("moh-es", "play_vote_card"), ("moh-ru", "play_vote_card")],
)
def test_row_who_may_play_cards_in_elections_gap_m_6(ruleset: str, kind: str) -> None:
    """C stands elsewhere with a Threat."""
    table = laid(ruleset, "chief", HQ, hands={"C": ["threat"]})
    assert asked(table)[0] == ("A" if kind == "cast_vote" else "C", kind)


@pytest.mark.parametrize(("ruleset", "offered"), [("moh", False), ("moh-es", False),
                                                  ("moh-ru", True)])  # fmt: skip
def test_row_who_may_play_cards_in_attacks_gap_m_6(ruleset: str, *, offered: bool) -> None:
    """C stands elsewhere with a Shotgun: the Russian text says any player."""
    there = {1: "A.pin_up B.pin_up", 3: "C.pin_up D.pin_up C.gunman D.gunman"}
    table = laid(
        ruleset, "attack", there, zombies={1: 2}, extras_placed=True, hands={"C": ["shotgun"]}
    )
    assert (asked(table)[0] == ("C", "play_attack_card")) is offered
    if offered:
        answer(table, "C", "shotgun")
        assert events(table, "attack_ended")[0].data()["outcome"] == "repelled"


def test_row_hardware_in_the_supermarket_moh_63() -> None:
    """Two zombies could be held there; in the Russian text no door can be barred."""
    for ruleset, offered in (("moh", ["hardware", "pass"]), ("moh-ru", ["pass"])):
        there = {6: "A.pin_up B.pin_up", 3: "C.pin_up D.pin_up C.gunman D.gunman"}
        table = laid(
            ruleset, "attack", there, zombies={6: 2}, extras_placed=True, hands={"A": ["hardware"]}
        )
        assert options(table, "A") == offered


@pytest.mark.parametrize(
    ("ruleset", "pin_up", "gunman"),
    [("moh", {1, 3, 4, 5, 6}, {1, 3, 4, 5, 6}), ("moh-pl", {1, 4, 5, 6}, {1, 4, 5, 6}),
     ("moh-de", {1, 4, 5, 6}, {1, 4, 5, 6})],
)  # fmt: skip
def test_row_sprint_target_moh_41(ruleset: str, pin_up: set[int], gunman: set[int]) -> None:
    """A has locked 3, where the Gunman already stands: here is where each may sprint."""
    table = laid(
        ruleset, "movement", {1: "A.pin_up B.pin_up", 3: "A.gunman", 4: "C.pin_up D.pin_up"},
        destinations={"A": 3, "B": 4, "C": 5, "D": 5}, dice=[2] * 4, hands={"A": ["sprint"]},
    )  # fmt: skip
    found = {"pin_up": set[int](), "gunman": set[int]()}
    for option in options(table, "A"):
        card, _, rest = option.partition("-")
        if card == "sprint":
            found[rest.partition("-")[0]].add(int(rest.partition("-")[2]))
    assert found == {"pin_up": pin_up, "gunman": gunman}


@pytest.mark.parametrize(("ruleset", "first"), [("moh", "B"), ("moh-es", "A")])
def test_row_who_may_use_a_camera_gap_m_37(ruleset: str, first: str) -> None:
    """A was elected and sees the dice; 'all players' may use a camera in the Spanish text."""
    table = laid(
        ruleset, "arrival", HQ, chief_elected=True, hands={"A": ["camera"], "B": ["camera"]}
    )
    assert asked(table) == [(first, "use_camera")]


@pytest.mark.parametrize(
    ("ruleset", "left"), [("moh", {}), ("moh-pl", {4: 2}), ("moh-de", {4: 2}), ("moh-ru", {})]
)
def test_row_parking_zombies_with_nobody_there_moh_58(ruleset: str, left: dict[int, int]) -> None:
    """Two zombies on the empty lot leave, or stay as at every empty location."""
    there = {1: "A.pin_up B.pin_up", 3: "C.pin_up D.pin_up", 6: "A.gunman B.gunman C.gunman"}
    table = laid(ruleset, "attack", there, zombies={4: 2}, extras_placed=True)
    assert zombies(table) == left


def test_row_zombie_player_where_and_choice_gap_m_26() -> None:
    """D died at 3: he chooses and may decline, or his zombie comes there without a question."""
    there = {1: "A.pin_up B.pin_up A.gunman", 6: "C.pin_up C.gunman B.gunman"}
    for ruleset in ("moh", "moh-ru"):
        table = laid(
            ruleset, "destinations", there, revenge=["D"], last_deaths={"D": 3}, dice=[1] * 4
        )
        for seat in "ABC":
            answer(table, seat, str(at(ruleset, 5)))
        came = [e.data() for e in events(table, "zombies_came") if e.data()["cause"] == "revenge"]
        if ruleset == "moh":
            assert options(table, "D") == ["1", "3", "4", "5", "6", "pass"]
            assert came == []
        else:
            assert [(each["places"], each["player"]) for each in came] == [([3], "D")]


@pytest.mark.parametrize(
    ("ruleset", "attacks", "living"),
    [("moh", 2, 3), ("moh-pl", 1, 4), ("moh-de", 1, 4), ("moh-es", 2, 3), ("moh-ru", 2, 3)],
)
def test_row_end_moment_few_left_moh_68(ruleset: str, attacks: int, living: int) -> None:
    """Of five one dies at 1: at once nothing more is played, else C or D dies at 3 as well."""
    there = {1: "A.pin_up B.pin_up", 3: "C.pin_up D.pin_up C.gunman"}
    table = laid(ruleset, "attack", there, zombies={1: 2, 3: 3}, extras_placed=True)
    while not table.is_over:
        candidates = options(table, asked(table)[0][0])
        answer(table, asked(table)[0][0], candidates[0])
    assert len(events(table, "attack_began")) == attacks
    assert 5 - len(events(table, "character_eaten")) == living
    assert len(events(table, "round_ended")) == (attacks > 1)


@pytest.mark.parametrize(
    ("ruleset", "moves", "reason"),
    [("moh", 3, None), ("moh-pl", 1, "together"), ("moh-de", 1, "together"),
     ("moh-es", 3, "together"), ("moh-ru", 3, None)],
)  # fmt: skip
def test_row_end_moment_together_moh_68(ruleset: str, moves: int, reason: str | None) -> None:
    """A's move brings all together in the supermarket, and B and C leave it again."""
    table = laid(
        ruleset, "movement", {3: "A.pin_up", 6: "A.gunman B.pin_up B.gunman C.pin_up C.gunman"},
        destinations={"A": at(ruleset, 6), "B": at(ruleset, 3), "C": at(ruleset, 3)},
        dice=[at(ruleset, 2)] * 4,
    )  # fmt: skip
    run_to(table, "truck")
    assert len(events(table, "character_moved")) == moves
    assert (table.result.end_reason if table.result else None) == reason
