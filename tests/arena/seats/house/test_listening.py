"""What others' words do to a house bot's beliefs."""

import pytest

from arena.records.record import Shown
from arena.seats.house import PLAIN, Dials
from arena.seats.house.beliefs import Beliefs
from arena.seats.house.listening import Listener, means_it
from arena.seats.house.memory import Memory
from arena.seats.house.position import Position
from tests.arena.seats.house.test_memory import SEATS, begun, offered, record, said
from tests.engine.helpers import draw, until

KEY = b"k"
PLACES = {1: "A.pin_up B.pin_up", 3: "C.pin_up D.pin_up", 6: "A.gunman B.gunman C.gunman"}
OPEN = Dials(honesty=1, pledge_keeping=1, greed=0.5, gullibility=1)
DEAF = Dials(honesty=1, pledge_keeping=1, greed=0.5, gullibility=0)


def believed(*records: Shown, dials: Dials = OPEN, **keys: object) -> Beliefs:
    """Return what A believes before the destinations, after hearing these."""
    table = draw("destinations", PLACES, **{"seats": 4, **keys})  # type: ignore[arg-type]
    memory = Memory("A", "moh", SEATS)
    memory.catch_up([begun(), *records])
    return Listener(KEY, dials, Position(table.view_data("A")), memory).beliefs()


ZOMBIES = {"kind": "zombies", "location": 6, "relation": "=", "count": 3}
DICE = {"kind": "dice", "dice": [6, 6, 6, 1]}
GO = {"kind": "go", "location": 5}
PRIOR = 4 / 6


def test_without_words_the_dice_are_as_likely_as_ever() -> None:
    """Four dice, six faces."""
    assert believed().zombies[6] == pytest.approx(PRIOR)


@pytest.mark.parametrize("claim", [ZOMBIES, DICE])
def test_a_report_moves_what_is_expected(claim: dict[str, object]) -> None:
    """The more so from somebody who has looked under the box."""
    rumour = believed(said("B.t1", claim)).zombies[6]
    seen = believed(said("B.t1", claim), dice=[1, 1, 1, 1], dice_seen_by=["B"]).zombies[6]
    assert PRIOR < rumour < seen < 3


def test_who_has_seen_the_dice_believes_nobody() -> None:
    """A knows better."""
    own = believed(said("B.t1", DICE), dice=[1, 1, 1, 1], dice_seen_by=["A"])
    assert own.dice_known
    assert own.zombies[6] == 0


def test_gullibility_and_doubt() -> None:
    """The dial, how sure the speaker is, and trust all weigh."""
    gullible = believed(said("B.t1", ZOMBIES)).zombies[6]
    assert believed(said("B.t1", ZOMBIES), dials=DEAF).zombies[6] < gullible
    assert believed(said("B.t1", {**ZOMBIES, "confidence": "guess"})).zombies[6] < gullible
    broken = said("B.t1", GO), record("destinations_revealed", {"destinations": {"B": 3}})
    assert believed(*broken, said("B.t2", ZOMBIES)).zombies[6] < gullible


def test_bounds_and_negations_claim_no_more_than_they_say() -> None:
    """At most two changes nothing where less is expected; not three says nothing."""
    at_most = {"kind": "zombies", "location": 6, "relation": "<=", "count": 2}
    assert believed(said("B.t1", at_most)).zombies[6] == pytest.approx(PRIOR)
    assert believed(said("B.t1", {**ZOMBIES, "negated": True})).zombies[6] == pytest.approx(PRIOR)


def test_conditions_and_hearsay_move_nothing() -> None:
    """They assert nothing themselves."""
    assert believed(said("B.t1", {**ZOMBIES, "said_by": "C"})).zombies[6] == pytest.approx(PRIOR)
    assert believed(said("B.t1", {**ZOMBIES, "condition": GO})).zombies[6] == pytest.approx(PRIOR)


def test_an_announced_destination_is_more_likely_and_one_denied_less() -> None:
    """B's chances still add up to one."""
    before = believed().destinations["B"]
    said_so = believed(said("B.t1", GO)).destinations["B"]
    denied = believed(said("B.t1", {**GO, "negated": True})).destinations["B"]
    assert denied[5] < before[5] < said_so[5]
    assert [sum(said_so.values()), sum(denied.values())] == pytest.approx([1, 1])


