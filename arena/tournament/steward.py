"""Grants permits for the calls of all games of a tournament, within its budget and rate limits.

Only the driver has one; games in other processes ask it through their executor. A call gets a
permit once its worst case fits beside all spent and reserved costs, the provider's limits allow it,
it is the turn of its game and model, and the ledger has recorded it.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from arena.calls.budget import NOT_MADE, Account, CallAhead, Settled
from arena.calls.records import Cost
from arena.errors import BudgetExceeded, WriteError
from arena.models.specs import is_model_spec
from arena.tournament.folder import game_folder
from arena.tournament.ledger import Ledger, LedgerLine, account_of, recovered_calls
from arena.tournament.limits import Lane, Lanes, Waiter
from arena.tournament.plan import Plan
from arena.transcript import reader
from arena.transcript.disk import Lock

HOUR = 3600.0
NOTED_AHEAD = 30.0
"""Seconds for which a line of the ledger covers the run; the next line is written after half of
them. A kill costs at most this much of the hours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending:
    """The usage of a tournament so far."""

    calls: int
    """Requests that were sent and have ended."""
    tokens: int
    """Input and output."""
    money: float
    """Dollars, as far as prices are known."""
    seconds: float
    """Duration of all runs together."""
    open_calls: int
    """Requests with a permit that have not ended."""
    open_tokens: int
    """Tokens that these use at most."""
    open_money: float
    waiting: int
    """Requests that wait for a permit."""


def spending_of(account: Account, seconds: float, waiting: int = 0) -> Spending:
    """Return the totals of an account."""
    spent, held = account.spent, account.held
    return Spending(
        calls=spent.calls, tokens=spent.tokens, money=spent.money, seconds=seconds,
        open_calls=held.calls, open_tokens=held.tokens, open_money=held.money, waiting=waiting,
    )  # fmt: skip


