"""Stories with their judgements in place, as a log has them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import engine
from arena.claims import Judgement
from arena.claims.deal_records import DealRecord
from arena.claims.honesty import Honesty
from arena.claims.offers import DealAct, Reply
from arena.claims.plans import PlanJudged
from arena.narration.dialects import words_of
from arena.narration.verdicts import Verdicts
from arena.narration.words import NO_BREAK_SPACE
from arena.projections.judge import Judge
from arena.projections.reckoning import honesty_of
from arena.records.record import Record
from tests.arena.claims.helpers import MOH, SEATS, Story
from tests.arena.records_of import records_of

FACTS = engine.ruleset("moh")
WORDS = words_of(FACTS, SEATS)


def judged(story: Story) -> list[Record]:
    """Return the story's records, each followed by the judgements that it brings."""
    judge, records = Judge(MOH, SEATS), list[Record]()
    for record in records_of(story.records):
        records.append(record)
        records += [_derived(record, each) for each in judge.feed(record)]
    return records


def _derived(record: Record, found: Judgement | DealRecord | PlanJudged) -> Record:
    if isinstance(found, Judgement):
        return replace(record, data=found, seen_by="engine")
    return replace(record, data=found, actor=found.actor, seen_by=found.seen_by)


def bargains(
    story: Story, actor: str, *acts: DealAct, to: Sequence[str] = (), whisper: bool = False
) -> Story:
    """Let a player say something of deals, aloud or in a whisper; the number is `story.turns`."""
    story.says(actor, to=to)
    record = story.records[-1]
    record["data"] |= {"whisper": whisper, "deals": [each.data() for each in acts]}
    record["seen_by"] = [actor, *to] if whisper else "all"
    return story


def accepts(story: Story, actor: str, deal: int = 1) -> Story:
    """Let a player accept a deal before all."""
    return bargains(story, actor, Reply(act="accept", deal=deal))


def lines(story: Story, hands: Mapping[str, list[str]] | None = None) -> list[tuple[str, str]]:
    """Return what is told of the judgements, each line with the record that it stands under."""
    verdicts, found, under = Verdicts(WORDS), list[tuple[str, str]](), ""
    for record in [*judged(story), None]:
        is_judgement = record is not None and isinstance(record.data, Judgement)
        if not is_judgement:
            found += [(under, line.plain.replace(NO_BREAK_SPACE, " ")) for line in verdicts.take()]
        if record is not None:
            under = under if is_judgement else record.type
            verdicts.feed(record, hands or {})
    return found


def reckoned(story: Story) -> dict[str, Honesty]:
    """Return what every player of a story said."""
    return honesty_of(judged(story), FACTS, SEATS)
