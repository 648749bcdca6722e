"""Bots that vote by what they were told of the dice: for whom, how often, and what they forget."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from arena.claims import Claim
from arena.lab.proofs.proof import region
from arena.seats.planted import planted_seat
from arena.seats.planted.electors import Elector
from arena.seats.seat import Question
from arena.talk.speech import TalkTurn
from engine import Option, ruleset
from tests.arena.claims.helpers import SEATS, Story, claim, p
from tests.arena.lab.word_games import games
from tests.arena.records_of import records_of
from tests.breadth import EACH_FAMILY

TIMES = 400
DICE = (1, 2, 2, 5)
TRUE, FALSE = claim("dice", dice=list(DICE)), claim("dice", dice=[1, 2, 2, 6])
ZOMBIES = claim("zombies", location=6, relation="=", count=3)
SPECS = tuple(f"planted:elector({each})" for each in ("0,0", "0,0.33", "0.5,0.3", "1,0.33"))
COUNT = 4


def question(kind: str, *options: Mapping[str, Any], at: int = 1, round_: int = 2) -> Question:
    """Return a question to Anna; options are named by what they give, or `pass`."""
    return Question(
        id=f"Anna.{at}", seat="Anna", kind=kind, sealed=True, phase="any", round=round_, place=4,
        context={},
        options=tuple(
            Option(id=str(next(iter(each.values()), "pass")), label="", args=each)
            for each in options
        ),
    )  # fmt: skip


def votes(
    story: Story, *, q: float = 0.2, left: float = 1.0, round_: int = 2,
    among: Sequence[str] = SEATS, kind: str = "cast_vote",
) -> Counter[str | None]:  # fmt: skip
    """Return for whom Anna votes for the truck, over and over, by what she heard in a story."""
    elector, view = Elector("s", 0.5, q, left), {"vote": {"kind": "truck"}}
    options = [{"player": each} for each in among]
    return Counter(
        elector.choose(
            question(kind, *options, at=at, round_=round_), view, records_of(story.records)
        )
        for at in range(TIMES)
    )


def told(story: Story | None = None, /, **claims: Claim) -> Story:
    """Let some tell the dice 1, 2, 2 and 5 of a round, which are lifted then."""
    story = (story or Story()).rolls(*DICE)
    for name, said in claims.items():
        story.says(name, said)
    return story.lifts(*DICE).round_ends()


# --- for whom it votes ---


@pytest.mark.parametrize("kind", ["cast_vote", "point_at"])
def test_it_votes_for_who_told_the_truth_in_its_share(kind: str) -> None:
    """For Bruno in a fifth, never for Clara who lied, for itself and silent Dmitri by halves."""
    found = votes(told(Bruno=TRUE, Clara=FALSE), kind=kind)
    assert set(found) == {"Anna", "Bruno", "Dmitri"}
    assert found["Bruno"] in region(TIMES, 0.2)
    assert found["Anna"] in region(TIMES, 0.4)


@pytest.mark.parametrize("made", [
    claim("dice", dice=[1, 2, 2, 6], negated=True),
    claim("dice", dice=[1, 2, 2, 6], said_by="Clara"),
    claim("dice", dice=[1, 2, 2, 6], condition=p("safe", location=5)),
])  # fmt: skip
def test_only_a_flat_report_makes_a_liar(made: Claim) -> None:
    """What Bruno denies, quotes or says on a condition is as if he had said nothing."""
    assert votes(told(Bruno=made)) == votes(told())


@pytest.mark.parametrize("q", [0.1, 0.2, 0.3])
def test_each_who_told_the_truth_has_the_share(q: float) -> None:
    """Three have it each, and Anna has what is left."""
    found = votes(told(Bruno=TRUE, Clara=TRUE, Dmitri=TRUE), q=q)
    assert all(found[each] in region(TIMES, q) for each in SEATS[1:])
    assert found["Anna"] in region(TIMES, 1 - 3 * q)


def test_with_a_third_it_votes_for_one_of_three_who_told_the_truth() -> None:
    """Never for itself."""
    found = votes(told(Bruno=TRUE, Clara=TRUE, Dmitri=TRUE), q=1 / 3)
    assert set(found) == set(SEATS[1:])
    assert all(count in region(TIMES, 1 / 3) for count in found.values())


def test_without_a_share_it_never_votes_for_who_told_the_truth() -> None:
    """Told something, it votes for whom it was told nothing of."""
    assert set(votes(told(Bruno=TRUE, Clara=FALSE), q=0)) == {"Anna", "Dmitri"}


def test_where_all_others_lied_it_votes_for_itself() -> None:
    """Whatever it said itself."""
    lied = {"Bruno": FALSE, "Clara": FALSE, "Dmitri": FALSE}
    assert votes(told(**lied)) == votes(told(Anna=FALSE, **lied)) == {"Anna": TIMES}


@pytest.mark.parametrize("story", [
    Story(), told(), told(Anna=TRUE), told(Bruno=ZOMBIES),
    Story().rolls(*DICE).says("Bruno", TRUE).says("Clara", FALSE),
])  # fmt: skip
def test_told_nothing_it_votes_for_all_alike(story: Story) -> None:
    """Nor of what is no roll, nor while nobody has seen whether it is true."""
    found = votes(story)
    assert set(found) == set(SEATS)
    assert all(count in region(TIMES, 1 / 4) for count in found.values())


def test_a_roll_is_true_in_any_order() -> None:
    """And false with one die turned."""
    found = votes(told(Bruno=claim("dice", dice=[5, 2, 1, 2]), Clara=FALSE))
    assert found["Bruno"] in region(TIMES, 0.2)
    assert "Clara" not in found


def test_only_candidates_have_a_share() -> None:
    """Bruno told the truth and can't be voted for: Clara has hers, Anna the rest."""
    found = votes(told(Bruno=TRUE, Clara=TRUE), among=("Anna", "Clara"))
    assert found["Clara"] in region(TIMES, 0.2)
    assert set(found) == {"Anna", "Clara"}


