"""Votes in words: who voted for whom with how many votes, ties, re-votes, lots."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from arena.faces.telling import Sentence, Telling
from arena.faces.words import Record, Words, fill, join, plural

__all__ = ["BALLOTS"]

WON = {
    "truck": "{player} searches the truck.",
    "chief": "{player} is Chief of Security.",
    "attack": "{player} is chosen.",
}
ALONE = {
    "truck": "No ballot is needed: {player} searches the truck.",
    "chief": "No ballot is needed: {player} is Chief of Security.",
    "attack": "Nobody else can be chosen: it is {player}.",
}
TIED_AGAIN = {
    "truck": "Tied again: nobody searches the truck.",
    "chief": "Tied again: the Chief stays, and is not elected.",
}
NOBODY_THERE = {
    "truck": "Nobody stands at {place}: nobody searches the truck.",
    "chief": "Nobody is at {place}: the Chief stays, and is not elected.",
}


def called(t: Telling, d: Mapping[str, Any], _: Record) -> Text | None:
    """An attack says itself who is there."""
    if d["kind"] == "attack":
        return None
    there = t.words.seat_list(d["present"])
    question = "Who searches the truck?" if d["kind"] == "truck" else "Who is Chief of Security?"
    verb = "is" if len(d["present"]) == 1 else "are"
    return fill(
        f"{question} {{there}} {verb} at {{place}}.", there=there, place=t.words.place(d["place"])
    )


def skipped(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    """Say why no vote is held."""
    if d["reason"] == "deck_empty":
        return Text("The truck is empty: there is nothing left to search.")
    return fill(NOBODY_THERE[d["kind"]], place=t.words.place(d["place"]))


def opened(t: Telling, d: Mapping[str, Any], _: Record) -> Text | None:
    """Announce a re-vote; a first ballot is told when it is revealed."""
    if d["number"] == 1:
        return None
    tied = t.words.seat_list(d["candidates"])
    return fill("Re-vote between {tied}; those elsewhere vote too.", tied=tied)


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
    verdict = WON[d["kind"]] if len(leaders) == 1 else "{player} are tied."
    line.append(": ")
    return line.append_text(fill(verdict, player=words.seat_list(leaders)))


def totals(words: Words, counts: Mapping[str, int]) -> Text:
    """Return `Ben 3, Cyd 2`, the most votes first."""
    ranked = sorted(counts.items(), key=lambda each: -each[1])
    return join([Text.assemble(words.seat(name), f" {n}") for name, n in ranked], ", ")


def chosen(t: Telling, d: Mapping[str, Any], _: Record) -> Text | None:
    """Say what the vote came to, where the ballots have not said it."""
    kind, by = d["kind"], d["by"]
    if by == "second_tie":
        return Text(TIED_AGAIN[kind])
    if d["player"] is None:
        nobody = "Everybody there hides: "
        return Text(nobody + ("nobody is eaten." if kind == "attack" else "nobody is chosen."))
    player = t.words.seat(d["player"])
    if by == "lot":
        return fill("Tied again: the lot falls on {player}.", player=player)
    return fill(ALONE[kind], player=player) if by == "only_candidate" else None


def threatened(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    """Tell of a Threat."""
    return fill(
        "{player} plays {card}: one more vote.",
        player=t.words.seat(d["player"]), card=t.words.card("threat"),
    )  # fmt: skip


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
    """Tell where zombies did not get in."""
    return fill(
        "{place} holds: strength {strength} against {zombies}.",
        place=t.words.place(d["place"]), strength=d["strength"],
        zombies=plural(d["zombies"], "zombie"),
    )  # fmt: skip


BALLOTS: Mapping[str, Sentence] = {
    "vote_called": called,
    "vote_skipped": skipped,
    "ballot_opened": opened,
    "votes_revealed": revealed,
    "player_chosen": chosen,
    "threat_made": threatened,
    "answer_defaulted": gave_no_answer,
    "player_eliminated": eliminated,
    "game_ended": ended,
    "place_held": held,
}
