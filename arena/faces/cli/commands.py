"""The commands: names, options and help; every body is imported when it is called."""

from pathlib import Path
from typing import Annotated

import typer

from arena.faces.cli.app import Folder, app
from arena.faces.cli.options import Json, Quiet, name_or_path, path_given
from arena.faces.cli.output import print_line
from arena.faces.cli.tournament_commands import steps
from arena.text import shown

Trace = Annotated[
    bool, typer.Option("--trace", help="Send the graph's runs, secrets included, to LangSmith.")
]
RecordFile = Annotated[
    str | None,
    typer.Option(
        "--epilogues", metavar="FILE", help="Unlocked epilogues: read first, and added to."
    ),
]
SeatSpecs = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=SPEC",
        help="Who sits where; may be repeated. A new name takes the next free seat.",
    ),
]
Persona = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=PERSONA",
        help="Who a model is asked to be: a name or a .toml file; may be repeated.",
    ),
]
DryRun = Annotated[
    bool,
    typer.Option("--dry-run", help="Print the table, and what its models may cost, and stop."),
]
ReadyTable = Annotated[
    str | None,
    typer.Argument(
        parser=name_or_path,
        metavar="TABLE",
        help="A ready-made table, as osaczeni or first_evening, or a .toml file. Left out: demo.",
    ),
]
Position = Annotated[
    str | None,
    typer.Option(
        parser=name_or_path,
        metavar="NAME|FILE",
        help="Begin in this position; house bots sit where nobody is seated.",
    ),
]
FullScreen = Annotated[
    bool,
    typer.Option("--full-screen", help="Who is human sees a full screen, in place of lines."),
]
Budget = Annotated[
    list[str] | None,
    typer.Option(
        "--budget",
        metavar="KEY=VALUE",
        help="A cap for language models: money (dollars), tokens, calls, seconds; may be repeated.",
    ),
]
Seed = Annotated[
    str | None,
    typer.Option(
        metavar="N", help="Seed of dice, deck and lots; else the table's, for people a secret one."
    ),
]
Web = Annotated[
    bool, typer.Option("--web", help="People play in the browser; their links are printed.")
]
InTerminal = Annotated[
    bool, typer.Option("--terminal", help="One person plays here, line by line.")
]
Unlock = Annotated[
    bool,
    typer.Option("--unlock", help="The same, with your own record in your state folder."),
]

app.add_typer(steps, name="tournament")


def _record(file: str | None, unlock: bool) -> bool | str:
    """Return the record of epilogues that the options ask for."""
    from arena.errors import ConfigError

    if file is not None and unlock:
        raise ConfigError("--epilogues and --unlock name two records. Possible: one of the two.")
    if file == "":
        raise ConfigError("--epilogues is ''. Possible: the path of a file.")
    return unlock if file is None else file


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print_line(f"arena {version('horror-arena')}")
        raise typer.Exit


