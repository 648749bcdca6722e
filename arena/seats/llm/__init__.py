"""A seat that a language model answers for: its prompts, its tools, and how its answers are read.

`seat` leads the conversation; `briefing` is what all seats share. `prompts` fills the `templates`
(`board_text`, `news`, `personas`, `quoting`), those of others (`variants`) in a `sandbox`; `tools`
are what the model can call (`purposes`). `read_reply` takes a reply apart, `read_decision` and
`read_talk` read the arguments of a call (`written_json`, `tool_names`), `call_in_words` finds one
in words (`call_forms`, `python_as_json`); `answers` is what comes of it. `proof` holds recorded
answers against recorded replies.
"""

from arena.seats.llm.briefing import Briefing, least_context
from arena.seats.llm.seat import ModelSeat

__all__ = ["Briefing", "ModelSeat", "least_context"]