def test_who_stands_against_liars_alone_and_not_itself_is_left_to_chance() -> None:
    """There is nobody whom it would vote for."""
    assert votes(told(Bruno=FALSE), among=("Bruno",)) == {None: TIMES}


@pytest.mark.parametrize(("round_", "of_q"), [(2, 0.0), (3, 0.6)])
def test_it_forgives_a_share_after_two_rounds(round_: int, of_q: float) -> None:
    """Who lied in the first round has nothing in the second, and in the third 1 - 0.4 of q."""
    found = votes(told(Bruno=FALSE), q=0.3, left=0.4, round_=round_)
    assert found["Bruno"] in region(TIMES, 0.3 * of_q)


# --- what it remembers ---


@pytest.mark.parametrize(("round_", "remembers"), [(2, True), (3, True), (4, False)])
def test_a_report_is_remembered_for_two_rounds(round_: int, *, remembers: bool) -> None:
    """A lie of the first round: in the second and the third, and not in the fourth."""
    found = votes(told(Bruno=FALSE), round_=round_)
    assert ("Bruno" not in found) is remembers


@pytest.mark.parametrize(("first", "last", "chosen"), [(FALSE, TRUE, True), (TRUE, FALSE, False)])
def test_the_last_report_counts(first: Claim, last: Claim, *, chosen: bool) -> None:
    """Who lied in the first round and told the truth in the second is trusted, and vice versa."""
    found = votes(told(told(Bruno=first).round(2), Bruno=last), round_=3)
    assert (found["Bruno"] > 0) is chosen
    assert not chosen or found["Bruno"] in region(TIMES, 0.2)


def test_a_roll_is_held_against_the_dice_of_its_own_round() -> None:
    """What was true of the first round's is false of the second's, and vice versa."""
    sixes = claim("dice", dice=[6] * 4)
    story = told(Bruno=TRUE, Dmitri=sixes).round(2).rolls(*[6] * 4).says("Clara", TRUE)
    found = votes(story.lifts(*[6] * 4), round_=3)
    assert found["Bruno"] in region(TIMES, 0.2)
    assert set(found) == {"Anna", "Bruno"}


# --- what it does else ---


@pytest.mark.parametrize(("kind", "vote"), [
    ("cast_vote", "attack"), ("point_at", "attack"), ("cast_revote", "truck"),
    ("break_tie", "chief"), ("play_vote_card", "truck"), ("cast_vote", None),
])  # fmt: skip
def test_other_questions_are_left_to_chance(kind: str, vote: str | None) -> None:
    """Attacks, second ballots, ties and cards."""
    view = {"vote": None if vote is None else {"kind": vote}}
    asked = question(kind, *({"player": each} for each in SEATS))
    assert Elector("s", 0, 0.2).choose(asked, view, records_of(told(Bruno=FALSE).records)) is None


@pytest.mark.parametrize("kind", ["use_camera", "use_walkie_talkie"])
def test_it_looks_when_it_can(kind: str) -> None:
    """Wherever the option to pass stands."""
    passes: Mapping[str, Any] = {}
    card = {"card": "a"}
    for options in ((passes, card), (card, passes)):
        asked = question(kind, *options)
        assert Elector("s", 0, 0.2).choose(asked, {"vote": None}, ()) == "a"


def goes(
    own: Sequence[int] = (), *, of_others: Sequence[int] = (), among: Sequence[int] = range(1, 7),
    id_: str = "moh",
) -> set[str | None]:  # fmt: skip
    """Return where Anna goes, asked over and over, with characters at some locations."""
    characters = {at: [{"player": "Anna"}] * own.count(at) for at in range(1, 7)}
    for at in of_others:
        characters[at].append({"player": "Bruno"})
    places = [{"number": at, "characters": here} for at, here in characters.items()]
    view = {"vote": None, "ruleset": id_, "places": places}
    options = [{"location": each} for each in among]
    return {
        Elector("s", 0, 0.2).choose(question("choose_destination", *options, at=at), view, ())
        for at in range(40)
    }


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_it_goes_where_it_can_be_voted_for_and_has_nobody(family: str) -> None:
    """To the truck or the Chief's, to the other one if it is at one; others there don't matter."""
    roles = ruleset(family).roles
    truck, chief = roles["parking"], roles["hq"]
    assert goes(id_=family) == {str(truck), str(chief)}
    assert goes([truck, 1], of_others=[chief], id_=family) == {str(chief)}
    assert goes([chief, chief], of_others=[truck], id_=family) == {str(truck)}


