"""The command line of a table: parses and does what a person types.

A line that can't be parsed or done is `Refused` with one sentence, and changes nothing.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rich.console import RenderableType
from rich.text import Text

from arena.claims.grammar import grammar_text
from arena.claims.language import Claim
from arena.claims.notation import read_line
from arena.errors import ClaimError, InvalidAnswer, StaleQuestion
from arena.faces.person import questions, wording
from arena.faces.person.sitting import Sitting
from arena.narration.aim import aim_of
from arena.narration.speech_acts import spoken
from arena.narration.words import Paragraph
from arena.seats.seat import Question
from arena.talk.speech import BIDS, Message, Speech, TalkTurn
from arena.text import plural, shown

Shown = list[RenderableType]


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a line that was done."""

    shown: Shown
    taken: bool = False
    """True if the line answered the open question."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that was refused, with the reason in one sentence."""

    why: str

    @property
    def shown(self) -> Shown:
        """The reason as a terminal shows it."""
        return [Text(self.why, "yellow")]


Command = Callable[[Sitting, str], Shown | Refused]


class Quit(Exception):
    """Raised if the person wants to stop the game."""


def done_by(line: str, sitting: Sitting) -> Done | Refused:
    """Do what a typed line says and return the result. Raises `Quit`."""
    word, _, rest = line.strip().partition(" ")
    command, was_asked = COMMANDS.get(word.casefold()), sitting.now is not None
    try:
        if command is not None:
            told = command(sitting, rest.strip())
        else:
            told = _given(sitting, line.strip())
    except (InvalidAnswer, StaleQuestion, ClaimError) as error:
        return Refused(getattr(error, "why", str(error)))
    if isinstance(told, Refused):
        return told
    return Done(told, taken=was_asked and sitting.now is None)


def looks(line: str) -> bool:
    """Return True if a line only looks at something, so that it is allowed at any time."""
    return line.strip().partition(" ")[0].casefold() in LOOKS


# --- answers ---


def _given(sitting: Sitting, line: str) -> Shown | Refused:
    """Choose an option or bid; an empty line ends a turn to talk."""
    now = sitting.now
    if now is None:
        if sitting.is_over:
            why = wording.OVER
        else:
            why = wording.NOT_AHEAD if sitting.chair.away is None else wording.AWAY
        return Refused(why) if line else []
    asked = now.asked
    if isinstance(asked, Question):
        return _chosen(sitting, asked, line) if line else sitting.question()
    if asked.task == "bid" and line in map(str, BIDS):
        sitting.chair.give(asked.id, int(line))
        sitting.answered()
        return []
    if not line:
        return _done(sitting, "")
    return _unknown(line)


def _chosen(sitting: Sitting, asked: Question, line: str) -> Shown | Refused:
    option = questions.option_named(line, asked)
    if option is None:
        possible = questions.listed(asked)
        return Refused(wording.NO_OPTION.format(given=shown(line), possible=possible))
    sitting.chair.give(asked.id, option.id)
    sitting.answered()
    return [Text(wording.CHOSEN.format(label=option.label), "dim")]


def _unknown(line: str) -> Refused:
    return Refused(wording.UNKNOWN.format(given=shown(line), possible=", ".join(COMMANDS)))


# --- talk ---


def _turn(sitting: Sitting) -> TalkTurn:
    """Return the open turn to speak. Raises `InvalidAnswer`."""
    now = sitting.now
    if sitting.turn is not None:
        return sitting.turn
    at = wording.NOTHING if now is None else questions.title(now.asked, now.view, sitting.words)
    raise InvalidAnswer("illegal", wording.TALK.format(now=at))


def _check_talk(sitting: Sitting) -> None:
    """Raise `InvalidAnswer` if the game is over or the table has no talk."""
    if sitting.is_over:
        raise InvalidAnswer("illegal", wording.OVER)
    if sitting.talk.protocol == "off":
        raise InvalidAnswer("illegal", wording.NO_TALK)


