"""What is told of deals: under the words that offer and answer them, and when they are settled."""

from collections.abc import Sequence

import pytest
from rich.text import Text

from arena.claims.deal_records import DealAnswered, DealSettled
from arena.claims.judgement import Judgement
from arena.claims.language import Proposition
from arena.claims.offers import DealAct, Offer, Reply
from arena.events import RoundEnded
from arena.narration.narrator import Narrator
from arena.narration.telling import Sentences
from arena.narration.verdicts import Verdicts
from arena.narration.words import NO_BREAK_SPACE, Paragraph
from arena.records.record import Record, visible
from tests.arena.claims.helpers import Story, claim, p
from tests.arena.narration.games import narrated
from tests.arena.narration.talked import WORDS, accepts, bargains, judged
from tests.arena.records_of import records_of

CHIEF = p("vote", vote="chief")
CARD = p("give")
SPARE = p("ally", until=2)
ACCEPT = Reply(act="accept", deal=1)


def offer(
    gives: Proposition | Sequence[Proposition],
    wants: Proposition | Sequence[Proposition],
    *to: str,
    until: int | None = None,
    counters: int | None = None,
) -> Offer:
    """Return an offer to Bruno, or to those named."""
    sides = ((each,) if isinstance(each, Proposition) else tuple(each) for each in (gives, wants))
    ours, theirs = sides
    return Offer(to=to or ("Bruno",), gives=ours, wants=theirs, until=until, counters=counters)


def told(records: Sequence[Record] | Story, who: str = "public") -> list[str]:
    """Return the paragraphs that a reader is told, each with its indent."""
    log = judged(records) if isinstance(records, Story) else records
    lines = narrated(Narrator(WORDS, who), list(visible(log, who)))
    return [
        " " * each.indent + each.text.plain.replace(NO_BREAK_SPACE, " ")
        for each in lines
        if isinstance(each, Paragraph)
    ]


def settled(story: Story) -> list[str]:
    """Return what who knows all is told of what became of deals, a line each."""
    verdicts, lines = Verdicts(WORDS), list[Text]()
    for record in judged(story):
        derived = isinstance(record.data, Judgement | DealSettled)
        lines += [] if derived else verdicts.take()
        verdicts.feed(record, {})
    return [line.plain for line in (*lines, *verdicts.take())]


def offered(*acts: DealAct, to: Sequence[str] = (), whisper: bool = False) -> Story:
    """Let Anna say something of deals."""
    return bargains(Story(), "Anna", *acts, to=to, whisper=whisper)


# --- the offer ---


@pytest.mark.parametrize(
    ("made", "line"),
    [
        (
            offer(CHIEF, CARD),
            (
                "Offer 1: Anna votes for Bruno as Chief of Security; for it Bruno gives Anna a card"
                " from the truck."
            ),
        ),
        (
            offer((SPARE, p("go", location=5, negated=True)), p("play", card="sprint"), until=3),
            (
                "Offer 1: Anna spares Bruno in attack votes until the end of round 2 and does not"
                " go to 5 Security HQ; for it Bruno plays Sprint. Until the end of round 3."
            ),
        ),
        (
            offer(CHIEF, (CARD, p("tell")), "Bruno", "Clara"),
            (
                "Offer 1, to Bruno and Clara: Anna votes for whoever accepts as Chief of Security;"
                " for it whoever accepts gives Anna a card from the truck and tells Anna the dice."
            ),
        ),
        (
            offer(p("move", character="gunman"), p("go", location=3)),
            "Offer 1: Anna moves the Gunman; for it Bruno goes to 3 Megatoys.",
        ),
        (
            offer(p("vote", vote="attack", target="Clara", ballot="revote"), CHIEF),
            (
                "Offer 1: Anna votes for Clara in the attack in the re-vote; for it Bruno votes for"
                " Anna as Chief of Security."
            ),
        ),
        (
            offer(p("vote", vote="attack", target="Clara", location=3, ballot="tie"), CHIEF),
            (
                "Offer 1: Anna votes for Clara in the attack at 3 Megatoys, breaking a tie; for it"
                " Bruno votes for Anna as Chief of Security."
            ),
        ),
    ],
)
def test_an_offer_is_one_line_under_its_words(made: Offer, line: str) -> None:
    """With its number, what both would do, and until when; who is meant is named."""
    assert told(offered(made)) == ["  Anna: “...”", f"    {line}"]


