"""A game as data: it says what a replay says, and no more than its viewpoint perceived."""

import json
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from itertools import pairwise

import pytest
from pydantic import TypeAdapter
from rich.console import Console
from rich.text import Text

import engine
from arena.faces.scene import Frame, Head, Scene
from arena.faces.scene.lines import Lines
from arena.narration.dialects import words_of
from arena.narration.narrator import Narrator
from arena.narration.telling import Heading
from arena.records.record import of_type, perceived, visible
from arena.records.talk import Said
from tests.arena.faces.scene.scenes import (
    SEATS,
    Game,
    clockwise,
    frames,
    garbled,
    lines,
    played,
    recorded,
    scene,
    sentences,
)  # fmt: skip
from tests.arena.narration.games import narrated

RULESETS = engine.rulesets()
BARGAINED = "moh-bargaining-4-scene"
"""In it offers are withdrawn and lines lost."""
VIEWPOINTS = ("Ana", "Bo", "public", "all")


def _game(kind: str) -> Game:
    """Return a whole game with talk."""
    return recorded(kind) if kind == BARGAINED else played(kind)


SAMPLE = [pytest.param("moh-ru", marks=pytest.mark.slow), "osaczeni", BARGAINED]


@pytest.fixture(scope="module", params=SAMPLE)
def sample(request: pytest.FixtureRequest) -> Game:
    """Return a game of each family, and one with all that deals can come to."""
    return _game(request.param)


def printed(game: Game, who: str) -> list[str]:
    """Return the lines of a replay without boards, each paragraph on one."""
    header, records = game
    out = StringIO()
    console = Console(file=out, width=4000, color_system=None, highlight=False)
    words = words_of(header.facts(), clockwise(records))
    for each in narrated(Narrator(words, who, boards=False), list(visible(records, who))):
        console.print(each)
    whole = (line.replace("─", "").strip() for line in out.getvalue().splitlines())
    return [line for line in whole if line]


def cells(shown: list[Frame]) -> Iterator[str]:
    """Yield the words of all tables."""
    for line in lines(shown):
        for row in line.get("rows", ()):
            for cell in row:
                yield from "".join(span[0] for span in cell).split()


TOLD = [
    *((kind, "all") for kind in (*RULESETS, BARGAINED)),
    *((kind, who) for kind in ("moh", "osaczeni", BARGAINED) for who in VIEWPOINTS[:-1]),
]
"""Games of each ruleset with all secrets, and of each family as everybody saw them."""


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "who"), TOLD)
def test_frames_say_what_a_replay_says(kind: str, who: str) -> None:
    """Sentence by sentence, speeches put together again; tables word by word."""
    game = _game(kind)
    shown = scene(game, who)
    told = [frame for record in game[1] for frame in shown.take(record)] + shown.pause()
    if who == "all":
        told += shown.reveal(game[1])
    left = Counter[str]()
    said = iter([line.replace("\u00a0", " ").strip() for line in sentences(told, who)])
    wanted = next(said)
    for line in printed(game, who):
        if line == wanted:
            wanted = next(said, "")
        else:
            left.update(line.split())
    assert wanted == "", "a sentence that no replay tells, or in another place"
    assert left == Counter(cells(told))


@pytest.mark.parametrize("who", ["Ana", pytest.param("all", marks=pytest.mark.slow)])
def test_frames_are_json_of_their_types(sample: Game, who: str) -> None:
    """They are numbered from 0 without gaps, and so is what they leave out: nothing."""
    shown = scene(sample, who)
    told = [frame for record in sample[1] for frame in shown.take(record)]
    told += shown.reveal(sample[1])
    again = json.loads(json.dumps(told, allow_nan=False))
    assert TypeAdapter(list[Frame]).validate_python(again) == told
    assert [frame["at"] for frame in told] == list(range(len(told)))
    head = json.loads(json.dumps(shown.head(), allow_nan=False))
    assert TypeAdapter(Head).validate_python(head) == shown.head()


@pytest.mark.slow
@pytest.mark.parametrize("who", ["Ana", "Bo", "public"])
def test_what_a_viewpoint_did_not_perceive_changes_no_byte(sample: Game, who: str) -> None:
    """Records that it did not perceive may say anything, or be left out."""
    whole = json.dumps(frames(sample, who))
    mine = [each for each in sample[1] if perceived(each, who)]
    assert len(sample[1]) - len(mine) > 20
    assert json.dumps(frames(sample, who, mine)) == whole
    assert json.dumps(frames(sample, who, garbled(sample[1], who))) == whole
    assert json.dumps(frames(sample, "all")) != whole


