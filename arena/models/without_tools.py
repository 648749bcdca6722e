"""Rewrites a conversation for a model without tools: calls and results as plain text."""

import json
from collections.abc import Callable, Mapping, Sequence

from arena.models.types import Item, ToolCall

NO_WORDS = "(no words)"
"""Replaces an empty reply: most servers refuse an empty message."""

Parts = Callable[[Sequence[Mapping[str, object]]], tuple[str, Sequence[ToolCall]]]


def in_words(conversation: Sequence[Item], parts: Parts) -> list[Item]:
    """Return the conversation without tool entries; `parts` parses an assistant's raw entry.

    A reply that called tools becomes an assistant entry with `text` in place of `raw`; one that
    called none is unchanged. Entries between two replies are merged into one user entry, as some
    chat templates refuse two in a row.
    """
    shown: list[Item] = []
    for item in conversation:
        match item:
            case {"role": "assistant", "raw": list(raw)}:
                said, calls = parts(raw)
                lines = [said, *(call_text(each.name, each.arguments) for each in calls)]
                worded: Item = {"role": "assistant", "text": "\n".join(filter(None, lines))}
                shown.append(worded if calls else item)
            case {"role": "tool" | "user" as role, "text": str(words)}:
                words = f"Result: {words}" if role == "tool" else words
                if shown and shown[-1]["role"] == "user":
                    words = f"{shown.pop()['text']}\n\n{words}"
                shown.append({"role": "user", "text": words})
            case _:
                shown.append(item)
    return shown


def call_text(name: str, arguments: str) -> str:
    """Return a call in the text form in which answers are asked for."""
    try:
        given: object = json.loads(arguments)
    except (ValueError, RecursionError):
        given = arguments
    return json.dumps({"tool": name, "arguments": given}, ensure_ascii=False)
