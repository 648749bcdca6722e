"""The rulebook played a second time, without the engine: votes and whole attacks of Mall of Horror.

Written from the rules alone and slow on purpose: a position is a plain mapping in the scenario
format, a choice is the id of the option taken, and every question also names the options that the
rules allow, so that a choice, a missing question and a wrong list of options all show.

Not here: dice, moves, destinations and what the truck holds. Rulesets: `moh`, and `moh-ru` with
its own numbers and readings; other readings come with the position's `options`.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from tests.engine.oracle_script import Script

POINTS = {"pin_up": 7, "tough_guy": 5, "gunman": 3, "little_girl": 1}
STRENGTH = {"pin_up": 1, "tough_guy": 2, "gunman": 1, "little_girl": 1}
KILLS = {"shotgun": 2, "chainsaw": 2, "grenades": 2, "pistol": 1, "fire_axe": 1, "baseball_bat": 1}
BREAKS_IN = 4
OPTIONS = ("threat_absent", "hidden_in_elections")


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """What one rulebook says differently."""

    capacity: Mapping[int, int]
    """Character spaces by printed number; the parking lot has none."""
    parking: int
    security: int
    supermarket: int
    shut: int
    """Closed all game with three or four players."""
    threat_absent: bool = False
    """Absent players may play Threat before the truck and Chief votes (GAP-M-6)."""
    hidden_in_elections: bool = False
    """Hidden may also be played before the truck and Chief votes (GAP-M-8)."""
    cards_from_afar: bool = False
    """Absent players may play cards in attacks (GAP-M-6)."""
    all_stand_again: bool = False
    """In a re-vote all candidates stand again, not the tied alone (MOH-21)."""
    no_planks_in_supermarket: bool = False
    """Hardware is never played there (MOH-63)."""
    draws_character: bool = False
    """At a second tie in an attack a character is drawn, not a player (MOH-22)."""
    keeps_empty_parking: bool = False
    """Zombies stay on a parking lot where nobody is (MOH-58)."""
    ends_at_once: bool = False
    """The game ends with the death that meets a condition (MOH-68)."""


MALL = Book(capacity={1: 3, 2: 4, 3: 4, 5: 3, 6: 6}, parking=4, security=5, supermarket=6, shut=2)
EUROPE = replace(MALL, draws_character=True, keeps_empty_parking=True, ends_at_once=True)
BOOKS = {
    "moh": MALL,
    "moh-pl": EUROPE,
    "moh-de": EUROPE,
    "moh-es": replace(MALL, threat_absent=True),
    "moh-ru": Book(
        capacity={2: 3, 3: 4, 4: 6, 5: 3, 6: 4},
        parking=1,
        security=2,
        supermarket=4,
        shut=6,
        threat_absent=True,
        hidden_in_elections=True,
        cards_from_afar=True,
        all_stand_again=True,
        no_planks_in_supermarket=True,
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """How one vote ended."""

    kind: str
    place: int
    chosen: str | None
    by: str
    """`sole`, `ballot`, `revote`, `lot` or `nobody`."""


@dataclass(slots=True)
class Board:
    """Everything that phase F reads and changes."""

    book: Book
    seats: list[str]
    chief: str
    at: dict[str, int]
    """Living character (`A.pin_up`) to location."""
    zombies: Counter[int]
    hands: dict[str, list[str]]
    hidden: set[str]
    already_out: set[str]
    chief_elected: bool = False
    eaten: list[tuple[int, str]] = field(default_factory=list)
    votes: list[Vote] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    drawn: str | None = None
    """The character that a lot showed and nobody has eaten yet."""
    over: bool = False
    """The game ended in the middle."""

    @classmethod
    def of(cls, position: Mapping[str, Any]) -> Self:
        """Set up a position in the scenario format."""
        seats = list(position["seats"])
        places = {int(number): list(who) for number, who in position["locations"].items()}
        at = {who: number for number, group in places.items() for who in group}
        options = position.get("options", {})
        readings = {key: options[key] for key in OPTIONS if key in options}
        return cls(
            book=replace(BOOKS[position["ruleset"]], **readings),
            seats=seats,
            chief=position.get("chief", seats[0]),
            at=at,
            zombies=Counter({int(n): k for n, k in position.get("zombies", {}).items()}),
            hands={seat: list(position.get("hands", {}).get(seat, [])) for seat in seats},
            hidden=set(position.get("hidden", [])),
            already_out={seat for seat in seats if not any(_owner(who) == seat for who in at)},
            chief_elected=bool(position.get("chief_elected", False)),
        )

    def here(self, place: int) -> list[str]:
        """The living characters at a location."""
        return [who for who, number in self.at.items() if number == place]

    def visible(self, place: int, seat: str | None = None) -> list[str]:
        """Those of them who are not hidden, of one player or of all."""
        return [
            who
            for who in self.here(place)
            if who not in self.hidden and (seat is None or _owner(who) == seat)
        ]

    def present(self, place: int) -> set[str]:
        """The players with a living character there, hidden or not."""
        return {_owner(who) for who in self.here(place)}

    def living(self, seat: str) -> list[str]:
        """A player's living characters."""
        return [who for who in self.at if _owner(who) == seat]

    def order(self) -> list[str]:
        """The seats from the Chief clockwise."""
        start = self.seats.index(self.chief)
        return self.seats[start:] + self.seats[:start]

    def breached(self, place: int, planks: int = 0) -> bool:
        """MOH-45, 46, 53."""
        count = self.zombies[place]
        if count == 0:
            return False
        if place == self.book.parking:
            return True
        if place == self.book.supermarket and count >= BREAKS_IN:
            return True
        return count >= planks + sum(STRENGTH[_kind(who)] for who in self.here(place))