def test_a_counter_offer_names_the_deal_that_it_replaces() -> None:
    """That the other is answered needs no line of its own."""
    story = bargains(offered(offer(CHIEF, CARD)), "Bruno", offer(CARD, SPARE, "Anna", counters=1))
    assert told(story)[2:] == [
        "  Bruno: “...”",
        (
            "    Offer 2, in place of offer 1: Bruno gives Anna a card from the truck; for it Anna"
            " spares Bruno in attack votes until the end of round 2."
        ),
    ]


def test_verdicts_stand_under_the_deal_that_was_offered_in_the_same_breath() -> None:
    """Words, what they offer, and then what only who knows all is told."""
    story = Story().rolls(1, 1, 5, 6).looks("Anna", 1, 1, 5, 6)
    bargains(story, "Anna", offer(CHIEF, CARD))
    story.records[-1]["data"]["claims"] = [{"kind": "saw", "negated": True}]
    lines = told(story, "all")
    assert [each.strip()[:7] for each in lines[-3:]] == ["Anna: “", "Offer 1", "↳ a lie"]


# --- the answer ---


def test_answers_are_told_under_their_words() -> None:
    """Accepted and declined; the terms, which stand above, are not told again."""
    for act, line in (("accept", "accepts"), ("decline", "declines")):
        story = bargains(offered(offer(CHIEF, CARD)), "Bruno", Reply(act=act, deal=1))
        assert told(story)[2:] == ["  Bruno: “...”", f"    Bruno {line} offer 1."]


def test_who_accepts_what_was_offered_to_several_has_the_terms_by_name() -> None:
    """The offer had yet to say who they are."""
    story = accepts(offered(offer(CHIEF, CARD, "Bruno", "Clara")), "Clara")
    assert told(story)[-1] == (
        "    Clara accepts offer 1: Anna votes for Clara as Chief of Security; for it Clara gives"
        " Anna a card from the truck."
    )


def test_a_deal_is_withdrawn_in_one_line_whoever_it_was_offered_to() -> None:
    """From some only where it stands for the others."""
    made, withdraw = offer(CHIEF, CARD, "Bruno", "Clara"), Reply(act="withdraw", deal=1)
    story = bargains(offered(made), "Anna", withdraw)
    assert told(story, "all")[-1] == "    Anna withdraws offer 1."
    assert told(story, "Bruno")[-1] == "    Anna withdraws offer 1 from Bruno."
    story = bargains(offered(made), "Anna", withdraw, to=["Clara"], whisper=True)
    assert told(story, "all")[-1] == "    Anna withdraws offer 1 from Clara."


def test_what_is_withdrawn_and_accepted_at_once_holds() -> None:
    """As the log has it: who accepts has not heard that it is withdrawn."""
    story = bargains(offered(offer(CHIEF, CARD)), "Anna", Reply(act="withdraw", deal=1))
    accepts(story, "Bruno").records[-1]["data"]["wave"] = 2
    assert told(story, "all")[-1] == (
        "    Bruno accepts offer 1. It was withdrawn under the same seal, too late for Bruno: it"
        " holds."
    )


def test_what_is_withdrawn_too_late_is_told_so() -> None:
    """The answer stands first in the log."""
    story = accepts(offered(offer(CHIEF, CARD)), "Bruno")
    bargains(story, "Anna", Reply(act="withdraw", deal=1)).records[-1]["data"]["wave"] = 2
    assert told(story, "all")[-1] == (
        "    Anna withdraws offer 1, too late for Bruno, who answered under the same seal."
    )


def test_what_nobody_answers_is_told_once_when_the_round_ends() -> None:
    """All of it in a line; who heard of one offer is told of that one."""
    story = offered(offer(CHIEF, CARD, "Bruno", "Clara"))
    bargains(story, "Dmitri", offer(CHIEF, CARD, "Clara")).round_ends()
    assert told(story, "all")[-1] == (
        "  Unanswered: offer 1 by Bruno and Clara and offer 2 by Clara."
    )
    assert told(story, "Bruno")[-1] == "  Unanswered: offer 1 by Bruno."
    assert not any("Unanswered" in line for line in told(story))


