"""What was said and what became of it: messages, reports, announcements, offers."""

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.claims import Claim
from arena.claims.offers import Offer, Reply
from arena.claims.verdict import Verdict
from arena.lab.game import Announcement, Game, Report
from tests.arena.claims.helpers import Story, claim, p
from tests.arena.lab.simulated import played, read
from tests.arena.lab.stories import told
from tests.arena.narration.talked import accepts, bargains
from tests.arena.records_of import plain_of
from tests.breadth import EACH_RULESET

DICE = (1, 2, 2, 5)
TRUE, FALSE = claim("dice", dice=list(DICE)), claim("dice", dice=[1, 2, 2, 6])
ROLLS = st.lists(st.integers(1, 6), min_size=4, max_size=4)


def looked() -> Story:
    """Return a story in which Anna has seen the dice under the box."""
    return Story().rolls(*DICE).looks("Anna", *DICE)


def reports(story: Story) -> Sequence[Report]:
    """Return the reports of a story."""
    return told(story).reports


def report(*claims: Claim) -> Report:
    """Return what Anna says of dice that she has seen."""
    (found,) = reports(looked().says("Anna", *claims))
    return found


# --- messages ---


def test_who_is_whispered_to_hears_it_and_nobody_else() -> None:
    """Aloud all hear it; nobody hears themselves."""
    aloud, whisper = told(Story().says("Anna").says("Bruno", to=["Anna", "Clara"])).messages
    assert (aloud.whisper, aloud.to) == (False, ())
    assert set(aloud.hearers) == {"Bruno", "Clara", "Dmitri"}
    assert (whisper.whisper, whisper.to, whisper.hearers) == (
        True, ("Anna", "Clara"), ("Anna", "Clara"),
    )  # fmt: skip


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_every_message_of_a_game_is_read(ruleset: str) -> None:
    """With its listeners and claims, each claim with its judgement."""
    records = [each for each in plain_of(played(ruleset).records) if each["type"] == "said"]
    judged = [each for each in plain_of(played(ruleset).records) if each["type"] == "claim_judged"]
    game = read(ruleset)
    assert [each.at for each in game.messages] == [each["i"] for each in records]
    for each, record in zip(game.messages, records, strict=True):
        seen_by = game.seats if record["seen_by"] == "all" else record["seen_by"]
        assert set(each.hearers) == set(seen_by) - {each.speaker}
        assert each.whisper is (record["seen_by"] != "all")
        assert [one.made.claim.data() for one in each.claims] == record["data"]["claims"]
    found = {
        (one.made.message, one.made.at): (one.judged_at, one.truth, one.verdict is not None)
        for one in game.claims
        if one.judgement is not None
    }
    assert found == {
        (each["data"]["message"], each["data"]["claim"]): (each["i"], each["data"]["truth"], True)
        for each in judged
    }
    assert any(each.whisper for each in game.messages)


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_every_turn_to_talk_is_read_once(ruleset: str) -> None:
    """Said or silent: with several messages it is one turn."""
    tasks = {"said": "said", "silent": "silent", "bid": "bid", "turn_defaulted": "defaulted"}
    wanted: dict[str, tuple[int, str, str]] = {}
    for each in plain_of(played(ruleset).records):
        if each["type"] in tasks:
            first = each["i"], each["actor"], tasks[each["type"]]
            wanted.setdefault(each["data"]["turn"], first)
    assert {each.id: (each.at, each.seat, each.task) for each in read(ruleset).turns} == wanted


def test_a_claim_of_a_game_that_broke_off_is_not_judged() -> None:
    """It has neither truth nor verdict, which is not to be undecided."""
    (open_,) = told(Story().says("Anna", claim("go", location=5))).claims
    assert (open_.judgement, open_.judged_at, open_.truth, open_.verdict) == (None,) * 4


def test_words_are_parted_by_white_space() -> None:
    """Of a text without any there is one."""
    assert [each.words for each in told(Story().says("Anna")).messages] == [1]


# --- reports ---


def test_all_that_a_message_says_of_dice_is_one_report() -> None:
    """False where one claim of it is; other claims are not in it."""
    found = report(
        TRUE, claim("zombies", location=2, relation="=", count=1), claim("go", location=2)
    )
    assert [each.made.said.kind for each in found.claims] == ["dice", "zombies"]
    assert (found.saw, found.false, found.dice) == (True, True, DICE)
    assert (found.numbers, found.wrong) == (5, 1)


def test_who_looks_after_speaking_had_not_seen() -> None:
    """Nor had who never looked, nor who looked in the round before."""
    story = Story().rolls(*DICE).says("Anna", TRUE).looks("Anna", *DICE).says("Anna", TRUE)
    story.says("Bruno", TRUE).lifts(*DICE).round_ends().round(2).rolls(*DICE).says("Anna", TRUE)
    assert [each.saw for each in reports(story)] == [False, True, False, False]