def test_a_head_says_nothing_of_seed_and_forced_chance(sample: Game) -> None:
    """And to the blind it does not say who is a bot."""
    header, records = sample
    other = header.model_copy(update={"seed": "another seed", "forced": {"dice": [[1]]}})
    for who in VIEWPOINTS:
        heads = [Scene(each, clockwise(records), who).head() for each in (header, other)]
        assert heads[0] == heads[1]
    assert heads[0]["token"] == ("victim token" if header.ruleset == "osaczeni" else None)
    blind = Scene(header, clockwise(records), "Ana", blind=True).head()
    assert {seat["kind"] for seat in blind["seats"]} == {None}
    assert [seat["name"] for seat in blind["seats"]] == list(clockwise(records))


@pytest.mark.parametrize("who", ["Ana", "public"])
def test_pausing_changes_no_frame(sample: Game, who: str) -> None:
    """However often somebody is asked: a scene made again of a transcript has the same frames."""
    asked = {"answer", "answer_defaulted", "silent", "bid", "said", "turn_defaulted"}
    in_one_go = {"whispered", "claims_unread"}  # with the words that follow
    seen, paused = scene(sample, who), list[Frame]()
    for before, record in pairwise([sample[1][0], *sample[1]]):
        is_asked = record.type in asked and before.type not in in_one_go
        if is_asked and who in {"public", record.actor}:
            paused += seen.pause()
        paused += seen.take(record)
    assert paused + seen.pause() == frames(sample, who)


@pytest.mark.parametrize("who", VIEWPOINTS)
def test_a_frame_shows_something(sample: Game, who: str) -> None:
    """A line, a board or promises that are other than before, a phase, or the revelation."""
    shown = frames(sample, who)
    boards = [frame["board"] for frame in shown if "board" in frame]
    assert all(before != after for before, after in pairwise(boards))
    for frame in shown:
        changed = frame["told"] or "board" in frame or "promises" in frame
        assert changed or frame["type"] == "phase_began"


def test_nothing_is_revealed_before_the_end(sample: Game) -> None:
    """Then everybody is told who lied, and every lie names a speech with that claim."""
    header, records = sample
    seen = scene(sample, "Ana")
    told = [frame for record in records for frame in seen.take(record)]
    assert all("reveal" not in frame for frame in told)
    over = next(at for at, each in enumerate(records) if each.type == "game_ended")
    with pytest.raises(ValueError, match="not over"):
        seen.reveal(records[:over])
    (last,) = seen.reveal(records)
    speeches = {e.data.message: (e.actor, e.data) for e in records if isinstance(e.data, Said)}
    for each in last["reveal"]:
        if each["kind"] == "lie":
            speaker, said = speeches[each["message"]]
            assert speaker == each["by"]
            assert max(each["claims"]) < len(said.claims)
    assert {each["by"] for each in last["reveal"]} <= set(header.names)


@pytest.mark.parametrize("who", ["Di", "public"])
def test_the_words_of_a_whispered_lie_are_open_once_the_game_is_over(who: str) -> None:
    """To who did not hear them as well, with who heard them; before that nobody else is told."""
    game = played("moh")
    spoken = {each.message: each for each in of_type(Said, game[1])}
    seen = scene(game, who)
    before = json.dumps([frame for record in game[1] for frame in seen.take(record)])
    revealed = seen.reveal(game[1])[0]["reveal"]
    whispered = [each for each in revealed if "whispered_to" in each]
    assert [each["by"] for each in whispered] == ["Ana", "Bo"]
    for each in revealed:
        if "message" in each:
            said = spoken[each["message"]]
            assert (each["said"], len(each["claimed"])) == (said.text, len(each["claims"]))
            assert each.get("whispered_to") == (list(said.to) if said.whisper else None)
    for each in whispered:
        assert (each["said"] in before) == (who in each["whispered_to"])


def test_a_seat_sees_beside_its_own_lie_what_it_had_seen() -> None:
    """Nobody else does, before the dice are open and after."""
    game = played("moh")
    beside = {
        who: [each for line in lines(frames(game, who)) for each in line.get("claims", ())
              if len(each) > 1]
        for who in (*SEATS, "public")
    }  # fmt: skip
    lies = {e["by"] for e in scene(game, "all").reveal(game[1])[0]["reveal"] if e.get("dice")}
    assert lies
    assert {who for who, found in beside.items() if found} == lies
    for who in lies:
        assert all(each[1].startswith("you saw [") for each in beside[who])


def test_a_heading_is_one_by_its_type_and_not_by_how_it_is_drawn() -> None:
    """So is a refusal; what is drawn alike is a fact like others."""
    words = words_of(engine.ruleset("moh"), SEATS)
    told = [Heading("Truck"), Text("Truck", "bold underline"), Text("Truck", "yellow")]
    assert [each["as"] for each in Lines(words).of(told)] == ["phase", "fact", "fact"]
