"""A trial of two turns with a model: one decision, then one turn to speak.

The model is called as in a real game; the game's folder is temporary.
"""

import asyncio
import logging
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.calls.history import Call, history
from arena.calls.records import AnswerFailed
from arena.calls.spending import Spent, spent
from arena.config import TableConfig
from arena.errors import ArenaError
from arena.faces.cli.amounts import UNKNOWN, dollars, seconds
from arena.faces.cli.output import configure_logs
from arena.models.specs import Spec
from arena.models.types import Step, is_worded
from arena.records.record import Record
from arena.records.talk import FloorClosed
from arena.settings import ModelSettings
from arena.table import Outcome, play
from arena.text import plural
from arena.transcript import reader

SEAT, FLOOR = "Anna", "dice"
TABLE: Mapping[str, object] = {
    "seed": "1",
    "talk": {"floors": [FLOOR]},
    "llm": {"on_outage": "abort"},
    "scenario": {
        "scenario": 1, "ruleset": "moh", "seats": [SEAT, "Bruno", "Clara"], "phase": "truck",
        "round": 3, "zombies": {"1": 2, "3": 3, "5": 3, "6": 1},
        "locations": {
            "1": ["Anna.pin_up", "Bruno.pin_up"], "3": ["Anna.gunman", "Clara.tough_guy"],
            "5": ["Anna.tough_guy", "Bruno.gunman", "Clara.pin_up"],
        },
    },
}  # fmt: skip
"""A table whose first question is a vote, followed by talk about the dice."""
LONG = 300.0
"""Seconds for one answer; a local server needs long for its first prompt."""
ASKED: Mapping[Step, str] = {
    "forced": "it calls the tools that it must",
    "forced_loose": "it can't hold arguments to their schema: strict = false",
    "offered": "it can't be told to call a tool: tool_choice = false",
    "offered_loose": "it can't be told to call a tool, nor hold arguments to their schema: "
    "tool_choice = false, strict = false",
    "schema": "without tools, words held to a schema: tools = false",
    "text": "without tools, JSON in words: tools = false",
}
"""Steps of asking a model, in words, with settings that make a table ask so from the start."""
FORGETFUL = (
    "its server refused the conversation, which began anew: in a game it would forget what it said "
    "and thought before"
)
WORDED = "it writes its calls as words, which are read"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """The result of a trial of two turns."""

    answered: bool
    """False if the model can't play a game."""
    forgets: bool = False
    """True if the model can play, but loses its earlier words and thoughts."""
    detail: str
    """Findings in words."""


async def two_turns(spec: Spec, settings: ModelSettings) -> Trial:
    """Ask a model for a vote and a speech; errors are returned in the trial, not raised."""
    configure_logs(logging.ERROR)
    config = TableConfig.model_validate({
        **TABLE,
        "seats": {SEAT: str(spec), "Bruno": "random", "Clara": "random"},
        "limits": {"answer_seconds": LONG},
        "models": {str(spec): settings.model_copy(update={"retries": 1})},
    })  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        try:
            outcome = await _played(config, Path(folder))
        except ArenaError as error:
            return Trial(answered=False, detail=_why(str(error), spec))
        transcript = reader.read(outcome.folder)
        calls = history(transcript.calls, {SEAT: str(spec)})
        facts = [each.data for each in transcript.calls]
        failures = [each.why for each in facts if isinstance(each, AnswerFailed)]
    if failures or outcome.halted is not None:
        why = failures[-1] if failures else outcome.halted["why"] if outcome.halted else ""
        return Trial(answered=False, detail=_why(f"no answer that can be taken: {why}", spec))
    total = spent(calls)
    told = _told(calls, total, outcome.counts[SEAT].corrections)
    return Trial(answered=True, forgets=total.refused_epochs > 0, detail=told)


async def _played(config: TableConfig, folder: Path) -> Outcome:
    """Play the trial game until its first floor for talk is closed."""
    stop = asyncio.Event()

    def heard(record: Record) -> None:
        if type(record.data) is FloorClosed and record.data.kind == FLOOR:
            stop.set()

    return await play(config, folder, on_record=heard, stop=stop)


def _why(said: str, spec: Spec) -> str:
    """Return the reason without the model's name."""
    return said.replace(f"{spec}: ", "")


def _told(calls: Sequence[Call], total: Spent, corrections: int) -> str:
    """Describe the cost of two turns, how the model was asked last, and what it can't do."""
    cost = UNKNOWN if total.cost is None else dollars(total.cost)
    counted = f"{total.input} tokens in, {total.output} out, cost {cost}"
    if any(call.reply is not None and call.usage is None for call in calls):
        counted = "without a count of tokens, cost unknown"
    step = calls[-1].step
    worded = any(call.reply is not None and not call.reply.calls for call in calls)
    thinks = any(call.reply is not None and call.reply.reasoning for call in calls)
    parts = [
        f"two turns in {seconds(total.seconds)}, {counted}",
        *([FORGETFUL] if total.refused_epochs else []),
        WORDED if worded and not is_worded(step) else ASKED[step],
        *(["it shows what it thinks"] if thinks else []),
        *([plural(corrections, "answer") + " had to be corrected"] if corrections else []),
        *(f"{plural(count, 'call')} failed ({kind})" for kind, count in total.failed.items()),
    ]
    return "; ".join(parts)
