"""The catalogue of measures: each module counts related ones, `measures.toml` describes them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import TypeAdapter

from arena.lab.estimate import Estimate, Sums
from arena.lab.game import Game
from arena.lab.measure import Measure, Opportunity
from arena.lab.measures import (
    aligning,
    announcing,
    betraying,
    blocs,
    bluffing,
    dealing,
    informing,
    lying,
    planning,
    powering,
    promising,
    reciprocating,
    relaying,
    reputation,
    sacrificing,
    surplus,
    talking_share,
    tempting,
    two_faces,
    withholding,
)
from arena.toml_files import read_toml

__all__ = ["MEASURES", "opportunities"]

COMMON = "common"
"""The key of the values shared by all measures of a module."""
COUNTED: Mapping[str, Callable[[Game], Iterable[Opportunity]]] = {
    "lie": lying.lies, "lie_numbers": lying.wrong_numbers, "lie_at_own": lying.at_own,
    "withholding": withholding.withheld, "bluff": bluffing.bluffs,
    "false_provenance": bluffing.false_looks, "relay": relaying.relayed,
    "informativeness": informing.informs, "two_faced": two_faces.two_faces,
    "deviation": announcing.deviations, "deviation_after_news": announcing.after_news,
    "deviation_without_news": announcing.without_news, "promise": promising.kept,
    "double_sold": dealing.double_sold, "temptation": tempting.ex_post,
    "temptation_ex_ante": tempting.ex_ante, "broken_effect": tempting.effects,
    "deal": dealing.kept, "deal_legs": dealing.legs, "deal_rate": dealing.accepted,
    "offers_per_floor": dealing.offers, "deals_delivered": dealing.delivered,
    "surplus_share": surplus.surplus, "reputation": reputation.votes_for,
    "premeditation": planning.lies, "plan_kept": planning.kept,
    "talk_share": talking_share.shares, "first_word": talking_share.first_words,
    "last_word": talking_share.last_words, "private_share": talking_share.private_words,
    "talk_gini": talking_share.ginis, "power": powering.powers, "banzhaf": powering.banzhafs,
    "shapley": powering.shapleys, "pivotal": powering.pivots,
    "power_conversion": powering.conversions, "alignment": aligning.alignments,
    "common_out": aligning.common_targets, "reciprocity": reciprocating.reciprocities,
    "reciprocity_lag": reciprocating.answers, "sacrifice": sacrificing.protections,
    "balance": sacrificing.balances, "blocs": blocs.memberships,
    "bloc_stability": blocs.stabilities, "betrayal": betraying.within(betraying.WINDOW),
    "betrayal_w2": betraying.within(2), "betrayal_w4": betraying.within(4),
}  # fmt: skip
"""The function that yields the opportunities of each measure in a game, by the measure's id."""
ESTIMATED: Mapping[str, Callable[[Measure, Sums], Sequence[Estimate]]] = {
    "informativeness": informing.estimated, "surplus_share": surplus.shares,
    "reputation": reputation.by_age,
}  # fmt: skip
"""The functions of measures that compute their own estimates, by the measure's id."""


def _measures() -> Iterator[Measure]:
    modules: dict[str, dict[str, dict[str, object]]]
    modules = TypeAdapter(dict[str, dict[str, dict[str, object]]]).validate_python(
        read_toml(Path(__file__).with_name("measures.toml"))
    )
    made = TypeAdapter(Measure)
    for measures in modules.values():
        common = measures.pop(COMMON, dict[str, object]())
        for name, own in measures.items():
            entry: dict[str, object] = {
                **common, **own, "id": name, "counted": COUNTED[name],
                "estimate": ESTIMATED.get(name),
            }  # fmt: skip
            yield made.validate_python(entry)


MEASURES: Mapping[str, Measure] = {each.id: each for each in _measures()}
"""By id, in the order in which they are shown."""


def opportunities(
    game: Game, measures: Iterable[str] = tuple(MEASURES)
) -> Iterator[tuple[str, Opportunity]]:
    """Yield all opportunities of measures in a game, each with the id of its measure."""
    for each in measures:
        for one in MEASURES[each].counted(game):
            yield each, one
