"""Votes in words: who voted for whom with how many votes, and what came of it."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from arena.narration.telling import Sentence, Telling
from arena.narration.words import Words, fill, join, plural
from arena.records.record import Record

__all__ = ["BALLOTS"]


def vote_called(t: Telling, d: Mapping[str, Any], _: Record) -> Text | None:
    """An attack says itself who is there."""
    if d["kind"] == "attack":
        return None
    there = t.words.seat_list(d["present"])
    question = t.words.dialect.questions[d["kind"]]
    verb = "is" if len(d["present"]) == 1 else "are"
    return fill(
        f"{question} {{there}} {verb} at {{place}}.", there=there, place=t.words.place(d["place"])
    )


def skipped(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    """Say why no vote is held."""
    if d["reason"] == "deck_empty":
        return Text("The truck is empty: there is nothing left to search.")
    return fill(t.words.dialect.nobody_there[d["kind"]], place=t.words.place(d["place"]))


def revealed(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    """Tell every ballot with its weight, the totals, and what they mean."""
    words, weights = t.words, d["weights"]
    ballots = [
        Text.assemble(
            words.seat(voter), f" ({plural(weights[voter], 'vote')}) → ", words.seat(candidate)
        )
        for voter, candidate in d["ballots"].items()
    ]
    line = Text(" · ").join(ballots)
    line.append("; ")
    line.append_text(totals(words, d["totals"]))
    leaders = d["leaders"]
    line.append(": ")
    if len(leaders) > 1:
        return line.append_text(fill("{player} are tied.", player=words.seat_list(leaders)))
    return line.append_text(t.wins(d["kind"], leaders))


def totals(words: Words, counts: Mapping[str, int]) -> Text:
    """Return `Ben 3, Cyd 2`, the most votes first."""
    ranked = sorted(counts.items(), key=lambda each: -each[1])
    return join([Text.assemble(words.seat(name), f" {n}") for name, n in ranked], ", ")


def chosen(t: Telling, d: Mapping[str, Any], _: Record) -> Text | None:
    """Say what the vote came to, where the ballots have not said it."""
    kind, by, player = d["kind"], d["by"], d["player"]
    if by == "all_hidden":
        nobody = "Everybody there hides: "
        return Text(nobody + ("nobody is eaten." if kind == "attack" else "nobody is chosen."))
    line = t.words.dialect.chosen.get((by, kind))
    takes = "keeps" if player == t.board.chief else "takes"
    return None if line is None else fill(line, player=t.words.seat(player), takes=takes)


def gave_no_answer(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    """Tell that a default stood in."""
    line = fill(
        "{player} gave no usable answer ({reason}): {option} stands in.",
        player=t.words.seat(record["actor"]), reason=str(d["reason"]), option=str(d["option"]),
    )  # fmt: skip
    return Text.assemble(line, t.aside(record), style="yellow")


def eliminated(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    """Tell who is out."""
    line = fill("{player} has no character left and is out.", player=t.words.seat(d["player"]))
    return Text.assemble("✖ ", line, style="red")


def ended(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    """Say why the game is over; the scores follow as a table."""
    if d["reason"] == "together":
        return Text("All the living stand together in one location: the game is over.")
    left = plural(len(t.board.where), "character")
    verb = "is" if left.startswith("1 ") else "are"
    return Text(f"Only {left} {verb} left alive: the game is over.")


def held(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    """Tell where attackers did not get in."""
    return fill(
        "{place} holds: strength {strength} against {attackers}.",
        place=t.words.place(d["place"]), strength=d["strength"],
        attackers=t.words.family.attackers(d["zombies"]),
    )  # fmt: skip


BALLOTS: Mapping[str, Sentence] = {
    "vote_called": vote_called,
    "vote_skipped": skipped,
    "votes_revealed": revealed,
    "player_chosen": chosen,
    "answer_defaulted": gave_no_answer,
    "player_eliminated": eliminated,
    "game_ended": ended,
    "place_held": held,
}
