"""Deals: what can be answered, what was agreed, and what each party made of it."""

from collections.abc import Sequence
from typing import Any

import pytest

from arena.claims import Judgement
from arena.claims.deal_records import DealAnswered, DealOffered, DealRecord, DealSettled
from arena.claims.language import Proposition
from arena.claims.offers import DealAct, Offer, Reply, act_problem, read_act
from arena.errors import ClaimError
from arena.projections.deals import Deals
from arena.projections.judge import Judge
from tests.arena.claims.helpers import MOH, SEATS
from tests.arena.claims.spoken import WORDS, Spoken
from tests.arena.records_of import record_of

VOTE_FOR_CARD = "offer Bruno: I vote Bruno truck / Bruno gives me a card"
SPARE = "offer Bruno: I spare Bruno / Bruno spares me"


def records(story: Spoken, who: str = "all") -> list[DealRecord]:
    """Return what becomes of the deals of a story, as `who` folds it."""
    judge = Judge(story.ruleset, SEATS)
    heard = story.records if who == "all" else story.heard_by(who)
    found = [each for record in heard for each in judge.feed(record_of(record))]
    return [each for each in (*found, *judge.close()) if isinstance(each, DealRecord)]


def deals(story: Spoken, who: str = "all") -> Deals:
    """Return the deals as they stand, as `who` heard them."""
    judge = Judge(story.ruleset, SEATS)
    for record in story.records if who == "all" else story.heard_by(who):
        judge.feed(record_of(record))
    return judge.deals


def answers(story: Spoken) -> list[tuple[int, str, str]]:
    """Return how offers ended: number, player, answer."""
    found = records(story)
    return [
        (each.deal, each.player, each.answer) for each in found if isinstance(each, DealAnswered)
    ]


def settled(story: Spoken, number: int = 1, who: str = "all") -> dict[str, str]:
    """Return what each party made of a deal."""
    found = (each for each in records(story, who) if isinstance(each, DealSettled))
    return {each.party: each.outcome for each in found if each.deal == number}


def outcomes(story: Spoken, number: int = 1) -> tuple[str, str]:
    """Return what Anna and Bruno made of their deal, and see that both can tell it as well."""
    found = settled(story, number)
    for who in ("Anna", "Bruno"):
        assert settled(story, number, who) == found
    return found["Anna"], found["Bruno"]


def agreed(terms: str, *, after: str = "") -> Spoken:
    """Return a story in which Anna and Bruno agree on terms; `after` is who looks before."""
    story = Spoken()
    if after:
        story.rolls(1, 1, 2, 2).looks(after, 1, 1, 2, 2)
    return story.speaks("Anna", f"offer Bruno: {terms}").speaks("Bruno", "accept 1")


def refused(
    story: Spoken, actor: str, *acts: Offer | Reply, to: Sequence[str] | None = None
) -> Any:  # noqa: ANN401
    """Return why a player can't say this next; None: they can. Log and own ears say the same."""
    wave = story.wave + 1
    said = [(each, to) for each in acts]
    found = deals(story).problem(said, actor, wave)
    assert deals(story, actor).problem(said, actor, wave) == found
    return found


# --- what can be said ---

PEACE: dict[str, Any] = {
    "act": "offer", "to": ["Bruno"], "gives": [{"kind": "ally"}], "wants": [{"kind": "ally"}]
}  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"act": "offer", "to": ["Bruno"], "gives": []},
        PEACE | {"until": True},
        PEACE | {"until": "6"},
        PEACE | {"counters": None},
        PEACE | {"price": 1},
        {"act": "accept"},
        {"act": "accept", "deal": True},
        {"act": "accept", "deal": "1"},
        {"act": "accept", "deal": 1, "until": 2},
        {"act": "renege", "deal": 1},
    ],
)
def test_what_is_no_act_is_refused(data: dict[str, Any]) -> None:
    """With what came, and what is possible."""
    with pytest.raises(ClaimError, match="Possible: an offer, or accept, decline, withdraw"):
        read_act(data)


@pytest.mark.parametrize(
    "act",
    [
        read_act(PEACE),
        read_act(PEACE | {"until": 6, "counters": 2}),
        Reply(act="withdraw", deal=1),
    ],
)
def test_an_act_comes_back_from_its_data(act: DealAct) -> None:
    """Whole."""
    assert read_act(act.data()) == act


