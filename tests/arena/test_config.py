import tomllib
from pathlib import Path

import pytest

from arena.config import Overrides, TableConfig, load_table, table_of
from arena.data import path
from arena.errors import ConfigError
from arena.faces.cli import main
from arena.text import shortened

SEATS = '[seats]\nAda = "random"\nBen = "random"\nCyd = "random"\n'
NOTHING = Overrides()

BAD: dict[str, tuple[str, list[str]]] = {
    "unknown key": ("sead = 7\n" + SEATS, ["sead", "7", "seed", "Did you mean 'seed'?"]),
    "unknown key of limits": (
        SEATS + "[limits]\nanswer_second = 3\n",
        ["limits.answer_second", "3", "Did you mean 'answer_seconds'?"],
    ),
    "ruleset of a wrong type": ("ruleset = 3\n" + SEATS, ["ruleset is 3", "as text"]),
    "seed of a wrong type": ("seed = [1]\n" + SEATS, ["seed is [1]", "a whole number or a text"]),
    "trace of a wrong type": ('trace = "yes"\n' + SEATS, ["trace is 'yes'", "true or false"]),
    "seats of a wrong type": ('seats = ["Ada"]\n', ["seats is ['Ada']", "NAME"]),
    "spec of a wrong type": (SEATS + "Dan = 4\n", ["seats.Dan is 4", "SPEC"]),
    "limit of a wrong type": (
        SEATS + '[limits]\nanswer_seconds = "soon"\n',
        ["limits.answer_seconds is 'soon'", "above 0"],
    ),
    "limit out of range": (
        SEATS + "[limits]\nanswer_seconds = 0\n",
        ["limits.answer_seconds is 0", "above 0"],
    ),
    "too many corrections": (
        SEATS + "[limits]\ncorrections = 11\n",
        ["limits.corrections is 11", "from 0 to 10"],
    ),
    "option of a wrong type": (
        SEATS + "[rules]\nzombie_supply = 1.5\n",
        ["rules.zombie_supply is 1.5"],
    ),
    "a date in a further key of a request": (
        SEATS + "[models.'openai:m'.extra_body]\nx = { y = 2026-01-01 }\n",
        ["models.openai:m.extra_body.x", "2026", "a table with values that JSON has"],
    ),
    "a value of a header": (
        SEATS + "[models.'openai:m']\nextra_headers = { x = 'hunter2' }\n",
        ["[models.openai:m.extra_headers] a value is none that a table may hold", "env:VARIABLE"],
    ),
    "no seats": ('ruleset = "moh"\n', ["'seats' is missing"]),
    "2 seats": ('[seats]\nAda = "random"\nBen = "random"\n', ["[seats]", "2 seats", "3 to 6"]),
    "7 seats": (
        "[seats]\n" + "".join(f'P{n} = "random"\n' for n in range(7)),
        ["[seats]", "7 seats", "3 to 6"],
    ),
    "duplicate seat name": (SEATS + 'Ada = "random"\n', ["Ada", "second time", "line 5"]),
    "empty seat name": (SEATS + '"" = "random"\n', ["seat 4 is named ''", "1 to 24 letters"]),
    "reserved seat name": (SEATS + 'public = "random"\n', ["'public'", "all, engine, p"]),
    "a look-alike seat name": (
        SEATS + '"\u0410da" = "random"\n',
        ["[seats] seat 4 is named", "from 'Ada'", "U+0410 CYRILLIC CAPITAL LETTER A"],
    ),
    "unknown ruleset": (
        'ruleset = "moh-rus"\n' + SEATS,
        ["ruleset is 'moh-rus'", "moh, moh-pl", "Did you mean 'moh-ru'?"],
    ),
    "unknown seat spec": (
        SEATS + 'Dan = "randon"\n',
        ["'Dan' is 'randon'", "Possible: random", "Did you mean 'random'?"],
    ),
    "argument that a spec does not take": (SEATS + 'Dan = "random:x"\n', ["'random:x'"]),
    "unknown rule option": (
        SEATS + "[rules]\nhiden_in_elections = true\n",
        ["[rules]", "hiden_in_elections", "Did you mean 'hidden_in_elections'?"],
    ),
    "wrong value of a rule option": (
        SEATS + '[rules]\nseating = "sorted"\n',
        ["[rules]", "seating is 'sorted'", "join, random"],
    ),
    "invalid TOML": ("seed = \n" + SEATS, ["no valid TOML", "line 1"]),
}


