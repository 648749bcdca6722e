"""What a claim was worth to its speaker, against enumerations that share no code with it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.claims import Claim, Proposition
from arena.projections.judge import Judge
from tests.arena.claims.helpers import MOH, SEATS, Story, claim, heard
from tests.breadth import examples

FACES = range(1, 7)
ROLLS = tuple(product(FACES, repeat=4))
STEADY = examples(80)

relations = st.sampled_from(["=", ">=", "<="])
zombies = st.fixed_dictionaries(
    {
        "kind": st.just("zombies"),
        "location": st.integers(1, 6),
        "relation": relations,
        "count": st.integers(0, 4),
        "negated": st.booleans(),
    }
)
multisets = st.fixed_dictionaries(
    {
        "kind": st.just("dice"),
        "dice": st.lists(st.integers(1, 6), min_size=4, max_size=4),
        "negated": st.booleans(),
    }
)
about_dice = zombies | multisets


def holds_for(said: dict[str, Any], roll: tuple[int, ...]) -> bool:
    """Tell naively whether a roll is as said."""
    if said["kind"] == "dice":
        as_said = any(tuple(said["dice"]) == order for order in permutations(roll))
    else:
        number = len([die for die in roll if die == said["location"]])
        as_said = compared(number, said["relation"], said["count"])
    return as_said is not said["negated"]


def compared(number: int, relation: str, count: int) -> bool:
    """Compare naively."""
    return {"=": number == count, ">=": number >= count, "<=": number <= count}[relation]


# --- dice ---


@pytest.mark.parametrize(
    ("relation", "count", "chance"),
    [(">=", 1, 0.5177), ("=", 0, 0.4823), (">=", 2, 0.1319), ("=", 1, 0.3858), ("=", 2, 0.1157)],
)
def test_the_catalogues_dice_facts_come_out(relation: str, count: int, chance: float) -> None:
    """The chances of zombies at one location, to four digits."""
    made = claim("zombies", location=3, relation=relation, count=count)
    found = Story().says("Anna", made).rolls(1, 2, 3, 4).last()
    assert found.prior == pytest.approx(chance, abs=5e-5)


def test_a_whole_roll_is_rarely_guessed() -> None:
    """Four different faces come in 24 orders, four of a kind in one."""
    for dice, orders in (([1, 2, 3, 4], 24), ([5, 5, 5, 5], 1), ([5, 5, 5, 1], 4)):
        found = Story().says("Anna", claim("dice", dice=dice)).rolls(1, 2, 3, 4).last()
        assert found.prior == pytest.approx(orders / 6**4)


@STEADY
@given(said=about_dice)
def test_a_dice_prior_is_a_share_of_all_rolls(said: dict[str, Any]) -> None:
    """Exact, as counted over all ordered rolls."""
    found = Story().says("Anna", Claim.read(said)).rolls(1, 2, 3, 4).last()
    chance = sum(holds_for(said, roll) for roll in ROLLS) / len(ROLLS)
    assert found.prior == pytest.approx(chance, abs=1e-12)
    assert found.basis == ("seen" if is_sure(said) else "neither")


def is_sure(said: dict[str, Any]) -> bool:
    """Tell whether all rolls are as said, or none is: who has not looked knows that too."""
    return len({holds_for(said, roll) for roll in ROLLS}) == 1


@STEADY
@given(said=about_dice, roll=st.sampled_from(ROLLS), saw=st.booleans())
def test_dice_truth_is_what_the_roll_says(
    said: dict[str, Any], roll: tuple[int, ...], *, saw: bool
) -> None:
    """Whoever speaks; and who saw knew it."""
    story = Story().rolls(*roll)
    story = story.looks("Anna", *roll) if saw else story
    found = story.says("Anna", Claim.read(said)).last()
    assert found.truth == ("true" if holds_for(said, roll) else "false")
    if saw:
        assert (found.prior, found.basis) == (float(holds_for(said, roll)), "seen")


@STEADY
@given(told=about_dice, said=about_dice)
def test_entailment_is_inclusion_of_rolls(told: dict[str, Any], said: dict[str, Any]) -> None:
    """What was told entails what is said if no roll fits the one and not the other."""
    story = Story().says("Bruno", Claim.read(told))
    found = story.says("Anna", Claim.read({**said, "said_by": "Bruno"})).last()
    fit = [roll for roll in ROLLS if holds_for(told, roll)]
    entailed = bool(fit) and all(holds_for(said, roll) for roll in fit)
    assert found.truth == ("true" if entailed else "false")
    guess = story.says("Anna", Claim.read(said)).rolls(1, 1, 1, 1).last()
    assert guess.basis == ("seen" if is_sure(said) else "told" if entailed else "neither")


@STEADY
@given(parts=st.lists(about_dice, min_size=2, max_size=3), said=about_dice)
def test_an_utterance_entails_what_its_claims_entail_together(
    parts: list[dict[str, Any]], said: dict[str, Any]
) -> None:
    """Where its claims can all be true; otherwise each alone."""
    story = Story().says("Bruno", *map(Claim.read, parts))
    found = story.says("Anna", Claim.read({**said, "said_by": "Bruno"})).last()
    together = [roll for roll in ROLLS if all(holds_for(part, roll) for part in parts)]
    fits = [[roll for roll in ROLLS if holds_for(part, roll)] for part in parts] + [together]
    entailed = any(fit and all(holds_for(said, roll) for roll in fit) for fit in fits)
    assert found.truth == ("true" if entailed else "false")


@STEADY
@given(said=about_dice, on=about_dice)
def test_on_a_condition_a_dice_prior_is_a_share_of_the_rolls_that_meet_it(
    said: dict[str, Any], on: dict[str, Any]
) -> None:
    """Where none does there is no prior."""
    found = Story().says("Anna", Claim.read({**said, "condition": on})).rolls(1, 2, 3, 4).last()
    among = [roll for roll in ROLLS if holds_for(on, roll)]
    if among:
        chance = sum(holds_for(said, roll) for roll in among) / len(among)
        assert found.prior == pytest.approx(chance, abs=1e-12)
    else:
        assert found.prior is None


@pytest.mark.parametrize(("dice", "faces"), [(1, 6), (2, 3), (5, 4), (6, 2)])
def test_any_number_of_dice_and_faces_will_do(dice: int, faces: int) -> None:
    """Nothing is made for one ruleset."""
    places = tuple(place for place in MOH.places if place.number <= faces)
    judge = Judge(replace(MOH, dice=dice, places=places), SEATS)
    story = Story().says("Anna", claim("zombies", location=1, relation=">=", count=1))
    ((_, found),) = heard(story.records, "all", judge)
    assert found.prior == pytest.approx(1 - (1 - 1 / faces) ** dice)


# --- cards ---

COPIES = {"threat": 2, "camera": 2, "sprint": 1, "pistol": 1}
SMALL = replace(
    MOH,
    cards=tuple(replace(each, count=COPIES[each.id]) for each in MOH.cards if each.id in COPIES),
)
POOL = ("threat", "threat", "camera", "camera", "sprint", "pistol")


def worlds(unlocated: tuple[str, ...], size: int) -> Iterator[tuple[str, ...]]:
    """Yield what can be in a number of hidden places, each assignment of single cards once."""
    for order in permutations(range(len(unlocated)), size):
        yield tuple(unlocated[at] for at in order)


def share(
    unlocated: tuple[str, ...], size: int, known: tuple[str, ...], said: dict[str, Any]
) -> float:
    """Return the share of assignments in which the hand is as said."""
    every = list(worlds(unlocated, size))
    fit = 0
    for hidden in every:
        number = (*hidden, *known).count(said["card"])
        as_said = compared(number, said.get("relation", ">="), said.get("count", 1))
        fit += as_said is not said.get("negated", False)
    return fit / len(every)


def without(*taken: str) -> tuple[str, ...]:
    """Return the pool without some cards."""
    return tuple((Counter(POOL) - Counter(taken)).elements())


def judged(story: Story, said: dict[str, Any], speaker: str = "Anna") -> Any:  # noqa: ANN401
    """Return the judgement of a claim at the end of a story with the small pool."""
    story.says(speaker, Claim.read(said))
    found = [each for _, each in heard(story.records, "all", Judge(SMALL, SEATS))]
    return next(each for each in found if each.message == story.turns)


@st.composite
def about_cards(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a claim about Bruno's hand."""
    card = draw(st.sampled_from(sorted(set(POOL))))
    said: dict[str, Any] = {"kind": "holds", "player": "Bruno", "card": card}
    if draw(st.booleans()):
        said |= {"relation": draw(relations), "count": draw(st.integers(0, POOL.count(card)))}
    return {**said, "negated": True} if draw(st.booleans()) else said


