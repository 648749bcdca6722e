"""A short introduction to a game for new players, without its rules."""

from arena.narration.words import Words, plural


def in_play(words: Words) -> tuple[str, ...]:
    """Return the kinds of characters in play at a table of this size."""
    arguments = words.ruleset.arguments(words.seats).values()
    named = {each for kind in arguments for each in kind.get("character", ())}
    return tuple(each for each in words.characters if each in named)


AIM = (
    "Each round {more} come to the mall, and where they get in, they eat somebody. You lead a few"
    " characters, each worth points: whoever has most points among the living at the end wins. Keep"
    " yours alive; others have to be eaten instead."
)
ROUND = (
    "A vote decides who searches the truck for {cards}, another who is {leader}. Some may look at"
    " the dice, which say where {more} come. Everybody chooses in secret where a character goes."
    " Then those in a place that does not hold vote who of them is eaten. Before votes the table"
    " talks: promise, threaten, lie. Nothing you say binds you."
)


def aim_of(words: Words) -> list[tuple[str, str]]:
    """Return pairs of a title and sentences: the aim, a round, and the characters."""
    family = words.family
    more, cards = f"{family.attacker}s", f"{words.dialect.card}s"
    characters = "; ".join(_character(words, each) for each in in_play(words))
    return [
        ("The aim", AIM.format(more=more)),
        ("A round", ROUND.format(more=more, cards=cards, leader=family.leader)),
        ("Characters", f"{characters}."),
    ]


def _character(words: Words, name: str) -> str:
    """Describe a character: `Gunman: 3 points, 2 votes`."""
    kind = words.characters[name]
    told = [f"{kind.name}: {plural(kind.points, 'point')}"]
    told += [f"strong {kind.strength}"] if kind.strength > 1 else []
    told += [f"{1 + kind.extra_votes} votes"] if kind.extra_votes else []
    return ", ".join(told)
