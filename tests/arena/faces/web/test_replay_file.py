"""`arena replay --web`: one file with a game inside, and of others' secrets no letter."""

import base64
import gzip
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pytest

from arena.calls.history import Call
from arena.errors import ConfigError, WriteError
from arena.faces.cli import main
from arena.faces.cli.replay_calls import calls_of
from arena.faces.web import replay_file
from arena.faces.web.replay_data import viewpoints
from arena.records.game import Answer, Opened
from arena.records.record import of_type, perceived
from arena.records.talk import ClaimsUnread, Said
from arena.transcript import reader
from tests.arena.faces.cli.served import Served
from tests.arena.faces.scene.scenes import SEATS, clockwise, frames, garbled, lines, scene
from tests.corpus import reading

Capture = pytest.CaptureFixture[str]
NAMES = tuple(SEATS)


GAME = "moh-bargaining-4-web"
"""Of bots that whisper, and whose lines are lost."""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a copy of a recorded game, to write into."""
    return reading.copy_of(GAME, tmp_path)


@pytest.fixture(scope="module")
def served() -> Served:
    """Return a finished game of six models, two on each protocol."""
    specs = {seat.name: seat.spec for seat in reading.header("moh-models-6").seats}
    return Served(folder=reading.folder("moh-models-6"), specs=specs)


def written(game: Path, *args: str) -> str:
    """Return the page that the command writes."""
    out = game.parent / "page.html"
    assert main(["replay", "--web", str(game), "--out", str(out), *args]) == 0
    return out.read_text(encoding="utf-8")


def element(html: str, id_: str) -> str:
    """Return what an element of an id, or of type module, holds."""
    found = re.findall(rf"<script [^>]*{id_}[^>]*>(.*?)</script>", html, re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def views(html: str) -> dict[str, dict[str, Any]]:
    """Return what is inside, by viewpoint."""
    data = json.loads(gzip.decompress(base64.b64decode(element(html, 'id="game"'))))
    found: dict[str, dict[str, Any]] = data.pop("views")
    assert data == {}
    return found


# --- what it holds ---


@pytest.mark.slow
def test_it_holds_the_frames_of_every_viewpoint(game: Path) -> None:
    """All secrets first; with them alone who kept faith."""
    transcript = reader.read(game)
    recorded = transcript.header, list(transcript.records)
    found = views(written(game))
    assert list(found) == ["all", "public", *transcript.seats]
    for who, view in found.items():
        wanted = frames(recorded, who)
        shown = view["frames"]
        numbers = [frame.pop("record") for frame in shown if "record" in frame]
        assert len(numbers) == sum("reveal" not in each for each in shown) * (who == "all")
        assert numbers == sorted(numbers)
        assert view["head"] == scene(recorded, who).head()
        assert shown[: len(wanted)] == json.loads(json.dumps(wanted))
        assert [frame for frame in shown[len(wanted) :] if "reveal" not in frame] == []
        assert ("reveal" in shown[-1]) == (who == "all")


@pytest.mark.parametrize(
    "who", [NAMES[0], pytest.param(NAMES[1], marks=pytest.mark.slow), "public"]
)
def test_one_viewpoint_alone_holds_no_secret_of_others(who: str, game: Path) -> None:
    """What it did not perceive, and the seed, could be anything: the file has the same bytes."""
    html = written(game, "--as", who)
    assert list(views(html)) == [who]
    transcript = reader.read(game)
    hidden = [each for each in transcript.records if not perceived(each, who)]
    heard = json.dumps([each.plain() for each in transcript.records if perceived(each, who)])
    secrets = {
        "why": [line.why for each in of_type(ClaimsUnread, hidden) for line in each.lines],
        "digest": [each.data()["digest"] for each in of_type(Opened, hidden)],
        "decision": [each.decision for each in of_type(Answer, hidden)],
    }  # fmt: skip
    inside = html + json.dumps(views(html))
    strings = [each for found in secrets.values() for each in found if each not in heard]
    assert len(strings) > 50
    assert [each for each in strings if f'"{each}"' in inside] == []
    other = transcript.header.model_copy(update={"seed": "other"})
    changed = replace(transcript, records=garbled(transcript.records, who), header=other)
    assert replay_file.page(changed, (who,)) == html
    assert transcript.header.seed not in inside


@pytest.mark.slow
def test_whispers_are_in_the_files_of_those_who_heard_them(game: Path) -> None:
    """And in no other: by number of the message, and by their words."""
    transcript = reader.read(game)
    whispers = [
        (e.data, e.seen_by)
        for e in transcript.records
        if isinstance(e.data, Said) and e.data.whisper
    ]
    assert whispers
    for who in (*NAMES, "public"):
        (view,) = views(written(game, "--as", who)).values()
        told = {line.get("message") for line in lines(view["frames"])}
        for said, seen_by in whispers:
            assert (said.message in told) == (who in seen_by)


def test_a_game_that_is_not_finished_has_a_page(game: Path) -> None:
    """Nothing is revealed in it, and it says where the record stops."""
    log = game / "log.jsonl"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:200]))
    found = views(written(game))
    assert len(found["all"]["frames"]) > 40
    assert all("reveal" not in frame for frame in found["all"]["frames"])
    for view in found.values():
        *_, last = lines(view["frames"])
        assert last["spans"][0][0].startswith("The game is not finished: the record stops in round")


# --- models ---


def all_calls(view: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what models were asked, frame by frame."""
    for frame in view["frames"]:
        yield from frame.get("calls", ())


