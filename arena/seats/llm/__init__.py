"""A seat that a language model answers for: its prompts, its tools, and how its answers are read.

`seat` leads the conversation; `briefing` is what all seats share. `prompts` fills the `templates`
(`board_text`, `news`, `personas`, `quoting`), those of others (`variants`) in a `sandbox`; `tools`
are what the model can call. `read_reply` finds the call in a reply, in words too (`call_forms`);
`answers` opens its arguments (`written_json`, `tool_names`), and `read_decision`, `read_talk` and
`claim_lines` read them. `proof` holds recorded answers against recorded replies.
"""

from arena.seats.llm.briefing import Briefing, least_context
from arena.seats.llm.seat import ModelSeat

__all__ = ["Briefing", "ModelSeat", "least_context"]
