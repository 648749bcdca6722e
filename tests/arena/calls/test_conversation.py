"""What a conversation knows of itself: size, digest, and what no record has yet."""

from hypothesis import given
from hypothesis import strategies as st

from arena.calls.conversation import Conversation
from arena.models.types import Item, Tool, Usage

TOOLS = (Tool(name="say", description="Speak.", schema={"type": "object"}),)
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=200)
ITEMS = st.builds(lambda role, text: {"role": role, "text": text},
                  st.sampled_from(["user", "tool", "assistant"]), TEXTS)  # fmt: skip


def talked(*items: Item) -> Conversation:
    """Return a conversation with these items."""
    conversation = Conversation(1, fixed=0)
    for item in items:
        conversation.add(item)
    return conversation


def usage(sent: int, generated: int) -> Usage:
    """Return what a provider counted."""
    return Usage(input=sent, cached=0, written=0, output=generated, reasoning=0)


@given(st.lists(ITEMS, max_size=8))
def test_the_same_items_have_the_same_digest(items: list[Item]) -> None:
    """The digest is a function of the items, in their order, and of the setup."""
    assert talked(*items).digest("f") == talked(*items).digest("f")
    assert talked(*items).digest("f") != talked(*items).digest("g")


@given(st.lists(ITEMS, max_size=8), ITEMS)
def test_one_more_item_is_another_digest(items: list[Item], more: Item) -> None:
    """Nothing can be added without a trace."""
    assert talked(*items).digest("") != talked(*items, more).digest("")


@given(st.lists(ITEMS, max_size=8))
def test_an_uncounted_conversation_has_at_most_a_token_a_byte(items: list[Item]) -> None:
    """The worst case is an upper bound for every tokenizer that works on bytes."""
    bytes_ = sum(len(str(item["text"]).encode()) for item in items)
    assert bytes_ <= talked(*items).most_tokens
    assert talked(*items).likely_tokens <= talked(*items).most_tokens


def test_what_the_provider_counted_takes_the_place_of_the_guess() -> None:
    """After a reply the worst case is what was counted, and a token a byte for what is new."""
    conversation = talked({"role": "user", "text": "x" * 9_000})
    conversation.answered({"role": "assistant", "raw": []}, usage(2_000, 50))
    assert conversation.most_tokens == 2_050
    conversation.add({"role": "user", "text": "y" * 100})
    assert 2_150 <= conversation.most_tokens <= 2_250


def test_a_count_that_can_t_be_is_not_believed() -> None:
    """A server that counts nothing does not make the next call free."""
    conversation = talked({"role": "user", "text": "x" * 16_000})
    conversation.answered({"role": "assistant", "raw": []}, usage(0, 0))
    assert conversation.most_tokens >= 1_000


def test_a_reply_that_was_not_counted_keeps_the_guess() -> None:
    """Without usage the bytes go on adding up."""
    conversation = talked({"role": "user", "text": "x" * 900})
    before = conversation.most_tokens
    conversation.answered({"role": "assistant", "raw": ["y" * 90]}, None)
    assert conversation.most_tokens >= before + 90


def test_what_is_sent_beside_the_items_counts_until_the_first_reply() -> None:
    """Tools are part of the first worst case; later the provider has counted them."""
    conversation = Conversation(1, fixed=5_000)
    conversation.add({"role": "user", "text": "x"})
    assert conversation.most_tokens >= 5_000
    conversation.answered({"role": "assistant", "raw": []}, usage(1_300, 20))
    assert conversation.most_tokens == 1_320


def test_each_item_is_recorded_once_and_replies_not_at_all() -> None:
    """Records of calls hold what is new; a reply stands in the record of its own."""
    system, first, second = ({"role": "user", "text": text} for text in ("s", "1", "2"))
    conversation = talked(system, first)
    assert conversation.unwritten(TOOLS)[0] == (system, first)
    conversation.mark_written(TOOLS)
    conversation.answered({"role": "assistant", "raw": []}, None)
    conversation.add(second)
    assert conversation.unwritten(TOOLS) == ((second,), None)


def test_the_first_record_of_a_conversation_holds_its_replies_too() -> None:
    """One that goes on in another form begins with all that was said before."""
    said = [{"role": "user", "text": "1"}, {"role": "assistant", "raw": ["2"]}]
    assert talked(*said).unwritten(TOOLS)[0] == tuple(said)


def test_tools_are_recorded_where_they_are_new() -> None:
    """Static tools stand in one record, and again only if they change."""
    conversation = talked({"role": "user", "text": "1"})
    tools = conversation.unwritten(TOOLS)[1]
    assert tools == ({"name": "say", "description": "Speak.", "schema": {"type": "object"}},)
    conversation.mark_written(TOOLS)
    assert conversation.unwritten(TOOLS)[1] is None
    other = (Tool(name="say", description="Speak.", schema={"type": "null"}),)
    assert conversation.unwritten(other)[1] is not None


def test_a_conversation_has_at_least_its_own_words() -> None:
    """Neither tools nor what a model thought need stand in its provider's count."""
    conversation = Conversation(1, fixed=5_000)
    conversation.add({"role": "user", "text": "x" * 160})
    conversation.answered({"role": "assistant", "raw": ["y" * 9_000]}, usage(1_300, 20))
    assert conversation.least_tokens == 10
