"""What the model seats of a table share: prompts, tools, and limits learned of their models.

Also how much of an ended conversation the next one begins with.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from arena.calls.conversation import Conversation, most_tokens_of
from arena.claims.vocabulary import Vocabulary
from arena.models.specs import first_step, parse
from arena.models.types import Step, Tool, is_worded
from arena.seats.llm.prompts import Prompts
from arena.seats.llm.tools import bounded, keys_of, toolbox, toolbox_for
from arena.seats.llm.variants import check_variant
from arena.seats.seat import Question
from arena.settings import LlmRules, ModelSettings, Persona, TalkRules
from arena.talk.speech import TalkTurn
from engine import Ruleset

SPARE = 1_000
"""Tokens needed for a summary and the next question, besides the longest reply."""
KEPT_NOTES = 4_000
"""Most characters of notes that a new conversation begins with."""
LEAST_SUMMARY = 40
"""Fewest characters of a usable summary."""
LEAST_EVENTS, MOST_EVENTS = 3_000, 12_000
"""Bounds on the characters of past events that replace a missing summary."""
LETTERS = 3
"""Characters that always fit into one token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Briefing:
    """What the model seats of a table share."""

    ruleset: Ruleset
    talk: TalkRules
    rules: LlmRules
    vocabulary: Vocabulary
    prompts: Prompts
    tools: tuple[Tool, ...]
    keys: Mapping[str, tuple[str, ...]]
    """The argument names of each tool, by its name."""
    replied: set[str] = field(default_factory=set)
    """SPECs of the models that have replied."""
    too_long: dict[tuple[str, int], int] = field(default_factory=dict)
    """By SPEC and round, the tokens of the smallest call refused as too long, output included."""

    @classmethod
    def of(
        cls, ruleset: Ruleset, seats: Sequence[str], talk: TalkRules, rules: LlmRules
    ) -> "Briefing":
        """Build the briefing of a table; `seats` are in clockwise order.

        Raises `ConfigError` for invalid templates.
        """
        if rules.prompts is not None:
            check_variant(rules.prompts)
        tools = toolbox(ruleset, seats, talk, rules)
        return cls(
            ruleset=ruleset,
            talk=talk,
            rules=rules,
            vocabulary=Vocabulary(ruleset, seats),
            prompts=Prompts(
                ruleset,
                seats,
                talk,
                hints=rules.hints,
                ledger=rules.ledger,
                plans=rules.plans,
                notes=rules.notes > 0,
                own=rules.prompts,
            ),
            tools=tools,
            keys=keys_of(tools),
        )

    def bounded_tool(self, asked: Question | TalkTurn, name: str, speaker: str) -> tuple[Tool, ...]:
        """Return one tool with bounds in its schema, and with option ids where these are shown."""
        tools = self.tools
        if isinstance(asked, Question) and self.rules.hints != "none":
            tools = toolbox_for(asked, tools)
        return tuple(
            bounded(tool, speaker, self.vocabulary, self.talk, self.rules)
            for tool in tools
            if tool.name == name
        )

    def conversation(
        self, seat: str, persona: Persona | None, epoch: int, step: Step
    ) -> Conversation:
        """Begin a conversation with the system text; tools count where they are sent."""
        conversation = Conversation(
            epoch, fixed=0 if is_worded(step) else most_tokens_of(self.tools)
        )
        text = None if persona is None else persona.text
        rules_text = self.prompts.system(seat, persona=text, tools=self.tools, step=step)
        conversation.add({"role": "system", "text": rules_text})
        return conversation


def least_context(
    briefing: Briefing, seat: str, persona: Persona | None, spec: str, settings: ModelSettings
) -> int:
    """Return the smallest context limit, in tokens, that rules, tools and a question fit into."""
    conversation = briefing.conversation(seat, persona, 1, first_step(parse(spec), settings))
    return conversation.likely_tokens + 2 * settings.max_output + 2 * SPARE


def newest_notes(notes: Sequence[str]) -> list[str]:
    """Return the newest notes that fit into a new conversation, oldest first."""
    kept: list[str] = []
    room = KEPT_NOTES
    for note in reversed(notes):
        room -= len(note)
        if room < 0 and kept:
            break
        kept.insert(0, note[:KEPT_NOTES])
    return kept


def room_for_events(tokens: int) -> int:
    """Return the characters of past events that fit beside the notes into these tokens."""
    return min(max(LETTERS * tokens - KEPT_NOTES, LEAST_EVENTS), MOST_EVENTS)


def is_no_summary(summary: str) -> bool:
    """Return True if a summary is too short to be of use."""
    return len(summary) < LEAST_SUMMARY