@app.callback()
def arena(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Name what all commands share."""


@app.command(epilog="Example: arena play --ruleset moh --seats 4 --seed 7 --out transcripts")
def play(
    table: ReadyTable = None,
    ruleset: Annotated[
        str | None, typer.Option(metavar="ID", help="Ruleset, see: arena rulesets.")
    ] = None,
    scenario: Position = None,
    seats: Annotated[int | None, typer.Option(metavar="N", help="Number of seats, 3 to 6.")] = None,
    seat: SeatSpecs = None,
    human: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Sit down yourself: in a browser where one opens, else here."
        ),
    ] = None,
    web: Web = False,
    terminal: InTerminal = False,
    full_screen: FullScreen = False,
    seed: Seed = None,
    persona: Persona = None,
    budget: Budget = None,
    out: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Where the game's own folder is made.")
    ] = None,
    dry_run: DryRun = False,
    quiet: Quiet = False,
    trace: Trace = False,
    epilogues: RecordFile = None,
    unlock: Unlock = False,
    json_: Json = False,
) -> None:
    """Play one game and write its transcript."""
    from arena.config import Overrides, load_table
    from arena.faces.cli.play import play as play_table
    from arena.settings import HUMAN

    overrides = Overrides(
        ruleset=ruleset,
        scenario=scenario,
        count=seats,
        seats=(*(seat or ()), *(() if human is None else (f"{human}={HUMAN}",))),
        seed=seed,
        out=out,
        trace=trace,
        epilogues=_record(epilogues, unlock),
        budget=tuple(budget or ()),
        personas=tuple(persona or ()),
    )
    config = load_table(table, overrides)
    code = play_table(
        config, dry_run=dry_run, quiet=quiet, json_=json_, web=web, terminal=terminal,
        full_screen=full_screen,
    )  # fmt: skip
    raise typer.Exit(code)


@app.command(epilog="Example: arena resume transcripts/moh-0001 --budget money=5")
def resume(
    folder: Folder,
    budget: Budget = None,
    web: Web = False,
    full_screen: FullScreen = False,
    quiet: Quiet = False,
    trace: Trace = False,
    epilogues: RecordFile = None,
    unlock: Unlock = False,
    json_: Json = False,
) -> None:
    """Go on with a game that was killed or stopped.

    Nobody is asked again what was answered; a record that was cut off is written anew. What was
    spent stays spent: a larger budget takes the place of the game's own.
    """
    from arena.faces.cli.resume import resume as resume_table

    record = _record(epilogues, unlock)
    code = resume_table(
        folder, quiet=quiet, trace=trace, json_=json_, epilogues=record, budget=budget or (),
        web=web, full_screen=full_screen,
    )  # fmt: skip
    raise typer.Exit(code)


@app.command(epilog="Example: arena join 'http://127.0.0.1:8765/table#TOKEN'")
def join(
    url: Annotated[
        str, typer.Argument(metavar="URL", help="The link of a seat, or of who looks on.")
    ],
    full_screen: FullScreen = False,
) -> None:
    """Sit down at a table that a server keeps, here in the terminal."""
    from arena.faces.cli.join import join as join_table

    raise typer.Exit(join_table(url, full_screen=full_screen))


@app.command(
    short_help="Tell a recorded game as prose or as a page, or show its models' calls.",
    epilog="Example: arena replay transcripts/moh-0001 --as Anna, or: ... --web",
)
def replay(
    folder: Folder,
    seat: Annotated[
        str | None,
        typer.Argument(metavar="SEAT", help="With --calls: this seat's calls, whole."),
    ] = None,
    as_: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="SEAT|public|all",
            show_default="all",
            help="Whose eyes: only what they perceived is shown.",
        ),
    ] = None,
    web: Annotated[
        bool,
        typer.Option(
            "--web", help="Write one HTML file with every viewpoint, or with --as that one alone."
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With --web: where to; else replay.html beside the log."),
    ] = None,
    calls: Annotated[
        bool,
        typer.Option("--calls", help="Show what language models were sent and what they answered."),
    ] = False,
    pace: Annotated[
        float | None,
        typer.Option(metavar="N", help="Tell it at N times reading speed; Ctrl-C ends it."),
    ] = None,
    step: Annotated[
        bool, typer.Option("--step", help="Wait for a key after each sentence; q ends it.")
    ] = False,
    json_: Json = False,
) -> None:
    """Tell a recorded game as prose or as a page, or show the calls of its language models."""
    from arena.errors import ConfigError
    from arena.faces.cli.replay import check_together, replay_page
    from arena.faces.cli.replay import replay as replay_game

    check_together(web=web, out=out, calls=calls, json_=json_, told=pace is not None or step)
    if calls:
        from arena.faces.cli.replay_calls import replay_calls

        raise typer.Exit(replay_calls(folder, seat, as_ or "all", json_=json_))
    if seat is not None:
        text = f"{shown(seat)} is one argument too many"
        raise ConfigError(f"{text}. Possible: --as SEAT, --calls SEAT.")
    if web:
        raise typer.Exit(replay_page(folder, as_, out))
    raise typer.Exit(replay_game(folder, as_ or "all", json_, pace=pace, step=step))


@app.command(epilog="Example: arena rulesets moh --seats 4, or: arena rulesets --diff moh moh-ru")
def rulesets(
    ruleset: Annotated[
        str | None, typer.Argument(metavar="ID", help="Show the rules of this ruleset.")
    ] = None,
    diff: Annotated[
        tuple[str, str] | None, typer.Option(metavar="A B", help="Show where two rulesets differ.")
    ] = None,
    options: Annotated[
        str | None, typer.Option(metavar="ID", help="Show the options of this ruleset.")
    ] = None,
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="Show the rules for N players; else for 5.")
    ] = None,
    json_: Json = False,
) -> None:
    """List the rulesets, or show the rules of one."""
    from arena.faces.cli.rulesets import rulesets as show

    raise typer.Exit(show(ruleset, diff, options, seats, json_=json_))


@app.command(
    short_help="Tell what this installation lacks, and which models answer.",
    epilog="Example: arena doctor, or: arena doctor --model openai:MODEL --call",
)
def doctor(
    model: Annotated[
        list[str] | None,
        typer.Option(metavar="SPEC", help="A model to look for as well; may be repeated."),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(metavar="TABLE", help="Look for the models of this table, as it calls them."),
    ] = None,
    call: Annotated[
        bool,
        typer.Option(
            "--call", help="Play two turns with each of these models; that costs a little."
        ),
    ] = False,
    json_: Json = False,
) -> None:
    """Tell whether this installation has what it needs, and which models can be reached."""
    from arena.faces.cli.doctor import doctor as examine

    raise typer.Exit(examine(json_, model or (), table, call=call))


@app.command(epilog="Example: arena bench --json")
def bench(
    peers: Annotated[
        bool, typer.Option("--peers", help="Measure other frameworks too, where installed.")
    ] = False,
    json_: Json = False,
) -> None:
    """Measure decisions a second, tables at once and memory."""
    from arena.faces.cli.bench import bench as run_bench

    raise typer.Exit(run_bench(peers=peers, json_=json_))


@app.command(
    short_help="Serve models that need no key, until Ctrl-C.",
    epilog="Example: arena provider --port 8799 --latency 0.5 --trouble overloaded@3",
)
def provider(
    port: Annotated[
        int, typer.Option(metavar="N", help="Port of 127.0.0.1; 0: one that is free.")
    ] = 8799,
    latency: Annotated[
        float, typer.Option(metavar="SECONDS", help="How long each answer takes.")
    ] = 0.0,
    trouble: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND@AT[:SECONDS]",
            help="What goes wrong with which requests, as rate_limit@3,7:2 or hang@every-9;"
            " may be repeated.",
        ),
    ] = None,
    window: Annotated[
        int | None, typer.Option(metavar="TOKENS", help="Its context, longest output included.")
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ABILITY",
            help="What it can't do: tools, tool_choice, strict, new_tools; repeatable.",
        ),
    ] = None,
    like: Annotated[
        str | None,
        typer.Option(metavar="SERVER", help="Whose Chat Completions it imitates, as deepseek."),
    ] = None,
) -> None:
    """Serve models that need no key, on this machine only, until Ctrl-C.

    It speaks OpenAI's Responses and Chat Completions and Anthropic's Messages, is as strict as they
    are, and answers by a hash of the request: whole games with the real clients, at no cost.
    """
    from arena.faces.cli.provider import serve

    raise typer.Exit(serve(port, latency, trouble or [], without or [], window, like))


@app.command(
    short_help="Keep tables in the browser, until Ctrl-C.",
    epilog="Example: arena serve --port 8765 --out tables",
)
def serve(
    port: Annotated[int, typer.Option(metavar="N", help="Port; 0: one that is free.")] = 8765,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="Where it listens; 0.0.0.0: to the whole network, unencrypted."
        ),
    ] = "127.0.0.1",
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name by which browsers may call it; may be repeated."),
    ] = None,
    out: Annotated[
        Path,
        typer.Option(parser=path_given, metavar="FOLDER", help="Where games and its key are kept."),
    ] = Path("tables"),
    model: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[NAME=]SPEC",
            help="A model that may sit down, under a name that players see; may be repeated.",
        ),
    ] = None,
    budget: Budget = None,
    tables: Annotated[
        int, typer.Option(metavar="N", help="The most tables that are played at a time.")
    ] = 50,
    pace: Annotated[
        float,
        typer.Option(metavar="SECONDS", help="How long each answer in a window for cards takes."),
    ] = 3.0,
) -> None:
    """Keep tables in the browser, on this machine unless told, until Ctrl-C.

    It prints the link of who keeps the tables, where it listens for others at each address of this
    machine: each person's link is made there. Tables outlive it: with the same folder it goes on
    with them, under the same links.
    """
    from arena.faces.cli.serve import serve as keep_tables

    code = keep_tables(
        port=port, host=host, names=name or (), out=out, models=model or (),
        budget=budget or (), most=tables, pace=pace,
    )  # fmt: skip
    raise typer.Exit(code)