@st.composite
def deals(draw: st.DrawFn) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Draw Anna's hand, Bruno's, and the deck."""
    order = tuple(draw(st.permutations(POOL)))
    own, his = draw(st.integers(0, 2)), draw(st.integers(0, 3))
    return order[:own], order[own : own + his], order[own + his :]


@STEADY
@given(deal=deals(), said=about_cards())
def test_anothers_hand_is_drawn_from_what_she_cannot_locate(
    deal: tuple[tuple[str, ...], ...], said: dict[str, Any]
) -> None:
    """Her own hand is not in it."""
    own, his, deck = deal
    story = Story().deals(len(deck), Anna=" ".join(own), Bruno=" ".join(his))
    found = judged(story, said)
    chance = share(without(*own), len(his), (), said)
    assert found.prior == pytest.approx(chance, abs=1e-12)
    number = his.count(said["card"])
    as_said = compared(number, said.get("relation", ">="), said.get("count", 1))
    assert (found.truth == "true") == (as_said is not said.get("negated", False))


@STEADY
@given(deal=deals(), said=about_cards())
def test_a_hand_is_certain_to_its_owner(
    deal: tuple[tuple[str, ...], ...], said: dict[str, Any]
) -> None:
    """His own hand he knows: prior 0 or 1, as it is true or false."""
    own, his, deck = deal
    story = Story().deals(len(deck), Anna=" ".join(own), Bruno=" ".join(his))
    found = judged(story, said, "Bruno")
    assert found.prior == float(found.truth == "true")
    assert found.basis == "seen"


@STEADY
@given(deal=deals(), said=about_cards())
def test_what_was_played_is_in_no_hand(
    deal: tuple[tuple[str, ...], ...], said: dict[str, Any]
) -> None:
    """Played cards are located, whoever played them."""
    own, his, deck = deal
    story = Story().deals(len(deck), Anna=" ".join(own), Bruno=" ".join(his))
    played = his[:1]
    for card in played:
        story.plays("Bruno", card)
    found = judged(story, said)
    assert found.prior == pytest.approx(
        share(without(*own, *played), len(his[1:]), (), said), abs=1e-12
    )


@STEADY
@given(order=st.permutations(POOL), said=about_cards(), plays=st.integers(0, 2))
def test_what_she_gave_and_put_back_is_located(
    order: list[str], said: dict[str, Any], plays: int
) -> None:
    """The gift is in his hand until he plays a copy, the third card under the deck."""
    first, keep, give, under, *deck = order
    story = Story().deals(5, Bruno=first).looks_into_truck("Anna", f"{keep} {give} {under}")
    story.shares("Anna", keep, give, "Bruno", under=under)
    hand, played = [first, give], [first, give][2 - plays :]
    for card in played:
        story.plays("Bruno", card)
        hand.remove(card)
    gift = (give,) if give not in played else ()
    located = (keep, under, *played, *gift)
    found = judged(story, said)
    chance = share(without(*located), len(hand) - len(gift), gift, said)
    assert found.prior == pytest.approx(chance, abs=1e-12)
    assert len(deck) == 2


def test_the_cards_in_the_truck_are_located_while_she_looks() -> None:
    """On the gift floor what lies open to her is in no other hand."""
    story = Story().deals(5, Bruno="sprint").looks_into_truck("Anna", "threat threat pistol")
    found = judged(story, {"kind": "holds", "player": "Bruno", "card": "camera"})
    assert found.prior == pytest.approx(2 / 3)
    assert judged(story, {"kind": "holds", "player": "Bruno", "card": "threat"}).prior == 0.0


def test_a_card_under_the_deck_is_lost_sight_of_when_it_can_be_drawn() -> None:
    """Two searches later it is among the three cards on top, and may be in any hand."""
    story = Story().deals(5, Bruno="sprint").looks_into_truck("Anna", "threat threat pistol")
    story.shares("Anna", "threat", "threat", "Clara", under="pistol")
    said = {"kind": "holds", "player": "Bruno", "card": "pistol"}
    assert judged(story, said).prior == 0.0
    story.looks_into_truck("Dmitri", "camera camera pistol")
    story.shares("Dmitri", "camera", "pistol", "Bruno", under="camera")
    # She can't locate two cameras, the sprint and the pistol; Bruno holds two of these four.
    assert judged(story, said).prior == pytest.approx(1 / 2)


def test_a_card_just_below_those_drawn_is_still_located() -> None:
    """With three cards above it, a search of three leaves it on top of the deck."""
    story = Story().deals(6).looks_into_truck("Anna", "threat threat pistol")
    story.shares("Anna", "threat", "threat", "Clara", under="pistol")
    story.looks_into_truck("Dmitri", "camera camera sprint")
    story.shares("Dmitri", "camera", "camera", "Bruno", under="sprint")
    assert judged(story, {"kind": "holds", "player": "Bruno", "card": "pistol"}).prior == 0.0


def test_a_certain_prior_is_a_basis() -> None:
    """Who can locate all copies knows, and a false word about it is his own."""
    story = Story().deals(5, Anna="pistol", Bruno="sprint")
    found = judged(story, {"kind": "holds", "player": "Bruno", "card": "pistol"})
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")


def test_what_a_listener_was_not_fed_has_no_prior() -> None:
    """Clara does not know what Anna can locate; Anna herself does."""
    story = Story().deals(Anna="threat", Bruno="pistol", Clara="sprint")
    story.says("Anna", claim("holds", player="Bruno", card="camera")).round_ends()
    assert story.last("Clara").prior is None
    assert story.last("Anna").prior == story.last().prior == pytest.approx(3 / 20)


# --- the rest ---

WILL: tuple[Proposition, ...] = tuple(
    claim(kind, **fields).proposition
    for kind, fields in (
        ("go", {"location": 3}),
        ("go", {"location": 3, "player": "Bruno"}),
        ("vote", {"target": "Bruno", "vote": "chief"}),
        ("give", {"target": "Bruno"}),
        ("ally", {"target": "Bruno"}),
        ("safe", {"location": 3}),
    )
)


@pytest.mark.parametrize("said", WILL, ids=lambda said: said.kind + str(said.player))
def test_what_depends_on_a_will_has_no_prior(said: Proposition) -> None:
    """Nobody can know it by information alone."""
    found = Story().says("Anna", Claim(proposition=said)).last()
    assert (found.prior, found.basis) == (None, "neither")


@pytest.mark.parametrize(
    ("made", "prior"),
    [
        (claim("go", location=3), 1.0),
        (claim("go", location=3, negated=True), 0.0),
        (claim("go", player="Bruno", location=3), None),
    ],
)
def test_a_destination_is_settled_for_who_knows_it(made: Claim, prior: float | None) -> None:
    """She has chosen hers; his lies face down."""
    story = Story().chooses("Anna", 3).chooses("Bruno", 3).says("Anna", made)
    assert story.last().prior == prior


def test_confidence_changes_no_prior() -> None:
    """How sure a speaker sounds is not what he knew."""
    sure = claim("zombies", location=1, relation="=", count=0)
    guess = claim("zombies", location=1, relation="=", count=0, confidence="guess")
    story = Story().says("Anna", sure, guess).rolls(1, 2, 3, 4)
    assert len({each.prior for _, each in story.found()}) == 1


# --- who could know ---


def test_a_certain_yes_is_a_basis_too() -> None:
    """Anna gave Bruno the card herself: that he has it is no bluff, and not to be denied."""
    gives = Story().deals(5, Bruno="sprint").looks_into_truck("Anna", "threat camera")
    gives.shares("Anna", "camera", "threat", "Bruno")
    said = {"kind": "holds", "player": "Bruno", "card": "threat"}
    for negated, truth in ((False, "true"), (True, "false")):
        found = judged(gives, {**said, "negated": negated})
        assert (found.truth, found.prior, found.basis) == (truth, float(not negated), "seen")


def test_a_likely_hand_is_no_basis() -> None:
    """Neither certain nor impossible: she does not know."""
    story = Story().deals(4, Anna="pistol", Bruno="sprint")
    found = judged(story, {"kind": "holds", "player": "Bruno", "card": "camera"})
    assert (found.prior, found.basis) == (pytest.approx(2 / 5), "neither")


def test_a_prior_needs_all_that_its_speaker_perceived() -> None:
    """Anna has no card that Clara could miss, and may all the same have seen some."""
    story = Story().deals(Bruno="pistol", Clara="sprint").looks_into_truck("Anna", "camera threat")
    story.says("Anna", claim("holds", player="Bruno", card="camera")).round_ends()
    assert (story.last("Clara").prior, story.last("public").prior) == (None, None)
    assert story.last("Anna").prior == story.last().prior is not None


@pytest.mark.parametrize(
    "private",
    [
        lambda s: s.add("dice_seen", {"player": "Clara", "dice": [1]}, ["Clara"]),
        lambda s: s.chooses("Clara", 3),
        lambda s: s.gets("Clara", "sprint", "deal", ["Clara"]),
        lambda s: s.add("cards_seen", {"player": "Clara", "cards": ["threat"]}, ["Clara"]),
        lambda s: s.add("card_returned", {"player": "Clara", "card": "threat"}, ["Clara"]),
        lambda s: s.add("card_boxed", {"player": "Clara", "card": "threat"}, ["Clara"]),
    ],
    ids=["dice", "destination", "card", "truck", "returned", "boxed"],
)
def test_a_log_tells_by_what_it_has_whose_it_is(private: Any) -> None:  # noqa: ANN401
    """Each record that Clara alone perceives shows that all she perceives is there."""
    story = private(Story().deals(Bruno="pistol"))
    found = story.says("Clara", claim("holds", player="Bruno", card="pistol")).last("Clara")
    assert found.prior is not None


def test_whose_log_it_is_is_open_while_two_have_perceived_the_same() -> None:
    """Anna and Clara alone heard the whisper: the log may be either's."""
    story = Story().deals(Bruno="pistol").says("Anna", to=["Clara"])
    made = claim("holds", player="Bruno", card="pistol")
    assert story.says("Clara", made).last("Clara").prior is None
    assert story.chooses("Clara", 3).says("Clara", made).last("Clara").prior is not None
    assert (
        story.says("Anna", made, to=["Clara"]).says("Clara", made).last("Clara").prior is not None
    )


