"""Stories with their judgements in place, as a log has them."""

from collections.abc import Mapping

import engine
from arena.claims import Judge, Judgement
from arena.claims.honesty import Honesty, honesty_of
from arena.narration.dialects import words_of
from arena.narration.verdicts import Verdicts
from arena.narration.words import NO_BREAK_SPACE
from tests.arena.claims.helpers import MOH, SEATS, Record, Story

__all__ = ["FACTS", "WORDS", "judged", "lines", "reckoned"]

FACTS = engine.ruleset("moh")
WORDS = words_of(FACTS, SEATS)


def judged(story: Story) -> list[Record]:
    """Return the story's records, each followed by the judgements that it brings."""
    judge, records = Judge(MOH, SEATS), list[Record]()
    for record in story.records:
        records.append(record)
        records += [
            {**record, "type": "claim_judged", "seen_by": "engine", "data": each.data()}
            for each in judge.feed(record)
            if isinstance(each, Judgement)
        ]
    return records


def lines(story: Story, hands: Mapping[str, list[str]] | None = None) -> list[tuple[str, str]]:
    """Return what is told of the judgements, each line with the record that it stands under."""
    verdicts, found, under = Verdicts(WORDS), list[tuple[str, str]](), ""
    for record in judged(story):
        under = under if record["type"] == "claim_judged" else record["type"]
        verdicts.feed(record, hands or {})
        if record["type"] == "claim_judged":
            found += [(under, line.plain.replace(NO_BREAK_SPACE, " ")) for line in verdicts.take()]
    return found


def reckoned(story: Story) -> dict[str, Honesty]:
    """Return what every player of a story said."""
    return honesty_of(judged(story), FACTS, SEATS)