@pytest.mark.parametrize(
    ("term", "why"),
    [
        ({"kind": "safe", "location": 3}, "Your offer has safe. Possible:"),
        ({"kind": "go", "location": 9}, "Possible: 1, 2, 3, 4, 5, 6."),
        (
            {"kind": "go", "location": 4, "player": "Clara"},
            "Your offer has go of Clara. Possible there: Anna.",
        ),
    ],
)
def test_a_term_is_a_pledge_of_its_side_at_this_table(term: dict[str, Any], why: str) -> None:
    """What is wrong is said."""
    made = read_act(PEACE | {"gives": [term]})
    assert why in str(act_problem(made, "Anna", WORDS))


def test_an_offer_is_to_somebody() -> None:
    """To each once, and to no one else."""
    for to in ((), ("Anna",), ("Bruno", "Bruno"), ("Nobody",)):
        peace = (Proposition(kind="ally", target="Clara"),)
        made = Offer(to=to, gives=peace, wants=peace)
        why = f"Your offer is to {list(to)}. Possible: Bruno, Clara, Dmitri, each once."
        assert act_problem(made, "Anna", WORDS) == why


def test_an_offer_has_the_number_of_its_message() -> None:
    """Whoever hears it knows that number."""
    story = Spoken().speaks("Clara", "not safe 3").speaks("Anna", VOTE_FOR_CARD)
    (offered,) = (each for each in records(story) if isinstance(each, DealOffered))
    assert (offered.deal, offered.actor, offered.seen_by) == (2, "Anna", "all")
    assert (offered.to, offered.until, offered.counters) == (["Bruno"], None, None)
    for seat in SEATS:
        assert list(deals(story, seat).deals) == [2]


def test_a_whispered_offer_is_known_to_who_hears_it() -> None:
    """And so are its answer, and its end."""
    story = Spoken().speaks("Anna", SPARE, to=["Bruno", "Clara"], whisper=True)
    assert [bool(deals(story, seat).deals) for seat in SEATS] == [True, True, True, False]
    story.speaks("Bruno", "decline 1", to=["Anna", "Dmitri"], whisper=True)
    seen = {type(each): each.seen_by for each in records(story)}
    assert [sorted(each) for each in seen.values()] == [
        ["Anna", "Bruno", "Clara"],
        ["Anna", "Bruno"],
    ]


@pytest.mark.parametrize(
    ("line", "how"),
    [
        ("accept 1", "accepted"),
        ("decline 1", "declined"),
        ("counter 1 Anna: I spare Anna / Anna spares me", "countered"),
    ],
)
def test_who_is_offered_a_deal_answers_it_once(line: str, how: str) -> None:
    """Then it is open no more for them."""
    story = Spoken().speaks("Anna", VOTE_FOR_CARD).speaks("Bruno", line)
    assert answers(story)[0] == (1, "Bruno", how)
    again = refused(story, "Bruno", Reply(act="accept", deal=1))
    assert again == "You can't answer deal 1. There is none that you could."


def test_an_offer_to_several_is_answered_by_each() -> None:
    """Clara declines, Bruno can still accept."""
    story = Spoken().speaks("Anna", "offer Bruno, Clara: I go 4 / you go 3", to=["Bruno"])
    story.speaks("Clara", "decline 1")
    assert refused(story, "Clara", Reply(act="accept", deal=1)) is not None
    assert refused(story, "Bruno", Reply(act="accept", deal=1)) is None
    story.speaks("Bruno", "accept 1")
    assert answers(story) == [(1, "Clara", "declined"), (1, "Bruno", "accepted")]


def test_a_counter_offer_is_an_offer_that_names_the_old() -> None:
    """It is answered by its own number."""
    story = Spoken().speaks("Anna", VOTE_FOR_CARD)
    story.speaks("Bruno", "counter 1 Anna: I spare Anna / Anna votes me truck").speaks(
        "Anna", "accept 2"
    )
    assert answers(story) == [(1, "Bruno", "countered"), (2, "Anna", "accepted")]
    assert deals(story).deals[2].offer.counters == 1


