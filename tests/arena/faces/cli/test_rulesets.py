"""`arena rulesets`: the list, the rules, the options, the differences."""

import json
import re
from itertools import permutations
from typing import Any

import pytest

import engine
from arena.errors import ConfigError
from arena.faces.cli.rulesets import grouped, rulesets
from arena.faces.cli.rulesets_diff import differences, names_that_differ

Capture = pytest.CaptureFixture[str]
Given = str | tuple[str, str] | None
PAIRS = list(permutations(engine.rulesets(), 2))
FAMILY_PAIRS = [(a, b) for a, b in PAIRS if engine.ruleset(a).family == engine.ruleset(b).family]
FAMILIES = [pair for pair in PAIRS if pair not in FAMILY_PAIRS]


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eighty columns, no colour."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def arguments(given: tuple[Given, ...]) -> tuple[Any, Any, Any]:
    """Return (id, diff, options), those that are left out as None."""
    id_, diff, options = (*given, None, None, None)[:3]
    return id_, diff, options


def shown(capsys: Capture, *given: Given) -> str:
    """Return what is printed for (id, diff, options) as text, in one line."""
    assert rulesets(*arguments(given), json_=False) == 0
    return " ".join(capsys.readouterr().out.split())


def document(capsys: Capture, *given: Given) -> Any:  # noqa: ANN401 - JSON
    """Return the JSON that is printed for (id, diff, options)."""
    assert rulesets(*arguments(given), json_=True) == 0
    return json.loads(capsys.readouterr().out)


def test_the_list_names_every_ruleset(capsys: Capture) -> None:
    """Id, title, seats and revision of each."""
    text = shown(capsys)
    assert all(engine.ruleset(id_).title in text for id_ in engine.rulesets())
    assert [each["id"] for each in document(capsys)] == list(engine.rulesets())


@pytest.mark.parametrize("id_", engine.rulesets())
def test_the_rules_are_every_sentence_with_its_clause(id_: str, capsys: Capture) -> None:
    """Nothing of the rules text is lost between the headings."""
    facts = engine.ruleset(id_)
    text = shown(capsys, id_)
    assert facts.title in text
    for rule in facts.rules():
        assert rule.clause in text
    assert document(capsys, id_)["rules"] == [
        {"clause": rule.clause, "text": rule.text} for rule in facts.rules()
    ]


@pytest.mark.parametrize("id_", engine.rulesets())
def test_rules_stand_under_headings_in_the_order_of_play(id_: str) -> None:
    """The phases head their own paragraphs; each heading comes once."""
    facts = engine.ruleset(id_)
    parts = list(grouped(facts))
    headings = [heading for heading, _ in parts]
    assert headings[:3] == ["The board and the pieces", "Set-up", "Votes"]
    assert headings[3:] == {
        "moh": [
            "A. The truck", "B. The Chief", "C. The dice", "D. Destinations", "E. Movement",
            "F. The attack", "Cards", "The end",
        ],
        "osaczeni": [
            "1. The truck", "2. The badge", "3. Where to go", "4. The moves", "5. Monsters arrive",
            "6. The attack", "Items", "7. The end of the round",
        ],
    }[facts.family]  # fmt: skip
    assert sum(len(lines) for _, lines in parts) == len(facts.rules())
    assert not any(text.startswith("A. ") for _, lines in parts for _, text in lines)


