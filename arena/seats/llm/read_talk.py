"""Parses the answer to a turn to talk: a speech or silence, a bid, a summary."""

import re
from collections.abc import Iterator, Mapping, Sequence

from arena.claims.vocabulary import Vocabulary
from arena.projections.deals import Deals
from arena.seats.llm.answers import invalid, is_null, known_keys, shown
from arena.seats.llm.claim_lines import ClaimLines
from arena.seats.llm.written_json import opened
from arena.settings import TalkRules
from arena.talk.speech import BIDS, Message, Speech, TalkTurn, speech_problem

SUMMARY = 8_000
"""Most characters of a summary."""
LONG = 400
"""Most characters of an error sentence, whose end says what is possible."""
TEXTS = {
    **dict.fromkeys(("true", "yes", "y", "on", "1"), True),
    **dict.fromkeys(("false", "no", "n", "off", "0"), False),
}
"""Words for yes and no."""
NOT_ALOUD = re.compile(
    r"[\[{(<`@]|\W*+(?:(?:pass|skip|silen\w+|(?:say )?nothing|no (?:messages?|comment)|n/a)?\W*\Z"
    r"|to [^:\n]{1,80}:)|.*\bwhisper",
    re.DOTALL | re.IGNORECASE,
)
"""Texts that may not be meant for the whole table: markup, words for silence, words to some
listeners."""
EVERYBODY = {"all", "everybody", "everyone"}


def read_speech(
    turn: TalkTurn,
    given: Mapping[str, object],
    rules: TalkRules,
    vocabulary: Vocabulary,
    deals: Deals | None,
    *,
    keys: Sequence[str],
) -> Speech | None:
    """Parse the arguments of `say`; None: silence. Raises `InvalidAnswer`.

    `keys` are those of a message; `deals` are those that the speaker has heard of.
    """
    if "messages" not in given:
        raise invalid(
            "malformed",
            "Your arguments have no messages. Possible: a list of them, empty to say nothing.",
        )
    lines = ClaimLines(turn, rules, vocabulary, deals)
    messages = tuple(_messages(given["messages"], keys, vocabulary, lines))
    if not messages:
        return None
    speech = Speech(messages=messages)
    problem = speech_problem(speech, turn, rules, vocabulary, deals)
    if problem is not None:
        raise invalid("illegal", f"Your speech can't be heard so: {_short(problem)}")
    return speech


def _messages(
    given: object, keys: Sequence[str], vocabulary: Vocabulary, lines: ClaimLines
) -> Iterator[Message]:
    """Yield the messages; one without text is dropped."""
    if is_null(given):
        return
    given = opened(given)
    for each in map(opened, given if isinstance(given, list) else [given]):
        message = _worded(each)
        if not isinstance(message, dict):
            raise invalid(
                "malformed",
                f"Your message is {shown(each)}. Possible: an object with {', '.join(keys)}.",
            )
        said = _message(known_keys(message, keys, "message has"), vocabulary, lines)
        if said is not None:
            yield said


def _worded(given: object) -> object:
    """Turn a bare text into a message to all without claims; return anything else as it is."""
    if not isinstance(given, str) or (NOT_ALOUD.match(given.strip()) and not is_null(given)):
        return given
    return {"text": None if is_null(given) else given}


def _message(
    given: Mapping[str, object], vocabulary: Vocabulary, lines: ClaimLines
) -> Message | None:
    text, claims = given.get("text"), _listed(given.get("claims"))
    if text is None or (isinstance(text, str) and not text.strip()):
        if claims:
            raise invalid(
                "illegal",
                "Your claims come without a text. Possible: words that say the same, or no claims.",
            )
        return None
    if not isinstance(text, str):
        raise invalid(
            "malformed", f"Your text is {shown(text)}. Possible: words, or null to say nothing."
        )
    message = Message(
        text=text.replace("\r\n", "\n").replace("\t", " ").strip(),
        to=_listeners(given.get("to"), vocabulary.seats),
        whisper=_switch(given.get("whisper")),
    )
    return lines.added(message, claims)


def read_bid(given: Mapping[str, object]) -> int:
    """Return the urgency in the arguments of `bid`. Raises `InvalidAnswer`."""
    urgency = given.get("urgency")
    known = {str(bid): bid for bid in BIDS} | {f"{bid}.0": bid for bid in BIDS}
    found = None if isinstance(urgency, bool) else known.get(_word(urgency))
    if found is None:
        raise invalid(
            "malformed",
            f"Your urgency is {shown(urgency)}. Possible: a whole number from 0 to {BIDS[-1]}.",
        )
    return found


def read_summary(given: Mapping[str, object]) -> str:
    """Return the summary, cut after `SUMMARY` characters. Raises `InvalidAnswer`."""
    summary = given.get("summary")
    if not isinstance(summary, str) or not summary.strip():
        raise invalid("malformed", f"Your summary is {shown(summary)}. Possible: words.")
    return summary.strip()[:SUMMARY]


def _short(problem: str) -> str:
    """Leave out the middle of a sentence that repeats something long."""
    return (
        problem if len(problem) <= LONG else f"{problem[: LONG // 2]} ... {problem[-LONG // 2 :]}"
    )


def _word(value: object) -> str:
    """Normalise a number or text for comparison; anything else is empty."""
    if isinstance(value, str | float) or (isinstance(value, int) and abs(value) <= BIDS[-1]):
        return str(value).strip()
    return ""


def _listeners(given: object, seats: Sequence[str]) -> tuple[str, ...]:
    """Return the addressees, each once; names match whatever their case."""
    if is_null(given) and given not in seats:
        return ()
    given = opened(given)
    names = given if isinstance(given, list) else [given]
    heard = [_seat(name, seats) for name in names if isinstance(name, str)]
    if len(heard) < len(names):
        raise invalid(
            "malformed",
            f"Your list of listeners is {shown(given)}. "
            "Possible: a list of names, empty for the whole table.",
        )
    if len(heard) == 1 and heard[0].casefold() in EVERYBODY and heard[0] not in seats:
        return ()
    return tuple(dict.fromkeys(heard))


def _seat(name: str, seats: Sequence[str]) -> str:
    if name in seats:
        return name
    wanted = name.strip().strip("\"'`@").casefold()
    found = [seat for seat in seats if seat.casefold() == wanted]
    return found[0] if len(found) == 1 else name


def _switch(given: object) -> bool:
    if is_null(given):
        return False
    if isinstance(given, str):
        given = TEXTS.get(given.strip(" \t\n\"'`.!").casefold(), given)
    if isinstance(given, bool):
        return given
    raise invalid("malformed", f"Your whisper is {shown(given)}. Possible: true or false.")


def _listed(given: object) -> list[object]:
    """Return the lines of a list; a text is split into its lines."""
    if is_null(given):
        return []
    given = opened(given)
    if isinstance(given, str):
        return [line for line in given.splitlines() if line.strip()]
    if isinstance(given, list):
        return given
    raise invalid(
        "malformed", f"Your claims are {shown(given)}. Possible: a list of lines, or none."
    )
