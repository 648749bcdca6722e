"""Questions that nobody has been asked are rendered: the game's seed is drawn anew in each run."""

import engine
from arena.seats.llm.prompts import Prompts
from arena.settings import TalkRules
from tests.prompts.listening import NAMES
from tests.prompts.moments import asked_in
from tests.prompts.test_render import checked


def test_every_question_is_rendered(drawn_seed: int) -> None:
    """Sections in their order, options as the hints say, the tool in the last line."""
    rulesets = engine.rulesets()
    ruleset, names = rulesets[drawn_seed % len(rulesets)], NAMES[: 3 + drawn_seed // 8 % 4]
    full, none = (
        Prompts(engine.ruleset(ruleset), names, TalkRules(), hints=hints)
        for hints in ("full", "none")
    )
    asked = list(asked_in(ruleset, names, drawn_seed))
    assert asked
    for each in asked:
        checked(each, full, none)
