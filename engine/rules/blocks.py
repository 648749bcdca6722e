"""Procedures that both families follow: laps, ballots, sealed destinations, the truck.

They know no location, card or number; what differs comes in as arguments.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from engine import events as e
from engine.game import Script
from engine.question import Option
from engine.rules.compiled import BoardGame


def deal(g: BoardGame, cards: Sequence[str]) -> None:
    """Shuffle the cards and deal one to each player, face down."""
    s = g.state
    g.emit(e.DeckShuffled(seen_by="engine", cards=g.shuffle(cards)))
    for player in s.in_order():
        card = s.deck[0]
        g.emit(e.CardReceived(seen_by=(player,), player=player, card=card, source="deal"))
    sizes = MappingProxyType(dict.fromkeys(g.rules.seats, 1))
    g.emit(e.HandsDealt(sizes=sizes, deck=len(s.deck)))


def card_lap(
    g: BoardGame,
    kind: str,
    place: int,
    players: Iterable[str],
    offers: Callable[[str], tuple[Option, ...]],
    play: Callable[[str, Option], None],
    context: Callable[[], Mapping[str, object]],
) -> Script[None]:
    """Ask each player in turn for one card after another until the player passes.

    Whoever holds any card is asked, even where passing is the only option, and a pass is perceived
    by the player alone: being asked, or not, must reveal nothing about a hand. That those before
    one have passed follows from being asked.
    """
    hands: Mapping[str, tuple[str, ...]] = g.state.hands
    order = tuple(players)
    for at, player in enumerate(order):
        while hands[player]:
            facts = _facts(context, order[:at])
            choice = yield from g.ask(
                kind, player, offers(player), place=place, context=facts, secret=True
            )
            if choice.id == "pass":
                g.emit(e.Passed(seen_by=(player,), player=player, kind=kind))
                break
            play(player, choice)


def until_all_pass(
    g: BoardGame,
    kind: str,
    place: int | None,
    players: Sequence[str],
    offers: Callable[[str], tuple[Option, ...]],
    play: Callable[[str, Option], None],
    context: Callable[[], Mapping[str, object]],
) -> Script[None]:
    """Ask the players in turn, one card or a pass each, until all pass in a row.

    Whoever holds any card is asked, as in `card_lap`; an empty hand passes by itself.
    """
    hands: Mapping[str, tuple[str, ...]] = g.state.hands
    at = passed = 0
    while passed < len(players):
        player = players[at % len(players)]
        at, passed = at + 1, passed + 1
        if not hands[player]:
            continue
        before = tuple([players[(at - back) % len(players)] for back in range(passed, 1, -1)])
        choice = yield from g.ask(
            kind, player, offers(player), place=place, context=_facts(context, before), secret=True
        )
        if choice.id == "pass":
            g.emit(e.Passed(seen_by=(player,), player=player, kind=kind))
        else:
            play(player, choice)
            passed = 0


def _facts(
    context: Callable[[], Mapping[str, object]], passed: Sequence[str]
) -> Mapping[str, object]:
    """Return the context of a question in a card lap, with the players who have passed so far."""
    return MappingProxyType({**context(), "passed": tuple(passed)})


def look(g: BoardGame, player: str, by: str) -> None:
    """Show a player the dice; that he looks is public."""
    dice = g.state.dice
    assert dice is not None, "they lie under the box"
    g.emit(e.DicePeeked(player=player, by=by))
    g.emit(e.DiceSeen(seen_by=(player,), player=player, dice=dice))


def look_lap(g: BoardGame, kind: str, card: str, players: Iterable[str]) -> Script[None]:
    """Let each player in turn play one card to look at the dice.

    One turn, one card. Asked with any card in hand: hand sizes are public.
    """
    order = tuple(players)
    for at, player in enumerate(order):
        hand = g.state.hands[player]
        if not hand:
            continue
        ids = [card, "pass"] if card in hand else ["pass"]
        passed = tuple([each for each in order[:at] if each not in g.state.dice_seen_by])
        context = MappingProxyType({"passed": passed})
        choice = yield from g.ask(kind, player, g.choices(kind, ids), context=context, secret=True)
        if choice.id == "pass":
            g.emit(e.Passed(seen_by=(player,), player=player, kind=kind))
        else:
            g.emit(e.CardPlayed(player=player, card=card, place=None))
            look(g, player, card)


def announced_destination(
    g: BoardGame, player: str, places: Sequence[int], *, secret: bool = False
) -> Script[None]:
    """Let a player choose a destination in public; then the table may talk."""
    kind = "announce_destination"
    options = g.choices(kind, [str(place) for place in places])
    choice = yield from g.ask(kind, player, options, secret=secret)
    g.emit(e.DestinationAnnounced(player=player, place=int(choice.id)))
    yield from g.floor("announced", None, g.state.in_order())


def ballot(
    g: BoardGame,
    kind: str,
    place: int,
    number: int,
    candidates: tuple[str, ...],
    votes: Mapping[str, int],
    *,
    tool: str,
) -> Script[tuple[str, ...]]:
    """Let all voters vote under seal; reveal; return the candidates with the highest total.

    `tool` is the kind of the question, `votes` the weight of each voter's ballot.
    """
    weights = MappingProxyType(dict(votes))
    g.emit(
        e.BallotOpened(
            kind=kind, place=place, number=number, candidates=candidates, weights=weights
        )
    )
    options = g.choices(tool, candidates)
    context = MappingProxyType({"kind": kind, "candidates": candidates, "weights": weights})
    answers = yield from g.ask_together(
        tool, dict.fromkeys(weights, options), place=place, context=context
    )
    ballots = {voter: choice.id for voter, choice in answers.items()}
    totals = dict.fromkeys(candidates, 0)
    for voter, candidate in ballots.items():
        totals[candidate] += weights[voter]
    most = max(totals.values())
    leaders = tuple([candidate for candidate in candidates if totals[candidate] == most])
    g.emit(
        e.VotesRevealed(
            kind=kind, place=place, number=number, ballots=MappingProxyType(ballots),
            weights=weights, totals=MappingProxyType(totals), leaders=leaders,
        )
    )  # fmt: skip
    return leaders


def secret_destinations(
    g: BoardGame, legal: Mapping[str, tuple[int, ...]], *, secret: bool = False
) -> Script[None]:
    """Let each player choose a destination under seal, which only that player perceives."""
    kind = "choose_destination"
    options = {
        player: g.choices(kind, [str(p) for p in places]) for player, places in legal.items()
    }
    answers = yield from g.ask_together(kind, options, secret=secret)
    for player, choice in answers.items():
        place = int(choice.id)
        g.emit(e.DestinationChosen(seen_by=(player,), player=player, place=place))


def truck_search(
    g: BoardGame,
    player: str,
    cards: tuple[str, ...],
    recipients: Sequence[str],
    order: Sequence[str],
    place: int,
    present: Sequence[str],
) -> Script[str | None]:
    """Let the winner of the truck vote look, talk and distribute; return the card left over.

    With three cards or two: keep one, give one. A single card is kept or given (OSA-27). `order` is
    the fixed order of card ids in which options are listed.
    """
    g.emit(e.TruckSearched(player=player, count=len(cards)))
    g.emit(e.CardsSeen(seen_by=(player,), player=player, cards=cards))
    yield from g.floor("gift", place, present)
    options = g.choices("distribute_truck", _gifts(cards, recipients, order))
    context = MappingProxyType({"cards": cards})
    choice = yield from g.ask(
        "distribute_truck", player, options, place=place, context=context, secret=True
    )  # asked even if all cards are alike: not being asked would reveal it
    left = list(cards)
    keep, give = choice.args.get("keep"), choice.args.get("give")
    if keep is not None:
        left.remove(str(keep))
        g.emit(e.CardReceived(seen_by=(player,), player=player, card=str(keep), source="truck"))
    if give is not None:
        left.remove(str(give))
        other = str(choice.args["recipient"])
        g.emit(e.CardGiven(player=player, recipient=other))
        both = (player, other)
        g.emit(e.CardReceived(seen_by=both, player=other, card=str(give), source="gift"))
    kept, given = int(keep is not None), int(give is not None)
    g.emit(e.SearchEnded(player=player, kept=kept, given=given, left=len(left)))
    return left[0] if left else None


def _gifts(cards: tuple[str, ...], recipients: Sequence[str], order: Sequence[str]) -> list[str]:
    if len(cards) == 1:
        return [cards[0], *(f"{cards[0]}-{other}" for other in recipients)]
    kinds = [card for card in order if card in cards]
    return [
        f"{keep}-{give}-{other}"
        for keep in kinds
        for give in kinds
        if keep != give or cards.count(keep) > 1
        for other in recipients
    ]
