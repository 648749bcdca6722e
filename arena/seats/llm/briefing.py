"""What all models at a table are shown, and what its seats have found out of their models.

And how much of a conversation that ends the next one begins with.
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
"""Tokens that a summary and the question after it need besides the longest reply."""
KEPT_NOTES = 4_000
"""Characters of notes."""
LEAST_SUMMARY = 40
"""Characters of the shortest summary that a conversation goes on from: less than a line is none."""
LEAST_EVENTS, MOST_EVENTS = 3_000, 12_000
"""Characters of what happened, from and to, where nobody could sum up."""
LETTERS = 3
"""Characters that are sure to fit into a token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Briefing:
    """What all models at a table are shown, and answer with."""

    ruleset: Ruleset
    talk: TalkRules
    rules: LlmRules
    vocabulary: Vocabulary
    prompts: Prompts
    tools: tuple[Tool, ...]
    keys: Mapping[str, tuple[str, ...]]
    """What each tool takes, by its name."""
    replied: set[str] = field(default_factory=set)
    """Models that have replied, by SPEC."""
    too_long: dict[tuple[str, int], int] = field(default_factory=dict)
    """By SPEC and round: tokens of the smallest call then that was too long, output included."""

    @classmethod
    def of(
        cls, ruleset: Ruleset, seats: Sequence[str], talk: TalkRules, rules: LlmRules
    ) -> "Briefing":
        """Return what models at this table are shown; `seats` clockwise.

        Raises `ConfigError` for templates that can't take the place of the arena's own.
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
        """Return one tool with its bounds, and with the options where these are told."""
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
        """Return a conversation with the rules alone; tools count where they are sent."""
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
    """Return how many characters of what happened fit beside notes into so many tokens."""
    return min(max(LETTERS * tokens - KEPT_NOTES, LEAST_EVENTS), MOST_EVENTS)


def is_no_summary(summary: str) -> bool:
    """Tell whether a summary is too short to go on from."""
    return len(summary) < LEAST_SUMMARY
