"""House bots at whole tables: they talk within the rules, lie by their dials, and listen."""

import asyncio
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import engine
from arena.claims.judgement import Judgement
from arena.claims.language import Claim, Proposition
from arena.claims.verdict import verdict_on
from arena.config import TableConfig
from arena.families import FAMILIES
from arena.forms import JsonRecord
from arena.projections.judge import Judge
from arena.seats import Uniform, make_seat
from arena.seats.house import DIALS, PLAIN, Dials, House
from arena.seats.house.speaking import family_wordings, pattern, wording_of
from arena.seats.seat import Question
from arena.settings import TalkRules
from arena.table import play
from arena.table.verify import verify
from arena.talk.speech import Speech, TalkTurn
from arena.transcript.reader import read
from tests.arena.records_of import plain_of, record_of

NAMES = ("Anna", "Bruno", "Clara", "Dmitri", "Esra")
MIXED = ("house", "house:liar", "house:honest", "house:greedy", "house:gullible")


def records_of(
    out: Path, seed: int, specs: Sequence[str] = MIXED, ruleset: str = "moh", **rules: object
) -> list[JsonRecord]:
    """Play a game of house bots; return its records."""
    seats = dict(zip(NAMES, specs, strict=False))
    talk = TalkRules.model_validate(rules)
    config = TableConfig(ruleset=ruleset, seats=seats, seed=str(seed), talk=talk)
    outcome = asyncio.run(play(config, out))
    assert verify(outcome.folder).ok
    return plain_of(read(outcome.folder).records)


MANY = [pytest.param((each, 6), marks=pytest.mark.slow) for each in ("moh", "osaczeni")]
"""So many games of a family that shares can be told."""


@pytest.fixture(
    scope="module",
    params=[("moh", 1), ("osaczeni", 1), *MANY],
    ids=lambda each: f"{each[0]}-{each[1]}",
)
def games(request: pytest.FixtureRequest) -> list[list[JsonRecord]]:
    """Return the records of a few games of different bots, of each family."""
    ruleset, count = request.param
    return [game(ruleset, seed) for seed in range(count)]


@cache
def game(ruleset: str, seed: int) -> list[JsonRecord]:
    """Return the records of a game, which is played once; nobody may change them."""
    with TemporaryDirectory() as out:
        return records_of(Path(out), seed, ruleset=ruleset)


def wordings_in(records: Sequence[JsonRecord]) -> Mapping[str, tuple[str, ...]]:
    """Return the wordings of a game's family."""
    began = next(each for each in records if each["type"] == "game_began")
    return family_wordings(engine.ruleset(began["data"]["ruleset"]).family)


def speeches(records: Sequence[JsonRecord]) -> list[JsonRecord]:
    """Return what was said."""
    return [each for each in records if each["type"] == "said"]


def test_nothing_that_they_say_is_refused(games: list[list[JsonRecord]]) -> None:
    """No default stands in, neither for an answer nor for a turn."""
    kinds = Counter(each["type"] for records in games for each in records)
    assert kinds["said"] > 50 * len(games)
    assert kinds["turn_defaulted"] == kinds["answer_defaulted"] == 0


def test_no_seat_repeats_a_sentence_in_a_game(games: list[list[JsonRecord]]) -> None:
    """Whatever the position brings up again, it has other words."""
    for records in games:
        texts = Counter((each["actor"], each["data"]["text"]) for each in speeches(records))
        assert max(texts.values()) == 1


def test_no_wording_comes_back_within_ten_messages(games: list[list[JsonRecord]]) -> None:
    """From any seat, as far as its speaker heard: names and numbers in it make no other of it."""
    for records in games:
        known = sorted({each for texts in wordings_in(records).values() for each in texts}, key=len)
        last: list[tuple[JsonRecord, str]] = []
        for each in speeches(records):
            text = each["data"]["text"]
            wording = next(w for w in reversed(known) if pattern(w).fullmatch(text))
            heard = [w for before, w in last if was_heard(before, str(each["actor"]))]
            assert wording not in heard[-10:], text
            last.append((each, wording))