def test_announced_ballots_offers_and_threats_are_noted() -> None:
    """Who votes for whom, who offers me what, who is against me."""
    vote = {"kind": "vote", "vote": "attack", "target": "A"}
    gift = {"kind": "give", "target": "A"}
    mine = {"kind": "vote", "player": "A", "vote": "truck", "target": "C"}
    peace = {"kind": "vote", "vote": "attack", "target": "A", "negated": True}
    found = believed(
        said("B.t1", vote), said("C.t1", {**gift, "condition": mine}), said("D.t1", peace)
    )
    assert found.ballots["B"][:2] == ("attack", "A")
    assert found.threats == {"B"}
    assert set(found.offers) == {("truck", "C"), ("attack", "D")}


def test_an_offer_to_somebody_else_is_none_to_me() -> None:
    """Nor one for somebody else's vote."""
    theirs = {"kind": "vote", "player": "D", "vote": "truck", "target": "C"}
    assert believed(said("C.t1", {"kind": "give", "target": "B"})).offers == {}
    gift = {"kind": "give", "target": "A", "condition": theirs}
    assert believed(said("C.t1", gift)).offers == {}


@pytest.mark.parametrize(("keeping", "kept"), [(1.0, True), (0.0, False)])
def test_own_promises_bind_who_keeps_them(keeping: float, *, kept: bool) -> None:
    """A vote, a gift and peace were promised; the dial decides."""
    dials = Dials(honesty=1, pledge_keeping=keeping, greed=0.5, gullibility=0.5)
    promises = believed(
        said("A.t1", {"kind": "vote", "vote": "chief", "target": "B"}),
        said("A.t2", {"kind": "give", "target": "C"}),
        said("A.t3", {"kind": "ally", "target": "D"}),
        dials=dials,
    ).promises
    assert (promises.votes == {"chief": "B"}) is kept
    assert (promises.loose == {"chief": "B"}) is not kept
    assert (promises.recipient == "C") is kept
    assert (promises.spared == {"D"}) is kept


@pytest.mark.parametrize("keeping", [1.0, 0.0])
def test_of_two_words_on_a_vote_the_last_counts(keeping: float) -> None:
    """Bound by it or not."""
    dials = Dials(honesty=1, pledge_keeping=keeping, greed=0.5, gullibility=0.5)
    first, last = ({"kind": "vote", "vote": "chief", "target": name} for name in "BC")
    promises = believed(said("A.t1", first), said("A.t2", last), dials=dials).promises
    assert {**promises.votes, **promises.loose} == {"chief": "C"}


def test_a_word_on_an_attack_elsewhere_says_nothing_of_this_one() -> None:
    """A said whom to vote for at 3, where no vote came about; this one is at 1."""
    table = draw("attack", {1: "A.pin_up B.pin_up", 3: "A.gunman C.gunman"}, zombies={1: 6})
    until(table, "cast_vote")
    for place, votes in ((3, {}), (1, {"attack": "B"})):
        memory = Memory("A", "moh", SEATS)
        word = {"kind": "vote", "vote": "attack", "target": "B", "location": place}
        memory.catch_up([begun(), said("A.t1", word)])
        position = Position(table.view_data("A"))
        keeper = Dials(honesty=1, pledge_keeping=1, greed=0.5, gullibility=0.5)
        assert Listener(KEY, keeper, position, memory).beliefs().promises.votes == votes


def test_a_promise_for_a_vote_binds_once_the_vote_was_given() -> None:
    """A offered B a card for his vote at the truck."""
    condition = {"kind": "vote", "player": "B", "vote": "truck", "target": "A"}
    offer = said("A.t1", {"kind": "give", "target": "B", "condition": condition})

    def ballots(choice: str) -> dict[str, object]:
        data = {
            "kind": "truck", "place": 4, "number": 1, "ballots": {"B": choice}, "weights": {"B": 1},
            "totals": {choice: 1}, "leaders": [choice],
        }  # fmt: skip
        return record("votes_revealed", data)

    assert believed(offer).promises.recipient is None
    assert believed(offer, ballots("A")).promises.recipient == "B"
    assert believed(offer, ballots("C")).promises.recipient is None


def test_a_bot_means_what_it_says_as_often_as_its_dials_say() -> None:
    """The same turn is always meant or never; over many turns it is the dial's share."""
    meant = [means_it(KEY, f"A.t{n}", PLAIN, "go") for n in range(2000)]
    assert meant == [means_it(KEY, f"A.t{n}", PLAIN, "go") for n in range(2000)]
    assert abs(sum(meant) / 2000 - PLAIN.honesty) < 0.04


