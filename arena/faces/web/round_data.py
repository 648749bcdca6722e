"""Replay summaries with all secrets: the game by round, and votes by pair of seats.

Reports, promises and betrayals are those of the analysis, here put in words. `at` is the index of a
record.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Literal

from typing_extensions import TypedDict

from arena.claims.kept_deals import Side
from arena.claims.language import Claim
from arena.claims.verdict import Verdict
from arena.lab.game import Announcement, Game, Report, Vote
from arena.lab.promises import Promise, promises
from arena.lab.reading import game_of
from arena.lab.rows import Stakes
from arena.narration.claims_in_words import claim_in_words, does, promised
from arena.narration.dialects import words_of
from arena.narration.words import Words
from arena.projections.offers import Offered
from arena.projections.rounds import Round
from arena.transcript.reader import Transcript

Known = Literal["saw", "told", "unseen"]
KEPT: Mapping[Verdict | None, str] = {
    Verdict.PROMISE_KEPT: "kept", Verdict.PROMISE_BROKEN: "broken",
    Verdict.TAKEN_BACK: "taken back",
}  # fmt: skip
"""Outcome of a promise; else the analysis gives the reason for excluding it."""


class LookData(TypedDict):
    """A seat's look at the dice."""

    at: int
    seat: str
    by: str
    """`badge`, or the card's id."""


class ReportData(TypedDict):
    """The claims of one message about the covered dice."""

    at: int
    by: str
    to: list[str]
    """Empty: the whole table."""
    whisper: bool
    said: str
    false: bool
    known: Known
    """The speaker's source about the dice: own look, full report of another, or none."""


class WayData(TypedDict):
    """The seats that went to a location."""

    at: int | None
    """Index of the first choice."""
    place: int
    seats: list[str]


class DeathData(TypedDict):
    """A character that was eaten."""

    at: int
    seat: str
    character: str
    place: int
    by: str
    """Way in which the vote chose the owner; empty: there was no vote."""


class BetrayalData(TypedDict):
    """A vote against a seat with a live tie to the voter."""

    at: int
    seat: str
    betrayed: str
    lost: int
    """Points that the betrayed seat lost by it."""


class CastData(TypedDict):
    """One voter's ballot."""

    seat: str
    target: str
    votes: int


class BallotsData(TypedDict):
    """One ballot of a vote."""

    at: int
    kind: str
    """`truck`, `chief` or `attack`; in an attack, ballots are against the named seat."""
    place: int
    number: int
    """1, or 2 for a re-vote."""
    cast: list[CastData]
    leaders: list[str]
    """Seats with the most votes; several are a tie."""
    chosen: str | None
    """The seat that the vote chose finally."""


class WordData(TypedDict):
    """A promise, an announced destination or a party's side of a deal, and its outcome."""

    at: int
    kind: Literal["promise", "announced", "deal"]
    deal: int | None
    by: str
    to: list[str]
    said: str
    outcome: str


class RoundData(TypedDict):
    """A round."""

    round: int
    at: int | None
    """Index of its dice record, or of its first vote; null: it has neither."""
    dice: list[int]
    """In ascending order, as in reports."""
    looks: list[LookData]
    reports: list[ReportData]
    ways: list[WayData]
    eaten: list[DeathData]
    betrayed: list[BetrayalData]
    votes: list[BallotsData]
    words: list[WordData]


class TieData(TypedDict):
    """How often one seat voted for and against another."""

    voter: str
    target: str
    supported: int
    """Ballots for the seat: as leader, or for the truck."""
    opposed: int
    """Ballots against the seat, in attacks."""


class Told(TypedDict, total=False):
    """The summaries of a game; empty if its records don't follow from the rules."""

    rounds: list[RoundData]
    ties: list[TieData]


def told(transcript: Transcript, betrayals: Sequence[Stakes] | None = None) -> Told:
    """Return the summaries of a game, finished or not.

    `betrayals` are those that the analysis has counted; without them the game is replayed.
    """
    try:
        again = betrayals is None
        game = game_of(transcript.header, transcript.records, game="", choices=again)
        found = betrayals_in(game) if betrayals is None else betrayals
        return {"rounds": rounds_of(game, found), "ties": ties_of(game)}
    except Exception:  # noqa: BLE001 - whoever forges a record may write anything into it
        return {}


def rounds_of(game: Game, betrayals: Sequence[Stakes]) -> list[RoundData]:
    """Return the rounds of a game, without the set-up."""
    words = words_of(game.header.facts(), game.seats)
    return [
        {
            "round": number,
            "at": _at(game, each),
            "dice": sorted(each.dice or ()),
            "looks": [{"at": look.at, "seat": look.seat, "by": look.by} for look in each.looks],
            "reports": [
                _report(report, words) for report in game.reports if report.message.round == number
            ],
            "ways": _ways(each),
            "eaten": _eaten(game, number, words),
            "betrayed": [
                {"at": row["at"], "seat": row["actor"], "betrayed": row["betrayed"],
                 "lost": row["other_lost"]}
                for row in betrayals if row["round"] == number
            ],
            "votes": [
                ballots for vote in game.votes if vote.round == number for ballots in _votes(vote)
            ],
            "words": _words(game, number, words),
        }
        for number, each in sorted(game.rounds.items()) if number > 0
    ]  # fmt: skip


