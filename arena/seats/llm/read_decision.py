"""Parses the answer to a question: an option's id, or its arguments where no ids are listed.

Certain meanings are accepted: a label in place of an id, quotation marks and backticks around it,
other case, a number as text. An answer that fits no option, or more than one, is never guessed at.
"""

import re
from collections.abc import Mapping, Sequence

from arena.seats.llm.answers import invalid, is_null, shown
from arena.seats.seat import Question
from engine import Option, Ruleset

MOST = 1_000_000
"""A bound on numbers: no option has such a large one, and Python can't write out the longest."""
BETWEEN = re.compile(r"[\s`\"'_]+|(?<=\w)-(?=\w)")
"""Separators between the words of an id, or around it."""
POSSIBLE = "Possible: the id of one of the options."


def read_decision(question: Question, given: Mapping[str, object], *, rule: str | None) -> str:
    """Return the id of the option that the arguments of a call name. Raises `InvalidAnswer`.

    `rule` is the sentence that says what is possible, where the options may not be listed.
    """
    possible = rule or POSSIBLE
    said = {key: each for key, each in given.items() if not _is_left_out(each, question)}
    named = {key: each for key, each in said.items() if key not in {"note", "plan", "option"}}
    option = said.get("option")
    if option is None and not named:
        raise invalid("malformed", f"Your answer names no option. {possible}")
    found = _by_arguments(question, named, possible) if option is None else None
    if found is None:
        found = _by_name(question, option, possible)
        if not _agree(found, named):
            raise invalid(
                "illegal",
                f"Your option is {shown(option)}, and your arguments {shown(named)} say "
                f"something else. {possible}",
            )
    return found.id


def _is_left_out(given: object, question: Question) -> bool:
    """Return True if a value says that there is nothing; a seat may be named None."""
    if not is_null(given):
        return False
    return all(given != each.id and given not in each.args.values() for each in question.options)


def _by_name(question: Question, given: object, possible: str) -> Option:
    for option in question.options:
        if option.id == given:
            return option
    wanted = _plain(given)
    found = [
        option
        for option in question.options
        if wanted
        in (_plain(option.id), _plain(option.label), _plain(f"{option.id}:{option.label}"))
    ]
    if wanted is not None and len(found) == 1:
        return found[0]
    many = "more than one option" if found else "no option"
    raise invalid("illegal", f"Your option is {shown(given)}, which is {many} here. {possible}")


def _by_arguments(question: Question, named: Mapping[str, object], possible: str) -> Option:
    """Return the one option that has exactly these arguments."""
    fits = [each for each in question.options if set(each.args) == set(named)]
    exact = [each for each in fits if all(_same(each.args[k], v) for k, v in named.items())]
    found = exact or [each for each in fits if _agree(each, named)]
    if len(found) == 1:
        return found[0]
    many = "more than one option" if found else "no option"
    raise invalid(
        "illegal", f"Your arguments are {shown(dict(named))}, which is {many} here. {possible}"
    )


def _same(value: str | int, given: object) -> bool:
    return type(value) is type(given) and value == given


def _agree(option: Option, named: Mapping[str, object]) -> bool:
    return all(
        name in option.args and _plain(option.args[name]) == _plain(value)
        for name, value in named.items()
    )


def _plain(value: object) -> str | None:
    """Normalise a name or number for comparison: `Pin-Up` and `pin_up` are the same."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer() and abs(value) < MOST:
        value = int(value)
    if isinstance(value, int):
        return str(value) if abs(value) < MOST else None
    if not isinstance(value, str):
        return None
    text = BETWEEN.sub(" ", value.casefold())
    return text.replace(" :", ":").replace(": ", ":").strip(" .")


def broken_rule(kind: str, ruleset: Ruleset, seats: Sequence[str]) -> str:
    """Return the rules that say what is possible for a kind of decision, each with its clause.

    They stand in a correction where the options may not be listed.
    """
    rules = ruleset.rules(seats)
    return " ".join(
        f"{rule.text} ({rule.clause})"
        for clause in ruleset.decision_clauses[kind]
        for rule in rules
        if rule.clause == clause
    )