def test_only_dice_under_the_box_are_reported() -> None:
    """Not those to come, nor those that all see."""
    story = Story().says("Anna", TRUE).rolls(*DICE).looks("Anna", *DICE).says("Anna", TRUE)
    story.lifts(*DICE).says("Anna", FALSE)
    (found,) = reports(story)
    assert found.message.number == 2


@pytest.mark.parametrize("made", [
    claim("dice", dice=[1, 2, 2, 6], said_by="Bruno"),
    claim("dice", dice=[1, 2, 2, 6], condition=p("saw")),
    claim("dice", dice=[1, 2, 2, 6], negated=True),
    claim("zombies", location=2, relation=">=", count=0),
    claim("zombies", location=2, relation="<=", count=4),
    claim("safe", location=2),
    claim("saw"),
])  # fmt: skip
def test_what_is_not_said_flatly_of_the_dice_is_no_report(made: Claim) -> None:
    """Hearsay, on a condition, true of all dice but one, true of all, or of something else."""
    assert reports(looked().says("Anna", made)) == ()


@pytest.mark.parametrize(("relation", "count", "wrong"), [
    ("=", 2, 0), ("=", 1, 1), (">=", 1, 0), (">=", 3, 1), ("<=", 2, 0), ("<=", 1, 1),
])  # fmt: skip
def test_a_number_of_dice_is_one_number(relation: str, count: int, wrong: int) -> None:
    """Right or wrong, by how much it may be: two dice show 2."""
    found = report(claim("zombies", location=2, relation=relation, count=count))
    assert (found.numbers, found.wrong, found.false) == (1, wrong, bool(wrong))


@settings(max_examples=60, deadline=None)
@given(ROLLS, ROLLS)
def test_wrong_are_the_dice_that_have_to_be_turned(dice: list[int], said: list[int]) -> None:
    """The fewest, over all orders of the dice told; none where the report is true."""
    story = Story().rolls(*dice).looks("Anna", *dice).says("Anna", claim("dice", dice=said))
    (found,) = reports(story.lifts(*dice))
    turned = min(
        sum(one != other for one, other in zip(dice, order, strict=True))
        for order in permutations(said)
    )
    assert (found.numbers, found.wrong) == (4, turned)
    assert found.false is (turned > 0)


SIZES = st.lists(st.integers(1, 6), min_size=4, max_size=6)


@settings(max_examples=30, deadline=None)
@given(SIZES, SIZES)
def test_of_a_roll_of_another_size_those_too_many_or_too_few_are_wrong(
    dice: list[int], said: list[int]
) -> None:
    """In Osaczeni four to six dice are rolled; no more numbers are wrong than there are."""
    story = Story().rolls(*dice).looks("Anna", *dice).says("Anna", claim("dice", dice=said))
    (found,) = told(story.lifts(*dice), "osaczeni").reports
    longer, shorter = sorted((dice, said), key=len, reverse=True)
    right = max(
        sum(one == other for one, other in zip(order, shorter, strict=True))
        for order in permutations(longer, len(shorter))
    )
    assert (found.numbers, found.wrong) == (len(longer), len(longer) - right)
    assert found.false is (found.wrong > 0)


def test_a_report_of_what_another_told_is_told() -> None:
    """Bruno, who has not looked, repeats what Anna said."""
    own, again = reports(looked().says("Anna", FALSE).says("Bruno", FALSE).lifts(*DICE))
    assert (own.told, again.told, again.saw) == (False, True, False)


# --- announcements ---


def announced(story: Story) -> Sequence[Announcement]:
    """Return the announcements of a story."""
    return told(story).announcements


def goes(location: int, **more: object) -> Claim:
    """Return an announcement."""
    return claim("go", location=location, **more)


def test_an_announcement_stands_beside_what_was_chosen() -> None:
    """Kept or not; of who was bound by an open one, or chose nothing, there is none."""
    story = Story().says("Anna", goes(5)).says("Bruno", goes(5)).says("Clara", goes(5))
    story.announces("Clara", 5).chooses("Anna", 5).chooses("Bruno", 3)
    story.reveals(Anna=5, Bruno=3, Clara=5)
    found = {each.claim.made.speaker: each.destination for each in announced(story)}
    assert found == {"Anna": 5, "Bruno": 3}


def test_an_announcement_after_the_choice_is_none() -> None:
    """Its speaker knows already."""
    assert announced(Story().chooses("Anna", 5).says("Anna", goes(5)).reveals(Anna=5)) == ()


