"""What a recorded game asked: the rules say it once more."""

from pathlib import Path

from arena.records.game import Answer, AnswerDefaulted
from arena.transcript.reader import read
from engine import Decision, restore


def questions_of(folder: Path) -> dict[str, Decision]:
    """Return the questions of a finished game by id, those with one option included."""
    game = read(folder)
    answers = {
        each.data.decision: each.data.option
        for each in game.records
        if isinstance(each.data, Answer | AnswerDefaulted)
    }
    table, found = restore(game.header.saved()), dict[str, Decision]()
    while not table.is_over:
        if table.floor is not None:
            table.close_floor()
            continue
        together = table.pending()
        found |= {each.id: each for each in together}
        for each in together:
            table.answer(each.seat, answers[each.id], each.id)
    return found
