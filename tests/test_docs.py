"""What the README and the pages of `docs` show is what the project does."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pytest
import typer

import engine
from arena.claims import Claim, Vocabulary
from arena.claims.language import FIELDS
from arena.claims.notation import read_line
from arena.config import Overrides, TableConfig, load_table, table_of
from arena.errors import REASONS
from arena.faces.cli import main
from arena.faces.cli.commands import COMMANDS, application
from arena.models.addresses import PREFIXES
from arena.models.specs import in_force, parse
from arena.narration.dialects import words_of
from arena.narration.verdicts import Verdicts
from arena.projections.judge import Judge
from arena.provider import Provider
from arena.seats.house import DIALS, PLAIN
from arena.seats.llm.personas import persona, personas
from arena.settings import FLOORS, BudgetRules, Limits, LlmRules, ModelSettings, Price, TalkRules
from arena.table.graph import compiled
from arena.tournament.config import Arm, TournamentConfig, config_of, load_tournament
from arena.tournament.plan import Entrant
from arena.tournament.planning import planned
from arena.tournament.rules import ProviderLimits, Running, TournamentBudget
from tests.arena.records_of import records_of
from tests.doc_pages import DOCS, LINKING, PAGES, README, ROOT, Block, blocks, prose_of, spans
from tests.proofs.kept import kept

LONGEST_README = 130

LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")
FILE = re.compile(r"(?:arena|configs|docs|engine|prompts|tests|transcripts)/[\w./-]*")
ONLY_PARSED = {"resume", "bench", "serve", "join"}
"""Commands that are parsed and not run: one needs a game that was stopped, another takes minutes,
one runs until it is stopped, and the last needs that one."""
TAKES_LONG = ["arena", "tournament", "demo"]
"""Parsed too; `prove_demo` runs it and keeps what it printed."""
BROKEN_SEAT = """
import asyncio, arena
class Broken(arena.Seat):
    async def answer(self, question, view, heard):
        return question.option
asyncio.run(arena.play("demo", seats={"Anna": Broken()}))
"""
PERSON = "--human"
"""A table with a person is laid, and not played: nobody types."""
PROVIDED = re.compile(r"configs/tables/(openai-anthropic|mixed|six|local)\.toml")
"""Tables whose models are elsewhere: they are laid and estimated, and not played."""


def toml(page: str, with_key: str) -> Mapping[str, Any]:
    """Return the one TOML example of a page that has this key."""
    read = [tomllib.loads(each.text) for each in blocks(DOCS / page) if each.language == "toml"]
    (found,) = [each for each in read if with_key in each]
    return found


def rows(page: Path, heading: str) -> list[list[str]]:
    """Return the cells of the table whose first column has this heading."""
    table = rf"^\| {heading} \|.*\n\|[-| ]+\n((?:\|.*\n)+)"
    (found,) = re.findall(table, prose_of(page), flags=re.MULTILINE)
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in found.splitlines()]


@cache
def commands() -> Mapping[str, Any]:
    """Return the commands of `arena` by name."""
    found: Mapping[str, Any] = typer.main.get_command(application(COMMANDS)).commands
    return found


@cache
def options() -> set[str]:
    """Return the options that any of the commands has."""
    steps = commands()["tournament"].commands
    every = (*commands().values(), *steps.values())
    return {opt for each in every for given in each.params for opt in given.opts}


def parsed(line: list[str]) -> Mapping[str, Any]:
    """Return the options of an `arena` command line; an unknown one, or a bad value, raises."""
    assert line[0] in commands(), f"arena {line[0]} does not exist"
    command = commands()[line[0]]
    with command.make_context(line[0], line[1:]) as context:
        if not hasattr(command, "commands"):
            return dict(context.params)
        name, step, rest = command.resolve_command(
            context, [*context._protected_args, *context.args]
        )
        with step.make_context(name, rest, parent=context) as inner:
            return dict(inner.params)


def recipe(target: str) -> list[str]:
    """Return what the Makefile runs for a target; one that it does not have fails."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    found = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", makefile, flags=re.MULTILINE)
    assert found is not None, f"make {target} does not exist"
    return [line.strip().replace("$(BIN)/arena", "arena") for line in found[1].splitlines()]