def test_an_offer_whose_moment_has_passed_lapses_without_a_line() -> None:
    """Its reader has seen the moment pass; what counts is who never answered in a round."""
    records = judged(offered(offer(CHIEF, CARD)).round_ends())
    (lapsed,) = [each for each in records if isinstance(each.data, DealAnswered)]
    early = [each for each in records if each is not lapsed]
    at = next(at for at, each in enumerate(early) if isinstance(each.data, RoundEnded))
    early.insert(at, lapsed)
    assert any("Unanswered" in line for line in told(records, "Bruno"))
    assert not any("Unanswered" in line for line in told(early, "Bruno"))


def test_who_has_a_sentence_for_answers_is_told_all_of_them() -> None:
    """An offer whose moment has passed too, and nothing of a round that is over."""
    story = offered(offer(CHIEF, CARD)).round_ends()
    sentences = Sentences()
    sentences.on(DealAnswered)(lambda *_: Text("Lapsed."))
    for records in (
        judged(story),
        [each for each in judged(story) if not isinstance(each.data, RoundEnded)],
    ):
        narrator = Narrator(WORDS, "Bruno", boards=False, sentences=sentences)
        lines = [line for each in records for line in narrator.feed(each)]
        texts = [line.text.plain for line in lines if isinstance(line, Paragraph)]
        assert texts[-1] == "Lapsed."
        assert "The round is over." not in texts


def test_what_the_end_of_a_round_brings_stands_by_itself() -> None:
    """And not under what was told last, which has nothing to do with it."""
    story = agreed(p("ally", until=1), p("go", location=5, negated=True))
    bargains(story, "Dmitri", offer(CHIEF, CARD, "Clara"))
    story.chooses("Bruno", 3).reveals(Bruno=3).round_ends().round(2)
    lines = told(story, "all")
    at = lines.index("  The round is over.")
    assert lines[at + 1 :] == [
        "  Unanswered: offer 3 by Clara.",
        "    ↳ Deal 1: it never came to Anna's part",
    ]
    assert "    ↳ Deal 1: Bruno kept it (did not go to 5 Security HQ)" in lines[:at]
    assert "  The round is over." not in told(story)


def test_what_a_ballot_settles_stands_under_it() -> None:
    """Whatever comes after it."""
    story = accepts(offered(offer(CHIEF, CARD, until=1)), "Bruno")
    votes(story, Anna="Bruno", Bruno="Bruno", Clara="Anna").round_ends()
    lines = told(story, "all")
    at = lines.index("    ↳ Deal 1: Anna kept it (voted for Bruno as Chief of Security)")
    assert "→ Bruno" in lines[at - 1]
    assert lines[at + 1] == "  The round is over."


def test_a_whispered_deal_is_told_to_those_who_heard_it() -> None:
    """The others are told that there is a whisper, and nothing of a deal."""
    story = bargains(Story(), "Anna", offer(CHIEF, CARD), to=["Bruno"], whisper=True)
    bargains(story, "Bruno", ACCEPT, to=["Anna"], whisper=True)
    for line in (*told(story, "Clara"), *told(story, "public")):
        assert not any(part in line for part in ("Deal", "deal", "Offer", "offer"))
    assert [line.strip()[:16] for line in told(story, "Bruno")] == [
        "Anna whispers to", "Offer 1: Anna vo", "Bruno whispers t", "Bruno accepts of",
    ]  # fmt: skip


# --- what could not be read ---


def unread(*, whisper: bool = False) -> list[Record]:
    """Return a message of Anna's of which a line could not be read."""
    story = Story().says("Anna", to=["Bruno"] if whisper else [])
    (said,) = story.records[-1:]
    lost = {"message": 1, "lines": [{"line": "dice  1", "why": "Your line 'dice 1' ends."}]}
    before = [{**said, "type": "claims_unread", "seen_by": ["Anna"], "data": lost}]
    if whisper:
        public = {**said, "type": "whispered", "seen_by": "all"}
        before.insert(0, {**public, "data": {"message": 1, "to": ["Bruno"]}})
    return records_of([*story.records[:-1], *before, said])


