"""What can be picked from the menu is read by the command line, at every table."""

import re
from collections.abc import Iterator, Sequence

import pytest
from pydantic import TypeAdapter

import engine
from arena.claims.language import Claim, Proposition
from arena.claims.notation import read_line
from arena.claims.offers import Offer
from arena.claims.vocabulary import Vocabulary
from arena.faces.scene.data import FormData
from arena.faces.scene.forms import counter_of, forms_of
from arena.narration.aim import in_play
from arena.narration.dialects import words_of
from tests.breadth import EACH_RULESET

EACH = pytest.mark.parametrize("ruleset", EACH_RULESET)
SEATS = ("Ana", "Chief", "Bo Cy", "Di")
SLOT = re.compile(r"\{(\w+)\}")


def forms(ruleset: str) -> tuple[list[FormData], Vocabulary]:
    """Return what Ana can pick at a table, and its words."""
    facts = engine.ruleset(ruleset)
    vocabulary = Vocabulary(facts, SEATS)
    return forms_of(vocabulary, words_of(facts, SEATS), "Ana"), vocabulary


def lines(form: FormData) -> Iterator[str]:
    """Yield a line for each option of each slot, the others at their first."""
    first = {slot["name"]: slot["options"][0][0] for slot in form["slots"]}
    yield filled(form["line"], first)
    for slot in form["slots"]:
        for value, _ in slot["options"]:
            yield filled(form["line"], first | {slot["name"]: value})


def filled(line: str, values: dict[str, str]) -> str:
    """Return a line with its slots filled."""
    return SLOT.sub(lambda found: values[found[1]], line)


def said(line: str, vocabulary: Vocabulary) -> object:
    """Return what a picked line says, without the word of the command line."""
    return read_line(line.removeprefix("claim "), "Ana", vocabulary)


@EACH
def test_every_claim_of_the_menu_can_be_said(ruleset: str) -> None:
    """With every option of every slot; it is of the kind that the form says."""
    found, vocabulary = forms(ruleset)
    TypeAdapter(list[FormData]).validate_python(found)
    assert len({each["id"] for each in found}) == len(found)
    for form in (each for each in found if each["use"] == "claim"):
        for line in lines(form):
            claim = said(line, vocabulary)
            assert isinstance(claim, Claim)
            kind = claim.proposition.kind
            assert form["id"] == f"claim_{kind}{'_not' * claim.proposition.negated}", line


@EACH
def test_every_term_of_the_menu_can_be_offered(ruleset: str) -> None:
    """On both sides, alone and joined, to each of the others."""
    found, vocabulary = forms(ruleset)
    offer = next(each for each in found if each["use"] == "offer")
    give, want = (
        [line for form in found if form["use"] == use for line in lines(form)]
        for use in ("give", "want")
    )
    to, until = offer["slots"][0]["options"], offer["slots"][-1]["options"]
    assert [label for _, label in to] == ["Chief", "Bo Cy", "Di"]
    for at in range(max(len(give), len(want))):
        theirs = want[at % len(want)]
        values = {
            "TO": next(name for name, _ in to if name not in theirs), "MINE": give[at % len(give)],
            "THEIRS": theirs, "UNTIL": until[at % len(until)][0],
        }  # fmt: skip
        said_ = said(filled(offer["line"], values), vocabulary)
        assert isinstance(said_, Offer)
        assert {each.player for each in said_.gives} <= {None, "Ana"}
    joined = {"TO": "Di", "MINE": f"{give[0]} and {give[-1]}", "THEIRS": want[0], "UNTIL": ""}
    both = said(filled(offer["line"], joined), vocabulary)
    assert isinstance(both, Offer)
    assert len(both.gives) == 2


def test_words_around_slots_name_each_slot_once() -> None:
    """Nothing that has to be chosen is out of sight."""
    for ruleset in ("moh", "osaczeni"):
        for form in forms(ruleset)[0]:
            names = [slot["name"] for slot in form["slots"]]
            assert sorted(SLOT.findall(form["says"])) == sorted(names), form["id"]
            assert not re.search(r"[A-Z]{3}", SLOT.sub("", form["says"])), form["says"]


TERMS: Sequence[tuple[Proposition, Proposition]] = [
    (Proposition(kind="ally", target="Ana", until=6), Proposition(kind="give", target="Chief")),
    (
        Proposition(kind="vote", target="Bo Cy", vote="attack", location=3, negated=True),
        Proposition(kind="vote", target="Chief", vote="chief", ballot="first"),
    ),
    (Proposition(kind="give"), Proposition(kind="tell", target="Bo Cy")),
]


@pytest.mark.parametrize(("gives", "wants"), TERMS)
def test_a_counter_begins_as_the_offer_from_the_other_side(
    gives: Proposition, wants: Proposition
) -> None:
    """Sent unchanged, it asks for what was given, and gives what was asked for."""
    facts = engine.ruleset("moh")
    vocabulary, words = Vocabulary(facts, SEATS), words_of(facts, SEATS)
    offer = Offer(to=("Ana", "Di"), gives=(gives,), wants=(wants,))
    found = counter_of(offer, "Chief", "Ana", vocabulary, words)
    line = f'counter 7 "Chief": {found["gives"][0]} / {found["wants"][0]}'
    back = said(line, vocabulary)
    assert isinstance(back, Offer)
    assert back.counters == 7
    assert back.between("Ana", "Chief") == offer.between("Chief", "Ana")[::-1]
    assert found["gives"][1]


@pytest.mark.parametrize(("ruleset", "smallest"), [("moh", "little_girl"), ("osaczeni", "klutz")])
def test_who_is_only_at_a_table_of_three_is_named_at_no_other(ruleset: str, smallest: str) -> None:
    """Neither in the head nor among what can be said."""
    facts = engine.ruleset(ruleset)
    assert smallest in in_play(words_of(facts, SEATS[:3]))
    assert smallest not in in_play(words_of(facts, SEATS))
    move = next(each for each in forms(ruleset)[0] if each["id"] == "claim_move")
    assert smallest not in [value for value, _ in move["slots"][0]["options"]]
