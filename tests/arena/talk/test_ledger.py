"""When each kind of claim is judged, and how it turns out: every kind, every outcome."""

from collections.abc import Callable

import pytest

from arena.talk import Claim, ClaimError, Judgement, Ledger
from tests.arena.talk.helpers import MOH, SEATS, Story, claim, p

Told = Callable[[], Story]
NO = {"negated": True}


def rolled() -> Story:
    """Begin a round in which Anna looked at 1 1 3 6."""
    return Story().rolls(1, 1, 3, 6).looks("Anna", 1, 1, 3, 6)


def truth_of(story: Story, made: Claim, speaker: str = "Anna") -> str:
    """Return the truth of a claim that is made at the end of the story."""
    return story.says(speaker, made).truth()


# --- dice ---


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("zombies", location=1, relation="=", count=2), "true"),
        (claim("zombies", location=1, relation="=", count=1), "false"),
        (claim("zombies", location=1, relation=">=", count=1), "true"),
        (claim("zombies", location=1, relation=">=", count=3), "false"),
        (claim("zombies", location=1, relation="<=", count=2), "true"),
        (claim("zombies", location=1, relation="<=", count=1), "false"),
        (claim("zombies", location=2, relation="=", count=0), "true"),
        (claim("zombies", location=1, relation="=", count=1, **NO), "true"),
        (claim("zombies", location=1, relation="=", count=2, **NO), "false"),
        (claim("dice", dice=[6, 3, 1, 1]), "true"),
        (claim("dice", dice=[6, 3, 3, 1]), "false"),
        (claim("dice", dice=[6, 3, 3, 1], **NO), "true"),
    ],
)
def test_dice_claims_are_measured_against_the_dice(made: Claim, truth: str) -> None:
    """The order of the dice is of no account, the bounds are included."""
    assert truth_of(rolled(), made) == truth


def test_extra_zombies_are_no_dice() -> None:
    """Zombies that the crowd or a player brings change nothing."""
    story = rolled().add("zombies_came", {"cause": "crowd", "places": [2], "player": None})
    assert truth_of(story, claim("zombies", location=2, relation=">=", count=1)) == "false"


def test_a_claim_before_the_roll_is_judged_at_the_roll() -> None:
    """In the whole log the dice are known as soon as they lie under the box."""
    story = Story().says("Anna", claim("zombies", location=1, relation=">=", count=2))
    story.rolls(1, 1, 3, 6)
    assert (story.truth(), story.when()) == ("true", "dice_rolled")


@pytest.mark.parametrize("end", [Story.round_ends, lambda s: s.round(2), Story.game_ends])
def test_without_a_roll_a_dice_claim_is_moot(end: Callable[[Story], Story]) -> None:
    """Dice belong to the round in which the claim was made; the next round's do not count."""
    story = Story().says("Anna", claim("dice", dice=[1, 1, 1, 1]))
    assert end(story).round(3).rolls(1, 1, 1, 1).truth() == "moot"


def test_last_rounds_dice_are_gone() -> None:
    """A claim in a new round waits for the new dice."""
    story = rolled().round_ends().round(2)
    story.says("Anna", claim("zombies", location=1, relation="=", count=2)).rolls(2, 2, 2, 2)
    assert (story.truth(), story.when()) == ("false", "dice_rolled")


def test_a_scenarios_dice_lie_before_its_first_round() -> None:
    """Dice that a scenario puts under the box are those of the round that begins."""
    story = Story()
    story.records = [record for record in story.records if record["type"] != "phase_began"]
    story.at = 0
    story.rolls(1, 1, 3, 6).round(3)
    assert truth_of(story, claim("dice", dice=[1, 1, 3, 6])) == "true"


# --- saw ---


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("saw"), "true"),
        (claim("saw", **NO), "false"),
        (claim("saw", player="Bruno"), "false"),
        (claim("saw", player="Bruno", **NO), "true"),
    ],
)
def test_who_looked_is_public(made: Claim, truth: str) -> None:
    """`saw` is judged at once, by who looked under the box so far this round."""
    found = rolled().says("Anna", made).last()
    assert (found.truth, found.basis) == (truth, "seen")
    assert found.prior == (1.0 if truth == "true" else 0.0)


def test_seeing_dice_that_all_see_is_no_looking() -> None:
    """`saw` is about the box, which was lifted for all."""
    story = rolled().lifts(1, 1, 3, 6)
    assert truth_of(story, claim("saw"), "Bruno") == "false"


def test_a_look_is_forgotten_with_its_round() -> None:
    """Who looked last round has not looked this round."""
    assert truth_of(rolled().round(2), claim("saw")) == "false"


# --- safe ---


def test_a_location_is_safe_where_nobody_was_eaten() -> None:
    """`safe` is true at the end of the round, in which others may be eaten elsewhere."""
    story = Story().says("Anna", claim("safe", location=3)).eats("Bruno", 2).round_ends()
    assert (story.truth(), story.when()) == ("true", "round_ended")


def test_a_death_makes_it_unsafe() -> None:
    """`safe` is false as soon as somebody is eaten there."""
    story = Story().says("Anna", claim("safe", location=3)).eats("Bruno", 3)
    assert (story.truth(), story.when()) == ("false", "character_eaten")


