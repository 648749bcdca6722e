"""Claims at tables of Osaczeni: more dice, cards in the box, ties that one player decides."""

import pytest

import engine
from arena.claims import Claim, Judgement, Vocabulary
from arena.projections.judge import Judge
from tests.arena.claims.helpers import SEATS, Story, claim, heard

OSACZENI = engine.ruleset("osaczeni")
TABLE = Vocabulary(OSACZENI, SEATS)
NO = {"negated": True}


def last(story: Story, who: str = "all") -> Judgement:
    """Return the judgement of the claim that was made last."""
    found = heard(story.records, who, Judge(OSACZENI, SEATS))
    return [each for _, each in found if each.message == story.turns][-1]


def filled(story: Story, row: int, dice: int) -> Story:
    """Fill a row of the cold room."""
    return story.add("cold_row_filled", {"row": row, "dice": dice})


# --- dice ---


@pytest.mark.parametrize("dice", [[1, 2, 3, 4], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]])
def test_as_many_dice_can_be_claimed_as_may_be_rolled(dice: list[int]) -> None:
    """Four at first, six in the end."""
    assert TABLE.check(claim("dice", dice=dice), "Anna") is None


def test_other_numbers_of_dice_are_refused() -> None:
    """The refusal says how many are possible; counts go up to six."""
    refused = TABLE.check(claim("dice", dice=[1, 2, 3]), "Anna")
    assert refused is not None
    assert "Possible: 4 to 6 numbers, each of 1, 2, 3, 4, 5, 6." in refused
    assert TABLE.check(claim("zombies", location=1, relation="=", count=6), "Anna") is None
    refused = TABLE.check(claim("zombies", location=1, relation="=", count=7), "Anna")
    assert refused is not None
    assert "Possible: 0 to 6." in refused


def test_a_new_die_is_in_the_next_rounds_roll() -> None:
    """OSA-50: what is likely under the hatch changes with the round, not within it."""
    some = claim("zombies", location=1, relation=">=", count=1)
    story = filled(Story().rolls(1, 1, 3, 6), 2, 5)
    assert last(story.says("Bruno", some)).prior == pytest.approx(1 - (5 / 6) ** 4)
    story.round_ends().round(2).rolls(1, 2, 3, 4, 5)
    assert last(story.says("Bruno", some)).prior == pytest.approx(1 - (5 / 6) ** 5)


def test_a_scenario_says_how_many_dice_there_are() -> None:
    """Its position counts from the first round on."""
    position = {"played": [], "dice": 6}
    story = Story().add("mall_set", position).rolls(1, 1, 1, 1, 1, 1)
    some = claim("zombies", location=1, relation=">=", count=1)
    assert last(story.says("Bruno", some)).prior == pytest.approx(1 - (5 / 6) ** 6)


def test_dice_of_another_number_than_are_rolled_are_false() -> None:
    """Nobody can be right with five of four."""
    made = last(Story().rolls(1, 1, 3, 6).says("Bruno", claim("dice", dice=[1, 1, 3, 6, 6])))
    assert (made.truth, made.prior) == ("false", 0.0)


# --- the box ---


def test_the_searcher_remembers_what_went_into_the_box() -> None:
    """OSA-25: of one Molotov cocktail, which Anna put away, nobody else can have any."""
    story = Story().deals(deck=19, Anna="gun", Bruno="gun", Clara="gun", Dmitri="tin_can")
    story.looks_into_truck("Anna", "molotov chainsaw tin_can")
    story.shares("Anna", "chainsaw", "tin_can", "Bruno")
    story.add("card_boxed", {"player": "Anna", "card": "molotov"}, ["Anna"])
    story.says("Anna", claim("holds", player="Clara", card="molotov"))
    assert last(story).prior == 0
    story.says("Dmitri", claim("holds", player="Clara", card="molotov"))
    prior = last(story).prior
    assert prior is not None
    assert prior > 0


# --- ties ---


def broken(story: Story, kind: str, chosen: str) -> Story:
    """Let Clara and Dmitri tie, and Anna decide."""
    story.ballots(kind, 1, Clara="Dmitri", Dmitri="Clara")
    data = {
        "kind": kind, "place": 1, "player": "Anna", "chosen": chosen,
        "candidates": ["Clara", "Dmitri"],
    }  # fmt: skip
    return story.add("tie_broken", data).chosen(kind, 1, chosen)


@pytest.mark.parametrize(
    ("made", "chosen", "truth"),
    [
        (claim("vote", target="Clara", vote="attack"), "Clara", "true"),
        (claim("vote", target="Clara", vote="attack"), "Dmitri", "false"),
        (claim("vote", target="Clara", vote="attack", **NO), "Clara", "false"),
        (claim("vote", target="Clara", vote="attack", **NO), "Dmitri", "true"),
        (claim("vote", target="Clara", vote="truck"), "Clara", "true"),
        (claim("vote", target="Bruno", vote="attack"), "Clara", "moot"),
        (claim("ally", target="Clara"), "Clara", "false"),
        (claim("ally", target="Clara"), "Dmitri", "true"),
        (claim("ally", target="Bruno"), "Clara", "moot"),
    ],
)
def test_who_decides_a_tie_has_voted(made: Claim, chosen: str, truth: str) -> None:
    """The holder of the token is held to promises by that choice (OSA-21)."""
    story = Story().says("Anna", made)
    kind = made.proposition.vote or "attack"
    broken(story, kind, chosen).round_ends().game_ends()
    assert last(story).truth == truth


def test_a_holder_who_voted_before_is_bound_by_both() -> None:
    """A promise counts at the first ballot; a promise not to, in every one."""
    story = Story().says("Anna", claim("vote", target="Clara", vote="attack", **NO))
    story.ballots("attack", 1, Anna="Dmitri", Clara="Dmitri", Dmitri="Clara")
    data = {
        "kind": "attack", "place": 1, "player": "Anna", "chosen": "Clara",
        "candidates": ["Clara", "Dmitri"],
    }  # fmt: skip
    story.add("tie_broken", data).chosen("attack", 1, "Clara")
    assert last(story).truth == "false"


def test_the_holders_promise_on_a_condition() -> None:
    """`If you spare me, I am your ally`: the choice meets the condition."""
    spared = claim("vote", player="Anna", target="Clara", vote="attack", **NO).proposition
    peace = claim("ally", target="Anna", until=2, condition=spared)
    story = broken(Story().says("Clara", peace), "attack", "Dmitri").round_ends()
    story.round(2).ballots("attack", 1, "Anna Bruno", Clara="Anna", Bruno="Anna").round_ends()
    assert last(story.game_ends()).truth == "false"


def test_a_scenario_says_which_cards_are_out_of_the_game() -> None:
    """What was played before it begins is in nobody's hand, and all can know it."""
    story = Story().add("mall_set", {"played": ["molotov"], "dice": 4}).deals(19, Bruno="gun")
    found = last(story.says("Anna", claim("holds", player="Bruno", card="molotov")))
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")
