"""Votes: the card lap, the ballot, the re-vote, the lot (MOH-14 to MOH-24)."""

from types import MappingProxyType
from typing import NamedTuple

from engine import events as e
from engine.game import Script
from engine.question import Option
from engine.rules.blocks import ballot, card_lap
from engine.rules.board_events import CharacterHidden
from engine.rules.moh.build import MohGame
from engine.rules.moh.events import ThreatMade
from engine.rules.text import Rule

RULES = (
    Rule(
        "MOH-15",
        "Talk is free; promises and lies are allowed and bind nobody. Cards and dice may never be "
        "shown, and cards change hands only through the truck.",
    ),
    Rule(
        "MOH-16",
        "Before a vote there is one lap in Chief order: on your turn you play any number of cards "
        "or pass, and you get no second turn. Cards act at once.",
    ),
    Rule(
        "MOH-17",
        "Players with a character there that is not hidden vote in secret, all at once, for one of "
        "themselves; one may vote for oneself.",
    ),
)
"""The rules of a ballot's weight follow these."""
WINNER_RULES = (Rule("MOH-20", "The most votes win. Who is to lose a character chooses which."),)
"""The rules of re-vote and second tie follow these."""
LAST_RULES = (
    Rule("MOH-23", "With one candidate no ballot is needed; a Chief so chosen is elected."),
)


class Chosen(NamedTuple):
    """The result of a vote."""

    player: str | None
    """The chosen player; None: nobody."""
    character: str | None = None
    """The character that was drawn; None where none was, and its owner chooses (MOH-22)."""


def hold_vote(g: MohGame, kind: str, place: int) -> Script[str | None]:
    """Vote for the truck or the Chief; return the player, None for nobody (MOH-24)."""
    present = g.state.present(place)
    if not present:
        g.emit(e.VoteSkipped(kind=kind, place=place, reason="nobody_there"))
        return None
    yield from g.floor(kind, place, present)
    g.emit(e.VoteCalled(kind=kind, place=place, present=present))
    takes_part = g.rules.policies.players.in_election(g.state, place)
    yield from card_lap(
        g,
        "play_vote_card",
        place,
        takes_part,
        lambda player: _election_cards(g, player, place),
        lambda player, choice: play_threat_or_hide(g, player, place, choice),
        lambda: position(g, kind, place),
    )
    return (yield from elect(g, kind, place)).player


def _election_cards(g: MohGame, player: str, place: int) -> tuple[Option, ...]:
    hand = g.state.hands[player]
    ids = ["threat"] if "threat" in hand else []
    if "hidden" in hand and g.rules.policies.hiding.in_elections:
        ids += hideable(g, player, place)
    return g.choices("play_vote_card", [*ids, "pass"])


def hideable(g: MohGame, player: str, place: int) -> list[str]:
    """Return the option ids of a Hidden card there (MOH-65)."""
    kind = g.state.roster.kind
    return [f"hidden-{kind[i]}" for i in g.state.visible(place, player)]


def play_threat_or_hide(g: MohGame, player: str, place: int, choice: Option) -> None:
    """Play a Threat (MOH-60), or a Hidden card on an own character there (MOH-65)."""
    card = str(choice.args["card"])
    g.emit(e.CardPlayed(player=player, card=card, place=place))
    if card == "threat":
        g.emit(ThreatMade(player=player, place=place))
    else:
        character = str(choice.args["character"])
        g.emit(CharacterHidden(player=player, character=character, place=place))


def position(g: MohGame, kind: str, place: int) -> MappingProxyType[str, object]:
    """Return the context of a question in a card lap: the vote, and the attack if there is one."""
    s = g.state
    facts: dict[str, object] = {"vote": kind}
    if s.attack is not None:
        facts |= {"place": place, "strength": s.strength(place), "zombies": s.zombies[place]}
    return MappingProxyType(facts)


def elect(g: MohGame, kind: str, place: int) -> Script[Chosen]:
    """Find the result of a vote after the card lap: only candidate, ballot, re-vote, lot."""
    s, policies = g.state, g.rules.policies
    weights = g.rules.weights(s, place)
    candidates = tuple(weights)  # MOH-18
    if len(candidates) <= 1:
        only = next(iter(candidates), None)
        by = "all_hidden" if only is None else "only_candidate"
        g.emit(e.PlayerChosen(kind=kind, place=place, player=only, by=by))
        return Chosen(only)
    leaders = yield from ballot(g, kind, place, 1, candidates, weights, tool="cast_vote")
    by = "vote"
    if len(leaders) > 1:
        yield from g.floor("revote", place, s.present(place))
        weights = g.rules.revote_weights(s, place)
        again = policies.revote.candidates(candidates, leaders)
        leaders = yield from ballot(g, kind, place, 2, again, weights, tool="cast_revote")
        by = "revote"
    chosen = Chosen(next(iter(leaders)))
    if len(leaders) > 1:
        drawn = kind == "attack"
        chosen, by = (_lot(g, place, leaders), "lot") if drawn else (Chosen(None), "second_tie")
    g.emit(e.PlayerChosen(kind=kind, place=place, player=chosen.player, by=by))
    return chosen


def _lot(g: MohGame, place: int, tied: tuple[str, ...]) -> Chosen:
    drawn = g.lot(g.rules.policies.second_tie.lots(g.state, place, tied))
    player, _, character = drawn.partition(".")
    return Chosen(player, character or None)
