"""What a page tells of one game, round by round: dice, looks, reports, destinations, votes, deals.

Games are asked for together, a query a table, since a thousand games are a thousand pages.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal

from arena.claims.language import Claim, Proposition
from arena.lab.tables import Tables
from arena.narration.claims_in_words import claim_in_words, does, promised
from arena.narration.dialects import words_of
from engine import ruleset

if TYPE_CHECKING:
    from arena.narration.words import Words

__all__ = [
    "HOW",
    "Ballots",
    "Betrayed",
    "Broken",
    "GameLine",
    "GameRows",
    "Played",
    "Report",
    "RoundTold",
    "Seat",
    "Word",
    "rows_by_game",
    "told",
]

Mark = Literal["good", "bad", ""]
Row = Mapping[str, Any]
GameRows = Mapping[str, Sequence[Row]]
"""The rows of one game, by what they are asked for (`QUERIES`)."""
KINDS = {"truck": "Truck", "attack": "Attack"}
OUTCOMES: Mapping[str, str] = {
    "kept": "kept", "broken": "broken", "no_occasion": "no occasion", "void": "void",
    "other_failed_first": "the other failed first", "both_at_once": "both broke it at once",
    "taken_back": "taken back", "not_known": "not known", "settled_before": "settled before",
}  # fmt: skip
HOW: Mapping[str, str] = {
    "only_candidate": "nobody else in danger", "vote": "by vote", "revote": "by the re-vote",
    "lot": "by lot after two ties", "token": "a tie was decided",
}  # fmt: skip
"""How a vote found whose character is eaten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Who sat there."""

    name: str
    number: int
    """Clockwise from 0: its colour and its symbol."""
    symbol: str
    entrant: str
    place: int
    points: int
    out: bool
    """Whether it lost its last character."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one message said of the dice."""

    at: int
    speaker: str
    to: tuple[str, ...]
    """Nobody: the whole table."""
    whisper: bool
    said: str
    false: bool
    known: str
    """`saw`, `was told` or `had not seen`: what the speaker knew of the dice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballots:
    """One ballot of a vote."""

    at: int
    what: str
    """Which vote it was, and where."""
    is_attack: bool
    """Whether votes are against whom they name."""
    cast: tuple[tuple[str, str, int], ...]
    """Voter, for or against whom, with how many votes."""
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A promise, an announcement or one side of a deal, with what became of it."""

    at: int
    by: str
    to: tuple[str, ...]
    said: str
    outcome: str
    mark: Mark
    deal: bool


Broken = tuple[str, str, str, str]
"""Whose character was eaten, which, where, and how it came to that."""
Betrayed = tuple[int, str, str, int]
"""The record, who betrayed whom, and how many points the latter lost by it."""


@dataclass(slots=True, kw_only=True)
class RoundTold:
    """A round."""

    number: int
    dice: tuple[int, ...]
    """In ascending order, as reports tell them."""
    looks: list[tuple[str, str]] = field(default_factory=list)
    """Who looked, and by what."""
    reports: list[Report] = field(default_factory=list)
    went: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    """Locations with who went there."""
    eaten: list[Broken] = field(default_factory=list)
    betrayed: list[Betrayed] = field(default_factory=list)
    votes: list[Ballots] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    at: int | None = None
    """The record of its dice, or of its first vote."""


