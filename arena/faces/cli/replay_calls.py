"""`arena replay --calls`: the requests and replies of the language models.

Without a seat one line a call; with one the whole calls, each with only what is new in it.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.calls.history import Call, history
from arena.calls.records import CallSent
from arena.errors import ConfigError, TranscriptError, possible
from arena.faces.cli.amounts import UNKNOWN, dollars, seconds, tokens
from arena.faces.cli.output import console_for, print_document
from arena.forms import CALLS
from arena.lab.response_models import fingerprint_of
from arena.models.specs import is_model_spec
from arena.models.types import Item, ToolCall
from arena.narration.words import Paragraph, plural
from arena.reporting.view import listed
from arena.text import escaped, shell_path, shown
from arena.transcript import reader
from arena.transcript.call_log_check import CallLogCheck

AMOUNTS = ("Seconds", "In", "New", "Out", "Cost")
WIDE, FEWER = 72, (1, 3)
"""Width in columns below which only some amounts are shown, and their indices."""
STOPS = {"length": "cut off", "refusal": "refusal", "full": "context full"}
NAMES = {"system": "Told at the beginning", "user": "Told", "tool": "Result of its tool call"}


def replay_calls(folder: Path, seat: str | None, as_: str, *, json_: bool) -> int:
    """Print all calls, one a line, or those of `seat` in full; return the exit code."""
    with game_in(folder) as transcript:
        _show(transcript, seat, as_, json_=json_)
    return 0


def _show(transcript: reader.Transcript, seat: str | None, as_: str, *, json_: bool) -> None:
    game = transcript.folder
    specs = _models(transcript)
    if not specs:
        raise ConfigError(
            f"no language model sits at the table of {game}, so there are no calls. "
            f"Possible: arena replay {shell_path(game)}"
        )
    whose = _shown(seat, as_, specs)
    calls = [call for call in calls_of(transcript) if call.seat in whose]
    if json_:
        document = {"seats": list(whose), "finished": transcript.finished}
        print_document({**document, "calls": [_data(call) for call in calls]})
        return
    console = console_for(sys.stdout)
    if seat is None:
        _overview(console, calls, game)
        return
    for call in calls:
        _print_whole(console, call)
    console.print(Text(f"{plural(len(calls), 'call')} of {seat}, {specs[seat]}.", "bold"))


def _shown(seat: str | None, as_: str, specs: Mapping[str, str]) -> tuple[str, ...]:
    """Return the seats whose calls are shown; a seat sees only its own."""
    names = tuple(specs)
    if seat is not None and seat not in names:
        raise ConfigError(f"no model sits on {shown(seat)}. {possible(seat, names)}")
    if as_ == "all":
        return names if seat is None else (seat,)
    if as_ not in names:
        raise ConfigError(
            f"--as {as_} sees no calls: they are a seat's own. {possible(as_, ('all', *names))}"
        )
    if seat not in (None, as_):
        raise ConfigError(f"--as {as_} sees no calls of {seat}. Possible: --as {seat}, or all.")
    return (as_,)


def _models(transcript: reader.Transcript) -> Mapping[str, str]:
    return {each.name: each.spec for each in transcript.header.seats if is_model_spec(each.spec)}


def calls_of(transcript: reader.Transcript) -> tuple[Call, ...]:
    """Return the calls after checking each record. Raises `TranscriptError`."""
    order, specs = CallLogCheck(), _models(transcript)
    for line, record in enumerate(transcript.calls, start=1):
        why = order.problem(record)
        if why is not None:
            raise TranscriptError(CALLS, line, why)
        data = record.data
        if isinstance(data, CallSent) and data.seat not in specs:
            raise TranscriptError(CALLS, line, f"no model sits on {shown(data.seat)}")
    return history(transcript.calls, specs)


# --- all calls, one a line ---


def _overview(console: Console, calls: list[Call], game: Path) -> None:
    if not calls:
        console.print("No call was made yet.")
        return
    console.print(_call_table(calls, range(len(AMOUNTS)) if console.width >= WIDE else FEWER))
    console.print()
    for line in (*_conversation_sizes(calls), *_answering(calls)):
        console.print(Paragraph(Text(escaped(line)), indent=0))
    example = f"arena replay {shell_path(game)} --calls {calls[0].seat}"
    console.print(Text(escaped(f"Read one seat's whole: {example}")), soft_wrap=True)


def _call_table(calls: list[Call], shown: Iterable[int]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("Call", justify="right", no_wrap=True)
    table.add_column("Asked", no_wrap=True)
    for at in shown:
        table.add_column(AMOUNTS[at], justify="right", no_wrap=True)
    table.add_column("Answer")
    for call in calls:
        amounts = _amounts(call)
        shown_amounts = (amounts[at] for at in shown)
        table.add_row(str(call.number), escaped(call.asked), *shown_amounts, _answer(call))
    return table


def _amounts(call: Call) -> tuple[str, ...]:
    took = "-" if call.seconds is None else f"{call.seconds:.2f}"
    usage = call.usage
    if usage is None:
        return took, "-", "-", "-", "-"
    new = "-" if call.new_tokens is None else tokens(call.new_tokens)
    cost = "?" if call.booked.money is None else dollars(call.booked.money)
    return took, tokens(usage.input), new, tokens(usage.output), cost


def _answer(call: Call) -> Text:
    """Return the reply on one line, without anything private; the table cuts it."""
    marks = [f"correction {call.attempt}"] if call.attempt else []
    marks += [f"try {call.again + 1}"] if call.again else []
    marks += [call.step] if call.stepped_from is not None else []
    marks += ["summary"] if call.purpose == "summary" else []
    marks += ["not used"] if call.late or call.ignored else []
    reply = call.reply
    if reply is None:
        return _one_line(f"{_marked(marks)}failed: {call.fault}", "red")
    marks += [] if reply.stop == "done" else [STOPS[reply.stop]]
    tool_calls = "; ".join(f"{each.name} {_arguments_in_short(each)}" for each in reply.calls)
    return _one_line(f"{_marked(marks)}{tool_calls or reply.text}")


def _one_line(text: str, style: str = "") -> Text:
    return Text(escaped(text.replace("\n", " ")), style, no_wrap=True, overflow="ellipsis")


def _marked(marks: list[str]) -> str:
    return f"({', '.join(marks)}) " if marks else ""


def _arguments_in_short(call: ToolCall) -> str:
    """Return the values of arguments that are not empty, without their names."""
    given = _arguments(call)
    if given is None:
        return call.arguments
    claims, _ = given.pop("claims", None), given.pop("note", None)
    values = [each for each in given.values() if each not in (None, [], False, "")]
    words = [str(each) if isinstance(each, str | int) else _json(each) for each in values]
    if isinstance(claims, list) and claims:
        words.append(f"({plural(len(claims), 'claim')})")
    return " ".join(words) or "(nothing)"


def _conversation_sizes(calls: list[Call]) -> Iterator[str]:
    """Yield the sizes of the rules and tools that begin each conversation."""
    sizes: dict[tuple[int, int], list[str]] = {}
    for seat, call in {each.seat: each for each in reversed(calls)}.items():
        system = sum(_size(item) for item in call.items if item.get("role") == "system")
        tools = 0 if call.tools is None else len(_json(list(call.tools)).encode())
        sizes.setdefault((system, tools), []).insert(0, seat)
    for (system, tools), seats in sizes.items():
        names = listed(seats)
        yield f"First told to {names}: {system:,} bytes of rules, {tools:,} bytes of tools."


def _answering(calls: list[Call]) -> Iterator[str]:
    """Yield the names of the models that answered each seat, as far as replies have them."""
    found: dict[str, Counter[str]] = {}
    for call in calls:
        answered_by = _answered_by(call)
        if answered_by:
            found.setdefault(call.seat, Counter())[answered_by] += 1
    for seat, models in found.items():
        named = [f"{name} ({plural(count, 'call')})" for name, count in models.items()]
        yield f"{seat} was answered by {listed(named)}."


def _size(item: Item) -> int:
    return len(str(item.get("text", "")).encode())


# --- one seat's calls, whole ---


def _print_whole(console: Console, call: Call) -> None:
    """Print one call in full: heading, what is new in the request, reply."""
    console.print(Text(escaped(_heading(call)), "bold"))
    for line in _circumstances(call):
        console.print(Paragraph(Text(escaped(line), "dim")))
    for tool in call.tools or ():
        described = f"{tool.get('description')}\n{_json(tool.get('schema'))}"
        _block(console, f"Tool {tool.get('name')}", described)
    for item in call.items:
        text = item["text"] if "text" in item else _json(item.get("raw"))
        _block(console, NAMES.get(str(item.get("role")), "Its own words before"), str(text))
    reply = call.reply
    if reply is None:
        _block(console, f"Failed: {call.fault}", call.why, "red")
        if call.raw is not None:
            _block(console, "What came", _json(call.raw))
    else:
        if reply.reasoning:
            _block(console, "Private reasoning, seen by nobody else", reply.reasoning, "magenta")
        if reply.text:
            _block(console, "Words", reply.text, "cyan")
        for tool_call in reply.calls:
            _block(
                console, f"Calls the tool {tool_call.name}", _arguments_by_line(tool_call), "cyan"
            )
    console.print()


def _heading(call: Call) -> str:
    parts = [f"Call {call.number}", call.asked]
    parts += [f"correction {call.attempt}"] if call.attempt else []
    parts += [f"try {call.again + 1}"] if call.again else []
    parts += ["summary"] if call.purpose == "summary" else []
    parts += [f"conversation {call.epoch}"] if call.epoch > 1 else []
    return " · ".join(parts)


def _circumstances(call: Call) -> Iterator[str]:
    usage = call.usage
    cost = dollars(call.booked.money)
    took = f"{call.step}, {seconds(call.seconds)}"
    if usage is None:
        booked = f"{tokens(call.booked.tokens)} tokens, {_costs(cost)}"
        yield f"{took}, {f'booked at worst case: {booked}' if call.is_worst_case else 'at no cost'}"
        if call.unbelievable:
            yield "The provider's count of tokens can't be, and is not believed."
    else:
        cached = f" ({usage.cached:,} cached)" if usage.cached else ""
        thought = f" ({usage.reasoning:,} reasoning)" if usage.reasoning else ""
        counted = f"{usage.input:,} tokens in{cached}, {usage.output:,} out{thought}"
        yield f"{took}, {counted}, {_costs(cost)}"
    answered_by = _answered_by(call)
    if answered_by:
        yield f"Answered by {answered_by}."
    if call.stepped_from is not None:
        yield f"From here on asked {call.step}, no longer {call.stepped_from}."
    if call.reply is not None and call.reply.stop != "done":
        ended = {
            "length": "was cut off at the longest output",
            "refusal": "is a refusal",
            "full": "was cut off where the context was full",
        }
        yield f"The reply {ended[call.reply.stop]}."
    if call.late or call.ignored:
        yield "The seat's time was up: the reply was not used."


def _answered_by(call: Call) -> str:
    """Return the model and fingerprint named in the reply; empty if none."""
    if call.reply is None or not call.reply.model:
        return ""
    named = fingerprint_of(call)
    return f"{call.reply.model} ({named})" if named else call.reply.model


def _costs(cost: str) -> str:
    return "cost unknown" if cost == UNKNOWN else cost


def _block(console: Console, name: str, text: str, style: str = "") -> None:
    console.print(Paragraph(Text(escaped(f"{name}:"), f"{style} underline".strip()), indent=2))
    for line in text.split("\n"):
        console.print(Paragraph(Text(escaped(line), style), indent=4) if line.strip() else "")


def _arguments_by_line(call: ToolCall) -> str:
    """Return the arguments one a line, or unchanged if they are no JSON object."""
    given = _arguments(call)
    if given is None:
        return call.arguments
    return "\n".join(f"{key}: {_json(each)}" for key, each in given.items())


def _arguments(call: ToolCall) -> dict[str, object] | None:
    try:
        given = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return None
    return given if isinstance(given, dict) else None


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _data(call: Call) -> dict[str, object]:
    reply, usage = call.reply, call.usage
    replied = None
    if reply is not None:
        calls = [{"name": each.name, "arguments": each.arguments} for each in reply.calls]
        replied = {
            "model": reply.model, "fingerprint": fingerprint_of(call), "calls": calls,
            "text": reply.text, "reasoning": reply.reasoning, "stop": reply.stop,
        }  # fmt: skip
    return {
        "call": call.number, "seat": call.seat, "asked": call.asked, "purpose": call.purpose,
        "attempt": call.attempt, "again": call.again, "step": call.step, "epoch": call.epoch,
        "seconds": call.seconds, "usage": None if usage is None else asdict(usage),
        "booked": asdict(call.booked),
        "new_tokens": call.new_tokens, "size": call.size, "repeated": call.repeated,
        "unbelievable": call.unbelievable, "late": call.late, "ignored": call.ignored,
        "fault": None if call.fault is None else
            {"kind": call.fault, "status": call.status, "why": call.why},
        "tools": call.tools, "items": call.items, "reply": replied,
    }  # fmt: skip


@contextmanager
def game_in(folder: Path) -> Iterator[reader.Transcript]:
    """Read the game in FOLDER, or the only one below it; at exit warn if its hash chain is broken.

    A changed transcript can still be read.
    """
    transcript = reader.read(_only_game(folder))
    yield transcript
    line = transcript.broken_link
    if line is not None:
        game = transcript.folder
        why = f"{game}: {line} does not fit the chain of hashes, so it was changed"
        sys.stderr.write(escaped(f"arena: {why}. See: arena verify {shell_path(game)}") + "\n")


def _only_game(folder: Path) -> Path:
    """Return the folder of the only game in or below FOLDER."""
    games = reader.games(folder)
    if len(games) == 1:
        return games[0]
    names = ", ".join(str(folder / game.name) for game in games[:10])
    more = f" and {len(games) - 10} more" if len(games) > 10 else ""  # noqa: PLR2004 - a screenful
    raise ConfigError(f"{folder} holds {len(games)} games; name one. Possible: {names}{more}.")
