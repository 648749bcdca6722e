"""How an answer to a turn to talk is read."""

import json
from typing import Any

import pytest

import engine
from arena.claims.facts import Facts
from arena.claims.language import Claim, Proposition
from arena.claims.notation import read_line
from arena.claims.offers import Offer
from arena.claims.vocabulary import Vocabulary
from arena.errors import InvalidAnswer
from arena.projections.deals import Deals, Heard
from arena.projections.facts import fold
from arena.seats.llm.answers import arguments_of
from arena.seats.llm.read_talk import read_bid, read_speech, read_summary
from arena.settings import TalkRules
from arena.talk.speech import Message, Speech
from tests.arena.records_of import record_of
from tests.arena.seats.llm.questions import KEYS, RULES, VOCABULARY, keys, turn

GO = "I go 4"


def heard_as(
    given: object,
    rules: TalkRules = RULES,
    words: Vocabulary = VOCABULARY,
    deals: Deals | None = Deals(),  # noqa: B008 - nobody adds to it
) -> Speech | None:
    """Return what the arguments of `say` are read as."""
    known = keys(rules)
    arguments = arguments_of(json.dumps(given), known["say"], "say")
    return read_speech(turn(), arguments, rules, words, deals, keys=known["message"])


def bid(given: object) -> int:
    """Return what the arguments of `bid` are read as."""
    return read_bid(arguments_of(json.dumps(given), KEYS["bid"], "bid"))


def summary(text: str) -> str:
    """Return what the arguments of `summarize` are read as."""
    return read_summary(arguments_of(text, KEYS["summarize"], "summarize"))


def read(rules: TalkRules = RULES, **given: Any) -> Speech | None:
    """Return the speech; `given` are the arguments."""
    return heard_as(given, rules)


def said(rules: TalkRules = RULES, **given: Any) -> Message | None:
    """Return the one message of a speech."""
    speech = read(rules, messages=[given])
    return None if speech is None else speech.messages[0]


def refused(rules: TalkRules = RULES, **given: Any) -> InvalidAnswer:
    """Return why a message is not taken."""
    with pytest.raises(InvalidAnswer) as caught:
        said(rules, **given)
    return caught.value


def test_a_speech_is_read() -> None:
    """Every key has its place; each message has its own listeners."""
    whisper = {"text": "Off I go.", "to": ["Bruno"], "whisper": True, "claims": [GO]}
    taken = heard_as({"note": "a lie", "messages": [whisper, {"text": "Hi"}]})
    claim = Claim(proposition=Proposition(kind="go", location=4))
    first = Message(text="Off I go.", to=("Bruno",), whisper=True, claims=(claim,))
    assert taken == Speech(messages=(first, Message(text="Hi")))


@pytest.mark.parametrize(
    "messages", [None, [], "", [{"text": None}], [{"text": ""}, {"text": "  \n"}]], ids=repr
)
def test_no_text_is_silence(messages: object) -> None:
    """To say nothing is possible, with a note or without."""
    assert heard_as({"messages": messages, "note": "hm"}) is None


@pytest.mark.parametrize("messages", [None, [], "null", ""], ids=repr)
def test_no_message_is_silence(messages: object) -> None:
    """An empty list, or none."""
    assert read(messages=messages) is None


def test_a_message_need_not_be_in_a_list() -> None:
    """Its meaning is certain."""
    assert read(messages={"text": "Hi"}) == Speech.of("Hi")


@pytest.mark.parametrize(
    "messages",
    ["Hello all.", ["Hello all."], '["Hello all."]', "['Hello all.']", [["Hello all."][0], ""],
     "[{'text': 'Hello all.', 'to': [], 'whisper': False,},]",
     "```json\n[{'text': 'Hello all.'}]\n```", ["{'text': 'Hello all.'}"]],
    ids=repr,
)  # fmt: skip
def test_a_text_is_a_message_to_all(messages: object) -> None:
    """In place of an object, which may also be a text as Python writes it."""
    assert read(messages=messages) == Speech.of("Hello all.")


@pytest.mark.parametrize(
    "text",
    ["{'text': 'Hi', 'to': ['Bruno'], 'whisper': True", "[whisper to Bruno] Hi.", "(to Bruno) Hi.",
     "To Bruno: Hi.", "@Bruno Hi.", "I whisper to Bruno that I go 4.", "<say>Hi.</say>", "pass",
     "Silence.", "(nothing)", "Say nothing", "No message.", "...", "`Hi`"],
)  # fmt: skip
def test_a_text_that_need_not_be_for_all_is_no_message(text: str) -> None:
    """What was meant for one player, or as silence, is never said aloud."""
    for messages in ([text], ["Hello.", text], text):
        with pytest.raises(InvalidAnswer, match="Possible: an object with text"):
            read(messages=messages)


