"""A tournament of models whose providers lie, played in one go, or killed and gone on with.

What is digested of a killed one does not depend on when it was killed: the games, what was asked,
what was answered and used, and what the ledger says that these calls cost. Calls that a kill broke
off are made again, so how many there were, and what all of them cost, is not among it.
"""

import json
import signal
from hashlib import sha256
from pathlib import Path
from typing import Any

from arena.calls.history import history
from arena.provider import Abilities, Provider, Trouble
from arena.tournament.folder import write_plan
from arena.tournament.ledger import read_ledger
from arena.tournament.plan import (
    CONTROL,
    PLAN,
    Condition,
    Entrant,
    Plan,
    PlannedGame,
)
from arena.tournament.rules import RunRules
from arena.transcript import reader
from tests.arena.tournament.played import disagreements
from tests.arena.tournament.whole import started, until
from tests.arena.whole_games.games import SHORT
from tests.arena.whole_games.plain import command, csv_rows, records
from tests.arena.whole_games.tournaments import logs, reported, tables

NAMES = ("Anna", "Bruno", "Clara")
PROTOCOLS = ("openai", "openai-compatible", "anthropic")
ENDS = {"openai": '"}],"store"', "openai-compatible": '"}],"max_tokens"', "anthropic": '"}]}]}'}
"""What stands behind the last text of a request, so that a lie goes by what is asked now."""
LIES = {
    "openai": {"say": "no_usage", "cast_vote": "bad_option"},
    "openai-compatible": {"move": "not_json", "cast_vote": "absurd_usage"},
    "anthropic": {"choose_destination": "refusal", "say": "zero_usage", "cast_vote": "two_calls"},
}
"""What is wrong with each answer to a question: it depends on the request alone."""
FAULTS = ("rate_limit@4,17:0.01", "drop@9", "server@21:0.01")
"""What befalls requests by their number, where no digest depends on that."""
KILLS = (3, 14, 31)
"""After so many requests more the run is killed."""
OK = 200
"""Which requests were taken; what a server can't do each process learns anew."""
COSTS = frozenset({"calls", "calls_failed", "input", "output", "reasoning", "uncounted", "cost"})
OF_CALLS = frozenset({
    "calls.csv", "failures.csv", "figures.csv", "behaviour.csv", "response_models.csv",
})  # fmt: skip
"""Tables that count calls which a kill broke off."""


def of_models(out: Path, *, killed: bool) -> dict[str, Any]:
    """Play three games, a model each, on three protocols; return what came of them."""
    lies = tuple(
        Trouble(kind=kind, containing=f"Answer with the tool `{tool}`.{ENDS[protocol]}")
        for protocol, each in LIES.items()
        for tool, kind in each.items()
    )
    faults = tuple(map(Trouble.read, FAULTS)) if killed else ()
    folder = out / "models"
    folder.mkdir()
    with Provider((*faults, *lies), abilities=Abilities(summaries=False)) as provider:
        write_plan(folder, _plan(provider, games=3 if killed else 1))
        for after in KILLS if killed else ():
            _kill(folder, provider, after)
        command("tournament", "run", str(folder), "--quiet", "--yes")
        report = reported(folder)
        taken = {each.body.decode() for each in provider.requests if each.status == OK}
        given = {"requests": sorted(taken), **_ended(folder)}
        if not killed:
            given |= {**report, **_whole(folder)}
        text = json.dumps(given).replace(provider.root, "http://127.0.0.1:PORT")
    plan = sha256((folder / PLAN).read_bytes()).hexdigest()  # it has the port in it
    return json.loads(text.replace(plan, "PLAN").replace(plan[:16], "PLAN"))


def _plan(provider: Provider, games: int) -> Plan:
    """Return three games of a model and two bots, the last one of the other family."""
    specs = {
        each: f"{each}:m@{provider.root if each == 'anthropic' else provider.url}"
        for each in PROTOCOLS
    }
    table = {
        "talk": SHORT, "rules": {}, "limits": {"answer_seconds": 600.0},
        "models": {
            spec: {"max_output": 512, "retries": 3, "price": {"input": 1.0, "output": 2.0}}
            for spec in specs.values()
        },
    }  # fmt: skip
    bots = {"house": Entrant(spec="house:liar", anchor=True), "random": Entrant(spec="random")}
    rulesets = {"moh": ("openai", "openai-compatible"), "osaczeni": ("anthropic",)}
    return Plan(
        name="models", seed="1",
        entrants={name: Entrant(spec=spec) for name, spec in specs.items()} | bots,
        conditions={
            each: Condition(
                arm=CONTROL, control=CONTROL, epoch=each, table={"ruleset": each, **table}
            )
            for each in rulesets
        },
        games=tuple(
            PlannedGame(
                game=f"g-{protocol}", condition=ruleset, seed=protocol, block=protocol, replicate=1,
                clockwise=tuple(zip(NAMES, (protocol, *bots), strict=True)),
            )
            for ruleset, each in rulesets.items() for protocol in each
        ),
        run=RunRules(processes=1, games=games),
    )  # fmt: skip


def _kill(folder: Path, provider: Provider, after: int) -> None:
    """Go on with a tournament in another process, and kill that after so many requests."""
    most = len(provider.requests) + after
    with started("tournament", "run", str(folder), "--quiet", "--yes", cwd=folder) as process:
        until(lambda: len(provider.requests) >= most, process)
        process.send_signal(signal.SIGKILL)


def _ended(folder: Path) -> dict[str, Any]:
    """Return what does not depend on whether and when the run was killed."""
    given: dict[str, Any] = {**logs(folder), "ledger and calls disagree": disagreements(folder)}
    entrants: dict[tuple[str, int], str] = {}
    for game in sorted((folder / "games").iterdir()):
        transcript = reader.read(game)
        specs = {each.name: each.spec for each in transcript.header.seats}
        used = [
            each for each in history(transcript.calls, specs)
            if each.reply is not None and not each.late and not each.ignored
        ]  # fmt: skip
        entrants |= {(game.name, each.number): specs[each.seat] for each in used}
        given[f"answers in {game.name}"] = [
            [each.asked, each.purpose, each.attempt, each.step, each.booked.tokens,
             each.booked.money, each.unbelievable, each.reply.text, each.reply.reasoning,
             [[tool.name, tool.arguments] for tool in each.reply.calls]]
            for each in used if each.reply is not None
        ]  # fmt: skip
    given["ledger"] = _spent(folder, entrants)
    for name, file in tables(folder, "csv").items():
        if name not in OF_CALLS:
            given[name] = csv_rows(file, COSTS)
    return given


def _spent(folder: Path, calls: dict[tuple[str, int], str]) -> dict[str, Any]:
    """Return what the ledger says that each model's calls took, of those that were used."""
    spent: dict[str, list[float]] = {}
    for each in read_ledger(folder).booked:
        spec = calls.pop((each.game, -1 if each.call is None else each.call), None)
        if spec is not None:
            assert spec == each.spec
            of = spent.setdefault(spec, [0, 0])
            of[0] += each.cost.tokens
            of[1] = round(of[1] + (each.cost.money or 0), 9)
    assert calls == {}
    return dict(sorted(spent.items()))


def _whole(folder: Path) -> dict[str, Any]:
    """Return what counts all calls, where none was broken off."""
    ledger = [each for each in records(folder / "ledger.jsonl") if "until" not in each]
    given: dict[str, Any] = {"whole ledger": ledger}
    status = command("tournament", "status", str(folder), "--json")
    return (
        given
        | {"status": status}
        | {f"whole {name}": csv_rows(each) for name, each in tables(folder, "csv").items()}
    )