@pytest.mark.slow
def test_with_all_secrets_each_call_stands_where_it_was_made(
    served: Served, tmp_path: Path
) -> None:
    """With its note, reasoning and cost; a seat's own file and the public's have none."""
    game = copytree(served.folder, tmp_path / "game")
    calls = calls_of(reader.read(game))
    found = views(written(game))
    told = list(all_calls(found["all"]))
    assert [each["call"] for each in told] == sorted(each["call"] for each in told)
    assert {each["call"] for each in told} == {call.number for call in calls}
    by_number = {call.number: call for call in calls}
    for each in told:
        call = by_number[each["call"]]
        assert (each["seat"], each["asked"]) == (call.seat, call.asked)
        assert each["cost"] == call.booked.money
        assert call.reply is not None
        assert each["reasoning"] == call.reply.reasoning
    for who in ("public", "Ada"):
        assert list(all_calls(found[who])) == []
    assert list(all_calls(next(iter(views(written(game, "--as", "Ada")).values())))) == []


@pytest.mark.slow
def test_six_models_that_think_a_lot_stay_under_three_megabytes(served: Served) -> None:
    """Each call with a thousand random letters of reasoning and a note."""
    transcript = reader.read(served.folder)
    draw = Random(1)  # noqa: S311 - letters that do not repeat
    letters = "abcdefghijklmnopqrstuvwxyz     "

    def thought(call: Call) -> Call:
        assert call.reply is not None
        reasoning = "".join(draw.choices(letters, k=1000))
        return replace(call, reply=replace(call.reply, reasoning=reasoning))

    calls = [thought(call) for call in calls_of(transcript)]
    assert len(calls) > 300
    html = replay_file.page(transcript, viewpoints(transcript.seats), calls)
    assert len(html.encode()) < 3_000_000


# --- the page around it ---


@pytest.mark.slow
def test_the_page_runs_its_own_script_only_and_fetches_nothing(game: Path) -> None:
    """Its policy has the hashes of what stands in it."""
    html = written(game)
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    allowed = dict(
        each.split(" ", 1) for each in policy[1].replace("&#39;", "'").split("; ") if each
    )
    assert allowed["default-src"] == "'none'"
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    assert style is not None
    for what, text in (("script-src", element(html, 'type="module"')), ("style-src", style[1])):
        digest = base64.b64encode(sha256(text.encode()).digest()).decode()
        assert allowed[what] == f"'sha256-{digest}'"
    markup = html.replace(style[1], "").replace(element(html, 'type="module"'), "")
    assert re.findall(r"<img|<iframe|\bsrc=|\bon\w+=|\bstyle=", markup) == []
    assert all(each.startswith("data:image/") for each in re.findall(r'\bhref="([^"]*)', markup))
    assert html.count("<script") == html.count("</script") == 2


