"""The notation: each form, what is tolerated, what is refused, and that a line is its claim."""

from collections.abc import Sequence
from typing import Any, get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import engine
from arena.claims import Claim, Proposition, Vocabulary
from arena.claims.grammar import DEALS, FORMS, SLOTS
from arena.claims.kinds import OF_ANOTHER, PLEDGES
from arena.claims.language import FIELDS, Ballot, Confidence, Kind, Moment, Relation, Vote
from arena.claims.lexicon import lexicon_of
from arena.claims.notation import LONGEST_LINE, grammar, grammar_text, read_line, written
from arena.claims.notation_reader import ACTS as ACT_WORDS
from arena.claims.notation_reader import CHOICES, CONFIDENCES, SPOKEN
from arena.claims.offers import DealAct, Offer, Reply, ReplyAct, act_problem
from arena.errors import ClaimError
from tests.arena.claims.helpers import MOH, claim, p

SEATS = ("Anna", "Bruno", "Clara", "Dmitri", "Esra")
TABLE = Vocabulary(MOH, SEATS)
OSACZENI = Vocabulary(engine.ruleset("osaczeni"), SEATS)
NAMES = (
    "Anna", "Ann", "Ann 2", "Ann  2", "Ann Lee", "Lee", "ann", "ANN", "Player 1", "Player 10",
    "I", "i", "me", "you", "not", "if", "chief", "badge", "offer", "a card", "and", "at", "the",
    "dice", "1", "4 5", "1 4 6 6", "7up", "-", "-1", "_", "re-vote", "I-am", "Dr-Who", "Fire Axe",
    "fire_axe", "shotgun", "Parking Lot", "ﬁ", "ß", "SS", "ss", "Łódź", "Ада", "٤", "²", "İ",
    "I vote Clara attack at 3", "Anna said", "until 6", "zombies", "monster", "end", "Anna-Maria",
    "A", "a", "B", "Will", "will", "The A", "Ann Will",
)  # fmt: skip
"""Names that a seat may have, most of them chosen to be mistaken for something."""

