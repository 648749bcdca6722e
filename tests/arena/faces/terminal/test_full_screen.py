"""A person at a full screen: whole games, sizes, what is typed, what others say, the end."""

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Input

from arena.faces.terminal.talk_log import Reading, Talk
from arena.table.verify import verify
from tests.arena.faces.terminal.screens import sat_down
from tests.arena.seats.human.sitters import config

SIZES = [
    (80, 24),
    *(pytest.param(each, marks=pytest.mark.slow) for each in ((100, 30), (116, 40), (200, 60))),
]


@pytest.mark.slow
@pytest.mark.parametrize(("id_", "size"), [("moh", (80, 24)), ("osaczeni", (140, 40))])
def test_a_whole_game_is_played_on_a_screen(
    id_: str, size: tuple[int, int], tmp_path: Path
) -> None:
    """To its end, which is told there; the transcript is true, and no default stood in."""

    async def evening() -> None:
        async with sat_down(config(ruleset=id_), tmp_path, size=size) as ana:
            while await ana.answer():
                pass
            await ana.pilot.pause()
            assert "The end" in ana.talk()
            assert "Ana: “Keep calm.”" in ana.talk()
            assert ana.drawn("#title").startswith("The game is over.")
            await ana.pilot.press("enter")
            assert ana.app._exit
            assert ana.person.outcome is not None
            assert ana.person.outcome.finished
            assert ana.person.outcome.counts["Ana"].defaults == {}

    asyncio.run(evening())
    (game,) = tmp_path.iterdir()
    assert verify(game).ok


@pytest.mark.parametrize("size", SIZES)
def test_everything_stands_on_a_screen_of_any_size(size: tuple[int, int], tmp_path: Path) -> None:
    """Question, options, command line and talk; on a wide one board and promises too."""

    async def evening() -> None:
        async with sat_down(config(), tmp_path, size=size) as ana:
            asked = await ana.asked()
            assert asked is not None
            screen = "\n".join(ana.screen())
            for key, label in asked.options:
                assert f"{key}  {label}" in screen
            assert "Put one of your characters" in screen
            assert ana.drawn("#line").startswith(">")
            assert ("6 Supermarket" in ana.drawn("#mall")) == (size[0] >= 116)
            assert ("Nothing is promised" in screen) == (size[0] >= 116)
            await ana.pilot.press("M")
            await ana.pilot.pause()
            assert "6 Supermarket" in ana.drawn("#board")
            await ana.pilot.press("L")
            await ana.pilot.pause()
            assert "Nothing is promised" in ana.drawn("#ledger")

    asyncio.run(evening())


@pytest.mark.slow
def test_a_screen_may_change_its_size_in_mid_game(tmp_path: Path) -> None:
    """The talk is broken anew, nothing of it is lost, and what was being typed stays."""

    async def evening() -> None:
        async with sat_down(config(), tmp_path, size=(140, 40)) as ana:
            for _ in range(6):
                assert await ana.answer()
            asked = await ana.asked()
            wide = " ".join(ana.talk().split())
            ana.app.query_one(Input).value = "say half a sen"
            for size in ((80, 24), (60, 20), (160, 50), (80, 24)):
                await ana.pilot.resize_terminal(*size)
                await ana.pilot.pause()
                assert max(map(len, ana.talk().splitlines())) <= size[0]
                words = " ".join(ana.talk().split()).replace("─", "")
                assert words.split() == wide.replace("─", "").split()
            assert ana.app.query_one(Input).value == "say half a sen"
            assert ana.app.asked == asked

    asyncio.run(evening())


@pytest.mark.slow
def test_what_is_told_while_the_talk_is_hidden_is_broken_as_the_rest(tmp_path: Path) -> None:
    """On a small screen, where one thing at a time is shown."""

    async def evening() -> None:
        async with sat_down(config(), tmp_path, size=(80, 24)) as ana:
            await ana.asked()
            await ana.pilot.press("L")
            await ana.pilot.pause()
            for _ in range(6):
                assert await ana.answer()
            await ana.asked()
            hidden = ana.talk().splitlines()
            await ana.pilot.press("T")
            await ana.pilot.resize_terminal(80, 25)
            await ana.pilot.resize_terminal(81, 25)
            await ana.pilot.resize_terminal(80, 24)
            await ana.pilot.pause()
            assert hidden == ana.talk().splitlines()

    asyncio.run(evening())


def test_an_option_is_chosen_by_arrows_or_by_clicks_too(tmp_path: Path) -> None:
    """Arrows and Enter; a click types the key, and a second one takes it."""

    async def evening() -> None:
        async with sat_down(config(), tmp_path) as ana:
            first = await ana.asked()
            assert first is not None
            await ana.pilot.press("enter")
            await ana.pilot.pause()
            assert "Choose first" in ana.drawn("#answer")
            await ana.pilot.press("down", "enter")
            second = await ana.asked()
            assert second is not None
            assert second.id != first.id
            while not second.options:
                await ana.answer()
                second = await ana.asked()
                assert second is not None
            await ana.pilot.click("OptionList", offset=(3, 0))
            await ana.pilot.pause()
            assert ana.app.query_one(Input).value == second.options[0][0]
            await ana.pilot.click("OptionList", offset=(3, 0))
            third = await ana.asked()
            assert third is not None
            assert third.id != second.id

    asyncio.run(evening())


