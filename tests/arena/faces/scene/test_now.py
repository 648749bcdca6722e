"""What is asked of a person, as data: the questions and keys of the command line."""

import json

import pytest
from pydantic import TypeAdapter

from arena.config import TableConfig
from arena.faces.person import questions, wording
from arena.faces.scene import Now, now_data, waiting, watching
from arena.seats.seat import Question
from tests.arena.faces.person.typists import Typist, typed_game


class Watcher(Typist):
    """Answers with the first key, and keeps what it was asked as data."""

    def __init__(self) -> None:
        """Say something at the first turn to talk."""
        super().__init__(self.first)
        self.seen: list[tuple[Now, object]] = []

    def first(self, sitting: object) -> list[str]:
        """Look, and answer."""
        del sitting
        assert self.sitting is not None
        assert self.sitting.now is not None
        now = now_data(self.sitting, self.sitting.now)
        asked = self.sitting.now.asked
        self.seen.append((now, asked))
        if isinstance(asked, Question):
            return [now["options"][0]["key"]]
        if asked.task == "bid":
            return ["2"]
        said = f"say I am {asked.seat}."
        return [said, ""] if len(self.seen) < 40 else [""]


@pytest.fixture(scope="module", params=[pytest.param("moh", marks=pytest.mark.slow), "osaczeni"])
def watcher(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Watcher:
    """Somebody who has played a whole game of each family."""
    watcher = Watcher()
    seats = {"Ana": "human", "Bo": "house", "Cy": "house"}
    table = TableConfig(ruleset=request.param, seats=seats, seed="5")
    typed_game(watcher, tmp_path_factory.mktemp("watched"), table)
    return watcher


def test_what_is_asked_is_what_the_command_line_asks(watcher: Watcher) -> None:
    """Titles, keys, rooms and rules; every kind of question has its clause."""
    assert {now["task"] for now, _ in watcher.seen} >= {"answer", "speak"}
    facts = json.dumps([now for now, _ in watcher.seen])
    TypeAdapter(list[Now]).validate_python(json.loads(facts))
    for now, asked in watcher.seen:
        assert now["asked"] == asked.id
        assert now["place"] == asked.place
        if isinstance(asked, Question):
            keyed = questions.keyed(asked)
            assert [each["key"] for each in now["options"]] == list(keyed)
            assert [each["id"] for each in now["options"]] == [e.id for e in keyed.values()]
            choices = [each for each in now["options"] if each["key"] != "0"]
            assert now["by_room"] == all(set(each["args"]) == {"location"} for each in choices)
            if now["by_room"]:
                assert all(e["key"] == str(e["args"]["location"]) for e in choices)
            assert now["clause"]["text"]
            assert now["messages"] is None
        else:
            assert now["options"] == []
            assert now["messages"] == {"most": asked.messages, "prepared": [], "said": []}


@pytest.mark.parametrize("watcher", ["osaczeni"], indirect=True)
def test_what_follows_talk_before_a_vote_is_the_vote(watcher: Watcher) -> None:
    """And no phase that comes later; after dice have been looked at, it is one."""
    following = {now["kind"]: now["next"] for now, _ in watcher.seen if now["task"] == "speak"}
    assert following["chief"] == "the vote"
    assert following["dice"] == "Movement"
    assert following["tie"] == "the decision"


def test_who_waits_is_told_whether_anybody_may_be_named() -> None:
    """Or that a bot plays for them."""
    assert "unnamed" not in waiting(["Bo"], away=False)
    assert waiting([], away=False)["unnamed"]
    away = waiting(["Bo"], away=True)
    assert (away["title"], away["away"], away["thinking"]) == (wording.AWAY, True, ["Bo"])
    assert "unnamed" not in away
    TypeAdapter(Now).validate_python(waiting([], away=False))


def test_who_only_watches_is_asked_nothing() -> None:
    """And is told who thinks."""
    now = watching(wording.WAITING, ["Bo"])
    assert TypeAdapter(Now).validate_python(now) == now
    assert (now["asked"], now["options"], now["thinking"]) == (None, [], ["Bo"])
