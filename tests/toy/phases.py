"""The toy's phases: the set-up, the vote with its dice, the destinations, the attack."""

from types import MappingProxyType

from engine import events as e
from engine.game import Game, Script
from engine.rules.blocks import ballot, deal, look, look_lap, secret_destinations
from engine.rules.board import Board
from engine.rules.board_events import (
    AttackBegan,
    AttackEnded,
    PlaceHeld,
    RoundEnded,
    ZombiesCame,
    ZombiesLeft,
)
from engine.rules.compiled import Phases
from engine.rules.pieces import DEAD
from tests.toy.rules import ToyRules
from tests.toy.tables import CARDS, DICE, HALL, LANTERN, YARD

ToyGame = Game[Board, ToyRules]


def setup(g: ToyGame) -> Script[None]:
    """TOY-4: deal a card each, put the Guards in the Hall and the Cooks in the Yard."""
    rules, roster = g.rules, g.state.roster
    g.emit(e.GameBegan(ruleset=rules.ruleset, seats=rules.seats, closed=()))
    g.emit(e.BadgeTaken(player=rules.seats[0], elected=False, cause="first"))
    deal(g, [card.id for card in CARDS for _ in range(card.count)])
    for player, character in roster.names:
        place = HALL if character == "guard" else YARD
        g.emit(e.CharacterPlaced(player=player, character=character, place=place))
    yield from ()


def chief(g: ToyGame) -> Script[None]:
    """TOY-5: who is in the Hall votes who is Chief and sees the dice. TOY-8: Lanterns."""
    s = g.state
    present = s.present(HALL)
    if present:
        yield from g.floor("chief", HALL, present)
        yield from _elect(g, present)
    else:
        g.emit(e.VoteSkipped(kind="chief", place=HALL, reason="nobody_there"))
    g.emit(e.DiceRolled(seen_by="engine", dice=g.roll(DICE)))
    if s.elected:
        look(g, s.chief, "badge")
    blind = [player for player in s.living() if player not in s.dice_seen_by]
    yield from look_lap(g, "use_camera", LANTERN, blind)


def _elect(g: ToyGame, present: tuple[str, ...]) -> Script[None]:
    g.emit(e.VoteCalled(kind="chief", place=HALL, present=present))
    leaders, by = present, "only_candidate"
    if len(present) > 1:
        weights = g.rules.weights(g.state, HALL)
        leaders = yield from ballot(g, "chief", HALL, 1, present, weights, tool="cast_vote")
        by = "vote" if len(leaders) == 1 else "lot"
    chosen = g.lot(leaders) if by == "lot" else leaders[0]
    g.emit(e.PlayerChosen(kind="chief", place=HALL, player=chosen, by=by))
    g.emit(e.BadgeTaken(player=chosen, elected=True, cause="vote"))


def destinations(g: ToyGame) -> Script[None]:
    """TOY-6: all choose a room in secret; the first character that isn't there goes to it."""
    s, roster = g.state, g.state.roster
    yield from g.floor("dice", None, s.in_order())
    yield from secret_destinations(g, {player: _goals(g, player) for player in s.living()})
    g.emit(e.DestinationsRevealed(destinations=MappingProxyType(dict(s.destinations))))
    for player, goal in tuple(s.destinations.items()):
        i = next(i for i in roster.of[player] if s.where[i] not in {DEAD, goal})
        g.emit(
            e.CharacterMoved(
                player=player, character=roster.kind[i], origin=s.where[i], place=goal,
                cause="destination",
            )
        )  # fmt: skip


def _goals(g: ToyGame, player: str) -> tuple[int, ...]:
    where = {g.state.where[i] for i in g.state.roster.of[player]} - {DEAD}
    return tuple(p for p in g.rules.order_of_places if where != {p})


def attack(g: ToyGame) -> Script[None]:
    """TOY-7: the dice are shown, zombies come, get in where they are strong enough, and eat."""
    s = g.state
    assert s.dice is not None, "they lie under the box"
    g.emit(e.DiceRevealed(dice=s.dice))
    g.emit(ZombiesCame(cause="dice", places=s.dice))
    for place in g.rules.order_of_places:
        if s.there[place] and s.zombies[place]:
            yield from _attack(g, place)
    g.emit(RoundEnded(round=s.round))
    if g.rules.over(s):
        _end(g)


def _attack(g: ToyGame, place: int) -> Script[None]:
    s, strength, zombies = g.state, g.state.strength(place), g.state.zombies[place]
    if place != YARD and zombies < strength:
        g.emit(PlaceHeld(place=place, strength=strength, zombies=zombies))
        return
    g.emit(AttackBegan(place=place, strength=strength, zombies=zombies))
    for player in s.present(place)[:zombies]:
        options = g.choices("choose_victim", [s.roster.kind[i] for i in s.visible(place, player)])
        victim = yield from g.ask("choose_victim", player, options, place=place)
        g.emit(e.CharacterEaten(player=player, character=victim.id, place=place))
        if not s.alive(player):
            g.emit(e.PlayerEliminated(player=player, place=place))
            heirs = s.living()
            if s.chief == player and heirs:
                g.emit(e.BadgeTaken(player=heirs[0], elected=False, cause="succession"))
    g.emit(AttackEnded(place=place, outcome="eaten", strength=strength, zombies=zombies))
    g.emit(ZombiesLeft(place=place, count=zombies))


def _end(g: ToyGame) -> None:
    s, roster = g.state, g.state.roster
    scores = {
        seat: sum(roster.points[i] for i in roster.of[seat] if s.where[i] != DEAD)
        for seat in roster.seats
    }
    places = {
        seat: 1 + sum(other > own for other in scores.values()) for seat, own in scores.items()
    }
    g.emit(
        e.GameEnded(
            reason="few_left" if g.rules.few(s) else "last_round",
            scores=MappingProxyType(scores),
            cards=MappingProxyType({seat: len(s.hands[seat]) for seat in roster.seats}),
            placements=MappingProxyType(places),
        )
    )


PHASES: Phases = MappingProxyType(
    {"setup": setup, "chief": chief, "destinations": destinations, "attack": attack}
)
"""TOY-3: the set-up, then each round in this order."""