READ: tuple[tuple[str, dict[str, Any], str], ...] = (
    (
        "zombies 5 >= 2",
        {"kind": "zombies", "location": 5, "relation": ">=", "count": 2},
        "zombies 5 >= 2",
    ),
    ("dice 1 4 6 6", {"kind": "dice", "dice": [1, 4, 6, 6]}, "dice 1 4 6 6"),
    ("safe 3", {"kind": "safe", "location": 3}, "safe 3"),
    ("not safe 3", {"kind": "safe", "location": 3, "negated": True}, "not safe 3"),
    ("I saw", {"kind": "saw"}, "Anna saw"),
    ("Bruno saw", {"kind": "saw", "player": "Bruno"}, "Bruno saw"),
    ("I did not see", {"kind": "saw", "negated": True}, "Anna did not see"),
    ("I go 4", {"kind": "go", "location": 4}, "Anna goes 4"),
    ("Dmitri goes 4", {"kind": "go", "player": "Dmitri", "location": 4}, "Dmitri goes 4"),
    ("I do not go 4", {"kind": "go", "location": 4, "negated": True}, "Anna does not go 4"),
    (
        "I vote Clara attack",
        {"kind": "vote", "target": "Clara", "vote": "attack"},
        "Anna votes Clara attack",
    ),
    (
        "I vote Clara attack at 3",
        {"kind": "vote", "location": 3, "target": "Clara", "vote": "attack"},
        "Anna votes Clara attack at 3",
    ),
    (
        "I vote Clara chief revote",
        {"kind": "vote", "target": "Clara", "vote": "chief", "ballot": "revote"},
        "Anna votes Clara chief revote",
    ),
    (
        "I do not vote me attack at 3 first",
        {"kind": "vote", "location": 3, "target": "Anna", "vote": "attack", "ballot": "first",
         "negated": True},
        "Anna does not vote Anna attack at 3 first",
    ),
    (
        "I break a tie for Clara attack at 3",
        {"kind": "vote", "location": 3, "target": "Clara", "vote": "attack", "ballot": "tie"},
        "Anna breaks a tie for Clara attack at 3",
    ),
    (
        "Bruno does not break a tie for me truck",
        {"kind": "vote", "player": "Bruno", "target": "Anna", "vote": "truck", "ballot": "tie",
         "negated": True},
        "Bruno does not break a tie for Anna truck",
    ),
    ("I give Bruno a card", {"kind": "give", "target": "Bruno"}, "Anna gives Bruno a card"),
    (
        "Bruno gives me shotgun",
        {"kind": "give", "player": "Bruno", "target": "Anna", "card": "shotgun"},
        "Bruno gives Anna shotgun",
    ),
    ("I give a card to Bruno", {"kind": "give", "target": "Bruno"}, "Anna gives Bruno a card"),
    (
        "I spare Bruno until 6",
        {"kind": "ally", "target": "Bruno", "until": 6},
        "Anna spares Bruno until 6",
    ),
    ("I spare Bruno", {"kind": "ally", "target": "Bruno"}, "Anna spares Bruno"),
    ("I tell Bruno the dice", {"kind": "tell", "target": "Bruno"}, "Anna tells Bruno the dice"),
    ("I tell the dice to Bruno", {"kind": "tell", "target": "Bruno"}, "Anna tells Bruno the dice"),
    (
        "I play chainsaw attack at 3",
        {"kind": "play", "location": 3, "card": "chainsaw", "moment": "attack"},
        "Anna plays chainsaw attack at 3",
    ),
    ("I play a card", {"kind": "play"}, "Anna plays a card"),
    (
        "I do not play a card chief",
        {"kind": "play", "moment": "chief", "negated": True},
        "Anna does not play a card chief",
    ),
    ("I hold back", {"kind": "play", "negated": True}, "Anna does not play a card"),
    (
        "Bruno holds back chainsaw attack",
        {"kind": "play", "player": "Bruno", "card": "chainsaw", "moment": "attack",
         "negated": True},
        "Bruno does not play chainsaw attack",
    ),
    ("I move gunman", {"kind": "move", "character": "gunman"}, "Anna moves gunman"),
    ("I hold shotgun", {"kind": "holds", "card": "shotgun"}, "Anna holds shotgun"),
    (
        "Bruno holds >= 2 sprint",
        {"kind": "holds", "player": "Bruno", "relation": ">=", "count": 2, "card": "sprint"},
        "Bruno holds >= 2 sprint",
    ),
    ("Bruno lied", {"kind": "lied", "player": "Bruno"}, "Bruno lied"),
    ("I did not lie", {"kind": "lied", "negated": True}, "Anna did not lie"),
    (
        "Bruno said dice 2 2 3 3",
        {"kind": "dice", "dice": [2, 2, 3, 3], "said_by": "Bruno"},
        "Bruno said dice 2 2 3 3",
    ),
    (
        "I think dice 2 2 3 3",
        {"kind": "dice", "dice": [2, 2, 3, 3], "confidence": "think"},
        "Anna thinks dice 2 2 3 3",
    ),
    (
        "I guess Bruno said not zombies 5 = 0",
        {"kind": "zombies", "location": 5, "relation": "=", "count": 0, "negated": True,
         "confidence": "guess", "said_by": "Bruno"},
        "Anna guesses Bruno said not zombies 5 = 0",
    ),
    (
        "I vote Bruno chief if Bruno does not give me a card",
        {"kind": "vote", "target": "Bruno", "vote": "chief",
         "condition": {"kind": "give", "player": "Bruno", "target": "Anna", "negated": True}},
        "Anna votes Bruno chief if Bruno does not give Anna a card",
    ),
)  # fmt: skip
"""A line of Anna's, its data, and how it is written."""