def test_no_wording_comes_back_before_the_others_of_its_thought(
    games: list[list[JsonRecord]],
) -> None:
    """As far as its speaker heard, but for those left to others who speak under the same seal.

    Those are as many as there are seats, or more where one's own were whispered: one in ten.
    """
    for records in games:
        family = "osaczeni" if "tie_muse" in wordings_in(records) else "moh"
        siblings = {each: texts for texts in wordings_in(records).values() for each in texts}
        past: list[tuple[JsonRecord, str]] = []
        early = []
        for each in speeches(records):
            wording = wording_of(family, each["data"]["text"])
            assert wording is not None
            heard = Counter(
                said
                for before, said in past
                if was_heard(before, str(each["actor"]))
                and before["data"]["wave"] < each["data"]["wave"]
            )
            left = [other for other in siblings[wording] if heard[other] < heard[wording]]
            early.append(bool(left))
            past.append((each, wording))
        assert sum(early) < len(early) / 10


def test_messages_seldom_sound_like_one_of_before(games: list[list[JsonRecord]]) -> None:
    """From any seat in the whole game: at most one in seven."""
    again = said = 0
    for records in games:
        family = "osaczeni" if "tie_muse" in wordings_in(records) else "moh"
        wordings = [wording_of(family, each["data"]["text"]) for each in speeches(records)]
        said += len(wordings)
        again += len(wordings) - len(set(wordings))
    assert again < said / 7


@pytest.mark.parametrize("games", MANY, indirect=True)
def test_most_of_what_is_announced_is_done(games: list[list[JsonRecord]]) -> None:
    """Destinations and votes: by Clara, who is honest, nearly all; by Anna more than by Bruno."""
    kept: Counter[tuple[str, bool]] = Counter()
    for records in games:
        began = next(each for each in records if each["type"] == "game_began")
        judge = Judge(engine.ruleset(began["data"]["ruleset"]), NAMES)
        for record in records:
            for found in judge.feed(record_of(record)):
                if not isinstance(found, Judgement):
                    continue
                made = judge.assertions.of(found)
                verdict = verdict_on(made, found.truth, found.basis)
                if made.is_announcement and found.truth in {"true", "false"}:
                    kept[made.speaker, not verdict.is_broken] += 1
    share = {name: kept[name, True] / (kept[name, True] + kept[name, False]) for name in NAMES[:3]}
    assert share["Clara"] > 0.85
    assert share["Anna"] > 0.6  # of some 45; of 200 it is above 0.75
    assert share["Bruno"] < share["Anna"]


def was_heard(message: JsonRecord, seat: str) -> bool:
    """Tell whether a seat heard, or said, a message."""
    return message["seen_by"] == "all" or seat in message["seen_by"]


def test_those_who_speak_at_once_do_not_speak_in_chorus(games: list[list[JsonRecord]]) -> None:
    """Hardly ever do two say the same on one floor."""
    same = said = 0
    for records in games:
        floor: list[str] = []
        for each in records:
            if each["type"] == "floor_opened":
                floor = []
            elif each["type"] == "said":
                said += 1
                same += each["data"]["text"] in floor
                floor.append(each["data"]["text"])
    assert same < said / 50


def test_every_slot_is_filled_and_every_sentence_ends(games: list[list[JsonRecord]]) -> None:
    """No brace, no doubled blank, a full stop or its like."""
    for records in games:
        for each in speeches(records):
            assert re.fullmatch(r"[A-Z0-9][^{}]*[.!?]", each["data"]["text"]), each["data"]["text"]
            assert "  " not in each["data"]["text"]