def ties_of(game: Game) -> list[TieData]:
    """Return the pairs of seats with a ballot between them; ballots for oneself don't count."""
    cast = Counter(
        (voter, target, vote.kind != "attack")
        for vote in game.votes for ballot in vote.ballots
        for voter, target in ballot.cast.items()
    )  # fmt: skip
    return [
        {"voter": one, "target": other, "supported": cast[one, other, True],
         "opposed": cast[one, other, False]}
        for one in game.seats for other in game.seats
        if one != other and (cast[one, other, True] or cast[one, other, False])
    ]  # fmt: skip


def _at(game: Game, round_: Round) -> int | None:
    votes = (each.at for each in game.votes if each.round == round_.number)
    return next(votes, None) if round_.rolled_at is None else round_.rolled_at


def betrayals_in(game: Game) -> list[Stakes]:
    """Return the betrayals of a game; empty without numpy, of the extra `analysis`."""
    if find_spec("numpy") is None:
        return []
    from arena.lab.measures.betraying import stakes

    return list(stakes(game))


def _report(report: Report, words: Words) -> ReportData:
    message = report.message
    said = [_claim(each.made.claim, message.speaker, words) for each in report.claims]
    return {
        "at": message.at, "by": message.speaker, "to": list(message.to),
        "whisper": message.whisper, "said": "; ".join(said), "false": report.false,
        "known": "saw" if report.saw else "told" if report.told else "unseen",
    }  # fmt: skip


def _claim(claim: Claim, speaker: str, words: Words) -> str:
    """Return a claim in words; a full roll as its numbers alone."""
    said = claim.proposition
    plain = claim.condition is None and claim.said_by is None and claim.confidence == "sure"
    if plain and said.kind == "dice" and not said.negated:
        return " ".join(map(str, said.dice or ()))
    return claim_in_words(words, claim, speaker).plain


def _ways(round_: Round) -> list[WayData]:
    chose = {**round_.chosen, **round_.bound}
    went: dict[int, list[str]] = {}
    for seat, place in sorted(round_.destinations.items(), key=lambda each: each[::-1]):
        went.setdefault(place, []).append(seat)
    return [
        {"at": min((chose[seat] for seat in seats if seat in chose), default=None),
         "place": place, "seats": seats}
        for place, seats in went.items()
    ]  # fmt: skip


def _eaten(game: Game, number: int, words: Words) -> list[DeathData]:
    lost = ((game.loss_of(vote), vote.by) for vote in game.votes)
    by = {loss.at: how for loss, how in lost if loss is not None}
    return [
        {"at": each.at, "seat": each.owner, "character": words.character(each.character).plain,
         "place": each.place, "by": by.get(each.at, "")}
        for each in game.losses if each.round == number
    ]  # fmt: skip


def _votes(vote: Vote) -> list[BallotsData]:
    return [
        {
            "at": each.at, "kind": vote.kind, "place": vote.place, "number": each.number,
            "cast": [
                {"seat": voter, "target": each.cast[voter], "votes": each.weights[voter]}
                for voter in sorted(each.cast)
            ],
            "leaders": list(each.leaders), "chosen": vote.chosen,
        }
        for each in vote.ballots
    ]  # fmt: skip


def _words(game: Game, number: int, words: Words) -> list[WordData]:
    """Return the promises, announcements and deals of a round, by time."""
    found = [
        _promise(each, words)
        for each in promises(game)
        if each.claim.made.round == number and each.claim.made.said.kind != "go"
    ]
    found += [
        _announced(each, words) for each in game.announcements if each.claim.made.round == number
    ]
    found += [
        _side(offer, side, words)
        for offer in game.offers if offer.round == number and offer.ending == "accepted"
        for side in offer.sides.values()
    ]  # fmt: skip
    return sorted(found, key=lambda each: each["at"])


def _promise(promise: Promise, words: Words) -> WordData:
    made = promise.claim.made
    return {
        "at": promise.claim.at, "kind": "promise", "deal": None, "by": made.speaker,
        "to": list(made.to), "said": promised(words, made.said.resolved(made.speaker)).plain,
        "outcome": KEPT.get(promise.claim.verdict) or promise.excluded or "",
    }  # fmt: skip


def _announced(announced: Announcement, words: Words) -> WordData:
    """Return an announcement; going elsewhere breaks no promise."""
    made = announced.claim.made
    place = made.said.location
    followed = place == announced.destination
    return {
        "at": announced.claim.at, "kind": "announced", "deal": None, "by": made.speaker, "to": [],
        "said": "" if place is None else words.place(place).plain,
        "outcome": "kept to it" if followed else "went elsewhere",
    }  # fmt: skip


def _side(offer: Offered, side: Side, words: Words) -> WordData:
    terms = (does(words, each.resolved(side.party)).plain for each in side.terms)
    return {
        "at": offer.at, "kind": "deal", "deal": offer.deal, "by": side.party, "to": [side.other],
        "said": " and ".join(terms), "outcome": side.outcome.replace("_", " "),
    }  # fmt: skip