TOLERATED: tuple[tuple[str, str], ...] = (
    ("I play chainsaw at 3", "Anna plays chainsaw attack at 3"),
    ("I spare Bruno each round until 6", "Anna spares Bruno until 6"),
    ("I spare Bruno, every round until round 6", "Anna spares Bruno until 6"),
    ("DICE 1 4 6 6", "dice 1 4 6 6"),
    ("dice 1, 4,6 6.", "dice 1 4 6 6"),
    ("  dice   1 4\t6 6 ", "dice 1 4 6 6"),
    ("`dice 1 4 6 6`", "dice 1 4 6 6"),
    ("zombie 5 ≥ 2", "zombies 5 >= 2"),
    ("monsters 5 at least 2", "zombies 5 >= 2"),
    ("zombies 5>1", "zombies 5 >= 2"),
    ("zombies 5 < 1", "zombies 5 <= 0"),
    ("zombies Security HQ exactly 2", "zombies 5 = 2"),
    ("zombies 5 Security HQ == 2", "zombies 5 = 2"),
    ("I will go to the Megatoys.", "Anna goes 3"),
    ("I'll go to location 3", "Anna goes 3"),
    ("I don\u2019t go to 4", "Anna does not go 4"),
    ("I won't go 4", "Anna does not go 4"),
    ("not I go 4", "Anna does not go 4"),
    ("ANNA GOES 4", "Anna goes 4"),
    ("bruno votes for clara in the attack, at 3", "Bruno votes Clara attack at 3"),
    ("I vote Clara badge re-vote", "Anna votes Clara chief revote"),
    ("I hold the Fire Axe", "Anna holds fire_axe"),
    ("I hold fire axe", "Anna holds fire_axe"),
    ("I hold security camera", "Anna holds camera"),
    ("I move the Little Girl", "Anna moves little_girl"),
    ("Bruno has not lied", "Bruno did not lie"),
    ("I have looked", "Anna saw"),
    ("I saw the dice", "Anna saw"),
    ("I will vote for Bruno in the chief vote", "Anna votes Bruno chief"),
    ("Bruno holds at least 2 sprints", "Bruno holds >= 2 sprint"),
    ("I think that Bruno says that I go to 4", "Anna thinks Bruno said Anna goes 4"),
    ("I go 4, if Bruno goes 4", "Anna goes 4 if Bruno goes 4"),
    ("I spare Bruno until round 6", "Anna spares Bruno until 6"),
    ("I spare Bruno until the end", "Anna spares Bruno"),
    ('"Bruno" saw', "Bruno saw"),
    ("“Bruno” saw!", "Bruno saw"),
    ("I offer to Bruno: I go 4 / you go 3", "offer Bruno: Anna goes 4 / Bruno goes 3"),
    ("I accept deal #7", "accept 7"),
    ("offer Bruno and Clara: I go 4 / you go 3", "offer Bruno, Clara: Anna goes 4 / you go 3"),
    ("offer Bruno: I go 4 / you go 3 until 6", "offer Bruno: Anna goes 4 / Bruno goes 3 / until 6"),
)
"""What is meant for certain, and how it is written."""


def offer(
    to: str, gives: Sequence[Proposition], wants: Sequence[Proposition], **more: int
) -> Offer:
    """Return an offer to players who are named, separated by spaces."""
    return Offer(to=tuple(to.split()), gives=tuple(gives), wants=tuple(wants), **more)


CARD_FOR_TRUCK = offer("Bruno Clara", [p("give")], [p("vote", target="Anna", vote="truck")])
ACTS: tuple[tuple[str, DealAct, str], ...] = (
    (
        "offer Bruno: I vote Bruno chief / Bruno gives me a card",
        offer(
            "Bruno",
            [p("vote", target="Bruno", vote="chief")],
            [p("give", target="Anna")],
        ),
        "offer Bruno: Anna votes Bruno chief / Bruno gives Anna a card",
    ),
    (
        "offer Bruno, Clara: I give you a card / you vote me truck",
        CARD_FOR_TRUCK,
        "offer Bruno, Clara: Anna gives you a card / you vote Anna truck",
    ),
    (
        (
            "offer Bruno: I go 4 and I do not vote you attack / you tell me the dice and you go 3 "
            "/ until 6"
        ),
        offer(
            "Bruno",
            [p("go", location=4), p("vote", vote="attack", negated=True)],
            [p("tell", target="Anna"), p("go", location=3)],
            until=6,
        ),
        (
            "offer Bruno: Anna goes 4 and Anna does not vote Bruno attack / "
            "Bruno tells Anna the dice and Bruno goes 3 / until 6"
        ),
    ),
    (
        "counter 7 Bruno: I spare Bruno until 6 / Bruno spares me until 6",
        offer(
            "Bruno",
            [p("ally", target="Bruno", until=6)],
            [p("ally", target="Anna", until=6)],
            counters=7,
        ),
        "counter 7 Bruno: Anna spares Bruno until 6 / Bruno spares Anna until 6",
    ),
    (
        "offer Bruno: I spare Bruno until 6 / Bruno spares me until end",
        offer("Bruno", [p("ally", target="Bruno", until=6)], [p("ally", target="Anna")]),
        "offer Bruno: Anna spares Bruno until 6 / Bruno spares Anna until end",
    ),
    (
        "offer Bruno: I spare Bruno until end / you vote yourself attack",
        offer("Bruno", [p("ally", target="Bruno")], [p("vote", target="Bruno", vote="attack")]),
        "offer Bruno: Anna spares Bruno / Bruno votes Bruno attack",
    ),
    (
        "offer Bruno: I hold back / you play a card",
        offer("Bruno", [p("play", negated=True)], [p("play")]),
        "offer Bruno: Anna does not play a card / Bruno plays a card",
    ),
    ("accept 7", Reply(act="accept", deal=7), "accept 7"),
    ("decline 7", Reply(act="decline", deal=7), "decline 7"),
    ("withdraw 7", Reply(act="withdraw", deal=7), "withdraw 7"),
)
"""A line of Anna's, what it is, and how it is written."""


