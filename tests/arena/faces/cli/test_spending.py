"""What is told of models' calls when a game ends or stops: table, sentences, JSON, exit code."""

import json
from collections import Counter
from pathlib import Path

import pytest
from rich.console import Console

from arena.faces.cli import main
from arena.faces.cli.amounts import dollars, seconds, share, tokens
from arena.faces.cli.spending import Spending, spending_of
from arena.narration.dialects import words_of
from arena.provider import Provider, Trouble
from arena.table.referee import Counts
from engine import ruleset
from tests.arena.faces.cli.served import Served, seat_options, specs_at, table_file

Capture = pytest.CaptureFixture[str]
WORDS = words_of(ruleset("moh"), ("Ada", "Ben", "Cyd"))
PRICE = "price = { input = 2.0, output = 10.0, cached = 0.5 }"


def found(served: Served, counts: dict[str, Counts] | None = None) -> Spending:
    """Return what the game's models took."""
    told = spending_of(served.folder, counts or {})
    assert told is not None
    return told


def text_of(told: Spending, width: int) -> str:
    """Return what is printed in so many columns, lines unbroken at the right."""
    console = Console(width=width, color_system=None, highlight=False)
    with console.capture() as capture:
        for each in told.rendered(WORDS):
            console.print(each)
    text = capture.get()
    assert max(map(len, text.splitlines())) <= width
    return text


def test_every_seat_has_a_row_and_all_have_one(served: Served) -> None:
    """At eighty columns the whole table stands there."""
    text = text_of(found(served, {"Ben": Counts(corrections=4)}), 80)
    (ben,) = [line for line in text.splitlines() if "Ben" in line]
    assert ben.split()[-4:] == ["unknown", "4", "0", "0"]
    assert "All" in text
    assert "Correc-" in text


@pytest.mark.parametrize("width", [75, 60, 54])
def test_a_narrow_terminal_shows_failings_as_sentences(served: Served, width: int) -> None:
    """Nothing is cut: what has no column is said."""
    counts = {"Ada": Counts(corrections=3, defaults=Counter(timeout=1, malformed=1))}
    text = text_of(found(served, counts), width)
    assert "●Ada: 3 corrections, 2 defaults, 1 time-out." in text
    assert "Cost" in text
    assert "Correc-" not in text


def test_a_very_narrow_terminal_has_a_sentence_a_seat(served: Served) -> None:
    """Without a table."""
    text = " ".join(text_of(found(served), 40).split())
    assert "●Ada: " in text
    assert "tokens in (" in text
    assert "cost unknown" in text


def test_an_unknown_price_is_never_0(served: Served) -> None:
    """Not in the table, not in the sentences, not in the data."""
    told = found(served)
    assert "$0" not in text_of(told, 80)
    assert "No price is known of openai:m@" in text_of(told, 80)
    assert told.data()["all"]["cost"] is None


def test_what_repeats_and_what_is_new_is_told(served: Served) -> None:
    """Most of each call stood in the one before, on every protocol."""
    told = found(served)
    for played in told.seats.values():
        assert (played.spent.repeated_share or 0) > 0.8
        assert (played.spent.cache_share or 0) > 0.7
        assert (played.spent.new_tokens or 0) < 600
    assert "stood in the call before" in text_of(told, 80)


def test_a_long_name_does_not_break_the_table(served: Served) -> None:
    """It is cut in the table, in eighty columns."""
    (_, played), *_ = found(served).seats.items()
    name = "Wilhelmina the Unyielding"[:24]
    told = Spending(seats={name: played}, all=played.spent)
    assert "Wilhelmina" in text_of(told, 80)


def test_bots_took_nothing(game: Path) -> None:
    """A game without models has no such table."""
    assert spending_of(game, {}) is None


@pytest.mark.slow
def test_play_ends_with_the_models_table(
    provider: Provider, tmp_path: Path, capsys: Capture
) -> None:
    """After the scores, before the transcript's place; and what failed on the way."""
    provider.change([*map(Trouble.read, ("overloaded@4", "no_usage@6", "zero_usage@8"))])
    file = table_file(
        tmp_path / "t.toml", specs_at(provider), [f'[models."openai:m@{provider.url}"]', PRICE]
    )
    assert main(["play", file, "--quiet", "--out", str(tmp_path), "--budget", "calls=20"]) == 0
    out = capsys.readouterr().out
    order = [out.index(part) for part in ("The end", "Language models", "Transcript")]
    assert order == sorted(order)
    said = " ".join(out.split())
    assert "1 call failed (1 overloaded); 1 were made again." in said
    assert "2 calls brought no count of tokens: booked at worst case" in said
    assert "1 of these had a count that can't be" in said
    assert "House bots play on for Ada, Ben and Cyd: no call of theirs fitted" in said
    assert "+?" in said


@pytest.mark.slow
def test_a_conversation_that_was_refused_is_named(
    provider: Provider, tmp_path: Path, capsys: Capture
) -> None:
    """With its SPEC: whoever reads the result knows whose memory was cut."""
    provider.change([Trouble.read("bad_request@7")])
    spec = specs_at(provider)["Ada"]
    seats = seat_options({"Ada": spec, "Ben": "random", "Cyd": "random"})
    given = ["play", "--quiet", *seats, "--out", str(tmp_path), "--budget", "calls=12"]
    assert main(given) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"{spec} refused 1 conversation of Ada, though not for length" in said


