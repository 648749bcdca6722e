"""The `arena` command: names, options and help; every body is imported when it is called.

Exit codes: 0 done, 1 the run failed, 2 wrong usage or config. Results go to standard output,
progress and logs to standard error.
"""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from arena.errors import ArenaError

__all__ = ["app", "main"]

app = typer.Typer(
    name="arena",
    help="A table where models, people and bots play Mall of Horror.",
    epilog="Begin with: arena play",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON document on standard output, nothing else.")
]
Folder = Annotated[
    Path, typer.Argument(metavar="FOLDER", help="A game's own folder, or one that holds games.")
]


@app.command(epilog="Example: arena play --ruleset moh --seats 4 --seed 7 --out transcripts")
def play(
    table: Annotated[
        Path | None,
        typer.Argument(metavar="[TABLE.toml]", help="A table file. Left out: the demo table."),
    ] = None,
    ruleset: Annotated[
        str | None, typer.Option(metavar="ID", help="Ruleset, see: arena rulesets.")
    ] = None,
    seats: Annotated[int | None, typer.Option(metavar="N", help="Number of seats, 3 to 6.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=SPEC",
            help="Who sits where; may be repeated. A new name takes the next free seat.",
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="N", help="Seed of dice, deck and lots.")
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Where the game's own folder is made.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the table as it would be played, and stop.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show no progress.")] = False,
    trace: Annotated[
        bool, typer.Option("--trace", help="Send the graph's runs, secrets included, to LangSmith.")
    ] = False,
    json_: Json = False,
) -> None:
    """Play one game and write its transcript."""
    from arena.config import Overrides, load_table
    from arena.faces.play import play as play_table

    overrides = Overrides(
        ruleset=ruleset, count=seats, seats=tuple(seat or ()), seed=seed, out=out, trace=trace
    )
    config = load_table(table, overrides)
    raise typer.Exit(play_table(config, dry_run=dry_run, quiet=quiet, json_=json_))


@app.command(epilog="Example: arena verify transcripts/moh-0001")
def verify(folder: Folder, json_: Json = False) -> None:
    """Prove that transcripts are true.

    The chain of hashes holds, and the rules give every event again from the recorded answers.
    Exit code 1 names the first line that is not true, or where an unfinished game breaks off.
    """
    from arena.faces.verify import verify as verify_games

    raise typer.Exit(verify_games(folder, json_=json_))


@app.command(epilog="Example: arena replay transcripts/moh-0001 --as Anna")
def replay(
    folder: Folder,
    as_: Annotated[
        str,
        typer.Option(
            "--as", metavar="SEAT|public|all", help="Whose eyes: only what they perceived is shown."
        ),
    ] = "all",
    json_: Json = False,
) -> None:
    """Tell a recorded game as prose."""
    from arena.faces.replay import replay as tell

    raise typer.Exit(tell(folder, as_, json_))


@app.command(epilog="Example: arena rulesets moh, or: arena rulesets --diff moh moh-ru")
def rulesets(
    ruleset: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="Show the rules of this ruleset.")
    ] = None,
    diff: Annotated[
        tuple[str, str] | None, typer.Option(metavar="A B", help="Show where two rulesets differ.")
    ] = None,
    options: Annotated[
        str | None, typer.Option(metavar="ID", help="Show the options of this ruleset.")
    ] = None,
    json_: Json = False,
) -> None:
    """List the rulesets, or show the rules of one."""
    from arena.faces.rulesets import rulesets as show

    raise typer.Exit(show(ruleset, diff, options, json_))


@app.command(epilog="Example: arena doctor")
def doctor(json_: Json = False) -> None:
    """Tell whether this installation has what it needs."""
    from arena.faces.doctor import doctor as examine

    raise typer.Exit(examine(json_))


@app.command(epilog="Example: arena bench --json")
def bench(
    peers: Annotated[
        bool, typer.Option("--peers", help="Measure other frameworks too, where installed.")
    ] = False,
    json_: Json = False,
) -> None:
    """Measure decisions a second, tables at once and memory."""
    from arena.bench import bench as measure

    raise typer.Exit(measure(peers, json_))


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; only a bug of ours shows a traceback."""
    given = list(sys.argv[1:] if args is None else args)
    try:
        app(given, prog_name="arena")
    except SystemExit as exit_:
        if exit_.code in {None, 0, 1}:
            return int(exit_.code or 0)
        return _failed(given, "wrong usage, see standard error", 2)
    except ArenaError as error:
        print(f"arena: {error}", file=sys.stderr)  # noqa: T201
        return _failed(given, str(error), error.exit_code)
    except BrokenPipeError:
        # Who read our output has gone: say nothing more to it, not even at the last flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def _failed(args: Sequence[str], sentence: str, code: int) -> int:
    if "--json" in args:
        print(json.dumps({"error": sentence, "exit_code": code}, ensure_ascii=False))  # noqa: T201
    return code


if __name__ == "__main__":
    sys.exit(main())