REFUSED: tuple[tuple[str, str], ...] = (
    (
        "I vte Clara attack",
        (
            "Your line 'I vte Clara attack' can't be read from 'vte' on. Possible: saw, lied, "
            "goes, votes, breaks, gives, spares, tells, plays, moves, holds. Did you mean "
            "'votes'? Form: WHO vote WHOM VOTE [vote] [at PLACE] [BALLOT], for example 'I vote "
            "Anna attack at 3 revote'."
        ),
    ),
    (
        "dce 1 4 6 6",
        (
            "Your line 'dce 1 4 6 6' can't be read from 'dce' on. Possible: zombies, dice, "
            "safe, not, I, offer, counter, accept, decline, withdraw, Anna, Bruno, Clara, Dmitri, "
            "Esra. Did you mean 'dice'? Form: dice DICE, for example 'dice 1 4 4 6'."
        ),
    ),
    (
        "I vote Zoe attack",
        (
            "Your line 'I vote Zoe attack' can't be read from 'Zoe' on. Possible: Anna, Bruno, "
            "Clara, Dmitri, Esra. Form: WHO vote WHOM VOTE [vote] [at PLACE] [BALLOT], for example "
            "'I vote Anna attack at 3 revote'."
        ),
    ),
    (
        "I go 9",
        (
            "Your line 'I go 9' can't be said. Your claim go has location 9. Possible: 1, 2, 3, 4, "
            "5, 6."
        ),
    ),
    (
        "accept seven",
        (
            "Your line 'accept seven' can't be read from 'seven' on. Possible: a number. Form: "
            "accept DEAL, for example 'accept 7'."
        ),
    ),
    (
        "I give Bruno",
        (
            "Your line 'I give Bruno' ends too early. Possible: a card, threat, camera, sprint, "
            "hardware, hidden, shotgun, chainsaw, grenades, pistol, fire_axe, baseball_bat. Form: "
            "WHO give WHOM CARD, for example 'I give Anna a card'."
        ),
    ),
    (
        "offer Bruno: I go 4",
        (
            "Your line 'offer Bruno: I go 4' ends too early. Possible: /. Form: offer WHOM: TERMS "
            "/ TERMS [/ until ROUND], for example 'offer Anna: I vote Anna chief and I go 5 / Anna "
            "gives me a card / until 6'."
        ),
    ),
    (
        "offer Bruno: I spare you / you spare me until 6",
        (
            "Your line 'offer Bruno: I spare you / you spare ...' ends too early. Possible: / "
            "until ROUND, until at each who is spared. Form: offer WHOM: TERMS / TERMS [/ until "
            "ROUND], for example 'offer Anna: I vote Anna chief and I go 5 / Anna gives me a card "
            "/ until 6'."
        ),
    ),
    (
        "offer Bruno: I tell you the dice / I go 4",
        (
            "Your line 'offer Bruno: I tell you the dice / I ...' can't be read from 'I' on. "
            "Possible: you, Bruno. Form: WHO go PLACE, for example 'Anna goes 5'."
        ),
    ),
)
"""A line of Anna's, and what she is told."""

UNCERTAIN = (
    "",
    "I vote against Clara attack",
    "I break a tie against Clara attack",
    "I vote Clara attack each round",
    "I vote Clara attack each round until 6",
    "I vote Clara attack if Bruno goes 4 and Dmitri goes 3",
    "Bruno, where do you go?",
    "I hold 2 sprint",
    "I hold a card",
    "zombies 5 2",
    "zombies 5 != 2",
    "I vote Clara",
    "I give Bruno",
    "you go 4",
    "I vote you attack",
    "Bruno thinks dice 1 4 6 6",
    "I do not hold back chainsaw",
    "not I do not go 4",
    "I go 4 3",
    "I go 4 Megatoys",
    "dice 1 4 6 6 saw",
    "dice \u0661 \u0664 \u0666 \u0666",
    "dice 1 4 6 99999999999999999999999999",
    "dice -1 4 6 6",
    "I go 4 if Bruno goes 4 if Clara goes 4",
    "Bruno said I go 4 if Bruno goes 4",
    "offer Bruno: Clara goes 4 / you go 3",
    "offer Bruno: I go 4 / Clara goes 3",
    "offer Bruno, Clara: I go 4 / Bruno goes 3",
    "offer Bruno, Clara: I go 4 / you vote yourself attack",
    "offer Bruno: I go 4 and I go 3 and I go 2 / you go 3",
    "offer Bruno: I go 4",
    "offer Bruno I go 4 / you go 3",
    "offer Anna: I go 4 / you go 3",
    "offer Bruno, Bruno: I go 4 / you go 3",
    "offer Bruno: I saw / you go 3",
    "offer Bruno: I go 4 if you go 3 / you go 3",
    "offer Bruno: I spare you / you spare me until 6",
    "counter: I go 4 / you go 3",
    "counter 7: I go 4 / you go 3",
    "accept",
    "accept -7",
    "accept 7 8",
    '"Zoe" saw',
    '"Anna saw',
)
"""Lines that say nothing for certain, or what nobody can say."""


