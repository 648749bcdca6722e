"""The board as one perspective knows it: folded from the records that it perceives.

It is never fed a record that its reader may not see, so it can't give anything away. How it is
drawn is not here.
"""

from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from itertools import accumulate

from arena.events import (
    AttackBegan,
    AttackEnded,
    BadgeTaken,
    CardGiven,
    CardPlayed,
    CardReceived,
    CharacterEaten,
    CharacterHidden,
    CharacterMoved,
    CharacterPlaced,
    CharactersTurnedBack,
    ColdRowFilled,
    DestinationsRevealed,
    DoorsBarricaded,
    GameBegan,
    HandsDealt,
    HandsRevealed,
    MallSet,
    PlaceClosed,
    PositionSet,
    RoundEnded,
    SearchEnded,
    VictimTokenTaken,
    ZombieLured,
    ZombiesCame,
    ZombiesKilled,
    ZombiesLeft,
)
from arena.families import family_of
from arena.records.facts import Fact
from arena.records.handlers import Handlers
from arena.records.record import Record
from engine import Ruleset

__all__ = ["Board"]


class Board:
    """Where everything stands, as far as it has been perceived."""

    def __init__(self, ruleset: Ruleset, seats: Sequence[str], who: str) -> None:
        """Begin with an empty board, read by `who`: a seat, `public` or `all`."""
        self.ruleset = ruleset
        self.who = who
        self.chief: str | None = None
        self.elected = False
        self.where: dict[tuple[str, str], int] = {}
        """Location by player and character, of the living."""
        self.hidden: set[tuple[str, str]] = set()
        self.zombies: Counter[int] = Counter()
        self.closed: set[int] = set()
        self.barricades = 0
        self.hand_sizes: dict[str, int] | None = None
        """None before the deal."""
        self.deck: int | None = None
        self.hands: dict[str, list[str]] = {seat: [] for seat in seats}
        """Known faces: one's own, or everybody's for `all`."""
        self.shown: dict[str, list[str]] | None = None
        """Hands as all see them after the game; None before that, or where they never do."""
        self.destinations: dict[str, int] = {}
        self.victim: str | None = None
        """Who has the victim token, where there is one."""
        self.cold_room = 0
        """Victims so far, where they are counted."""
        self.dice = ruleset.dice
        self._strength = {each.id: each.strength for each in ruleset.characters}
        self._row_ends = _row_ends(ruleset)

    def apply(self, record: Record) -> None:
        """Fold one record; what changes nothing is left alone."""
        FOLDS(record.data, self)

    def changes_by(self, fact: Fact) -> bool:
        """Tell whether a fact is of a type that may change it."""
        return type(fact) in FOLDS

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
        """Return the strength there, an attack's Hardware included."""
        strength = self._strength
        own = sum(strength[kind] for (_, kind), at in self.where.items() if at == place)
        return own + self.barricades

    def pieces(self) -> tuple[object, ...]:
        """Return what stands on the board, to tell whether it changed."""
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
    """Return how many victims fill each row of the cold room and those before it (OSA-50)."""
    rows = ruleset.options_in_force.get("cold_rows")
    return () if rows is None else tuple(accumulate(map(int, str(rows).split(","))))


# --- how each record changes the board ---

FOLDS = Handlers[[Board], None]()


@FOLDS.on(PositionSet, MallSet)
def _position_set(position: PositionSet | MallSet, board: Board) -> None:
    board.closed = set(position.closed)
    board.zombies = Counter(dict(position.zombies))
    board.where = {(player, kind): place for player, kind, place in position.characters}
    board.hidden = set(position.hidden)
    board.chief, board.elected = position.chief, position.chief_elected
    if isinstance(position, MallSet):
        board.victim, board.cold_room = position.victim_token, position.cold_room
        board.dice = position.dice


@FOLDS.on(GameBegan)
def _game_began(began: GameBegan, board: Board) -> None:
    board.closed = set(began.closed)


@FOLDS.on(BadgeTaken)
def _badge_taken(taken: BadgeTaken, board: Board) -> None:
    board.chief, board.elected = taken.player, taken.elected