@pytest.mark.parametrize(("place", "truth"), [(3, "true"), (2, "false")])
def test_not_safe_is_a_prediction_too(place: int, truth: str) -> None:
    """Negated: somebody is eaten there."""
    story = Story().says("Anna", claim("safe", location=3, **NO)).eats("Bruno", place)
    assert story.round_ends().truth() == truth


def test_who_was_eaten_already_settles_it() -> None:
    """After a death there is nothing to predict: all have seen it."""
    found = Story().eats("Bruno", 3).says("Anna", claim("safe", location=3)).last()
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")


def test_safety_of_a_round_that_was_broken_off_is_moot() -> None:
    """A log that ends before the round does has no whole attack."""
    assert Story().says("Anna", claim("safe", location=3)).truth() == "moot"


# --- go ---


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("go", location=3), "true"),
        (claim("go", location=2), "false"),
        (claim("go", location=2, **NO), "true"),
        (claim("go", player="Bruno", location=5), "true"),
        (claim("go", player="Bruno", location=3), "false"),
        (claim("go", player="Clara", location=3), "moot"),
        (claim("go", player="Clara", location=3, **NO), "moot"),
    ],
)
def test_destinations_decide_where_a_player_goes(made: Claim, truth: str) -> None:
    """Who chooses no destination makes a claim about it moot."""
    story = Story().says("Anna", made).chooses("Anna", 3).chooses("Bruno", 5)
    assert story.reveals(Anna=3, Bruno=5).truth() == truth


@pytest.mark.parametrize(
    ("who", "when"),
    [
        ("all", "destination_chosen"),
        ("Anna", "destination_chosen"),
        ("Bruno", "destinations_revealed"),
    ],
)
def test_a_destination_is_known_when_it_is_perceived(who: str, when: str) -> None:
    """The engine and the player know it when it is chosen, the others when it is revealed."""
    story = Story().says("Anna", claim("go", location=3)).chooses("Anna", 3).reveals(Anna=3)
    assert (story.truth(who), story.when(who)) == ("true", when)


def test_an_announced_destination_binds_and_is_known() -> None:
    """After the Chief has announced, a claim about him is settled for all."""
    story = Story().announces("Bruno", 4)
    found = story.says("Anna", claim("go", player="Bruno", location=5)).last()
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")


def test_where_a_full_room_sends_him_does_not_count() -> None:
    """The destination counts (MOH-40)."""
    moved = {"player": "Anna", "character": "gunman", "origin": 2, "place": 4, "cause": "full"}
    story = Story().says("Anna", claim("go", location=3)).chooses("Anna", 3).reveals(Anna=3)
    assert story.add("character_moved", moved).truth() == "true"


def test_a_round_without_destinations_is_moot() -> None:
    """The next round's destination is another."""
    story = Story().says("Anna", claim("go", location=3)).round_ends().round(2)
    assert story.reveals(Anna=3).truth() == "moot"


# --- vote ---


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("vote", target="Bruno", vote="chief"), "true"),
        (claim("vote", target="Clara", vote="chief"), "false"),
        (claim("vote", target="Clara", vote="chief", **NO), "true"),
        (claim("vote", target="Bruno", vote="chief", **NO), "false"),
        (claim("vote", target="Dmitri", vote="chief"), "moot"),
        (claim("vote", target="Dmitri", vote="chief", **NO), "moot"),
        (claim("vote", player="Clara", target="Clara", vote="chief"), "true"),
        (claim("vote", player="Dmitri", target="Clara", vote="chief"), "moot"),
        (claim("vote", target="Bruno", vote="truck"), "moot"),
    ],
)
def test_a_ballot_decides_a_pledged_vote(made: Claim, truth: str) -> None:
    """It needs a player with a vote and a target who can be chosen; else it is moot."""
    story = Story().says("Anna", made)
    story.ballots("chief", 5, Anna="Bruno", Bruno="Anna", Clara="Clara").chosen("chief", 5, "Anna")
    assert story.truth() == truth


def test_a_revote_decides_for_those_who_were_absent() -> None:
    """The first ballot in which the player has a vote counts, a re-vote too (MOH-21)."""
    story = Story().says("Dmitri", claim("vote", target="Bruno", vote="truck"))
    story.ballots("truck", 4, Anna="Bruno", Bruno="Anna")
    story.ballots("truck", 4, "Anna Bruno", Anna="Bruno", Bruno="Anna", Dmitri="Bruno")
    story.chosen("truck", 4, "Bruno")
    assert (story.truth(), story.when()) == ("true", "votes_revealed")


def test_the_first_ballot_decides_and_not_the_revote() -> None:
    """Who kept his word in the ballot has kept it."""
    story = Story().says("Anna", claim("vote", target="Bruno", vote="truck"))
    story.ballots("truck", 4, Anna="Bruno", Bruno="Anna")
    assert story.ballots("truck", 4, Anna="Anna", Bruno="Anna").truth() == "true"


def test_a_promise_during_a_vote_is_about_its_revote() -> None:
    """A ballot that was cast before the promise does not break it."""
    story = Story().ballots("truck", 4, Anna="Anna", Bruno="Bruno")
    story.says("Anna", claim("vote", target="Bruno", vote="truck"))
    assert story.ballots("truck", 4, Anna="Bruno", Bruno="Bruno").truth() == "true"