def test_an_offer_lapses_with_its_round() -> None:
    """For each who has not answered, by nobody, and only the two perceive it."""
    story = (
        Spoken().speaks("Anna", "offer Bruno, Clara: I go 4 / you go 3").speaks("Bruno", "accept 1")
    )
    story.round_ends()
    lapsed = [each for each in records(story) if getattr(each, "answer", None) == "lapsed"]
    assert [(each.actor, each.seen_by) for each in lapsed] == [(None, ("Anna", "Clara"))]
    story.round(2)
    assert refused(story, "Clara", Reply(act="accept", deal=1)) is not None
    assert refused(story, "Anna", Reply(act="withdraw", deal=1)) is not None


def test_a_withdrawn_offer_is_gone_for_those_who_heard_so() -> None:
    """Whispered to Bruno, it stands for Clara."""
    story = Spoken().speaks("Anna", "offer Bruno, Clara: I go 4 / you go 3")
    story.speaks("Anna", "withdraw 1", to=["Bruno"], whisper=True)
    assert answers(story)[:1] == [(1, "Bruno", "withdrawn")]
    assert refused(story, "Bruno", Reply(act="accept", deal=1)) is not None
    assert refused(story, "Clara", Reply(act="accept", deal=1)) is None
    assert refused(story, "Anna", Reply(act="withdraw", deal=1)) is None


@pytest.mark.parametrize(
    ("actor", "act", "why"),
    [
        (
            "Clara",
            Reply(act="accept", deal=1),
            "You can't answer deal 1. There is none that you could.",
        ),
        ("Bruno", Reply(act="accept", deal=9), "You can't answer deal 9. Possible: 1."),
        (
            "Anna",
            Reply(act="accept", deal=1),
            "You can't answer deal 1. There is none that you could.",
        ),
        (
            "Bruno",
            Reply(act="withdraw", deal=1),
            "You can't withdraw deal 1. There is none that you could.",
        ),
        ("Anna", Reply(act="withdraw", deal=2), "You can't withdraw deal 2. Possible: 1."),
    ],
)
def test_who_cannot_answer_is_told_what_is_possible(actor: str, act: Reply, why: str) -> None:
    """Not offered to them, no such deal, not theirs."""
    assert refused(Spoken().speaks("Anna", VOTE_FOR_CARD), actor, act) == why


def test_an_offer_of_the_same_wave_is_not_heard_yet() -> None:
    """Who speaks under the same seal can neither answer it nor take it back."""
    found = deals(Spoken().speaks("Anna", VOTE_FOR_CARD))
    assert found.problem([(Reply(act="accept", deal=1), None)], "Bruno", 1) is not None
    assert found.problem([(Reply(act="withdraw", deal=1), None)], "Anna", 1) is not None
    assert found.problem([(Reply(act="accept", deal=1), None)], "Bruno", 2) is None


def test_an_answer_that_its_offerer_does_not_hear_is_refused() -> None:
    """And nothing comes of it in a log that has it anyway."""
    story = Spoken().speaks("Anna", VOTE_FOR_CARD)
    for act in ("accept", "decline"):
        reply = Reply(act=act, deal=1)  # type: ignore[arg-type]
        why = refused(story, "Bruno", reply, to=["Clara"])
        assert why == "Anna would not hear your answer to deal 1. Possible: that they do."
        assert refused(story, "Bruno", reply, to=["Clara", "Anna"]) is None
    story.speaks("Bruno", "accept 1", to=["Clara"], whisper=True)
    assert answers(story) == []


def test_a_counter_offer_goes_to_who_offered() -> None:
    """To others besides, if you like."""
    story = Spoken().speaks("Anna", VOTE_FOR_CARD)
    term = (Proposition(kind="ally"),)
    to_clara = Offer(to=("Clara",), gives=term, wants=term, counters=1)
    why = "Your counter-offer to deal 1 is not to Anna. Possible: to Anna."
    assert refused(story, "Bruno", to_clara) == why
    both = Offer(to=("Clara", "Anna"), gives=term, wants=term, counters=1)
    assert refused(story, "Bruno", both) is None


def test_one_answer_to_a_deal_in_a_turn() -> None:
    """Not accepted to one and declined to another."""
    story = Spoken().speaks("Anna", VOTE_FOR_CARD)
    twice = refused(story, "Bruno", Reply(act="accept", deal=1), Reply(act="decline", deal=1))
    assert twice == "You answer deal 1 twice. Possible: one answer to it."