@FOLDS.on(VictimTokenTaken)
def _victim_token_taken(taken: VictimTokenTaken, board: Board) -> None:
    board.victim = taken.player


@FOLDS.on(RoundEnded)
def _round_ended(_: RoundEnded, board: Board) -> None:
    board.hidden = set()
    board.elected = False
    board.barricades = 0


# --- characters ---


@FOLDS.on(CharacterPlaced, CharacterMoved)
def _character_stands(stands: CharacterPlaced | CharacterMoved, board: Board) -> None:
    board.where[stands.player, stands.character] = stands.place


@FOLDS.on(CharacterHidden)
def _character_hidden(hidden: CharacterHidden, board: Board) -> None:
    board.hidden.add((hidden.player, hidden.character))


@FOLDS.on(CharactersTurnedBack)
def _characters_turned_back(_: CharactersTurnedBack, board: Board) -> None:
    board.hidden = set()


@FOLDS.on(CharacterEaten)
def _character_eaten(eaten: CharacterEaten, board: Board) -> None:
    del board.where[eaten.player, eaten.character]
    board.hidden.discard((eaten.player, eaten.character))
    board.cold_room += board.counts_victims


@FOLDS.on(ColdRowFilled)
def _cold_row_filled(filled: ColdRowFilled, board: Board) -> None:
    board.dice = filled.dice


@FOLDS.on(DestinationsRevealed)
def _destinations_revealed(revealed: DestinationsRevealed, board: Board) -> None:
    board.destinations = dict(revealed.destinations)


# --- cards ---


@FOLDS.on(HandsDealt)
def _hands_dealt(dealt: HandsDealt, board: Board) -> None:
    board.hand_sizes, board.deck = dict(dealt.sizes), dealt.deck


@FOLDS.on(CardReceived)
def _card_received(received: CardReceived, board: Board) -> None:
    if board.who in {"all", received.player}:
        board.hands[received.player].append(received.card)


@FOLDS.on(CardPlayed)
def _card_played(played: CardPlayed, board: Board) -> None:
    if played.card in board.hands[played.player]:
        board.hands[played.player].remove(played.card)
    if board.hand_sizes is not None:
        board.hand_sizes[played.player] -= 1


@FOLDS.on(CardGiven)
def _card_given(given: CardGiven, board: Board) -> None:
    if board.hand_sizes is not None:
        board.hand_sizes[given.recipient] += 1


@FOLDS.on(SearchEnded)
def _search_ended(ended: SearchEnded, board: Board) -> None:
    if board.hand_sizes is not None and board.deck is not None:
        board.hand_sizes[ended.player] += ended.kept
        rest = 0 if family_of(board.ruleset).rest_returns else ended.left
        board.deck -= ended.kept + ended.given + rest


@FOLDS.on(HandsRevealed)
def _hands_revealed(revealed: HandsRevealed, board: Board) -> None:
    board.shown = {player: list(hand) for player, hand in revealed.hands.items()}


# --- attackers ---


@FOLDS.on(ZombiesCame)
def _zombies_came(came: ZombiesCame, board: Board) -> None:
    board.zombies.update(came.places)


@FOLDS.on(ZombiesKilled, ZombiesLeft)
def _zombies_gone(gone: ZombiesKilled | ZombiesLeft, board: Board) -> None:
    board.zombies[gone.place] -= gone.count


@FOLDS.on(ZombieLured)
def _zombie_lured(lured: ZombieLured, board: Board) -> None:
    board.zombies[lured.origin] -= 1
    board.zombies[lured.place] += 1


@FOLDS.on(PlaceClosed)
def _place_closed(closed: PlaceClosed, board: Board) -> None:
    board.closed.add(closed.place)
    board.zombies[closed.place] = 0


@FOLDS.on(DoorsBarricaded)
def _doors_barricaded(_: DoorsBarricaded, board: Board) -> None:
    board.barricades += 1


@FOLDS.on(AttackBegan, AttackEnded)
def _attack(_: AttackBegan | AttackEnded, board: Board) -> None:
    board.barricades = 0