def _addressed(text: str, sitting: Sitting) -> tuple[tuple[str, ...], str]:
    """Split `Bo, Cy: words` into seats and words; no seats if no known names come first."""
    names, colon, words = text.partition(":")
    known = {seat.casefold(): seat for seat in sitting.words.seats}
    given = [each.strip().casefold() for each in names.split(",")]
    if not colon or any(each not in known for each in given):
        return (), text
    return tuple(known[each] for each in given), words.strip()


def _say(sitting: Sitting, text: str) -> Shown | Refused:
    if text.casefold().startswith("to "):
        to, words = _addressed(text[3:], sitting)
        if to:
            return _prepared(sitting, Message(text=words, to=to))
    return _prepared(sitting, Message(text=text))


def _whisper(sitting: Sitting, text: str) -> Shown | Refused:
    to, words = _addressed(text.removeprefix("to "), sitting)
    return _prepared(sitting, Message(text=words, to=to, whisper=True))


def _prepared(sitting: Sitting, message: Message) -> Shown | Refused:
    _check_talk(sitting)
    if len(sitting.prepared) >= sitting.talk.messages:
        full = wording.FULL if sitting.turn is not None else wording.FULL_AHEAD
        return Refused(full.format(most=plural(sitting.talk.messages, "message")))
    return _kept(sitting, [*sitting.prepared, message])


def _kept(sitting: Sitting, messages: Sequence[Message]) -> Shown | Refused:
    """Store messages as prepared if they are allowed, and return which was added."""
    why = sitting.problem(messages)
    if why is not None:
        return Refused(why)
    sitting.prepared[:] = messages
    kept = wording.KEPT if sitting.turn is not None else wording.AHEAD
    return [Text(kept.format(number=len(messages), most=sitting.talk.messages), "dim")]


def _line(sitting: Sitting, line: str) -> Shown | Refused:
    """Add a line of the notation to the last message, or to a new one with its words."""
    _check_talk(sitting)
    said = read_line(line, sitting.seat, sitting.vocabulary)
    *before, last = sitting.prepared or [Message(text="")]
    if isinstance(said, Claim):
        longer = replace(last, claims=(*last.claims, said))
    else:
        longer = replace(last, deals=(*last.deals, said))
    if last.text == _in_words(sitting, last):
        longer = replace(longer, text=_in_words(sitting, longer))
    return _kept(sitting, [*before, longer])


def _in_words(sitting: Sitting, message: Message) -> str:
    return spoken(sitting.words, (*message.claims, *message.deals), sitting.seat)


def _deal(word: str) -> Command:
    return lambda sitting, rest: _line(sitting, f"{word} {rest}".strip())


def _undo(sitting: Sitting, _: str) -> Shown | Refused:
    _check_talk(sitting)
    if not sitting.prepared:
        return Refused(wording.NO_MESSAGE)
    sitting.prepared.pop()
    return [Text(wording.UNDONE, "dim")]


def _done(sitting: Sitting, _: str) -> Shown:
    turn = _turn(sitting)
    said = Speech(messages=tuple(sitting.prepared)) if sitting.prepared else None
    sitting.chair.give(turn.id, said)
    sitting.prepared.clear()
    sitting.answered()
    return [] if said else [Text(wording.SILENCE, "dim")]


# --- leaving and coming back ---


def _leave(sitting: Sitting, _: str) -> Shown | Refused:
    if sitting.is_over or sitting.chair.away is not None:
        return Refused(wording.OVER if sitting.is_over else wording.AWAY)
    sitting.chair.leave()
    return [Text(wording.LEFT_TO_BOT)]


def _back(sitting: Sitting, _: str) -> Shown | Refused:
    if sitting.is_over or sitting.chair.away is None:
        return Refused(wording.OVER if sitting.is_over else wording.NOT_AWAY)
    sitting.chair.come_back()
    return [Text(wording.BACK_AGAIN)]