def test_two_offers_of_a_seat_are_open_at_most() -> None:
    """Until one is answered, withdrawn, or lapses; also of several messages of one turn."""
    third = Offer(
        to=("Dmitri",), gives=(Proposition(kind="ally"),), wants=(Proposition(kind="ally"),)
    )
    story = Spoken().speaks("Anna", SPARE)
    assert refused(story, "Anna", third) is None
    full = (
        "At most 2 of your offers can be open. Open: {}. Possible: to withdraw one of them first."
    )
    assert refused(story, "Anna", third, third) == full.format("1")
    story.speaks("Anna", "offer Clara: I go 4 / Clara goes 3")
    assert refused(story, "Anna", third) == full.format("1, 2")
    assert refused(story, "Anna", Reply(act="withdraw", deal=1), third) is None
    assert refused(story, "Clara", third) is None
    assert refused(Spoken().round(2), "Anna", third) is None
    assert refused(story.speaks("Bruno", "decline 1"), "Anna", third) is None
    story.speaks("Anna", SPARE)
    assert refused(story, "Anna", third) == full.format("2, 4")
    assert refused(story.round_ends().round(2), "Anna", third) is None


@pytest.mark.parametrize(
    ("hearers", "is_free"), [(None, True), (("Bruno", "Clara"), True), (("Bruno",), False)]
)
def test_an_offer_counts_as_open_until_all_heard_that_it_is_withdrawn(
    hearers: Sequence[str] | None, *, is_free: bool
) -> None:
    """Whispered past one to whom it was made it is open for them: no room for another offer."""
    story = Spoken().speaks("Anna", "offer Bruno, Clara: I go 4 / you go 3")
    story.speaks("Anna", "offer Dmitri: I go 4 / Dmitri goes 3")
    spare = (Proposition(kind="ally"),)
    third = Offer(to=("Dmitri",), gives=spare, wants=spare)
    said = [(Reply(act="withdraw", deal=1), hearers), (third, None)]
    for found in (deals(story), deals(story, "Anna")):
        assert (found.problem(said, "Anna", story.wave + 1) is None) is is_free


@pytest.mark.parametrize(("round_", "until"), [(1, 1), (3, 3), (3, 4), (3, None)])
def test_an_offer_counts_until_this_round_or_a_later_one(round_: int, until: int | None) -> None:
    """As its terms do."""
    spare = (Proposition(kind="ally"),)
    limited = (Proposition(kind="ally", until=until),)
    story = Spoken().round(round_)
    for gives, wants, last in (
        (spare, spare, until), (limited, spare, None), (spare, limited, None)
    ):  # fmt: skip
        offer = Offer(to=("Bruno",), gives=gives, wants=wants, until=last)
        assert refused(story, "Anna", offer) is None
        later = refused(Spoken().round(round_ + 2), "Anna", offer)
        why = f"Your offer has until {until}. Possible: {round_ + 2} or later, or null."
        assert later == (None if until is None else why)


def test_what_another_answers_under_the_same_seal_still_counts_as_open() -> None:
    """Anna does not know yet that Bruno accepted."""
    story = Spoken().speaks("Anna", SPARE).speaks("Anna", "offer Clara: I go 4 / Clara goes 3")
    story.speaks("Bruno", "accept 1")
    spare = (Proposition(kind="ally"),)
    third = [(Offer(to=("Dmitri",), gives=spare, wants=spare), None)]
    assert deals(story).problem(third, "Anna", story.wave) is not None
    assert deals(story).problem(third, "Anna", story.wave + 1) is None


