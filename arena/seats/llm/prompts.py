"""The texts shown to a model: the system text, a turn, a correction, a request for a summary.

Each is a function of its arguments, so that a resumed game shows the same bytes. The templates are
in `prompts`; the values that fill them in are here. Calling the model, and keeping its
conversation, are not here.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from arena.claims.grammar import grammar_text
from arena.claims.open_offers import OPEN
from arena.claims.vocabulary import Vocabulary
from arena.models.types import Step, Tool, is_worded
from arena.narration.dialects import words_of
from arena.projections.ledger import Ledger
from arena.projections.perspective import Perspective
from arena.records.record import Record
from arena.seats.llm.board_text import Board, changed
from arena.seats.llm.ledger_text import LedgerLines, ledger_lines, open_offers, to_tell
from arena.seats.llm.news import News, listed
from arena.seats.llm.templates import templates_of
from arena.seats.seat import Question
from arena.settings import PromptVariant, TalkRules
from arena.talk.discussion import in_order, speaking_groups
from arena.talk.speech import TalkTurn
from engine import Floor, Ruleset
from engine.view_data import ViewData

ASKED = frozenset(
    {
        "about", "asked", "at", "board", "candidates", "context", "decider", "family", "listed",
        "parking", "talk", "votes", "votes_here",
    }
)  # fmt: skip
TALKING = ASKED | {"left", "offers", "order"}
ANSWERING = frozenset({"options", "tool"})
GIVEN: Mapping[str, frozenset[str]] = {
    "system.md": frozenset(
        {
            "board", "characters", "family", "goal", "grammar", "hints", "ledger", "noted",
            "open_offers", "persona", "plans", "rules", "ruleset", "seat", "seats", "talk", "tools",
        }
    ),
    "turn.md": ANSWERING | {"board", "ledger", "news", "task", "whole", "whole_ledger"},
    "decision": ASKED,
    "talk.md": TALKING,
    "bid.md": TALKING,
    "correction.md": ANSWERING | {"instead", "tries", "why"},
    "summary.md": frozenset({"noted", "seat"}),
    "epoch.md": frozenset({"chronicle", "notes", "seat", "summary"}),
}  # fmt: skip
"""The values that each template gets, by its name or its folder's; other templates are included in
these."""

POSSIBLE = "Possible: "
"""Begins the last part of each error message: what is possible."""
COPIED = "it was the same more than once. "
INSTEAD = {
    "decide": "an option is chosen for you",
    "speak": "you say nothing",
    "bid": "your bid is 0",
}
"""The consequence of giving no valid answer, by kind of task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnText:
    """The text of one user item, with the state that the next one is compared to."""

    text: str
    """The whole item; its last line names the tool."""
    board: Mapping[str, str]
    """The present board, to be passed as `last_board` at the next turn."""
    ledger: LedgerLines
    """The present ledger, to be passed as `last_ledger`."""


