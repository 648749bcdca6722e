"""How the arena speaks of the toy: as of Mall of Horror, but for what differs."""

from dataclasses import replace

from rich.text import Text

from arena.events import GameEnded
from arena.families import FAMILIES
from arena.narration.moh import MOH
from arena.narration.telling import Sentences, Telling
from arena.records.record import Record
from tests.toy.tables import NOISY

WORDS = replace(
    FAMILIES["moh"],
    id="toy",
    building="house",
    proper_names=frozenset(),
    arrived=frozenset({"attack"}),
    rolled_in="chief",
    noisy=NOISY,
    clauses={
        "seats": "TOY-4", "dice": "TOY-5", "phases": "TOY-3", "places": "TOY-1",
        "characters": "TOY-2", "resolution": "TOY-7", "goal": "TOY-10",
    },
)  # fmt: skip
TITLES = {
    "setup": "Set-up",
    "chief": "Chief of Security",
    "destinations": "Destinations",
    "attack": "The attack",
}


SENTENCES = Sentences(MOH.sentences)


@SENTENCES.on(GameEnded)
def _ended(ended: GameEnded, _: Telling, __: Record) -> Text:
    return Text("Few are left." if ended.reason == "few_left" else "The last round is over.")


DIALECT = replace(
    MOH,
    family=WORDS,
    titles=TITLES,
    place="room",
    chosen={**MOH.chosen, ("lot", "chief"): "Tied: the lot falls on {player}."},
    decided={},
    how={"lot": "by lot after a tie"},
    sentences=SENTENCES,
)
