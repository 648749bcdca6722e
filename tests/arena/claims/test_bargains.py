"""What a log tells of accepted deals: who made which with whom, and what each party made of it."""

from collections.abc import Sequence

from arena.claims.deal_records import DealOffered
from arena.claims.kept_deals import Side, outcomes_by_other
from arena.claims.language import Proposition
from arena.claims.offers import Offer, Reply
from arena.projections.bargains import Bargains, offer_in
from arena.records.record import of_type
from tests.arena.claims.helpers import Story, p
from tests.arena.narration.talked import accepts, bargains, judged

CHIEF = p("vote", vote="chief")
CARD = p("give")


def offered(*to: str, gives: Sequence[Proposition] = (CHIEF,), until: int | None = None) -> Story:
    """Let Anna offer a vote for a card."""
    return bargains(Story(), "Anna", Offer(to=to, gives=tuple(gives), wants=(CARD,), until=until))


def sides(story: Story) -> list[Side]:
    """Return what the records of a story tell, in their order."""
    fold = Bargains()
    return [side for record in judged(story) if (side := fold.feed(record)) is not None]


def elects(story: Story, anna: str) -> Story:
    """Let Anna vote for somebody."""
    return story.ballots("chief", 5, "Anna Bruno Clara", Anna=anna, Bruno="Clara", Clara="Clara")


def test_a_side_has_its_terms_with_the_names_of_both_parties() -> None:
    """Also where the offer was to several; rounds are those of acceptance and of settlement."""
    story = accepts(offered("Bruno", "Clara"), "Clara").round_ends().round(2)
    (anna,) = sides(elects(story, "Clara"))
    assert (anna.deal, anna.party, anna.other) == (1, "Anna", "Clara")
    assert anna.terms == (p("vote", player="Anna", target="Clara", vote="chief"),)
    assert (anna.outcome, anna.truths, anna.made, anna.round) == ("kept", ("true",), 1, 2)


def test_kept_and_broken_terms_are_told_apart() -> None:
    """One of two may be broken."""
    against = p("vote", vote="chief", target="Clara", negated=True)
    stay = p("go", location=5)
    story = (
        accepts(offered("Bruno", gives=(stay, against)), "Bruno").chooses("Anna", 5).reveals(Anna=5)
    )
    (anna,) = sides(elects(story, "Clara"))
    assert anna.outcome == "broken"
    assert [each.kind for each in anna.terms_that(kept=False)] == ["vote"]
    assert [each.kind for each in anna.terms_that(kept=True)] == ["go"]


def test_who_accepts_too_late_is_told_who_is_bound() -> None:
    """Both sides are void at once."""
    story = accepts(offered("Bruno", "Clara"), "Clara")
    wave = story.records[-1]["data"]["wave"]
    accepts(story, "Bruno").records[-1]["data"]["wave"] = wave
    first, second = sides(story)
    assert {first.outcome, second.outcome} == {"void"}
    assert (first.instead, second.instead) == ("Clara", "Clara")


def test_an_offer_is_read_as_it_was_made() -> None:
    """With its time, and what it counters."""
    story = offered("Bruno", until=4)
    made = Offer(to=("Anna",), gives=(CARD,), wants=(CHIEF,), counters=1)
    bargains(story, "Bruno", made)
    first, second = map(offer_in, of_type(DealOffered, judged(story)))
    assert (first.until, first.counters) == (4, None)
    assert second == made


def test_it_is_known_who_answered_an_offer_and_from_whom_it_was_withdrawn() -> None:
    """Whoever lets it lapse has not answered."""
    withdrawn = bargains(offered("Bruno"), "Anna", Reply(act="withdraw", deal=1))
    declined = bargains(offered("Bruno", "Clara"), "Clara", Reply(act="decline", deal=1))
    for story, answers, withdrawals in (
        (withdrawn, set(), {(1, "Bruno")}),
        (declined.round_ends(), {(1, "Clara")}, set()),
        (accepts(offered("Bruno"), "Bruno"), {(1, "Bruno")}, set()),
    ):
        fold = Bargains()
        for record in judged(story):
            fold.feed(record)
        assert (fold.answered, fold.withdrawn) == (answers, withdrawals)
        assert fold.offers[1][0] == "Anna"


def test_like_outcomes_add_up() -> None:
    """Two deals with one player that were kept."""
    story = accepts(offered("Bruno"), "Bruno")
    against = p("vote", vote="chief", target="Clara", negated=True)
    bargains(story, "Anna", Offer(to=("Bruno",), gives=(against,), wants=(CARD,)))
    found = sides(elects(accepts(story, "Bruno", 3), "Bruno").game_ends())
    anna = [each for each in found if each.party == "Anna"]
    assert outcomes_by_other(anna) == {"Bruno": {"kept": 2}}


def test_outcomes_are_counted_by_the_other_party() -> None:
    """Only those that came of it."""
    story = accepts(offered("Bruno"), "Bruno")
    bargains(story, "Anna", Offer(to=("Clara",), gives=(CHIEF,), wants=(CARD,)))
    found = sides(elects(accepts(story, "Clara", 3), "Clara"))
    anna = [each for each in found if each.party == "Anna"]
    assert outcomes_by_other(anna) == {"Bruno": {"broken": 1}, "Clara": {"kept": 1}}
    assert [each.double_sold for each in anna] == [(3,), (1,)]
