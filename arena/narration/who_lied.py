"""`Who lied to whom`: the table and the sentences at the end of a game."""

from collections.abc import Mapping
from itertools import groupby

from rich import box
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.claims.honesty import Honesty, Loss, Untruth
from arena.narration.claims_in_words import claim_in_words, promised
from arena.narration.words import Paragraph, Words, fill, join, plural

__all__ = ["who_lied"]


def who_lied(words: Words, found: Mapping[str, Honesty]) -> list[RenderableType]:
    """Return what there is to print; nothing for a game without claims."""
    if not found:
        return []
    table = Padding(_table(words, found), (0, 0, 0, 2), expand=False)
    out: list[RenderableType] = [
        Text(""), Text("Who lied to whom", "bold underline"), table, Text("")
    ]  # fmt: skip
    return out + [Paragraph(line) for line in _chronicle(words, found)]


def _table(words: Words, found: Mapping[str, Honesty]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("Player", no_wrap=True)
    for name in ("Said", "Lies", "Bluffs", "Promises kept", "Did as announced"):
        table.add_column(name, justify="right")
    for seat in words.seats:
        each = found[seat]
        table.add_row(
            words.badge(seat), str(each.statements), str(len(each.lies)), str(each.bluffs),
            _share(each.promises, len(each.broken)), _share(each.announced, each.announced_broken),
        )  # fmt: skip
    return table


def _share(made: int, broken: int) -> str:
    return f"{made - broken} of {made}" if made else "-"


def _chronicle(words: Words, found: Mapping[str, Honesty]) -> list[Text]:
    """Return a line for every lie and every broken promise, as they came to light."""
    lies = sorted((each for seat in found.values() for each in seat.lies), key=_speech)
    speeches = [list(group) for _, group in groupby(lies, key=_speech)]
    sentence = [(group[0].at, _lie(words, group)) for group in speeches]
    broken = [each for seat in found.values() for each in seat.broken]
    sentence += [(each.at, _broken(words, each)) for each in broken]
    lines: dict[str, Text] = {}
    for _, line in sorted(sentence, key=lambda each: each[0]):
        lines.setdefault(line.plain, line)  # one promises the same again and again
    return list(lines.values())


def _speech(untruth: Untruth) -> tuple[str, int]:
    return untruth.assertion.speaker, untruth.assertion.message


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
    promise, instead = untruth.assertion, Text("")
    if untruth.ballot is not None:
        instead = fill(", and voted for {ballot}", ballot=words.seat(untruth.ballot))
    when = "" if promise.round == untruth.round else f" of round {promise.round}"
    return fill(
        "Round {round}: {player} broke a promise {whom}{when}, {promise}{instead}.{lost}",
        round=untruth.round,
        player=words.seat(promise.speaker),
        whom=_whom(words, untruth),
        when=when,
        promise=promised(words, promise.said),
        instead=instead,
        lost=_lost(words, untruth.losses),
    )


def _whom(words: Words, untruth: Untruth) -> Text:
    to = untruth.assertion.to
    return Text.assemble("to ", words.seat_list(to) if to else "all")


def _lost(words: Words, losses: list[Loss]) -> Text:
    sentence = Text("")
    for each in losses:
        line = " {victim} lost the {character} ({points}) at {place}."
        sentence.append_text(
            fill(
                line,
                victim=words.seat(each.victim),
                character=words.character(each.character),
                points=plural(each.points, "point"),
                place=words.place(each.place),
            )
        )
    return sentence