def test_the_next_chief_vote_may_be_in_a_later_round() -> None:
    """Truck and Chief pledges wait for the next such vote of the game."""
    story = Story().chosen("chief", 5, "Anna")
    story.says("Anna", claim("vote", target="Bruno", vote="chief")).round_ends().round(2)
    assert story.ballots("chief", 5, Anna="Anna", Bruno="Bruno").truth() == "false"


@pytest.mark.parametrize(
    "end",
    [lambda s: s.skipped("chief", 5), lambda s: s.chosen("chief", 5, None), Story.game_ends],
    ids=["skipped", "nobody", "game_ends"],
)
def test_a_vote_that_is_not_held_is_moot(end: Callable[[Story], Story]) -> None:
    """A vote that is skipped, or ends without a ballot, takes the claim with it."""
    story = end(Story().says("Anna", claim("vote", target="Bruno", vote="chief")))
    assert story.round(2).ballots("chief", 5, Anna="Bruno", Bruno="Bruno").truth() == "moot"


ATTACK = {"target": "Bruno", "vote": "attack"}


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("vote", **ATTACK), "false"),
        (claim("vote", **ATTACK, location=2), "false"),
        (claim("vote", **ATTACK, location=3), "true"),
        (claim("vote", **ATTACK, location=3, **NO), "false"),
        (claim("vote", **ATTACK, location=4), "moot"),
        (claim("vote", player="Dmitri", **ATTACK), "moot"),
    ],
)
def test_an_attack_pledge_is_about_this_rounds_attack(made: Claim, truth: str) -> None:
    """Without a location the first ballot with both of them counts, else the one at it."""
    story = Story().says("Anna", made).ballots("attack", 1, Anna="Clara", Clara="Anna")
    story.chosen("attack", 1, "Anna")
    story.ballots("attack", 2, Anna="Clara", Bruno="Clara", Clara="Anna").chosen(
        "attack", 2, "Clara"
    )
    story.ballots("attack", 3, Anna="Bruno", Bruno="Anna").round_ends().round(2)
    assert story.ballots("attack", 4, Anna="Bruno", Bruno="Bruno").truth() == truth


def test_a_lone_player_has_no_ballot() -> None:
    """An attack without a ballot leaves an attack pledge moot at the end of the round."""
    story = Story().says("Anna", claim("vote", **ATTACK)).chosen("attack", 3, "Anna")
    assert (story.round_ends().truth(), story.when()) == ("moot", "round_ended")


# --- give ---


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("give", target="Bruno"), "true"),
        (claim("give", target="Bruno", card="sprint"), "true"),
        (claim("give", target="Bruno", card="threat"), "false"),
        (claim("give", target="Clara"), "false"),
        (claim("give", target="Clara", **NO), "true"),
        (claim("give", target="Bruno", **NO), "false"),
        (claim("give", player="Clara", target="Bruno"), "moot"),
        (claim("give", player="Bruno", target="Anna"), "moot"),
    ],
)
def test_the_next_search_decides_a_gift(made: Claim, truth: str) -> None:
    """The searcher's gift is as pledged or not; another's pledge is moot."""
    story = Story().deals().says("Anna", made).looks_into_truck("Anna", "threat sprint pistol")
    assert story.shares("Anna", "threat", "sprint", "Bruno", under="pistol").truth() == truth


def test_a_gift_is_pledged_while_the_cards_lie_open_to_the_searcher() -> None:
    """A claim on the gift floor is about the search that is under way."""
    story = Story().deals().looks_into_truck("Anna", "threat sprint pistol")
    story.says("Anna", claim("give", target="Bruno", card="pistol"))
    story.shares("Anna", "threat", "sprint", "Bruno", under="pistol")
    assert (story.truth(), story.when()) == ("false", "search_ended")


@pytest.mark.parametrize("who", ["Clara", "public"])
def test_who_did_not_see_the_gift_cannot_tell_which_card_it_was(who: str) -> None:
    """That a card was given is public, which one is not."""
    story = Story().deals().says("Anna", claim("give", target="Bruno", card="sprint"))
    story.looks_into_truck("Anna", "threat sprint pistol")
    story.shares("Anna", "threat", "sprint", "Bruno", under="pistol")
    assert [story.truth(each) for each in (who, "Anna", "Bruno")] == [
        "undetermined",
        "true",
        "true",
    ]


def test_a_last_card_that_is_kept_is_no_gift() -> None:
    """A searcher who gives nothing breaks the pledge."""
    story = Story().deals().says("Anna", claim("give", target="Bruno"))
    story.looks_into_truck("Anna", "threat").gets("Anna", "threat", "truck", ["Anna"])
    story.add("search_ended", {"player": "Anna", "kept": 1, "given": 0, "left": 0})
    assert story.truth() == "false"


@pytest.mark.parametrize(
    "end",
    [
        lambda s: s.skipped("truck", 4),
        lambda s: s.chosen("truck", 4, None),
        lambda s: s.chosen("truck", 4, "Bruno"),
        Story.game_ends,
    ],
    ids=["skipped", "nobody", "another", "game_ends"],
)
def test_a_truck_that_another_or_nobody_searches_is_moot(end: Callable[[Story], Story]) -> None:
    """The next truck vote is the only one that is meant."""
    story = end(Story().deals().says("Anna", claim("give", target="Bruno")))
    story.round(2).looks_into_truck("Anna", "threat sprint")
    assert story.shares("Anna", "threat", "sprint", "Bruno").truth() == "moot"