@pytest.mark.parametrize("made", [
    goes(5, negated=True), goes(5, condition=p("go", player="Bruno", location=3)),
    goes(5, player="Bruno"), goes(5, said_by="Bruno"), claim("safe", location=5),
])  # fmt: skip
def test_what_announces_no_destination_of_ones_own_is_none(made: Claim) -> None:
    """Where one will not go, on a condition, of others."""
    assert announced(Story().says("Anna", made).chooses("Anna", 3).reveals(Anna=3)) == ()


def places(story: Story) -> list[int | None]:
    """Return the announced destinations that stood when Anna chose."""
    return [each.claim.made.said.location for each in announced(story.chooses("Anna", 3))]


def test_the_last_announcement_before_the_same_listeners_counts() -> None:
    """The one before is taken back, as its verdict says; also one that was whispered."""
    story = Story().says("Anna", goes(5), to=["Bruno"]).says("Anna", goes(2)).says("Anna", goes(3))
    assert places(story) == [3]
    game = told(story.reveals(Anna=3))
    assert [each.made.taken_back for each in game.claims] == [True, True, False]
    assert [each.verdict for each in game.claims][-1] == Verdict.ANNOUNCEMENT_KEPT


def test_an_announcement_counts_before_listeners_whom_the_last_did_not_reach() -> None:
    """Clara and Dmitri still believe what all were told, or what only they were."""
    assert places(Story().says("Anna", goes(5)).says("Anna", goes(3), to=["Bruno"])) == [5, 3]
    story = Story().says("Anna", goes(5), to=["Clara"]).says("Anna", goes(3), to=["Bruno"])
    assert places(story) == [5, 3]


def test_an_announcement_of_another_round_is_not_taken_back() -> None:
    """It was for that round."""
    story = Story().says("Anna", goes(5)).chooses("Anna", 5).reveals(Anna=5).round_ends()
    story.round(2).says("Anna", goes(2)).chooses("Anna", 2).reveals(Anna=2)
    assert [each.destination for each in announced(story)] == [5, 2]


def news(story: Story) -> list[str]:
    """Return the types of the records that told Anna of dice since she announced."""
    game = told(story.chooses("Anna", 3).says("Bruno", TRUE).reveals(Anna=3))
    (found,) = (each for each in game.announcements if each.claim.made.speaker == "Anna")
    return [game.records[at].type for at in found.news]


def test_what_an_announcer_knew_is_no_news() -> None:
    """Looks and reports before it, and those after the choice."""
    story = looked().says("Bruno", TRUE).says("Anna", goes(5))
    assert news(story) == []


def test_a_look_and_a_report_after_an_announcement_are_news() -> None:
    """In their order: the own look, and what another says aloud or to the announcer."""
    story = Story().rolls(*DICE).says("Anna", goes(5)).looks("Anna", *DICE).says("Bruno", FALSE)
    story.says("Clara", claim("zombies", location=5, relation=">=", count=2), to=["Anna"])
    assert news(story) == ["dice_peeked", "said", "said"]


def test_a_report_at_once_with_an_announcement_is_news() -> None:
    """Whichever of the two was written down first: neither had heard the other."""
    later = Story().rolls(*DICE).says("Anna", goes(5)).says("Bruno", TRUE, at_once=True)
    first = Story().rolls(*DICE).says("Bruno", TRUE).says("Anna", goes(5), at_once=True)
    assert news(later) == news(first) == ["said"]


def test_what_tells_an_announcer_nothing_of_dice_is_no_news() -> None:
    """Another's look, what the announcer says or can't hear, hearsay, what is true anyhow."""
    story = Story().rolls(*DICE).says("Anna", goes(5)).looks("Bruno", *DICE).says("Anna", TRUE)
    story.says("Bruno", TRUE, to=["Clara"]).says("Bruno", goes(5))
    story.says("Clara", claim("dice", dice=list(DICE), said_by="Bruno"))
    story.says("Clara", claim("dice", dice=list(DICE), condition=p("safe", location=5)))
    story.says("Clara", claim("zombies", location=5, relation=">=", count=0))
    assert news(story) == []


# --- offers ---

CHIEF, CARD = p("vote", vote="chief"), p("give")


def offered(*to: str) -> Story:
    """Let Anna offer a vote for a card."""
    return bargains(Story(), "Anna", Offer(to=to, gives=(CHIEF,), wants=(CARD,)))


def endings(game: Game) -> dict[str, str | None]:
    """Return how each offer of a game ended, by whom it was made to."""
    return {each.to: each.ending for each in game.offers}