def test_a_confession_of_nothing_found_is_no_knowledge() -> None:
    """Where nothing is decided, nothing is settled."""
    found = Story().says("Anna", claim("lied")).last()
    assert (found.truth, found.prior, found.basis) == ("undetermined", None, "neither")


def test_where_others_go_is_known_once_it_is_out() -> None:
    """Face down it is a guess; turned over, all have seen it."""
    made = claim("go", player="Bruno", location=5)
    story = Story().chooses("Anna", 3).chooses("Bruno", 3)
    assert story.says("Anna", made).last().basis == "neither"
    found = story.reveals(Anna=3, Bruno=3).says("Anna", made).last()
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")


def test_one_destination_that_is_known_settles_no_other() -> None:
    """Clara has announced hers; Bruno's lies face down."""
    story = Story().announces("Clara", 4).chooses("Bruno", 5)
    found = story.says("Anna", claim("go", player="Bruno", location=5)).last()
    assert (found.prior, found.basis) == (None, "neither")


def test_a_card_under_the_deck_comes_nearer_with_each_search() -> None:
    """With four above it the first search of three leaves it there, the second may draw it."""
    story = Story().deals(7, Bruno="sprint").looks_into_truck("Anna", "threat threat pistol")
    story.shares("Anna", "threat", "threat", "Clara", under="pistol")
    said = claim("holds", player="Bruno", card="pistol")
    story.looks_into_truck("Dmitri", "camera camera hidden")
    story.shares("Dmitri", "camera", "camera", "Clara", under="hidden")
    assert story.says("Anna", said).last().prior == 0.0
    prior = story.looks_into_truck("Dmitri", "camera hidden threat").says("Anna", said).last().prior
    assert prior is not None
    assert prior > 0