def test_a_gift_waits_for_the_next_rounds_truck() -> None:
    """Promised after this round's search, it is due in the next."""
    story = Story().deals().chosen("truck", 4, None)
    story.says("Anna", claim("give", target="Bruno")).round_ends().round(2)
    story.looks_into_truck("Anna", "threat sprint").shares("Anna", "threat", "sprint", "Bruno")
    assert story.truth() == "true"


# --- ally ---


def spared(story: Story) -> Story:
    """Let Anna vote for Clara where she could have voted for Bruno."""
    return story.ballots("attack", 2, Anna="Clara", Bruno="Clara", Clara="Anna")


def struck(story: Story) -> Story:
    """Let Anna vote for Bruno where she could have voted for Clara."""
    return story.ballots("attack", 2, Anna="Bruno", Bruno="Clara", Clara="Anna")


def test_a_hostile_ballot_breaks_an_alliance() -> None:
    """It is false at once, even after ballots in which it was kept."""
    story = spared(Story().says("Anna", claim("ally", target="Bruno")))
    assert (struck(story.round(2)).truth(), story.when()) == ("false", "votes_revealed")


@pytest.mark.parametrize("ballots", [spared, struck])
def test_not_being_an_ally_is_the_opposite(ballots: Callable[[Story], Story]) -> None:
    """Negated: a hostile ballot will come."""
    story = ballots(Story().says("Anna", claim("ally", target="Bruno", **NO))).game_ends()
    assert story.truth() == ("true" if ballots is struck else "false")


def test_a_kept_alliance_is_true_at_the_end_of_the_game() -> None:
    """One occasion at which it was kept is enough."""
    story = spared(Story().says("Anna", claim("ally", target="Bruno"))).round_ends().round(2)
    assert (story.game_ends().truth(), story.when()) == ("true", "game_ended")


@pytest.mark.parametrize(("until", "truth"), [(1, "moot"), (2, "true"), (3, "false")])
def test_an_alliance_ends_with_its_last_round(until: int, truth: str) -> None:
    """What happens after round `until` is free."""
    story = Story().says("Anna", claim("ally", target="Bruno", until=until)).round_ends()
    spared(story.round(2)).round_ends()
    assert struck(story.round(3)).game_ends().truth() == truth


def test_an_alliance_that_is_over_is_moot() -> None:
    """A last round that has passed leaves nothing to keep."""
    story = Story().round(3)
    assert truth_of(story, claim("ally", target="Bruno", until=2)) == "moot"


def test_two_alone_are_no_test_of_an_alliance() -> None:
    """Without a third candidate neither ballot says anything."""
    story = Story().says("Anna", claim("ally", target="Bruno"))
    story.ballots("attack", 2, Anna="Bruno", Bruno="Anna")
    assert story.ballots("attack", 3, Anna="Anna", Bruno="Anna").game_ends().truth() == "moot"


def test_other_votes_are_no_test_of_an_alliance() -> None:
    """Voting for an ally as Chief is no hostility, and no occasion either."""
    story = Story().says("Anna", claim("ally", target="Bruno"))
    story.ballots("chief", 5, Anna="Bruno", Bruno="Bruno", Clara="Clara")
    assert story.game_ends().truth() == "moot"


@pytest.mark.parametrize("gone", ["Anna", "Bruno"])
@pytest.mark.parametrize("kept", [True, False])
def test_an_alliance_ends_with_either_player(gone: str, *, kept: bool) -> None:
    """Elimination ends it: true if there was an occasion, else moot."""
    story = Story().says("Anna", claim("ally", target="Bruno"))
    story = (spared(story) if kept else story).loses(gone)
    expected = ("true" if kept else "moot", "player_eliminated")
    assert (story.truth(), story.when()) == expected


def test_an_alliance_with_the_dead_is_moot() -> None:
    """It has ended before it began."""
    assert truth_of(Story().loses("Bruno"), claim("ally", target="Bruno")) == "moot"


def test_an_eliminated_thirds_loss_ends_no_alliance() -> None:
    """Only the two count."""
    story = Story().says("Anna", claim("ally", target="Bruno")).loses("Clara")
    assert story.game_ends().when() == "game_ended"


# --- holds ---


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("holds", card="threat"), "true"),
        (claim("holds", card="sprint"), "false"),
        (claim("holds", card="sprint", **NO), "true"),
        (claim("holds", card="threat", relation="=", count=2), "true"),
        (claim("holds", card="threat", relation="<=", count=1), "false"),
        (claim("holds", card="threat", relation=">=", count=3), "false"),
        (claim("holds", player="Bruno", card="pistol"), "true"),
        (claim("holds", player="Clara", card="pistol"), "false"),
    ],
)
def test_the_whole_log_knows_all_hands(made: Claim, truth: str) -> None:
    """`holds` is judged at once; no relation means at least one."""
    story = Story().deals(Anna="threat threat", Bruno="pistol", Clara="sprint")
    assert truth_of(story, made) == truth


def test_a_played_card_is_in_no_hand() -> None:
    """A hand is what it is when it is claimed."""
    story = Story().deals(Anna="threat threat").plays("Anna", "threat")
    assert truth_of(story, claim("holds", card="threat", relation="=", count=1)) == "true"


