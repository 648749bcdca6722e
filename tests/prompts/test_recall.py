"""Whatever a seat perceives it is told, in the news or on the board; and it costs little."""

from statistics import median, quantiles
from typing import Any

import pytest

import engine
from arena.narration.dialects import words_of
from arena.records.record import Record
from arena.records.talk import Said
from arena.seats.llm.news import News
from arena.seats.llm.prompts import Prompts
from arena.seats.seat import Question
from arena.settings import TalkRules
from tests.breadth import EACH_FAMILY
from tests.prompts.listening import NAMES, Listener, game_of
from tests.prompts.moments import seen_in

SEATS = NAMES[:5]
OWN = {"answer", "silent", "bid", "said", "whispered", "passed", "destination_chosen"}
"""What the seat's own conversation holds; a destination stands on the board, too."""
ON_THE_BOARD = {
    "phase_began": "its first line",
    "round_ended": "the next round begins",
    "hands_dealt": "hands and deck",
    "search_ended": "hands and deck",
    "floor_opened": "the question on a floor",
    "floor_closed": "that there is another question",
    "ballot_opened": "the question, and the ballots when they are revealed",
    "characters_turned_back": "who is hidden",
    "guns_lowered": "the votes in the question",
}
SAID_BEFORE = {
    "vote_called": "an attack begins with its place",
    "player_chosen": "the ballots with their totals",
    "attack_ended": "who was eaten, or that the attackers leave",
    "badge_taken": "the ballots with what they mean",
}


@pytest.fixture(scope="module", params=EACH_FAMILY)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:  # noqa: ANN401
    """Return a whole game of five house bots that talk, and whisper."""
    return request.param, game_of(tmp_path_factory.mktemp("listening"), request.param)


def silent(ruleset: str, seat: str, records: tuple[Record, ...]) -> set[str]:
    """Return the types of records for which no line is written."""
    news = News(words_of(engine.ruleset(ruleset), SEATS))
    found = set()
    for at, record in enumerate(records):
        if not news.lines(seat, records[: at + 1], at):
            own = record.actor == seat and record.type in OWN
            found.add(f"own {record.type}" if own else record.type)
    return found


def test_what_is_not_told_is_known_otherwise(game: tuple[str, dict[str, Listener]]) -> None:
    """Each type of record without a line has its reason; every other one has a line."""
    ruleset, listeners = game
    for seat, listener in list(listeners.items())[:2]:
        left = silent(ruleset, seat, listener.items[-1].heard)
        assert left - {f"own {each}" for each in OWN} <= {*ON_THE_BOARD, *SAID_BEFORE}


def test_all_that_was_said_is_told_once(game: tuple[str, dict[str, Listener]]) -> None:
    """The news of a whole game hold each speech of the others, and no other seat's whisper."""
    _, listeners = game
    for seat, listener in listeners.items():
        speeches = [
            (record.actor, record.data.text) for record in listener.items[-1].heard
            if isinstance(record.data, Said) and record.actor != seat
        ]  # fmt: skip
        text = "\n".join(item.turned.text for item in listener.items)
        assert text.count(" says to ") + text.count(" whispers to you") >= len(speeches) > 20
        for speaker, said in speeches:
            assert f"- {speaker} " in text
            assert said in text


def test_one_s_own_speech_is_not_repeated(game: tuple[str, dict[str, Listener]]) -> None:
    """It stands in the conversation as the call that made it."""
    _, listeners = game
    for seat, listener in listeners.items():
        assert not any(f"\n- {seat} says to" in item.turned.text for item in listener.items)


def test_the_board_shows_hand_deck_and_what_was_chosen(
    game: tuple[str, dict[str, Listener]],
) -> None:
    """What the news leave out of the view's secrets stands on the board."""
    ruleset, listeners = game
    names = {card.id: card.name for card in engine.ruleset(ruleset).cards}
    for listener in listeners.values():
        for item in listener.items:
            board = "\n".join(item.turned.board.values())
            held = ", ".join(f"{names[card]} (`{card}`)" for card in item.view["hand"]) or "none"
            assert f": {held}." in item.turned.board["hand"]
            assert f"Deck: {item.view['deck_size']}." in board
            mine = item.view["destinations"][item.view["seat"]]
            assert mine is None or f"{item.view['seat']} {mine}" in board
            if item.view["dice"]:
                assert f"Dice: {' '.join(map(str, item.view['dice']))}" in board


