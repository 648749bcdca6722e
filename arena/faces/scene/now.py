"""The open question of a person, as data."""

from collections.abc import Sequence

from arena.console import fill
from arena.faces.person import questions, wording
from arena.faces.person.questions import waiting_for
from arena.faces.person.sitting import Sitting
from arena.faces.scene.data import Clause, Now, OptionData
from arena.faces.scene.lines import Lines
from arena.narration.speech_acts import act_in_words
from arena.narration.words import Words
from arena.seats.human import Open
from arena.seats.seat import Question
from arena.talk.speech import TalkTurn


def now_data(sitting: Sitting, now: Open) -> Now:
    """Return the open question of a session; the sender adds the seconds left."""
    asked, words = now.asked, sitting.words
    found = watching(questions.title(asked, now.view, words))
    found["asked"], found["place"] = asked.id, asked.place
    following = wording.DECISIONS.get(asked.floor) if isinstance(asked, TalkTurn) else None
    following = following or _next_phase(words, asked.phase)
    if following is not None:
        found["next"] = following
    if isinstance(asked, Question):
        _question(found, asked, words)
    else:
        _turn(found, asked, sitting)
    return ahead(found, sitting)


def waiting(thinking: Sequence[str], *, away: bool) -> Now:
    """Return the data for a person who waits for others, or whose seat a bot plays."""
    found = watching(wording.AWAY if away else waiting_for(thinking), thinking)
    if away:
        found["away"] = True
    elif not thinking:
        found["unnamed"] = True
    return found


def ahead(found: Now, sitting: Sitting) -> Now:
    """Add the messages prepared for the next turn to speak, if none is open."""
    if sitting.prepared and sitting.turn is None:
        found["ahead"] = [each.text for each in sitting.prepared]
    return found


def watching(title: str, thinking: Sequence[str] = ()) -> Now:
    """Return the data for a viewer who is asked nothing."""
    return {
        "asked": None, "task": None, "kind": None, "title": title, "place": None,
        "by_room": False, "options": [], "seconds_left": None, "messages": None,
        "thinking": list(thinking), "reading": False,
    }  # fmt: skip


def _question(found: Now, asked: Question, words: Words) -> None:
    found["task"], found["kind"] = "answer", asked.kind
    choices = [each for each in asked.options if each.id != questions.PASS]
    found["by_room"] = all(set(each.args) == {"location"} for each in choices)
    found["options"] = [
        OptionData(key=key, id=option.id, label=option.label, args=dict(option.args))
        for key, option in questions.keyed(asked).items()
    ]
    clause = _clause(asked.kind, words)
    if clause is not None:
        found["clause"] = clause
    consequence = _consequence(asked, words)
    if consequence:
        found["consequence"] = consequence


def _turn(found: Now, turn: TalkTurn, sitting: Sitting) -> None:
    found["task"], found["kind"] = turn.task, turn.floor
    if turn.task == "speak":
        dropped = Lines(sitting.words).of(sitting.dropped)
        if dropped:
            found["told"] = dropped
        prepared = [each.text for each in sitting.prepared]
        said = [
            [act_in_words(sitting.words, act, turn.seat) for act in (*each.claims, *each.deals)]
            for each in sitting.prepared
        ]
        found["messages"] = {"most": turn.messages, "prepared": prepared, "said": said}


def _clause(kind: str, words: Words) -> Clause | None:
    clauses = words.ruleset.decision_clauses.get(kind, ())
    text = {rule.clause: rule.text for rule in words.ruleset.rules(words.seats)}
    found = next((each for each in clauses if each in text), None)
    return None if found is None else {"id": found, "text": text[found]}


def _consequence(asked: Question, words: Words) -> str:
    """Return the consequence of a vote in one sentence; empty for other questions."""
    topic = str(asked.context.get("kind") or asked.context.get("vote"))
    line = words.dialect.wins.get(topic)
    if asked.kind not in wording.BALLOTS or line is None:
        return ""
    if topic == "attack":
        return wording.LOSES
    return fill(line, player=wording.MOST_VOTES, takes="takes").plain


def _next_phase(words: Words, phase: str) -> str | None:
    """Return the heading of the next phase; after the last one that of a round's first."""
    phases = words.ruleset.phases
    if phase not in phases:
        return None
    at = phases.index(phase) + 1
    return words.phase(phases[at] if at < len(phases) else phases[1])
