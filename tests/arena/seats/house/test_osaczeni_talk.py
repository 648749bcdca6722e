"""What is said of the victim token, the cold room and items, at tables of Osaczeni."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

import engine
from arena.claims.language import Proposition
from arena.claims.offers import Offer
from arena.seats.house import DIALS, PLAIN, Beliefs, Dials
from arena.seats.house.bargaining import offers
from arena.seats.house.memory import Memory
from arena.seats.house.position import Position
from arena.seats.house.reports import dice_ideas, quote_report
from arena.seats.house.speaking import Idea, TalkSituation
from arena.seats.house.thoughts import MORE, thought
from arena.talk.speech import TalkTurn
from tests.engine.helpers import draw

NAMES = ("A", "B", "C", "D")
FIGHT = {1: "C.leader D.leader", 3: "A.protector B.protector B.leader", 2: "C.crybaby D.protector"}


def stage_of(
    table: engine.Table, seat: str, floor: str, leaders: Sequence[str] = (), dials: Dials = PLAIN
) -> TalkSituation:
    """Return the moment of a turn to talk at this table."""
    view = table.view_data(seat)
    position = Position(view)
    memory = Memory(seat, "osaczeni", NAMES)
    memory.facts.leaders = tuple(leaders)
    opened = table.floor
    turn = TalkTurn(
        id=f"{seat}.t1", seat=seat, task="speak", floor=floor,
        place=None if opened is None else opened.place,
        present=() if opened is None else opened.present, phase=str(view["phase"]), round=1, wave=1,
        turn=1, turns=1, reply=0, replies=1, messages=2, whispers=True, characters=400,
    )  # fmt: skip
    return TalkSituation(turn, position, Beliefs.from_view(view, position), memory, dials, b"key")


def ideas(talk: TalkSituation) -> dict[str, Idea]:
    """Return what only Osaczeni gives to talk about on this floor, by intent."""
    return {idea.intent: idea for idea in MORE["osaczeni"][talk.turn.floor](talk)}


def tied(kind: str, holder: str) -> engine.Table:
    """Return a table whose tie between C and D waits for talk."""
    places = {
        ({"truck": 6, "attack": 1}[kind] if at == 1 else at): who for at, who in FIGHT.items()
    }
    keys: dict[str, object] = {"monsters": {"1": 6}} if kind == "attack" else {}
    table = draw(kind, places, ruleset="osaczeni", floors=True, victim_token=holder, **keys)
    while table.floor is not None:
        table.close_floor()
    table.answer("C", "D")
    table.answer("D", "C")
    assert table.floor is not None
    assert table.floor.kind == "tie"
    return table


def offer_of(talk: TalkSituation) -> tuple[Idea, Offer]:
    """Return the deal that is offered there, in whatever draw one is looked for."""
    for wave in range(20):
        turn = replace(talk.turn, id=f"{talk.me}.t{wave}")
        again = TalkSituation(
            turn, talk.position, talk.beliefs, talk.memory, talk.dials, talk.key
        )  # fmt: skip
        for idea in offers(again):
            (act,) = idea.deals
            assert isinstance(act, Offer)
            return idea, act
    raise AssertionError("no offer")


def test_who_is_tied_pleads_with_the_holder_and_offers_peace() -> None:
    """A decides; C asks for D, and would spare A in return."""
    plea, offer = offer_of(stage_of(tied("attack", "A"), "C", "tie", "CD"))
    assert (plea.intent, plea.to) == ("tie_plead", ("A",))
    assert (plea.slots["who"], plea.slots["points"], plea.slots["mine"]) == ("D", 8, 10)
    assert offer.data() == {
        "act": "offer", "to": ["A"],
        "gives": [{"kind": "ally", "player": "C", "target": "A", "until": 2}],
        "wants": [{"kind": "vote", "player": "A", "location": 1, "target": "D", "vote": "attack",
                   "ballot": "tie"}],
    }  # fmt: skip


@pytest.mark.parametrize("kind", ["truck", "attack"])
def test_where_the_holder_of_the_token_is_tied_nobody_speaks(kind: str) -> None:
    """C decides between C and D: nothing is left to say, by C, by D, or by anybody."""
    for seat in NAMES:
        assert thought(stage_of(tied(kind, "C"), seat, "tie", "CD")) is None
    found = [thought(stage_of(tied(kind, "A"), seat, "tie", "CD")) for seat in "AC"]
    assert any(found)


def test_for_the_truck_a_card_is_offered() -> None:
    """The same floor, another prize."""
    idea, offer = offer_of(stage_of(tied("truck", "A"), "C", "tie", "CD"))
    assert idea.intent == "tie_ask"
    (card,) = offer.gives
    assert card.data() == {"kind": "give", "player": "C", "target": "A"}


def test_the_holder_waits_for_offers_and_others_say_nothing() -> None:
    """Who is not tied has nothing to ask."""
    table = tied("attack", "A")
    assert set(ideas(stage_of(table, "A", "tie", "CD"))) == {"tie_muse"}
    assert ideas(stage_of(table, "B", "tie", "CD")) == {}


def test_nobody_asks_the_holder_to_choose_himself() -> None:
    """C is tied with D alone, and D decides."""
    assert ideas(stage_of(tied("attack", "D"), "C", "tie", "CD")) == {}


def attack(**keys: object) -> engine.Table:
    """Return an attack on C and D in area 1, before the discussion."""
    return draw(
        "attack", FIGHT, ruleset="osaczeni", floors=True, victim_token="A",
        monsters={"1": 6}, **keys,
    )  # fmt: skip


def test_a_weapon_in_the_hand_is_offered_and_claimed() -> None:
    """It is true: the honest say no other."""
    found = ideas(stage_of(attack(hands={"C": ["chainsaw"]}), "C", "attack", dials=DIALS["honest"]))
    (claim,) = found["item_offer"].claims
    assert claim.data() == {"kind": "holds", "card": "chainsaw"}
    assert found["item_offer"].slots["card"] == "Chainsaw"
    assert found["token_watch"].slots["who"] == "A"


def test_without_one_the_honest_ask_and_the_others_pretend() -> None:
    """Nobody has to show a card."""
    honest = ideas(stage_of(attack(), "C", "attack", dials=DIALS["honest"]))
    assert "item_ask" in honest
    liar = Dials(honesty=0, pledge_keeping=0, greed=1, gullibility=0)
    assert "item_offer" in ideas(stage_of(attack(), "C", "attack", dials=liar))


def test_more_dice_are_worth_a_word() -> None:
    """From the second row on."""
    places = {3: "A.leader B.leader", 1: "C.protector D.protector D.leader"}
    for deaths, known in ((3, False), (4, True)):
        table = draw("destinations", places, ruleset="osaczeni", floors=True, cold_room=deaths)
        assert ("dice_more" in ideas(stage_of(table, "A", "dice"))) is known


def test_even_strength_is_noticed_once_it_holds_no_more() -> None:
    """Two against a Protector, dice included."""
    goals = {"A": 4, "B": 4, "C": 4, "D": 4}
    places = {1: "A.protector", 3: "B.leader C.protector D.protector", 5: "A.leader"}
    for deaths, known in ((1, False), (2, True)):
        table = draw(
            "movement", places, ruleset="osaczeni", floors=True, cold_room=deaths,
            destinations=goals, dice=[1, 6, 6, 6], monsters={"1": 1},
        )  # fmt: skip
        found = ideas(stage_of(table, "A", "reveal"))
        assert ("even_odds" in found) is known


def test_who_has_the_badge_names_areas_and_no_numbers() -> None:
    """OSA-33; who looked with a Walkie-talkie may be exact."""
    places = {3: "A.leader B.leader", 1: "C.protector D.protector D.leader"}
    table = draw(
        "destinations", places, ruleset="osaczeni", floors=True, badge_elected=True,
        dice=[1, 1, 1, 5], dice_seen_by=["A", "B"],
    )  # fmt: skip
    honest = DIALS["honest"]
    holder = next(dice_ideas(stage_of(table, "A", "dice", dials=honest)))
    assert holder.intent == "dice_areas"
    assert [claim.data() for claim in holder.claims] == [
        {"kind": "zombies", "location": place, "relation": ">=", "count": 1} for place in (1, 5)
    ]
    assert holder.slots["areas"] == "the Toilets and the Glass Lobby"
    other = next(dice_ideas(stage_of(table, "B", "dice", dials=honest)))
    assert other.intent in {"dice_all", "dice_some"}


def test_that_monsters_come_is_quoted_as_it_was_said() -> None:
    """Who has the badge names areas: nobody counts then."""
    places = {3: "A.leader B.leader", 1: "C.protector D.protector D.leader"}
    talk = stage_of(draw("destinations", places, ruleset="osaczeni", floors=True), "C", "dice")
    one = Proposition(kind="zombies", location=5, relation=">=", count=1)
    assert quote_report(talk, one) == "monsters at the Glass Lobby"
    assert quote_report(talk, replace(one, count=2)) == "2 or more for the Glass Lobby"