def test_there_are_no_more_messages_than_the_table_has() -> None:
    """Two where it says nothing."""
    with pytest.raises(InvalidAnswer) as caught:
        read(messages=[{"text": "Hi"}] * 3)
    assert "it has 3 messages. Possible: 1 to 2." in caught.value.why


def lost(*claims: object, **given: Any) -> list[str]:
    """Return why lines were lost; the words and the first line are heard."""
    message = said(text="Hi", claims=[GO, *claims], **given)
    assert message is not None
    assert message.claims[0] == Claim(proposition=Proposition(kind="go", location=4))
    return [each.why for each in message.unread]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("I go 9", "Possible: 1, 2, 3, 4, 5, 6"),
        ("go west", "can't be read from 'go' on. Possible: zombies, dice"),
        ({"kind": "go", "location": 4}, "is no text"),
        (7, "is no text"),
        ("accept 7", "You can't answer deal 7. There is none that you could."),
        ("withdraw 7", "You can't withdraw deal 7. There is none that you could."),
    ],
)
def test_a_line_that_cannot_be_read_is_lost_alone(line: object, why: str) -> None:
    """The words are heard, with the other lines; the speaker is told."""
    (told,) = lost(line)
    assert why in told


def test_lines_past_the_most_are_lost() -> None:
    """The first five are taken."""
    told = 'Your line "I go 4" is one too many. Possible: 5 in a message.'
    assert lost(*[GO] * 6) == [told] * 2


def test_only_so_many_lost_lines_are_kept() -> None:
    """The eighth stands for all that are left: a reply can't fill the log and its own prompt."""
    told = lost(*["x"] * 3_000)
    assert len(told) == 8
    assert told[-1] == (
        "Your last 2993 lines are lost, since 7 before them can't be read. "
        "Possible: lines in the notation."
    )
    assert lost(*["x"] * 8) == told[:1] * 8
    assert len(lost(*["x"] * 7, GO)) == 7


def test_a_message_has_one_offer() -> None:
    """Another is lost."""
    peace = "offer Bruno: I spare Bruno / Bruno spares me"
    (told,) = lost(peace, peace)
    assert told.endswith("Possible: one offer in a message.")


def test_an_offer_has_to_be_heard() -> None:
    """Whoever it is to must be whispered to as well."""
    (told,) = lost("offer Clara: I spare Clara / Clara spares me", to=["Bruno"], whisper=True)
    assert "Clara would not hear it" in told


def test_deals_count_among_the_claims_of_a_message() -> None:
    """One offer and four claims are five."""
    told = 'Your line "I go 4" is one too many. Possible: 5 in a message.'
    assert lost("offer Bruno: I spare Bruno / Bruno spares me", *[GO] * 4) == [told]


def offered(*offers: tuple[str, str], seen_by: tuple[str, ...] | None = None) -> Deals:
    """Return the deals of a speaker who has heard these offers, each by a player in a line."""
    deals = Deals()
    facts = Facts(VOCABULARY)
    for number, (player, line) in enumerate(offers, start=1):
        act = read_line(line, player, VOCABULARY)
        assert isinstance(act, Offer)
        heard = Heard(number=number, speaker=player, seen_by=seen_by or "all", wave=-1, acts=(act,))
        list(deals.said(heard, facts))
    return deals


def answered(deals: Deals | None, *messages: dict[str, Any]) -> list[tuple[int, list[str]]]:
    """Return of each message how many acts are taken, and why the other lines are lost."""
    taken = heard_as({"messages": [{"text": "Hi", **each} for each in messages]}, deals=deals)
    assert taken is not None
    return [(len(each.deals), [lost.why for lost in each.unread]) for each in taken.messages]


TO_ANNA = "offer Anna: I spare Anna / Anna spares me"


