"""Deals: offered, accepted, delivered."""

from collections import Counter

import pytest

from arena.lab.measures.dealing import accepted, delivered, kept, legs, offers
from arena.projections.reckoning import honesty_of
from tests.arena.lab.simulated import read
from tests.arena.lab.word_games import counted, games
from tests.arena.records_of import plain_of
from tests.breadth import EACH_FAMILY, EACH_RULESET


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_sides_are_those_of_the_card_of_honesty(ruleset: str) -> None:
    """What counts, and what is excluded and why, is what the arena says after the game."""
    game = read(ruleset)
    why = {"other_failed_first": "the other failed first"}
    for seat, card in honesty_of(game.records, game.header.facts(), game.header.names).items():
        rows = [each for each in kept(game) if each.actor == seat]
        found = Counter(
            each.excluded or ("kept" if each.outcome else "broken") for each in rows
        )  # fmt: skip
        del found["not settled"]
        said = Counter(why.get(each.outcome, each.outcome.replace("_", " ")) for each in card.deals)
        assert found == said


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_who_keeps_all_delivers_all(family: str) -> None:
    """Of dealers that keep every side each deal is delivered by both."""
    played = games(family, "planted:dealer(1)")
    for measure in ("deal", "deals_delivered", "deal_rate"):
        assert {each.outcome for each in counted(measure, played)} == {1.0}
    assert {each.group for each in counted("deal_legs", played)} == {"both"}


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_who_keeps_none_is_excused_by_the_other(family: str) -> None:
    """Of two that fail under one seal neither has broken the deal, and none is delivered."""
    played = games(family, "planted:dealer(0)")
    assert not counted("deal", played)
    assert {each.group for each in counted("deal_legs", played)} == {"none"}
    assert {each.outcome for each in counted("deals_delivered", played)} == {0.0}


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_legs_are_mirrored(ruleset: str) -> None:
    """What is mine for one party is theirs for the other; delivered is both."""
    game = read(ruleset)
    other = {"mine": "theirs", "theirs": "mine"}
    rows = list(legs(game))
    for one, two in zip(rows[::2], rows[1::2], strict=True):
        assert (one.actor, *one.others) == (*two.others, two.actor)
        assert two.group == other.get(one.group, one.group)
    both = [each.group == "both" for each in rows if each.excluded is None]
    assert both == [bool(each.outcome) for each in delivered(game) if each.excluded is None]


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_every_offer_is_made_on_a_floor(ruleset: str) -> None:
    """Offers summed over floors are the deals that each seat has offered, each once."""
    game = read(ruleset)
    made = Counter(seat for _, seat in {(each.deal, each.offerer) for each in game.offers})
    by_floor = Counter[str]()
    for each in offers(game):
        by_floor[each.actor] += int(each.outcome or 0)
    assert +by_floor == made


def test_an_offer_to_two_is_two() -> None:
    """Each listener accepts or not for itself."""
    game = read("moh")
    assert len(list(accepted(game))) == sum(
        len(each["data"]["to"]) for each in plain_of(game.records) if each["type"] == "deal_offered"
    )
