"""Votes in words: who voted for whom with how many votes, and what came of it."""

from collections.abc import Mapping

from rich.text import Text

from arena.events import (
    GameEnded,
    PlaceHeld,
    PlayerChosen,
    PlayerEliminated,
    VoteCalled,
    VoteSkipped,
    VotesRevealed,
)
from arena.narration.telling import Sentences, Telling
from arena.narration.words import Words, fill, join, plural
from arena.records.game import AnswerDefaulted
from arena.records.record import Record

__all__ = ["BALLOTS"]

BALLOTS = Sentences()


@BALLOTS.on(VoteCalled)
def vote_called(called: VoteCalled, t: Telling, _: Record) -> Text | None:
    """An attack says itself who is there."""
    if called.kind == "attack":
        return None
    there = t.words.seat_list(called.present)
    question = t.words.dialect.questions[called.kind]
    verb = "is" if len(called.present) == 1 else "are"
    return fill(
        f"{question} {{there}} {verb} at {{place}}.", there=there, place=t.words.place(called.place)
    )


@BALLOTS.on(VoteSkipped)
def skipped(skip: VoteSkipped, t: Telling, _: Record) -> Text:
    """Say why no vote is held."""
    if skip.reason == "deck_empty":
        return Text("The truck is empty: there is nothing left to search.")
    return fill(t.words.dialect.nobody_there[skip.kind], place=t.words.place(skip.place))


@BALLOTS.on(VotesRevealed)
def revealed(votes: VotesRevealed, t: Telling, _: Record) -> Text:
    """Tell every ballot with its weight, the totals, and what they mean."""
    words, weights = t.words, votes.weights
    ballots = [
        Text.assemble(
            words.seat(voter), f" ({plural(weights[voter], 'vote')}) → ", words.seat(candidate)
        )
        for voter, candidate in votes.ballots.items()
    ]
    line = Text(" · ").join(ballots)
    line.append("; ")
    line.append_text(totals(words, votes.totals))
    leaders = votes.leaders
    line.append(": ")
    if len(leaders) > 1:
        return line.append_text(fill("{player} are tied.", player=words.seat_list(leaders)))
    return line.append_text(t.wins(votes.kind, leaders))


def totals(words: Words, counts: Mapping[str, int]) -> Text:
    """Return `Ben 3, Cyd 2`, the most votes first."""
    ranked = sorted(counts.items(), key=lambda each: -each[1])
    return join([Text.assemble(words.seat(name), f" {n}") for name, n in ranked], ", ")


@BALLOTS.on(PlayerChosen)
def chosen(found: PlayerChosen, t: Telling, _: Record) -> Text | None:
    """Say what the vote came to, where the ballots have not said it."""
    kind, by, player = found.kind, found.by, found.player
    if by == "all_hidden":
        nobody = "Everybody there hides: "
        return Text(nobody + ("nobody is eaten." if kind == "attack" else "nobody is chosen."))
    line = t.words.dialect.chosen.get((by, kind))
    takes = "keeps" if player == t.board.chief else "takes"
    return None if line is None else fill(line, player=t.words.seat(player), takes=takes)


@BALLOTS.on(AnswerDefaulted)
def gave_no_answer(answer: AnswerDefaulted, t: Telling, record: Record) -> Text:
    """Tell that a default stood in."""
    line = fill(
        "{player} gave no usable answer ({reason}): {option} stands in.",
        player=t.words.seat(record.actor), reason=str(answer.reason), option=str(answer.option),
    )  # fmt: skip
    return Text.assemble(line, t.aside(record), style="yellow")


@BALLOTS.on(PlayerEliminated)
def eliminated(out: PlayerEliminated, t: Telling, _: Record) -> Text:
    """Tell who is out."""
    line = fill("{player} has no character left and is out.", player=t.words.seat(out.player))
    return Text.assemble("✖ ", line, style="red")


@BALLOTS.on(GameEnded)
def ended(end: GameEnded, t: Telling, _: Record) -> Text:
    """Say why the game is over; the scores follow as a table."""
    if end.reason == "together":
        return Text("All the living stand together in one location: the game is over.")
    left = plural(len(t.board.where), "character")
    verb = "is" if left.startswith("1 ") else "are"
    return Text(f"Only {left} {verb} left alive: the game is over.")


@BALLOTS.on(PlaceHeld)
def held(attack: PlaceHeld, t: Telling, _: Record) -> Text:
    """Tell where attackers did not get in."""
    return fill(
        "{place} holds: strength {strength} against {attackers}.",
        place=t.words.place(attack.place), strength=attack.strength,
        attackers=t.words.family.attackers(attack.zombies),
    )  # fmt: skip