def test_who_is_at_both_or_can_not_go_there_goes_anywhere() -> None:
    """That is left to chance."""
    roles = ruleset("moh").roles
    both = roles["parking"], roles["hq"]
    elsewhere = [each for each in range(1, 7) if each not in both]
    assert goes(both) == goes(among=elsewhere) == {None}
    assert goes(among=[*elsewhere, both[1]]) == {str(both[1])}


TURN = TalkTurn(
    id="Anna.t1", seat="Anna", task="speak", floor="dice", place=None, present=(), round=1,
    phase="dice", turn=1, turns=1, reply=0, replies=0, messages=1, whispers=True, characters=400,
    wave=1,
)  # fmt: skip


@pytest.mark.parametrize(("p", "true"), [(0.0, {True}), (1.0, {False}), (0.5, {True, False})])
def test_it_reports_the_dice_as_a_liar_does(p: float, true: set[bool]) -> None:
    """What it has seen, or another roll; unseen it says nothing."""
    view = {"dice": list(DICE), "places": [{"number": at} for at in range(1, 7)]}
    said = []
    for at in range(20):
        speech = Elector(f"{at}", p, 0.2).say(TURN, view, ())
        assert speech is not None
        said.append(tuple(sorted(speech.messages[0].claims[0].proposition.dice or ())) == DICE)
    assert set(said) == true
    assert Elector("s", p, 0.2).say(TURN, {**view, "dice": None}, ()) is None


# --- at tables ---


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_all_that_they_say_and_choose_can_be_taken(family: str, spec: str) -> None:
    """No default stands in."""
    for game in games(family, spec, count=COUNT):
        assert game.messages
        assert not {each.type for each in game.records} & {"turn_defaulted", "answer_defaulted"}


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_they_look_whenever_they_are_asked(family: str) -> None:
    """With a card; who has none has one option."""
    asked = [
        bool(choice.chosen_args)
        for spec in SPECS
        for game in games(family, spec, count=COUNT)
        for choice in game.choices
        if choice.kind in {"use_camera", "use_walkie_talkie"} and len(choice.options) > 1
    ]
    assert len(asked) > 10
    assert all(asked)


@pytest.mark.parametrize(("spec", "share"), [(SPECS[0], 0), (SPECS[2], 0.5), (SPECS[3], 1)])
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_they_lie_in_their_share_of_reports(family: str, spec: str, share: float) -> None:
    """All that they say is a roll that they have seen, or another."""
    reports = [each for game in games(family, spec, count=COUNT) for each in game.reports]
    assert len(reports) == sum(len(game.messages) for game in games(family, spec, count=COUNT))
    assert all(each.saw for each in reports)
    false = sum(each.false for each in reports)
    assert false in region(len(reports), share)
    assert share == 0.5 or false == share * len(reports)


def reporters_voted_for(family: str, spec: str) -> list[bool]:
    """Return whether each first ballot with one other who had told of dice was for that one.

    Of the truck's and the Chief's, where one candidate but the voter has reported dice of the two
    rounds before.
    """
    found = []
    for game in games(family, spec, count=COUNT):
        for vote in game.votes:
            rounds = vote.round - 1, vote.round - 2
            told_ = {each.message.speaker for each in game.reports if each.message.round in rounds}
            for ballot in vote.ballots[:1] if vote.kind != "attack" else ():
                for voter, target in ballot.cast.items():
                    others = told_ & set(ballot.candidates) - {voter}
                    if len(others) == 1:
                        found.append(target in others)
    return found


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_at_a_table_of_honest_ones_reporters_have_the_share(family: str) -> None:
    """None with a share of 0; where all lie they have none either."""
    voted = reporters_voted_for(family, SPECS[1])
    assert len(voted) > 10
    assert sum(voted) in region(len(voted), 0.33)
    assert any(voted)
    for never in (SPECS[0], SPECS[3]):
        left = reporters_voted_for(family, never)
        assert len(left) > 10
        assert not any(left)


@pytest.mark.parametrize(("argument", "shares"), [
    ("elector", (0.5, 0.3)), ("elector(0.1)", (0.1, 0.3)), ("elector(q=0.2,p=1)", (1.0, 0.2)),
])  # fmt: skip
def test_the_shares_are_those_of_the_spec(argument: str, shares: tuple[float, float]) -> None:
    """Left out they are a half of lies and 0.3 of votes."""
    seat = planted_seat(argument, "s", {})
    assert isinstance(seat, Elector)
    assert (seat.p, seat.q) == shares