@dataclass(slots=True, kw_only=True)
class Played:
    """One game, as its page tells it."""

    id: str
    digest: str
    ruleset: str
    seed: str
    protocol: str
    ended: str
    seats: tuple[Seat, ...]
    rounds: list[RoundTold]
    ties: Counter[tuple[str, str, bool]] = field(default_factory=Counter)
    """How often one voted for (True) or against (False) another."""

    @property
    def line(self) -> "GameLine":
        """Return what the table of all games says of it."""
        return GameLine(
            id=self.id, ruleset=self.ruleset, rounds=len(self.rounds), lies=self.lies,
            reported=self.reported, broken=self.broken, kept=self.kept, seats=self.seats,
        )  # fmt: skip

    @property
    def lies(self) -> int:
        """Return how many reports of seen dice were false."""
        reports = (each for one in self.rounds for each in one.reports)
        return sum(each.false and each.known == "saw" for each in reports)

    @property
    def reported(self) -> int:
        """Return how many reports of seen dice there were."""
        return sum(each.known == "saw" for one in self.rounds for each in one.reports)

    @property
    def broken(self) -> int:
        """Return how many promises and sides of deals were broken."""
        return sum(each.mark == "bad" for one in self.rounds for each in one.words)

    @property
    def kept(self) -> int:
        """Return how many were kept."""
        return sum(each.mark == "good" for one in self.rounds for each in one.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A game in the table of all: much smaller than its page, since there may be thousands."""

    id: str
    ruleset: str
    rounds: int
    lies: int
    reported: int
    broken: int
    kept: int
    seats: tuple[Seat, ...]


class _Teller:
    """Puts the rows of games into words, and remembers some: much is said again and again."""

    def __init__(self, rules: str, seats: Sequence[str]) -> None:
        self._words: Words = words_of(_facts(rules), seats)
        for name in ("place", "character", "claim", "promise", "terms"):
            setattr(self, name, lru_cache(maxsize=1024)(getattr(self, name)))

    def place(self, number: int) -> str:
        """Return `5 Security HQ`."""
        return self._words.place(number).plain

    @cached_property
    def leader(self) -> str:
        """Return what the vote on who leads is called."""
        return self._words.family.leader

    def symbol(self, seat: str) -> str:
        """Return a seat's symbol."""
        return self._words.symbols.get(seat, "?")

    def character(self, id_: str) -> str:
        """Return a character's name."""
        return self._words.character(id_).plain

    def claim(self, said: str, speaker: str) -> str:
        """Return a claim; a whole roll as its numbers alone."""
        claim = Claim.read(json.loads(said))
        prop = claim.proposition
        plain = claim.condition is None and claim.said_by is None and claim.confidence == "sure"
        if plain and prop.kind == "dice" and not prop.negated:
            return " ".join(map(str, prop.dice or ()))
        return claim_in_words(self._words, claim, speaker).plain

    def promise(self, said: str, speaker: str) -> str:
        """Return `to vote for Ben`."""
        return promised(
            self._words, Claim.read(json.loads(said)).proposition.resolved(speaker)
        ).plain

    def terms(self, said: str, party: str) -> str:
        """Return what a side of a deal does: `gives Ben a card from the truck`."""
        terms = [Proposition.read(each).resolved(party) for each in json.loads(said)]
        return " and ".join(does(self._words, each).plain for each in terms)


@lru_cache(maxsize=64)
def _teller(rules: str, seats: tuple[str, ...]) -> _Teller:
    """Return the one of all games whose seats have these names: it remembers what it said."""
    return _Teller(rules, seats)


@lru_cache
def _facts(rules: str) -> Any:  # noqa: ANN401 - the engine's ruleset
    return ruleset(rules)


def rows_by_game(tables: Tables, games: Sequence[str]) -> list[GameRows]:
    """Return what `told` needs of each of these games."""
    found = {name: _by_game(tables, query, games) for name, query in QUERIES.items()}
    return [{name: each.get(game, []) for name, each in found.items()} for game in games]


def told(rows: GameRows) -> Played:
    """Return a game as its page tells it."""
    (game,) = rows["games"]
    teller = _teller(game["ruleset"], tuple(each["seat"] for each in rows["seats"]))
    return Played(
        id=game["game"], digest=game["digest"], ruleset=game["ruleset"], seed=game["seed"],
        protocol=game["protocol"], ended=game["ended"],
        seats=tuple(_seat(each, teller) for each in rows["seats"]), rounds=_rounds(rows, teller),
        ties=Counter(
            (voter, target, vote["kind"] != "attack")
            for vote in rows["votes"] for voter, target, _ in vote["cast"] if voter != target
        ),
    )  # fmt: skip


THESE = "game IN (SELECT unnest(?))"
QUERIES = {
    "games": "SELECT game, digest, ruleset, seed, protocol, ended FROM games WHERE {these}",
    "seats": "SELECT * FROM seats WHERE {these} ORDER BY game, position",
    "rounds": "SELECT * FROM rounds WHERE {these} ORDER BY game, round",
    "looks": "SELECT * FROM looks WHERE {these} ORDER BY game, looks.at",
    "reports": (
        'SELECT r.*, m."to", list([c.said] ORDER BY c.claim) AS said FROM reports r '
        "JOIN messages m USING (game, message) JOIN claims c USING (game, message) "
        "WHERE {these} AND c.kind IN ('dice', 'zombies') GROUP BY ALL ORDER BY game, r.at"
    ),
    "destinations": "SELECT * FROM destinations WHERE {these} ORDER BY game, round, place, seat",
    "losses": "SELECT * FROM losses WHERE {these} ORDER BY game, losses.at",
    "betrayals": (
        "SELECT * FROM betrayals WHERE {these} ORDER BY game, betrayals.at, actor, betrayed"
    ),
    "announcements": "SELECT * FROM announcements WHERE {these} ORDER BY game, announcements.at",
    "votes": (
        'SELECT game, v.at, round, kind, place, number, chosen, leaders, "by" AS how, '
        'list([voter, target, weight::VARCHAR] ORDER BY voter) AS "cast" '
        "FROM votes v WHERE {these} GROUP BY ALL ORDER BY game, v.at"
    ),
    "pledges": (
        "SELECT p.*, c.said FROM pledges p JOIN claims c USING (game, message, claim) "
        "WHERE {these} AND p.promise AND NOT c.kind = 'go' ORDER BY game, p.at"
    ),
    "deals": (
        "SELECT * FROM deals WHERE {these} AND ending = 'accepted' AND outcome IS NOT NULL "
        "ORDER BY game, deals.at"
    ),
}


def _by_game(tables: Tables, query: str, games: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    relation = tables.connection.execute(query.format(these=THESE), [list(games)])
    names = [each[0] for each in relation.description or ()]
    found: dict[str, list[dict[str, Any]]] = {}
    for row in relation.fetchall():
        made = dict(zip(names, row, strict=True))
        found.setdefault(made["game"], []).append(made)
    return found


def _seat(row: Row, teller: _Teller) -> Seat:
    return Seat(
        name=row["seat"], number=row["position"], symbol=teller.symbol(row["seat"]),
        entrant=row["entrant"], place=row["place"], points=row["points"],
        out=row["eliminated_at"] is not None,
    )  # fmt: skip


def _rounds(rows: GameRows, teller: _Teller) -> list[RoundTold]:
    made = {
        each["round"]: RoundTold(
            number=each["round"], dice=tuple(sorted(each["dice"])), at=each["rolled_at"]
        )
        for each in rows["rounds"] if each["round"] > 0
    }  # fmt: skip
    for each in rows["looks"]:
        made[each["round"]].looks.append((each["seat"], each["by"]))
    for each in rows["reports"]:
        made[each["round"]].reports.append(_report(each, teller))
    for number, one in made.items():
        own = [each for each in rows["destinations"] if each["round"] == number]
        places = dict.fromkeys(each["place"] for each in own)
        one.went = [
            (teller.place(place), tuple(each["seat"] for each in own if each["place"] == place))
            for place in places
        ]
    for each in rows["losses"]:
        made[each["round"]].eaten.append(_loss(each, teller))
    for each in rows["betrayals"]:
        betrayed = each["at"], each["actor"], each["betrayed"], each["other_lost"]
        made[each["round"]].betrayed.append(betrayed)
    for each in rows["votes"]:
        made[each["round"]].votes.append(_ballots(each, teller))
    for name, told in (("pledges", _promise), ("deals", _side), ("announcements", _announced)):
        for each in rows[name]:
            made[each["round"]].words.append(told(each, teller))
    for one in made.values():
        one.words.sort(key=lambda each: each.at)
    return list(made.values())


def _loss(row: Row, teller: _Teller) -> Broken:
    how = HOW.get(row["by"], row["by"])
    return row["owner"], teller.character(row["character"]), teller.place(row["place"]), how


def _report(row: Row, teller: _Teller) -> Report:
    said = [teller.claim(each[0], row["speaker"]) for each in row["said"]]
    return Report(
        at=row["at"], speaker=row["speaker"], to=tuple(row["to"]), whisper=row["whisper"],
        said="; ".join(said), false=row["false"],
        known="saw" if row["saw"] else "was told" if row["told"] else "had not seen",
    )  # fmt: skip


def _ballots(row: Row, teller: _Teller) -> Ballots:
    name = KINDS.get(row["kind"], teller.leader)
    where = f" at {teller.place(row['place'])}" if row["kind"] == "attack" else ""
    leaders, chosen = row["leaders"], row["chosen"]
    if len(leaders) == 1:
        result = leaders[0]
    elif row["number"] == 1:
        result = "tie"
    else:
        result = f"tie again, {chosen or 'nobody'}"
    return Ballots(
        at=row["at"], what=f"{name}{where}{', again' if row['number'] > 1 else ''}",
        is_attack=row["kind"] == "attack",
        cast=tuple((voter, target, int(votes)) for voter, target, votes in row["cast"]),
        result=result,
    )  # fmt: skip


def _promise(row: Row, teller: _Teller) -> Word:
    return Word(
        at=row["at"], by=row["speaker"], to=tuple(row["to"]),
        said=f"promised {teller.promise(row['said'], row['speaker'])}",
        outcome=OUTCOMES.get(row["outcome"], row["outcome"]), mark=_mark(row["outcome"]),
        deal=False,
    )  # fmt: skip


def _announced(row: Row, teller: _Teller) -> Word:
    """Return an announcement; to go elsewhere breaks no promise."""
    followed = row["announced"] == row["destination"]
    return Word(
        at=row["at"], by=row["seat"], to=(), said=f"announced {teller.place(row['announced'])}",
        outcome="kept to it" if followed else "went elsewhere", mark="", deal=False,
    )  # fmt: skip


def _side(row: Row, teller: _Teller) -> Word:
    other = row["to"] if row["party"] == row["offerer"] else row["offerer"]
    return Word(
        at=row["at"], by=row["party"], to=(other,),
        said=f"deal {row['deal']}: {row['party']} {teller.terms(row['terms'], row['party'])}",
        outcome=OUTCOMES.get(row["outcome"], row["outcome"]), mark=_mark(row["outcome"]), deal=True,
    )  # fmt: skip


def _mark(outcome: str) -> Mark:
    return "good" if outcome == "kept" else "bad" if outcome == "broken" else ""
