"""Talk at a table of Osaczeni: claims, verdicts and what they cost, in its own words."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

import engine
from arena.claims import Judgement
from arena.claims.honesty import Honesty
from arena.claims.language import Claim
from arena.narration.claims_in_words import claim_in_words
from arena.narration.dialects import words_of
from arena.narration.outcome import outcome_lines
from arena.narration.verdicts import Verdicts
from arena.narration.words import NO_BREAK_SPACE
from arena.projections.judge import Judge
from arena.projections.reckoning import honesty_of
from arena.records.record import Record
from tests.arena.claims.helpers import SEATS, Story, claim
from tests.arena.records_of import records_of

OSACZENI = engine.ruleset("osaczeni")
WORDS = words_of(OSACZENI, SEATS)
DICE = (1, 1, 5, 6)
NONE_AT_6 = claim("zombies", location=6, relation="=", count=0)


def judged(story: Story) -> list[Record]:
    """Return the story's records, each followed by the judgements that it brings."""
    judge, records = Judge(OSACZENI, SEATS), list[Record]()
    for record in records_of(story.records):
        records.append(record)
        records += [
            replace(record, data=each, seen_by="engine")
            for each in judge.feed(record)
            if isinstance(each, Judgement)
        ]
    return records


def lines(story: Story) -> list[str]:
    """Return what is told of the judgements."""
    verdicts, found = Verdicts(WORDS), list[str]()
    for record in judged(story):
        verdicts.feed(record, {})
        found += [line.plain.replace(NO_BREAK_SPACE, " ") for line in verdicts.take()]
    return found


def reckoned(story: Story) -> dict[str, Honesty]:
    """Return what every player of a story said."""
    return honesty_of(judged(story), OSACZENI, SEATS)


def ties(story: Story, player: str, chosen: str, among: Sequence[str]) -> Story:
    """Let the holder of the victim token decide a tie at area 1."""
    data = {"kind": "attack", "place": 1, "player": player, "chosen": chosen,
            "candidates": list(among)}  # fmt: skip
    return story.add("tie_broken", data).chosen("attack", 1, chosen)


def eats(story: Story, player: str, place: int) -> Story:
    """Let a player's Leader be eaten."""
    return story.add("character_eaten", {"player": player, "character": "leader", "place": place})


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (claim("saw"), "Anna has looked under the hatch"),
        (claim("saw", negated=True), "Anna has not looked under the hatch"),
        (
            claim("vote", target="Bruno", vote="chief"),
            "Anna will vote for Bruno to take the badge",
        ),
        (
            claim("vote", target="Bruno", vote="truck"),
            "Anna will vote for Bruno to search the truck",
        ),
        (claim("give", target="Bruno"), "Anna will give Bruno an item from the truck"),
        (claim("give", target="Bruno", card="gun"), "Anna will give Bruno Gun from the truck"),
        (
            claim("zombies", location=5, relation=">=", count=2),
            "at least 2 dice show 5 Glass Lobby",
        ),
        (claim("safe", location=3), "nobody is eaten at 3 Monitoring Centre this round"),
    ],
)
def test_claims_are_put_in_this_game_s_words(said: Claim, words: str) -> None:
    """The hatch, the badge, items, its areas."""
    assert claim_in_words(WORDS, said, "Anna").plain == words


def test_a_vote_that_was_announced_is_judged_by_the_ballots() -> None:
    """Pointing is voting."""
    plan = claim("vote", target="Bruno", vote="attack")
    story = Story().says("Anna", plan).ballots("attack", 1, Anna="Anna", Bruno="Anna")
    assert "↳ Anna votes for Anna, not for Bruno as announced" in lines(story)


