"""Plays games of bots without a graph, an event loop or files, as fast as possible.

Bots answer at once, so nothing waits. The log of such a game has the same bytes as `log.jsonl` of
the same game at a table, except for the footer, which refers to no `calls.jsonl`.
"""

from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from arena.config import Overrides, TableConfig, load_table, table_of
from arena.errors import ArenaError, ConfigError, SeatFailure
from arena.forms import JsonRecord
from arena.hash_chain import parsed
from arena.models.specs import is_model_spec
from arena.records.game import ResultData, result_data
from arena.records.record import Record
from arena.seats.kinds import make_seat
from arena.seats.seat import Seat
from arena.table.answering import answered, broken, failed
from arena.table.new_header import bots_seed, new_header
from arena.table.replies import Failed, SeatReply
from arena.table.stepped_game import Counts, SeatTask, SteppedGame
from arena.text import shown
from arena.transcript.game_log import MemoryLog
from arena.transcript.header import GameHeader
from engine import Decision, Table, restore

Keep = Literal["records", "results"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedGame:
    """A finished game of bots, with its records if they are kept."""

    header: GameHeader
    result: ResultData
    """`scores, placements, winners, end_reason, epilogue`."""
    counts: Mapping[str, Counts]
    """Counts of each seat's answers and failures, clockwise."""
    log: MemoryLog | None = field(repr=False)
    """Its records; None if only results are kept."""

    @property
    def lines(self) -> tuple[bytes, ...]:
        """Lines of `log.jsonl`, secrets included, encoded at each access."""
        return () if self.log is None else self.log.lines()

    @property
    def records(self) -> tuple[JsonRecord, ...]:
        """The same as plain JSON data, decoded at each access."""
        return tuple(map(parsed, self.lines))

    @property
    def bodies(self) -> tuple[Record, ...]:
        """The records without their hashes."""
        return () if self.log is None else self.log.records()

    @property
    def stops(self) -> Sequence[Sequence[Decision]]:
        """The questions in order; those asked at the same time form one entry."""
        return () if self.log is None else self.log.stops


def simulate(
    table: TableConfig | str | Path, seeds: Iterable[int | str], *, keep: Keep = "records"
) -> Iterator[SimulatedGame]:
    """Play one game of bots for each seed, without files, and yield each once it is over.

    `table` is a config, or the name or path of a table's file; its own seed is not used, nor are
    its folder and its budget. What earlier games unlocked is in force as the table says, and
    nothing is added to that record. With `keep="results"` no log is kept, which takes less time.

    >>> import arena
    >>> games = list(arena.simulate("demo", range(3), keep="results"))
    >>> [game.header.seed for game in games]
    ['0', '1', '2']
    >>> sorted(games[0].result["placements"].values())[0]
    1

    Raises `ConfigError` for a table that can't be played, and for one with a seat that keeps others
    waiting: a language model's at once, another's when it waits. A bot that fails is what it is at
    a table: a default stands in, and `counts` has the reason.
    """
    config = table if isinstance(table, TableConfig) else load_table(table, Overrides())
    for name, spec in config.seats.items():
        if is_model_spec(spec):
            raise ConfigError(
                f"{config.at('seats', name)}seat {shown(name)} is {shown(spec)}, a language "
                "model's, and a simulation has only bots. Possible: arena.play."
            )
    if config.scenario is not None and "seed" in config.scenario:
        raise ConfigError(
            "the scenario has a seed of its own, so that each game would be the same. "
            "Possible: one without a seed."
        )
    table_of(config)
    return (_played(config.model_copy(update={"seed": str(seed)}), keep) for seed in seeds)


def simulated(header: GameHeader, *, keep: Keep = "records") -> SimulatedGame:
    """Replay the game of a header, for example of one at a table; as `simulate`."""
    return _game(header, restore(header.saved()), keep)


def _played(config: TableConfig, keep: Keep) -> SimulatedGame:
    table = table_of(config)
    return _game(new_header(config, table, {}, None), table, keep)


def _game(header: GameHeader, table: Table, keep: Keep) -> SimulatedGame:
    seed, options = bots_seed(header.seed), header.options
    seats = {
        each.name: make_seat(each.spec, name=each.name, seed=seed, options=options)
        for each in header.seats
    }
    log = MemoryLog(header)
    game = SteppedGame(table, header, log)
    while asked := game.go_on():
        tasks = [game.task(each, lazily=seats[each.seat].only_reads) for each in asked]
        for task in tasks:
            game.reply(_reply(task, seats[task.seat], game))
    if table.result is None:
        raise ArenaError("the game is over and has no result")
    log.seal(table.result)
    return SimulatedGame(
        header=header,
        result=result_data(table.result),
        counts=game.counts,
        log=log if keep == "records" else None,
    )


class _Waits(Exception):
    """A seat awaits something."""


def answer_at_once(task: SeatTask, seat: Seat, game: SteppedGame) -> SeatReply:
    """Return a seat's reply without an event loop; raises whatever the seat raises."""
    return _driven(answered(task, seat, game))


def _reply(task: SeatTask, seat: Seat, game: SteppedGame) -> SeatReply:
    """Return a seat's reply, or its failure."""
    try:
        return answer_at_once(task, seat, game)
    except _Waits:
        raise ConfigError(
            f"seat {shown(task.seat)} waits for something at {task.id}, and a simulation has only "
            "bots, which answer at once. Possible: arena.play."
        ) from None
    except SeatFailure as error:
        return failed(task, Failed(id=task.id, reason=error.reason, why=error.why))
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:  # noqa: BLE001 - a seat of one's own may exit, too
        return failed(task, broken(task, error))


def _driven(answer: Coroutine[object, object, SeatReply]) -> SeatReply:
    """Run a coroutine to its end without an event loop; yielding to others is allowed."""
    try:
        while answer.send(None) is None:
            pass
    except StopIteration as done:
        reply: SeatReply = done.value
        return reply
    finally:
        answer.close()
    raise _Waits