def test_an_offer_that_would_lapse_at_once_is_lost_with_the_reason() -> None:
    """The dice lie open: nobody can be told them any more."""
    deals, facts = Deals(), Facts(VOCABULARY)
    line = "offer Bruno: I spare Bruno / Bruno tells me the dice"
    assert answered(deals, {"to": ["Bruno"], "claims": [line]}) == [(1, [])]
    for type_, data in (("dice_rolled", {"dice": [1, 1]}), ("dice_revealed", {"dice": [1, 1]})):
        happened = record_of({"type": type_, "round": 1, "data": data})
        fold(facts, happened)
        list(deals.heard(happened.data, facts))
    ((taken, (lost,)),) = answered(deals, {"to": ["Bruno"], "claims": [line]})
    assert taken == 0
    assert lost.endswith(
        'It can\'t come to "Bruno tells Anna the dice" any more. Possible: what is still to come.'
    )


def test_an_answer_is_taken_once_in_a_turn() -> None:
    """The second message can't answer what the first one did; another deal it can."""
    deals = offered(("Bruno", TO_ANNA), ("Clara", TO_ANNA))
    both = answered(deals, {"claims": ["accept 1", "decline 2"]}, {"claims": ["decline 1"]})
    assert both[0] == (2, [])
    ((none, (why,)),) = both[1:]
    assert none == 0
    assert "You answer deal 1 twice." in why


@pytest.mark.parametrize(("to", "taken"), [("Bruno", 1), ("Clara", 0)])
def test_a_whispered_answer_has_to_be_heard(to: str, taken: int) -> None:
    """By who offered; said aloud, all hear it, whoever is addressed."""
    deals = offered(("Bruno", TO_ANNA))
    ((whispered, _),) = answered(deals, {"to": [to], "whisper": True, "claims": ["accept 1"]})
    assert whispered == taken
    ((aloud, _),) = answered(deals, {"to": [to], "claims": ["accept 1"]})
    assert aloud == 1


def test_where_no_deals_are_known_nothing_is_asked_of_them() -> None:
    """The table says later whether it can be answered."""
    assert answered(None, {"claims": ["accept 7"]}) == [(1, [])]


def test_claims_may_come_as_one_text() -> None:
    """A line each."""
    message = said(text="Hi", claims=f"{GO}\nI saw\n")
    assert message is not None
    assert [each.proposition.kind for each in message.claims] == ["go", "saw"]


def test_what_is_possible_is_said_after_something_long() -> None:
    """What came is cut in its middle, and the end of the sentence stays."""
    wrong = refused(text="Hi", to=["Zoe" * 5000])
    assert wrong.why.endswith("Bruno, Clara, each once.")
    assert len(wrong.why) < 600


@pytest.mark.parametrize("to", [None, [], "", "all", ["all"], "Everybody", "null"], ids=repr)
def test_all_are_addressed_in_many_ways(to: object) -> None:
    """Nobody in particular is the whole table."""
    message = said(text="Hi", to=to)
    assert message is not None
    assert message.to == ()


@pytest.mark.parametrize("to", ["Bruno", ["Bruno"], "bruno", [" BRUNO "], "@Bruno"], ids=repr)
def test_a_listener_is_known_by_name(to: object) -> None:
    """A single name need not be in a list."""
    message = said(text="Hi", to=to)
    assert message is not None
    assert message.to == ("Bruno",)


@pytest.mark.parametrize("name", ["None", "null"])
def test_a_listener_may_be_named_like_nothing(name: str) -> None:
    """What is said to that player alone is not said to all."""
    words = Vocabulary(engine.ruleset("moh"), ("Anna", name, "Clara"))
    given = {"messages": [{"text": "Hi", "to": name, "whisper": True}]}
    taken = heard_as(given, words=words)
    assert taken == Speech.of("Hi", to=(name,), whisper=True)


@pytest.mark.parametrize("whisper", [True, "true", "yes", "Yes.", " Y ", "on", "'yes'"], ids=repr)
def test_a_whisper_may_be_a_word(whisper: object) -> None:
    """Any for yes."""
    message = said(text="Hi", to=["Bruno"], whisper=whisper)
    assert message is not None
    assert message.whisper


@pytest.mark.parametrize(
    "whisper", [None, False, "false", "null", "no", "No.", "n", "off", '"no"'], ids=repr
)
def test_whisper_may_be_left_out(whisper: object) -> None:
    """Then all hear the words."""
    speech = said(text="Hi", to=["Bruno"], whisper=whisper)
    assert speech is not None
    assert not speech.whisper


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"text": "x" * 401}, "401 characters"),
        ({"text": "a\x07b"}, "printable"),
        ({"text": "a\u202eb"}, "printable"),
        ({"text": "Hi", "to": ["Zoe"]}, "Bruno, Clara"),
        ({"text": "Hi", "to": ["Anna"]}, "Bruno, Clara"),
        ({"text": "Hi", "whisper": True}, "whisper to nobody"),
        ({"text": None, "claims": [GO]}, "without a text"),
    ],
)
def test_a_speech_against_the_rules_of_talk_is_illegal(given: dict[str, Any], says: str) -> None:
    """The sentence says what is possible."""
    wrong = refused(**given)
    assert wrong.reason == "illegal"
    assert says in wrong.why