# --- looking at things ---


def _room(sitting: Sitting, given: str) -> Shown | Refused:
    places = {str(number) for number in sitting.words.places}
    if given not in places:
        rooms = ", ".join(f"room {each}" for each in sorted(places))
        return Refused(wording.UNKNOWN.format(given=shown(f"room {given}"), possible=rooms))
    return list(sitting.heard.board.at(int(given)))


def _promises(sitting: Sitting, _: str) -> Shown:
    return [*map(Text, sitting.heard.promises)] or [Text(wording.NOBODY_PROMISED)]


def _aim(sitting: Sitting, _: str) -> Shown:
    return [
        Paragraph(Text.assemble((f"{title}. ", "bold"), text))
        for title, text in aim_of(sitting.words)
    ]


def _rules(sitting: Sitting, word: str) -> Shown | Refused:
    told = [each for each in _clauses(sitting).values() if word.casefold() in each.plain.casefold()]
    if not told:
        return Refused(wording.NO_CLAUSE.format(given=shown(word)))
    in_force = [] if word else _in_force(sitting)
    return [*in_force, Text(wording.ALL_RULES, "bold"), *told] if in_force else [*told]


def _clauses(sitting: Sitting) -> dict[str, Text]:
    rules = sitting.words.ruleset.rules(sitting.words.seats)
    return {rule.clause: Text.assemble((rule.clause, "bold"), " ", rule.text) for rule in rules}


def _in_force(sitting: Sitting) -> Shown:
    """Return the heading and the rules of the open question; empty if there are none."""
    now = sitting.now
    kind = now.asked.kind if now is not None and isinstance(now.asked, Question) else ""
    clauses = sitting.words.ruleset.decision_clauses.get(kind, ())
    told = [text for clause, text in _clauses(sitting).items() if clause in clauses]
    return [Text(wording.IN_FORCE, "bold"), *told] if told else []


def _clock(sitting: Sitting, _: str) -> Shown:
    now = sitting.now
    if now is None:
        return [Text(wording.NO_CLOCK)]
    left = max(0, round(now.until - asyncio.get_running_loop().time()))
    return [Text(wording.LEFT.format(seconds=plural(left, "second")))]


def _help(sitting: Sitting, _: str) -> Shown:
    says = dict(wording.HELP)
    if not sitting.stops:
        says["quit"] = wording.QUIT_ELSEWHERE
    return [Text.assemble((f"{word:<24}", "bold"), each) for word, each in says.items()]


def _quit(_: Sitting, __: str) -> Shown:
    raise Quit


LOOKS: Mapping[str, Command] = {
    "board": lambda at, _: [at.heard.board],
    "room": _room,
    "promises": _promises,
    "ledger": _promises,
    "votes": lambda at, _: list(at.votes) or [Text(wording.NO_VOTE)],
    "last": lambda at, _: list(at.since) or [Text(wording.NOTHING_YET)],
    "aim": _aim,
    "rules": _rules,
    "notation": lambda at, _: [Text(grammar_text(at.vocabulary))],
    "clock": _clock,
    "options": lambda at, _: at.question() or [Text(wording.NOTHING)],
    "reveal": lambda at, _: at.revealed() or Refused(wording.NOT_OVER),
    "skip": lambda at, _: [] if at.skip() else [Text(wording.NOTHING_WAITS)],
    "leave": _leave,
    "back": _back,
    "?": lambda at, _: _in_force(at) + _help(at, ""),
    "help": _help,
    "quit": _quit,
}
"""Commands that are allowed at any time, by first word."""
COMMANDS: Mapping[str, Command] = {
    "say": _say, "whisper": _whisper, "claim": _line, "offer": _deal("offer"),
    "accept": _deal("accept"), "decline": _deal("decline"), "counter": _deal("counter"),
    "withdraw": _deal("withdraw"), "undo": _undo, "done": _done, **LOOKS,
}  # fmt: skip
"""All commands by first word."""