@pytest.mark.parametrize("columns", [30, 45, 80, 120])
def test_options_show_default_choices_meaning_and_clause(
    columns: int, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every option of the ruleset, as a table or as a list."""
    monkeypatch.setenv("COLUMNS", str(columns))
    assert rulesets(None, None, "moh", json_=False) == 0
    out = capsys.readouterr().out
    assert all(len(line) <= columns for line in out.splitlines())
    for option in engine.ruleset("moh").options.values():
        assert option.key in out
        assert option.clause in out
        assert option.meaning.split()[-1] in out


@pytest.mark.parametrize("columns", [80, 100])
def test_what_an_option_can_be_is_cut_nowhere(
    columns: int, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The value that has to be written may be one long word."""
    monkeypatch.setenv("COLUMNS", str(columns))
    assert rulesets(None, None, "osaczeni", json_=False) == 0
    assert "…" not in capsys.readouterr().out


def test_options_as_json_hold_everything_known_about_them(capsys: Capture) -> None:
    """Key, default, allowed values in words and as values, meaning, clause."""
    options = {each["key"]: each for each in document(capsys, None, None, "moh")}
    assert list(options) == list(engine.ruleset("moh").options)
    threat = options["threat_absent"]
    assert threat["default"] is False
    assert threat["values"] == [False, True]
    assert threat["clause"] == "GAP-M-6"
    assert options["first_chief"]["values"] is None


def test_a_difference_is_shown_with_both_sides(capsys: Capture) -> None:
    """Both sentences, the options behind them, and the section of the text; names come last."""
    text = shown(capsys, None, ("moh", "moh-ru"))
    assert "MOH-10" in text
    assert "(setup_die = other_first)" in text
    assert "(setup_die = free; moh-ru Prep4)" in text
    rules, _, names = text.partition(" Names ")
    assert "Парковка" in names
    assert "Парковка" not in rules
    assert text.endswith("Locations are named in moh-ru Locations. 8 differences.")


def test_the_changed_order_of_resolution_is_said(capsys: Capture) -> None:
    """In one row, with what each location holds; only the Russian text says how many."""
    text = shown(capsys, None, ("moh-ru", "moh-pl"))
    assert "MOH-2, MOH-43" in text
    found = differences(engine.ruleset("moh-ru"), engine.ruleset("moh-pl"))
    order = found[0]
    assert order.what == "Locations, in the order in which they are resolved"
    assert order.ours.startswith("1 Parking Lot (any number), 2 Security HQ (3), 3 Restaurant (4)")
    assert order.theirs.startswith("1 Restrooms (3), 2 Cachou (4), 3 Megatoys (4), 4 Parking Lot")
    assert dict(order.sources) == {"moh-ru": "Locations"}


@pytest.mark.parametrize(("first", "second"), FAMILY_PAIRS)
def test_each_difference_of_a_family_is_told_once(first: str, second: str) -> None:
    """Every option that differs and every sentence that does, in one row, not as another's card."""
    a, b = engine.ruleset(first), engine.ruleset(second)
    found = differences(a, b)
    clauses = [clause for each in found for clause in (each.clause.partition(",")[0], *each.also)]
    assert len(clauses) == len(set(clauses))
    options = [key for each in found for key in each.options]
    assert len(options) == len(set(options))
    assert set(options) == {
        key for key, value in a.options_in_force.items() if value != b.options_in_force[key]
    }
    for each in found:
        assert each.ours != each.theirs
        for key, values in each.options.items():
            sides = [ruleset.options_in_force[key] for ruleset in (a, b)]
            assert list(values) == [str(v).lower() if isinstance(v, bool) else v for v in sides]
        said = {r.id for r in (a, b) for key in each.options if key in r.says}
        assert set(each.sources) >= said
    assert not {"title", *(c.name for c in a.cards)} & {each.what for each in found}


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_differences_are_symmetric_and_name_their_clauses(first: str, second: str) -> None:
    """Whatever a differs from b in, b differs from a in, with the sides swapped."""
    a, b = engine.ruleset(first), engine.ruleset(second)
    there, back = differences(a, b), differences(b, a)
    one = {(d.what, d.ours, d.theirs, frozenset(d.clause.split(", "))) for d in there}
    assert one == {(d.what, d.theirs, d.ours, frozenset(d.clause.split(", "))) for d in back}
    assert all(d.clause for d in there)
    assert all(set(d.sources) <= {first, second} for d in there)
    swapped = {(name, theirs, ours) for name, ours, theirs in names_that_differ(b, a)}
    assert set(names_that_differ(a, b)) == swapped


@pytest.mark.parametrize(("first", "second"), FAMILIES)
def test_two_families_are_compared_point_by_point(first: str, second: str, capsys: Capture) -> None:
    """The table of rules.md section 22, of the rules as this edition has them; no name, no card."""
    a, b = engine.ruleset(first), engine.ruleset(second)
    found = differences(a, b)
    assert [each.what for each in found] == [
        x.heading for x, y in zip(a.points(), b.points(), strict=True) if x.text != y.text
    ]
    assert 20 <= len(found) <= len(a.points()) < 30
    assert names_that_differ(a, b) == []
    text = shown(capsys, None, (first, second))
    assert all(each.what.split()[0] in text for each in found)
    assert "Two games: arena rulesets ID shows the rules of each." in text


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_every_point_is_answered_with_its_clause(ruleset: str) -> None:
    """Each of the family's own specification; the headings are those of every ruleset."""
    points = engine.ruleset(ruleset).points()
    assert [each.heading for each in points] == [p.heading for p in engine.ruleset("moh").points()]
    family = "OSA" if ruleset == "osaczeni" else "MOH"
    assert all(family in each.clause or each.clause.startswith("GAP-") for each in points)


@pytest.mark.parametrize(
    ("ruleset", "options", "heading", "answer"),
    [
        ("moh", {}, "Empty parking lot", "they are removed"),
        ("moh-de", {}, "Empty parking lot", "they stay"),
        ("moh-pl", {}, "A tie in a vote", "a character by lot"),
        ("moh", {}, "A tie in a vote", "a player by lot"),
        ("moh", {}, "The end", "at the end of the round"),
        ("moh", {"end_moment": "few_at_once"}, "The end", "at once where few live"),
        ("moh-de", {}, "The end", "; at once"),
        ("moh-es", {}, "The end", "in which it held"),
        ("moh-ru", {}, "Closed from the start", "location 6"),
        ("moh-ru", {}, "A set-up die on a full place", "any location with room"),
        ("moh", {"zombie_player": "every_round"}, "An eliminated player", "every round"),
        ("moh", {"zombie_supply": 30}, "Room for those outside", "30 zombies in all"),
        ("osaczeni", {"drink_timing": "any_time"}, "Sprint, Energy drink", "any moment"),
        ("osaczeni", {"discussion": "lap"}, "Cards before a vote", "one lap"),
        ("osaczeni", {}, "Dice", "4, later 5 and 6"),
    ],
)
def test_a_point_follows_the_readings(
    ruleset: str, options: dict[str, object], heading: str, answer: str
) -> None:
    """An edition that reads it otherwise answers otherwise."""
    points = {each.heading: each.text for each in engine.ruleset(ruleset, options).points()}
    assert answer in points[heading]


def test_a_sentence_is_sourced_by_the_options_that_change_it() -> None:
    """The rule of MOH-36 says when and where, of which the Russian text speaks in `Zombie`."""
    found = {d.clause: d for d in differences(engine.ruleset("moh"), engine.ruleset("moh-ru"))}
    assert dict(found["MOH-36"].sources) == {"moh-ru": "Zombie"}
    assert dict(found["MOH-63"].sources) == {"moh-ru": "Cards"}
    assert found["GAP-M-8"].also == ("MOH-65",)
    assert "MOH-65" not in found


def test_options_that_differ_are_told_with_their_sentence() -> None:
    """Once: neither as an option alone nor as the card that says the same."""
    a = engine.ruleset("moh")
    b = engine.ruleset("moh", {"hidden_in_elections": True, "zombie_supply": 40})
    found = {each.clause: each for each in differences(a, b)}
    assert set(found) == {"GAP-M-8", "GAP-M-19"}
    assert found["GAP-M-8"].options == {"hidden_in_elections": ("false", "true")}
    assert found["GAP-M-19"].options == {"zombie_supply": ("none", "40")}
    assert "40 zombies" in found["GAP-M-19"].theirs


def test_an_option_that_no_sentence_tells_of_is_a_difference_of_its_own() -> None:
    """The epilogues that were unlocked stand in no rule."""
    (only,) = differences(engine.ruleset("osaczeni"), engine.ruleset("osaczeni", {"unlocked": [2]}))
    assert (only.what, only.ours, only.theirs, only.clause) == ("unlocked", '""', "2", "OSA-56")


def test_of_a_list_only_the_parts_that_differ_are_shown() -> None:
    """Two characters of four change places, and one vote is no `1 votes`."""
    (only,) = differences(engine.ruleset("moh"), engine.ruleset("moh", {"holds_two": "gunman"}))
    assert only.ours == (
        "Tough Guy (5 points, strength 2, 1 vote: takes one space and counts as one in a crowd); "
        "Gunman (3 points, strength 1, 2 votes: both only in votes that he takes part in)."
    )
    assert "strength 2, 2 votes" in only.theirs


def test_a_ruleset_does_not_differ_from_itself(capsys: Capture) -> None:
    """And says so."""
    assert shown(capsys, None, ("moh", "moh")) == "moh and moh do not differ."
    assert document(capsys, None, ("moh", "moh"))["differences"] == []


def test_differences_as_json_name_the_rulesets(capsys: Capture) -> None:
    """Each row has the two ids as keys; a name that a text does not have is null."""
    found = document(capsys, None, ("moh", "moh-ru"))
    assert (found["a"], found["b"]) == ("moh", "moh-ru")
    rows = {row["clause"]: row for row in found["differences"]}
    closed = "With 3 or 4 players location {} is closed for the whole game."
    assert rows["MOH-7"] == {
        "what": "The board and the pieces", "moh": closed.format(2), "moh-ru": closed.format(6),
        "clause": "MOH-7", "options": {}, "also": [], "sources": {},
    }  # fmt: skip
    assert rows["MOH-10"]["options"] == {"setup_die": {"moh": "other_first", "moh-ru": "free"}}
    assert found["named_in"] == {"moh-ru": "Locations"}
    names = {row["name"]: row for row in found["names"]}
    assert names["Hidden"] == {"name": "Hidden", "moh": "Hidden", "moh-ru": "Спрятался!"}
    assert names["Boutique"] == {"name": "Boutique", "moh": None, "moh-ru": "Бутик"}


@pytest.mark.parametrize(
    "given", [("mho", None, None), (None, ("moh", "mho"), None), (None, None, "mho")]
)
def test_an_unknown_id_is_wrong_usage(given: tuple[Given, Given, Given], capsys: Capture) -> None:
    """Exit code 2, what is possible, and the nearest."""
    with pytest.raises(ConfigError) as refused:
        rulesets(*arguments(given), json_=False)
    err = str(refused.value)
    assert capsys.readouterr().out == ""
    assert f"there is no ruleset 'mho'. Possible: {', '.join(engine.rulesets())}." in err
    assert "Did you mean 'moh'?" in err


@pytest.mark.parametrize("columns", [30, 45])
def test_narrow_terminals_get_lines_they_can_hold(
    columns: int, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules and the lists keep within the columns, and cut nothing off."""
    monkeypatch.setenv("COLUMNS", str(columns))
    assert rulesets("moh", None, None, json_=False) == 0
    assert rulesets(None, ("moh", "moh-ru"), None, json_=False) == 0
    assert rulesets(None, None, None, json_=False) == 0
    out = capsys.readouterr().out
    assert all(len(line) <= columns for line in out.splitlines())
    assert "Mall of Horror (Russian" in out
    assert "…" not in out


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_rules_are_those_of_so_many_players(seats: int, capsys: Capture) -> None:
    """The numbers go by the players."""
    assert rulesets("moh", None, None, seats, json_=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seats"] == seats
    texts = [rule.text for rule in engine.ruleset("moh").rules(seats)]
    assert [rule["text"] for rule in found["rules"]] == texts
    assert rulesets("moh", None, None, seats, json_=False) == 0
    assert f"a table of {['three', 'four', 'five', 'six'][seats - 3]}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "seats", "said"),
    [
        (("moh", ("moh", "moh-ru"), None), None, "ID (moh) and --diff moh moh-ru are given"),
        (("moh", None, "moh"), None, "ID (moh) and --options moh are given"),
        (("moh", None, None), 2, "--seats is 2. Possible: 3 to 6"),
        ((None, None, "moh"), 4, "--seats is 4, and no ID is given"),
    ],
)
def test_what_does_not_go_together_is_wrong_usage(
    given: tuple[Any, Any, Any], seats: int | None, said: str
) -> None:
    """Nothing that was asked for is left out without a word."""
    with pytest.raises(ConfigError, match=re.escape(said)):
        rulesets(*given, seats, json_=False)


def test_a_value_that_toml_cannot_write_is_left_out(capsys: Capture) -> None:
    """TOML has no null."""
    text = shown(capsys, None, None, "moh")
    assert "null" not in text
    assert "leave the key out" in text


@pytest.mark.parametrize(
    "columns", [40, *(pytest.param(each, marks=pytest.mark.slow) for each in (80, 120))]
)
def test_differences_and_names_keep_within_the_columns(
    columns: int, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The longest pair, with names and sentences in other scripts."""
    monkeypatch.setenv("COLUMNS", str(columns))
    for pair in (("moh-de", "moh-ru"), ("moh-pl", "moh-es")):
        assert rulesets(None, pair, None, json_=False) == 0
        assert rulesets(pair[1], None, None, json_=False) == 0
        assert rulesets(None, None, pair[0], json_=False) == 0
    out = capsys.readouterr().out
    assert max(len(line) for line in out.splitlines()) <= columns
    assert "…" not in out


@pytest.mark.parametrize(
    "columns", [40, *(pytest.param(each, marks=pytest.mark.slow) for each in (80, 120))]
)
@pytest.mark.parametrize("id_", engine.rulesets())
def test_own_names_stand_beside_the_english_ones(
    id_: str, columns: int, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Locations, characters and cards; the canonical ruleset is English and has none."""
    monkeypatch.setenv("COLUMNS", str(columns))
    facts = engine.ruleset(id_)
    things = [*facts.places, *facts.characters, *facts.cards]
    named = [thing for thing in things if thing.own is not None]
    text = shown(capsys, id_)
    assert ("Names in the edition's own language" in text) is bool(named)
    for thing in named:
        assert re.search(rf"{thing.name}:? {re.escape(str(thing.own))}", text), thing
    names = document(capsys, id_)["names"]
    assert [(row["name"], row["own"]) for row in names] == [(t.name, t.own) for t in named]


@pytest.mark.parametrize("shown_id", ["moh", "osaczeni"])
def test_options_show_what_the_texts_of_the_editions_say(shown_id: str, capsys: Capture) -> None:
    """Edition, section and sentence of every text of the game that speaks of an option."""
    text = shown(capsys, None, None, shown_id)
    rows = {each["key"]: each for each in document(capsys, None, None, shown_id)}
    family, said = engine.ruleset(shown_id).family, 0
    for id_ in engine.rulesets():
        if engine.ruleset(id_).family != family:
            continue
        for key, saying in engine.ruleset(id_).says.items():
            if key in {"places", "capacities"}:
                continue
            row = {"ruleset": id_, "source": saying.source, "text": saying.text}
            assert row in rows[key]["says"]
            assert f"{id_} {saying.source}: {saying.text}" in text
            said += 1
    assert said == sum(len(row["says"]) for row in rows.values())


def test_no_output_names_a_file_of_the_rulebooks(capsys: Capture) -> None:
    """Texts are called by their edition, not by what a file of ours is called."""
    text = shown(capsys, None, ("moh-pl", "moh-ru")) + shown(capsys, None, None, "moh-de")
    assert re.findall(r"\bS[0-4]\b", text) == []