@pytest.mark.parametrize("first", ["Anna", "Bruno"])
@pytest.mark.parametrize(
    ("line", "how"),
    [
        ("accept 1", "accepted"),
        ("decline 1", "declined"),
        ("counter 1 Anna: I spare Anna / Anna spares me", "countered"),
    ],
)
def test_what_is_answered_and_withdrawn_at_once_is_answered(
    first: str, line: str, how: str
) -> None:
    """Whoever stands first in the log: neither heard the other, and both are logged."""
    story = Spoken().speaks("Anna", SPARE)
    lines = {"Anna": "withdraw 1", "Bruno": line}
    story.speaks(first, lines.pop(first))
    ((other, last),) = lines.items()
    story.speaks(other, last, at_once=True)
    both = [each for each in records(story) if isinstance(each, DealAnswered)]
    ends = {each.actor: each.answer for each in both}
    assert ends == {"Anna": "withdrawn", "Bruno": how}
    assert [each.actor for each in both] == [first, other]
    assert deals(story).deals[1].endings["Bruno"][0] == how
    assert len(deals(story).agreements) == (how == "accepted")
    assert deals(story).open_to("Bruno", story.wave + 1) == []


@pytest.mark.parametrize("first", ["Anna", "Bruno"])
def test_an_answer_does_not_tell_others_of_a_whispered_withdrawal(first: str) -> None:
    """Clara hears the offer and its acceptance; whatever Anna whispers she sees the same."""

    def seen_by_clara(whispered: str) -> list[DealRecord]:
        story = Spoken().speaks("Anna", SPARE)
        for at, who in enumerate((first, *{"Anna", "Bruno"} - {first})):
            line = whispered if who == "Anna" else "accept 1"
            story.speaks(who, line, to=["Bruno"], whisper=who == "Anna", at_once=at > 0)
        found = [each for each in records(story) if not isinstance(each, DealSettled)]
        return [each for each in found if each.seen_by == "all" or "Clara" in each.seen_by]

    assert seen_by_clara("withdraw 1") == seen_by_clara("not safe 3")


def test_what_was_answered_in_an_earlier_wave_is_not_withdrawn() -> None:
    """A log that says so all the same says nothing."""
    story = Spoken().speaks("Anna", SPARE).speaks("Bruno", "decline 1")
    assert answers(story.speaks("Anna", "withdraw 1")) == [(1, "Bruno", "declined")]


# --- who is bound ---


def test_of_two_who_accept_what_one_can_have_the_first_binds() -> None:
    """One card: Bruno has it, and Clara's deal is void; it is written down who binds."""
    story = Spoken().speaks("Anna", "offer Bruno, Clara: I go 4 / you go 3")
    story.speaks("Anna", "offer Bruno, Clara: I vote you chief / you vote me truck")
    story.speaks("Bruno", "accept 1", "accept 2")
    story.speaks("Clara", "accept 1", "accept 2", at_once=True)
    found = [each for each in records(story) if isinstance(each, DealSettled) and each.instead]
    assert [(each.deal, each.party, each.outcome, each.instead) for each in found] == [
        (2, "Anna", "void", "Bruno"), (2, "Clara", "void", "Bruno")
    ]  # fmt: skip
    assert [each.double_sold for each in found] == [[], []]


def test_what_both_can_have_binds_twice() -> None:
    """She spares both."""
    story = Spoken().speaks("Anna", "offer Bruno, Clara: I spare you / you spare me")
    story.speaks("Bruno", "accept 1").speaks("Clara", "accept 1", at_once=True)
    assert [each.acceptor for each in deals(story).agreements] == ["Bruno", "Clara"]
    assert {each.instead for each in deals(story).agreements} == {None}


def test_an_offer_that_nobody_accepts_cannot_be_broken() -> None:
    """It is no promise."""
    story = Spoken().speaks("Anna", "offer Bruno: I go 4 / Bruno goes 3")
    story.reveals(Anna=1, Bruno=1).game_ends()
    assert settled(story) == {}


# --- what became of it ---

GO = "I go 4 / Bruno goes 3"
TRUCK = "I vote Bruno truck / Bruno gives me a card"


def test_kept_by_both() -> None:
    """Each did what was agreed."""
    assert outcomes(agreed(GO).reveals(Anna=4, Bruno=3)) == ("kept", "kept")


def test_broken_by_one() -> None:
    """The other kept it."""
    assert outcomes(agreed(GO).reveals(Anna=4, Bruno=2)) == ("kept", "broken")


