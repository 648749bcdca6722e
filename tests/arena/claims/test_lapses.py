"""Offers that lapse before their round ends: when, for whom, and that all concerned can tell."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest

import engine
from arena.claims.deal_records import DealAnswered, DealSettled
from arena.claims.offers import Reply
from tests.arena.claims.spoken import Spoken
from tests.arena.claims.test_deals import answers, deals, records, refused

Plot = Callable[[Spoken, str], object]
"""What happens to a player."""
LATER = 99
"""Another wave than any before."""


def nothing(story: Spoken, player: str) -> None:
    """Let nothing happen."""


def lapsed(story: Spoken, *, by: str = "Bruno") -> list[tuple[int, str]]:
    """Return which offers have lapsed, and see that offerer and addressee can tell it as well."""
    ends = [each for each in records(story) if isinstance(each, DealAnswered)]
    gone = [each for each in ends if each.answer == "lapsed"]
    assert {each.actor for each in gone} <= {None}
    for who in ("Anna", by):
        mine = [each for each in records(story, who) if isinstance(each, DealAnswered)]
        heard = [each for each in mine if by == each.player and each.answer == "lapsed"]
        assert heard == [each for each in gone if each.player == by]
        assert all(each.seen_by == ("Anna", by) for each in heard)
        assert deals(story, who).open_to(by, LATER) == deals(story).open_to(by, LATER)
        assert deals(story, who).open_of("Anna", LATER) == deals(story).open_of("Anna", LATER)
    return [(each.deal, each.player) for each in gone]


class Ends(NamedTuple):
    """A term, and what happens before and when nothing more can come of it."""

    term: str
    moment: Plot
    before: Plot = nothing


def searches(story: Spoken, player: str) -> None:
    """Win the truck and see two cards."""
    story.looks_into_truck(player, "sprint threat")


def movement(story: Spoken, _: str) -> None:
    """Begin to move."""
    story.phase("movement").lifts(1)


def elects(story: Spoken, player: str, target: str) -> None:
    """Let a player vote in the first ballot on the Chief."""
    story.ballots("chief", 5, "Clara Dmitri", **{player: target})


def attacks(story: Spoken, player: str, target: str) -> None:
    """Let a player vote on who is eaten at 3."""
    story.ballots("attack", 3, "Clara Dmitri", **{player: target})


PEACE = "spares Dmitri"
"""What may come as long as Dmitri is there."""
CARD, CHIEF, STAY = "gives Clara a card", "votes Clara chief", "does not vote Clara chief"
VICTIM, LAP = "votes Clara attack at 3", "plays threat attack at 3"
MOVE, DICE = "moves gunman", "tells Clara the dice"
HELD = {"place": 3, "strength": 2, "zombies": 1}
ENDS: Mapping[str, Ends] = {
    "a card given to another": Ends(
        CARD, lambda s, p: s.shares(p, "sprint", "threat", "Dmitri"), searches
    ),
    "another searches": Ends(CARD, lambda s, _: s.chosen("truck", 4, "Clara")),
    "nobody searches": Ends(CARD, lambda s, _: s.skipped("truck", 4)),
    "no more searches": Ends(CARD, lambda s, p: s.loses(p)),
    "announced": Ends("goes 4", lambda s, p: s.announces(p, 4)),
    "announced otherwise": Ends("goes 4", lambda s, p: s.announces(p, 3)),
    "revealed": Ends("goes 4", lambda s, p: s.reveals(**{p: 3})),
    "goes nowhere": Ends("goes 4", lambda s, p: s.loses(p)),
    "another moved": Ends(MOVE, lambda s, p: s.moves(p, "pin_up"), movement),
    "nobody moved": Ends(MOVE, lambda s, _: s.phase("attack"), movement),
    "nobody to move": Ends(MOVE, lambda s, p: s.loses(p)),
    "dice are shown": Ends(DICE, lambda s, _: s.lifts(1), lambda s, p: s.looks(p, 1)),
    "does not look": Ends(DICE, lambda s, p: s.loses(p)),
    "voted otherwise": Ends(CHIEF, lambda s, p: elects(s, p, "Dmitri")),
    "voted so": Ends(CHIEF, lambda s, p: elects(s, p, "Clara")),
    "elected without a vote": Ends(CHIEF, lambda s, _: s.chosen("chief", 5, "Dmitri")),
    "no election": Ends(CHIEF, lambda s, _: s.skipped("chief", 5)),
    "no candidate": Ends(CHIEF, lambda s, _: s.loses("Clara")),
    "no voter": Ends("votes Clara chief first", lambda s, p: s.loses(p)),
    "voted against a word": Ends(STAY, lambda s, p: elects(s, p, "Clara")),
    "an attack further on": Ends(VICTIM, lambda s, _: s.calls("attack", 4)),
    "held": Ends(VICTIM, lambda s, _: s.add("place_held", HELD)),
    "nobody there": Ends(VICTIM, lambda s, _: s.add("place_closed", {"place": 3})),
    "voted for an ally": Ends("spares Clara", lambda s, p: attacks(s, p, "Clara")),
    "no ally": Ends("spares Clara", lambda s, _: s.loses("Clara")),
    "no card at the truck": Ends("plays a card truck", lambda s, _: s.opens("truck", 4)),
    "the truck is over": Ends("plays a card truck", lambda s, _: s.phase("chief")),
    "the election is over": Ends("plays a card chief", lambda s, _: s.phase("destinations")),
    "all who could have looked": Ends("plays a card dice", lambda s, _: s.phase("destinations")),
    "all have moved": Ends("plays a card move", lambda s, _: s.phase("attack"), movement),
    "played": Ends(
        "plays threat attack",
        lambda s, p: s.plays(p, "threat"),
        lambda s, p: s.calls("attack", 3, p),
    ),
    "played before all": Ends("plays a card", lambda s, p: s.calls("truck", 4, p).plays(p, "gun")),
    "no card further on": Ends(LAP, lambda s, _: s.calls("attack", 4)),
    "nobody plays": Ends("plays threat attack", lambda s, p: s.loses(p)),
}


@pytest.mark.parametrize("player", ["Anna", "Bruno"])
@pytest.mark.parametrize("case", ENDS)
def test_an_offer_lapses_when_a_term_is_decided_or_cannot_come(case: str, player: str) -> None:
    """On either side, at the record that shows it to all; then the place is free."""
    term, moment, before = ENDS[case]
    anna, bruno = (f"{each} {term if each == player else PEACE}" for each in ("Anna", "Bruno"))
    story = Spoken().deals(Anna="threat sprint", Bruno="threat sprint")
    story.speaks("Anna", f"offer Bruno: {anna} / {bruno}")
    before(story, player)
    assert lapsed(story) == []
    moment(story, player)
    assert lapsed(story) == [(1, "Bruno")]
    assert deals(story).open_of("Anna", LATER) == []
    assert lapsed(story.round_ends()) == [(1, "Bruno")]


STAYS: Mapping[str, tuple[str, Callable[[Spoken], object]]] = {
    "chosen in secret": ("goes 4", lambda s: s.chooses("Anna", 4)),
    "chosen in secret, and another aloud": (
        "goes 4",
        lambda s: s.chooses("Anna", 4).announces("Bruno", 4),
    ),
    "passed in secret": (
        "holds back attack at 3",
        lambda s: s.calls("attack", 3, "Anna").passes("Anna").opens("attack", 3),
    ),
    "another plays": (LAP, lambda s: s.calls("attack", 3, "Anna").plays("Clara", "threat")),
    "plays another card": (LAP, lambda s: s.calls("attack", 3, "Anna").plays("Anna", "sprint")),
    "plays it elsewhere": (LAP, lambda s: s.calls("attack", 2, "Anna").plays("Anna", "threat")),
    "another votes": (CHIEF, lambda s: elects(s, "Bruno", "Dmitri")),
    "a word kept so far": (STAY, lambda s: elects(s, "Anna", "Dmitri")),
    "another vote": (CHIEF, lambda s: s.skipped("truck", 4)),
    "who is out votes again": (CHIEF, lambda s: s.loses("Anna")),
    "who is out votes in a tie": ("votes Clara chief tie", lambda s: s.loses("Anna")),
    "who is out spares": ("spares Clara", lambda s: s.loses("Anna")),
    "an attack before": (VICTIM, lambda s: s.calls("attack", 2)),
    "the attack itself": (VICTIM, lambda s: s.calls("attack", 3)),
    "any attack": ("votes Clara attack", lambda s: s.calls("attack", 4)),
    "spared so far": ("spares Clara", lambda s: attacks(s, "Anna", "Dmitri")),
    "searches herself": (CARD, lambda s: s.chosen("truck", 4, "Anna")),
    "who is out is given a card": (CARD, lambda s: s.loses("Clara")),
    "dice told falsely": (DICE, lambda s: s.looks("Anna", 1).speaks("Anna", "dice 1 1 1 1")),
    "who is out has looked": (DICE, lambda s: s.looks("Anna", 1).loses("Anna")),
    "who is out is told": (DICE, lambda s: s.loses("Clara")),
    "another moves": (MOVE, lambda s: s.phase("movement").lifts(1).moves("Bruno", "gunman")),
    "another moment": ("plays a card chief", lambda s: s.phase("chief").opens("truck", 4)),
    "dice are not looked at yet": ("plays a card dice", lambda s: s.phase("chief")),
    "moves are to come": ("plays a card move", lambda s: s.phase("destinations")),
    "attacks are to come": ("plays a card attack", lambda s: s.phase("attack")),
}


@pytest.mark.parametrize("case", STAYS)
def test_an_offer_is_open_while_all_its_terms_may_come(case: str) -> None:
    """What only some have seen ends no offer, nor what leaves an occasion."""
    term, moment = STAYS[case]
    story = Spoken().deals(Anna="threat sprint", Bruno="threat")
    story.speaks("Anna", f"offer Bruno: Anna {term} / Bruno {PEACE}")
    moment(story)
    assert lapsed(story) == []
    assert deals(story).open_to("Bruno", LATER) == [1]


def test_an_offer_lapses_for_those_with_whom_a_term_is_over() -> None:
    """Bruno has announced where he goes; Clara has not."""
    story = Spoken().speaks("Anna", "offer Bruno, Clara: I spare you / you go 4")
    story.announces("Bruno", 3)
    assert lapsed(story) == [(1, "Bruno")]
    assert deals(story).open_to("Clara", 99) == [1]


def test_an_offer_whose_moment_is_past_lapses_at_once() -> None:
    """All have seen where they go."""
    story = Spoken().reveals(Anna=3, Bruno=3).speaks("Anna", "offer Bruno: I go 4 / Bruno goes 3")
    assert lapsed(story) == [(1, "Bruno")]
    assert refused(story, "Bruno", Reply(act="accept", deal=1)) is not None


def test_who_is_out_may_still_play_cards_where_the_rules_say_so() -> None:
    """And looks under the box with one."""
    for on, expected in ((False, [(1, "Bruno")]), (True, [])):
        rules = engine.ruleset("moh", {"dead_may_play_cards": on})
        for term in ("Bruno plays threat attack", "Bruno tells me the dice"):
            story = Spoken(rules).speaks("Anna", f"offer Bruno: I spare Clara / {term}")
            assert lapsed(story.loses("Bruno")) == expected


CROWD = "offer Bruno, Clara, Dmitri: I vote you chief / you spare me"


def test_what_only_one_can_have_lapses_for_those_who_hear_that_another_has_it() -> None:
    """Dmitri did not hear it and can still accept; Clara can't, from the next wave on."""
    story = Spoken().speaks("Anna", CROWD)
    story.speaks("Bruno", "accept 1", to=["Anna", "Clara"], whisper=True)
    assert deals(story).open_to("Clara", story.wave) == [1]
    why = "You can't answer deal 1. There is none that you could."
    assert refused(story, "Clara", Reply(act="accept", deal=1)) == why
    assert refused(story, "Dmitri", Reply(act="accept", deal=1)) is None
    story.add("floor_closed", {"kind": "chief"})
    assert lapsed(story, by="Clara") == [(1, "Clara")]
    story.speaks("Dmitri", "accept 1")
    found = [each for each in records(story) if isinstance(each, DealSettled) and each.instead]
    assert [(each.party, each.outcome, each.instead) for each in found] == [
        ("Anna", "void", "Bruno"), ("Dmitri", "void", "Bruno")
    ]  # fmt: skip
    assert lapsed(story.round_ends(), by="Clara") == [(1, "Clara")]