def test_the_board_tells_every_place(game: tuple[str, dict[str, Listener]]) -> None:
    """Each location has a line with its attackers and who stands there."""
    ruleset, listeners = game
    names = {each.id: each.name for each in engine.ruleset(ruleset).characters}
    for item in listeners["Anna"].items:
        lines = [line for line in item.turned.board.values() if line.startswith("- ")]
        assert len(lines) == len(item.view["places"])
        for line, place in zip(lines, item.view["places"], strict=True):
            assert line.startswith(f"- {place['number']} {place['name']} (")
            assert place["closed"] == ("(closed)" in line)
            for each in place["characters"]:
                assert names[each["character"]] in line
                assert f"{each['player']}'s" in line
            if not place["closed"]:
                assert f" {place['zombies']} " in line


def told_board(text: str) -> list[str]:
    """Return the lines of a turn's board; none where it has no such section."""
    _, _, section = f"\n{text}".partition("\n# The board")
    return section.split("\n\n")[0].split("\n")[1:]


def test_the_board_is_told_where_it_changed(game: tuple[str, dict[str, Listener]]) -> None:
    """Whole in the first turn; then each line that is another, and nothing else."""
    _, listeners = game
    for listener in listeners.values():
        first, *later = listener.items
        assert told_board(first.turned.text) == [
            each for each in first.turned.board.values() if each
        ]
        assert "\n# The board\n" in first.turned.text
        for item in later:
            last, now = item.last_board, item.turned.board
            assert last is not None
            told = [
                line or f"{key.capitalize()}: none." for key, line in now.items()
                if line != last[key]
            ]  # fmt: skip
            assert told_board(item.turned.text) == told
            assert ("# The board, where it changed\n" in item.turned.text) == bool(told)


def about(line: str) -> str:
    """Return what a line of the board is about: its first word, or a location's number."""
    return (
        line[:3]
        if line.startswith("- ")
        else line.replace("Set-up", "Round").split()[0].rstrip(":")
    )


def test_who_reads_on_knows_the_whole_board(game: tuple[str, dict[str, Listener]]) -> None:
    """What was told last of each thing is how it stands: nothing changes without a word."""
    _, listeners = game
    for listener in listeners.values():
        known: dict[str, str] = {}
        for item in listener.items:
            known |= {about(line): line for line in told_board(item.turned.text)}
            for line in filter(None, item.turned.board.values()):
                assert known[about(line)] == line
            for gone in ("Dice", "Destinations"):
                told = known.get(gone, f"{gone}: none.") != f"{gone}: none."
                assert told == bool(item.turned.board[gone.lower()])


def test_the_same_is_told_again_to_the_byte(game: tuple[str, dict[str, Listener]]) -> None:
    """A turn is a function of what it is made of: a resumed game shows the same."""
    ruleset, listeners = game
    facts = engine.ruleset(ruleset)
    prompts = Prompts(facts, SEATS, TalkRules(), hints="full", ledger=False)
    for item in reversed(listeners["Clara"].items):
        again = prompts.turn(
            item.asked, item.view, item.heard, known=item.known, last_board=item.last_board,
            seen=seen_in(item.heard, "Clara", facts, SEATS),
        )  # fmt: skip
        assert again == item.turned


def test_a_user_item_is_small(game: tuple[str, dict[str, Listener]]) -> None:
    """At five seats half of them are below 400 tokens of four bytes, nine of ten below 650."""
    _, listeners = game
    sizes = [
        len(item.turned.text.encode()) / 4
        for listener in listeners.values()
        for item in listener.items
    ]
    assert median(sizes) < 400
    assert quantiles(sizes, n=10)[-1] < 650


def test_questions_and_turns_to_talk_were_both_rendered(
    game: tuple[str, dict[str, Listener]],
) -> None:
    """The game that these tests look at has all kinds of items."""
    _, listeners = game
    asked = [item.asked for listener in listeners.values() for item in listener.items]
    assert sum(isinstance(each, Question) for each in asked) > 50
    assert sum(not isinstance(each, Question) for each in asked) > 50
