"""Logs written by hand in which players speak in lines of the notation."""

from collections.abc import Sequence

from arena.claims.language import Claim
from arena.claims.notation import read_line
from arena.claims.vocabulary import Vocabulary
from arena.forms import JsonRecord
from arena.records.record import shown_to
from engine import Ruleset
from tests.arena.claims.helpers import MOH, SEATS, Story

WORDS = Vocabulary(MOH, SEATS)


class Spoken(Story):
    """A story whose players claim and bargain; messages are numbered from 1."""

    def __init__(self, ruleset: Ruleset = MOH) -> None:
        """Begin in the truck phase of round 1, in the words of this ruleset."""
        super().__init__()
        self.ruleset = ruleset
        self._words = WORDS if ruleset is MOH else Vocabulary(ruleset, SEATS)

    def speaks(
        self,
        actor: str,
        *lines: str,
        to: Sequence[str] = (),
        whisper: bool = False,
        at_once: bool = False,
    ) -> "Spoken":
        """Let a player say these lines; `at_once` in the wave of who spoke last."""
        self.turns += 1
        self.wave += not at_once
        said = [read_line(line, actor, self._words) for line in lines]
        data = {
            "turn": f"{actor}.t{self.turns}",
            "floor": "truck",
            "wave": self.wave,
            "message": self.turns,
            "messages": 1,
            "text": "...",
            "to": list(to),
            "whisper": whisper,
            "claims": [each.data() for each in said if isinstance(each, Claim)],
            "deals": [each.data() for each in said if not isinstance(each, Claim)],
        }
        self.add("said", data, [actor, *to] if whisper else "all")
        self.records[-1]["actor"] = actor
        return self

    def heard_by(self, seat: str) -> list[JsonRecord]:
        """Return what a seat perceived."""
        return [record for record in self.records if shown_to(record["seen_by"], seat)]