@pytest.mark.parametrize(
    "given",
    [
        {"text": 3},
        {"text": "Hi", "to": 3},
        {"text": "Hi", "to": [3]},
        {"text": "Hi", "whisper": "perhaps"},
        {"text": "Hi", "claims": 3},
        {"text": "Hi", "volume": 11},
        {"text": "Hi", "volume": None},
    ],
)
def test_what_is_not_of_its_type_is_malformed(given: dict[str, Any]) -> None:
    """It can't be read as a speech at all."""
    assert refused(**given).reason == "malformed"


@pytest.mark.parametrize("given", [{}, {"messages": 3}, {"messages": [3]}], ids=repr)
def test_what_holds_no_messages_is_malformed(given: dict[str, Any]) -> None:
    """The sentence says what a message is."""
    with pytest.raises(InvalidAnswer, match="Possible: a") as caught:
        heard_as(given)
    assert caught.value.reason == "malformed"


@pytest.mark.parametrize("value", [11, None])
def test_a_key_that_the_tool_does_not_have_is_named(value: object) -> None:
    """Null or not, in a message too; where nothing can be claimed, claims are one."""
    with pytest.raises(InvalidAnswer, match=r'key "text"\. Possible: note, messages\.'):
        heard_as({"messages": [], "text": value})
    possible = "Possible: text, to, whisper"
    why = refused(text="Hi", volume=value).why
    assert why == f'Your message has the unknown key "volume". {possible}, claims.'
    wrong = refused(TalkRules(claims=0), text="Hi", claims=value)
    assert wrong.why.endswith(f'key "claims". {possible}.')
    with pytest.raises(InvalidAnswer, match=r'key "text"\. Possible: note, urgency\.'):
        bid({"urgency": 3, "text": value})


def test_the_message_that_is_wrong_is_named() -> None:
    """Where there are several."""
    with pytest.raises(InvalidAnswer, match=r"heard so: message 2: the text has 401 characters"):
        heard_as({"messages": [{"text": "Hi"}, {"text": "x" * 401}]})


@pytest.mark.parametrize("line", ["I go 9", 3, {"kind": "go"}], ids=repr)
def test_a_claim_that_can_t_be_read_costs_the_claim(line: object) -> None:
    """The words and the other lines are heard, and what was lost is kept with the reason."""
    message = said(text="Hi", claims=[line, GO])
    assert message is not None
    assert (len(message.claims), len(message.unread)) == (1, 1)
    assert "Your line " in message.unread[0].why


def test_line_ends_and_tabs_become_what_may_be_said() -> None:
    """Their meaning is certain."""
    speech = said(text="one\r\ntwo\tthree ")
    assert speech is not None
    assert speech.text == "one\ntwo three"


def test_no_whisper_where_the_table_has_none() -> None:
    """The table's rules count, not the model's wish."""
    wrong = refused(TalkRules(whispers=False), text="psst", to=["Bruno"], whisper=True)
    assert "everybody hears everything" in wrong.why


@pytest.mark.parametrize("urgency", [3, "3", 3.0, " 3 "], ids=repr)
def test_a_bid_is_a_number(urgency: object) -> None:
    """Also one that comes as text."""
    assert bid({"urgency": urgency, "note": "n"}) == 3


@pytest.mark.parametrize("urgency", [5, -1, True, None, "much", 2.5, [2], 10**30], ids=repr)
def test_what_is_no_bid_is_malformed(urgency: object) -> None:
    """The sentence says what is one."""
    with pytest.raises(InvalidAnswer, match="a whole number from 0 to 4"):
        bid({"urgency": urgency})


def test_a_summary_is_words() -> None:
    """It is cut where it is too long."""
    assert summary('{"summary": " all well "}') == "all well"
    assert len(summary(json.dumps({"summary": "x" * 9000}))) == 8000


@pytest.mark.parametrize("text", ['{"summary": ""}', '{"summary": 3}', "{}", "well"])
def test_what_is_no_summary_is_malformed(text: str) -> None:
    """Nothing to go on from."""
    with pytest.raises(InvalidAnswer):
        summary(text)
