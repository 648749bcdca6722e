"""Reads a game's transcript into a `Game`: its records are folded and its answers replayed once."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from arena.calls.records import CallRecord, CallSent, SessionBegan
from arena.errors import TranscriptError
from arena.forms import LOG
from arena.lab.game import Choice, Game
from arena.lab.replay import ANSWERS, Replay
from arena.lab.talking import Talking, announcements_in, reports_in
from arena.lab.voting import Voting
from arena.projections.fold import feeds_of
from arena.projections.intents import Intents
from arena.projections.offers import Offers
from arena.projections.rounds import Rounds
from arena.projections.turns import Turns
from arena.records.record import Record
from arena.transcript import reader
from arena.transcript.header import GameHeader
from engine import Decision


def read_game(folder: Path) -> Game:
    """Read the game in a folder. Raises `TranscriptError` as `finished` and `game_of` do."""
    return game_in(finished(folder))


def finished(folder: Path) -> reader.Transcript:
    """Read a game's transcript.

    Raises `TranscriptError` if it is unfinished, was changed, or cannot be read.
    """
    transcript = reader.read(folder)
    if not transcript.finished:
        raise TranscriptError(LOG, None, "the game is not finished")
    line = transcript.broken_link
    if line is not None:
        raise TranscriptError(line, None, "does not fit the chain of hashes, so it was changed")
    return transcript


def game_in(transcript: reader.Transcript) -> Game:
    """Return the content of a finished game's transcript.

    Raises `TranscriptError` as `game_of` does.
    """
    return game_of(
        transcript.header, transcript.records, game=transcript.folder.name,
        calls=transcript.calls,
    )  # fmt: skip


def game_of(
    header: GameHeader,
    records: Sequence[Record],
    *,
    game: str,
    calls: Sequence[CallRecord] = (),
    stops: Sequence[Sequence[Decision]] | None = None,
    choices: bool = True,
) -> Game:
    """Build a `Game` from all records of its log.

    `stops` are the questions asked, grouped by the stop at which they were asked, if known;
    otherwise the answers are replayed to find them. Without `choices` nothing is replayed: the game
    then has no choices and no gifts, and no ballot is marked as defaulted.

    Raises `TranscriptError` where an answer is not possible by the rules.
    """
    rounds = Rounds({each.id: each.points for each in header.facts().characters})
    made: Sequence[Choice] = ()
    voting, talking = Voting(), Talking(header)
    turns, offers, intents = Turns(), Offers(), Intents()
    feeds = feeds_of([rounds, voting, talking, turns, offers, intents])
    if choices:
        replay = Replay(header, stops)
        made = replay.choices

        def answered(record: Record) -> None:
            voting.chose(replay.answered(record))

        feeds |= {each: [answered] for each in ANSWERS}
    for record in records:
        for feed in feeds.get(type(record.data), ()):
            feed(record)
    if not rounds.seats:
        raise TranscriptError(LOG, None, "no game begins in it")
    messages = tuple(talking.messages())
    return Game(
        id=game, digest=records[-1].hash or "", header=header, seats=rounds.seats,
        entrants=_entrants(header), records=records, rounds=rounds.rounds, choices=made,
        messages=messages, floors=turns.floors, turns=turns.turns,
        reports=tuple(reports_in(messages, rounds.rounds)),
        announcements=tuple(announcements_in(messages, rounds.rounds)), votes=voting.votes,
        gifts=voting.gifts, losses=rounds.losses, offers=tuple(offers.offers()),
        plans=tuple(intents.intents()), eliminated=rounds.eliminated, replaced=rounds.replaced,
        requests=_requests(calls), played=_played(calls),
    )  # fmt: skip


def _entrants(header: GameHeader) -> Mapping[str, str]:
    """Return the entrant of each seat: the one of the tournament, or the SPEC."""
    named = {} if header.schedule is None else header.schedule.entrants
    return {each.name: named.get(each.name, each.spec) for each in header.seats}


def _requests(calls: Sequence[CallRecord]) -> Mapping[str, str]:
    """Return the digest of the last request for each question or turn to talk."""
    found: dict[str, str] = {}
    for each in calls:
        if isinstance(each.data, CallSent):
            found[each.data.asked] = each.data.digest
    return found


def _played(calls: Sequence[CallRecord]) -> str | None:
    """Return the day on which the first session began, in UTC."""
    for each in calls:
        if isinstance(each.data, SessionBegan):
            return datetime.fromisoformat(each.at).astimezone(UTC).date().isoformat()
    return None
