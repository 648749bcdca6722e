"""Each edition's numbers, names, readings in force and sentences."""

import re
from collections.abc import Mapping

import pytest

import engine

EDITIONS = ("moh-pl", "moh-de", "moh-es", "moh-ru")
READINGS: Mapping[str, Mapping[str, object]] = {
    "moh": {},
    "moh-pl": {
        "second_tie": "character",
        "camera_by_elected_chief": True,
        "sprint_to_chosen": False,
        "empty_parking": "stay",
        "end_moment": "at_once",
    },
    "moh-de": {
        "second_tie": "character",
        "sprint_to_chosen": False,
        "empty_parking": "stay",
        "end_moment": "at_once",
    },
    "moh-es": {
        "threat_absent": True,
        "camera_by_elected_chief": True,
        "end_moment": "met_in_round",
    },
    "moh-ru": {
        "setup_die": "free",
        "revote_candidates": "present",
        "threat_absent": True,
        "attack_cards_absent": True,
        "hidden_in_elections": True,
        "hardware_in_supermarket": "never",
        "zombie_place": "last_death",
        "zombie_player_optional": False,
    },
}
"""What each edition plays otherwise than the canonical ruleset."""
PLACES = {
    "moh-pl": {4: "Parking", 5: "Biuro Ochrony", 6: "Supermarket"},
    "moh-de": {4: "Tiefgarage", 5: "Überwachungszentrale", 6: "Supermarkt"},
    "moh-es": {
        2: "Cachou", 4: "Estacionamiento", 5: "Cuartel general de seguridad", 6: "Supermercado",
    },
    "moh-ru": {
        1: "Парковка", 2: "Охрана", 3: "Ресторан", 4: "Супермаркет", 5: "Туалет", 6: "Бутик",
    },
}  # fmt: skip
CHARACTERS = {
    "moh-pl": ["Ślicznotka", "Twardziel", "Strzelec", "Dziewczynka"],
    "moh-de": ["Schönheit", "Muskelprotz", "Bewaffneter Typ", "Kleines Kind"],
    "moh-es": ["Pin-Up", "Tipo duro", "Pistolero", "Little Girl"],
    "moh-ru": ["Девушка", "Силач", "Террорист", "Девочка"],
}
CARDS = {
    "moh-pl": ["Pogróżki", "Kamery Ochronne", "Sprint", "Narzędzia", "Kryjówka"],
    "moh-de": ["Bedrohung", "Sicherheitskamera", "Spurten", "Werkzeug", "Verstecken"],
    "moh-es": ["Amenaza", "Cámara de seguridad", "Sprint", "Hardware", "Oculto"],
    "moh-ru": ["Угроза", "Камеры наблюдения", "Бег", "Баррикада", "Спрятался!"],
}
WEAPONS = {
    "moh-pl": ["strzelba", "piła łańcuchowa", "granaty", "pistolet", "siekiera strażacka",
               "kij baseballowy"],
    "moh-de": ["Schrotflinte", "Kettensäge", "Granaten", "Pistole", "Feuerwehraxt",
               "Baseballschläger"],
    "moh-es": [None] * 6,
    "moh-ru": [None] * 6,
}  # fmt: skip
LANGUAGES = {"moh-pl": "Polish", "moh-de": "German", "moh-es": "Spanish", "moh-ru": "Russian"}


@pytest.mark.parametrize("ruleset", READINGS)
def test_an_edition_plays_these_readings_and_else_the_canonical_ones(ruleset: str) -> None:
    """Every option of every ruleset, so that no reading changes unseen."""
    canonical = dict(engine.ruleset("moh").options_in_force)
    assert engine.ruleset(ruleset).options_in_force == {**canonical, **READINGS[ruleset]}


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_moh_2_names_in_the_own_language(ruleset: str) -> None:
    """Locations, characters and cards; where the text names nothing there is no name."""
    facts = engine.ruleset(ruleset)
    assert {p.number: p.own for p in facts.places if p.own is not None} == PLACES[ruleset]
    assert [each.own for each in facts.characters] == CHARACTERS[ruleset]
    assert [card.own for card in facts.cards] == [*CARDS[ruleset], *WEAPONS[ruleset]]


