"""What a model is shown, from the templates in `prompts`.

`Prompts` makes the texts of one table; `persona` reads who a model is asked to be. What comes back
from a model is read in `arena.tools`.
"""

from arena.prompting.personas import Persona, persona, personas
from arena.prompting.prompts import Prompts, Turned
from arena.prompting.templates import prompts_digest

__all__ = ["Persona", "Prompts", "Turned", "persona", "personas", "prompts_digest"]