def test_they_speak_of_many_things(games: list[list[JsonRecord]]) -> None:
    """Reports, announcements, deals, votes, peace and accusations occur; and whispers."""
    kinds = Counter(
        claim["kind"]
        for records in games
        for each in speeches(records)
        for claim in each["data"]["claims"]
    )
    terms = Counter(
        term["kind"]
        for records in games
        for each in records
        if each["type"] == "deal_offered"
        for term in (*each["data"]["gives"], *each["data"]["wants"])
    )
    assert {"give", "vote", "ally", "tell"} <= set(terms) <= {"give", "vote", "ally", "tell", "go"}
    also = {"holds"} if "dice_areas" in wordings_in(games[0]) else {"dice"}
    assert set(kinds) >= {"zombies", "go", "give", "vote", "lied", *also}
    assert any(each["data"]["whisper"] for records in games for each in speeches(records))


@pytest.mark.parametrize(
    ("family", "intent"),
    [(each, intent) for each in FAMILIES for intent in sorted(family_wordings(each))],
)
def test_each_thought_has_wordings_of_its_own(family: str, intent: str) -> None:
    """At least six, as many as seats, none twice, none in another thought."""
    known = family_wordings(family)
    wordings = known[intent]
    others = {text for other, texts in known.items() if other != intent for text in texts}
    assert len(wordings) == len(set(wordings)) >= 6
    assert not others & set(wordings)


@pytest.fixture(scope="module")
def in_turn(tmp_path_factory: pytest.TempPathFactory) -> list[list[JsonRecord]]:
    """Return the records of a few games in which each hears who spoke before."""
    out = tmp_path_factory.mktemp("turns")
    return [records_of(out, seed, protocol="round_robin") for seed in range(6)]


def spoken_as(records: Sequence[JsonRecord], intent: str) -> list[JsonRecord]:
    """Return the speeches that are one of a thought's wordings."""
    patterns = [pattern(each) for each in wordings_in(records)[intent]]
    return [e for e in speeches(records) if any(p.fullmatch(e["data"]["text"]) for p in patterns)]


def before(records: Sequence[JsonRecord], moment: JsonRecord) -> list[JsonRecord]:
    """Return what was said in the same round before this."""
    return [e for e in speeches(records) if e["round"] == moment["round"] and e["i"] < moment["i"]]


@pytest.mark.slow
def test_nobody_confesses_to_who_did_not_accuse(in_turn: list[list[JsonRecord]]) -> None:
    """`You've caught me` follows an accusation, and something was untrue."""
    found = [(records, each) for records in in_turn for each in spoken_as(records, "confess")]
    assert found
    for records, each in found:
        accused = [
            (other["actor"], claim.get("player"))
            for other in before(records, each)
            for claim in other["data"]["claims"]
            if claim["kind"] == "lied"
        ]
        assert (each["data"]["to"][0], each["actor"]) in accused


def test_who_is_accused_of_breaking_a_deal_broke_it(games: list[list[JsonRecord]]) -> None:
    """The accusation claims that they lied, and the judge says so too."""
    for records in games:
        known = [pattern(each) for each in wordings_in(records)["accuse_deal"]]
        accused = {
            each["data"]["message"]
            for each in speeches(records)
            if any(wording.fullmatch(each["data"]["text"]) for wording in known)
        }
        truths = [
            each["data"]["truth"]
            for each in records
            if each["type"] == "claim_judged" and each["data"]["message"] in accused
        ]
        assert truths == ["true"] * len(accused)


@pytest.mark.slow
def test_a_report_is_answered_and_not_asked_for_again(in_turn: list[list[JsonRecord]]) -> None:
    """Who has heard the dice from the one who looked asks no more for the truth."""
    about_dice = {"zombies", "dice"}
    answers = 0
    for records in in_turn:
        for intent in ("dice_ask", "dice_believe", "dice_disbelieve"):
            for each in spoken_as(records, intent):
                told = any(
                    other["actor"] == each["data"]["to"][0]
                    and was_heard(other, str(each["actor"]))
                    and any(
                        claim["kind"] in about_dice and "said_by" not in claim
                        for claim in other["data"]["claims"]
                    )
                    for other in before(records, each)
                )
                assert told is (intent != "dice_ask"), each["data"]["text"]
                answers += told
    assert answers


