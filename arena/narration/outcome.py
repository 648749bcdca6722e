"""The result of a game and its deciding moments: a score table and sentences."""

from collections.abc import Iterable, Mapping, Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from arena.events import GameEnded, HandsRevealed
from arena.narration.words import Words, join, plural
from arena.projections.board import Board
from arena.projections.deaths import Death, deaths_in
from arena.records.record import Record, of_type


def outcome_lines(records: Iterable[Record], words: Words) -> list[str]:
    """Return what decided a finished game, in sentences; empty for an unfinished one.

    It uses public records only, so those of any perspective will do.
    """
    public = [record for record in records if record.seen_by == "all"]
    ended = list(of_type(GameEnded, public))
    if not ended:
        return []
    end, dialect, losses = ended[-1], words.dialect, deaths_in(public)
    kept = {
        seat: sum(dialect.keepsakes.get(card, 0) for card in hand)
        for revealed in of_type(HandsRevealed, public)
        for seat, hand in revealed.hands.items()
    }
    lines = [_verdict(end), _margin(end, dialect.card), *_turning_point(end, losses, kept, words)]
    for by, line in dialect.decided.items():
        decided = sum(loss.by == by for loss in losses)
        if decided:
            lines.append(line.format(deaths=f"{decided} of {len(losses)} deaths"))
    return [line for line in (*lines, *dialect.epilogue(public, end)) if line]


def score_table(words: Words, board: Board, end: GameEnded) -> Table:
    """Return the table of places, points, cards (their number, or faces if shown) and survivors."""
    dialect, shown = words.dialect, board.shown
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("")
    table.add_column("Seat", no_wrap=True)
    table.add_column("Points", justify="right")
    cards = f"{dialect.card.capitalize()}s"
    table.add_column(cards, justify="right" if shown is None else "left")
    table.add_column("Alive")
    for seat in sorted(words.seats, key=lambda name: end.placements[name]):
        alive = [words.character(kind) for (player, kind) in board.where if player == seat]
        hand = Text(str(end.cards[seat]))
        if shown is not None:
            hand = join([words.card(card) for card in shown[seat]], ", ") or Text("none", "dim")
        table.add_row(
            f"{end.placements[seat]}.", words.badge(seat), str(end.scores[seat]),
            hand, join(alive, ", ") if alive else Text("nobody", "dim"),
        )  # fmt: skip
    return table


def _verdict(end: GameEnded) -> str:
    winners = [seat for seat, place in end.placements.items() if place == 1]
    points = plural(end.scores[winners[0]], "point")
    if len(winners) == 1:
        return f"{winners[0]} wins with {points}."
    return f"{_listed(winners)} share the win with {points} each."


def _margin(end: GameEnded, card: str) -> str:
    """Describe the runner-up and the margin; unused cards break ties on points."""
    scores, cards = end.scores, end.cards
    best = max(scores.values())
    level = [seat for seat, score in scores.items() if score == best]
    winners = [seat for seat in level if end.placements[seat] == 1]
    if len(level) > len(winners):
        beaten = [seat for seat in level if seat not in winners]
        verb = "was" if len(beaten) == 1 else "were"
        held = plural(cards[winners[0]], f"unused {card}")
        fewer = ", ".join(f"{seat}'s {cards[seat]}" for seat in beaten)
        return f"{_listed(beaten)} {verb} level on points: {held} to {fewer} broke the tie."
    behind = [score for score in scores.values() if score < best]
    if not behind:
        return ""
    places = end.placements
    second = [seat for seat, score in scores.items() if score == max(behind)]
    second.sort(key=lambda seat: places[seat])
    verb = "follows" if len(second) == 1 else "follow"
    points = plural(max(behind), "point")
    line = f"{_listed(second)} {verb} with {points}, {best - max(behind)} behind"
    if len({places[seat] for seat in second}) > 1:
        held = " to ".join(str(cards[seat]) for seat in second)
        line += f", in this order by their unused {card}s ({held})"
    return f"{line}."


def _turning_point(
    end: GameEnded, losses: Sequence[Death], kept: Mapping[str, int], words: Words
) -> list[str]:
    """Describe the last death without which its owner would have won."""
    ruleset = words.ruleset
    points = {each.id: each.points for each in ruleset.characters}
    names = {each.id: each.name for each in ruleset.characters}
    places = {each.number: each.name for each in ruleset.places}
    best = max(end.scores.values())
    for loss in reversed(losses):
        instead = end.scores[loss.player] + points[loss.character]
        if not end.scores[loss.player]:
            instead += kept.get(loss.player, 0)  # keepsakes count only with a survivor
        if end.placements[loss.player] == 1 or instead <= best:
            continue
        what = f"{loss.player}'s {names[loss.character]} ({points[loss.character]})"
        where = f"eaten in round {loss.round} at {loss.place} {places[loss.place]}"
        how = _how(loss, words.dialect.how)
        without = f"With it, {loss.player} would have {instead}."
        return [f"The turning point: {what}, {where} {how}. {without}"]
    return []


def _how(loss: Death, instead_of_votes: Mapping[str, str]) -> str:
    votes = ", ".join(f"{seat} {n}" for seat, n in sorted(loss.totals.items(), key=lambda v: -v[1]))
    if loss.by == "only_candidate":
        return "with nobody else to choose"
    return f"{instead_of_votes.get(loss.by, 'by vote')} ({votes})"


def _listed(names: list[str]) -> str:
    return join([Text(name) for name in names]).plain
