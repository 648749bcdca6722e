"""Claims in words: a clause without a full stop."""

from functools import lru_cache

from rich.text import Text

from arena.claims.language import Claim, Proposition
from arena.narration.words import Words, fill, plural

KEPT = 4096
"""Cache size for claims and for deals in words, which each viewpoint repeats."""
SURE = {"think": "{speaker} thinks that {said}", "guess": "{speaker} guesses that {said}"}
COMPARED = {
    ("=", False): ("exactly", 0),
    (">=", False): ("at least", 0),
    ("<=", False): ("at most", 0),
    ("=", True): ("not exactly", 0),
    (">=", True): ("at most", -1),
    ("<=", True): ("at least", 1),
}
"""Comparison in words, and the offset of its number: not at most 1 is at least 2."""
NONE = {("=", 0, False), ("<=", 0, False), (">=", 1, True)}
"""Comparisons that only zero satisfies."""
PLAIN = {
    "dice": ("the dice are {dice}", "the dice are not {dice}"),
    "safe": ("nobody is eaten at {place} this round", "somebody is eaten at {place} this round"),
    "saw": ("{player} has looked under the {cover}", "{player} has not looked under the {cover}"),
    "lied": (
        "{player} has lied in this round or the last",
        "{player} has not lied in this round or the last",
    ),
}
"""Sentence and its negation."""
DEEDS = {
    "go": "go to {place}",
    "vote": "vote for {target} {vote}",
    "give": "give {target} {card} from the truck",
    "ally": "spare {target} in attack votes",
    "tell": "tell {target} the dice",
    "play": "play {card}{moment}",
    "move": "move the {character}",
}
PAST = {
    "go": "went",
    "vote": "voted",
    "give": "gave",
    "ally": "spared",
    "tell": "told",
    "play": "played",
    "move": "moved",
}

BALLOTS = {"first": " in the first ballot", "revote": " in the re-vote", "tie": ", breaking a tie"}
MOMENTS = {
    "truck": " before the vote on the truck",
    "chief": " before the vote on {title}",
    "dice": " to look at the dice",
    "move": " when characters move",
    "attack": " in an attack",
}


def claim_in_words(words: Words, claim: Claim, speaker: str) -> Text:
    """Return `Anna thinks that at least 2 dice show 4 Parking Lot`; cached, so don't modify it."""
    return _claim_in_words(words, claim, speaker)


@lru_cache(maxsize=KEPT)
def _claim_in_words(words: Words, claim: Claim, speaker: str) -> Text:
    said = _said(words, claim.proposition.resolved(speaker))
    if claim.condition is not None:
        condition = _condition(words, claim.condition.resolved(speaker))
        said = fill("{said}, if {condition}", said=said, condition=condition)
    name = words.seat(speaker)
    if claim.said_by is not None:
        line = "{source} told {speaker} that {said}"
        said = fill(line, source=words.seat(claim.said_by), speaker=name, said=said)
    if claim.confidence in SURE:
        said = fill(SURE[claim.confidence], speaker=name, said=said)
    return said


def promised(words: Words, said: Proposition) -> Text:
    """Return a promise for use after `promised`: `to go to 4 Parking Lot`."""
    return Text.assemble("not to " if said.negated else "to ", deed(words, said))


def deed(words: Words, said: Proposition) -> Text:
    """Return a deed for use after `will`, without negation."""
    sentence = fill(
        DEEDS[said.kind],
        place="" if said.location is None else words.place(said.location),
        target=words.seat(said.target),
        vote=words.dialect.votes_for.get(str(said.vote), ""),
        card=words.dialect.a_card if said.card is None else words.card(said.card),
        moment=MOMENTS.get(str(said.moment), "").format(title=words.family.title),
        character="" if said.character is None else words.character(said.character),
    )
    if said.location is not None and said.kind in {"vote", "play"}:
        sentence = fill(
            "{sentence} at {place}", sentence=sentence, place=words.place(said.location)
        )
    if said.ballot is not None:
        sentence = Text.assemble(sentence, BALLOTS[said.ballot])
    if said.until is not None:
        sentence = fill(
            "{sentence} until the end of round {until}", sentence=sentence, until=said.until
        )
    return sentence


def does(words: Words, said: Proposition) -> Text:
    """Return a deed in the present tense: `votes for Bruno`, `does not vote for Bruno`."""
    deed_ = deed(words, said)
    if said.negated:
        return Text.assemble("does not ", deed_)
    verb, rest = _verb_and_rest(deed_)
    return Text.assemble(verb, "es" if said.kind == "go" else "s", rest)


def did(words: Words, said: Proposition, *, kept: bool) -> Text:
    """Return the deed of a player who had promised it: `voted for Bruno`, `did not vote for`."""
    deed_ = deed(words, said)
    if said.kind == "ally" and not (kept or said.negated):
        return fill("voted for {target} in an attack", target=words.seat(said.target))
    if said.negated is kept:
        return Text.assemble("did not ", deed_)
    return Text.assemble(PAST[said.kind], _verb_and_rest(deed_)[1])


def _verb_and_rest(deed_: Text) -> tuple[Text, Text]:
    end = deed_.plain.index(" ")
    return deed_[:end], deed_[end:]


def _condition(words: Words, said: Proposition) -> Text:
    """Return a condition for use after `if`, in the present tense."""
    if said.kind not in DEEDS:
        return _said(words, said)
    return Text.assemble(words.seat(said.player), " ", does(words, said))


def _said(words: Words, said: Proposition) -> Text:
    player = words.seat(said.player)
    match said.kind:
        case "zombies":
            return _showing(words, said)
        case "holds":
            return _holding(words, said)
        case "go" | "vote" | "give" | "ally" | "tell" | "play" | "move":
            will = "{player} will not {deed}" if said.negated else "{player} will {deed}"
            return fill(will, player=player, deed=deed(words, said))
        case "dice" | "safe" | "saw" | "lied":
            return fill(
                PLAIN[said.kind][said.negated],
                player=player,
                cover=words.family.cover,
                dice=words.dice(said.dice or ()),
                place="" if said.location is None else words.place(said.location),
            )


def _showing(words: Words, said: Proposition) -> Text:
    number = _number(said, "die", "dice")
    verb = "shows" if number.endswith(" die") else "show"
    return fill("{number} {verb} {place}", number=number, verb=verb,
                place=words.place(said.location or 0))  # fmt: skip


def _holding(words: Words, said: Proposition) -> Text:
    player, card = words.seat(said.player), words.card(said.card)
    if said.count is None:
        verb = "does not hold" if said.negated else "holds"
        return fill("{player} {verb} {card}", player=player, verb=verb, card=card)
    number = _number(said, "copy", "copies")
    if number == "no copy":
        return fill("{player} holds no {card}", player=player, card=card)
    return fill("{player} holds {number} of {card}", player=player, number=number, card=card)


def _number(said: Proposition, one: str, many: str) -> str:
    """Return a number: `at least 2 dice`, `no die`."""
    compared, added = COMPARED[str(said.relation), said.negated]
    if (said.relation, said.count, said.negated) in NONE:
        return f"no {one}"
    return f"{compared} {plural((said.count or 0) + added, one, many)}"
