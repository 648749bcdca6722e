"""What seats did with their word: as the arena's own card of honesty has it, while they played."""

import pytest

from arena.claims.honesty import Honesty
from arena.lab.game import Game
from arena.lab.outcome import Conduct, conduct_of
from arena.lab.reading import game_of
from arena.projections.reckoning import honesty_of
from arena.records.talk import Said
from tests.corpus import reading

PLAYED_ON = ("osaczeni-model-budget", "osaczeni-person-leaves")
"""Games in which a house bot played on for a seat that had talked."""
WHOLE = (
    "moh-bargaining-4", "moh-claims-5-of-every-kind", "moh-deals-4", "moh-model-plans",
    "osaczeni-bargaining-4", "osaczeni-bidding-4", "osaczeni-claims-3-of-every-kind",
    "osaczeni-planted-5", "osaczeni-scenario-5",
)  # fmt: skip
"""Games in which each seat was played by its own to the end."""


def read(name: str) -> Game:
    """Return a recorded game as the lab reads it."""
    transcript = reading.transcript(name)
    return game_of(transcript.header, transcript.records, game=name)


def of_card(game: Game) -> dict[str, Conduct]:
    """Count the same from the card of honesty, which folds the records by itself."""
    said = [(each.actor, each.data) for each in game.records if isinstance(each.data, Said)]
    card = honesty_of(game.records, game.header.facts(), game.seats)
    return {
        seat: _of_one(card.get(seat, Honesty()), [
            words.text for actor, words in said if actor == seat
        ])
        for seat in game.seats
    }  # fmt: skip


def _of_one(card: Honesty, texts: list[str]) -> Conduct:
    outcomes = [each.outcome for each in card.deals]
    return Conduct(
        speeches=len(texts), characters=sum(map(len, texts)), statements=card.statements,
        lies=len(card.lies), bluffs=card.bluffs, reports=len(card.reports),
        false_reports=list(card.reports.values()).count(False),
        kept=card.promises - len(card.broken), broken=len(card.broken),
        deals_kept=outcomes.count("kept"), deals_broken=outcomes.count("broken"),
    )  # fmt: skip


@pytest.mark.parametrize("name", WHOLE)
def test_it_is_that_of_the_card_of_honesty(name: str) -> None:
    """Two folds of one log, each with its own notion of a round, count the same."""
    game = read(name)
    assert not game.replaced
    assert conduct_of(game) == of_card(game)


@pytest.mark.parametrize("name", PLAYED_ON)
def test_nothing_counts_that_a_house_bot_said_in_a_seats_place(name: str) -> None:
    """Others count as on the card, which has the bot's words too; of the seat, what it had said."""
    game, card = read(name), of_card(read(name))
    found = conduct_of(game)
    for seat in game.seats:
        if seat not in game.replaced:
            assert found[seat] == card[seat]
            continue
        own = [each for each in game.messages if each.speaker == seat]
        until = [each for each in own if each.at < game.replaced[seat]]
        assert found[seat]["speeches"] == len(until) < len(own)
        assert found[seat]["characters"] == sum(len(each.text) for each in until)
        assert found[seat]["statements"] < card[seat]["statements"]


def test_dice_that_a_scenario_laid_are_those_of_its_first_round() -> None:
    """Who had looked at them before the game began reports what it had seen."""
    game = read("osaczeni-scenario-5")
    first = game.rounds[min(game.rounds)]
    said = game.reports[0].message
    assert (said.round, game.reports[0].saw, first.looks[0].by) == (first.number, True, "scenario")
    assert first.rolled_at is not None
    assert first.rolled_at < first.looks[0].at < said.at