def test_who_hears_an_acceptance_that_binds_nobody_cannot_tell() -> None:
    """Clara accepts after Bruno, who whispered it: for Dmitri, who heard her, it is taken."""
    story = Spoken().speaks("Anna", CROWD).speaks("Bruno", "accept 1", to=["Anna"], whisper=True)
    story.speaks("Clara", "accept 1", at_once=True)
    assert [each.instead for each in deals(story).agreements] == [None, "Bruno"]
    assert refused(story, "Dmitri", Reply(act="accept", deal=1)) is not None
    assert lapsed(story.round_ends(), by="Dmitri") == [(1, "Dmitri")]


def test_what_several_can_have_stays_open_for_the_others() -> None:
    """She spares all of them."""
    story = Spoken().speaks("Anna", "offer Bruno, Clara: I spare you / you vote me chief")
    story.speaks("Bruno", "accept 1").add("floor_closed", {"kind": "chief"})
    assert lapsed(story) == []
    assert refused(story, "Clara", Reply(act="accept", deal=1)) is None


def test_what_is_withdrawn_in_the_wave_of_an_acceptance_is_withdrawn_from_the_others() -> None:
    """Anna did not know of it either; Bruno's acceptance counts."""
    story = Spoken().speaks("Anna", CROWD).speaks("Bruno", "accept 1")
    story.speaks("Anna", "withdraw 1", at_once=True).round_ends()
    assert answers(story) == [
        (1, "Bruno", "accepted"),
        *((1, each, "withdrawn") for each in ("Bruno", "Clara", "Dmitri")),
    ]


