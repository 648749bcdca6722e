"""The board as one perspective knows it, folded from the records that it perceives.

It never receives a record that its reader may not see, so it can't reveal anything. Drawing is not
here.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from itertools import accumulate

from arena import events
from arena.families import family_of
from arena.records.facts import Fact
from arena.records.record import Record
from engine import Ruleset


class Board:
    """The positions of all pieces and cards, as far as the perspective has perceived them."""

    def __init__(self, ruleset: Ruleset, seats: Sequence[str], who: str) -> None:
        """Begin with an empty board, read by `who`: a seat, `public` or `all`."""
        self.ruleset = ruleset
        self.who = who
        self.chief: str | None = None
        self.elected = False
        self.where: dict[tuple[str, str], int] = {}
        """The location of each living character, by player and character."""
        self.hidden: set[tuple[str, str]] = set()
        self.zombies: Counter[int] = Counter()
        self.closed: set[int] = set()
        self.barricades = 0
        self.hand_sizes: dict[str, int] | None = None
        """The number of cards of each player; None before the deal."""
        self.deck: int | None = None
        self.hands: dict[str, list[str]] = {seat: [] for seat in seats}
        """The known cards of each player: one's own, or everybody's for `all`."""
        self.shown: dict[str, list[str]] | None = None
        """Hands as all see them after the game; None before that, or where they never do."""
        self.destinations: dict[str, int] = {}
        self.victim: str | None = None
        """The player who has the victim token; None: nobody, or there is none."""
        self.cold_room = 0
        """Number of victims so far, where they are counted."""
        self.dice = ruleset.dice
        self._strength = {each.id: each.strength for each in ruleset.characters}
        self._row_ends = _row_ends(ruleset)

    def apply(self, record: Record) -> bool:
        """Update from a record; return True if its type is one that may change the board."""
        return any(fold(record.data, self) for fold in FOLDS)

    @property
    def counts_victims(self) -> bool:
        """Whether there is a cold room."""
        return bool(self._row_ends)

    @property
    def full_rows(self) -> list[int]:
        """The rows of the cold room that are full, from 1."""
        ends = enumerate(self._row_ends, start=1)
        return [row for row, end in ends if self.cold_room >= end]

    def strength(self, place: int) -> int:
        """Return the strength at a location, an attack's Hardware included."""
        strength = self._strength
        own = sum(strength[kind] for (_, kind), at in self.where.items() if at == place)
        return own + self.barricades

    def pieces(self) -> tuple[object, ...]:
        """Return the pieces on the board, as a value to compare for changes."""
        return (
            tuple(sorted(self.where.items())),
            tuple(sorted(self.hidden)),
            tuple(sorted((+self.zombies).items())),
            tuple(sorted(self.closed)),
        )

    def snapshot(self) -> "Board":
        """Return a copy that later records do not change."""
        return deepcopy(self, {id(self.ruleset): self.ruleset})  # type: ignore[misc]


def _row_ends(ruleset: Ruleset) -> tuple[int, ...]:
    """Return the victims that fill each row of the cold room and those before it (OSA-50)."""
    rows = ruleset.options_in_force.get("cold_rows")
    return () if rows is None else tuple(accumulate(map(int, str(rows).split(","))))


# --- how each record changes the board ---


def _fold_game(data: Fact, board: Board) -> bool:
    match data:
        case (events.PositionSet() | events.MallSet()) as position:
            board.closed = set(position.closed)
            board.zombies = Counter(dict(position.zombies))
            board.where = {(player, kind): place for player, kind, place in position.characters}
            board.hidden = set(position.hidden)
            board.chief, board.elected = position.chief, position.chief_elected
            if isinstance(position, events.MallSet):
                board.victim, board.cold_room = position.victim_token, position.cold_room
                board.dice = position.dice
        case events.GameBegan() as began:
            board.closed = set(began.closed)
        case events.BadgeTaken() as taken:
            board.chief, board.elected = taken.player, taken.elected
        case events.VictimTokenTaken() as taken:
            board.victim = taken.player
        case events.RoundEnded():
            board.hidden = set()
            board.elected = False
            board.barricades = 0
        case _:
            return False
    return True


def _fold_characters(data: Fact, board: Board) -> bool:
    match data:
        case (events.CharacterPlaced() | events.CharacterMoved()) as stands:
            board.where[stands.player, stands.character] = stands.place
        case events.CharacterHidden() as hidden:
            board.hidden.add((hidden.player, hidden.character))
        case events.CharactersTurnedBack():
            board.hidden = set()
        case events.CharacterEaten() as eaten:
            del board.where[eaten.player, eaten.character]
            board.hidden.discard((eaten.player, eaten.character))
            board.cold_room += board.counts_victims
        case events.ColdRowFilled() as filled:
            board.dice = filled.dice
        case events.DestinationsRevealed() as revealed:
            board.destinations = dict(revealed.destinations)
        case _:
            return False
    return True


def _fold_cards(data: Fact, board: Board) -> bool:  # noqa: C901 - a case an event
    match data:
        case events.HandsDealt() as dealt:
            board.hand_sizes, board.deck = dict(dealt.sizes), dealt.deck
        case events.CardReceived() as received:
            if board.who in {"all", received.player}:
                board.hands[received.player].append(received.card)
        case events.CardPlayed() as played:
            if played.card in board.hands[played.player]:
                board.hands[played.player].remove(played.card)
            if board.hand_sizes is not None:
                board.hand_sizes[played.player] -= 1
        case events.CardGiven() as given:
            if board.hand_sizes is not None:
                board.hand_sizes[given.recipient] += 1
        case events.SearchEnded() as ended:
            if board.hand_sizes is not None and board.deck is not None:
                board.hand_sizes[ended.player] += ended.kept
                rest = 0 if family_of(board.ruleset).rest_returns else ended.left
                board.deck -= ended.kept + ended.given + rest
        case events.HandsRevealed() as revealed:
            board.shown = {player: list(hand) for player, hand in revealed.hands.items()}
        case _:
            return False
    return True


def _fold_attackers(data: Fact, board: Board) -> bool:
    match data:
        case events.ZombiesCame() as came:
            board.zombies.update(came.places)
        case (events.ZombiesKilled() | events.ZombiesLeft()) as gone:
            board.zombies[gone.place] -= gone.count
        case events.ZombieLured() as lured:
            board.zombies[lured.origin] -= 1
            board.zombies[lured.place] += 1
        case events.PlaceClosed() as closed:
            board.closed.add(closed.place)
            board.zombies[closed.place] = 0
        case events.DoorsBarricaded():
            board.barricades += 1
        case events.AttackBegan() | events.AttackEnded():
            board.barricades = 0
        case _:
            return False
    return True


FOLDS: tuple[Callable[[Fact, Board], bool], ...] = (
    _fold_game, _fold_characters, _fold_cards, _fold_attackers,
)  # fmt: skip
"""Each handles the facts of some types, and returns True for those that it handles."""
