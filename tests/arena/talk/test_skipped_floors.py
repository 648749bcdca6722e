"""Nobody is asked to talk where nothing hangs on it, and what is hidden does not tell."""

import pytest

import engine
from arena.settings import FLOORS
from arena.talk.discussion import something_hangs_on
from engine import Floor
from tests.arena.talk.test_discussion import SEATS, VIEW, discussion, place, waves

ALONE = {"places": [place(4, "Cyd")]}


def floor(kind: str, *present: str) -> Floor:
    """Return a floor at the truck's place."""
    return Floor(kind=kind, place=4, present=present or ("Cyd",), round=2)


@pytest.mark.parametrize("kind", FLOORS)
def test_one_candidate_needs_no_talk_before_an_election(kind: str) -> None:
    """Cyd alone is there: she is elected; where she only gives or announces, there is talk."""
    view = {**ALONE, "hand_sizes": dict.fromkeys(SEATS, 0)}
    talk = discussion(floors=[kind])
    assert bool(waves(talk, floor(kind), **view)) is (kind not in {"truck", "chief", "attack"})


@pytest.mark.parametrize("kind", ["truck", "chief"])
@pytest.mark.parametrize(("others", "talks"), [(["Ben"], True), ([], False)])
def test_two_candidates_are_talked_about(kind: str, others: list[str], *, talks: bool) -> None:
    """Both sides of the bound; cards change no election of one."""
    view = {"places": [place(4, "Cyd", *others)]}
    assert bool(waves(discussion(), floor(kind, "Cyd", *others), **view)) is talks


@pytest.mark.parametrize("players", [("Cyd",), ("Cyd", "Cyd")])
@pytest.mark.parametrize(("cards", "talks"), [(0, False), (1, True)])
def test_the_only_victim_is_talked_about_where_a_card_may_save(
    players: tuple[str, ...], cards: int, *, talks: bool
) -> None:
    """A card of hers; those of players who are not there save nobody."""
    view = {
        "places": [place(4, *players)],
        "hand_sizes": {**dict.fromkeys(SEATS, 3), "Cyd": cards},
    }
    assert bool(waves(discussion(), floor("attack"), **view)) is talks


def test_who_hides_is_no_candidate_and_may_play_a_card() -> None:
    """Ben's only character there is hidden: Cyd is the only candidate."""
    there = place(4, "Cyd")
    there["characters"] = [
        {"player": "Cyd", "hidden": False}, {"player": "Ben", "hidden": True},
    ]  # fmt: skip
    for cards, talks in ((0, False), (1, True)):
        sizes = {**dict.fromkeys(SEATS, 0), "Ben": cards}
        view = {"places": [there], "hand_sizes": sizes}
        assert bool(waves(discussion(), floor("attack", "Cyd", "Ben"), **view)) is talks


@pytest.mark.parametrize(("out", "talks"), [(["Ada", "Ben"], True), (["Ada", "Ben", "Dan"], False)])
def test_who_is_left_alone_talks_to_nobody(out: list[str], *, talks: bool) -> None:
    """On any floor."""
    for kind in FLOORS:
        talk = discussion(floors=[kind], eliminated=False)
        assert bool(waves(talk, floor(kind, "Cyd", "Dan"), eliminated=out)) is talks


def test_a_skipped_floor_takes_no_turns_number() -> None:
    """The next turn of a seat is the next in number, and so is its wave."""
    talk = discussion()
    assert waves(talk, floor("truck"), **ALONE) == []
    talk.begin(floor("truck", "Cyd", "Ben"), VIEW)
    assert [(turn.id, turn.wave) for turn in talk.turns] == [("Cyd.t1", 1), ("Ben.t1", 1)]


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
@pytest.mark.parametrize("seed", range(3))
def test_whether_a_floor_is_skipped_is_public(ruleset: str, seed: int) -> None:
    """The view of nobody decides it: whoever is dealt whichever cards and dice, all know of it.

    Each seat's own view gives the same answer, so none learns anything by it.
    """
    table = engine.new_table(ruleset, 4, seed, floors=True)
    found = set[bool]()
    step = 0
    while not table.is_over:
        if table.floor is not None:
            known = {
                something_hangs_on(table.floor, table.view_data(who))
                for who in (None, *table.seats)
            }
            assert len(known) == 1
            found |= known
            table.close_floor()
            continue
        for question in table.pending():
            step += 1
            option = question.options[(step * 7 + seed) % len(question.options)]
            table.answer(question.seat, option.id)
    assert True in found