def test_the_search_changes_hands() -> None:
    """The kept card and the gift are in the hands, the third is not."""
    story = Story().deals(Anna="threat").looks_into_truck("Anna", "sprint pistol camera")
    story.shares("Anna", "sprint", "pistol", "Bruno", under="camera")
    for player, card, truth in (
        ("Anna", "sprint", "true"),
        ("Bruno", "pistol", "true"),
        ("Anna", "camera", "false"),
        ("Anna", "pistol", "false"),
    ):
        assert truth_of(story, claim("holds", player=player, card=card), "Clara") == truth


def test_a_listener_waits_until_the_card_is_seen() -> None:
    """A card that the player plays later this round was in the hand."""
    story = Story().deals(Anna="threat sprint", Bruno="pistol")
    story.says("Anna", claim("holds", card="threat")).plays("Anna", "sprint")
    assert story.plays("Anna", "threat").truth("Bruno") == "true"
    assert story.when("Bruno") == "card_played"


def test_a_listener_sees_that_a_card_was_not_there() -> None:
    """Once the whole hand has been played, what was not in it is known."""
    story = Story().deals(Anna="sprint", Bruno="pistol").says("Anna", claim("holds", card="threat"))
    assert story.plays("Anna", "sprint").truth("Bruno") == "false"


def test_a_hand_that_is_never_seen_leaves_a_listener_in_the_dark() -> None:
    """At the end of the round nobody can know any more what was held when it was said."""
    story = Story().deals(Anna="threat", Bruno="pistol").says("Anna", claim("holds", card="threat"))
    story.round_ends().round(2).plays("Anna", "threat")
    assert (story.truth("Bruno"), story.when("Bruno")) == ("undetermined", "round_ended")
    assert story.truth() == "true"


def test_a_card_that_came_in_later_proves_nothing() -> None:
    """What is played after a gift may be the gift."""
    story = Story().deals(Anna="threat", Bruno="pistol").says("Anna", claim("holds", card="camera"))
    story.looks_into_truck("Clara", "camera sprint").shares("Clara", "sprint", "camera", "Anna")
    assert story.plays("Anna", "camera").round_ends().truth("Bruno") == "undetermined"
    assert story.truth() == "false"


def test_a_card_that_was_kept_later_proves_nothing() -> None:
    """What the searcher plays after the search may come from the truck."""
    story = Story().deals(Anna="threat", Bruno="pistol").looks_into_truck("Anna", "camera sprint")
    story.says("Anna", claim("holds", card="camera")).shares("Anna", "camera", "sprint", "Clara")
    assert story.plays("Anna", "camera").round_ends().truth("Bruno") == "undetermined"
    assert story.truth() == "false"


def test_a_listener_knows_his_own_hand_and_empty_ones() -> None:
    """What he can know is judged at once."""
    story = Story().deals(Bruno="pistol")
    for made in (
        claim("holds", player="Bruno", card="pistol"),
        claim("holds", card="threat", **NO),
    ):
        assert (story.says("Anna", made).truth("Bruno"), story.when("Bruno")) == ("true", "said")


def test_a_listener_knows_that_all_copies_are_gone() -> None:
    """A card of which every copy is played is in no hand."""
    story = Story().deals(Anna="threat", Bruno="pistol").plays("Bruno", "pistol")
    story.says("Anna", claim("holds", card="pistol"))
    assert (story.truth("Clara"), story.when("Clara")) == ("false", "said")


# --- conditions ---

IF_GO = p("go", player="Bruno", location=3)


@pytest.mark.parametrize(
    ("goes", "ballot", "truth"),
    [
        (3, "Bruno", "true"),
        (3, "Clara", "false"),
        (2, "Bruno", "moot"),
        (2, "Clara", "moot"),
    ],
)
def test_a_claim_stands_only_if_its_condition_turns_out_true(
    goes: int, ballot: str, truth: str
) -> None:
    """Otherwise it is moot, whatever was done."""
    story = Story().says("Anna", claim("vote", **ATTACK, condition=IF_GO))
    story.reveals(Bruno=goes).ballots("attack", 3, Anna=ballot, Bruno="Anna", Clara="Anna")
    assert story.truth() == truth


def test_a_moot_condition_makes_the_claim_moot() -> None:
    """A condition whose occasion never came has not come true."""
    story = Story().rolls(1, 1, 1, 1)
    story.says("Anna", claim("zombies", location=1, relation="=", count=4, condition=IF_GO))
    assert (story.reveals(Anna=1).truth(), story.when()) == ("moot", "destinations_revealed")


def test_a_claim_that_is_settled_waits_for_its_condition() -> None:
    """The claim is judged when both are known, and its prior is that of the consequent."""
    story = Story().rolls(1, 1, 1, 1)
    story.says("Anna", claim("zombies", location=1, relation="=", count=4, condition=IF_GO))
    found = story.reveals(Bruno=3).last()
    assert (found.truth, story.when()) == ("true", "destinations_revealed")
    assert found.prior == pytest.approx(1 / 6**4)


def test_a_condition_may_be_negated() -> None:
    """`If Bruno does not go to 3`."""
    unless = p("go", player="Bruno", location=3, negated=True)
    story = Story().says("Anna", claim("safe", location=3, condition=unless))
    assert story.reveals(Bruno=2).round_ends().truth() == "true"