def _owner(who: str) -> str:
    return who.partition(".")[0]


def _kind(who: str) -> str:
    return who.partition(".")[2]


@dataclass(slots=True)
class Lap:
    """What one card lap left behind."""

    threats: Counter[str] = field(default_factory=Counter)
    planks: int = 0


def card_lap(board: Board, script: Script, kind: str, place: int) -> Lap:
    """MOH-16: one lap from the Chief; who holds no card at all is not asked."""
    lap = Lap()
    question = "play_attack_card" if kind == "attack" else "play_vote_card"
    for seat in board.order():
        book = board.book
        anybody = book.cards_from_afar if kind == "attack" else book.threat_absent
        if not (board.living(seat) if anybody else seat in board.present(place)):
            continue
        while board.hands[seat]:
            took = script.take(seat, question, _playable(board, kind, place, seat) | {"pass"})
            if took == "pass":
                break
            _play(board, lap, place, seat, took)
    return lap


def _playable(board: Board, kind: str, place: int, seat: str) -> set[str]:
    """MOH-60, 63, 64, 65 as option ids."""
    hand, book = set(board.hands[seat]), board.book
    legal = hand & {"threat"}
    if "hidden" in hand and (kind == "attack" or book.hidden_in_elections):
        legal |= {f"hidden-{_kind(who)}" for who in board.visible(place, seat)}
    if kind != "attack":
        return legal
    if board.zombies[place] > 0:
        legal |= hand & set(KILLS)
    overrun = place == book.supermarket and (
        board.zombies[place] >= BREAKS_IN or book.no_planks_in_supermarket
    )
    if place != book.parking and not overrun:
        legal |= hand & {"hardware"}
    return legal


def _play(board: Board, lap: Lap, place: int, seat: str, took: str) -> None:
    card = took.partition("-")[0]
    board.hands[seat].remove(card)
    board.played.append(card)
    if card == "threat":
        lap.threats[seat] += 1
    elif card == "hardware":
        lap.planks += 1
    elif card == "hidden":
        board.hidden.add(f"{seat}.{took.partition('-')[2]}")
    else:
        board.zombies[place] -= min(KILLS[card], board.zombies[place])


def leaders(weights: Mapping[str, int], ballots: Mapping[str, str]) -> list[str]:
    """The players with the highest total, in no particular order (MOH-20)."""
    totals: Counter[str] = Counter()
    for voter, choice in ballots.items():
        totals[choice] += weights[voter]
    best = max(totals.values())
    return [player for player, total in totals.items() if total == best]


def weights_of(board: Board, place: int, threats: Counter[str]) -> dict[str, int]:
    """The voters of the first ballot and what their wheel is worth (MOH-17, 19)."""
    weights: dict[str, int] = {}
    for seat in board.seats:
        mine = board.visible(place, seat)
        if mine:
            guns = sum(_kind(who) == "gunman" for who in mine)
            weights[seat] = len(mine) + guns + threats[seat]
    return weights


def revote_weights(
    board: Board, place: int, first: Mapping[str, int], threats: Counter[str]
) -> dict[str, int]:
    """MOH-21: as before, and one vote for everybody who has nobody there."""
    weights = dict(first)
    for seat in board.seats:
        if seat not in board.present(place):
            weights[seat] = 1 + threats[seat]
    return weights


def vote(board: Board, script: Script, kind: str, place: int, threats: Counter[str]) -> str | None:
    """MOH-16 to MOH-24 after the card lap; the player chosen, or None."""
    chosen, by = _vote(board, script, kind, place, threats)
    board.votes.append(Vote(kind=kind, place=place, chosen=chosen, by=by))
    return chosen