@pytest.mark.parametrize(("line", "data", "back"), READ, ids=[each[0] for each in READ])
def test_a_claim_is_read_and_written(line: str, data: dict[str, Any], back: str) -> None:
    """Each form of a claim is its data, and is written with every name spelled out."""
    read = read_line(line, "Anna", TABLE)
    assert isinstance(read, Claim)
    assert read.data() == data
    assert written(read, "Anna", TABLE) == back


@pytest.mark.parametrize(("line", "act", "back"), ACTS, ids=[each[0] for each in ACTS])
def test_a_deal_act_is_read_and_written(line: str, act: DealAct, back: str) -> None:
    """Each form of a deal act is its data; `you` is whoever accepts."""
    read = read_line(line, "Anna", TABLE)
    assert alike(read, "Anna") == alike(act, "Anna")
    assert written(read, "Anna", TABLE) == back


@pytest.mark.parametrize(("line", "meant"), TOLERATED, ids=[each[0] for each in TOLERATED])
def test_what_is_certain_is_tolerated(line: str, meant: str) -> None:
    """Case, stops, spaces, small words and other names of the same thing change nothing."""
    assert written(read_line(line, "Anna", TABLE), "Anna", TABLE) == meant


@pytest.mark.parametrize(("line", "sentence"), REFUSED, ids=[each[0] for each in REFUSED])
def test_an_error_names_the_nearest_form(line: str, sentence: str) -> None:
    """It repeats the line, says where reading stopped and what is possible there."""
    with pytest.raises(ClaimError) as refused:
        read_line(line, "Anna", TABLE)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("line", UNCERTAIN)
def test_nothing_is_guessed(line: str) -> None:
    """What could be meant in two ways, or in none, is refused."""
    with pytest.raises(ClaimError):
        read_line(line, "Anna", TABLE)


def test_each_family_writes_its_own_words() -> None:
    """Both words are read at both tables; monsters and the badge are Osaczeni's."""
    for line in ("zombies 5 >= 1", "monsters 5 >= 1"):
        assert written(read_line(line, "Anna", TABLE), "Anna", TABLE) == "zombies 5 >= 1"
        assert written(read_line(line, "Anna", OSACZENI), "Anna", OSACZENI) == "monsters 5 >= 1"
    for line in ("I vote Clara chief", "I vote Clara badge"):
        assert written(read_line(line, "Anna", TABLE), "Anna", TABLE) == "Anna votes Clara chief"
        assert written(read_line(line, "Anna", OSACZENI), "Anna", OSACZENI) == (
            "Anna votes Clara badge"
        )
    played = read_line("I play energy drink badge", "Anna", OSACZENI)
    assert played == claim("play", card="energy_drink", moment="chief")


def test_names_are_matched_longest_first() -> None:
    """A name that begins like another is that name; in other letters it must be a single one."""
    table = Vocabulary(MOH, ("Ann", "Anna", "Ann Lee", "Ann 2", "ANNA"))
    for line, player in (
        ("Ann saw", "Ann"),
        ("Ann Lee saw", "Ann Lee"),
        ("ann lee saw", "Ann Lee"),
        ("Ann 2 saw", "Ann 2"),
        ("Anna saw", "Anna"),
        ("ANNA saw", "ANNA"),
    ):
        assert read_line(line, "Ann", table) == claim(
            "saw", **{} if player == "Ann" else {"player": player}
        )
    with pytest.raises(ClaimError):
        read_line("anna saw", "Ann", table)


