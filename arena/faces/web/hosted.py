"""One hosted table: its game, its people and its viewpoints.

A game that is not running waits, as its transcript has it, until one of its people comes.
"""

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Literal, Protocol

from arena.config import TableConfig
from arena.errors import ArenaError, TranscriptError
from arena.faces.person.questions import awaited, waiting_for
from arena.faces.scene import Head, Line, Now, Scene, SeatData, watching
from arena.faces.web import wording
from arena.faces.web.drafts import Drafts
from arena.faces.web.invitations import Invitations
from arena.faces.web.masking import Masking
from arena.faces.web.place import Place
from arena.faces.web.replay_data import game, viewpoints, zipped
from arena.faces.web.viewpoint import Viewpoint
from arena.folders import SERVER_FOLDER
from arena.forms import HEADER, LOG
from arena.hash_chain import digest
from arena.records.record import Record
from arena.seats.human import Chair
from arena.settings import HUMAN
from arena.table import Outcome, play, resume
from arena.table.logs import log
from arena.table.referee import OnWait, SeatTask
from arena.table.run import Begin
from arena.text import described
from arena.transcript import reader
from arena.transcript.header import GameHeader
from arena.transcript.writer import GameFiles, OnAsk
from engine import Decision, EngineError, restore

PUBLIC = "public"
"""The viewpoint of spectators."""


class Resume(Protocol):
    """Function that resumes a game, as `arena.table.resume` with more of its options."""

    def __call__(
        self, folder: Path, /, *, people: Mapping[str, Chair], on_begin: Begin,
        on_record: Callable[[Record], None], on_wait: OnWait, on_ask: OnAsk, stop: asyncio.Event,
    ) -> Coroutine[object, None, Outcome]:  # fmt: skip
        """Resume the game in a folder."""


class Watcher(Protocol):
    """An observer of all records, secrets included, beside the people at the table."""

    def begin(self, files: GameFiles, seats: tuple[str, ...], /) -> None:
        """Receive the files of the game."""

    def show(self, record: Record, /) -> None:
        """Receive the next record."""