@pytest.mark.parametrize("whisper", [False, True])
def test_a_line_that_could_not_be_read_is_told_under_its_words(*, whisper: bool) -> None:
    """To who said it with the reason, to who knows all with the line; to nobody else."""
    records = unread(whisper=whisper)
    own, everything = told(records, "Anna"), told(records, "all")
    assert own[1:] == ["    Not read as a claim: Your line 'dice 1' ends. (only you)"]
    assert everything[-1:] == ["    Not read as a claim: “dice 1”. (only Anna)"]
    assert own[0].startswith("  Anna whispers" if whisper else "  Anna:")
    assert len(told(records, "Bruno")) == 1


def test_a_line_that_could_not_be_read_is_told_where_its_words_are_not() -> None:
    """A log may stop between them."""
    records = unread(whisper=True)
    assert told(records[:-1], "Anna")[:2] == [
        "  Anna whispers to Bruno.",
        "    Not read as a claim: Your line 'dice 1' ends. (only you)",
    ]


# --- what became of it ---


def agreed(gives: Proposition, wants: Proposition) -> Story:
    """Let Bruno accept a deal of Anna's."""
    return accepts(offered(offer(gives, wants)), "Bruno")


def votes(story: Story, **ballots: str) -> Story:
    """Elect a Chief."""
    story.ballots("chief", 5, "Anna Bruno Clara", **ballots)
    story.records[-1]["data"] |= {"weights": dict.fromkeys(ballots, 1), "leaders": ["Clara"]}
    return story


def test_each_party_is_told_when_its_side_is_settled() -> None:
    """Kept and broken, each with what was done."""
    story = votes(agreed(CHIEF, CARD), Anna="Bruno", Bruno="Bruno", Clara="Anna")
    assert settled(story) == ["↳ Deal 1: Anna kept it (voted for Bruno as Chief of Security)"]
    story.looks_into_truck("Bruno", "sprint threat").shares("Bruno", "sprint", "threat", "Clara")
    assert settled(story)[1:] == [
        "↳ Deal 1: Bruno broke it (did not give Anna a card from the truck)"
    ]


def test_who_breaks_a_peace_is_told_with_the_vote() -> None:
    """That is what breaks one."""
    story = agreed(p("ally", until=1), p("go", location=5, negated=True))
    story.calls("attack", 3, "Anna", "Bruno", "Clara")
    votes = {"Anna": "Bruno", "Bruno": "Clara", "Clara": "Bruno"}
    assert settled(story.ballots("attack", 3, **votes)) == [
        "↳ Deal 1: Anna broke it (voted for Bruno in an attack)"
    ]


def test_a_promise_of_what_a_deal_asks_is_told_with_the_deal_alone() -> None:
    """Anna says again what she agreed to, and whom else she votes for."""
    story = agreed(CHIEF, CARD)
    story.says("Anna", claim("vote", vote="chief", target="Bruno"), to=["Bruno"])
    story.says("Clara", claim("vote", vote="chief", target="Bruno"), to=["Bruno"])
    assert settled(votes(story, Anna="Bruno", Bruno="Bruno", Clara="Bruno")) == [
        "↳ Clara's promise to vote for Bruno as Chief of Security is kept",
        "↳ Deal 1: Anna kept it (voted for Bruno as Chief of Security)",
    ]


def test_what_is_settled_at_once_shares_a_line() -> None:
    """The parties of a deal, in the order of their settlement."""
    story = agreed(CHIEF, p("vote", vote="chief", target="Clara", negated=True))
    assert settled(votes(story, Anna="Bruno", Bruno="Clara", Clara="Anna")) == [
        (
            "↳ Deal 1: Anna kept it (voted for Bruno as Chief of Security); Bruno broke it (voted"
            " for Clara as Chief of Security)"
        )
    ]


def test_two_who_keep_it_at_once_share_what_they_did() -> None:
    """Each is named only where it was not the same."""
    against = p("vote", vote="chief", target="Clara")
    assert settled(votes(agreed(against, against), Anna="Clara", Bruno="Clara", Clara="Anna")) == [
        "↳ Deal 1: both kept it (voted for Clara as Chief of Security)"
    ]