def test_who_decides_a_tie_votes_as_well() -> None:
    """The token's holder, who stood elsewhere, is held to what was announced (OSA-21)."""
    plan = claim("vote", target="Bruno", vote="attack")
    story = Story().says("Clara", plan)
    story.ballots("attack", 1, Anna="Bruno", Bruno="Anna")
    assert "↳ Clara votes as announced" in lines(ties(story, "Clara", "Bruno", ("Anna", "Bruno")))
    story = Story().says("Clara", plan)
    story.ballots("attack", 1, Anna="Bruno", Bruno="Anna")
    told = lines(ties(story, "Clara", "Anna", ("Anna", "Bruno")))
    assert "↳ Clara votes for Anna, not for Bruno as announced" in told


def test_a_promise_that_the_token_breaks_costs_its_hearer() -> None:
    """Whoever is chosen by the holder loses a character by that broken promise."""
    spare = claim("ally", target="Anna")
    story = Story().says("Clara", spare, to=["Anna"])
    story.ballots("attack", 1, Anna="Bruno", Bruno="Anna")
    ties(story, "Clara", "Anna", ("Anna", "Bruno"))
    eats(story, "Anna", 1)
    found = reckoned(story)["Clara"]
    assert [each.ballot for each in found.broken] == ["Anna"]
    assert [(each.victim, each.points, each.place) for each in found.losses] == [("Anna", 3, 1)]


def test_a_promise_that_the_pointing_breaks_costs_its_hearer_after_a_tie_too() -> None:
    """Bruno pointed at Anna against his word, and the token made it count."""
    story = Story().says("Bruno", claim("ally", target="Anna"), to=["Anna"])
    story.ballots("attack", 1, Anna="Bruno", Bruno="Anna", Dmitri="Dmitri")
    ties(story, "Clara", "Anna", ("Anna", "Bruno", "Dmitri"))
    eats(story, "Anna", 1)
    found = reckoned(story)["Bruno"]
    assert [each.ballot for each in found.broken] == ["Anna"]
    assert [each.victim for each in found.losses] == ["Anna"]


@pytest.mark.parametrize(
    ("cause", "cost"),
    [("destination", 1), ("energy_drink", 1), ("full", 0), ("evacuated", 0)],
)
def test_a_lie_about_dice_costs_who_went_there_of_their_own_will(cause: str, cost: int) -> None:
    """By the destination or with an Energy drink, not driven by a full or closing area."""
    story = Story().rolls(*DICE).looks("Anna", *DICE).says("Anna", NONE_AT_6)
    story.add(
        "character_moved",
        {"player": "Bruno", "character": "leader", "origin": 1, "place": 6, "cause": cause},
    )
    eats(story, "Bruno", 6)
    assert len(reckoned(story)["Anna"].losses) == cost


def ended(**extra: object) -> list[Record]:
    """Return the end of a game in which a tie killed Anna's Crybaby."""
    story = Story().add("attack_began", {"place": 1, "strength": 2, "zombies": 3})
    story.ballots("attack", 1, Anna="Bruno", Bruno="Anna")
    story.add("player_chosen", {"kind": "attack", "place": 1, "player": "Anna", "by": "token"})
    story.add("character_eaten", {"player": "Anna", "character": "crybaby", "place": 1})
    story.add("hands_revealed", {"hands": {"Anna": ["truck_keys"], "Bruno": []}})
    scores = {"Anna": 0, "Bruno": 5}
    end = {
        "scores": scores,
        "cards": {"Anna": 1, "Bruno": 0},
        "placements": {"Anna": 2, "Bruno": 1},
    }
    return records_of(story.add("game_ended", {"reason": "few_left", **end, **extra}).records)


def test_a_death_by_the_token_can_be_the_turning_point() -> None:
    """The Truck keys of who is dead would have scored with the character (OSA-55)."""
    told = outcome_lines(ended(), WORDS)
    assert told == [
        "Bruno wins with 5 points.",
        "Anna follows with 0 points, 5 behind.",
        (
            "The turning point: Anna's Crybaby (7), eaten in round 1 at 1 Toilets by the victim "
            "token after a tie (Anna 1, Bruno 1). With it, Anna would have 8."
        ),
        "The victim token decided 1 of 1 deaths.",
        "No epilogue is reached that was not unlocked already.",
    ]
