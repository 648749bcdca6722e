"""What became of each claim, for a reader who may see everything.

A claim that is judged when it is made gets a line under the words; one that is judged later gets
its line at the record that decided it. What is moot, not known, or was plain to everybody anyway
gets none.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from arena.faces.claimed import Claimed, Claims
from arena.faces.claiming import claim_in_words, promised
from arena.faces.words import GLUE, Record, Words, fill
from arena.talk.claims import Proposition

__all__ = ["Verdicts"]

MARK = "↳ "
DICE = frozenset({"zombies", "dice"})


class Verdicts:
    """Listens to all records of a game, and puts judgements in words."""

    def __init__(self, words: Words) -> None:
        """Begin before the first record."""
        self._words = words
        self._claims = Claims()
        self._turn: str | None = None
        self._lately: set[str] = set()
        self._round = 0
        self._forget()

    def _forget(self) -> None:
        self._dice: Sequence[int] = ()
        self._open = False
        self._looked: set[str] = set()
        self._destinations: dict[str, int] = {}

    def feed(self, record: Record, hands: Mapping[str, Sequence[str]]) -> Text | None:
        """Take the next record; return what there is to say if it is a judgement.

        `hands` are the cards that everybody holds now.
        """
        kind, data = str(record["type"]), record["data"]
        if kind == "claim_judged":
            return self._once(self._judged(data, hands))
        self._turn = None
        self._lately.clear()
        match kind:
            case "said":
                self._claims.said(record)
                self._turn = data["turn"]
            case "phase_began" if data["round"] != self._round:
                self._round = data["round"]
                self._forget()
            case "dice_rolled" | "dice_seen" | "dice_revealed":
                self._dice = data["dice"]
                self._open = kind == "dice_revealed"
            case "dice_peeked":
                self._looked.add(data["player"])
            case "destination_announced" | "destination_chosen":
                self._destinations[data["player"]] = data["place"]
            case _:
                pass
        return None

    def _once(self, told: Text | None) -> Text | None:
        """Say the same only once at a time: a promise may have been given again and again."""
        if told is None or told.plain in self._lately:
            return None
        self._lately.add(told.plain)
        return Text.assemble(MARK, told, style="dim")

    def _judged(self, data: Mapping[str, Any], hands: Mapping[str, Sequence[str]]) -> Text | None:
        claimed, true = self._claims.of(data), data["truth"] == "true"
        if data["truth"] not in {"true", "false"} or _says_nothing(claimed.said):
            return None
        if self._turn != data["turn"]:
            return self._later(claimed, true=true)
        verdict = self._under_the_words(claimed, data, true=true)
        if verdict is None:
            return None
        claim = claim_in_words(self._words, claimed.claim, claimed.speaker)
        told = fill("{verdict}: {claim}", verdict=verdict, claim=claim)
        if data["basis"] == "seen" and not true:
            told.append_text(self._known(claimed, hands))
        return told

    # --- judged when it is said ---

    def _under_the_words(
        self, claimed: Claimed, data: Mapping[str, Any], *, true: bool
    ) -> Text | str | None:
        said, basis = claimed.said, data["basis"]
        if basis == "seen":
            return self._of_the_knowing(claimed, data, true=true)
        if basis == "told":
            teller = self._words.seat(data["told_by"])
            return fill(f"passed on from {{teller}}, and {_word(true)}", teller=teller)
        right = "right" if true else "wrong"
        likely = "" if data["prior"] is None else f" ({_percent(data['prior'])} likely)"
        if claimed.claim.confidence != "sure":
            return f"a guess{likely}, and {right}"
        if said.kind in {*DICE, "holds"}:
            return f"a bluff, nothing seen{likely}, and {right}"
        return _word(true)

    def _of_the_knowing(
        self, claimed: Claimed, data: Mapping[str, Any], *, true: bool
    ) -> str | None:
        """Return the verdict on what the speaker knew; None where everybody knew it was true."""
        said, hearsay = claimed.said, claimed.claim.said_by is not None
        if not true:
            return "a lie"
        if hearsay:
            return "true"
        if said.kind in DICE:
            seen = not self._open and claimed.speaker in self._looked
            return "true, and seen" if seen else None
        if said.kind in {"saw", "safe"} or (said.kind != "holds" and data["prior"] is None):
            return None
        return "true"

    def _known(self, claimed: Claimed, hands: Mapping[str, Sequence[str]]) -> Text:
        """Return what a liar had before their eyes, in brackets."""
        words, said, speaker = self._words, claimed.said, claimed.speaker
        line, known = "", Text("")
        if claimed.claim.said_by is None:
            if said.kind in DICE and (self._open or speaker in self._looked):
                line = " (all see {known})" if self._open else " ({name} had seen {known})"
                known = words.dice(self._dice)
            elif said.kind == "holds" and said.player == speaker:
                line, known = " (in hand: {known})", words.card_list(hands.get(speaker, ()))
            elif said.kind == "go" and said.player in self._destinations:
                line = " (the choice was {known})"
                known = words.place(self._destinations[str(said.player)])
        return fill(line, name=words.seat(speaker), known=known)

    # --- judged later ---

    def _later(self, claimed: Claimed, *, true: bool) -> Text | None:
        words, said = self._words, claimed.said
        speaker = words.seat(claimed.speaker)
        if claimed.taken_back:
            return None
        if claimed.is_pledge and said.kind == "go" and claimed.speaker in self._destinations:
            return self._went(said, true=true)
        if claimed.is_pledge:
            promise = promised(words, said)
            line = f"{{speaker}}'s promise {{promise}} is {'kept' if true else 'broken'}"
            return fill(line, speaker=speaker, promise=promise)
        how = "guessed" if said.kind in DICE else "was"
        right = "right" if true else "wrong"
        claim = claim_in_words(words, claimed.claim, claimed.speaker)
        return fill(f"{{speaker}} {how} {right}: {{claim}}", speaker=speaker, claim=claim)

    def _went(self, said: Proposition, *, true: bool) -> Text:
        """Tell where the player goes, beside what he announced."""
        if said.negated:
            line = "{player} goes to {place}, "
            line += "not to {location}, as announced" if true else "after saying the opposite"
        else:
            line = "{player} goes to {place}"
            line += " as announced" if true else ", not to {location} as announced"
        return fill(
            line,
            player=self._words.seat(said.player),
            place=self._words.place(self._destinations[str(said.player)]),
            location=self._words.place(said.location or 0),
        )


def _says_nothing(said: Proposition) -> bool:
    """Tell whether a number is claimed that no number can miss."""
    return not said.negated and said.relation == ">=" and said.count == 0


def _word(true: bool) -> str:
    return "true" if true else "false"


def _percent(chance: float) -> str:
    """Return `13 %`; what is not certain is never rounded to 0 or 100."""
    return f"{min(max(round(chance * 100), 1), 99)}{GLUE}%"
