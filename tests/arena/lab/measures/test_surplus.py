"""The surplus of deals: what both sides of a delivered deal are worth to each party."""

from collections.abc import Iterator

import pytest

from arena.lab.estimates import estimate
from arena.lab.game import Game
from arena.lab.imagined import worths
from arena.lab.intervals import Interval
from arena.lab.measures import MEASURES
from arena.lab.measures.surplus import WHY, surplus
from arena.lab.tables import Tables
from arena.projections.offers import Offered
from tests.arena.lab.simulated import RULESETS, read
from tests.arena.lab.word_games import games
from tests.breadth import EACH_FAMILY, EACH_RULESET

TRUCE = "planted:dealer(1,truce)"
COUNT = 8


def delivered(game: Game) -> Iterator[Offered]:
    """Yield the deals that both sides kept."""
    for each in game.offers:
        if each.sides and all(side.outcome == "kept" for side in each.sides.values()):
            yield each


def gain(game: Game, deal: Offered, voter: str, party: str) -> float:
    """Return what a voter's side is worth to a party, from the ballot that the deal was about."""
    (said,) = deal.sides[voter].terms
    ballot = next(
        each
        for vote in game.votes
        if vote.kind == "attack" and vote.place == said.location
        for each in vote.ballots
        if each.at > deal.at
    )
    assert ballot.moment is not None
    table = ballot.moment.table
    (asked,) = (each for each in table.pending() if each.seat == voter)
    worth = {
        str(each.args["player"]): worths(table, asked, game.points)[each.id].of.get(party, 0.0)
        for each in asked.options
    }
    broken = [each for name, each in worth.items() if (name == said.target) is said.negated]
    return worth[ballot.cast[voter]] - sum(broken) / len(broken)


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_deal_is_worth_to_each_what_both_sides_are(family: str) -> None:
    """Each side against the mean of the votes that would have broken it; the joint is the sum."""
    seen = 0
    for game in games(family, TRUCE, count=COUNT):
        rows = {(each.at, each.actor, each.group): each for each in surplus(game)}
        for deal in delivered(game):
            parties = {"offerer": deal.offerer, "acceptor": deal.to}
            own = {
                role: sum(gain(game, deal, voter, party) for voter in parties.values())
                for role, party in parties.items()
            }
            for role, party in parties.items():
                seen += 1
                assert rows[deal.at, party, role].outcome == pytest.approx(own[role])
                joint = rows[deal.at, party, f"{role} joint"]
                assert joint.outcome == pytest.approx(sum(own.values()))
    assert seen >= 6


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_each_delivered_deal_stands_there_twice_for_each_party(ruleset: str) -> None:
    """With what it is worth, or the reason why nothing is known."""
    game = read(ruleset)
    rows = list(surplus(game))
    deals = [(each.at, party) for each in delivered(game) for party in (each.offerer, each.to)]
    assert sorted((each.at, each.actor) for each in rows) == sorted(deals * 2)
    for each in rows:
        assert (each.outcome is None) == (each.excluded in WHY)


def test_deals_for_cards_and_elections_are_worth_nothing_known() -> None:
    """Of some that are delivered among `house` bots."""
    why = {each.excluded for each in read_all() for each in surplus(each)}
    assert WHY[0] in why


def read_all() -> list[Game]:
    """Return a game of each ruleset."""
    return [read(each) for each in RULESETS]


def found_in(*rows: tuple[str, float, float]) -> Interval:
    """Return the share of Ada's, of her own and the joint gain in each game."""
    with Tables.in_memory() as tables:
        tables.connection.execute(
            "INSERT INTO seats (game, seat, entrant) VALUES ('g', 'Ada', 'a')"
        )
        for game, own, joint in rows:
            for group, outcome in (("offerer", own), ("offerer joint", joint)):
                tables.connection.execute(
                    "INSERT INTO opportunities (measure, game, cluster, entrant, eligible, "
                    'outcome, weight, "group") VALUES (?, ?, ?, ?, true, ?, 1, ?)',
                    ["surplus_share", game, game, "a", outcome, group],
                )
        whole, *_ = estimate(tables, MEASURES["surplus_share"])
    assert whole.opportunities == len(rows)
    return Interval(
        *(float("nan") if x is None else x for x in (whole.value, whole.low, whole.high))
    )


def test_gains_are_added_up_before_they_are_divided() -> None:
    """1 of 4 and 3 of 4 and -1 of 2: 3 of 10; a deal that costs one counts as one that pays."""
    found = found_in(("g1", 1, 4), ("g2", 3, 4), ("g3", -1, 2))
    assert found.value == pytest.approx(0.3)
    assert found.low < 0.3 < found.high