@pytest.mark.slow
def test_names_and_words_can_not_leave_their_place(tmp_path: Path) -> None:
    """Whatever the folder is called, and whatever somebody said."""
    game = copytree(reading.folder(GAME), tmp_path / "<!--<script>x" / "a'\"&<b>")
    html = written(game)
    assert "<!--" not in html
    assert "<b>" not in html
    assert "<title>a&#39;&#34;&amp;&lt;b&gt;: Mall of Horror</title>" in html


# --- where it is written ---


@pytest.mark.slow
def test_it_is_written_beside_the_log_and_verifies(game: Path, capsys: Capture) -> None:
    """One viewpoint has a file of its own; the path is printed; a second time it is replaced."""
    for args, name in (((), "replay.html"), (("--as", "Bo"), "replay-Bo.html")):
        for _ in range(2):
            assert main(["replay", "--web", str(game), *args]) == 0
            assert capsys.readouterr().out == f"{game / name}\n"
            assert (game / name).is_file()
    assert main(["verify", str(game)]) == 0
    kept = {each.name for each in game.iterdir()}
    assert kept == {"game.json", "log.jsonl", "calls.jsonl", "replay.html", "replay-Bo.html"}


@pytest.mark.slow
def test_what_somebody_else_wrote_stays(game: Path, capsys: Capture) -> None:
    """A file, and a folder, of that name."""
    (game / "replay.html").write_text("<!DOCTYPE html> mine")
    assert main(["replay", "--web", str(game)]) == 2
    assert "was not written by arena replay --web" in capsys.readouterr().err
    assert (game / "replay.html").read_text() == "<!DOCTYPE html> mine"
    with pytest.raises(ConfigError, match="is there already"):
        replay_file.write(game, "")


FULL = """
import resource, signal, sys
from arena.faces.cli import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
sys.dont_write_bytecode = True  # or half of a module is kept
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
sys.exit(main(["replay", "--web", sys.argv[1]]))
"""


@pytest.mark.slow
def test_a_full_disk_leaves_no_half_of_a_page(game: Path) -> None:
    """The sentence says why; what was there stays whole."""
    whole = replay_file.MARK + "whole"
    (game / "replay.html").write_text(whole)
    ran = subprocess.run(
        [sys.executable, "-c", FULL, str(game)], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == f"arena: {game / 'replay.html'} can't be written: File too large.\n"
    assert (game / "replay.html").read_text() == whole
    assert len(list(game.iterdir())) == 4


@pytest.mark.slow
def test_a_disk_that_refuses_is_said_in_one_sentence(game: Path, capsys: Capture) -> None:
    """And nothing half is left."""
    out = game / "log.jsonl" / "page.html"
    assert main(["replay", "--web", str(game), "--out", str(out)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"arena: {out} can't be written: Not a directory.\n"
    with pytest.raises(WriteError, match="No such file"):
        replay_file.write(game / "none" / "page.html", "")
    assert {each.name for each in game.iterdir()} == {"game.json", "log.jsonl", "calls.jsonl"}


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--web", "--json"], "--web writes a page."),
        (["--web", "--calls"], "--web writes a page."),
        (["--web", "--step"], "--web writes a page."),
        (["--out", "x.html"], "--out is where a page is written."),
        (["--web", "--as", "Zed"], "nobody at this table is 'Zed'"),
    ],
)
def test_options_that_do_not_go_together(
    args: list[str], says: str, game: Path, capsys: Capture
) -> None:
    """Wrong usage writes nothing."""
    assert main(["replay", str(game), *args]) == 2
    assert says in capsys.readouterr().err
    assert not (game / "replay.html").exists()


def test_a_record_that_makes_no_sense_is_said_to_be_so(game: Path, capsys: Capture) -> None:
    """No traceback: the game was changed."""
    log = game / "log.jsonl"
    assert clockwise(reader.read(game).records)
    text = log.read_text(encoding="utf-8")
    log.write_text(re.sub(r'("type":"character_placed".*?"place":)\d', r"\g<1>99", text, count=1))
    assert main(["replay", "--web", str(game)]) == 1
    assert "makes no sense" in capsys.readouterr().err