def test_moh_2_the_canonical_ruleset_has_its_english_names_only() -> None:
    """No own name stands beside them."""
    facts = engine.ruleset("moh")
    assert {each.own for each in (*facts.places, *facts.characters, *facts.cards)} == {None}


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_moh_2_numbers_of_an_edition(ruleset: str) -> None:
    """All but the Russian have the canonical locations; characters and cards are the same."""
    facts, canonical = engine.ruleset(ruleset), engine.ruleset("moh")
    rooms = [(place.number, place.name, place.capacity) for place in facts.places]
    if ruleset == "moh-ru":
        assert rooms == [
            (1, "Parking Lot", None), (2, "Security HQ", 3), (3, "Restaurant", 4),
            (4, "Supermarket", 6), (5, "Toilets", 3), (6, "Boutique", 4),
        ]  # fmt: skip
    else:
        assert rooms == [(p.number, p.name, p.capacity) for p in canonical.places]
        assert facts.roles == canonical.roles
    assert [(c.id, c.points, c.strength, c.extra_votes) for c in facts.characters] == [
        (c.id, c.points, c.strength, c.extra_votes) for c in canonical.characters
    ]
    assert [(c.id, c.count, c.kills) for c in facts.cards] == [
        (c.id, c.count, c.kills) for c in canonical.cards
    ]
    assert facts.title == f"Mall of Horror ({LANGUAGES[ruleset]} edition)"


def test_a_changed_behaviour_has_another_revision() -> None:
    """All set up a scenario otherwise than before; the Russian once played only its numbers."""
    revisions = {ruleset: engine.ruleset(ruleset).revision for ruleset in ("moh", *EDITIONS)}
    assert revisions == {"moh": 2, "moh-pl": 2, "moh-de": 2, "moh-es": 2, "moh-ru": 3}


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_every_reading_that_differs_is_said_in_the_text(ruleset: str) -> None:
    """Whatever an edition plays otherwise has its sentence, with the section where it stands."""
    facts = engine.ruleset(ruleset)
    assert {"places", *READINGS[ruleset]} <= set(facts.says)
    assert set(facts.says) <= {"places", "capacities", *facts.options}
    for saying in facts.says.values():
        assert saying.source
        assert saying.text == saying.text.strip() != ""


def test_a_text_that_has_no_capacities_is_not_quoted_for_them() -> None:
    """Only the Russian sheet says how many each location holds, all six numbers."""
    says = {ruleset: engine.ruleset(ruleset).says for ruleset in engine.rulesets()}
    assert [ruleset for ruleset, said in says.items() if "capacities" in said] == ["moh-ru"]
    text = says["moh-ru"]["capacities"].text
    rooms = [place.capacity for place in engine.ruleset("moh-ru").places if place.capacity]
    assert re.findall(r"(\d)\)", text) == [str(room) for room in rooms]
    assert {"capacity", "cold_rows"}.isdisjoint(says["osaczeni"])


def test_the_canonical_ruleset_has_no_text_of_its_own() -> None:
    """It is what the others are compared with."""
    assert engine.ruleset("moh").says == {}


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_every_sentence_has_a_heading(ruleset: str) -> None:
    """Headings are data of the rules text; each is one run of sentences."""
    headings = [rule.heading for rule in engine.ruleset(ruleset).rules(5)]
    runs = [each for at, each in enumerate(headings) if each != headings[at - 1] or not at]
    assert len(runs) == len(set(runs)) == 11
    assert all(runs)