class Newcomer:
    """Does what a page shows, in its order, and compares what comes with what the page says.

    Every language has one way to be checked, in `ways`; a block in another language fails.
    """

    def __init__(self, read: Callable[[], str], running: ExitStack, programs: Path) -> None:
        """`read` returns what was printed since it was last asked; servers run in `running`.

        `programs` is where those in Python run: what has installed the arena, without a checkout.
        """
        self._read, self._programs = read, programs
        self._running = running
        self._served: dict[str, str] = {}
        self._told = self._printed = ""
        self.ways: Mapping[str, Callable[[str], None]] = {
            "sh": self._shell,
            "text": self._excerpt,
            "toml": self._config,
            "python": self._program,
            "text-output": self._output,
            "json": self._records,
            "sql": self._query,
            "nginx": self._proxy,
            "mermaid": self._drawing,
        }

    def do(self, block: Block) -> None:
        """Check one block."""
        assert block.language in self.ways, f"{block.where}: nothing checks this language"
        try:
            self.ways[block.language](block.text)
            logs = [each for each in Path().rglob("log.jsonl") if "examples" not in each.parts]
            broken = [each for each in logs if b'"reason":"error"' in each.read_bytes()]
            assert broken == [], "a seat raised an error, and a default stood in"
        except Exception as error:
            error.add_note(block.where)
            raise

    def _drawing(self, text: str) -> None:
        """Compare a diagram with what LangGraph draws of a table's graph, its seats laid open."""
        assert text == compiled().get_graph(xray=True).draw_mermaid()

    def _proxy(self, text: str) -> None:
        """Let nginx check a server, where there is one: without certificates, on no port."""
        program = shutil.which("nginx")
        folder = Path.cwd() / "nginx"
        folder.mkdir(exist_ok=True)
        plain = re.sub(r"(?m)^ *ssl_certificate.*$", "", text).replace(
            "listen 443 ssl", f"listen unix:{folder}/socket"
        )
        assert plain != text
        config = folder / "nginx.conf"
        config.write_text(f"pid {folder}/pid; events {{}} http {{ access_log off; {plain} }}")
        if program is not None:
            told = [program, "-t", "-q", "-p", str(folder), "-e", "stderr", "-c", str(config)]
            subprocess.run(told, check=True)

    def _shell(self, text: str) -> None:
        """Run each `arena` line, or parse it at least; of make the `arena` lines of its target."""
        self._told = ""
        for line in text.splitlines():
            words = shlex.split(line.removesuffix("&"), comments=True)
            if not words:
                continue
            words[0] = words[0].removeprefix(".venv/bin/")
            assert words[0] in {"arena", "make"}, f"{line!r} is neither arena nor make"
            if words[0] == "arena":
                self._arena(words)
                continue
            for each in recipe(words[1]):
                if each.startswith("arena "):
                    self._arena(shlex.split(each))

    def _arena(self, words: list[str]) -> None:
        options = parsed(words[1:])
        if words[1] == "provider":
            server = self._running.enter_context(Provider(requests_kept=0))
            self._served[f"http://127.0.0.1:{options['port']}"] = server.root
        elif words == TAKES_LONG:
            self._told += "".join(kept("demo")["figures"]["test_who_is_ahead"]["printed"])
        elif words[1] not in ONLY_PARSED:
            given = [self._addressed(word) for word in words[1:]]
            if words[1] == "play" and (PROVIDED.search(shlex.join(words)) or PERSON in words):
                given.append("--dry-run")
            code = main(given)
            printed = self._read()
            assert code == 0, f"{given}: exit code {code}: {printed}"
            self._told += printed

    def _addressed(self, word: str) -> str:
        """Return a word with the address of a server that runs, in place of the page's."""
        for said, root in self._served.items():
            word = word.replace(said, root)
        return word

    def _excerpt(self, text: str) -> None:
        """Find a text in what the commands before it printed."""
        assert text in self._told

    def _config(self, text: str) -> None:
        """Read a table, what can be added to one, a tournament, a persona, or a scenario."""
        data = tomllib.loads(text)
        if "entrants" in data:
            Path(f"{data['name']}.toml").write_text(text, encoding="utf-8")
            assert planned(load_tournament(Path(f"{data['name']}.toml"))).games
            return
        if {"arms", "assumed", "providers"} & data.keys():
            entrants = {**tournament()["entrants"], "anna": "openai:MODEL"}
            given = {**tournament(), "entrants": entrants, **data}
            assert planned(config_of(given, "the page")).games
            return
        file = self._named(text) or Path("miser.toml" if "text" in data else "table.toml")
        file.write_text(text, encoding="utf-8")
        if "scenario" in data:
            assert not engine.load_scenario(data).is_over
        elif "text" in data:
            assert persona(str(file)).name == data["name"]
        elif "seats" in data:
            assert table_of(load_table(file, Overrides()))
            self._arena(["arena", "play", str(file), "--dry-run"])
        else:
            assert table_of(with_seats(data))

    def _named(self, text: str) -> Path | None:
        """Keep a text that begins with its file's name where `arena` and where programs run."""
        found = re.match(r"# (\w+\.\w+)\n", text)
        if found is None:
            return None
        (self._programs / found[1]).write_text(text, encoding="utf-8")
        return Path(found[1])

    def _program(self, text: str) -> None:
        """Run a program by itself, as somebody does who copies it; one with a name is kept."""
        file = self._named(text)
        if file is not None:
            file.write_text(text, encoding="utf-8")
        run = subprocess.run(
            [sys.executable, "-"], input=text, cwd=self._programs, check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        )  # fmt: skip
        assert (run.returncode, run.stderr) == (0, "")
        self._printed = run.stdout

    def _output(self, text: str) -> None:
        """Compare with what the program before it printed, to the letter."""
        assert text == self._printed

    def _records(self, text: str) -> None:
        """Find records in the log of the example game, with all their keys but the hash."""
        log = Path("transcripts/examples/moh-0001/log.jsonl").read_text(encoding="utf-8")
        records = [json.loads(line) for line in log.splitlines()]
        for shown in json.loads(text):
            stands = records[shown["i"]]
            assert shown == {key: stands[key] for key in stands if key != "hash"}

    def _query(self, text: str) -> None:
        """Ask DuckDB, which has to find something in what the commands before it wrote."""
        with duckdb.connect(":memory:") as database:
            assert database.execute(text).fetchall()