# --- offers and debts ---

PEACE = {"kind": "ally", "target": "A", "until": 1}
FOR_ME = {"kind": "vote", "player": "B", "target": "A", "vote": "chief"}
CHEATED = (
    said("B.t1", {"kind": "ally", "target": "A", "until": 1}, to=("A",)),
    record("attack_began", {"place": 3, "zombies": 4, "strength": 3}),
    record(
        "votes_revealed",
        {
            "kind": "attack", "place": 3, "number": 1, "ballots": {"B": "A", "C": "D"},
            "weights": {}, "totals": {"A": 1, "B": 0, "D": 1}, "leaders": ["A", "D"],
        },
    ),
)  # fmt: skip


def test_an_offer_of_who_once_broke_such_a_promise_is_none() -> None:
    """Peace for the badge, from B, who promised peace before and struck."""
    offer = {**PEACE, "until": 2}
    assert believed(said("B.t2", offer, to=("A",))).offers[("chief", "B")] > 0
    assert ("chief", "B") not in believed(*CHEATED, said("B.t2", offer, to=("A",))).offers


def test_a_vote_that_is_offered_for_a_card_is_a_bid() -> None:
    """To the giver alone, and only for a card."""
    vote = {"kind": "vote", "target": "A", "vote": "chief"}
    gift = {"kind": "give", "player": "A", "target": "B"}
    for named in (vote, {**vote, "player": "B"}):
        assert believed(said("B.t1", {**named, "condition": gift}, to=("A",))).bids["B"] > 0
    for other in (vote, {**vote, "target": "C", "condition": gift}):
        assert not believed(said("B.t1", other, to=("A",))).bids


def test_whom_i_asked_for_votes_is_known_by_the_kind_of_vote() -> None:
    """I offered B my peace for a vote that makes me Chief; what B offers is B's asking."""
    peace, vote = {"kind": "ally", "until": 1}, {"kind": "vote", "vote": "chief"}
    mine = offered("A.t1", "B", [peace], [vote | {"target": "A"}])
    theirs = offered("B.t1", "A", [peace], [vote | {"target": "B"}])
    assert believed(mine).asked == {"chief"}
    assert believed(theirs).asked == set()


def test_who_was_caught_and_whom_one_accused_are_known_for_their_time() -> None:
    """B said 5 and went to 3; A says that B lied."""
    gone = record("destinations_revealed", {"destinations": {"B": 3}})
    lied = (said("B.t1", GO), gone)
    accused = said("A.t1", {"kind": "lied", "player": "B"})
    assert believed(*lied).shamed == {"B"}
    assert believed(*lied).accused == set()
    assert believed(*lied, accused).accused == {"B"}
    assert believed(*lied, accused, begun(2)).accused == set()
    assert believed(*lied, begun(2)).shamed == {"B"}
    assert believed(*lied, begun(2), begun(3)).shamed == set()


def test_backers_are_those_who_voted_for_me_at_the_truck() -> None:
    """Not I myself, and of this round."""
    votes = {
        "kind": "truck", "place": 4, "number": 1, "ballots": {"A": "A", "B": "A", "C": "C"},
        "weights": {}, "totals": {"A": 2, "C": 1}, "leaders": ["A"],
    }  # fmt: skip
    assert believed(record("votes_revealed", votes)).backers == {"B"}
    assert believed(record("votes_revealed", votes), begun(2)).backers == set()


@pytest.mark.parametrize(
    ("claim", "places"),
    [
        ({"kind": "dice", "dice": [3, 3, 6, 1]}, {3}),
        ({"kind": "zombies", "location": 3, "relation": "=", "count": 2}, {3}),
        ({"kind": "zombies", "location": 3, "relation": ">=", "count": 1}, set()),
        ({"kind": "zombies", "location": 5, "relation": "<=", "count": 1}, set()),
        ({"kind": "zombies", "location": 5, "relation": "=", "count": 1, "negated": True}, set()),
        ({"kind": "dice", "dice": [1, 3, 6, 6], "said_by": "B"}, set()),
    ],
)
def test_a_false_warning_is_one_of_more_dice_than_one_saw(
    claim: dict[str, object], places: set[int]
) -> None:
    """A has seen one die for 3; who saw nothing warns of nothing that they know to be false."""
    heard = said("A.t1", claim)
    dice = {"dice": [1, 3, 6, 6], "dice_seen_by": ["A"]}
    assert believed(heard, **dice).warned == places
    assert believed(heard).warned == frozenset()