class Steward:
    """The `Admission` of all games of a tournament; for one event loop."""

    def __init__(
        self, folder: Path, plan: Plan, *, clock: asyncio.AbstractEventLoop | None = None
    ) -> None:
        """Open the ledger in `folder`; `recover` makes it agree with the games.

        Raises `TranscriptError` for an unreadable ledger, `WriteError` where it can't be written.
        `clock` is an event loop; None: the running one.
        """
        self._folder, self._clock = folder, clock or asyncio.get_running_loop()
        self._ledger = Ledger(folder)
        self.entries = self._ledger.entries
        self._caps = plan.run.budget
        self._account = account_of(self._caps, self.entries)
        self._specs = {
            (row.game, seat): plan.entrants[entrant].spec
            for row in plan.games for seat, entrant in row.clockwise
            if is_model_spec(plan.entrants[entrant].spec)
        }  # fmt: skip
        self._lanes = Lanes(plan.run.providers)
        # After a kill hours are booked at their worst case, as open calls are.
        self._before = max(self.entries.seconds, self.entries.until)
        self._began = self._clock.time()
        self._timer: asyncio.TimerHandle | None = None
        self._why: str | None = None
        self.unwritten: WriteError | None = None
        """Why the ledger can't be written any more; no calls are sent then. None: it can."""
        self._ledger.add(self._of_run("began", NOTED_AHEAD))
        self._noting = self._clock.call_later(NOTED_AHEAD / 2, self._note)

    @property
    def seconds(self) -> float:
        """Duration of all runs together, this one so far included."""
        return self._before + self._clock.time() - self._began

    @property
    def exhausted(self) -> str | None:
        """The cap that is reached; None while games can continue."""
        return self._why or self.out_of_time

    @property
    def out_of_time(self) -> str | None:
        """Message that the hours are used up; nobody plays on then, not even bots.

        None: they are not.
        """
        if self._seconds_left() == 0:
            return f"the tournament's budget of {self._caps.hours:g} hours is used up"
        return None

    def _seconds_left(self) -> float | None:
        """Return the remaining seconds of the budget; None: there is no limit."""
        hours = self._caps.hours
        return None if hours is None else max(0.0, hours * HOUR - self.seconds)

    def _note(self) -> None:
        """Record that the run goes on, before the time of the last such line is over."""
        self._write(self._of_run("runs", NOTED_AHEAD))
        self._noting = self._clock.call_later(NOTED_AHEAD / 2, self._note)

    # --- permits ---

    async def admit(self, ahead: CallAhead) -> int:
        """Wait for the permit of a call and return it. Raises `BudgetExceeded`, `WriteError`."""
        if self.unwritten is not None:
            raise self.unwritten
        waiter = Waiter(ahead, asyncio.get_running_loop().create_future())
        lane = self._lanes.of(ahead.spec)
        lane.add(waiter)
        self._grant()
        try:
            return await waiter.permit
        except asyncio.CancelledError:
            if not waiter.permit.done() or waiter.permit.cancelled():
                lane.drop(waiter)
                self._grant()
            elif waiter.permit.exception() is None:  # granted at the moment of cancellation
                await self.settle(waiter.permit.result(), NOT_MADE)
            raise

    async def settle(self, permit: int, settled: Settled) -> None:
        """Record the outcome of an admitted call; nothing happens for a permit settled before."""
        if permit in self.entries.open:
            self._settle(permit, settled)
            if self.unwritten is not None:
                raise self.unwritten

    async def abandon(self, game: str) -> None:
        """Settle a game whose process has ended, by its files or at the worst case.

        Its waiting calls are cancelled.
        """
        for lane in self._lanes:
            lane.drop_game(game)
        self._reconcile(game)
        self._grant()

    def _settle(self, permit: int, settled: Settled) -> None:
        ahead, newest = self.entries.open[permit], self.entries.newest
        if not self._write({
            "type": "settled", "permit": permit, "call": settled.call,
            "tokens": settled.cost.tokens, "money": settled.cost.money, "fault": settled.fault,
            "seconds": self.seconds,
        }):  # fmt: skip
            self.entries.open.pop(permit, None)
        self._account.settle(ahead.worst, settled)
        lane = self._lanes.of(ahead.spec)
        lane.end(permit, newest, ahead.worst.tokens, settled, self._clock.time())
        self._grant()

    def _grant(self) -> None:
        """Grant all permits that limits and budget allow, models and games in turn."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.unwritten is None:
            self._refuse()
            granted = True
            while granted and self.unwritten is None:
                granted = False
                for lane in self._lanes.in_turn():
                    granted |= self._let_one_leave(lane)
        self._wake_later()

    def _refuse(self) -> None:
        """Refuse calls that the budget can't allow even if all open calls cost nothing."""
        for lane in self._lanes.in_turn():
            for waiter in lane:
                why = self._never(waiter.ahead.worst)
                if why is not None:
                    self._why = self._why or why
                    lane.refuse(waiter, BudgetExceeded(why))

    def _never(self, worst: Cost) -> str | None:
        """Return a reason if a call can't fit even if open calls cost nothing; None: it may."""
        if self._caps.money is not None and worst.money is None:
            return "the tournament's budget has a cap in money, and the price of a call is unknown"
        return self.out_of_time or self._account.problem(worst, if_others_are_free=True)

    def _let_one_leave(self, lane: Lane) -> bool:
        now = self._clock.time()
        if self.unwritten is not None or lane.free_at > now:
            return False
        for waiter in lane.first_of_each_game():
            if waiter.permit.done():  # cancelled
                lane.drop(waiter)
            elif self._account.problem(waiter.ahead.worst) is None:
                return self._let_leave(lane, waiter, now)
        return False

    def _let_leave(self, lane: Lane, waiter: Waiter, now: float) -> bool:
        ahead, permit = waiter.ahead, self.entries.newest + 1
        if not self._write({
            "type": "reserved", "permit": permit, "game": ahead.game, "seat": ahead.seat,
            "spec": ahead.spec, "tokens": ahead.worst.tokens, "money": ahead.worst.money,
            "seconds": self.seconds,
        }):  # fmt: skip
            return False
        self._account.held.add(ahead.worst)
        lane.leave(waiter, now)
        self._lanes.had_turn(lane)
        waiter.permit.set_result(permit)
        return True

    def _of_run(self, type_: Literal["began", "runs", "ended"], ahead: float = 0.0) -> LedgerLine:
        """Return the ledger's line for a run that begins, goes on for `ahead` seconds, or ends."""
        return {"type": type_, "seconds": self.seconds, "until": round(self.seconds + ahead, 3)}

    def _write(self, line: LedgerLine) -> bool:
        """Write a line of the ledger; False: it can't be written, and no more calls are sent."""
        try:
            self._ledger.add(line)
        except WriteError as error:
            self.unwritten = self.unwritten or error
            for lane in self._lanes:
                for waiter in lane:
                    lane.refuse(waiter, self.unwritten)
            return False
        return True

    def _wake_later(self) -> None:
        """Schedule the next attempt to grant permits: when a limit allows it, or the hours end."""
        lanes = self._lanes.in_turn()
        if not lanes:
            return
        now = self._clock.time()
        due = [each.free_at for each in lanes if now < each.free_at < float("inf")]
        over = self._seconds_left()
        if over is not None:
            due.append(now + over)
        if due:
            self._timer = self._clock.call_later(min(due) - now, self._grant)

    # --- after a kill ---

    def recover(self) -> None:
        """Make the ledger agree with the games' calls, before the first game is played.

        Raises `ConfigError` where a game is still being played, and `WriteError`.
        """
        open_games = {each.game for each in self.entries.open.values()}
        played = {game for game, _ in self._specs} | self.entries.settled.keys()
        for game in sorted(open_games | played):
            at = game_folder(self._folder, game)
            if at.is_dir():
                if game not in open_games and reader.is_sealed(at):
                    continue
                Lock(at).close()
            self._reconcile(game)
        if self.unwritten is not None:
            raise self.unwritten

    def _reconcile(self, game: str) -> None:
        """Settle the open calls of a game by its own files, else at their worst case.

        Files that lack a booked call are older than the ledger: newer ones were lost with their
        machine. They do not tell whether open calls were made.
        """
        open_ = {permit: each for permit, each in self.entries.open.items() if each.game == game}
        calls = recovered_calls(game_folder(self._folder, game))
        if calls is None:
            for permit, ahead in open_.items():
                self._settle(permit, Settled(call=None, cost=ahead.worst))
            if self.entries.settled.get(game):
                self._write({"type": "lost", "game": game, "seconds": self.seconds})
            return
        known = self.entries.settled.get(game, set())
        is_old = not known <= {each.sent.call for each in calls}
        unsettled = [each for each in calls if each.sent.call not in known]
        for permit, ahead in open_.items():
            made = next((
                call for call in unsettled
                if (call.sent.seat, call.sent.worst) == (ahead.seat, ahead.worst)
            ), None)  # fmt: skip
            if made is None:
                feared = Settled(call=None, cost=ahead.worst)
                self._settle(permit, feared if is_old else NOT_MADE)
            else:
                unsettled.remove(made)
                self._settle(permit, Settled(call=made.sent.call, cost=made.cost))
        for call in unsettled:
            seat = call.sent.seat
            self._account.spent.add(call.cost)
            self._write({
                "type": "found", "game": game, "seat": seat,
                "spec": self._specs.get((game, seat), ""), "call": call.sent.call,
                "tokens": call.cost.tokens, "money": call.cost.money,
                "fault": None if call.failed is None else call.failed.fault,
                "seconds": self.seconds,
            })  # fmt: skip

    # --- figures ---

    def spending(self) -> Spending:
        """Return the usage so far."""
        return spending_of(self._account, self.seconds, sum(map(len, self._lanes)))

    def close(self) -> None:
        """Record the duration of the run, and close the ledger."""
        for timer in filter(None, (self._timer, self._noting)):
            timer.cancel()
        self._write(self._of_run("ended"))
        self._ledger.close()
