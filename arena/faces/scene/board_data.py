"""A position as data: board, dice, open vote and players who are out."""

from collections import Counter

from arena.faces.scene.data import BoardData, Dice, Figure, Room, Verdict
from arena.narration.words import Words
from arena.projections.position import DiceOnTable, Position

VOTE = ("kind", "place", "number", "weights", "ballots", "totals", "leaders")
"""Fields of a revealed vote that are shown."""


def board_data(position: Position, words: Words) -> BoardData:
    """Return a position as data that later records do not change."""
    return _Drawing(position, words).data()


class _Drawing:
    def __init__(self, position: Position, words: Words) -> None:
        self.position, self.words = position, words
        self.board = position.board
        self.parking = words.ruleset.parking
        self.coming = self._coming()
        self.at: dict[int | None, list[Figure]] = {}
        for seat in words.seats:
            for kind in words.characters:
                figure: Figure = {
                    "seat": seat, "character": kind, "hidden": (seat, kind) in self.board.hidden,
                }  # fmt: skip
                self.at.setdefault(self.board.where.get((seat, kind)), []).append(figure)

    def data(self) -> BoardData:
        position, board = self.position, self.board
        found: BoardData = {
            "rooms": {str(number): self._room(number) for number in self.words.places},
            "chief": board.chief,
            "elected": board.elected,
            "sizes": None if board.hand_sizes is None else dict(board.hand_sizes),
            "deck": board.deck,
            "hands": self._hands(),
            "destinations": {**position.chosen, **board.destinations},
            "victim": board.victim,
            "cold_room": board.cold_room,
            "dice": None if position.dice is None else _dice(position.dice),
            "points": self._points(),
            "out": list(position.out),
            "at": position.at,
        }
        if position.ballot is not None:
            found["ballot"] = position.ballot.data()
        if position.votes is not None:
            votes = position.votes.data()
            found["votes"] = {name: votes[name] for name in VOTE}
        if position.end is not None:
            found["placements"] = dict(position.end.placements)
        return found

    def _hands(self) -> dict[str, list[str]]:
        board = self.board
        if board.shown is not None:
            return {seat: list(hand) for seat, hand in board.shown.items()}
        known = self.words.seats if board.who == "all" else (board.who,)
        return {seat: list(board.hands[seat]) for seat in known if seat in board.hands}

    def _points(self) -> dict[str, int]:
        if self.position.end is not None:
            return dict(self.position.end.scores)
        points = dict.fromkeys(self.words.seats, 0)
        for seat, kind in self.board.where:
            points[seat] += self.words.points(kind)
        return points

    def _room(self, number: int) -> Room:
        board, figures = self.board, self.at.get(number, [])
        walls = number != self.parking
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
        if number in self.coming:
            room["coming"] = self.coming[number]
        return room

    def _verdict(self, number: int, figures: list[Figure]) -> Verdict:
        """Return the outcome of an attack on a room, by public knowledge."""
        zombies = self.board.zombies[number]
        if number in self.board.closed:
            return "quiet"
        if not figures:
            return "empty"
        if not zombies:
            return "quiet"
        if number == self.parking:
            return "quiet" if all(each["hidden"] for each in figures) else "eats"
        needed = self.words.dialect.needed(self.board, number)
        return "breaks" if zombies >= needed else "holds"

    def _coming(self) -> Counter[int]:
        """Return the attackers due at each location, if the viewpoint knows the dice."""
        dice = self.position.dice
        if dice is None or dice.values is None or self.position.arrived:
            return Counter()
        return Counter(dice.values)


def _dice(dice: DiceOnTable) -> Dice:
    return {
        "values": None if dice.values is None else list(dice.values),
        "open": dice.open,
        "count": dice.count,
        "looked": list(dice.looked),
    }