def tournament() -> Mapping[str, Any]:
    """Return the tournament of the page on tournaments."""
    return toml("tournaments.md", "entrants")


def with_seats(added: Mapping[str, Any]) -> TableConfig:
    """Return a table of a model and two bots with what a config may add."""
    seats = {"Anna": "openai:MODEL", "Bruno": "house", "Clara": "house"}
    return TableConfig.model_validate({"seats": seats, **added})


@pytest.fixture
def newcomer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Newcomer]:
    """Return somebody without a key, in a folder that has what a fresh checkout has."""
    (tmp_path / "configs").symlink_to(ROOT / "configs")
    for examples in (tmp_path / "transcripts", tmp_path / "programs" / "transcripts"):
        examples.mkdir(parents=True)
        (examples / "examples").symlink_to(ROOT / "transcripts" / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for prefix in PREFIXES.values():
        monkeypatch.delenv(f"{prefix}_API_KEY", raising=False)
    with ExitStack() as running:
        yield Newcomer(lambda: capsys.readouterr().out, running, tmp_path / "programs")


# --- every example ---


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=() if page.name == "README.md" else pytest.mark.slow)
        for page in PAGES
    ],
    ids=lambda page: page.name,
)
def test_what_a_page_shows_is_what_comes(page: Path, newcomer: Newcomer) -> None:
    """Commands run, excerpts stand in what they print, configs are read, programs print."""
    for block in blocks(page):
        newcomer.do(block)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_example_is_outside_of_what_is_checked(page: Path) -> None:
    """Every fence is closed and found, and no example is only indented."""
    text = page.read_text(encoding="utf-8")
    assert len(re.findall(r"^\s*(?:```|~~~)", text, re.MULTILINE)) == 2 * len(blocks(page))
    assert re.findall(r"\n\n(?: {4}|\t)\S.*", prose_of(page)) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("yaml", "a: 1"),
        ("", "text"),
        ("sh", "rm table.toml"),
        ("sh", "make nothing"),
        ("sh", "arena tournament"),
        ("sh", "arena tournament plan"),
        ("sh", "arena tournament demo --games"),
        ("sh", "arena tournament nowhere.toml"),
        ("sh", "arena resume transcripts --seats 4"),
        ("sh", "arena verify configs"),
        ("sh", "arena play configs/tables/mixed.toml --persona Esra=bluffer"),
        ("text", "nobody said this"),
        ("text-output", "nothing printed this\n"),
        ("toml", "[seats]\nAnna = 'house'"),
        ("toml", "[talk]\nturn = 1"),
        ("python", "import engine\nengine.tables()"),
        pytest.param("python", BROKEN_SEAT, marks=pytest.mark.slow),
        ("json", '[{"i": 0, "type": "opened"}]'),
        ("mermaid", "graph TD;\n\t__start__ --> referee;"),
    ],
)
def test_an_example_that_is_wrong_fails(language: str, text: str, newcomer: Newcomer) -> None:
    """No language and no command passes unseen, and what fails says where it stands."""
    with pytest.raises(Exception, match="here"):
        newcomer.do(Block(where="here", language=language, text=text))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_in_the_text_exist(page: Path) -> None:
    """What a sentence writes as a command line is one, and an option is one of some command."""
    for span in spans(prose_of(page)):
        command = span.split()
        assert not span.startswith("--") or command[0] in options(), span
        if command[0] == "arena" and len(command) > 2:
            parsed(command[1:])
        elif command[0] == "arena" and len(command) == 2:
            assert command[1] in commands(), span
        elif command[0] == "make":
            assert recipe(command[1])


