"""The rulesets by id: the only place that knows ids of rulesets."""

from collections.abc import Mapping

from engine.errors import RulesetError, nearest
from engine.rules.edition import Edition
from engine.rules.editions.moh import MOH
from engine.rules.editions.moh_de import MOH_DE
from engine.rules.editions.moh_es import MOH_ES
from engine.rules.editions.moh_pl import MOH_PL
from engine.rules.editions.moh_ru import MOH_RU
from engine.rules.editions.osaczeni import OSACZENI

__all__ = ["EDITIONS", "edition"]

EDITIONS: Mapping[str, Edition[object, object]] = {
    each.id: each for each in (MOH, MOH_PL, MOH_DE, MOH_ES, MOH_RU, OSACZENI)
}


def edition(ruleset: str) -> Edition[object, object]:
    """Return an edition; `RulesetError` for an unknown id."""
    found = EDITIONS.get(ruleset)
    if found is None:
        text = f"there is no ruleset {ruleset!r}. Possible: {', '.join(EDITIONS)}."
        raise RulesetError(text + nearest(ruleset, EDITIONS))
    return found