class Prompts:
    """Writes the prompts of one table."""

    def __init__(
        self,
        ruleset: Ruleset,
        seats: Sequence[str],
        talk: TalkRules,
        *,
        hints: Literal["full", "none"],
        ledger: bool = True,
        plans: bool = False,
        notes: bool = True,
        own: PromptVariant | None = None,
    ) -> None:
        """`hints`: "full" lists the options of a question, "none" does not.

        `ledger`, `plans` and `notes` say whether the system text explains these. The templates
        `own` replace the arena's; if one can't be filled in, `TemplateFailure` is raised.
        """
        self._rendered = templates_of(own).rendered
        self._keeps_ledger, self._plans, self._notes = ledger, plans, notes
        self._ruleset, self._seats, self._talk, self._hints = ruleset, tuple(seats), talk, hints
        self._vocabulary = Vocabulary(ruleset, seats)
        words = words_of(ruleset, seats)
        self._family, self._board, self._news = words.family, Board(words), News(words)
        self._in_play = {*ruleset.arguments(seats)["choose_victim"]["character"]}
        self._rules: list[tuple[str, list[tuple[str, str]]]] | None = None

    def system(self, seat: str, *, persona: str | None, tools: Sequence[Tool], step: Step) -> str:
        """Write the system text: rules, names and ids, the way to answer, and the seat's identity.

        What differs between seats comes last. `tools` are written out only where the step is
        "text".
        """
        return self._rendered(
            "system.md",
            seat=seat,
            seats=self._seats,
            ruleset=self._ruleset,
            family=self._family,
            board=self._board,
            rules=self._chapters(),
            goal=self._goal(),
            characters=[each for each in self._ruleset.characters if each.id in self._in_play],
            talk=self._talk,
            grammar=grammar_text(self._vocabulary),
            open_offers=OPEN,
            hints=self._hints,
            ledger=self._keeps_ledger,
            plans=self._plans,
            noted=self._notes,
            persona=persona,
            tools=_written(tools) if is_worded(step) else None,
        )

    def turn(
        self,
        asked: Question | TalkTurn,
        view: ViewData,
        heard: Sequence[Record],
        *,
        known: int,
        last_board: Mapping[str, str] | None,
        seen: Perspective | None = None,
        last_ledger: LedgerLines | None = None,
    ) -> TurnText:
        """Write a turn: news, changes of the board and the ledger, and the question.

        `heard` is all that the seat perceived, `known` the number of records shown in earlier
        turns, `seen` their projection: cards that others hold, and the ledger; None: neither is
        shown. With None as `last_board` or `last_ledger`, the board or the ledger is shown whole.
        """
        cards = {} if seen is None else seen.facts.cards.faces()
        board = self._board.lines(view, cards)
        ledger = seen.ledger if seen is not None and self._keeps_ledger else None
        lines = {} if ledger is None else ledger_lines(ledger, self._vocabulary)
        text = self._rendered(
            "turn.md",
            news=self._news.lines(asked.seat, heard, known),
            board=changed(board, last_board),
            whole=last_board is None,
            ledger=to_tell(lines, last_ledger),
            whole_ledger=last_ledger is None,
            task=self._task(asked, view, ledger),
            **self._answering(asked),
        )
        return TurnText(text=text, board=board, ledger=lines)

    def correction(self, asked: Question | TalkTurn, why: str, *, copied: bool = False) -> str:
        """Write a correction: the error, the open question, and the number of tries left.

        Where the answer `copied` the one before, only what is possible is said, not what the answer
        was: the correction then follows the question and its options as if no answer had been
        given.
        """
        given = self._answering(asked)
        if copied:
            why, given["options"] = COPIED + "".join(why.rpartition(POSSIBLE)[1:]), None
        instead = INSTEAD["decide" if isinstance(asked, Question) else asked.task]
        return self._rendered("correction.md", why=why, tries=asked.tries, instead=instead, **given)

    def summary_request(self, seat: str) -> str:
        """Write the request for a summary."""
        return self._rendered("summary.md", seat=seat, noted=self._notes)

    def epoch(self, seat: str, summary: str, notes: Sequence[str]) -> str:
        """Write the beginning of a conversation that goes on from a summary.

        It asks nothing: a turn with its whole board (`last_board` is None) follows in the same user
        item, after a blank line.
        """
        return self._rendered("epoch.md", seat=seat, summary=summary, chronicle=(), notes=notes)

    def retold(self, seat: str, heard: Sequence[Record], notes: Sequence[str], *, room: int) -> str:
        """Write the beginning of a conversation that goes on without a summary.

        It has the newest of what the seat `heard`, in at most `room` characters. A turn follows as
        after `epoch`.
        """
        lines: list[str] = []
        for line in reversed(self._news.chronicle(seat, heard) if room else ()):
            room -= len(line) + 1
            if room < 0:
                break
            lines.insert(0, line)
        return self._rendered("epoch.md", seat=seat, summary=None, chronicle=lines, notes=notes)

    def _task(self, asked: Question | TalkTurn, view: ViewData, ledger: Ledger | None) -> str:
        if isinstance(asked, Question):
            name = f"decision/{asked.kind}.md"
        else:
            name = "talk.md" if asked.task == "speak" else "bid.md"
        vote = view["vote"]
        return self._rendered(
            name,
            asked=asked,
            context=asked.context if isinstance(asked, Question) else {},
            at=None if asked.place is None else self._board.place(asked.place),
            votes=None if vote is None else vote["weights"],
            candidates=() if vote is None else vote["candidates"],
            about=f" on {self._board.topic(vote['kind'])}" if vote else "",
            decider=view["victim_token"],
            votes_here=view["votes_here"],
            **(self._floor(asked, view, ledger) if isinstance(asked, TalkTurn) else {}),
            board=self._board,
            family=self._family,
            parking=self._ruleset.parking,
            talk=self._talk,
            listed=listed,
        )

    def _floor(self, turn: TalkTurn, view: ViewData, ledger: Ledger | None) -> dict[str, str]:
        """Return texts on who may speak, on the turns left, and on the open offers."""
        floor = Floor(turn.floor, turn.place, turn.present, turn.round)
        order = in_order(view)
        groups = speaking_groups(self._talk, floor, order, view["eliminated"])
        return {
            "order": who_speaks(turn, groups, order, self._talk),
            "left": what_is_left(turn),
            "offers": "" if ledger is None else open_offers(ledger, turn.wave),
        }

    def _goal(self) -> str:
        clause = self._family.clauses["goal"]
        return next(each.text for each in self._ruleset.rules(self._seats) if each.clause == clause)

    def _answering(self, asked: Question | TalkTurn) -> dict[str, object]:
        """Return the options, where they are listed, and the tool that answers."""
        if isinstance(asked, TalkTurn):
            return {"options": None, "tool": "say" if asked.task == "speak" else "bid"}
        return {"options": asked.options if self._hints == "full" else None, "tool": asked.kind}

    def _chapters(self) -> list[tuple[str, list[tuple[str, str]]]]:
        if self._rules is None:
            chapters: dict[str, list[tuple[str, str]]] = {}
            goal = self._family.clauses["goal"]
            for rule in self._ruleset.rules(self._seats):
                if rule.clause == goal:
                    continue  # the system text begins with it
                chapters.setdefault(rule.heading, []).append((rule.clause, rule.text))
            self._rules = list(chapters.items())
        return self._rules