def test_a_claim_without_occasion_is_moot_before_its_condition_is_known() -> None:
    """Nothing can become of it."""
    made = claim("ally", target="Bruno", condition=IF_GO)
    story = Story().loses("Bruno").says("Anna", made)
    assert (story.truth(), story.when()) == ("moot", "said")


def test_a_condition_that_a_listener_cannot_know_leaves_the_claim_undetermined() -> None:
    """Whether the claim stood at all was not perceived."""
    story = Story().deals(Anna="threat", Bruno="pistol")
    story.says("Anna", claim("saw", condition=p("holds", card="threat"))).round_ends()
    assert (story.truth("Bruno"), story.truth()) == ("undetermined", "false")


# --- hearsay ---

AT_LEAST = claim("zombies", location=1, relation=">=", count=1)
SAID_BY = claim("zombies", location=1, relation=">=", count=1, said_by="Bruno")


@pytest.mark.parametrize(
    "told",
    [
        AT_LEAST,
        claim("zombies", location=1, relation="=", count=2),
        claim("dice", dice=[1, 2, 3, 4]),
        claim("zombies", location=1, relation="=", count=0, negated=True),
        claim("dice", dice=[1, 1, 1, 1], confidence="guess"),
    ],
)
def test_hearsay_is_true_if_what_was_said_entails_it(told: Claim) -> None:
    """The words need not be the same, and need not be true."""
    found = Story().rolls(2, 2, 2, 2).says("Bruno", told).says("Anna", SAID_BY).last()
    assert (found.truth, found.prior, found.basis) == ("true", 1.0, "seen")


@pytest.mark.parametrize(
    "told",
    [
        claim("zombies", location=2, relation=">=", count=1),
        claim("zombies", location=1, relation="<=", count=1),
        claim("saw"),
        claim("zombies", location=1, relation=">=", count=1, condition=IF_GO),
        claim("zombies", location=1, relation=">=", count=1, said_by="Clara"),
        claim("zombies", location=1, relation=">=", count=0, negated=True),
    ],
)
def test_hearsay_is_false_if_something_else_was_said(told: Claim) -> None:
    """Neither a condition nor hearsay nor a contradiction asserts it."""
    found = Story().says("Bruno", told).says("Anna", SAID_BY).last()
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")


def test_claims_of_one_utterance_entail_together() -> None:
    """Two at 1 and two at 3 are all the dice."""
    parts = [claim("zombies", location=at, relation="=", count=2) for at in (1, 3)]
    story = Story().says("Bruno", *parts)
    assert truth_of(story, claim("dice", dice=[1, 1, 3, 3], said_by="Bruno")) == "true"


def test_claims_that_contradict_each_other_entail_nothing_together() -> None:
    """Each stands for itself."""
    parts = [claim("zombies", location=1, relation="=", count=n) for n in (1, 2)]
    story = Story().says("Bruno", *parts)
    assert truth_of(story, claim("dice", dice=[2, 2, 3, 3], said_by="Bruno")) == "false"
    assert truth_of(story, SAID_BY) == "true"


def test_hearsay_without_any_word_is_false() -> None:
    """He said nothing to her this round."""
    assert truth_of(Story(), SAID_BY) == "false"


def test_hearsay_of_words_without_claims_is_undetermined() -> None:
    """What bare words meant is not known here."""
    found = Story().says("Bruno").says("Anna", SAID_BY).last()
    assert (found.truth, found.prior, found.basis) == ("undetermined", None, "neither")


def test_hearsay_of_last_round_is_false() -> None:
    """Only what was said this round counts."""
    assert truth_of(Story().says("Bruno", AT_LEAST).round(2), SAID_BY) == "false"


def test_a_whisper_to_another_was_not_told_to_her() -> None:
    """What the speaker did not hear nobody told him."""
    assert truth_of(Story().says("Bruno", AT_LEAST, to=["Clara"]), SAID_BY) == "false"


def test_a_whisper_to_her_was() -> None:
    """What was whispered to the speaker was told."""
    assert truth_of(Story().says("Bruno", AT_LEAST, to=["Anna"]), SAID_BY) == "true"


def test_in_hearsay_no_player_is_the_speaker() -> None:
    """`Bruno told me that I lied`: an empty player is who makes the claim."""
    story = Story().says("Bruno", claim("go", player="Anna", location=3))
    assert truth_of(story, claim("go", location=3, said_by="Bruno")) == "true"
    assert truth_of(story, claim("go", player="Bruno", location=3, said_by="Bruno")) == "false"


def test_a_denial_that_was_told_is_hearsay_of_a_denial() -> None:
    """The negation belongs to what was told."""
    story = Story().says("Bruno", claim("go", player="Clara", location=3, **NO))
    denied = claim("go", player="Clara", location=3, negated=True, said_by="Bruno")
    assert truth_of(story, denied) == "true"
    assert truth_of(story, claim("go", player="Clara", location=3, said_by="Bruno")) == "false"


def test_a_destination_rules_out_the_others() -> None:
    """`I go to 3` says as well that he does not go to 4."""
    story = Story().says("Bruno", claim("go", location=3))
    other = claim("go", player="Bruno", location=4, negated=True, said_by="Bruno")
    assert truth_of(story, other) == "true"