# --- links ---


@pytest.mark.parametrize("page", LINKING, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page: Path) -> None:
    """Every relative link, and every path of the repository that a page names, is there."""
    links = [link for link in LINK.findall(prose_of(page)) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []
    if page in PAGES:
        named = [span for span in spans(prose_of(page)) if FILE.fullmatch(span)]
        assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_readme_leads_to_every_page() -> None:
    """A page that nothing leads to is read by nobody."""
    linked = {(ROOT / link).resolve() for link in LINK.findall(prose_of(README))}
    assert linked >= {*PAGES[1:], ROOT / "CONTRIBUTING.md", ROOT / "transcripts/examples/README.md"}


def test_the_readme_is_one_page() -> None:
    """What is longer belongs to a page of `docs`."""
    assert len(README.read_text(encoding="utf-8").splitlines()) <= LONGEST_README


# --- tables that list what the code has ---


def test_every_command_is_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """The table of commands has each command, and no other."""
    assert main(["--help"]) == 0
    shown = re.search(r"Commands:\n(.*?)\n\n", capsys.readouterr().out, flags=re.DOTALL)
    assert shown is not None
    named = re.findall(r"^  (\w+)", shown[1], flags=re.MULTILINE)
    listed = [spans(row[0])[0].split()[1] for row in rows(README, "command")]
    assert sorted(listed) == sorted(named)


def test_the_table_is_one() -> None:
    """The table file of the page on tables has the seats that it is said to have."""
    table = TableConfig.model_validate(toml("tables.md", "talk"))
    assert list(table.seats) == ["Anna", "Bruno", "Clara"]


def test_the_keys_of_talk_are_all_there_with_their_defaults() -> None:
    """The page's `[talk]` is what a table has that says nothing of it."""
    talk = toml("tables.md", "talk")["talk"]
    assert list(talk) == list(TalkRules.model_fields)
    assert TalkRules.model_validate(talk) == TalkRules()


def test_the_limits_are_all_there_with_their_defaults() -> None:
    """The page's `[limits]` is what a table has that says nothing of it."""
    limits = toml("tables.md", "limits")["limits"]
    assert list(limits) == list(Limits.model_fields)
    assert Limits.model_validate(limits) == Limits()


def test_the_keys_of_a_table_are_all_there() -> None:
    """Each key of a table file is in the list of keys, and no other."""
    listed = [key for row in rows(DOCS / "tables.md", "key") for key in spans(row[0])]
    assert sorted(listed) == sorted(TableConfig.model_fields)


def test_the_keys_of_a_tournament_are_all_there() -> None:
    """Each key of a tournament's file, and of an entrant, is in a list of keys, and no other."""
    listed = [key for row in rows(DOCS / "tournaments.md", "key") for key in spans(row[0])]
    assert sorted(listed) == sorted(TournamentConfig.model_fields)
    entrant = [spans(row[0]) for row in rows(DOCS / "tournaments.md", "of an entrant")]
    assert entrant == [[key] for key in Entrant.model_fields]


def test_the_tournament_shows_every_table_of_its_file() -> None:
    """Budget, limits and run with all their keys; what is left out has the default that it says."""
    shown, plain = tournament(), TournamentConfig(entrants={"a": Entrant(spec="house")})
    assert list(shown["budget"]) == list(TournamentBudget.model_fields)
    limits = toml("tournaments.md", "providers")["providers"]
    assert all(list(each) == list(ProviderLimits.model_fields) for each in limits.values())
    assert Running.model_validate(shown["run"]) == plain.run
    assert list(shown["run"]) == list(Running.model_fields)
    assert shown["budget"]["on_budget"] == plain.budget.on_budget
    page = DOCS / "tournaments.md"
    said = {key: row[2] for row in rows(page, "key") for key in spans(row[0])}
    assert spans(said["rulesets"]) == list(plain.rulesets)
    assert [int(said["seats"])] == list(plain.seats)
    for key in ("blind", "copies"):
        assert json.loads(spans(said[key])[0]) == getattr(plain, key)
    (told,) = re.findall(r"What an arm may change is(.*?)\.", prose_of(page), re.DOTALL)
    assert set(spans(told)) == {*Arm.model_fields} - {"name", "control"}


def test_the_table_of_models_is_one() -> None:
    """What a config with models may add is read; what it shows of `[llm]` are the defaults."""
    added = toml("models.md", "llm")
    table = TableConfig.model_validate(added)
    assert table_of(table)
    assert list(added["llm"]) == list(LlmRules.model_fields)
    assert table.llm == LlmRules()
    assert list(added["budget"]) == list(BudgetRules.model_fields)
    assert added["budget"]["on_budget"] == BudgetRules().on_budget


def test_the_settings_of_models_are_all_there() -> None:
    """Each setting with its default: one that nothing is sent for has none.

    What follows from other settings is said in words, with each value that it can have.
    """
    listed = rows(DOCS / "models.md", "setting")
    limits = Limits(answer_seconds=7.0)
    settled = in_force(parse("openai:m"), ModelSettings(), limits).model_dump()
    follow = {key: each for key, each in settled.items() if each != getattr(ModelSettings(), key)}
    assert follow == {"max_output": 16_384, "call_seconds": limits.answer_seconds}
    words = {"max_output": "4096; 16384 where it reasons", "call_seconds": "as `answer_seconds`"}
    assert [spans(row[0]) for row in listed] == [[name] for name in ModelSettings.model_fields]
    assert spans(listed[-1][1]) == list(Price.model_fields)
    for (_, _, default), (name, field) in zip(
        listed, ModelSettings.model_fields.items(), strict=True
    ):
        is_value = re.fullmatch(r"true|false|[\d.]+", default) is not None
        if name in words:
            assert default == words[name]
        else:
            nothing_sent = {} if isinstance(field.default, dict) else None
            assert (json.loads(default) if is_value else nothing_sent) == field.default


def test_reasons_personas_floors_and_dials_are_all_there() -> None:
    """Each list of names is the code's."""
    models, talk = DOCS / "models.md", DOCS / "talk.md"
    assert [spans(row[0]) for row in rows(models, "reason")] == [[name] for name in REASONS]
    (told,) = re.findall(r"Those that come with the arena are(.*?);", prose_of(models), re.DOTALL)
    assert spans(told) == list(personas())
    assert [spans(row[0]) for row in rows(talk, "floor")] == [[name] for name in FLOORS]
    dials = {"house": PLAIN} | {f"house:{name}": each for name, each in DIALS.items()}
    listed = rows(talk, "SPEC")
    assert [spans(row[0]) for row in listed] == [[spec] for spec in dials]
    assert [[float(cell) for cell in row[1:]] for row in listed] == [
        [getattr(each, field.name) for field in fields(each)] for each in dials.values()
    ]


def test_the_kinds_of_claims_are_all_there() -> None:
    """Each kind with the fields that it needs, in brackets those that it may have, and a line."""
    listed, table = {}, Vocabulary(engine.ruleset("moh"), ("Anna", "Bruno", "Clara", "Dmitri"))
    for kind, cell, _, line in rows(DOCS / "talk.md", "kind"):
        needed, _, may = cell.partition("(")
        listed[spans(kind)[0]] = (tuple(spans(needed)), tuple(spans(may)))
        said = read_line(spans(line)[0], "Dmitri", table)
        assert isinstance(said, Claim)
        assert said.proposition.kind == spans(kind)[0]
    assert listed == FIELDS


def test_every_line_of_the_notation_is_read() -> None:
    """The lines that the page shows for what a claim may have beside, and for deals."""
    table = Vocabulary(engine.ruleset("moh"), ("Anna", "Bruno", "Clara", "Dmitri"))
    shown = [line for cell, _ in rows(DOCS / "talk.md", "line") for line in spans(cell)]
    assert len(shown) == 12
    for line in shown:
        assert read_line(line, "Dmitri", table)


# --- what the text says of the example ---


def test_the_claim_is_judged_as_it_says_and_told_in_these_words() -> None:
    """With the dice that the page names, which Bruno saw, the judge finds the lie."""
    page = (DOCS / "talk.md").read_text(encoding="utf-8")
    page = page.split("## How a claim is judged")[1].split("\n## ")[0]
    (shown,) = [each.text for each in blocks(DOCS / "talk.md") if each.language == "json"]
    said, judged = json.loads(shown)
    dice = [int(face) for face in re.findall(r"\[(\d)\]", page.split("Bruno had seen")[1])[:4]]
    seats = ("Anna", "Bruno", "Clara", "Dmitri", "Esra")
    facts = engine.ruleset("moh")
    judge, verdicts = Judge(facts, seats), Verdicts(words_of(facts, seats))
    about = {"round": said["round"], "phase": "arrival", "actor": None, "seen_by": "engine"}
    began = {"round": said["round"], "phase": "arrival"}
    log = [
        {**about, "type": "phase_began", "seen_by": "all", "data": began},
        {**about, "type": "dice_rolled", "data": {"dice": dice}},
        {**about, "type": "dice_peeked", "seen_by": "all", "data": {"player": "Bruno"}},
        said,
    ]
    found = [each for record in records_of(log) for each in judge.feed(record)]
    assert found[0].data() == judged["data"]
    for record in records_of([*log, judged]):
        verdicts.feed(record, {})
    told = [line.plain for line in verdicts.take()]
    assert told == re.findall(r"^    (↳ .*)", page, flags=re.MULTILINE)