@pytest.mark.slow
def test_a_chief_does_not_announce_the_place_that_they_falsely_warned_of(
    in_turn: list[list[JsonRecord]],
) -> None:
    """A lie that gives itself away at once is none: no Chief who saw the dice tells it."""
    lies = 0
    for records in in_turn:
        for number, each in enumerate(records):
            if each["type"] != "destination_announced":
                continue
            place, chief = each["data"]["place"], each["actor"]
            dice = next(r for r in records[number:] if r["type"] == "dice_revealed")["data"]["dice"]
            told = {
                (at, count)
                for speech in before(records, each)
                if speech["actor"] == chief
                for claim in speech["data"]["claims"]
                if claim["kind"] in {"dice", "zombies"} and "said_by" not in claim
                for at, count in reported(claim)
            }
            seen = any(
                r["type"] == "dice_peeked" and r["round"] == each["round"] and r["actor"] == chief
                for r in records[:number]
            )
            false = {at for at, count in told if count > dice.count(at)} if seen else set()
            lies += bool(false)
            assert place not in false
    assert lies


def reported(claim: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Return how many dice a report names, by location."""
    if claim["kind"] == "dice":
        return [(at, claim["dice"].count(at)) for at in set(claim["dice"])]
    return [(claim["location"], claim["count"])] if claim["relation"] != "<=" else []


@pytest.mark.slow
def test_who_outvotes_all_others_asks_nobody(in_turn: list[list[JsonRecord]]) -> None:
    """No deal where there is nothing to gain."""
    asked = 0
    for records in in_turn:
        for intent, kind in (("chief_deal", "chief"), ("truck_deal", "truck")):
            for each in spoken_as(records, intent):
                ballots = (
                    r["data"]
                    for r in records
                    if r["type"] == "votes_revealed" and r["i"] > each["i"]
                )
                first = next(r for r in ballots if r["kind"] == kind)
                weights, me = first["weights"], each["actor"]
                threats = sum(
                    r["type"] == "card_played"
                    and r["data"]["player"] == me
                    and r["round"] == each["round"]
                    for r in records
                )
                assert 2 * (weights[me] - threats) <= sum(weights.values())
                asked += 1
    assert asked


@pytest.mark.slow
def test_an_agreement_answers_an_offer(in_turn: list[list[JsonRecord]]) -> None:
    """To who made it; `not you` is said to who offered not to vote for the speaker."""
    answered = 0
    for records in in_turn:
        spares = [each["i"] for each in spoken_as(records, "attack_accept")]
        for each in speeches(records):
            for reply in each["data"]["deals"]:
                if reply["act"] != "accept":
                    continue
                number = reply["deal"]
                offer = next(o for o in speeches(records) if o["data"]["message"] == number)
                assert offer["i"] < each["i"]
                assert offer["actor"] in each["data"]["to"]
                (peace, *_) = offer["data"]["deals"][0]["wants"]
                assert (peace["kind"] == "vote" and "negated" in peace) is (each["i"] in spares)
                answered += 1
    assert answered


@pytest.mark.parametrize("games", MANY, indirect=True)
def test_an_announced_vote_is_cast(games: list[list[JsonRecord]]) -> None:
    """By the honest always, where it still can be; by all of them nearly always."""
    kept: Counter[tuple[bool, bool]] = Counter()
    for records in games:
        word: dict[tuple[object, ...], str] = {}
        for each in records:
            data, actor = each["data"], each["actor"]
            if each["type"] == "said":
                for claim in data["claims"]:
                    if claim["kind"] == "vote" and not PLAIN_WORD & set(claim):
                        word[actor, claim["vote"], claim.get("location")] = claim["target"]
            elif each["type"] == "votes_revealed":
                where = data["place"] if data["kind"] == "attack" else None
                for voter, choice in data["ballots"].items():
                    said = word.pop((voter, data["kind"], where), None)
                    if said in data["totals"]:
                        kept[voter == "Clara", said == choice] += 1
            elif each["type"] == "round_ended":
                word.clear()
    assert kept[True, True] > 5
    assert kept[True, False] == 0
    assert kept[False, True] > 9 * kept[False, False]


PLAIN_WORD = {"player", "condition", "said_by", "negated", "ballot"}
"""What makes more of a claim than a word on one's own next ballot."""


def lie_rate(out: Path, spec: str, seeds: range, ruleset: str) -> float:
    """Return the share of false ones among claims of dice that their speaker had seen."""
    seen = Counter[str]()
    for seed in seeds:
        records = records_of(out, seed, (spec,) * 4, ruleset)
        kinds = {
            (each["data"]["message"], at): claim["kind"]
            for each in speeches(records)
            for at, claim in enumerate(each["data"]["claims"])
        }
        for each in records:
            if each["type"] == "claim_judged" and each["data"]["basis"] == "seen":
                kind = kinds[each["data"]["message"], each["data"]["claim"]]
                if kind in {"zombies", "dice"}:
                    seen[each["data"]["truth"]] += 1
    return seen["false"] / max(1, seen["false"] + seen["true"])


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "liars"), [("moh", 0.5), ("osaczeni", 0.25)])
def test_the_honest_never_lie_about_dice_and_liars_often_do(
    tmp_path: Path, ruleset: str, liars: float
) -> None:
    """By the judge, which knows nothing of dials; who names areas alone is right by chance."""
    assert lie_rate(tmp_path, "house:honest", range(4), ruleset) == 0
    assert lie_rate(tmp_path, "house:liar", range(4), ruleset) > liars