def test_an_offer_is_read_once_for_each_to_whom_it_was_made() -> None:
    """With its own ending, and the record of it."""
    story = bargains(offered("Bruno", "Clara"), "Clara", Reply(act="decline", deal=1))
    game = told(accepts(story, "Bruno"))
    assert endings(game) == {"Bruno": "accepted", "Clara": "declined"}
    assert {(each.offerer, each.deal, each.floor) for each in game.offers} == {("Anna", 1, "dice")}
    for each in game.offers:
        assert each.ended_at is not None
        assert game.records[each.ended_at].plain()["data"]["player"] == each.to
        assert game.records[each.at].type == "deal_offered"


def test_an_offer_of_a_game_that_broke_off_has_no_ending() -> None:
    """It was not declined."""
    assert endings(told(offered("Bruno"))) == {"Bruno": None}


def test_an_offer_that_nobody_answered_lapses() -> None:
    """With the round."""
    assert endings(told(offered("Bruno").round_ends().round(2))) == {"Bruno": "lapsed"}


def test_a_withdrawn_and_a_countered_offer_are_told_apart() -> None:
    """The counter-offer is an offer of its own."""
    story = bargains(offered("Bruno"), "Anna", Reply(act="withdraw", deal=1))
    assert endings(told(story)) == {"Bruno": "withdrawn"}
    counter = Offer(to=("Anna",), gives=(CARD,), wants=(CHIEF,), counters=1)
    game = told(bargains(offered("Bruno"), "Bruno", counter))
    assert endings(game) == {"Bruno": "countered", "Anna": None}


def test_both_sides_of_an_accepted_deal_are_told_by_party() -> None:
    """Anna breaks hers; of the other, for which there was no occasion, something is told too."""
    story = accepts(offered("Bruno"), "Bruno").calls("chief", 5, "Anna", "Bruno", "Clara")
    cast = {"Anna": "Clara", "Bruno": "Clara", "Clara": "Clara"}
    data = {"kind": "chief", "place": 5, "number": 1, "ballots": cast, "leaders": ["Clara"]}
    data |= {"totals": {"Anna": 0, "Bruno": 0, "Clara": 3}, "weights": dict.fromkeys(cast, 1)}
    (found,) = told(story.add("votes_revealed", data).round_ends().game_ends()).offers
    assert set(found.sides) == {"Anna", "Bruno"}
    assert (found.sides["Anna"].outcome, found.sides["Bruno"].outcome) == ("broken", "no_occasion")
    assert {each.deal for each in found.sides.values()} == {found.deal}


def test_an_offer_that_was_declined_has_no_sides() -> None:
    """Also where another accepted it."""
    story = bargains(offered("Bruno", "Clara"), "Clara", Reply(act="decline", deal=1))
    game = told(accepts(story, "Bruno").round_ends().game_ends())
    sides = {each.to: set(each.sides) for each in game.offers}
    assert sides == {"Bruno": {"Anna", "Bruno"}, "Clara": set()}


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_all_offers_of_a_game_are_read(ruleset: str) -> None:
    """Each offer once for each to whom it was made, as the log ends it, and its sides."""
    records, game = plain_of(played(ruleset).records), read(ruleset)
    made = [each for each in records if each["type"] == "deal_offered"]
    assert [(each.at, each.to) for each in game.offers] == [
        (each["i"], to) for each in made for to in each["data"]["to"]
    ]
    ended: dict[tuple[int, str], str] = {}
    for each in records:
        if each["type"] == "deal_answered":
            data = each["data"]
            ended.setdefault((data["deal"], data["player"]), data["answer"])
    assert {(each.deal, each.to): each.ending for each in game.offers} == ended
    settled = [each for each in records if each["type"] == "deal_settled"]
    assert sum(len(each.sides) for each in game.offers) == len(settled)
    for each in game.offers:
        assert each.sides == {} or each.ending == "accepted"
        assert set(each.sides) <= {each.offerer, each.to}


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_announcements_of_a_game_stand_before_the_choice_of_their_speaker(ruleset: str) -> None:
    """News lie between; a listener of two of one speaker's heard different ones."""
    game = read(ruleset)
    assert game.announcements
    for each in game.announcements:
        made = each.claim.made
        round_ = game.rounds[made.round]
        assert each.claim.at < round_.chosen[made.speaker]
        assert each.destination == round_.destinations[made.speaker]
        for at in each.news:
            assert at < round_.chosen[made.speaker]
            record = game.records[at].plain()
            assert (record["type"] == "dice_peeked") is (
                record["data"].get("player") == made.speaker
            )
    by_speaker: dict[tuple[int, str], list[frozenset[str]]] = {}
    for each in game.announcements:
        heard = frozenset(each.claim.made.hearers or game.seats)
        key = each.claim.made.round, each.claim.made.speaker
        assert not any(one <= heard for one in by_speaker.get(key, ()))
        by_speaker.setdefault(key, []).append(heard)
