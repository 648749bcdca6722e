"""Recorded games with talk, and what a scene makes of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from arena.events import DiceRevealed, GameBegan
from arena.faces.scene import Frame, Line, Scene
from arena.records.record import Record, of_type, perceived
from arena.transcript.header import GameHeader
from tests.corpus import reading as corpus

SEATS = {"Ana": "house", "Bo": "house:liar", "Cy": "house", "Di": "house"}
Game = tuple[GameHeader, list[Record]]


def recorded(name: str) -> Game:
    """Return a recorded game with talk."""
    return corpus.header(name), list(corpus.records(name))


def played(ruleset: str) -> Game:
    """Return the recorded game of `SEATS` by a ruleset."""
    return recorded(f"{ruleset}-house-4-scene")


def clockwise(records: Iterable[Record]) -> tuple[str, ...]:
    """Return the seats as they sit."""
    return next(of_type(GameBegan, records)).seats


def garbled(records: Iterable[Record], who: str) -> list[Record]:
    """Return records; those that somebody did not perceive say something else."""
    other = DiceRevealed(dice=(1, 6, 6, 6, 6))
    return [each if perceived(each, who) else replace(each, data=other) for each in records]


def scene(game: Game, who: str, *, in_words: bool = False) -> Scene:
    """Return a scene before the first record."""
    return Scene(game[0], clockwise(game[1]), who, in_words=in_words)


def frames(game: Game, who: str, records: Sequence[Record] | None = None) -> list[Frame]:
    """Return what somebody is shown of a game, or of these records of it."""
    seen = scene(game, who)
    taken = [frame for record in records or game[1] for frame in seen.take(record)]
    return taken + seen.pause()


def lines(shown: Iterable[Frame]) -> Iterator[Line]:
    """Yield all that is told."""
    for frame in shown:
        yield from frame["told"]


def sentences(shown: Iterable[Frame], who: str) -> Iterator[str]:
    """Yield each line but tables as a narrator says it."""
    for line in lines(shown):
        text = "".join(span[0] for span in line["spans"])
        match line["as"]:
            case "table":
                continue
            case "speech" | "whisper":
                yield _spoken(line, text, who)
            case _:
                yield text


def _spoken(line: Line, text: str, who: str) -> str:
    to = _listed(line["to"])
    if line["as"] == "speech":
        return f"{line['by']}{' to ' + to if to else ''}: “{text}”"
    if not line["spans"]:
        return f"{line['by']} whispers to {to}."
    heard = sorted({line["by"], *line["to"]}, key=_rank(line, who))
    names = _listed(["you" if each == who else each for each in heard])
    return f"{line['by']} whispers to {to}: “{text}” (only {names})"


def _rank(line: Line, who: str) -> Callable[[str], tuple[bool, int]]:
    """Return the order of those who heard a whisper: the reader, then as the record has them."""
    order = [line["by"], *line["to"]]
    return lambda name: (name != who, order.index(name))


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