class Deaf(House):
    """Answers as it hears, and notes how often it would answer otherwise without others' words."""

    def __init__(self, seed: str, dials: Dials) -> None:
        """Sit down with a twin that hears nobody else."""
        super().__init__(seed, dials)
        self._twin = House(seed, dials)
        self.asked = self.swayed = 0

    async def answer(
        self, question: Question, view: Mapping[str, Any], heard: Sequence[JsonRecord]
    ) -> str:
        """Answer, and let the twin answer."""
        chosen = await super().answer(question, view, heard)
        silent = [
            each for each in heard if each["type"] != "said" or each["actor"] == question.seat
        ]
        self.asked += 1
        self.swayed += await self._twin.answer(question, view, silent) != chosen
        return chosen


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "share"), [("moh", 0.1), ("osaczeni", 0.1)])
def test_it_listens(tmp_path: Path, ruleset: str, share: float) -> None:
    """With the others' talk withheld at least a tenth of all decisions change."""
    asked = swayed = 0
    for seed in range(8):
        config = TableConfig(ruleset=ruleset, seats=dict.fromkeys(NAMES, "house"), seed=str(seed))
        seats = {name: Deaf(f"{seed}{name}", PLAIN) for name in NAMES}
        asyncio.run(play(config, tmp_path, seats=seats))
        asked += sum(seat.asked for seat in seats.values())
        swayed += sum(seat.swayed for seat in seats.values())
    assert swayed >= asked * share


@pytest.mark.parametrize(
    "protocol", [pytest.param("round_robin", marks=pytest.mark.slow), "bidding"]
)
def test_they_talk_under_every_protocol(tmp_path: Path, protocol: str) -> None:
    """One after another, or who bids most."""
    records = records_of(tmp_path, 2, MIXED[:3], protocol=protocol, turns=2)
    assert len(speeches(records)) > 20
    bids = {each["data"]["bid"] for each in records if each["type"] == "bid"}
    assert (len(bids) > 2) is (protocol == "bidding")


@pytest.mark.parametrize(
    ("ruleset", "seats"),
    [
        ("moh", 3), ("osaczeni", 3),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in (("moh", 6), ("moh-ru", 5))),
    ],
)  # fmt: skip
def test_they_talk_at_every_table(tmp_path: Path, ruleset: str, seats: int) -> None:
    """Fewest and most seats, other numbers, short texts, no whispers."""
    names = (*NAMES, "Farid")[:seats]
    talk = TalkRules(whispers=False, characters=60)
    config = TableConfig(ruleset=ruleset, seats=dict.fromkeys(names, "house"), seed="1", talk=talk)
    outcome = asyncio.run(play(config, tmp_path))
    records = plain_of(read(outcome.folder).records)
    assert verify(outcome.folder).ok
    assert not any(each.defaults for each in outcome.counts.values())
    assert max(len(each["data"]["text"]) for each in speeches(records)) <= 60