def test_a_name_with_a_word_of_the_notation_stands_in_quotation_marks() -> None:
    """Bare it would be that word; the grammar lists such names."""
    table = Vocabulary(MOH, ("I", "not", "Clara"))
    said = claim("vote", player="not", target="I", vote="chief")
    assert written(said, "Clara", table) == '"not" votes "I" chief'
    assert read_line('"not" votes "I" chief', "Clara", table) == said
    assert read_line("I saw", "Clara", table) == claim("saw")
    assert 'Always in quotation marks: "I", "not".' in grammar_text(table)
    assert "quotation" not in grammar_text(TABLE)


def alike(said: Claim | DealAct, speaker: str) -> object:
    """Return what was said with the names of players filled in, as two ways of saying it agree."""
    match said:
        case Claim():
            condition = said.condition and said.condition.resolved(speaker)
            return (said.proposition.resolved(speaker), said.confidence, condition, said.said_by)
        case Offer():
            sides = [said.between(speaker, other) for other in said.to]
            return (said.to, sides, said.until, said.counters)
        case Reply():
            return said


@st.composite
def tables(draw: st.DrawFn) -> Vocabulary:
    """Draw a table of any ruleset, three to six seats with any names."""
    seats = draw(st.lists(st.sampled_from(NAMES), min_size=3, max_size=6, unique=True))
    return Vocabulary(engine.ruleset(draw(st.sampled_from(engine.rulesets()))), seats)


@st.composite
def propositions(draw: st.DrawFn, table: Vocabulary, kinds: Sequence[str]) -> Proposition:
    """Draw any proposition of these kinds, some of which nobody can say."""
    kind = draw(st.sampled_from(kinds))
    needed, free = FIELDS[kind]
    values: dict[str, st.SearchStrategy[Any]] = {
        "player": st.sampled_from(table.seats),
        "location": st.sampled_from(table.locations),
        "relation": st.sampled_from(get_args(Relation)),
        "count": st.integers(0, table.most_dice),
        "dice": st.lists(
            st.sampled_from(table.locations), min_size=table.dice, max_size=table.most_dice
        ).map(tuple),
        "target": st.sampled_from(table.seats),
        "vote": st.sampled_from(get_args(Vote)),
        "ballot": st.sampled_from(get_args(Ballot)),
        "card": st.sampled_from(tuple(table.cards)),
        "moment": st.sampled_from(get_args(Moment)),
        "character": st.sampled_from(table.characters),
        "until": st.integers(1, 999),
    }
    fields = {name: draw(values[name]) for name in needed}
    fields |= {name: draw(st.none() | values[name]) for name in free}
    if (fields.get("relation") is None) != (fields.get("count") is None):
        fields["relation"] = fields["count"] = None
    if fields.get("vote", fields.get("moment")) != "attack" and kind in {"vote", "play"}:
        fields["location"] = None
    return Proposition(kind=kind, negated=draw(st.booleans()), **fields)  # type: ignore[arg-type]


@st.composite
def claims(draw: st.DrawFn, table: Vocabulary) -> Claim:
    """Draw a claim of any kind, with any of what may be added to it."""
    kinds = propositions(table, get_args(Kind))
    extra = draw(st.sampled_from(("", "condition", "said_by")))
    return Claim(
        proposition=draw(kinds),
        confidence=draw(st.sampled_from(get_args(Confidence))),
        condition=draw(kinds) if extra == "condition" else None,
        said_by=draw(st.sampled_from(table.seats)) if extra == "said_by" else None,
    )


@st.composite
def offers(draw: st.DrawFn, table: Vocabulary, speaker: str) -> Offer:
    """Draw an offer of one or two terms a side, some with names left out."""
    others = [seat for seat in table.seats if seat != speaker]
    to = draw(st.lists(st.sampled_from(others), min_size=1, unique=True))

    def term(player: str | None) -> Proposition:
        drawn = draw(propositions(table, sorted(PLEDGES)))
        target = drawn.target
        if "target" in FIELDS[drawn.kind][0]:
            target = None if drawn.kind in OF_ANOTHER and len(to) > 1 else target
            target = draw(st.sampled_from((None, target)))
        return Proposition(
            **{name: getattr(drawn, name) for name in Proposition.__slots__}
            | {"player": draw(st.sampled_from((None, player))), "target": target}
        )

    many = st.integers(1, 2)
    return Offer(
        to=tuple(to),
        gives=tuple(term(speaker) for _ in range(draw(many))),
        wants=tuple(term(to[0] if len(to) == 1 else None) for _ in range(draw(many))),
        until=draw(st.none() | st.integers(1, 999)),
        counters=draw(st.none() | st.integers(1, 999_999)),
    )


