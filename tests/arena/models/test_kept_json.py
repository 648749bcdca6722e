"""What stays of a conversation is encoded once, and the bytes are those of encoding it all."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.models.kept_json import Encoded, Items, told
from arena.models.sdk import body_of
from arena.models.types import Item, Step
from tests.arena.models.helpers import PROTOCOLS, SAY, STEPS, conversations, model, system, user
from tests.breadth import examples


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("step", STEPS)
@examples(30)
@given(data=st.data(), cuts=st.lists(st.integers(1, 12), max_size=6))
def test_a_conversation_that_grew_gives_the_bytes_of_a_new_one(
    protocol: str, step: Step, data: st.DataObject, cuts: list[int]
) -> None:
    """Whenever it was sent before, and whatever was said in it."""
    opened, items = model(protocol), data.draw(conversations(protocol))[-1]
    kept = Items()
    for cut in sorted({min(each, len(items)) for each in (*cuts, len(items))}):
        kept.extend(items[len(kept) : cut])
        sent = body_of(opened.payload(kept, [SAY], step), of="")
        assert sent == body_of(opened.payload(items[:cut], [SAY], step), of="")


def counted(values: list[Any], items: Sequence[Item]) -> None:
    """Add what is told of items, and count them."""
    seen.extend(items)
    values.extend({"said": item["text"]} for item in items)


seen: list[Item] = []


def test_only_what_is_new_is_turned_and_encoded() -> None:
    """An item is looked at once, however often the conversation is sent."""
    seen.clear()
    items = Items()
    for at in range(5):
        items.append(user(str(at)))
        assert isinstance(told(items, counted, protocol="p"), Encoded)
    assert [each["text"] for each in seen] == ["0", "1", "2", "3", "4"]


def test_what_was_made_for_a_call_does_not_grow_with_the_conversation() -> None:
    """A call that leaves a little later sends what it was made of."""
    items = Items()
    items.append(user("First?"))
    before = told(items, counted, protocol="p")
    items.append(user("Second?"))
    assert before == Encoded(b'[{"said":"First?"}]')


def test_an_item_that_can_not_be_encoded_as_it_is_ends_the_keeping() -> None:
    """From then on the whole is encoded at each call, with U+FFFD in its place."""
    items = Items()
    items.append(user("First?"))
    told(items, counted, protocol="p")
    items.append(user("\ud800"))
    for _ in range(2):
        assert isinstance(told(items, counted, protocol="p"), list)
    opened = model("anthropic")
    asked = Items()
    asked.extend([system("S"), user("\ud800")])
    assert "\ufffd".encode() in body_of(opened.payload(asked, [SAY], "forced"), of="")