@pytest.mark.parametrize("line", ["decline 1", "accept 1"])
def test_who_answers_in_the_wave_of_an_acceptance_has_answered(line: str) -> None:
    """They could not know of it: nothing lapses for them."""
    story = Spoken().speaks("Anna", CROWD).speaks("Bruno", "accept 1")
    story.speaks("Clara", line, at_once=True).speaks("Anna", "not safe 3")
    clara = {"decline 1": "declined", "accept 1": "accepted"}[line]
    found = [each for each in records(story) if isinstance(each, DealAnswered)]
    assert [(each.player, each.answer) for each in found] == [
        ("Bruno", "accepted"), ("Clara", clara), ("Dmitri", "lapsed")
    ]  # fmt: skip


def test_an_offer_made_after_a_secret_choice_is_open() -> None:
    """The log knows where Anna goes, and the table does not."""
    story = Spoken().chooses("Anna", 4).speaks("Anna", "offer Bruno: I go 4 / Bruno spares me")
    assert lapsed(story) == []


def test_an_offer_lapses_when_who_goes_nowhere_is_seen_to() -> None:
    """All destinations are shown, and Bruno has none."""
    story = Spoken().speaks("Anna", "offer Bruno: I spare Bruno / Bruno goes 4")
    assert lapsed(story.reveals(Anna=4)) == [(1, "Bruno")]


def test_an_offer_of_a_card_lasts_as_long_as_its_moment() -> None:
    """It is made while characters move."""
    story = Spoken().phase("movement").lifts(1)
    story.speaks("Anna", "offer Bruno: I play a card move / Bruno spares me")
    assert lapsed(story.moves("Anna", "gunman")) == []
    assert lapsed(story.phase("attack")) == [(1, "Bruno")]


def test_who_is_eaten_may_make_an_election_impossible() -> None:
    """The attack is not what was agreed on."""
    story = Spoken().speaks("Anna", "offer Bruno: I vote Clara chief / Bruno spares me")
    story.speaks("Bruno", "accept 1").eats("Clara", 3).loses("Clara")
    found = [each for each in records(story) if isinstance(each, DealSettled)]
    assert {each.party: each.outcome for each in found}["Anna"] == "void"