def test_what_it_says_is_a_function_of_what_it_knows(tmp_path: Path) -> None:
    """A new bot that hears the whole game at once says the same as the one that sat through it."""
    asked: list[tuple[TalkTurn, Mapping[str, Any], tuple[JsonRecord, ...], object]] = []

    class Recorder(House):
        async def speak(
            self, turn: TalkTurn, view: Mapping[str, Any], heard: Sequence[JsonRecord]
        ) -> Any:  # noqa: ANN401 - as it came
            said = await super().speak(turn, view, heard)
            asked.append((turn, view, tuple(heard), said))
            return said

    config = TableConfig(seats=dict.fromkeys(NAMES[:3], "house"), seed="5")
    seats = {name: Recorder(name, DIALS["liar"]) for name in NAMES[:3]}
    asyncio.run(play(config, tmp_path, seats=seats))
    for turn, view, heard, said in asked[:: len(asked) // 25]:
        fresh = House(turn.seat, DIALS["liar"])
        assert asyncio.run(fresh.speak(turn, view, heard)) == said


def test_the_seat_that_a_spec_makes_talks() -> None:
    """`house` is a talker, `random` is not."""
    assert make_seat("house:liar", name="A", seed="s").talks
    assert not make_seat("random", name="A", seed="s").talks


def test_osaczeni_is_spoken_of_in_its_own_words() -> None:
    """No Chief, no box, no zombies, no cards; the token, the cold room and items instead."""
    said = [text for texts in family_wordings("osaczeni").values() for text in texts]
    foreign = re.compile(r"(?<!{)(zombie|card)|Chief|\bbox\b|re-vote|Four dice")
    assert [text for text in said if foreign.search(text)] == []
    for own in ("token", "cold room", "monsters", "hatch", "badge", "tin can"):
        assert any(own in text for text in said), own


def test_the_mall_says_nothing_of_tokens_and_badges() -> None:
    """What only the other game has, or calls so, is not among its words."""
    said = [text for texts in family_wordings("moh").values() for text in texts]
    foreign = re.compile(r"token|cold room|badge|hatch|monster")
    assert [text for text in said if foreign.search(text)] == []


class ManyDrinks(Uniform):
    """Says at every turn how many Energy drinks it has: more than a table has by default."""

    @property
    def talks(self) -> bool:
        """It does."""
        return True

    async def speak(
        self, turn: TalkTurn, view: Mapping[str, Any], heard: Sequence[JsonRecord]
    ) -> Speech:
        """Claim five."""
        del turn, view, heard
        five = Proposition(kind="holds", card="energy_drink", relation="=", count=5)
        return Speech.of("Five drinks are mine.", claims=(Claim(proposition=five),))


def test_a_claim_that_only_the_options_in_force_allow_is_heard(tmp_path: Path) -> None:
    """With twelve Energy drinks in the deck (GAP-O-4) five in a hand stop no house bot."""
    config = TableConfig(
        ruleset="osaczeni",
        seats={"Anna": "house", "Bruno": "house:liar", "Clara": "random", "Dmitri": "house"},
        seed="1",
        rules={"deck": "1,12,3,1,1,1,1,2,1"},
        talk=TalkRules(protocol="round_robin"),
    )
    outcome = asyncio.run(play(config, tmp_path, seats={"Clara": ManyDrinks("1")}))
    records = plain_of(read(outcome.folder).records)
    assert any(each["actor"] == "Clara" for each in speeches(records))
    defaulted = {"answer_defaulted", "turn_defaulted"}
    assert [each for each in records if each["type"] in defaulted] == []
