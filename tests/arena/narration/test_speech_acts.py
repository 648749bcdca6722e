"""Claims and deals that come without words are said in sentences, never in the notation."""

import pytest

import engine
from arena.claims.lexicon import lexicon_of
from arena.claims.notation import read_line
from arena.claims.vocabulary import Vocabulary
from arena.narration.dialects import words_of
from arena.narration.speech_acts import act_in_words, spoken

SEATS = ("Anna", "Bruno", "Clara")
RULESETS = engine.rulesets()
LINES = {
    "I go to 4": "I will go to 4 {lot}.",
    "I think zombies 4 >= 2": "I think that at least 2 dice show 4 {lot}.",
    "not I vote Bruno attack": "I will not vote for Bruno in the attack.",
    "Bruno lied": "Bruno has lied in this round or the last.",
    "dice DICE": "The dice are {dice}.",
    "offer Bruno: I spare Bruno / Bruno votes Clara attack": "I offer Bruno a deal.",
    "counter 7 Bruno: I spare Bruno / Bruno spares me": "I offer Bruno a deal.",
    "offer Bruno, Clara: I spare you / you spare me": "I offer Bruno and Clara a deal.",
    "accept 7": "I accept offer 7.",
    "decline 7": "I decline offer 7.",
    "withdraw 7": "I take back offer 7.",
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_said_without_words_is_a_sentence(ruleset: str) -> None:
    """Of who says it; by the names of each edition."""
    facts = engine.ruleset(ruleset)
    words, vocabulary = words_of(facts, SEATS), Vocabulary(facts, SEATS)
    attackers = lexicon_of(vocabulary).zombies
    dice = " ".join(f"[{each}]" for each in range(1, facts.dice + 1))
    for given, says in LINES.items():
        line = given.replace("zombies", attackers).replace("DICE", " ".join("123456"[: facts.dice]))
        said = spoken(words, [read_line(line, "Anna", vocabulary)], "Anna")
        assert said.replace("\u00a0", " ") == says.format(lot=words.places[4].name, dice=dice)
    assert spoken(words, [], "Anna") == ""


def test_an_offer_is_shown_with_what_each_does() -> None:
    """In words, with how long it counts; an answer by its number."""
    facts = engine.ruleset("moh")
    words, vocabulary = words_of(facts, SEATS), Vocabulary(facts, SEATS)
    line = "offer Bruno: I give Bruno sprint / Bruno votes Clara attack / until 6"
    told = act_in_words(words, read_line(line, "Anna", vocabulary), "Anna")
    assert told == (
        "offer to Bruno: Anna gives Bruno Sprint from the truck; "
        "for it Bruno votes for Clara in the attack, until the end of round 6"
    )
    accepted = act_in_words(words, read_line("accept 7", "Anna", vocabulary), "Anna")
    assert accepted == "accept offer 7"