def table(tmp_path: Path, text: str) -> Path:
    """Write a table file."""
    file = tmp_path / "table.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("case", BAD)
def test_a_wrong_table_is_one_sentence_and_exit_code_2(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence has the file, the key, what was given, what is possible, the nearest name."""
    text, parts = BAD[case]
    file = table(tmp_path, text)
    assert main(["play", str(file), "--out", str(tmp_path / "out")]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert [part for part in [str(file), *parts] if part not in printed.err] == []
    assert not (tmp_path / "out").exists()


WRONG_ARGUMENTS: dict[str, tuple[list[str], list[str]]] = {
    "2 seats": (["--seats", "2"], ["--seats is 2", "3 to 6"]),
    "7 seats": (["--seats", "7"], ["--seats is 7", "3 to 6"]),
    "minus 1 seats": (["--seats", "-1"], ["--seats is -1", "3 to 6"]),
    "unknown ruleset": (["--ruleset", "mooh"], ["--ruleset is 'mooh'", "Did you mean 'moh'?"]),
    "a seed that can't be printed": (["--seed", "a\nb"], [r"--seed is 'a\nb'", "not empty"]),
    "unknown spec": (["--seat", "Anna=rundom"], ["--seat: seat 'Anna' is 'rundom'", "'random'"]),
    "a bot's dials, nearly": (["--seat", "Anna=hose:greedy"], ["Did you mean 'house:greedy'?"]),
    "a protocol, nearly": (["--seat", "Anna=opnai:gpt-5"], ["Did you mean 'openai:gpt-5'?"]),
    "a ruleset for a table": (["moh-ru"], ["table is 'moh-ru'.", "Or: --ruleset moh-ru."]),
    "a table's name, nearly": (["sixx"], ["Possible: demo, first_evening", "Did you mean 'six'?"]),
    "a reserved name": (["--seat", "all=random"], ["--seat: seat 1 is named 'all'"]),
    "a persona of nobody": (["--persona", "Anna=bluffer"], ["--persona 'Anna' is no model's"]),
    "a persona that is not there": (
        ["--seat", "Anna=openai:m", "--persona", "Anna=blufer"],
        ["--persona Anna: persona is 'blufer'", "Did you mean 'bluffer'?"],
    ),
    "a persona's file that is not there": (
        ["--seat", "Anna=openai:m", "--persona", "Anna=no.toml"],
        ["--persona Anna: no.toml can't be read"],
    ),
    "epilogues of a ruleset without any": (["--unlock"], ["--unlock: epilogues", "'moh' has none"]),
    "no path": ([""], ["the path is ''"]),
    "look-alike names": (
        [part for name in ("Al", "AI", "Bo") for part in ("--seat", f"{name}=random")],
        ["--seat: seat 2 is named 'AI'", "from 'Al'", "U+0049 LATIN CAPITAL LETTER I"],
    ),
    "no spec": (["--seat", "Anna"], ["--seat is 'Anna'", "NAME=SPEC"]),
    "no name": (["--seat", "=random"], ["--seat is '=random'", "NAME=SPEC"]),
    "a name twice": (["--seat", "Me=random", "--seat", "Me=random"], ["'Me' twice"]),
    "a missing file": (["tabel.toml"], ["tabel.toml can't be read"]),
    "more names than a table has room for": (
        [part for n in range(7) for part in ("--seat", f"P{n}=random")],
        ["names 7 seats, and the table has 5. Possible: up to 6 seats."],
    ),
    "more names than seats": (
        ["--seats", "3", *(part for n in range(4) for part in ("--seat", f"P{n}=random"))],
        ["names 4 seats", "--seats 4"],
    ),
}


@pytest.mark.parametrize("case", WRONG_ARGUMENTS)
def test_a_wrong_argument_is_one_sentence_and_exit_code_2(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command line is checked as a file is."""
    given, parts = WRONG_ARGUMENTS[case]
    assert main(["play", *given, "--out", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert len(error.splitlines()) == 1
    assert [part for part in parts if part not in error] == []
    assert "demo.toml:" not in error  # it is not the demo table's fault


LONG = "x" * 3000
LONG_ARGUMENTS: tuple[list[str], ...] = (
    ["play", f"{LONG}.toml"], ["play", "--out", LONG], ["play", "--seed", f"{LONG}\n"],
    ["play", "--ruleset", LONG], ["play", "--seat", f"Anna={LONG}"], ["play", "--seat", LONG],
    ["play", "--seat", f"{LONG}=house"], ["play", "--persona", f"{LONG}=bluffer"],
    ["play", "--budget", LONG], ["play", "--seats", LONG], ["play", f"--{LONG}"], [LONG],
    ["play", "--ruleset", "osaczeni", "--epilogues", LONG], ["verify", LONG], ["replay", LONG],
    ["resume", LONG], ["replay", "transcripts/examples", "--as", LONG],
    ["rulesets", LONG], ["rulesets", "--diff", LONG, "moh"], ["provider", "--without", LONG],
)  # fmt: skip


@pytest.mark.parametrize(
    "given", LONG_ARGUMENTS, ids=lambda given: " ".join(given).replace(LONG, "x")
)
def test_a_long_value_is_cut_and_exit_code_2(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever the system would say of it, nothing is played and the sentence can be read."""
    assert main(given) == 2
    error = capsys.readouterr().err
    assert "xxxx" in error or "--seats" in error
    assert len(error) < 700


def test_values_of_a_file_are_cut(tmp_path: Path) -> None:
    """A list and an option of the rules as well."""
    numbers = list(range(2000))
    for text in (f"seats = {numbers}\n", SEATS + f'[rules]\nseating = "{LONG}"\n'):
        with pytest.raises(ConfigError) as error:
            table_of(load_table(table(tmp_path, text), NOTHING))
        assert len(shortened(str(error.value))) < 700


@pytest.mark.parametrize("command", ["verify", "replay", "resume"])
def test_an_empty_path_is_no_folder(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is not taken for the folder where one is."""
    assert main([command, ""]) == 2
    assert "the path is ''. Possible:" in capsys.readouterr().err


def test_a_persona_s_mistake_names_table_and_seat(tmp_path: Path) -> None:
    """And the persona's own file, which may be used at many tables."""
    (tmp_path / "miser.toml").write_text('name = ""\ntext = "x"\n')
    text = SEATS + f'Dan = "openai:m"\n[personas]\nDan = "{tmp_path / "miser.toml"}"\n'
    with pytest.raises(
        ConfigError, match=r"/table\.toml: \[personas\] Dan: .*miser\.toml: name is"
    ):
        table_of(load_table(table(tmp_path, text), NOTHING))


def test_a_missing_file_names_its_nearest_neighbour(tmp_path: Path) -> None:
    """The other tables of the folder are possible."""
    table(tmp_path, SEATS)
    with pytest.raises(
        ConfigError, match=r"Possible: .*table\.toml\. Did you mean '.*/table\.toml'"
    ):
        load_table(tmp_path / "tabel.toml", NOTHING)


@pytest.mark.parametrize(
    ("given", "meant"), [("osaczen.toml", "osaczeni.toml"), ("three.toml", "demo.toml")]
)
def test_where_no_table_is_near_the_ready_made_are(
    given: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the path that can be typed."""
    monkeypatch.chdir(tmp_path)
    near = str(path("configs", "tables", meant))
    with pytest.raises(ConfigError) as error:
        load_table(Path(given), NOTHING)
    assert f"Did you mean {near!r}?" in str(error.value)


def test_a_table_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 are one sentence too."""
    file = tmp_path / "table.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="not UTF-8"):
        table_of(load_table(file, NOTHING))


def test_a_mark_before_the_text_is_none_of_it(tmp_path: Path) -> None:
    """Some editors begin a file with it, to say that it is UTF-8."""
    file = tmp_path / "table.toml"
    text = 'ruleset = "osaczeni"\nseats = { A = "house", B = "house", C = "house" }\n'
    file.write_text(text, encoding="utf-8-sig")
    assert table_of(load_table(file, NOTHING)).ruleset == "osaczeni"


def test_a_table_file_is_read_as_it_stands(tmp_path: Path) -> None:
    """Every key arrives, seats in their order, a whole number as a seed."""
    text = f'seed = 7\nout = "o"\n{SEATS}[rules]\nseating = "random"\n[limits]\ncorrections = 0\n'
    config = load_table(table(tmp_path, text), NOTHING)
    assert (config.seed, config.out, list(config.seats)) == ("7", "o", ["Ada", "Ben", "Cyd"])
    assert config.rules == {"seating": "random"}
    assert (config.limits.answer_seconds, config.limits.corrections) == (60, 0)


def test_a_table_without_a_seed_draws_a_secret_one(tmp_path: Path) -> None:
    """128 bits, another each time."""
    file = table(tmp_path, SEATS)
    seeds = {load_table(file, NOTHING).seed for _ in range(3)}
    assert len(seeds) == 3
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize("of", [None, "osaczeni", "mine"])
def test_people_are_dealt_what_stands_in_no_file(of: str | None, tmp_path: Path) -> None:
    """A ready-made table or one's own: each evening has a seed of its own, unless it is given."""
    file = table(tmp_path, "seed = 7\n" + SEATS) if of == "mine" else of
    with_ana = ("Ana=human",)
    bots, *evenings = (
        load_table(file, Overrides(seats=seats)) for seats in ((), with_ana, with_ana)
    )
    assert len({each.seed for each in (bots, *evenings)}) == 3
    assert not bots.has_unused_seed
    assert all(each.has_unused_seed for each in evenings)
    assert "seed" not in evenings[0].model_fields_set
    given = load_table(file, Overrides(seats=with_ana, seed="9"))
    assert (given.seed, given.has_unused_seed) == ("9", False)


def test_a_person_of_the_file_is_dealt_anew_too(tmp_path: Path) -> None:
    """And bots that take all people's seats are dealt what stands there."""
    file = table(tmp_path, f"seed = 7\n{SEATS}Dan = 'human'\n")
    assert load_table(file, NOTHING).seed != "7"
    assert load_table(file, Overrides(seats=("Dan=random",))).seed == "7"


def test_the_command_line_overrides_the_file(tmp_path: Path) -> None:
    """Ruleset, seed, out folder and tracing."""
    file = table(tmp_path, "seed = 7\n" + SEATS)
    given = Overrides(ruleset="moh-ru", seed="8", out="elsewhere", trace=True)
    config = load_table(file, given)
    assert (config.ruleset, config.seed, config.out, config.trace) == (
        "moh-ru",
        "8",
        "elsewhere",
        True,
    )


def test_seats_are_cut_and_filled_up_by_number(tmp_path: Path) -> None:
    """Fewer: the first ones of the table; more: names that are still free."""
    file = table(tmp_path, SEATS + 'Anna = "random"\n')
    assert list(load_table(file, Overrides(count=3)).seats) == ["Ada", "Ben", "Cyd"]
    six = load_table(file, Overrides(count=6)).seats
    assert list(six) == ["Ada", "Ben", "Cyd", "Anna", "Bruno", "Clara"]


def test_a_new_name_takes_the_next_seat_that_is_not_named(tmp_path: Path) -> None:
    """`--seat` never changes the number of seats; a known name keeps its place."""
    file = table(tmp_path, SEATS)
    given = Overrides(seats=("Ada=random", "Me=random"))
    assert list(load_table(file, given).seats) == ["Ada", "Me", "Cyd"]


def test_the_demo_table_can_be_played() -> None:
    """Five people's names, a fixed seed, and rules that accept it."""
    config = load_table(None, NOTHING)
    assert "seed" in config.model_fields_set
    assert len(table_of(config).seats) == 5


@pytest.mark.parametrize("file", sorted(path("configs", "tables").glob("*.toml")), ids=str)
def test_every_shipped_table_can_be_played(file: Path) -> None:
    """No shipped config rots."""
    assert isinstance(load_table(file, NOTHING), TableConfig)
    assert tomllib.loads(file.read_text(encoding="utf-8"))


def test_options_with_several_numbers_may_be_lists_or_text(tmp_path: Path) -> None:
    """And no limit is a word, since TOML has no null."""
    for capacity in ('"3,3,3,3,3"', "[3, 3, 3, 3, 3]"):
        rules = f'[rules]\ncapacity = {capacity}\nmonster_supply = "none"\nunlocked = [2, 18]\n'
        seats = '[seats]\nAda = "random"\nBen = "random"\nCyd = "random"\n'
        file = table(tmp_path, f'ruleset = "osaczeni"\n{seats}{rules}')
        laid = table_of(load_table(file, Overrides()))
        options = laid.save()["options"]
        assert isinstance(options, dict)
        assert options["capacity"] == "3,3,3,3,3"
        assert options["monster_supply"] is None
        assert options["unlocked"] == "2,18"