def test_a_vote_for_a_card() -> None:
    """Anna votes for Bruno, who searches and gives to Clara; or gives to Anna; or votes differ."""
    story = agreed(TRUCK).ballots("truck", 4, Anna="Bruno", Bruno="Bruno", Clara="Clara")
    story.looks_into_truck("Bruno", "sprint threat")
    assert settled(story) == {"Anna": "kept", "Bruno": "no_occasion"}
    given = agreed(TRUCK).ballots("truck", 4, Anna="Bruno", Bruno="Bruno")
    given.looks_into_truck("Bruno", "sprint threat").shares("Bruno", "sprint", "threat", "Anna")
    assert outcomes(given) == ("kept", "kept")
    story.shares("Bruno", "sprint", "threat", "Clara")
    assert outcomes(story) == ("kept", "broken")


def test_whoever_fails_first_frees_the_other() -> None:
    """Anna votes for herself, then Bruno gives her nothing."""
    story = agreed(TRUCK).ballots("truck", 4, Anna="Anna", Bruno="Bruno")
    story.looks_into_truck("Bruno", "sprint threat").shares("Bruno", "sprint", "threat", "Clara")
    assert outcomes(story) == ("broken", "other_failed_first")


def test_no_occasion() -> None:
    """Clara searches the truck: Bruno has nothing to give."""
    story = (
        agreed(TRUCK)
        .ballots("truck", 4, Anna="Bruno", Bruno="Bruno", Clara="Clara")
        .chosen("truck", 4, "Clara")
    )
    assert outcomes(story) == ("kept", "no_occasion")
    never = agreed(TRUCK).skipped("truck", 4).game_ends()
    assert outcomes(never) == ("no_occasion", "no_occasion")


def test_a_ballot_is_one_seal() -> None:
    """Both vote for each other in the attack in which they wanted to spare each other."""
    story = agreed("I spare Bruno / Bruno spares me")
    story.ballots("attack", 3, Anna="Bruno", Bruno="Anna", Clara="Clara")
    assert outcomes(story) == ("both_at_once", "both_at_once")


def test_who_strikes_back_in_the_revote_was_betrayed_first() -> None:
    """Two ballots are two seals."""
    story = agreed("I spare Bruno / Bruno spares me")
    story.ballots("attack", 3, Anna="Bruno", Bruno="Clara", Clara="Anna")
    story.ballots("attack", 3, Anna="Bruno", Bruno="Anna", Clara="Anna")
    assert outcomes(story) == ("broken", "other_failed_first")


@pytest.mark.parametrize("order", [("Anna", "Bruno"), ("Bruno", "Anna")])
def test_destinations_chosen_in_secret_are_one_seal(order: tuple[str, str]) -> None:
    """Whoever's choice is logged first, and although talk comes before they are shown."""
    story = agreed(GO)
    for player in order:
        story.chooses(player, 1)
    story.speaks("Clara", "not safe 3").add("floor_opened", {"kind": "reveal"})
    story.reveals(Anna=1, Bruno=1)
    assert outcomes(story) == ("both_at_once", "both_at_once")


def test_a_destination_announced_comes_before_those_chosen() -> None:
    """The Chief broke it in the open, and Bruno went elsewhere because of it."""
    story = agreed(GO).announces("Anna", 1).chooses("Bruno", 1).reveals(Anna=1, Bruno=1)
    assert outcomes(story) == ("broken", "other_failed_first")


def test_a_deal_on_destinations_that_are_chosen_already_waits_for_their_reveal() -> None:
    """What is agreed on the floor between choice and reveal settles for all at once."""
    story = Spoken().chooses("Anna", 1).chooses("Bruno", 3)
    story.speaks("Anna", f"offer Bruno: {GO}").speaks("Bruno", "accept 1")
    assert settled(story) == {"Anna": "no_occasion", "Bruno": "no_occasion"}
    assert outcomes(story.reveals(Anna=1, Bruno=3)) == ("broken", "kept")


def test_what_is_impossible_is_void() -> None:
    """Bruno is out of the game, and cannot be spared; he still has a vote, and no occasion for it.

    Anna's side is settled at once.
    """
    story = agreed("I spare Bruno / Bruno spares me").loses("Bruno")
    assert deals(story).agreements[0].settled == {"Anna": "void"}
    assert outcomes(story.game_ends()) == ("void", "no_occasion")


def test_who_goes_out_after_the_occasion_makes_nothing_void() -> None:
    """Clara was there when nobody voted on the Chief; two terms, of which one is impossible."""
    story = agreed("I vote Clara chief / Bruno votes Clara chief and Bruno spares Clara")
    story.skipped("chief", 5).loses("Clara")
    assert outcomes(story.game_ends()) == ("no_occasion", "void")