TWO = {
    "second_tie": "its owner does not choose", "end_moment": "in the middle of a round",
    "empty_parking": "Where nobody stood there, they stay", "truck_optional": "may decline",
    "setup_die": "If either die shows", "setup_zombies": "even if several dice show it",
    "vote_weight": "characters of all players there", "gunman_votes": "wherever he is",
    "revote_candidates": "tied or not", "holds_two": "Gunman (3 points, strength 2",
    "hardware_in_supermarket": "and not in the supermarket.", "zombie_place": "last character died",
    "attack_cards_absent": "by every living player", "zombie_player_optional": "places one zombie",
    "revenge_moment": "after the attack if the game goes on",
    "sprint_character": "not at your destination", "sprint_to_chosen": "but your destination",
    "dead_may_play_cards": "Security Cameras included", "threat_absent": "in a re-vote only",
    "camera_by_elected_chief": "an elected Chief included", "seating": "Seats are drawn",
    "hidden_in_elections": "Hidden is played before any vote", "vote_timeout": "if possible",
    "sprint_same_dest": "you must then play it", "zombie_player": "in every later round",
    "give_to_dead": "still in the game",
}  # fmt: skip
"""Options to what the rules text says only where the second value is played."""


@pytest.mark.parametrize("key", sorted(TWO))
def test_the_rules_text_follows_every_option(key: str) -> None:
    """A policy carries its sentence, so that players are told what is played."""
    option = engine.ruleset("moh").options[key]
    assert option.values is not None
    for value in option.values[:2]:
        text = " ".join(rule.text for rule in engine.ruleset("moh", {key: value}).rules(5))
        assert (TWO[key] in text) is (value != option.default)


def test_the_rules_text_is_listed_for_every_option_with_two_values() -> None:
    """Options with an open range are tested where they are played."""
    options = engine.ruleset("moh").options.values()
    assert set(TWO) == {option.key for option in options if option.values is not None}


def test_the_end_is_told_for_each_of_its_moments() -> None:
    """Four values, four sentences (MOH-68)."""
    option = engine.ruleset("moh").options["end_moment"]
    told = {
        rule.text
        for value in option.values or ()
        for rule in engine.ruleset("moh", {"end_moment": value}).rules(5)
        if rule.clause == "MOH-68"
    }
    assert len(told) == 4


def card_text(ruleset: str, options: Mapping[str, object], card: str) -> str:
    """Return the sentence of a card."""
    return next(c.text for c in engine.ruleset(ruleset, options).cards if c.id == card)


@pytest.mark.parametrize("ruleset", READINGS)
@pytest.mark.parametrize("anywhere", [False, True])
def test_moh_65_the_card_says_before_which_votes_it_is_played(
    ruleset: str, *, anywhere: bool
) -> None:
    """The card, the rule GAP-M-8 and what is offered are one."""
    text = card_text(ruleset, {"hidden_in_elections": anywhere}, "hidden")
    assert text.startswith("Before any vote," if anywhere else "Before an attack vote,")


def test_moh_65_the_card_of_each_edition() -> None:
    """Only the Russian text plays it in A and B."""
    before = {ruleset: card_text(ruleset, {}, "hidden").partition(",")[0] for ruleset in READINGS}
    attack = dict.fromkeys(("moh", "moh-pl", "moh-de", "moh-es"), "Before an attack vote")
    assert before == {**attack, "moh-ru": "Before any vote"}


def test_moh_41_the_polish_and_the_german_text_say_the_same_of_sprint() -> None:
    """Any own character, to any location but the chosen one, or back: one sentence, two languages.

    S0 e "przesunąć swojego bohatera ... wrócić do lokacji, którą opuścił", S4 e "ihren Charakter
    ... zurücklaufen". The narrower reading is an option of both.
    """
    for options in ({}, {"sprint_character": "mover"}, {"sprint_to_chosen": True}):
        assert card_text("moh-pl", options, "sprint") == card_text("moh-de", options, "sprint")
    assert card_text("moh-de", {}, "sprint").startswith("On your turn to move: move any own")
    narrow = card_text("moh-de", {"sprint_character": "mover"}, "sprint")
    assert "an own character that is not at your destination" in narrow


def test_moh_63_the_hardware_card_never_speaks_of_the_parking_lot_as_a_place_for_it() -> None:
    """Who may play weapons there, wherever they are, can't play Hardware there all the same."""
    options = {"attack_cards_absent": "parking"}
    hardware, pistol = (card_text("moh", options, card) for card in ("hardware", "pistol"))
    assert hardware == card_text("moh", {}, "hardware")
    assert "or on the parking lot by any" in pistol
    assert "by any player" in card_text("moh", {"attack_cards_absent": True}, "hardware")