@pytest.mark.slow
def test_json_has_the_same_under_models(
    provider: Provider, tmp_path: Path, capsys: Capture
) -> None:
    """By seat and in all; null for a game of bots."""
    seats = seat_options(specs_at(provider))
    assert main(["play", "--json", *seats, "--seed", "5", "--out", str(tmp_path)]) == 0
    models = json.loads(capsys.readouterr().out)["models"]
    assert set(models["seats"]) == {"Ada", "Ben", "Cyd"}
    assert models["all"]["calls"] == sum(each["calls"] for each in models["seats"].values())
    assert models["seats"]["Ada"]["spec"].startswith("openai:m@")
    assert models["seats"]["Ada"]["corrections"] == 0
    assert models["seats"]["Ada"]["replaced"] is None
    assert main(["play", "--json", "--seats", "3", "--out", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)["models"] is None


def test_a_budget_that_stops_the_game_is_exit_code_3(
    provider: Provider, tmp_path: Path, capsys: Capture
) -> None:
    """With why, what was spent, and the command that goes on, which does."""
    file = table_file(
        tmp_path / "t.toml", specs_at(provider),
        ["[talk]", 'protocol = "off"', "[budget]", "calls = 15", 'on_budget = "stop"'],
    )  # fmt: skip
    assert main(["play", file, "--quiet", "--out", str(tmp_path)]) == 3
    printed = capsys.readouterr()
    folder = tmp_path / "moh-0001"
    assert "the budget of 15 calls is used up; " in printed.err
    assert printed.err.endswith(f"To go on: arena resume {folder} --budget calls=30\n")
    assert "Language models" in printed.out
    assert "Transcript" not in printed.out
    assert main(["resume", str(folder), "--json", "--budget", "calls=25"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert document["halted"]["reason"] == "budget"
    assert document["models"]["all"]["calls"] == 25
    assert "--budget calls=50" in document["error"]
    assert main(["resume", str(folder), "--quiet", "--budget", "calls=5000"]) == 0
    assert main(["verify", str(folder)]) == 0


def test_an_outage_that_pauses_the_game_is_exit_code_1(
    provider: Provider, tmp_path: Path, capsys: Capture
) -> None:
    """With the provider's words, and how to go on."""
    provider.change([Trouble(kind="unavailable", every=1, containing="What happened")])
    specs = specs_at(provider)
    settings = [line for spec in specs.values() for line in (f'[models."{spec}"]', "retries = 0")]
    file = table_file(tmp_path / "t.toml", specs, ["[llm]", 'on_outage = "pause"', *settings])
    assert main(["play", file, "--quiet", "--out", str(tmp_path)]) == 1
    error = capsys.readouterr().err
    folder = tmp_path / "moh-0001"
    assert "HTTP 503" in error.splitlines()[-1]
    assert error.endswith(f"keeps what was played. To go on: arena resume {folder}\n")


def test_an_aborted_game_says_how_to_go_on(
    provider: Provider, tmp_path: Path, capsys: Capture
) -> None:
    """What was played is kept."""
    provider.change([Trouble(kind="unavailable", every=1, containing="What happened")])
    specs = specs_at(provider)
    settings = [line for spec in specs.values() for line in (f'[models."{spec}"]', "retries = 0")]
    file = table_file(tmp_path / "t.toml", specs, ["[llm]", 'on_outage = "abort"', *settings])
    assert main(["play", file, "--quiet", "--out", str(tmp_path)]) == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert "the game is aborted" in last
    assert last.endswith(f"To go on: arena resume {tmp_path / 'moh-0001'}")


@pytest.mark.parametrize("command", ["play", "resume"])
def test_a_budget_without_models_is_refused(
    command: str, tmp_path: Path, capsys: Capture, short_game: Path
) -> None:
    """Bots cost nothing."""
    where = [str(short_game)] if command == "resume" else ["--out", str(tmp_path)]
    assert main([command, *where, "--budget", "money=1"]) == 2
    assert "none sits at this table" in capsys.readouterr().err


def test_a_wrong_cap_is_refused(short_game: Path, capsys: Capture) -> None:
    """In one sentence, by both commands."""
    for args in (["play"], ["resume", str(short_game)]):
        assert main([*args, "--budget", "cents=5"]) == 2
        assert "Possible: money, tokens, calls, seconds." in capsys.readouterr().err


@pytest.mark.slow
def test_a_persona_is_given_on_the_command_line(
    provider: Provider, tmp_path: Path, capsys: Capture
) -> None:
    """By name; one of nobody, or for a bot, is refused."""
    seats = seat_options(specs_at(provider))
    args = ["play", *seats, "--dry-run", "--json"]
    assert main([*args, "--persona", "Ben=diplomat"]) == 0
    assert json.loads(capsys.readouterr().out)["personas"] == {"Ben": "diplomat"}
    for wrong, said in (("Ben", "NAME=PERSONA"), ("Eve=diplomat", "'Eve' is no model's seat")):
        assert main([*args, "--persona", wrong]) == 2
        assert said in capsys.readouterr().err
    assert main(["play", "--persona", "Anna=diplomat", "--out", str(tmp_path)]) == 2


def test_tokens_are_short() -> None:
    """Three digits are enough to compare by; below ten thousand all are told."""
    told = [tokens(count) for count in (0, 9_999, 12_345, 1_254_000)]
    assert told == ["0", "9,999", "12k", "1.25M"]


def test_dollars_are_short_and_never_0_where_something_was_paid() -> None:
    """With a mark where there is more, of unknown price."""
    told = [dollars(cost) for cost in (None, 0.0, 0.00001, 0.01234)]
    assert told == ["unknown", "$0", "<$0.0001", "$0.0123"]
    assert dollars(1234.5, more=2) == "$1,234.50+?"


def test_shares_and_seconds_are_short() -> None:
    """Nothing known is a dash."""
    assert (share(None), share(0.949)) == ("-", "95%")
    assert (seconds(None), seconds(0.046), seconds(61.25)) == ("-", "0.05 s", "61.2 s")
