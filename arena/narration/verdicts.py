"""What became of each claim, for a reader who may see everything.

A claim that is judged when it is made gets a line under the words; one that is judged later gets
its line at the record that decided it. What is moot, not known, or was plain to everybody anyway
gets none.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from arena.claims.assertions import Claimed, Claims
from arena.claims.facts import ballot_of
from arena.claims.language import Claim, Proposition
from arena.narration.claims_in_words import claim_in_words, promised
from arena.narration.words import GLUE, Words, fill
from arena.records import Record

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
        self._lines: list[Text] = []
        self._as_said: dict[str, list[str]] = {}
        self._ballots: Mapping[str, str] = {}
        self._round = 0
        self._forget()

    def _forget(self) -> None:
        self._dice: Sequence[int] = ()
        self._open = False
        self._looked: set[str] = set()
        self._destinations: dict[str, int] = {}

    def feed(self, record: Record, hands: Mapping[str, Sequence[str]]) -> None:
        """Take the next record; `hands` are the cards that everybody holds now."""
        kind, data = str(record["type"]), record["data"]
        if kind == "claim_judged":
            self._keep(self._judged(data, hands))
            return
        self._turn = None
        self._lately.clear()
        match kind:
            case "said":
                self._claims.said(record)
                self._turn = data["turn"]
            case "phase_began" if data["round"] != self._round:
                if self._round:  # before the first round only a scenario rolls and chooses
                    self._forget()
                self._round = data["round"]
            case "dice_rolled" | "dice_seen" | "dice_revealed":
                self._dice = data["dice"]
                self._open = kind == "dice_revealed"
            case "dice_peeked":
                self._looked.add(data["player"])
            case "votes_revealed" | "tie_broken":
                self._ballots = (ballot_of(kind, data) or data)["ballots"]
            case "destination_announced" | "destination_chosen":
                self._destinations[data["player"]] = data["place"]
            case _:
                pass

    def take(self) -> list[Text]:
        """Return the lines since the last time, in order; who did as announced share the last."""
        lines, self._lines = self._lines, []
        did, self._as_said = self._as_said, {}
        for verb, players in did.items():
            ending = "s" if len(players) == 1 else ""
            names = self._words.seat_list(players)
            lines.append(fill(f"{{names}} {verb}{ending} as announced", names=names))
        return [Text.assemble(MARK, line, style="dim") for line in lines]

    def _keep(self, told: Text | None) -> None:
        """Keep the same line only once at a time: promises are given again and again."""
        if told is not None and told.plain not in self._lately:
            self._lately.add(told.plain)
            self._lines.append(told)

    def _judged(self, data: Mapping[str, Any], hands: Mapping[str, Sequence[str]]) -> Text | None:
        claimed, true = self._claims.of(data), data["truth"] == "true"
        if data["truth"] == "moot":
            return self._lapsed(claimed)
        if data["truth"] not in {"true", "false"} or _says_nothing(claimed.said):
            return None
        if self._turn != data["turn"]:
            return self._later(claimed, true=true)
        line = self._under_the_words(claimed, data, true=true)
        if line is None:
            return None
        told = fill(line, claim=self._flat(claimed), teller=self._words.seat(data["told_by"] or ""))
        if data["basis"] == "seen" and not true:
            told.append_text(self._known(claimed, hands))
        return told

    # --- judged when it is said ---

    def _under_the_words(
        self, claimed: Claimed, data: Mapping[str, Any], *, true: bool
    ) -> str | None:
        """Return the line; None where everybody could see that it was true."""
        kind, basis = claimed.said.kind, data["basis"]
        if basis == "seen":
            return self._of_the_knowing(claimed, true=true)
        if kind not in {*DICE, "holds"}:
            return None if true else "untrue that {claim}"
        if basis == "told":
            return f"passed on from {{teller}} that {{claim}}, and {_word(true)}"
        likely = "" if data["prior"] is None else f"{_percent(data['prior'])} likely, "
        sure = claimed.claim.confidence == "sure"
        what = "a bluff that {claim}: nothing seen, " if sure else "a guess that {claim}: "
        return f"{what}{likely}and {'right' if true else 'wrong'}"

    def _of_the_knowing(self, claimed: Claimed, *, true: bool) -> str | None:
        if not true:
            return "a lie that {claim}"
        if claimed.claim.said_by is not None:
            return "true: {claim}"
        match claimed.said.kind:
            case "zombies" | "dice":
                hidden = not self._open and claimed.speaker in self._looked
                return "true, and seen: {claim}" if hidden else None
            case "holds" | "go":
                return "true: {claim}"
            case _:
                return None

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
        words, said, name = self._words, claimed.said, claimed.speaker
        if claimed.taken_back:
            return None
        if claimed.is_announcement and said.kind == "vote" and name in self._ballots:
            return self._voted(said, name, true=true)
        if claimed.is_announcement and name in self._destinations:
            return self._chose(said, name, true=true)
        if claimed.is_pledge:
            line = f"{{name}}'s promise {{promise}} is {'kept' if true else 'broken'}"
            return fill(line, name=words.seat(name), promise=promised(words, said))
        line = f"{{name}} was {'right' if true else 'wrong'} that {{claim}}"
        return fill(line, name=words.seat(name), claim=self._flat(claimed))

    def _lapsed(self, claimed: Claimed) -> Text | None:
        """Tell that a truce in an attack came to nothing, since the other did not keep it."""
        said = claimed.said
        if claimed.claim.condition is None or (said.kind, said.vote) != ("vote", "attack"):
            return None
        line = "{name}'s promise {promise} lapses: it never came to that"
        name = self._words.seat(claimed.speaker)
        return fill(line, name=name, promise=promised(self._words, said))

    def _chose(self, said: Proposition, name: str, *, true: bool) -> Text | None:
        """Tell where a player means to go who announced something else."""
        if true:
            self._did("choose", name)
            return None
        line = "{player} chooses {place}, not {location} as announced"
        if said.negated:
            line = "{player} chooses {place} after ruling it out"
        words = self._words
        return fill(
            line,
            player=words.seat(name),
            place=words.place(self._destinations[name]),
            location=words.place(said.location or 0),
        )

    def _voted(self, said: Proposition, name: str, *, true: bool) -> Text | None:
        """Tell whom a player votes for who announced something else."""
        if true:
            self._did("vote", name)
            return None
        line = "{player} votes for {ballot}, not for {target} as announced"
        if said.negated:
            line = "{player} votes for {ballot} after ruling it out"
        words, ballot = self._words, self._ballots[name]
        return fill(
            line, player=words.seat(name), ballot=words.seat(ballot), target=words.seat(said.target)
        )

    def _did(self, verb: str, name: str) -> None:
        """Keep who did as announced: they share a line."""
        players = self._as_said.setdefault(verb, [])
        if name not in players:
            players.append(name)

    def _flat(self, claimed: Claimed) -> Text:
        """Return the claim without how sure the speaker was."""
        claim = claimed.claim
        flat = Claim(
            proposition=claim.proposition, condition=claim.condition, said_by=claim.said_by
        )
        return claim_in_words(self._words, flat, claimed.speaker)


def _says_nothing(said: Proposition) -> bool:
    """Tell whether a number is claimed that no number can miss."""
    return not said.negated and said.relation == ">=" and said.count == 0


def _word(true: bool) -> str:  # noqa: FBT001 - it has no name but its value
    return "true" if true else "false"


def _percent(chance: float) -> str:
    """Return `13 %`; what is not certain is never rounded to 0 or 100."""
    return f"{min(max(round(chance * 100), 1), 99)}{GLUE}%"