@pytest.mark.slow
def test_a_line_typed_for_another_question_is_not_taken_for_this_one(tmp_path: Path) -> None:
    """It stays on the command line, and is taken when it is sent again."""

    async def evening() -> None:
        async with sat_down(config(), tmp_path) as ana:
            first = await ana.asked()
            assert first is not None
            ana.app.query_one(Input).value = "1"
            await ana.pilot.pause()
            ana.person.chair.give(first.id, ana.person.chair.open.asked.options[0].id)  # type: ignore[union-attr]
            while (second := await ana.asked()) is None or second.id == first.id:
                pass
            await ana.pilot.press("enter")
            await ana.pilot.pause()
            assert "Something else is asked by now." in ana.drawn("#answer")
            assert ana.app.query_one(Input).value == "1"
            assert await ana.asked() == second
            await ana.pilot.press("escape")
            assert ana.app.query_one(Input).value == ""

    asyncio.run(evening())


@pytest.mark.parametrize("key", ["ctrl+c", pytest.param("quit", marks=pytest.mark.slow)])
def test_who_leaves_can_go_on(key: str, tmp_path: Path) -> None:
    """The screen ends, the game stops, and what was answered is kept."""

    async def evening() -> None:
        async with sat_down(config(), tmp_path) as ana:
            await ana.answer()
            await ana.asked()
            if key == "quit":
                await ana.type("quit")
            else:
                await ana.pilot.press(key)
            assert ana.app.game is not None
            await ana.app.game
            assert ana.person.outcome is not None
            assert not ana.person.outcome.finished

    asyncio.run(evening())
    (game,) = tmp_path.iterdir()
    assert verify(game).sound
    assert (game / "calls.jsonl").read_text().count('"person_answered"') == 1


@pytest.mark.slow
def test_words_are_never_markup_and_may_be_long(tmp_path: Path) -> None:
    """Brackets stand as they were typed; a long speech is broken where the screen ends."""
    words = "[bold red]Trust me[/] [@click=app.exit]here[/] " + "x" * 140 + " end"

    async def evening() -> None:
        async with sat_down(config(), tmp_path) as ana:
            while (asked := await ana.asked()) is not None and asked.options:
                await ana.answer()
            await ana.answer(words)
            assert "[bold red]Trust me[/] [@click" in ana.drawn("#title")
            await ana.answer()
            await ana.asked()
            assert "[bold red]Trust me[/] [@click=app.exit]here[/]" in " ".join(ana.talk().split())
            assert "x" * 60 in ana.talk()
            assert max(map(len, ana.talk().splitlines())) <= 80

    asyncio.run(evening())


@pytest.mark.slow
def test_long_answers_are_read_by_themselves(tmp_path: Path) -> None:
    """`?`, the rules and the notation, at any time; Escape goes back to the table."""

    async def evening() -> None:
        async with sat_down(config(), tmp_path) as ana:
            asked = await ana.asked()
            for key in ("?", "R"):
                await ana.pilot.press(key)
                await ana.pilot.pause()
                assert isinstance(ana.app.screen, Reading)
                await ana.pilot.press("pagedown", "down", "escape")
                await ana.pilot.pause()
                assert not isinstance(ana.app.screen, Reading)
            await ana.type("notation")
            assert isinstance(ana.app.screen, Reading)
            await ana.pilot.press("enter")
            await ana.pilot.pause()
            assert not isinstance(ana.app.screen, Reading)
            assert await ana.asked() == asked

    asyncio.run(evening())


@pytest.mark.slow
def test_whispers_can_be_read_alone(tmp_path: Path) -> None:
    """`W` shows nothing but whispers, `T` everything again."""
    table = config()

    async def evening() -> None:
        async with sat_down(table, tmp_path) as ana:
            while (asked := await ana.asked()) is not None and asked.options:
                await ana.answer()
            await ana.type("whisper Bo: Not you.")
            await ana.type("done")
            await ana.asked()
            everything = ana.talk()
            await ana.pilot.press("W")
            await ana.pilot.pause()
            assert "Ana whispers to Bo: “Not you.”" in ana.talk()
            assert "rolls" not in ana.talk()
            await ana.pilot.press("T")
            await ana.pilot.pause()
            assert ana.talk() == everything
            assert not ana.app.query_one(Talk).only_whispers

    asyncio.run(evening())


@pytest.mark.slow
def test_what_is_new_begins_at_the_top_where_it_is_more_than_a_screen(tmp_path: Path) -> None:
    """Nobody has to scroll back to where they stopped reading; PgDn goes on."""

    async def evening() -> None:
        async with sat_down(config(), tmp_path, size=(80, 16)) as ana:
            moved = False
            while await ana.answer():
                await ana.asked()
                talk = ana.app.query_one(Talk)
                if talk.has_more:
                    before = talk.scroll_offset.y
                    assert "more below" in "\n".join(ana.screen())
                    await ana.pilot.press("pagedown")
                    await ana.pilot.pause()
                    assert talk.scroll_offset.y > before
                    moved = True
                    break
            assert moved

    asyncio.run(evening())