def test_who_breaks_one_term_after_another_failed_with_the_first() -> None:
    """Anna's second breach falls under the seal of Bruno's: she was first."""
    story = agreed("I vote Bruno truck and I vote Bruno chief / Bruno votes me chief")
    story.ballots("truck", 4, "Bruno Clara", Anna="Clara")
    story.ballots("chief", 5, "Anna Bruno Clara", Anna="Clara", Bruno="Clara")
    assert outcomes(story) == ("broken", "other_failed_first")


def test_until_ends_the_terms() -> None:
    """Spared in round 1, as agreed; what happens in round 2 breaks nothing."""
    spare = "I spare Bruno / Bruno spares me"
    for until, expected in ((" / until 1", "kept"), (" / until 2", "broken"), ("", "broken")):
        story = agreed(spare + until)
        story.ballots("attack", 3, Anna="Clara", Bruno="Clara", Clara="Anna").round_ends().round(2)
        story.ballots("attack", 3, Anna="Bruno", Bruno="Clara", Clara="Anna").game_ends()
        assert outcomes(story) == (expected, "kept"), until


def test_each_side_may_have_two_terms() -> None:
    """One broken term breaks the side; a side is kept where one was kept and none broken."""
    terms = "I vote Bruno truck and I go 4 / Bruno goes 3 and Bruno gives me a card"
    story = agreed(terms).ballots("truck", 4, Anna="Bruno", Bruno="Bruno", Clara="Clara")
    story.chosen("truck", 4, "Clara")
    assert outcomes(story.reveals(Anna=4, Bruno=3)) == ("kept", "kept")
    broken = (
        agreed(terms).ballots("truck", 4, Anna="Bruno", Bruno="Bruno").chosen("truck", 4, "Clara")
    )
    assert outcomes(broken.reveals(Anna=1, Bruno=3)) == ("broken", "kept")
    (found,) = (
        each for each in records(broken) if isinstance(each, DealSettled) and each.party == "Anna"
    )
    assert found.truths == ["true", "false"]


def test_what_fails_at_the_end_of_a_round_fails_after_what_was_played() -> None:
    """Anna betrays Bruno in the last ballot, and he plays no card: two seals."""
    story = agreed("I spare Bruno / Bruno plays a card in an attack").deals(
        Anna="sprint", Bruno="sprint"
    )
    story.add("vote_called", {"kind": "attack", "place": 3, "present": ["Anna", "Bruno", "Clara"]})
    story.add("passed", {"player": "Bruno"})
    story.ballots("attack", 3, Anna="Bruno", Bruno="Clara", Clara="Clara").round_ends()
    assert settled(story) == {"Anna": "broken", "Bruno": "other_failed_first"}


# --- who has lied ---


def accused(story: Spoken, who: str) -> tuple[str, str]:
    """Return whether it is true that Anna lied, if `who` says so next, and on what basis."""
    judge = Judge(MOH, SEATS)
    found = [
        each
        for record in story.speaks(who, "Anna lied").records
        for each in judge.feed(record_of(record))
    ]
    said = next(each for each in found if isinstance(each, Judgement))
    return said.truth, said.basis


@pytest.mark.parametrize(
    ("ballot", "truth", "who", "basis"),
    [("Bruno", "true", "Bruno", "seen"), ("Bruno", "true", "Dmitri", "neither"),
     ("Clara", "false", "Bruno", "neither")],
)  # fmt: skip
def test_who_breaks_a_deal_has_lied(ballot: str, truth: str, who: str, basis: str) -> None:
    """Who knew of the deal has seen it; a deal that was kept is a word that was kept."""
    peace = "offer Bruno: I spare Bruno until 1 / Bruno spares me until 1"
    story = Spoken().rolls(1).speaks("Anna", peace, to=["Bruno"], whisper=True)
    story.speaks("Bruno", "accept 1", to=["Anna"], whisper=True)
    story.ballots("attack", 3, "Anna Bruno Clara", Anna=ballot, Bruno="Clara", Clara="Clara")
    assert accused(story.round_ends(), who) == (truth, basis)
