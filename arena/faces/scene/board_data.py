"""The board as data: narration's `Board`, the dice, the vote under way, and who is out.

It is fed only what its viewpoint perceived, so it can't tell more.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from arena.faces.scene.data import BallotData, BoardData, Dice, Figure, Room, Verdict, VoteData
from arena.narration.dialects import board_of
from arena.narration.words import Words
from arena.records import Record

__all__ = ["Position"]


class Position:
    """Where everything stands, as far as a viewpoint has perceived it."""

    def __init__(self, words: Words, who: str) -> None:
        """Begin with an empty board."""
        self.board = board_of(words, who)
        self.words, self.who = words, who
        self.dice: Dice | None = None
        self.arrived = False
        # Whether this round's attackers stand on the board.
        self.chosen: dict[str, int] = {}
        # Destinations that are known before all see them.
        self.at: int | None = None
        self.ballot: BallotData | None = None
        self.votes: VoteData | None = None
        self.out: list[str] = []
        self.end: Mapping[str, Any] | None = None

    def apply(self, record: Record) -> None:
        """Fold one record."""
        self.board.apply(record)
        fold = FOLDS.get(str(record["type"]))
        if fold is not None:
            fold(self, record["data"])

    def data(self) -> BoardData:
        """Return it as data, which later records do not change."""
        board = self.board
        found: BoardData = {
            "rooms": {str(number): self._room(number) for number in self.words.places},
            "chief": board.chief,
            "elected": board.elected,
            "sizes": None if board.hand_sizes is None else dict(board.hand_sizes),
            "deck": board.deck,
            "hands": self._hands(),
            "destinations": {**self.chosen, **board.destinations},
            "victim": board.victim,
            "cold_room": board.cold_room,
            "dice": None if self.dice is None else {**self.dice},
            "points": self._points(),
            "out": list(self.out),
            "at": self.at,
        }
        if self.ballot is not None:
            found["ballot"] = self.ballot
        if self.votes is not None:
            found["votes"] = self.votes
        if self.end is not None:
            found["placements"] = dict(self.end["placements"])
        return found

    def _hands(self) -> dict[str, list[str]]:
        board = self.board
        if board.shown is not None:
            return {seat: list(hand) for seat, hand in board.shown.items()}
        known = self.words.seats if self.who == "all" else (self.who,)
        return {seat: list(board.hands[seat]) for seat in known if seat in board.hands}

    def _points(self) -> dict[str, int]:
        if self.end is not None:
            return dict(self.end["scores"])
        points = dict.fromkeys(self.words.seats, 0)
        for seat, kind in self.board.where:
            points[seat] += self.words.points(kind)
        return points

    def _room(self, number: int) -> Room:
        board, words = self.board, self.words
        figures: list[Figure] = [
            {"seat": seat, "character": kind, "hidden": (seat, kind) in board.hidden}
            for seat in words.seats
            for kind in words.characters
            if board.where.get((seat, kind)) == number
        ]
        walls = number != words.ruleset.parking
        verdict = self._verdict(number, figures)
        room: Room = {
            "closed": number in board.closed,
            "zombies": board.zombies[number],
            "strength": board.strength(number) if walls and figures else None,
            "taken": len(figures),
            "verdict": verdict,
            "figures": figures,
        }
        if verdict == "eats":
            room["eats"] = min(board.zombies[number], sum(not e["hidden"] for e in figures))
        coming = self._coming()[number]
        if coming:
            room["coming"] = coming
        return room

    def _verdict(self, number: int, figures: list[Figure]) -> Verdict:
        """Return what would come of an attack, by what all see."""
        zombies = self.board.zombies[number]
        if number in self.board.closed:
            return "quiet"
        if not figures:
            return "empty"
        if not zombies:
            return "quiet"
        if number == self.words.ruleset.parking:
            return "quiet" if all(each["hidden"] for each in figures) else "eats"
        needed = self.board.own.needed(self.board, number)
        return "breaks" if zombies >= needed else "holds"

    def _coming(self) -> Counter[int]:
        dice = self.dice
        if dice is None or dice["values"] is None or self.arrived:
            return Counter()
        return Counter(dice["values"])


# --- how each record changes it ---


def _phase_began(p: Position, d: Mapping[str, Any]) -> None:
    p.ballot = p.votes = p.at = None
    if d["phase"] == p.words.family.rolled_in:
        p.arrived, p.dice = False, None
        p.dice = _lying(p)


def _lying(p: Position) -> Dice:
    """Return the dice as they lie; covered where nothing is known of them, as in a scenario."""
    return p.dice or {"values": None, "open": False, "count": p.board.dice, "looked": []}


def _rolled(p: Position, d: Mapping[str, Any]) -> None:
    p.dice = {**_lying(p), "values": list(d["dice"]), "count": len(d["dice"])}


def _looked(p: Position, d: Mapping[str, Any]) -> None:
    dice = _lying(p)
    p.dice = {**dice, "looked": [*dict.fromkeys([*dice["looked"], d["player"]])]}


def _lifted(p: Position, d: Mapping[str, Any]) -> None:
    _rolled(p, d)
    p.dice = {**_lying(p), "open": True}


def _position_set(p: Position, _: Mapping[str, Any]) -> None:
    standing = {seat for seat, _ in p.board.where}
    p.out = [seat for seat in p.words.seats if seat not in standing]


def _came(p: Position, d: Mapping[str, Any]) -> None:
    if d["cause"] == "dice":
        p.arrived = True


def _chose(p: Position, d: Mapping[str, Any]) -> None:
    p.chosen = {**p.chosen, d["player"]: d["place"]}


def _round_ended(p: Position, _: Mapping[str, Any]) -> None:
    p.dice, p.chosen, p.at = None, {}, None
    p.board.destinations = {}
    p.ballot = p.votes = None


def _called(p: Position, d: Mapping[str, Any]) -> None:
    p.at, p.ballot, p.votes = d["place"], None, None


def _opened(p: Position, d: Mapping[str, Any]) -> None:
    p.votes = None
    p.ballot = {
        "kind": d["kind"],
        "place": d["place"],
        "number": d["number"],
        "candidates": list(d["candidates"]),
        "weights": dict(d["weights"]),
    }


def _revealed(p: Position, d: Mapping[str, Any]) -> None:
    p.ballot = None
    p.votes = {
        "kind": d["kind"],
        "place": d["place"],
        "number": d["number"],
        "weights": dict(d["weights"]),
        "ballots": dict(d["ballots"]),
        "totals": dict(d["totals"]),
        "leaders": list(d["leaders"]),
    }


def _over(p: Position, _: Mapping[str, Any]) -> None:
    p.at = p.ballot = p.votes = None


def _is_out(p: Position, d: Mapping[str, Any]) -> None:
    p.out = [*p.out, d["player"]]


def _ended(p: Position, d: Mapping[str, Any]) -> None:
    p.end = d
    p.at = p.ballot = p.votes = None


FOLDS: Mapping[str, Callable[[Position, Mapping[str, Any]], None]] = {
    "phase_began": _phase_began,
    "position_set": _position_set,
    "mall_set": _position_set,
    "dice_rolled": _rolled,
    "dice_seen": _rolled,
    "dice_peeked": _looked,
    "dice_revealed": _lifted,
    "zombies_came": _came,
    "destination_chosen": _chose,
    "destination_announced": _chose,
    "round_ended": _round_ended,
    "vote_called": _called,
    "attack_began": _called,
    "ballot_opened": _opened,
    "votes_revealed": _revealed,
    "attack_ended": _over,
    "search_ended": _over,
    "player_eliminated": _is_out,
    "game_ended": _ended,
}