def test_that_a_place_held_is_seen_by_all() -> None:
    """Who repeats it knows it."""
    held = {"place": 3, "strength": 4, "zombies": 2}
    found = Story().add("place_held", held).says("Bruno", claim("safe", location=3)).last()
    assert (found.truth, found.prior, found.basis) == ("true", 1.0, "seen")


def test_which_cards_the_searcher_sees_others_cannot_tell() -> None:
    """To Clara any card may be given, until all know that it was not."""
    story = Story().deals(Clara="sprint").looks_into_truck("Anna", "threat camera")
    story.says("Anna", claim("give", target="Bruno", card="shotgun"))
    assert (story.last().basis, story.truth()) == ("seen", "false")
    assert story.last("Clara").basis == "neither"


def test_what_the_searcher_sees_settles_only_what_the_searcher_gives() -> None:
    """Neither what Anna says of another's gift, nor what another pledges meanwhile."""
    story = Story().deals(Clara="sprint").looks_into_truck("Anna", "threat camera")
    for who in ("Anna", "Clara"):
        made = claim("give", player="Clara", target="Bruno", card="shotgun")
        assert story.says(who, made).last().basis == "neither"


def test_a_search_that_is_over_binds_no_later_gift() -> None:
    """The cards that were seen are gone; the next truck has others."""
    story = Story().deals().looks_into_truck("Anna", "threat camera")
    story.shares("Anna", "threat", "camera", "Bruno")
    assert story.says("Anna", claim("give", target="Clara", card="shotgun")).last().basis != "seen"


def test_a_gift_stays_where_it_is_while_others_play_that_card() -> None:
    """Only Bruno can play the threat that Anna gave him."""
    story = (
        Story().deals(4, Bruno="sprint", Clara="threat").looks_into_truck("Anna", "camera threat")
    )
    story.shares("Anna", "camera", "threat", "Bruno").plays("Clara", "threat")
    found = judged(story, {"kind": "holds", "player": "Bruno", "card": "threat"})
    assert (found.prior, found.basis) == (1.0, "seen")


def test_what_the_searcher_sees_and_keeps_is_hidden_from_others() -> None:
    """Neither the open truck nor the kept card is located by Dmitri; that one is kept he knows."""
    said = {"kind": "holds", "player": "Bruno", "card": "pistol"}
    story = Story().deals(5, Bruno="sprint").looks_into_truck("Anna", "threat camera pistol")
    assert judged(story, said, "Dmitri").prior == pytest.approx(1 / 6)
    story.shares("Anna", "threat", "camera", "Clara", under="pistol")
    kept = judged(story, {"kind": "holds", "player": "Anna", "card": "pistol"}, "Dmitri")
    assert kept.prior == pytest.approx(1 / 6)
    assert judged(story, said, "Dmitri").prior == pytest.approx(1 / 6)