@given(st.data())
def test_a_claim_is_its_line(data: st.DataObject) -> None:
    """Whatever can be said at whatever table is the same again when its line is read."""
    table = data.draw(tables())
    speaker = data.draw(st.sampled_from(table.seats))
    said = data.draw(claims(table))
    assume(table.check(said, speaker) is None)
    line = written(said, speaker, table)
    assert alike(read_line(line, speaker, table), speaker) == alike(said, speaker)
    assert written(read_line(line, speaker, table), speaker, table) == line
    assert len(line) <= LONGEST_LINE


@given(st.data())
def test_an_offer_is_its_line(data: st.DataObject) -> None:
    """Whatever can be offered is the same to each who may accept it when its line is read."""
    table = data.draw(tables())
    speaker = data.draw(st.sampled_from(table.seats))
    said = data.draw(offers(table, speaker))
    assume(act_problem(said, speaker, table) is None)
    line = written(said, speaker, table)
    assert alike(read_line(line, speaker, table), speaker) == alike(said, speaker)
    assert written(read_line(line, speaker, table), speaker, table) == line
    assert len(line) <= LONGEST_LINE


@given(st.sampled_from(get_args(ReplyAct)), st.integers(0, 999_999))
def test_a_reply_is_its_line(act: ReplyAct, deal: int) -> None:
    """The answers to a deal have its number."""
    assert read_line(written(Reply(act=act, deal=deal), "Anna", TABLE), "Anna", TABLE) == Reply(
        act=act, deal=deal
    )


WORDS = st.sampled_from(
    [
        *(word for line, *_ in (*READ, *ACTS, *TOLERATED) for word in line.split()),
        *(line for line, *_ in (*READ, *ACTS)), *NAMES, '"', ":", "/", ",", "and", "if", "not",
        "99999999999", "\u202e", "\x00", "\x1b[2J", "\ud800", "\u0664", "\r\n",
    ]
)  # fmt: skip


@given(st.data(), st.lists(WORDS, max_size=40).map(" ".join) | st.text(max_size=10_000))
def test_hostile_lines_are_a_claim_error(data: st.DataObject, line: str) -> None:
    """Any text is read, the same again by its own line, or refused in a sentence safe to print."""
    table = data.draw(tables())
    speaker = data.draw(st.sampled_from(table.seats))
    try:
        said = read_line(line, speaker, table)
    except ClaimError as refused:
        sentence = str(refused)
        assert sentence.isprintable()
        assert len(sentence) <= 300
        assert sentence.startswith("Your line ")
        return
    again = read_line(written(said, speaker, table), speaker, table)
    assert alike(again, speaker) == alike(said, speaker)


@pytest.mark.parametrize(
    "line",
    [
        "x" * 10_000,
        "not " * 2_500,
        '"' * 10_000,
        "dice " + "1 " * 5_000,
        "9" * 10_000,
        "I think " * 1_200,
        "offer " + "Bruno, " * 140,
        "offer Bruno: " + "I go 4 and " * 80,
        "a " * 499,
        "\u202e" * 900,
        "\u00b4" * 900,
    ],
    ids=lambda line: line[:12],
)
def test_long_lines_are_refused(line: str) -> None:
    """Ten thousand characters, or a thousand of the same, are no claim."""
    with pytest.raises(ClaimError) as refused:
        read_line(line, "Anna", TABLE)
    assert len(str(refused.value)) <= 300


@pytest.mark.parametrize("ruleset", engine.rulesets())
@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_each_example_is_what_its_form_says(ruleset: str, count: int) -> None:
    """What a model is told can be said at its table, and reads as the kind it stands for."""
    table = Vocabulary(engine.ruleset(ruleset), (*SEATS, "Filip")[:count])
    for form in grammar(table):
        said = read_line(form.example, table.seats[-1], table)
        assert form.kind in kinds_and_fields(said), form
        assert all(getattr(said.proposition, name) == value for name, value in form.fixed.items())  # type: ignore[union-attr]


def kinds_and_fields(said: Claim | DealAct) -> set[str]:
    """Return the kinds, fields and acts that something said makes use of."""
    match said:
        case Reply():
            return {said.act, "deal"}
        case Offer():
            act = "offer" if said.counters is None else "counter"
            terms = (*said.gives, *said.wants)
            return {act, *said.data(), *(name for each in terms for name in each.data())}
        case Claim():
            return {said.proposition.kind, *said.data()}


