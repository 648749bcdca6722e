"""Compares the ledger of a tournament with the calls in its games' own files.

The cost of a call is in both: in the game's `calls.jsonl`, where it is verified by the reply and
the price, and in `ledger.jsonl`, from which the report takes the totals.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from arena.calls.budget import CallAhead
from arena.calls.past import PastCall
from arena.calls.records import Cost
from arena.errors import TranscriptError
from arena.text import plural
from arena.tournament.ledger import LEDGER, Booked, Entries, read_ledger
from arena.tournament.plan import Plan
from arena.tournament.proof.plan_proof import Findings


def check_books(
    plan: Plan,
    folder: Path,
    calls: Mapping[str, Sequence[PastCall]],
    unfinished: Collection[str] = (),
) -> Findings:
    """Compare the ledger in a folder with `calls`, those of each planned game by its id.

    Of `unfinished` games a call may have ended that is still open in the ledger.
    """
    count = sum(map(len, calls.values()))
    if not (folder / LEDGER).exists():
        lost = (f"is missing, and the games made {plural(count, 'call')}",) if count else ()
        return Findings(problems=lost)
    try:
        entries = read_ledger(folder)
    except TranscriptError as error:
        where = "" if error.line is None else f"line {error.line}: "
        return Findings(problems=(f"{where}{error.why}",))
    newest, gone = _by_call(entries)
    return Findings(
        problems=tuple(_problems(plan, entries, newest, calls, unfinished)),
        unproven=tuple(_unproven(entries, gone)),
    )


def _problems(
    plan: Plan,
    entries: Entries,
    newest: Mapping[str, dict[int, Booked]],
    calls: Mapping[str, Sequence[PastCall]],
    unfinished: Collection[str],
) -> Iterator[str]:
    for game in newest.keys() - {row.game for row in plan.games}:
        yield f"has {plural(len(newest[game]), 'call')} of {game}, a game that no plan has"
    for row in plan.games:
        specs = {seat: plan.entrants[entrant].spec for seat, entrant in row.clockwise}
        mine, theirs = calls.get(row.game, ()), newest.get(row.game, {})
        if theirs and not mine:
            yield f"has {plural(len(theirs), 'call')} of {row.game}, which has none"
            continue
        open_ = [each for each in entries.open.values() if each.game == row.game]
        for call in mine:
            found = theirs.pop(call.sent.call, None)
            if found is not None:
                yield from _differences(found, call, specs.get(call.sent.seat, ""))
                continue
            problem, is_open = _not_booked(call, row.game, open_)
            if not (is_open and row.game in unfinished):
                yield problem
        for number, each in theirs.items():
            yield f"has call {number} of {row.game}: {_said(each.cost)}; the game has no such call"


def _not_booked(call: PastCall, game: str, open_: list[CallAhead]) -> tuple[str, bool]:
    """Return the problem of a call that is not booked, and whether it is one of those `open_`."""
    seat, worst = call.sent.seat, call.sent.worst
    held = next((each for each in open_ if (each.seat, each.worst) == (seat, worst)), None)
    where = f"call {call.sent.call} of {game}, by {seat}"
    if held is None:
        return f"lacks {where}: {_said(call.cost)}", False
    open_.remove(held)
    return f"has {where} as still under way: the game has {_said(call.cost)}", True


def _by_call(entries: Entries) -> tuple[dict[str, dict[int, Booked]], list[Booked]]:
    """Return the booked calls by game and number, and those whose files are gone.

    A game whose files were lost with a machine makes calls again under numbers booked before.
    """
    newest: dict[str, dict[int, Booked]] = {}
    gone = list[Booked]()
    for at, each in enumerate(entries.booked):
        if at < entries.lost.get(each.game, 0):
            gone.append(each)
        elif each.call is not None:
            own = newest.setdefault(each.game, {})
            if each.call in own:
                gone.append(own[each.call])
            own[each.call] = each
    return newest, gone


def _differences(booked: Booked, call: PastCall, spec: str) -> Iterator[str]:
    where = f"call {booked.call} of {booked.game}"
    if (booked.seat, booked.spec) != (call.sent.seat, spec):
        by = f"{call.sent.seat}, {spec}"
        yield f"has {where} as by {booked.seat}, {booked.spec}: it is by {by}"
    if booked.cost != call.cost:
        yield f"has {where} at {_said(booked.cost)}: the game has {_said(call.cost)}"
    worst = call.sent.worst
    if booked.worst is not None and booked.worst != worst:
        yield f"held {_said(booked.worst)} back for {where}: the game has {_said(worst)}"
    fault = None if call.failed is None else call.failed.fault
    if booked.fault is not None and booked.fault != fault:
        yield f"says that {where} failed by {booked.fault!r}: the game has {fault!r}"


def _said(cost: Cost) -> str:
    money = "no known price" if cost.money is None else f"${cost.money:.9g}"
    return f"{plural(cost.tokens, 'token')}, {money}"


def _unproven(entries: Entries, gone: Sequence[Booked]) -> Iterator[str]:
    feared = [each for each in entries.booked if each.call is None and each.cost.tokens]
    if gone:
        yield f"{plural(len(gone), 'call')} of games whose files are gone, {_sum(gone)}"
    if feared:
        yield f"{plural(len(feared), 'call')} that no game's files have, {_sum(feared)} at worst"
    if entries.open:
        yield f"{plural(len(entries.open), 'call')} still open"
    if entries.seconds:
        yield "how long games ran"


def _sum(booked: Sequence[Booked]) -> str:
    return f"${sum(each.cost.money or 0.0 for each in booked):.9g}"
