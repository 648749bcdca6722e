"""`arena rulesets`: the list, the rules, the options, the differences."""

import json
import re
from itertools import permutations
from typing import Any

import pytest

import engine
from arena.errors import ConfigError
from arena.faces.cli.rulesets import grouped, rulesets
from arena.faces.cli.rulesets_diff import differences

Capture = pytest.CaptureFixture[str]
Given = str | tuple[str, str] | None
PAIRS = list(permutations(engine.rulesets(), 2))


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
    """Places, their parts and the sentences that name them."""
    text = shown(capsys, None, ("moh", "moh-ru"))
    assert "Restrooms, room for 3" in text
    assert "Parking Lot [Парковка]" in text
    assert "rule MOH-7" in text
    assert "free (moh-ru Prep4)" in text


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_differences_are_those_of_the_facts(first: str, second: str) -> None:
    """Of each pair: every option, location, part and name that differs, and no other."""
    a, b = engine.ruleset(first), engine.ruleset(second)
    found = {each.what: each for each in differences(a, b)}
    both = {**a.options_in_force, **b.options_in_force}
    sides_of = {
        key: tuple(each.options_in_force.get(key, "no such option") for each in (a, b))
        for key in both
    }
    options = {key for key, (ours, theirs) in sides_of.items() if ours != theirs}
    assert {what for what in found if what.startswith("option ")} == {
        f"option {key}" for key in options
    }
    for key in options:
        row = found[f"option {key}"]
        written = [str(side).lower() if isinstance(side, bool) else side for side in sides_of[key]]
        shown_as = [{None: "none", "": '""'}.get(side, str(side)) for side in written]
        assert [row.ours, row.theirs] == shown_as
        clauses = {each.options[key].clause for each in (a, b) if key in each.options}
        assert row.clause == ", ".join(sorted(clauses))
        said = {each.id: each.says[key].source for each in (a, b) if key in each.says}
        assert dict(row.sources) == said
        assert said or a.family != b.family
    for kind, ours, theirs in (
        ("place", {str(p.number): p for p in a.places}, {str(p.number): p for p in b.places}),
        ("character", {c.id: c for c in a.characters}, {c.id: c for c in b.characters}),
        ("card", {c.id: c for c in a.cards}, {c.id: c for c in b.cards}),
    ):
        assert {what for what in found if what.startswith(f"{kind} ")} == {
            f"{kind} {key}" for key in {**ours, **theirs} if ours.get(key) != theirs.get(key)
        }
    roles = {**a.roles, **b.roles}
    assert {role for role in roles if role in found} == {
        role for role in roles if a.roles.get(role) != b.roles.get(role)
    }


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_differences_are_symmetric_and_name_clause_and_source(first: str, second: str) -> None:
    """Whatever a differs from b in, b differs from a in, with the sides swapped."""
    a, b = engine.ruleset(first), engine.ruleset(second)
    there, back = differences(a, b), differences(b, a)
    assert {(d.what, d.ours, d.theirs, d.clause) for d in there} == {
        (d.what, d.theirs, d.ours, d.clause) for d in back
    }
    assert {d.what: d.sources for d in there} == {d.what: d.sources for d in back}
    assert {d.what for d in there if not d.clause} == {"title"}
    assert all(set(d.sources) <= {first, second} for d in there)


def test_a_sentence_is_sourced_by_the_options_that_change_it() -> None:
    """The rule of MOH-36 says when and where, of which the Russian text speaks in `Zombie`."""
    found = {d.what: d for d in differences(engine.ruleset("moh"), engine.ruleset("moh-ru"))}
    assert dict(found["rule MOH-36"].sources) == {"moh-ru": "Zombie"}
    assert dict(found["card hardware"].sources) == {"moh-ru": "F, Cards"}
    assert dict(found["card threat"].sources) == {}


def test_options_that_differ_are_a_difference() -> None:
    """So are the sentences that they change."""
    a = engine.ruleset("moh")
    b = engine.ruleset("moh", {"hidden_in_elections": True, "zombie_supply": 40})
    found = {each.what: each for each in differences(a, b)}
    hidden = found["option hidden_in_elections"]
    assert (hidden.ours, hidden.theirs, hidden.clause) == ("false", "true", "GAP-M-8")
    supply = found["option zombie_supply"]
    assert (supply.ours, supply.theirs) == ("none", "40")
    assert "40 zombies" in found["rule GAP-M-19"].theirs
    assert set(found) == {
        "option hidden_in_elections", "option zombie_supply", "rule GAP-M-8", "rule GAP-M-19",
    }  # fmt: skip


def test_a_ruleset_does_not_differ_from_itself(capsys: Capture) -> None:
    """And says so."""
    assert shown(capsys, None, ("moh", "moh")) == "moh and moh do not differ."
    assert document(capsys, None, ("moh", "moh"))["differences"] == []


def test_differences_as_json_name_the_rulesets(capsys: Capture) -> None:
    """Each row has the two ids as keys."""
    found = document(capsys, None, ("moh", "moh-ru"))
    assert (found["a"], found["b"]) == ("moh", "moh-ru")
    rows = {row["what"]: row for row in found["differences"]}
    assert rows["parking"] == {
        "what": "parking", "moh": "4", "moh-ru": "1", "clause": "MOH-2",
        "sources": {"moh-ru": "Locations"},
    }  # fmt: skip


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


@pytest.mark.parametrize("columns", [40, 80, 120])
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


@pytest.mark.parametrize("columns", [40, 80, 120])
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
            if key == "places":
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