def given_to(name: str) -> frozenset[str] | None:
    """Return the values that a template gets; None where it is only included in others."""
    folder, slash, _ = name.partition("/")
    return GIVEN.get(folder if slash else name)


def _written(tools: Sequence[Tool]) -> list[str]:
    return [
        json.dumps(
            {"tool": tool.name, "description": tool.description, "arguments": tool.schema},
            separators=(",", ":"),
        )
        for tool in tools
    ]


# --- who speaks, by the rules of the table: a seat that could never speak is named too ---


def who_speaks(
    turn: TalkTurn, groups: Sequence[tuple[str, ...]], seats: Sequence[str], rules: TalkRules
) -> str:
    """Name the speakers in their order, and the players who only listen.

    `groups` are those of `speaking_groups`: the members of one don't hear each other.
    """
    if turn.reply:
        return "Those who were addressed answer now, sealed from each other; you are one of them."
    speakers = [seat for group in groups for seat in group]
    said = f"{_order(groups, speakers, rules)}."
    silent = [seat for seat in seats if seat not in speakers]
    if silent:
        said += f" {listed(silent)} only {'listens' if len(silent) == 1 else 'listen'}."
    return said


def _order(groups: Sequence[tuple[str, ...]], speakers: Sequence[str], rules: TalkRules) -> str:
    if len(speakers) == 1:
        return f"Only {speakers[0]} speaks"
    match rules.protocol:
        case "bidding":
            return f"{listed(speakers)} bid for each turn to speak"
        case "round_robin":
            return f"{', '.join(speakers)} speak one after another"
        case _:
            first, *later = groups
            said = [f"{listed(first)} speak{'s' if len(first) == 1 else ''}"]
            said[0] += " first" if later else " at once"
            said += [f"then {listed(group)}" for group in later]
            sealed = any(len(group) > 1 for group in groups)
            return "; ".join(said) + (", sealed from each other" if sealed else "")


def what_is_left(turn: TalkTurn) -> str:
    """State the turns and beats of replies that a floor still has."""
    if turn.reply:
        left = turn.replies - turn.reply
        return f"Then {_beats(left)}." if left else "Then talk ends here."
    said = "One turn" if turn.turns == 1 else f"Turn {turn.turn} of {turn.turns}"
    if turn.replies:
        return f"{said}, then {_beats(turn.replies)} by whoever is addressed, here or not."
    return f"{said}, and no replies."


def _beats(count: int) -> str:
    return "one beat of replies" if count == 1 else f"{count} beats of replies"