def test_three_of_a_card_are_at_least_two() -> None:
    """Numbers of cards entail one another."""
    story = Story().deals().says("Bruno", claim("holds", card="threat", relation="=", count=3))
    two = claim("holds", player="Bruno", card="threat", relation=">=", count=2, said_by="Bruno")
    assert truth_of(story, two) == "true"


def test_a_listener_cannot_deny_a_whisper_that_he_would_not_hear() -> None:
    """Bruno may have whispered it to Anna: Clara can't know, Anna can."""
    story = Story().deals(Anna="threat", Bruno="pistol", Clara="sprint").says("Anna", SAID_BY)
    assert [story.truth(who) for who in ("all", "Anna", "Bruno", "Clara", "public")] == [
        "false", "false", "false", "undetermined", "undetermined"
    ]  # fmt: skip


# --- lied ---


def accused(story: Story, player: str = "Anna") -> str:
    """Return what becomes of Dmitri's accusation at the end of the story."""
    return truth_of(story, claim("lied", player=player), "Dmitri")


LIE = claim("zombies", location=1, relation="=", count=0)


def test_a_false_word_about_dice_he_saw_is_a_lie() -> None:
    """She saw them, and said otherwise."""
    assert accused(rolled().says("Anna", LIE)) == "true"


def test_a_wrong_guess_is_no_lie() -> None:
    """Who has not seen the dice can be wrong."""
    assert accused(rolled().says("Bruno", LIE), "Bruno") == "false"


def test_passing_on_a_lie_is_no_lie() -> None:
    """Who repeats what he was told has not lied."""
    assert accused(rolled().says("Anna", LIE).says("Bruno", LIE), "Bruno") == "false"


@pytest.mark.parametrize(("rounds", "truth"), [(1, "true"), (2, "undetermined")])
def test_a_lie_counts_in_its_round_and_the_next(rounds: int, truth: str) -> None:
    """After that it is no longer meant."""
    story = rolled().says("Anna", LIE)
    for number in range(rounds):
        story.round_ends().round(2 + number)
    assert accused(story) == truth


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("go", location=3), "true"),
        (claim("go", location=2), "false"),
        (claim("go", player="Bruno", location=3), "false"),
        (claim("vote", **ATTACK), "true"),
        (claim("vote", player="Bruno", target="Clara", vote="attack"), "false"),
        (claim("ally", target="Clara"), "true"),
        (claim("safe", location=2), "false"),
        (claim("vote", target="Bruno", vote="chief"), "undetermined"),
        (claim("zombies", location=1, relation="=", count=4, said_by="Bruno"), "false"),
    ],
)
def test_a_broken_announcement_or_pledge_is_a_lie(made: Claim, truth: str) -> None:
    """Predictions about others and about deaths are not, and what is still open is neither."""
    story = Story().says("Anna", made).reveals(Anna=2, Bruno=2)
    story.ballots("attack", 2, Anna="Clara", Bruno="Anna", Clara="Anna").eats("Anna", 2)
    assert accused(story) == truth


def test_a_pledge_is_broken_when_it_is_broken() -> None:
    """An old alliance that is broken now is a lie of this round."""
    story = Story().says("Anna", claim("ally", target="Bruno")).round(2).round(3).round(4)
    assert accused(struck(story)) == "true"


def test_a_false_word_about_the_own_hand_is_a_lie() -> None:
    """She knows her hand."""
    assert accused(Story().deals().says("Anna", claim("holds", card="threat"))) == "true"


def test_a_false_word_about_having_looked_is_a_lie() -> None:
    """She knows whether she looked."""
    assert accused(Story().says("Anna", claim("saw"))) == "true"


def test_a_broken_gift_is_a_lie() -> None:
    """The pledge was his own, and he could have kept it."""
    story = Story().deals().says("Anna", claim("give", target="Clara"))
    story.looks_into_truck("Anna", "threat sprint").shares("Anna", "threat", "sprint", "Bruno")
    assert accused(story) == "true"


def test_who_claimed_nothing_can_be_called_neither() -> None:
    """Without a judged claim there is nothing to go by."""
    assert accused(Story().says("Anna")) == "undetermined"


@pytest.mark.parametrize(("first", "truth"), [(LIE, "true"), (SAID_BY, "false")])
def test_a_confession_is_about_oneself(first: Claim, truth: str) -> None:
    """`I lied` is judged by what was found, and its speaker knew it."""
    found = rolled().says("Anna", first).says("Anna", claim("lied")).last()
    assert (found.truth, found.basis) == (truth, "seen")
    assert found.prior == (1.0 if truth == "true" else 0.0)


def test_that_somebody_did_not_lie_is_the_opposite() -> None:
    """Negated: neither lie nor broken pledge was found."""
    story = rolled().says("Anna", LIE)
    assert truth_of(story, claim("lied", player="Anna", **NO), "Dmitri") == "false"


def test_a_listener_knows_of_a_lie_when_the_dice_are_out() -> None:
    """Before the box is lifted Clara cannot tell, and never that nobody lied in whispers."""
    story = rolled().chooses("Clara", 2).says("Anna", LIE)
    assert [accused_by(story, who) for who in ("all", "Anna", "Clara")] == [
        "true", "true", "undetermined"
    ]  # fmt: skip
    story.lifts(1, 1, 3, 6)
    assert [accused_by(story, who) for who in ("all", "Anna", "Clara")] == ["true"] * 3


