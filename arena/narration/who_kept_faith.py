"""`Who kept faith`: tables and sentences about kept and broken promises at the end of a game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Literal, Self

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.claims.deal_records import Outcome
from arena.claims.honesty import BrokenDeal, Honesty, Loss, Untruth
from arena.claims.kept_deals import Side
from arena.claims.language import Proposition
from arena.narration.claims_in_words import claim_in_words, deed, did, promised
from arena.narration.deals_in_words import numbered
from arena.narration.telling import Heading
from arena.narration.words import Paragraph, Words, fill, join, plural


def who_kept_faith(words: Words, found: Mapping[str, Honesty]) -> list[RenderableType]:
    """Return the section; empty for a game without claims and deals."""
    if not found:
        return []
    out: list[RenderableType] = [Text(""), Heading("Who kept faith")]
    if any(each.deals for each in found.values()):
        out += [_deals(words, found), Text("")]
        pairs = [Paragraph(line) for line in _pairs(words, found)]
        out += [*pairs, Text("")] if pairs else []
    if any(each.statements for each in found.values()):
        out += [_words(words, found), Text("")]
    return out + [Paragraph(each.text) for each in chronicle(words, found)]


NARROW = 60
"""Width in columns below which a table is a list."""


class Counts:
    """Counts by player: a table, or a list if the terminal is narrow."""

    def __init__(self, heads: Sequence[str], rows: Sequence[tuple[Text, Sequence[str]]]) -> None:
        """`rows` are a player and a number under each of `heads`."""
        self.heads = heads
        self.rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width < NARROW:
            for player, numbers in self.rows:
                pairs = zip(self.heads, numbers, strict=True)
                told = [f"{head.lower()} {number}" for head, number in pairs if number != "-"]
                yield Paragraph(Text.assemble(player, ": ", ", ".join(told)))
            return
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
        table.add_column("Player", no_wrap=True)
        for head in self.heads:
            table.add_column(head.replace(" ", "\n", 1), justify="right", no_wrap=True)
        for player, numbers in self.rows:
            table.add_row(player, *numbers)
        yield Padding(table, (0, 0, 0, 2), expand=False)


def _words(words: Words, found: Mapping[str, Honesty]) -> Counts:
    """Return the counts of statements, and of promises without a deal."""
    heads = ("Stated", "Lies", "Bluffs", "Reports true", "Promises kept", "Announced done")
    rows = [
        (
            words.badge(seat),
            (
                str(each.statements), str(len(each.lies)), str(each.bluffs),
                _share(len(each.reports), sum(not true for true in each.reports.values())),
                _share(each.promises, len(each.broken)),
                _share(each.announced, len(each.announced_otherwise)),
            ),
        )
        for seat, each in ((seat, found[seat]) for seat in words.seats)
    ]  # fmt: skip
    return Counts(heads, rows)


KEPT: tuple[Outcome, ...] = ("kept",)
BROKEN: tuple[Outcome, ...] = ("broken",)
EXCUSED: tuple[Outcome, ...] = ("both_at_once", "other_failed_first")
IDLE: tuple[Outcome, ...] = ("no_occasion", "void")


def _deals(words: Words, found: Mapping[str, Honesty]) -> Counts:
    rows = []
    for seat in words.seats:
        made = found[seat].deals
        counts = [len(made), *(_count(made, each) for each in (KEPT, BROKEN, EXCUSED, IDLE))]
        rows.append((words.badge(seat), [str(each) for each in counts]))
    return Counts(("Deals", "Kept", "Broken", "Excused", "Came to nothing"), rows)


def _count(deals: Iterable[Side], outcomes: Sequence[Outcome]) -> int:
    return sum(each.outcome in outcomes for each in deals)


def _share(made: int, broken: int) -> str:
    return f"{made - broken} of {made}" if made else "-"


def _pairs(words: Words, found: Mapping[str, Honesty]) -> Iterator[Text]:
    """Yield `Anna and Bruno, 3 deals: Anna kept 2 and broke 1; Bruno kept 2`.

    Pairs whose deals were never tested are left out.
    """
    for pair in combinations(words.seats, 2):
        one, other = ([each for each in found[seat].deals if each.other in pair] for seat in pair)
        counts = dict(zip(pair, map(_kept_and_broke, (one, other)), strict=True))
        if not any(counts.values()):
            continue
        told = [Text.assemble(words.seat(seat), " ", made) for seat, made in counts.items() if made]
        if counts[pair[0]] == counts[pair[1]]:
            told = [Text.assemble("each ", counts[pair[0]])]
        yield fill(
            "{pair}, {deals}: {told}.", pair=words.seat_list(pair),
            deals=plural(len(one), "deal"), told=join(told, "; "),
        )  # fmt: skip


def _kept_and_broke(deals: Sequence[Side]) -> Text:
    """Return the outcomes of one player's deals with another; empty if none was tested."""
    counts = (
        ("kept", _count(deals, KEPT)),
        ("broke", _count(deals, BROKEN)),
        ("was excused in", _count(deals, EXCUSED)),
    )
    return join([Text(f"{verb} {count}") for verb, count in counts if count])


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A lie, a broken promise or deal, or a false announcement, as the end of a game lists it."""

    kind: Literal["lie", "promise", "announcement", "deal"]
    at: int
    """Time of discovery: the number of records until then."""
    round: int
    by: str
    text: Text
    untruths: Sequence[Untruth]
    """Untruths in one message; empty for a deal."""
    deal: int | None = None

    @classmethod
    def of(
        cls, kind: Literal["lie", "promise", "announcement"], text: Text, *untruths: Untruth
    ) -> Self:
        """Build the entry of untruths in one message."""
        first = untruths[0]
        by = first.assertion.speaker
        return cls(kind=kind, at=first.at, round=first.round, by=by, text=text, untruths=untruths)


def chronicle(words: Words, found: Mapping[str, Honesty]) -> list[Entry]:
    """Return every lie, broken promise or deal, and false announcement.

    They are in order of discovery, without duplicates.
    """
    seats = found.values()
    lies = sorted((each for seat in seats for each in seat.lies), key=_speech)
    speeches = [list(group) for _, group in groupby(lies, key=_speech)]
    entries = [Entry.of("lie", _lie(words, group), *group) for group in speeches]
    deals = [each for seat in seats for each in seat.broken_deals]
    entries += [
        Entry(kind="deal", at=each.at, round=each.side.round, by=each.side.party,
              text=_broken_deal(words, each, found), untruths=(), deal=each.side.deal)
        for each in deals
    ]  # fmt: skip
    of_deals = {_promise(each.side.round, term) for each in deals for term in each.terms}
    entries += [
        Entry.of("promise", _broken(words, each), each)
        for seat in seats
        for each in seat.broken
        if _promise(each.round, each) not in of_deals  # listed with its deal
    ]
    entries += [
        Entry.of("announcement", _announced(words, each), each)
        for seat in seats
        for each in seat.announced_otherwise
    ]
    once: dict[str, Entry] = {}
    for entry in sorted(entries, key=lambda each: each.at):
        once.setdefault(entry.text.plain, entry)  # the same promise is often repeated
    return list(once.values())


def _speech(untruth: Untruth) -> tuple[str, int]:
    return untruth.assertion.speaker, untruth.assertion.message


def _promise(round_: int, broken: Untruth) -> tuple[int, str, Proposition, tuple[str, ...]]:
    """Return the identity of a broken promise: when, whose, what and to whom."""
    promise = broken.assertion
    return round_, promise.speaker, promise.said, promise.to


def _lie(words: Words, lies: list[Untruth]) -> Text:
    """Return `Round 7: Dmitri lied to all that ..., having seen ...`."""
    first, dice = lies[0], next((each.dice for each in lies if each.dice), ())
    speaker = first.assertion.speaker
    told = [claim for each in lies for claim in (each.assertion, *each.more)]
    claims = [claim_in_words(words, each.claim, speaker) for each in told]
    return fill(
        "Round {round}: {player} lied {whom} that {claims}{seen}.{lost}",
        round=first.round,
        player=words.seat(speaker),
        whom=_whom(words, first),
        claims=join(claims, " and that "),
        seen=fill(", having seen {dice}", dice=words.dice(dice)) if dice else "",
        lost=_lost(words, [loss for each in lies for loss in each.losses]),
    )


def _broken(words: Words, untruth: Untruth) -> Text:
    """Return `Round 3: Bruno broke a promise to Clara, to spare ..., and voted for ...`."""
    promise = untruth.assertion
    when = "" if promise.round == untruth.round else f" of round {promise.round}"
    return fill(
        "Round {round}: {player} broke a promise {whom}{when}, {promise}{instead}.{lost}",
        round=untruth.round,
        player=words.seat(promise.speaker),
        whom=_whom(words, untruth),
        when=when,
        promise=promised(words, promise.said),
        instead=_instead(words, untruth),
        lost=_lost(words, _deaths(untruth)),
    )


def _announced(words: Words, untruth: Untruth) -> Text:
    """Return `Round 3: Clara announced to all that Clara would go to ..., and went to ...`."""
    said = untruth.assertion.said
    return fill(
        "Round {round}: {player} announced {whom} that {player} would {never}{deed}{instead}.",
        round=untruth.round,
        player=words.seat(untruth.assertion.speaker),
        whom=_whom(words, untruth),
        never="not " if said.negated else "",
        deed=deed(words, said),
        instead=_instead(words, untruth),
    )


def _broken_deal(words: Words, broken: BrokenDeal, found: Mapping[str, Honesty]) -> Text:
    """Return `Round 3: Bruno broke deal 12 with Anna, to spare Anna ..., and voted for Anna`."""
    side, sold = broken.side, Text("")
    told = next((each for each in broken.terms if _instead(words, each).plain), broken.terms[0])
    if side.double_sold:
        sold = Text.assemble(", having sold the same in ", numbered(side.double_sold))
    return fill(
        "Round {round}: {player} broke deal {deal} with {other}{when}, {promise}{instead}{sold}."
        "{gained}{lost}",
        round=side.round,
        player=words.seat(side.party),
        deal=side.deal,
        other=words.seat(side.other),
        when="" if side.made == side.round else f" of round {side.made}",
        promise=join([promised(words, each.assertion.said) for each in broken.terms]),
        instead=_instead(words, told),
        sold=sold,
        gained=_gained(words, side, found[side.other].deals),
        lost=_lost(words, [loss for each in broken.terms for loss in _deaths(each)]),
    )


def _instead(words: Words, broken: Untruth) -> Text:
    """Return the deed in place of the promised one and its result, if the log has them."""
    decision = broken.decision
    if broken.ballot is not None and decision is not None:
        line, won = ", and voted for {ballot}", words.dialect.won.get(decision.kind)
        if won is not None and decision.chosen is not None:
            line += f", who {won}" if decision.chosen == broken.ballot else f"; {{chosen}} {won}"
        return fill(line, ballot=words.seat(broken.ballot), chosen=words.seat(decision.chosen))
    if broken.recipient is not None:
        return fill(", and gave it to {player}", player=words.seat(broken.recipient))
    if broken.destination is not None:
        return fill(", and went to {place}", place=words.place(broken.destination))
    return Text("")


def _gained(words: Words, broken: Side, theirs: Iterable[Side]) -> Text:
    """Return what the other party of a broken deal did for it; empty if nothing."""
    kept = [
        did(words, term, kept=True)
        for side in theirs
        if (side.deal, side.other) == (broken.deal, broken.party)
        for term in side.terms_that(kept=True)
    ]
    line = " For it {other} {kept}." if kept else ""
    return fill(line, other=words.seat(broken.other), kept=join(kept))


def _deaths(broken: Untruth) -> list[Loss]:
    """Return the deaths after the vote that broke a promise; else the losses that it caused."""
    if broken.decision is not None and broken.decision.kind == "attack":
        return broken.decision.deaths
    return broken.losses


def _whom(words: Words, untruth: Untruth) -> Text:
    to = untruth.assertion.to
    return Text.assemble("to ", words.seat_list(to) if to else "all")


def _lost(words: Words, losses: list[Loss]) -> Text:
    line = " {victim} lost the {character} ({points}) at {place}."
    lost = [
        fill(
            line, victim=words.seat(each.victim), character=words.character(each.character),
            points=plural(each.points, "point"), place=words.place(each.place),
        )
        for each in dict.fromkeys(losses)
    ]  # fmt: skip
    return Text.assemble(*lost)