def _vote(
    board: Board, script: Script, kind: str, place: int, threats: Counter[str]
) -> tuple[str | None, str]:
    weights = weights_of(board, place, threats)
    candidates = sorted(weights)
    if len(candidates) <= 1:
        return (candidates[0], "sole") if candidates else (None, "nobody")
    ballots = {seat: script.take(seat, "cast_vote", candidates) for seat in candidates}
    tied = leaders(weights, ballots)
    if len(tied) == 1:
        return tied[0], "ballot"
    weights = revote_weights(board, place, weights, threats)
    stand = candidates if board.book.all_stand_again else tied
    ballots = {seat: script.take(seat, "cast_revote", stand) for seat in sorted(weights)}
    tied = leaders(weights, ballots)
    if len(tied) == 1:
        return tied[0], "revote"
    if kind != "attack":
        return None, "nobody"
    if not board.book.draws_character:
        return script.lot(tied), "lot"
    board.drawn = script.lot([who for seat in tied for who in board.visible(place, seat)])
    return board.drawn.partition(".")[0], "lot"


def election(position: Mapping[str, Any], script: Script, kind: str) -> Board:
    """A whole truck or Chief vote (phases A and B) with its card lap."""
    board = Board.of(position)
    place = board.book.parking if kind == "truck" else board.book.security
    if not board.here(place):
        return board
    lap = card_lap(board, script, kind, place)
    chosen = vote(board, script, kind, place, lap.threats)
    if kind == "chief" and chosen is not None:
        board.chief, board.chief_elected = chosen, True
    return board


def _strictly_most(counts: Counter[int]) -> int | None:
    ranked = counts.most_common(2)
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


def extra_zombies(board: Board) -> list[int]:
    """MOH-42: where crowd and noise put one more; both are judged on the same board."""
    crowd = _strictly_most(Counter(board.at.values()))
    noise = _strictly_most(Counter(n for who, n in board.at.items() if _kind(who) == "pin_up"))
    return [place for place in (crowd, noise) if place is not None]


def _devour(board: Board, script: Script, place: int, threats: Counter[str]) -> bool:
    """Vote and eat one character; False when nobody can be eaten."""
    chosen = vote(board, script, "attack", place, threats)
    if chosen is None:
        return False
    who, board.drawn = board.drawn, None
    if who is None:
        food = [_kind(who) for who in board.visible(place, chosen)]
        victim = food[0] if len(food) == 1 else script.take(chosen, "choose_victim", food)
        who = f"{chosen}.{victim}"
    del board.at[who]
    board.eaten.append((place, who))
    board.over = board.book.ends_at_once and bool(end_reasons(board))
    return True


def _attack_parking(board: Board, script: Script) -> None:
    """MOH-52 to MOH-58."""
    place = board.book.parking
    if board.book.keeps_empty_parking and not board.here(place):
        return
    while board.zombies[place] and board.visible(place):
        lap = card_lap(board, script, "attack", place)
        if not board.zombies[place] or not _devour(board, script, place, lap.threats):
            break
        if board.over:
            return
        board.zombies[place] -= 1
    board.zombies[place] = 0


def _attack_place(board: Board, script: Script, place: int) -> None:
    """MOH-44 to MOH-51."""
    if not board.here(place) or not board.breached(place):
        return
    lap = card_lap(board, script, "attack", place)
    eaten = board.breached(place, lap.planks) and _devour(board, script, place, lap.threats)
    if eaten and not board.over:
        board.zombies[place] = 0


def attack(position: Mapping[str, Any], script: Script) -> Board:
    """The whole of phase F, the Chief's succession (MOH-67) included."""
    board = Board.of(position)
    if not position.get("extras_placed", False):
        board.zombies.update(extra_zombies(board))
    for place in range(1, 7):
        if board.over:
            return board
        if place == board.book.parking:
            _attack_parking(board, script)
        else:
            _attack_place(board, script, place)
    if board.over:
        return board
    board.hidden.clear()
    heirs = [seat for seat in board.order() if board.living(seat)]
    if heirs and not board.living(board.chief):
        board.chief, board.chief_elected = heirs[0], False
    return board


def newly_eliminated(board: Board) -> set[str]:
    """Who lost the last character in this phase, to its end or to the game's (MOH-66)."""
    return {seat for seat in board.seats if not board.living(seat)} - board.already_out


def end_reasons(board: Board) -> set[str]:
    """MOH-68: every condition that holds; empty: the game goes on."""
    reasons: set[str] = set()
    if len(board.at) <= (6 if len(board.seats) == 6 else 4):
        reasons.add("few_left")
    if len(set(board.at.values())) == 1 and board.book.parking not in board.at.values():
        reasons.add("together")
    return reasons


def scores(board: Board) -> dict[str, int]:
    """MOH-69."""
    return {seat: sum(POINTS[_kind(w)] for w in board.living(seat)) for seat in board.seats}


def placements(board: Board) -> dict[str, int]:
    """Points, then unused cards; equals share a place and the next place is skipped."""
    points = scores(board)
    rank = {seat: (points[seat], len(board.hands[seat])) for seat in board.seats}
    return {seat: 1 + sum(other > rank[seat] for other in rank.values()) for seat in board.seats}