def test_every_kind_and_field_has_a_form() -> None:
    """Forms reach all that claims and deals can hold, and without deals all that claims can."""
    told = {
        name
        for form in grammar(TABLE)
        for name in kinds_and_fields(read_line(form.example, "Esra", TABLE))
    }
    claimed = {
        *get_args(Kind),
        *Claim.read({"kind": "saw"}).data(),
        "confidence",
        "condition",
        "said_by",
    }
    assert claimed | {*Proposition.__slots__} <= told
    assert {
        "offer",
        "counter",
        "accept",
        "decline",
        "withdraw",
        "to",
        "gives",
        "wants",
        "until",
        "counters",
        "deal",
    } <= told
    assert {form.kind for form in grammar(TABLE, deals=False)} >= {*get_args(Kind)}
    assert not {form.kind for form in grammar(TABLE, deals=False)} & {form.kind for form in DEALS}


def test_every_field_of_a_kind_has_a_slot() -> None:
    """The patterns of a kind have a slot for each of its fields, and for no other."""
    for kind, (needed, free) in FIELDS.items():
        slots = {
            SLOTS[word]
            for form in FORMS
            if form.kind == kind
            for part in form.parts
            for word in part.words
            if word in SLOTS
        }
        assert slots == {*needed, *free}, kind


def test_words_of_the_notation_are_no_bare_names() -> None:
    """Whoever is named like a word that some form has is written in quotation marks."""
    words = {
        word.casefold()
        for form in (*FORMS, *DEALS)
        for part in form.parts
        for word in part.words
        if word.isalpha() and word.islower()
    }
    words |= {word for word in SPOKEN if word.isalpha()} | {
        *CHOICES["MOMENT"],
        *CHOICES["BALLOT"],
        *CONFIDENCES,
        *ACT_WORDS,
    }
    lexicon = lexicon_of(TABLE)
    assert {word for word in words if not lexicon.is_taken(word)} == set()


def test_a_name_like_a_small_word_is_written_bare() -> None:
    """Will and A are names, will and a are none; in small letters such a name is quoted."""
    table = Vocabulary(MOH, ("A", "Will", "the", "Clara"))
    for line, back in (
        ("I will go to 4", "Clara goes 4"),
        ("Will goes 4", "Will goes 4"),
        ("I give A a card", "Clara gives A a card"),
        ("A will spare Will", "A spares Will"),
        ("I WILL GO TO THE SUPERMARKET", "Clara goes 6"),
        ('"the" votes for A in the attack', '"the" votes A attack'),
        ("the dice 1 4 6 6", "dice 1 4 6 6"),
    ):
        assert written(read_line(line, "Clara", table), "Clara", table) == back
    with pytest.raises(ClaimError):
        read_line("will goes 4", "Clara", table)


def test_a_name_that_begins_with_a_number_is_quoted() -> None:
    """A number stays a number, in front of names too; one at the end of a name is part of it."""
    table = Vocabulary(MOH, ("4", "7 Bruno", "Bruno", "Player 1", "Clara"))
    assert read_line("I go 4", "Clara", table) == claim("go", location=4)
    counter = read_line("counter 7 Bruno: I go 4 / Bruno goes 4", "Clara", table)
    assert isinstance(counter, Offer)
    assert (counter.counters, counter.to) == (7, ("Bruno",))
    for player, line in (
        ("4", '"4" saw'),
        ("7 Bruno", '"7 Bruno" saw'),
        ("Player 1", "Player 1 saw"),
    ):
        assert written(claim("saw", player=player), "Clara", table) == line


def test_each_side_of_a_deal_is_its_own_players() -> None:
    """Who offers gives and whoever accepts is asked for, also where no line was read."""
    theirs, mine = p("go", player="Bruno", location=4), p("go", player="Anna", location=4)
    for act in (offer("Bruno", [theirs], [theirs]), offer("Bruno", [mine], [mine])):
        assert act_problem(act, "Anna", TABLE) in {
            "Your offer has go of Bruno. Possible there: Anna.",
            "Your offer has go of Anna. Possible there: Bruno.",
        }
    assert act_problem(offer("Bruno", [mine], [theirs]), "Anna", TABLE) is None


def test_the_grammar_is_short() -> None:
    """Both families are told all forms in at most 450 tokens of 3.3 bytes."""
    for table in (TABLE, OSACZENI):
        assert len(grammar_text(table).encode()) <= 450 * 3.3
        assert all(
            form.example in grammar_text(table).replace("[", "").replace("]", "")
            for form in grammar(table)
        )
