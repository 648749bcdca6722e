"""The arrival of monsters at areas, and the way of eaten characters to the cold room."""

from collections.abc import Iterable, Sequence

from engine import events as e
from engine.rules.board_events import ZombiesCame
from engine.rules.osaczeni.build import OsaczeniGame
from engine.rules.osaczeni.events import ColdRowFilled, VictimTokenTaken, ZombiesDiverted
from engine.rules.osaczeni.tables import PARKING
from engine.rules.pieces import DEAD


def monsters_come(g: OsaczeniGame, cause: str, areas: Iterable[int]) -> None:
    """Put one monster at each of these areas, or where the surplus goes (OSA-42, GAP-O-9)."""
    s, room = g.state, g.rules.policies.monsters
    board = s.zombies.copy()
    stand: list[int] = []
    diverted: list[int] = []
    parked = 0
    for area in areas:
        if room.is_exhausted(board):
            break
        fits = area not in s.closed and room.has_notch(board, area)
        if not fits:
            diverted.append(area)
            parked += room.has_notch(board, PARKING)
        if fits or room.has_notch(board, PARKING):
            stand.append(area if fits else PARKING)
            board[stand[-1]] += 1
    if stand:
        g.emit(ZombiesCame(cause=cause, places=tuple(stand)))
    if diverted:
        g.emit(ZombiesDiverted(cause=cause, places=tuple(diverted), parked=parked))


def gatherings(g: OsaczeniGame, characters: Sequence[int]) -> tuple[int, ...]:
    """Return every area where most of these characters stand (OSA-40, OSA-41)."""
    where = [g.state.where[i] for i in characters if g.state.where[i] > 0]
    most = max((where.count(area) for area in set(where)), default=0)
    return tuple(sorted(area for area in set(where) if where.count(area) == most))


def gatherings_attract(g: OsaczeniGame) -> None:
    """Put the monsters that Crybabies and crowds attract (OSA-14, OSA-40, OSA-41)."""
    s = g.state
    monsters_come(g, "noise", gatherings(g, s.roster.noisy))
    monsters_come(g, "crowd", gatherings(g, range(len(s.where))))


def bring_to_cold_room(g: OsaczeniGame, player: str, character: str, area: int) -> None:
    """Move a character to the cold room, with all consequences (OSA-46 to OSA-52)."""
    s, cold_room = g.state, g.rules.policies.cold_room
    g.emit(e.CharacterEaten(player=player, character=character, place=area))
    for row in cold_room.filled_by(s.cold_room):
        g.emit(ColdRowFilled(row=row, dice=g.rules.dice(s.cold_room)))
    if s.victim_token != player:
        g.emit(VictimTokenTaken(player=player, cause="eaten"))
    if all(s.where[i] == DEAD for i in s.roster.of[player]):
        g.emit(e.PlayerEliminated(player=player, place=area))
        heirs = s.living()
        if s.chief == player and heirs:
            g.emit(e.BadgeTaken(player=heirs[0], elected=False, cause="succession"))
