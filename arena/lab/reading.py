"""Reads a game's transcript into a `Game`: its records folded once, its answers given once more."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from arena.errors import TranscriptError
from arena.lab.game import Game, Look, Loss, Round
from arena.lab.replay import ANSWERS, Replay
from arena.lab.talking import Talking, announcements_in, reports_in
from arena.lab.voting import Voting
from arena.records import LOG, Record
from arena.transcript import reader
from arena.transcript.header import GameHeader
from engine import Decision

__all__ = ["finished", "game_of", "read_game"]


def read_game(folder: Path) -> Game:
    """Read the game in a folder. Raises `TranscriptError` as `finished`, and as `game_of`."""
    transcript = finished(folder)
    return game_of(transcript.header, transcript.records, game=folder.name, calls=transcript.calls)


def finished(folder: Path) -> reader.Transcript:
    """Return a game's transcript.

    Raises `TranscriptError` for one that is not finished, was changed, or can't be read.
    """
    transcript = reader.read(folder)
    if not transcript.finished:
        raise TranscriptError(LOG, None, "the game is not finished")
    line = transcript.broken_link
    if line is not None:
        raise TranscriptError(line, None, "does not fit the chain of hashes, so it was changed")
    return transcript


def game_of(
    header: GameHeader,
    records: Sequence[Record],
    *,
    game: str,
    calls: Sequence[Record] = (),
    stops: Sequence[Sequence[Decision]] | None = None,
) -> Game:
    """Return what the records of a game say; `records` is its whole log.

    `stops` is what was asked in it, together in one, where that is known; else the rules tell.

    Raises `TranscriptError` where the rules would not have asked what was answered.
    """
    board = _Board()
    replay, voting, talking = Replay(header, stops), Voting(), Talking(header)
    points = {each.id: each.points for each in header.facts().characters}
    for record in records:
        if record["type"] in ANSWERS:  # these are of no other fold
            voting.chose(replay.answered(record))
            continue
        board.feed(record, points)
        voting.feed(record)
        talking.feed(record)
    if not board.seats:
        raise TranscriptError(LOG, None, "no game begins in it")
    messages = tuple(talking.messages())
    return Game(
        id=game, digest=str(records[-1].get("hash", "")), header=header, seats=board.seats,
        entrants=_entrants(header), records=records, rounds=board.rounds, choices=replay.choices,
        messages=messages, turns=talking.turns,
        reports=tuple(reports_in(messages, board.rounds)),
        announcements=tuple(announcements_in(messages, board.rounds)), votes=voting.votes,
        gifts=voting.gifts, losses=board.losses, offers=tuple(talking.offers()),
        plans=tuple(talking.plans()), eliminated=board.eliminated, replaced=board.replaced,
        requests=_requests(calls), played=_played(calls),
    )  # fmt: skip


def _entrants(header: GameHeader) -> Mapping[str, str]:
    """Return who played each seat: the entrant of a tournament, else the SPEC."""
    named = {} if header.schedule is None else header.schedule.entrants
    return {each.name: named.get(each.name, each.spec) for each in header.seats}


def _requests(calls: Sequence[Record]) -> Mapping[str, str]:
    """Return the digest of the last request for each question or turn."""
    found: dict[str, str] = {}
    for each in calls:
        data = each["data"]
        if "digest" in data and "asked" in data:
            found[data["asked"]] = data["digest"]
    return found


def _played(calls: Sequence[Record]) -> str | None:
    """Return the day on which the first session began, in UTC."""
    for each in calls:
        if each["type"] == "session_began":
            return datetime.fromisoformat(each["at"]).astimezone(UTC).date().isoformat()
    return None


class _Board:
    """A fold: dice, destinations, deaths, and who answers for whom."""

    def __init__(self) -> None:
        self.seats: tuple[str, ...] = ()
        self.rounds: dict[int, Round] = {}
        self.losses: list[Loss] = []
        self.eliminated: dict[str, int] = {}
        self.replaced: dict[str, int] = {}
        self._before: list[Record] = []
        # What a scenario laid before its first round: dice that were rolled, who looked at them.

    def feed(self, record: Record, points: Mapping[str, int]) -> None:
        """Take the next record."""
        data, at, number = record["data"], record["i"], record["round"]
        match record["type"]:
            case "game_began":
                self.seats = tuple(data["seats"])
            case "phase_began":
                round_ = self.rounds.setdefault(number, Round(number=number))
                for each in self._before:
                    _fold_round(round_, each)
                self._before.clear()
            case "player_eliminated":
                self.eliminated.setdefault(data["player"], at)
            case "seat_replaced":
                self.replaced.setdefault(str(record["actor"]), at)
            case "character_eaten":
                self.losses.append(
                    Loss(
                        at=at, round=number, owner=data["player"], character=data["character"],
                        place=data["place"], points=points[data["character"]],
                    )
                )  # fmt: skip
            case _ if number in self.rounds:
                _fold_round(self.rounds[number], record)
            case _:
                self._before.append(record)


def _fold_round(round_: Round, record: Record) -> None:
    data, at = record["data"], record["i"]
    match record["type"]:
        case "dice_rolled":
            round_.dice, round_.rolled_at = tuple(data["dice"]), at
        case "dice_revealed":
            round_.dice, round_.revealed_at = tuple(data["dice"]), at
        case "dice_peeked":
            round_.looks.append(
                Look(at=at, round=round_.number, seat=data["player"], by=data["by"])
            )
        case "destination_announced":
            round_.destinations[data["player"]] = data["place"]
            round_.bound[data["player"]] = at
        case "destination_chosen":
            round_.destinations[data["player"]] = data["place"]
            round_.chosen[data["player"]] = at
            round_.closed_at = at if round_.closed_at is None else round_.closed_at
        case "destinations_revealed":
            round_.destinations.update(data["destinations"])
        case _:
            pass
