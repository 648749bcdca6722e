"""The vote: discussion with items, then all point at once (OSA-17 to OSA-23)."""

from types import MappingProxyType

from engine import events as e
from engine.game import Script
from engine.question import Option
from engine.rules.blocks import ballot, card_lap, until_all_pass
from engine.rules.board_events import CharacterHidden, ZombiesKilled
from engine.rules.osaczeni.build import OsaczeniGame
from engine.rules.osaczeni.events import GunDrawn, TieBroken, ZombieLured
from engine.rules.osaczeni.tables import CARDS
from engine.rules.text import Rule

RULES = (
    Rule(
        "OSA-17",
        "Votes are held at the parking lot (who searches the truck), in the monitoring centre "
        "(who takes the badge) and where monsters attack (who loses a character). To take part a "
        "player needs a character there.",
    ),
    Rule(
        "OSA-18",
        "Talk is free; promises and lies are allowed and bind nobody. Items and dice may never be "
        "shown, and items change hands only through the truck.",
    ),
)
DECISION_RULES = (
    Rule(
        "OSA-19",
        "Then those with a vote point at one player, all at once; no items are played any more.",
    ),
    Rule(
        "OSA-21",
        "The most votes win. The holder of the victim token decides every tie, wherever the own "
        "characters are, even without any, and even if tied too.",
    ),
    Rule(
        "OSA-23",
        "Where only one player can be chosen there is no pointing, but the discussion is held.",
    ),
)
KILLS = {card.id: card.kills for card in CARDS if card.kills}


def hold_vote(g: OsaczeniGame, kind: str, area: int) -> Script[str | None]:
    """Vote for the truck or the badge; return the player, None for nobody (OSA-26, 30)."""
    s = g.state
    present = s.present(area)
    if not present:
        g.emit(e.VoteSkipped(kind=kind, place=area, reason="nobody_there"))
        return None
    yield from g.floor(kind, area, present)
    g.emit(e.VoteCalled(kind=kind, place=area, present=present))
    yield from discuss(g, kind, area, present)
    candidates = g.rules.policies.candidates.candidates(s, present)
    return (yield from decide(g, kind, area, candidates))


def discuss(g: OsaczeniGame, kind: str, area: int, present: tuple[str, ...]) -> Script[None]:
    """Let those present play items until nobody wants to (OSA-18, GAP-O-10)."""
    procedure = until_all_pass if g.rules.policies.discussion.loops else card_lap
    yield from procedure(
        g,
        "play_item",
        area,
        present,
        lambda player: _items(g, player, kind, area),
        lambda player, choice: _play(g, player, area, choice),
        lambda: _position(g, kind, area),
    )


def _items(g: OsaczeniGame, player: str, kind: str, area: int) -> tuple[Option, ...]:
    hand = g.state.hands[player]
    ids = ["gun"] if "gun" in hand else []
    if kind == "attack" and g.state.zombies[area]:
        ids += [card for card in KILLS if card in hand]
        if "tin_can" in hand:
            ids += [f"tin_can-{other}" for other in _lures(g, area)]
    if kind == "attack" and "rotten_meat" in hand:
        kinds = g.state.roster.kind
        ids += [f"rotten_meat-{kinds[i]}" for i in g.state.visible(area, player)]
    return g.choices("play_item", [*ids, "pass"])


def _lures(g: OsaczeniGame, area: int) -> list[int]:
    # OSA-60: another area with a free notch; closed ones take no monster (GAP-O-20).
    s, room = g.state, g.rules.policies.monsters
    others = (other for other in g.rules.open_places(s) if other != area)
    return [other for other in others if room.has_notch(s.zombies, other)]


def _play(g: OsaczeniGame, player: str, area: int, choice: Option) -> None:
    card = str(choice.args["card"])
    g.emit(e.CardPlayed(player=player, card=card, place=area))
    match card:
        case "gun":
            g.emit(GunDrawn(player=player, place=area))
        case "tin_can":
            other = int(choice.args["location"])
            g.emit(ZombieLured(player=player, origin=area, place=other))
        case "rotten_meat":
            character = str(choice.args["character"])
            g.emit(CharacterHidden(player=player, character=character, place=area))
        case _:  # OSA-61 to OSA-63; with fewer monsters it removes those (GAP-O-21)
            count = min(KILLS[card], g.state.zombies[area])
            g.emit(ZombiesKilled(player=player, place=area, count=count))


def _position(g: OsaczeniGame, kind: str, area: int) -> MappingProxyType[str, object]:
    s = g.state
    facts: dict[str, object] = {"vote": kind}
    if s.attack is not None:
        facts |= {"place": area, "strength": s.strength(area), "zombies": s.zombies[area]}
    return MappingProxyType(facts)


def decide(
    g: OsaczeniGame, kind: str, area: int, candidates: tuple[str, ...]
) -> Script[str | None]:
    """Vote on one of the candidates; return the player, None where there is none (OSA-47)."""
    if len(candidates) <= 1:
        only = next(iter(candidates), None)
        by = "all_hidden" if only is None else "only_candidate"
        g.emit(e.PlayerChosen(kind=kind, place=area, player=only, by=by))
        return only
    weights = g.rules.weights(g.state, area)
    leaders = yield from ballot(g, kind, area, 1, candidates, weights, tool="point_at")
    chosen, by = leaders[0], "vote"
    if len(leaders) > 1:
        chosen, by = (yield from _break_tie(g, kind, area, leaders)), "token"
    g.emit(e.PlayerChosen(kind=kind, place=area, player=chosen, by=by))
    return chosen


def _break_tie(g: OsaczeniGame, kind: str, area: int, tied: tuple[str, ...]) -> Script[str]:
    s = g.state
    yield from g.floor("tie", area, s.present(area))
    holder = s.victim_token
    context = MappingProxyType({"kind": kind, "candidates": tied})
    options = g.choices("break_tie", tied)
    choice = yield from g.ask("break_tie", holder, options, place=area, context=context)
    g.emit(TieBroken(kind=kind, place=area, player=holder, chosen=choice.id, candidates=tied))
    return choice.id
