"""Deals on each kind of promise with a moment of its own: every outcome that it can have, by hand.

Two that play or move one after another can't fail at once, nor two of whom one breaks a tie.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

import pytest

import engine
from tests.arena.claims.spoken import Spoken
from tests.arena.claims.test_deals import outcomes


class Words(NamedTuple):
    """What a family calls things."""

    ruleset: str
    card: str
    other_card: str
    one: str
    """A character."""
    two: str


TABLES = (
    Words("moh", "threat", "sprint", "gunman", "pin_up"),
    Words("osaczeni", "gun", "walkie_talkie", "protector", "leader"),
)
Plot = Callable[[Spoken, Words], object]
DICE = (1, 1, 3, 6)


def after(terms: str, plot: Plot, words: Words) -> tuple[str, str]:
    """Return what Anna and Bruno made of these terms, to which they agree before the plot."""
    story = Spoken(engine.ruleset(words.ruleset))
    cards = f"{words.card} {words.other_card}"
    story.deals(Anna=cards, Bruno=cards)
    story.speaks("Anna", f"offer Bruno: {terms.format(w=words)}").speaks("Bruno", "accept 1")
    plot(story, words)
    return outcomes(story.game_ends())


# --- telling the dice ---

TRUE, FALSE = "dice 1 1 3 6", "dice 1 1 3 5"
TELL = "I tell Bruno the dice / Bruno tells me the dice"
NEWS = "I vote Bruno truck / Bruno tells me the dice"


def reports(anna: str, bruno: str, story: Spoken, _: Words) -> None:
    """Both look and report; then all see the dice."""
    story.rolls(*DICE).looks("Anna", *DICE).looks("Bruno", *DICE)
    for player, line in (("Anna", anna), ("Bruno", bruno)):
        if line:
            story.speaks(player, line)
    story.lifts(*DICE)


def news(ballot: str, line: str, story: Spoken, _: Words) -> None:
    """Anna votes, then Bruno looks and tells."""
    story.ballots("truck", 4, Anna=ballot, Bruno="Bruno").chosen("truck", 4, "Bruno")
    story.rolls(*DICE).looks("Bruno", *DICE).speaks("Bruno", line).lifts(*DICE)


@pytest.mark.parametrize("words", TABLES)
@pytest.mark.parametrize(
    ("terms", "plot", "expected"),
    [
        (TELL, partial(reports, TRUE, TRUE), ("kept", "kept")),
        (TELL, partial(reports, TRUE, FALSE), ("kept", "broken")),
        (TELL, partial(reports, "", TRUE), ("broken", "kept")),
        (TELL, partial(reports, FALSE, ""), ("both_at_once", "both_at_once")),
        (TELL, lambda s, _: s.rolls(*DICE).lifts(*DICE), ("no_occasion", "no_occasion")),
        (
            TELL,
            lambda s, _: s.loses("Bruno").rolls(*DICE).lifts(*DICE),
            ("no_occasion", "void"),
        ),
        (NEWS, partial(news, "Bruno", TRUE), ("kept", "kept")),
        (NEWS, partial(news, "Anna", FALSE), ("broken", "other_failed_first")),
    ],
)
def test_the_dice_are_told(terms: str, plot: Plot, expected: tuple[str, str], words: Words) -> None:
    """By who looked, until all see them: under one seal for all who were to tell them."""
    assert after(terms, plot, words) == expected


# --- playing a card and holding it back ---

PLAY = "I play a card attack at 3 / Bruno plays {w.card} attack at 3"
HOLD = "I hold back attack at 3 / Bruno holds back {w.card} attack at 3"


def lap(anna: str, bruno: str, story: Spoken, words: Words, place: int = 3) -> None:
    """Hold an attack before which Anna and Bruno are asked for cards, in this order."""
    story.calls("attack", place, "Anna", "Bruno", "Clara")
    for player, card in (("Anna", anna), ("Bruno", bruno)):
        story.plays(player, card.format(w=words)) if card else story.passes(player)
    story.opens("attack", place)
    story.ballots("attack", place, Anna="Clara", Bruno="Clara", Clara="Anna")
    story.chosen("attack", place, "Clara")


CARD, OTHER = "{w.card}", "{w.other_card}"


@pytest.mark.parametrize("words", TABLES)
@pytest.mark.parametrize(
    ("terms", "plot", "expected"),
    [
        (PLAY, partial(lap, OTHER, CARD), ("kept", "kept")),
        (PLAY, partial(lap, OTHER, OTHER), ("kept", "broken")),
        (PLAY, partial(lap, "", CARD), ("broken", "kept")),
        (PLAY, partial(lap, "", ""), ("both_at_once", "both_at_once")),
        (PLAY, partial(lap, CARD, CARD, place=4), ("no_occasion", "no_occasion")),
        (PLAY, lambda s, _: s.loses("Bruno"), ("no_occasion", "void")),
        (HOLD, partial(lap, "", ""), ("kept", "kept")),
        (HOLD, partial(lap, "", OTHER), ("kept", "kept")),
        (HOLD, partial(lap, "", CARD), ("kept", "broken")),
        (HOLD, partial(lap, CARD, ""), ("broken", "kept")),
        (HOLD, partial(lap, OTHER, CARD), ("broken", "other_failed_first")),
        (HOLD, partial(lap, CARD, CARD, place=4), ("no_occasion", "no_occasion")),
        (HOLD, lambda s, _: s.loses("Anna"), ("void", "no_occasion")),
        (
            "I play {w.card} attack / Bruno holds back attack",
            partial(lap, "", CARD),
            ("other_failed_first", "broken"),
        ),
    ],
)
def test_a_card_is_played_or_held_back(
    terms: str, plot: Plot, expected: tuple[str, str], words: Words
) -> None:
    """A card is broken with when it is played, and when none was played at the end of the round."""
    assert after(terms, plot, words) == expected


# --- which character moves ---

MOVE = "I move {w.one} / Bruno does not move {w.one}"


def moves(anna: str, bruno: str, story: Spoken, words: Words) -> None:
    """Move a character each, Anna first."""
    story.rolls(*DICE).phase("movement").reveals(Anna=2, Bruno=2).lifts(*DICE)
    for player, character in (("Anna", anna), ("Bruno", bruno)):
        if character:
            story.moves(player, character.format(w=words))
    story.phase("attack")


ONE, TWO = "{w.one}", "{w.two}"


@pytest.mark.parametrize("words", TABLES)
@pytest.mark.parametrize(
    ("plot", "expected"),
    [
        (partial(moves, ONE, TWO), ("kept", "kept")),
        (partial(moves, ONE, ONE), ("kept", "broken")),
        (partial(moves, TWO, TWO), ("broken", "kept")),
        (partial(moves, TWO, ONE), ("broken", "other_failed_first")),
        (partial(moves, ONE, ""), ("kept", "no_occasion")),
        (partial(moves, "", ""), ("no_occasion", "no_occasion")),
        (
            lambda s, w: moves(ONE, "", s.loses("Bruno"), w),
            ("kept", "void"),
        ),
    ],
)
def test_a_character_moves(plot: Plot, expected: tuple[str, str], words: Words) -> None:
    """To the destination, one player after another."""
    assert after(MOVE, plot, words) == expected


# --- votes in a named ballot ---

Cast = tuple[str, str]
"""For whom Anna and Bruno vote."""


def elects(first: Cast, revote: Cast | None, tie: Cast | None, story: Spoken, _: Words) -> None:
    """Elect Clara or Dmitri Chief; the player named first in `tie` breaks it for the second."""
    ballots = [first] if revote is None else [first, revote]
    for number, (anna, bruno) in enumerate(ballots, start=1):
        story.ballots("chief", 5, "Clara Dmitri", number=number, Anna=anna, Bruno=bruno)
    if tie is not None:
        story.breaks_tie("chief", 5, *tie, "Clara Dmitri")
    story.chosen("chief", 5, "Clara")


FOR = "I vote Clara chief {ballot} / Bruno votes Clara chief {ballot}"
BOTH, NEITHER = ("Clara", "Clara"), ("Dmitri", "Dmitri")
ANNA_ONLY, BRUNO_ONLY = ("Clara", "Dmitri"), ("Dmitri", "Clara")


@pytest.mark.parametrize("words", TABLES)
@pytest.mark.parametrize(
    ("ballot", "cast", "expected"),
    [
        ("first", (BOTH, NEITHER, None), ("kept", "kept")),
        ("first", (ANNA_ONLY, BRUNO_ONLY, None), ("kept", "broken")),
        ("first", (NEITHER, BOTH, None), ("both_at_once", "both_at_once")),
        ("revote", (NEITHER, BOTH, None), ("kept", "kept")),
        ("revote", (ANNA_ONLY, BRUNO_ONLY, None), ("broken", "kept")),
        ("revote", (BOTH, NEITHER, None), ("both_at_once", "both_at_once")),
        ("revote", (BOTH, None, None), ("no_occasion", "no_occasion")),
        ("tie", (NEITHER, NEITHER, ("Anna", "Clara")), ("kept", "no_occasion")),
        ("tie", (BOTH, None, ("Bruno", "Dmitri")), ("no_occasion", "broken")),
        ("tie", (BOTH, BOTH, None), ("no_occasion", "no_occasion")),
    ],
)
def test_a_vote_is_cast_in_the_ballot_that_was_named(
    ballot: str, cast: tuple[Cast, Cast | None, Cast | None], expected: Cast, words: Words
) -> None:
    """The other ballots of the vote count for nothing; one that is not held is no occasion."""
    terms = FOR.replace("{ballot}", ballot)
    assert after(terms, partial(elects, *cast), words) == expected


@pytest.mark.parametrize("words", TABLES)
@pytest.mark.parametrize("ballot", ["first", "revote", "tie"])
def test_a_vote_for_who_is_out_is_void(ballot: str, words: Words) -> None:
    """Nobody can vote for Clara any more."""
    terms = FOR.replace("{ballot}", ballot)
    assert after(terms, lambda s, _: s.loses("Clara").skipped("chief", 5), words) == (
        "void",
        "void",
    )


@pytest.mark.parametrize("words", TABLES)
@pytest.mark.parametrize(
    ("terms", "cast", "expected"),
    [
        (
            "I vote Clara chief first / Bruno votes Clara chief revote",
            (NEITHER, NEITHER, None),
            ("broken", "other_failed_first"),
        ),
        (
            "I break a tie for Clara chief / Bruno votes Clara chief first",
            (NEITHER, None, ("Anna", "Dmitri")),
            ("other_failed_first", "broken"),
        ),
        (
            "I break a tie for Clara chief / Bruno votes Clara chief revote",
            (NEITHER, NEITHER, ("Anna", "Dmitri")),
            ("other_failed_first", "broken"),
        ),
    ],
)
def test_an_earlier_ballot_frees_who_was_to_vote_in_a_later_one(
    terms: str, cast: tuple[Cast, Cast | None, Cast | None], expected: Cast, words: Words
) -> None:
    """Each ballot, and the tie, is a seal of its own."""
    assert after(terms, partial(elects, *cast), words) == expected


# --- void, or no occasion ---

GONE: Mapping[str, tuple[str, Plot, tuple[str, str]]] = {
    "before the election": (
        "I vote Clara chief / Bruno votes Dmitri chief",
        lambda s, _: s.loses("Clara").skipped("chief", 5),
        ("void", "no_occasion"),
    ),
    "after the election": (
        "I vote Clara chief / Bruno votes Dmitri chief",
        lambda s, _: s.skipped("chief", 5).loses("Clara"),
        ("no_occasion", "no_occasion"),
    ),
    "rounds before the election": (
        "I vote Clara chief / Bruno votes Dmitri chief",
        lambda s, _: s.round_ends().round(2).loses("Clara").round_ends().round(3),
        ("void", "no_occasion"),
    ),
    "a voter": (
        "I vote Clara chief first / Bruno votes Clara chief",
        lambda s, _: s.loses("Anna").loses("Bruno").skipped("chief", 5),
        ("void", "no_occasion"),
    ),
    "before the destinations": (
        "I go 4 / Bruno goes 3",
        lambda s, _: s.loses("Bruno").reveals(Anna=4),
        ("kept", "void"),
    ),
    "before the next destinations": (
        "I go 4 / Bruno goes 3",
        lambda s, _: s.round_ends().round(2).loses("Bruno"),
        ("no_occasion", "no_occasion"),
    ),
    "a searcher": (
        "I give Bruno a card / Bruno gives me a card",
        lambda s, _: s.loses("Anna").chosen("truck", 4, "Clara"),
        ("void", "no_occasion"),
    ),
    "after the search of another": (
        "I give Bruno a card / Bruno gives me a card",
        lambda s, _: s.chosen("truck", 4, "Clara").loses("Anna"),
        ("no_occasion", "no_occasion"),
    ),
    "where no attack came any more": (
        "I vote Clara attack at 5 / Bruno votes Clara attack at 3",
        lambda s, _: s.calls("attack", 4).eats("Clara", 4).loses("Clara").round_ends(),
        ("void", "no_occasion"),
    ),
    "in the attack itself": (
        "I vote Clara attack at 4 / Bruno votes Clara attack",
        lambda s, _: s.calls("attack", 4).eats("Clara", 4).loses("Clara").round_ends(),
        ("no_occasion", "no_occasion"),
    ),
    "who was to play": (
        "I play a card attack at 5 / Bruno plays a card attack at 4",
        lambda s, _: s.calls("attack", 4).eats("Anna", 4).loses("Anna").loses("Bruno"),
        ("void", "no_occasion"),
    ),
    "a third for the dice": (
        "I tell Clara the dice / Bruno tells Clara the dice",
        lambda s, _: s.loses("Clara").loses("Bruno").lifts(*DICE),
        ("no_occasion", "void"),
    ),
    "who was to move": (
        "I move {w.one} / Bruno moves {w.one}",
        lambda s, _: s.loses("Bruno").phase("movement").lifts(*DICE).phase("attack"),
        ("no_occasion", "void"),
    ),
    "an ally": (
        "I spare Clara until 2 / Bruno spares Clara until 1",
        lambda s, _: s.round_ends().round(2).loses("Clara"),
        ("void", "no_occasion"),
    ),
}
"""What is agreed, who goes out when, and what Anna and Bruno made of it."""


@pytest.mark.parametrize("words", TABLES)
@pytest.mark.parametrize("case", GONE)
def test_it_is_void_if_somebody_was_out_when_it_would_have_come(case: str, words: Words) -> None:
    """Whoever goes out later had an occasion for it, or there was none."""
    terms, plot, expected = GONE[case]
    assert after(terms, plot, words) == expected