class Hosted:
    """One table with its game, running or waiting."""

    def __init__(
        self,
        folder: Path,
        header: GameHeader,
        clockwise: tuple[str, ...],
        pace: float,
        *,
        chairs: Mapping[str, Chair] | None = None,
        watcher: Watcher | None = None,
        resume: Resume = resume,
    ) -> None:
        """`pace` is in seconds, see `Masking`; `chairs` are existing ones of its people.

        `watcher` receives all records too, and `resume` resumes the game.
        """
        self.folder, self.header = folder, header
        self._clockwise = clockwise
        kept = folder.parent / SERVER_FOLDER
        self._drafts = Drafts(kept / f"{folder.name}.json")
        people = () if header.people is None else header.people.seats
        self.places = {
            seat: Place(seat, chair, header, clockwise, self._drafts, self)
            for seat, chair in (chairs or _chairs(people, lambda: self)).items()
        }
        """Places of people, by seat."""
        self.id = f"{folder.name} {digest(header.dumped())}"
        """Id of the game: another game in a folder of this name has other links."""
        self.invitations = Invitations(kept / f"{folder.name}.links.json", self.id)
        self._renewed = self.invitations.state.renewed
        """Renewed seats that have been announced."""
        self._masking = Masking(pace)
        self._viewpoints: dict[tuple[str, float], Viewpoint] = {}
        self._words_a_minute = 0 if header.people is None else header.people.words_a_minute
        self._told_at: list[float] = []
        self._awaited: tuple[str, ...] = ()
        self._why = ""
        self._has_come = asyncio.Event()
        self._has_come.set()
        # Set once one of its people has come: before that no question is asked.
        self._is_deserted = False
        # True from when all people have left until one comes.
        self._game: asyncio.Task[None] | None = None
        self._stop = asyncio.Event()
        self.is_finished = False
        """True once the game has been played to its end."""
        self.outcome: Outcome | None = None
        """Outcome, once the game is over or has stopped."""
        self.error: Exception | None = None
        """The error that stopped the game, if any."""
        self.stopped = ""
        """Why the game stopped by itself, for the host; "" if it did not."""
        self._replay: asyncio.Task[bytes] | None = None
        self._watcher, self._resume = watcher, resume
        self._has_begun, self._is_over = asyncio.Event(), asyncio.Event()

    @classmethod
    async def new(
        cls,
        config: TableConfig,
        out: Path,
        *,
        pace: float,
        watcher: Watcher | None = None,
        waits: bool = False,
        models: Mapping[str, str] = MappingProxyType({}),
    ) -> "Hosted":
        """Start a new game and return its table. Raises `ArenaError`.

        `waits`: no question is asked, and no clock runs, before one of its people comes. `models`
        are the host's names for models, by seat.
        """
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        begun: asyncio.Future[Hosted] = loop.create_future()
        people = [name for name, spec in config.seats.items() if spec == HUMAN]
        chairs = _chairs(people, begun.result)

        def begin(files: GameFiles, clockwise: tuple[str, ...]) -> None:
            table = cls(files.folder, files.header, clockwise, pace, chairs=chairs, watcher=watcher)
            table.invitations.name_models(models)
            if waits:
                table._has_come.clear()
            table.begin(files, clockwise)
            begun.set_result(table)

        game = asyncio.create_task(
            play(
                config, out, people=chairs, on_begin=begin, stop=stop,
                on_record=lambda record: begun.result().take(record),
                on_wait=lambda tasks: begun.result().wait_for(tasks),
                on_ask=lambda together: begun.result().ask(together),
            )
        )  # fmt: skip
        waited: set[asyncio.Future[Outcome] | asyncio.Future[Hosted]] = {game, begun}
        await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
        if not begun.done():
            game.result()
        table = begun.result()
        table.follow(game, stop)
        if game.done():  # the first records could not be written
            await table.ended()
        return table

    @classmethod
    def found(
        cls,
        folder: Path,
        *,
        pace: float,
        resume: Resume = resume,
        watcher: Watcher | None = None,
    ) -> "Hosted":
        """Return the table of an existing game, without resuming it. Raises `TranscriptError`."""
        header = reader.header_of(reader.contents(folder, HEADER))
        try:
            clockwise = restore(header.saved()).seats
        except EngineError as error:
            raise TranscriptError(str(folder / HEADER), None, str(error)) from error
        table = cls(folder, header, clockwise, pace, watcher=watcher, resume=resume)
        table.is_finished = reader.is_sealed(folder)
        # The delay of spectators also applies after a restart.
        at = 0.0 if table.is_finished else table._time()
        table._told_at = [at] * len(table._records())
        table._why = wording.OVER if table.is_finished else wording.ASLEEP
        return table

    @property
    def is_played(self) -> bool:
        """Whether the game is running."""
        return self._game is not None and not self._game.done()

    @property
    def _ends_its_command(self) -> bool:
        """Whether the game failed in a command that runs it alone, and that has to report it."""
        return self._watcher is not None and self.error is not None

    @property
    def state(self) -> Literal["played", "waits", "over"]:
        """Whether the game is running, waits for its people, or is over."""
        return "over" if self.is_finished else "played" if self.is_played else "waits"

    def wake(self, who: str | None = None) -> None:
        """Resume the game if it waits; `who` came for that, and plays again."""
        if who is not None:
            self._has_come.set()
        if self.is_finished or self.is_played or self._ends_its_command:
            return
        stop = asyncio.Event()
        self._is_deserted = False
        if who is not None:
            self.places[who].chair.take_over()
        game = self._resume(
            self.folder, people={name: each.chair for name, each in self.places.items()},
            on_begin=self.begin, on_record=self.take, on_wait=self.wait_for, on_ask=self.ask,
            stop=stop,
        )  # fmt: skip
        self.follow(asyncio.create_task(game), stop)

    async def go_on(self) -> None:
        """Resume the game, but ask no question before one of its people comes.

        Return once it runs; raise the error that prevents it.
        """
        self._has_come.clear()
        for each in self.places.values():
            each.chair.take_over()
        self.wake()
        await self._has_begun.wait()
        if self.error is not None:
            raise self.error

    async def stop(self) -> None:
        """Stop the game so that it can be resumed, and end all streams."""
        self._stop.set()
        await self.ended()
        for each in self._viewpoints.values():
            each.close()

    async def ended(self) -> None:
        """Wait until the game is over or has stopped."""
        if self._game is not None:
            await self._game

    async def over(self) -> None:
        """Wait until the game is over or has failed, also across pauses."""
        await self._is_over.wait()

    def viewpoint(self, who: str, delay: float = 0.0) -> Viewpoint:
        """Return the viewpoint of a seat or of spectators, `delay` seconds late."""
        found = self._viewpoints.get((who, delay))
        if found is None:
            scene = Scene(self.header, self._clockwise, who, in_words=who in self.places)
            found = Viewpoint(scene, delay=delay, words_a_minute=self._words_a_minute)
            records = self._records()
            for record, at in zip(records, self._told_at, strict=False):
                found.take(record, at)
            if self.is_finished:
                found.end(records, self._masking.at)
            found.skip(self._time())  # earlier records
            for seat in self._renewed:
                found.notify(_renewed(seat), self._time())
            self._viewpoints[who, delay] = found
            if found.before is not None:
                self.places[who].begin(found.before)
                self.catch_up(who)
            self._show()
        return found

    def head(self, who: str, delay: float = 0.0) -> Head:
        """Return the constant data of the game, with the host's names for models."""
        head, models = self.viewpoint(who, delay).head, self.invitations.state.models
        seats: list[SeatData] = [
            {**each, "model": models[each["name"]]} if each["name"] in models else each
            for each in head["seats"]
        ]
        return {**head, "seats": seats}

    async def replay(self) -> bytes:
        """Return the finished game as compressed replay data, without models' thoughts.

        All other secrets are included. It is built once. Raises `TranscriptError`.
        """
        made = self._replay
        if made is None or (made.done() and made.exception() is not None):
            made = self._replay = asyncio.create_task(asyncio.to_thread(_replay_of, self.folder))
        return await asyncio.shield(made)

    def renew(self, seat: str) -> None:
        """Replace the link of a person, and announce it. Raises `WriteError`."""
        self.invitations.renew(seat)
        self.tell_renewals()

    def tell_renewals(self) -> None:
        """Announce links that were renewed since, also by another process."""
        told, self._renewed = len(self._renewed), self.invitations.state.renewed
        for seat in self._renewed[told:]:
            for each in self._viewpoints.values():
                each.notify(_renewed(seat), self._time())

    # --- input from the game ---

    def follow(self, game: asyncio.Task[Outcome], stop: asyncio.Event) -> None:
        """Watch a running game; `stop` stops it."""
        self._why, self.stopped, self._stop = "", "", stop
        self.outcome = self.error = None
        self._is_over.clear()
        self._game = asyncio.create_task(self._followed(game))

    async def _followed(self, game: asyncio.Task[Outcome]) -> None:
        """Await the game; an error ends this table only."""
        try:
            self._end(await game)
        except ArenaError as error:
            self._break(error, str(error))
        except Exception as error:  # noqa: BLE001 - a bug in one game; told, and logged
            self._break(error, described(error))
        self._has_begun.set()  # also on failure, so that waiters see the error
        self._awaited = ()
        self._show()
        if self._is_deserted and any(each.chair.away is None for each in self.places.values()):
            asyncio.get_running_loop().call_soon(self.wake)  # somebody came while it stopped

    def _end(self, outcome: Outcome) -> None:
        """Record the outcome of a game that raised no error."""
        self.outcome, self.is_finished = outcome, outcome.finished
        self._why = wording.OVER if self.is_finished else wording.ASLEEP
        if outcome.halted is not None:
            self._has_stopped(outcome.halted["why"])
            log().error("table_stopped", game=self.folder.name, why=outcome.halted["why"])
        if self.is_finished:
            self._is_over.set()
            self._drafts.forget()
            records = self._records()
            for each in self._viewpoints.values():
                each.end(records, self._masking.at)

    def _break(self, error: Exception, why: str) -> None:
        self.error = error
        self._has_stopped(why)
        self._is_over.set()
        if self._watcher is None:  # a command that runs one game reports it
            log().error("table_stopped", game=self.folder.name, why=why)

    def _has_stopped(self, why: str) -> None:
        """Show the host why the game stopped, and all others only that it has."""
        self.stopped, self._why = wording.STOPPED_BECAUSE.format(why=why), wording.STOPPED

    def begin(self, files: GameFiles, clockwise: tuple[str, ...]) -> None:
        """Start the viewpoints of all people."""
        self._has_begun.set()
        if self._watcher is not None:
            self._watcher.begin(files, clockwise)
        for seat in self.places:
            self.viewpoint(seat)

    def take(self, record: Record) -> None:
        """Send the next record to the viewpoints, unless they have it."""
        if self._watcher is not None:
            self._watcher.show(record)
        if record.at < len(self._told_at):
            return
        at = self._masking.told_at(record, self._time())
        self._told_at.append(at)
        for each in self._viewpoints.values():
            each.take(record, at)
        for seat in self.places:
            self.catch_up(seat)

    def ask(self, together: Sequence[Decision]) -> None:
        """Receive the open questions before any is answered."""
        self._masking.ask(together)

    def wait_for(self, tasks: Mapping[str, SeatTask]) -> None:
        """Show which seats are waited for."""
        seats = awaited(tasks, self.header)
        if seats != self._awaited:
            self._awaited = seats
            self._show()

    def changed(self) -> None:
        """Show the open questions, once the records before them are shown.

        If all people have left by timeouts, the game stops until one of them comes.
        """
        away = [each.chair.away for each in self.places.values()]
        if all(each == "timeouts" for each in away):
            self._is_deserted = True
            self._stop.set()
        elif self._is_deserted and not self.is_played:
            self.wake()
        for seat, place in self.places.items():
            if place.chair.away is not None:
                self.skip(seat)  # nobody reads it
        self._show()

    async def told(self, seat: str) -> None:
        """Wait until a seat has been shown everything before its question."""
        await self._has_come.wait()
        viewpoint = self.viewpoint(seat)
        viewpoint.pause(self._masking.at)
        await viewpoint.told(self._masking.at)
        self.catch_up(seat)

    def catch_up(self, seat: str) -> None:
        """Pass the records that have been shown to a seat to its session."""
        for record, heard in self.viewpoint(seat).newly_told(self._time()):
            self.places[seat].hear(record, heard)

    def skip(self, seat: str) -> bool:
        """Show a seat at once what waits to be read; return True if anything did."""
        return self.viewpoint(seat).skip(self._time())

    def _show(self) -> None:
        time = self._time()
        for (who, _), each in self._viewpoints.items():
            place, thinking = self.places.get(who), [e for e in self._awaited if e != who]
            if place is not None and place.now is not None:
                shown: Now = {**place.now, "thinking": thinking}
                each.show(shown, max(time, self._masking.at), place.until)
                continue
            if self._why:
                waits = watching(self._why)
            elif place is not None:
                waits = place.waits(thinking)
            else:
                waits = watching(waiting_for(thinking) if thinking else wording.WATCHING)
            each.withdraw(waits, time)
            each.show({**waits, "thinking": thinking}, max(time, self._masking.at))

    def _time(self) -> float:
        return asyncio.get_running_loop().time()

    def _records(self) -> list[Record]:
        lines, _ = reader.lines_of(reader.contents(self.folder, LOG, missing=b""))
        try:
            return [reader.record_of_line(at, json.loads(line)) for at, line in enumerate(lines, 1)]
        except ValueError as error:
            raise TranscriptError(str(self.folder / LOG), None, f"is no JSON ({error})") from error


def _chairs(people: Iterable[str], table: Callable[[], Hosted]) -> dict[str, Chair]:
    """Build the chairs of a table that is created later, before the first question."""

    def chair(seat: str) -> Chair:
        def changed() -> None:
            table().places[seat].ask()

        return Chair(changed, ready=lambda: table().told(seat))

    return {seat: chair(seat) for seat in people}


def _renewed(seat: str) -> Line:
    """Return the public notice that a person's link was renewed."""
    before, after = wording.RENEWED
    return {"as": "fact", "spans": [[before], [seat, f"seat:{seat}"], [after]]}


def _replay_of(folder: Path) -> bytes:
    try:
        transcript = reader.read(folder)
        return zipped(game(transcript, viewpoints(transcript.seats)))
    except ArenaError:
        raise
    except Exception as error:
        raise TranscriptError(str(folder), None, "one of its records makes no sense") from error