def test_who_cannot_know_his_condition_cannot_deny_a_lie() -> None:
    """Anna broke her pledge if Bruno had a pistol, and that she did not see."""
    made = claim("go", location=3, condition=p("holds", player="Bruno", card="pistol"))
    story = Story().deals(Anna="threat", Bruno="pistol").says("Anna", made, claim("go", location=2))
    story.chooses("Anna", 2).reveals(Anna=2)
    assert [accused_by(story, who) for who in ("all", "Anna")] == ["true", "undetermined"]
    story.round_ends().round(2)
    assert [accused_by(story, who) for who in ("all", "Anna")] == ["true", "undetermined"]


def accused_by(story: Story, who: str) -> str:
    """Return what a listener makes of an accusation against Anna."""
    return story.says("Dmitri", claim("lied", player="Anna")).truth(who)


# --- what the speaker could know ---


def test_who_saw_the_dice_had_a_basis() -> None:
    """The prior is 0 or 1, the basis is what was seen."""
    found = rolled().says("Anna", LIE).last()
    assert (found.truth, found.prior, found.basis, found.told_by) == ("false", 0.0, "seen", None)


def test_who_was_told_says_on_what_basis() -> None:
    """The latest who told him so is named."""
    story = rolled().says("Anna", LIE).says("Clara", LIE)
    found = story.says("Bruno", claim("zombies", location=1, relation="<=", count=1)).last()
    assert (found.truth, found.basis, found.told_by) == ("false", "told", "Clara")


def test_own_words_and_others_whispers_are_no_basis() -> None:
    """Neither what he said himself nor what he did not hear."""
    story = rolled().says("Bruno", LIE).says("Anna", LIE, to=["Clara"])
    found = story.says("Bruno", LIE).last()
    assert (found.basis, found.told_by) == ("neither", None)


def test_what_was_told_last_round_is_no_basis() -> None:
    """Dice are of a round."""
    story = rolled().says("Anna", LIE).round(2).rolls(2, 2, 2, 2)
    assert story.says("Bruno", LIE).last().basis == "neither"


def test_once_the_box_is_lifted_everybody_has_seen() -> None:
    """All know the dice that all see."""
    found = rolled().lifts(1, 1, 3, 6).says("Bruno", LIE).last()
    assert (found.prior, found.basis) == (0.0, "seen")


def test_a_pledge_has_no_prior() -> None:
    """It depends on somebody's will."""
    story = Story().says("Anna", claim("vote", **ATTACK)).round_ends()
    assert (story.last().prior, story.last().basis) == (None, "neither")


def test_a_listener_learns_the_prior_with_the_dice() -> None:
    """That Anna saw is public, what she saw comes out when the box is lifted."""
    story = rolled().says("Anna", LIE).lifts(1, 1, 3, 6)
    found = story.last("Bruno")
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")
    assert story.when("Bruno") == "dice_revealed"
    assert story.when("Anna") == "said"


def test_dice_that_a_listener_never_saw_stay_undetermined() -> None:
    """Somebody looked, so there were dice."""
    assert rolled().says("Anna", LIE).round_ends().truth("Bruno") == "undetermined"


# --- the fold ---


def test_a_judgement_is_plain_data() -> None:
    """Its keys are those of the record, in their order."""
    found = Story().says("Anna", claim("saw")).last()
    assert found == Judgement(
        turn="Anna.t1",
        claim=0,
        speaker="Anna",
        truth="false",
        prior=0.0,
        basis="seen",
        told_by=None,
    )
    assert found.data() == {
        "turn": "Anna.t1", "claim": 0, "speaker": "Anna", "truth": "false", "prior": 0.0,
        "basis": "seen", "told_by": None,
    }  # fmt: skip


def test_claims_of_an_utterance_are_judged_in_their_order() -> None:
    """Each has its index; what can be judged at once does not wait for the others."""
    story = Story().says("Anna", claim("go", location=3), claim("saw"), claim("lied"))
    found = story.reveals(Anna=3).found()
    assert [(name, each.claim) for name, each in found] == [
        ("said", 1), ("said", 2), ("destinations_revealed", 0)
    ]  # fmt: skip


def test_a_claim_that_nobody_can_make_is_refused_and_changes_nothing() -> None:
    """A wrong record is an error of who wrote it; the ledger stays as it was."""
    ledger = Ledger(MOH, SEATS)
    story = Story().says("Anna", claim("saw"), claim("go", location=9))
    for record in story.records[:-1]:
        ledger.feed(record)
    with pytest.raises(ClaimError) as refused:
        ledger.feed(story.records[-1])
    assert str(refused.value) == (
        "Anna.t1: Your claim go has location 9. Possible: 1, 2, 3, 4, 5, 6."
    )
    assert ledger.close() == []


def test_records_without_claims_yield_nothing() -> None:
    """Bare words and records of any other type are nothing to judge."""
    story = Story().says("Anna").add("floor_opened", {"kind": "truck", "place": 4, "present": []})
    assert story.add("something_new", {}).game_ends().found() == []


def test_closing_twice_judges_nothing_twice() -> None:
    """After the end everything is judged."""
    ledger = Ledger(MOH, SEATS)
    for record in Story().says("Anna", claim("go", location=3)).records:
        ledger.feed(record)
    assert len(ledger.close()) == 1
    assert ledger.close() == []