def test_what_is_kept_to_two_who_accepted_is_told_once() -> None:
    """It is one deal."""
    stay = p("go", location=5, negated=True)
    story = accepts(offered(offer(stay, CARD, "Bruno", "Clara")), "Clara")
    assert settled(accepts(story, "Bruno").chooses("Anna", 3).reveals(Anna=3)) == [
        "↳ Deal 1: Anna kept it (did not go to 5 Security HQ)"
    ]


def test_two_who_break_it_under_one_seal_are_told_so() -> None:
    """Neither failed first."""
    story = votes(agreed(CHIEF, CHIEF), Anna="Clara", Bruno="Clara", Clara="Anna")
    assert settled(story) == [
        (
            "↳ Deal 1: both broke it at once (Anna did not vote for Bruno as Chief of Security;"
            " Bruno did not vote for Anna as Chief of Security)"
        )
    ]


def test_who_breaks_it_after_the_other_is_told_so() -> None:
    """What the other had made of it excuses it."""
    story = votes(agreed(CHIEF, CARD), Anna="Clara", Bruno="Clara", Clara="Anna")
    story.looks_into_truck("Bruno", "sprint threat").shares("Bruno", "sprint", "threat", "Clara")
    assert settled(story) == [
        "↳ Deal 1: Anna broke it (did not vote for Bruno as Chief of Security)",
        "↳ Deal 1: Bruno broke it too, after Anna (did not give Anna a card from the truck)",
    ]


def test_a_deal_that_never_came_to_it_is_told_in_few_words() -> None:
    """A line a deal."""
    story = agreed(p("vote", vote="attack", target="Clara"), p("go", location=5))
    bargains(story, "Dmitri", offer(p("go", location=5), p("go", location=5), "Clara"))
    assert settled(accepts(story, "Clara", 3).round_ends()) == [
        "↳ Deal 1: it never came to that",
        "↳ Deal 3: it never came to that",
    ]


def test_what_became_impossible_is_told_as_such() -> None:
    """Somebody whom it needs is out of the game."""
    story = agreed(p("ally", until=1), p("go", location=5, negated=True))
    story.chooses("Bruno", 3).reveals(Bruno=3).loses("Bruno").round_ends()
    assert settled(story) == [
        "↳ Deal 1: Bruno kept it (did not go to 5 Security HQ)",
        "↳ Deal 1: Anna's part has become impossible",
    ]


def test_of_two_who_accept_what_one_can_have_the_second_is_told_who_was_first() -> None:
    """Nobody is bound by the second."""
    story = accepts(offered(offer(CHIEF, CARD, "Bruno", "Clara")), "Clara")
    accepts(story, "Bruno").records[-1]["data"]["wave"] = 2  # neither heard the other
    assert settled(story) == [
        "↳ Deal 1: void between Anna and Bruno, since Clara had accepted before"
    ]


def test_what_was_sold_twice_is_told_where_it_breaks() -> None:
    """With the other deal's number."""
    story = agreed(CHIEF, CARD)
    bargains(story, "Anna", offer(CHIEF, CARD, "Clara"))
    votes(accepts(story, "Clara", 3), Anna="Clara", Bruno="Anna", Clara="Anna")
    assert settled(story) == [
        (
            "↳ Deal 1: Anna broke it (did not vote for Bruno as Chief of Security; the same was"
            " sold in deal 3)"
        ),
        "↳ Deal 3: Anna kept it (voted for Clara as Chief of Security)",
    ]


@pytest.mark.parametrize("who", ["Anna", "Bruno", "Clara", "public"])
def test_nobody_at_the_table_is_told_what_became_of_it(who: str) -> None:
    """They have seen the ballots."""
    story = votes(agreed(CHIEF, CARD), Anna="Clara", Bruno="Clara", Clara="Anna")
    lines = told(story, who)
    assert not any("↳" in line or "broke" in line for line in lines)
    bare = [each for each in judged(story) if not isinstance(each.data, DealSettled)]
    assert told(bare, who) == lines
