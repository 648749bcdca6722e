"""A seat that a language model answers for: its prompts, its tools, and the parsing of answers.

`seat` leads the conversation; `briefing` is what all seats share. `prompts` fills the `templates`
(`board_text`, `news`, `personas`, `quoting`), a user's own (`variants`) in a `sandbox`; `tools`
defines what the model can call. `read_reply` finds the call in a reply, even in plain text
(`call_forms`); `answers` decodes its arguments (`written_json`, `tool_names`), and `read_decision`,
`read_talk` and `claim_lines` interpret them. `proof` checks recorded answers against recorded
replies.
"""

from arena.seats.llm.briefing import Briefing, least_context
from arena.seats.llm.seat import ModelSeat

__all__ = ["Briefing", "ModelSeat", "least_context"]
