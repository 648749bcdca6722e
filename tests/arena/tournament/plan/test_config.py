"""A tournament's file: what it says, and every mistake in it as one sentence."""

from pathlib import Path

import pytest

from arena.config import TableConfig, table_of
from arena.data import path
from arena.errors import ConfigError
from arena.tournament.config import load_tournament
from arena.tournament.plan import Entrant
from arena.tournament.planning import planned, table_data
from tests.arena.tournament.plan.plans import written

BOTS = '[entrants]\na = "random"\nb = "random"\nc = "random"\n'
LABELLED = BOTS + 'low = "openai:x#low"\nhigh = "openai:x#high"\n'
MODEL = BOTS + 'm = { spec = "openai:x", persona = "diplomat" }\n'
THREE = "seats = [3]\n"
WITH_A_PERSON = "first_evening"
ARM = '[[arms]]\nname = "quiet"\ntalk = { whispers = false }\n'

BAD: dict[str, tuple[str, list[str]]] = {
    "unknown key": ("replicate = 2\n" + BOTS, ["replicate", "Did you mean 'replicates'?"]),
    "no entrants": ("seed = 1\n", ["'entrants' is missing", "NAME"]),
    "empty entrants": ("[entrants]\n", ["[entrants] is empty", "NAME"]),
    "entrant of a wrong type": ("[entrants]\na = 3\n", ["entrants.a is 3", "a SPEC as text"]),
    "entrant without a spec": (
        '[entrants]\na = { persona = "diplomat" }\n',
        ["entrants.a has no spec", "a SPEC, as text"],
    ),
    "unknown key of an entrant": (
        '[entrants]\na = { spec = "random", ancor = true }\n',
        ["entrants.a.ancor = True", "Did you mean 'anchor'?"],
    ),
    "anchor of a wrong type": (
        '[entrants]\na = { spec = "random", anchor = "yes" }\n',
        ["entrants.a.anchor is 'yes'", "true or false"],
    ),
    "unknown spec": (
        THREE + BOTS + 'd = "hosue"\n',
        ["[entrants]", "'d' is 'hosue'", "Did you mean 'house'?"],
    ),
    "entrant with a space in front": (THREE + BOTS + '" d" = "house"\n', ["is ' d'", "no space"]),
    "entrant twice": (BOTS + 'a = "house"\n', ["line 5", "second time"]),
    "persona of a bot": (
        THREE + BOTS + 'd = { spec = "house", persona = "diplomat" }\n',
        ["[personas]", "'d' is no model's seat"],
    ),
    "unknown persona": (
        THREE + BOTS + 'd = { spec = "openai:x", persona = "diplomta" }\n',
        ["'diplomta'", "Did you mean 'diplomat'?"],
    ),
    "an assumed strength of nobody": (
        THREE + BOTS + "[assumed.elo]\nadda = 1600\n",
        ["[assumed] elo has 'adda' in it", "Possible: "],
    ),
    "an assumed strength of a wrong type": (
        THREE + BOTS + '[assumed.elo]\na = "good"\n',
        ["assumed.elo.a is 'good'", "a number from -3000 to 6000"],
    ),
    "a person at the terminal": (
        THREE + BOTS + 'd = "human"\n',
        ["[entrants] d is human", "nobody sits down", "person = true"],
    ),
    "a bot that is a person": (
        THREE + BOTS + 'd = { spec = "house", person = true }\n',
        ["[entrants] d is a person", "'house'", "person = false"],
    ),
    "unknown ruleset": (
        THREE + 'rulesets = ["moh-rus"]\n' + BOTS,
        ["rulesets has 'moh-rus'", "Did you mean 'moh-ru'?"],
    ),
    "ruleset of a wrong type": ("rulesets = [3]\n" + BOTS, ["rulesets has 3 in it", "ids"]),
    "no rulesets": (THREE + "rulesets = []\n" + BOTS, ["rulesets is []", "at least one"]),
    "a size of a wrong type": ('seats = ["3"]\n' + BOTS, ["seats has '3' in it", "3 to 6"]),
    "a size twice": ("seats = [3, 3]\n" + BOTS, ["seats is [3, 3]", "each once"]),
    "a table of two": ("seats = [2]\n" + BOTS, ["seats has 2 in it", "3 to 6"]),
    "a table of seven": (
        "seats = [7]\n" + BOTS + "".join(f'p{n} = "random"\n' for n in range(7)),
        ["seats has 7 in it", "3 to 6"],
    ),
    "fewer entrants than seats": (
        "seats = [4]\n" + BOTS,
        ["3 entrants can't fill a table of 4", "copies = true"],
    ),
    "games and replicates": (
        THREE + "games = 60\nreplicates = 2\n" + BOTS,
        ["games and replicates both", "one of the two"],
    ),
    "no replicates": ("replicates = 0\n" + BOTS, ["replicates is 0", "from 1"]),
    "fewer games than arms": (
        THREE + "games = 2\n" + BOTS + '[[arms]]\nname = "x"\ntalk = { turns = 2 }\n',
        ["games is 2", "under 3 arms", "3 and more"],
    ),
    "no games": (THREE + "games = 0\n" + BOTS, ["games is 0", "from 1 to", 'or "budget"']),
    "games of another word": (THREE + 'games = "all"\n' + BOTS, ["games is 'all'", '"budget"']),
    "games that nobody worked out": (
        THREE + 'games = "budget"\n' + BOTS,
        ["games is 'budget'", "with_affordable_games"],
    ),
    "blind of a wrong type": ("blind = 1\n" + BOTS, ["blind is 1", "true or false"]),
    "a name that is no seat's": (
        THREE + "blind = false\n" + BOTS + '"gpt-5.4" = "house"\n',
        ["[entrants] gpt-5.4", "blind = false", "1 to 24 letters"],
    ),
    "a name that looks like another seat's": (
        THREE + "blind = false\n" + BOTS + 'Beta = "house"\nbeta = "house"\n',
        ["[entrants] beta", "blind = false", "from 'Beta'", "only upper and lower case differ"],
    ),
    "a seed of a wrong type": ("seed = [1]\n" + BOTS, ["seed is [1]", "a whole number or a text"]),
    "unknown option": (
        THREE + BOTS + "[rules]\nhidden_in_election = true\n",
        ["[rules]", "hidden_in_election", "hidden_in_elections"],
    ),
    "an option that names a seat": (
        THREE + BOTS + '[rules]\nfirst_chief = "a"\n',
        ["[rules] first_chief is 'a'", "from game to game", "random"],
    ),
    "limit out of range": (
        BOTS + "[limits]\ncorrections = 11\n",
        ["limits.corrections is 11", "from 0 to 10"],
    ),
    "unknown key of talk": (
        BOTS + '[talk]\nprotocols = "off"\n',
        ["talk.protocols", "Did you mean 'protocol'?"],
    ),
    "model of nobody": (
        THREE + MODEL + '[models."openai:y"]\nmax_output = 100\n',
        ['[models."openai:y"]', "Possible: openai:x"],
    ),
    "setting of a wrong type": (
        MODEL + '[models."openai:x"]\nmax_output = "much"\n',
        ["max_output is 'much'", "a whole number of tokens from 64"],
    ),
    "budget of a wrong type": (BOTS + "[budget]\nhours = 0\n", ["budget.hours is 0", "above 0"]),
    "a game's cap among the whole's": (
        BOTS + "[budget]\nseconds = 5\n",
        ["budget.seconds", "money, tokens, calls, hours"],
    ),
    "on_budget that is not": (
        BOTS + '[budget]\non_budget = "default"\n',
        ["budget.on_budget is 'default'", "pause or house"],
    ),
    "limits of a provider nobody asks": (
        THREE + MODEL + "[providers.anthropic]\ncalls = 3\n",
        ["[providers.anthropic] is for no entrant", "openai, openai:x"],
    ),
    "limits of a label nobody has": (
        THREE + LABELLED + '[providers."openai:x#lwo"]\ncalls = 3\n',
        ["is for no entrant", "openai, openai:x, openai:x#low, openai:x#high", "'openai:x#low'?"],
    ),
    "settings of a model that has labels only": (
        THREE + LABELLED + '[models."openai:x"]\nmax_output = 100\n',
        ['[models."openai:x"] is for no seat', "Possible: openai:x#low, openai:x#high"],
    ),
    "a label that can't be": (
        THREE + BOTS + 'd = "openai:x#"\n',
        ["[entrants]", "has the label '' behind #", "1 to 40 letters, digits"],
    ),
    "unknown limit of a provider": (
        MODEL + "[providers.openai]\nrequest = 3\n",
        ["providers.openai.request = 3", "Did you mean 'requests'?"],
    ),
    "limit of a provider out of range": (
        MODEL + "[providers.openai]\ncalls = 0\n",
        ["providers.openai.calls is 0", "from 1"],
    ),
    "too many processes": (BOTS + "[run]\nprocesses = 300\n", ["run.processes is 300", "0 to 256"]),
    "an arm without a name": (
        BOTS + "[[arms]]\ntalk = { whispers = false }\n",
        ["arms.0 has no name"],
    ),
    "an arm that changes nothing": (
        THREE + BOTS + '[[arms]]\nname = "same"\n',
        ["[[arms]] 'same' changes nothing", "null arm"],
    ),
    "an arm twice": (THREE + BOTS + ARM + ARM, ["[[arms]] 'quiet'", "taken", "control, null"]),
    "an arm called control": (
        THREE + BOTS + ARM.replace("quiet", "control"),
        ["[[arms]] 'control'", "taken"],
    ),
    "an arm called null": (THREE + BOTS + ARM.replace("quiet", "null"), ["'null'", "taken"]),
    "an arm of an unknown control": (
        THREE + BOTS + ARM + 'control = "contrl"\n',
        ["control is 'contrl'", "Did you mean 'control'?"],
    ),
    "an arm with an unknown section": (
        BOTS + '[[arms]]\nname = "x"\ntalks = {}\n',
        ["arms.0.talks", "Did you mean 'talk'?"],
    ),
    "an arm with an unknown key": (
        THREE + BOTS + '[[arms]]\nname = "x"\ntalk = { whisper = false }\n',
        ["[[arms]] 'x'", "talk.whisper", "Did you mean 'whispers'?"],
    ),
    "an arm with an option that is not": (
        THREE + BOTS + '[[arms]]\nname = "x"\nrules = { nothing = 1 }\n',
        ["[[arms]] 'x'", "[rules]", "nothing"],
    ),
    "an arm with a persona of nobody": (
        THREE + MODEL + '[[arms]]\nname = "x"\npersonas = { n = "diplomat" }\n',
        ["[[arms]] 'x'", "'n' is no model's seat"],
    ),
    "an arm with a model of nobody": (
        THREE + MODEL + '[[arms]]\nname = "x"\nmodels."openai:y" = { seed = 1 }\n',
        ["[[arms]] 'x'", 'models."openai:y"'],
    ),
    "two entrants with one name, blind": ("[entrants]\na = 1\na = 2\n", ["second time"]),
}


@pytest.mark.parametrize("case", BAD)
def test_a_mistake_is_one_sentence(case: str, tmp_path: Path) -> None:
    """What is wrong is named with its file, its place, and what is possible."""
    text, needed = BAD[case]
    file = written(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        planned(load_tournament(file))
    message = str(caught.value)
    assert message.startswith(str(file))
    assert "\n" not in message
    assert all(each in message for each in needed), message


def test_an_unreadable_file_names_tournaments_that_there_are(tmp_path: Path) -> None:
    """A file that is not there is told from those that come with the arena."""
    with pytest.raises(ConfigError, match=r"can't be read.*demo\.toml.*models\.toml"):
        load_tournament(tmp_path / "spring.toml")


def test_an_entrant_is_a_spec_or_a_table(tmp_path: Path) -> None:
    """A line NAME = SPEC means what a table with the spec alone means."""
    config = load_tournament(written(tmp_path, THREE + MODEL))
    assert config.entrants["a"] == Entrant(spec="random")
    assert config.entrants["m"] == Entrant(spec="openai:x", persona="diplomat")


def test_single_values_stand_for_lists(tmp_path: Path) -> None:
    """One ruleset and one size need no brackets."""
    config = load_tournament(written(tmp_path, 'rulesets = "osaczeni"\nseats = 3\n' + BOTS))
    assert (config.rulesets, config.seats) == (("osaczeni",), (3,))


def test_a_secret_seed_is_drawn_where_none_is_given(tmp_path: Path) -> None:
    """Two readings of a file without a seed have two seeds of 128 bits."""
    file = written(tmp_path, THREE + BOTS)
    one, other = load_tournament(file).seed, load_tournament(file).seed
    assert one != other
    assert all(len(bytes.fromhex(seed)) == 16 for seed in (one, other))


def test_how_it_is_run_is_one_record(tmp_path: Path) -> None:
    """Games at once, processes, the budget and the providers' limits come together in the plan."""
    text = THREE + MODEL + (
        "[run]\ngames = 3\nprocesses = 2\n[budget]\nmoney = 5\n[providers.openai]\ncalls = 4\n"
    )  # fmt: skip
    run = planned(load_tournament(written(tmp_path, text))).run
    assert (run.games, run.processes, run.budget.money) == (3, 2, 5)
    assert run.providers["openai"].calls == 4


@pytest.mark.parametrize("file", sorted(path("configs", "tournaments").glob("*.toml")))
def test_every_file_that_comes_with_the_arena_can_be_planned(file: Path) -> None:
    """A ready-made tournament is planned, and each of its tables can be laid."""
    plan = planned(load_tournament(file))
    assert plan.games
    for row in plan.games[:6]:
        table_of(TableConfig.model_validate(table_data(plan, row)))


# --- a table's file ---


@pytest.mark.parametrize(
    "file", [e for e in sorted(path("configs", "tables").glob("*.toml")) if e.stem != WITH_A_PERSON]
)
def test_any_table_is_a_tournament(file: Path) -> None:
    """Each ready-made table's line-up plays, everybody from every seat."""
    config = load_tournament(file, games=60)
    plan = planned(config)
    size = config.seats[0]
    assert len(config.entrants) == size
    assert len(plan.games) == 60
    for at in range(size):
        assert {row.entrants[at] for row in plan.games} == set(config.entrants)


def test_a_table_with_a_person_is_none() -> None:
    """Nobody sits down at many games at once."""
    config = load_tournament(path("configs", "tables", f"{WITH_A_PERSON}.toml"), games=60)
    with pytest.raises(ConfigError, match="human is human, and nobody sits down"):
        planned(config)


def test_a_table_keeps_its_rules(tmp_path: Path) -> None:
    """Talk, limits, caps and models of a table's file are those of each game."""
    text = (
        'ruleset = "osaczeni"\nseed = 5\n[seats]\nAnna = "openai:x"\nBen = "house"\nCyd = "house"\n'
        '[talk]\nprotocol = "bidding"\n[limits]\nanswer_seconds = 9\n[budget]\ncalls = 7\n'
        '[models."openai:x"]\nmax_output = 99\n[personas]\nAnna = "diplomat"\n'
    )
    config = load_tournament(written(tmp_path, text))
    plan = planned(config)
    (condition,) = plan.conditions.values()
    assert condition.ruleset == "osaczeni"
    assert plan.seed == "5"
    assert condition.table["talk"]["protocol"] == "bidding"
    assert condition.table["limits"]["answer_seconds"] == 9
    assert condition.table["budget"]["calls"] == 7
    assert condition.table["models"] == {"openai:x": {"max_output": 99}}
    assert list(plan.entrants) == ["x as diplomat", "house", "house (2)"]


def test_entrants_of_long_names_have_the_ends_of_these(tmp_path: Path) -> None:
    """Each a name of its own, also where the ends are alike."""
    longs = [f"openai:{'x' * 300}{each}/modele/józef/m.gguf" for each in ("", "", "y" * 60)]
    seats = "".join(f'{name} = "{each}"\n' for name, each in zip("ABC", longs, strict=True))
    plan = planned(load_tournament(written(tmp_path, f"[seats]\n{seats}")))
    assert [each.spec for each in plan.entrants.values()] == longs
    assert all(len(name) <= 60 and "modele/józef/m.gguf" in name for name in plan.entrants)


def test_a_table_of_others_models_of_one_name_names_them_by_spec(tmp_path: Path) -> None:
    """Models that two servers call alike are entrants by their whole SPECs."""
    specs = [f"openai-compatible:x@http://127.0.0.1:{port}/v1" for port in (1, 2)]
    text = f'[seats]\nA = "{specs[0]}"\nB = "{specs[1]}"\nC = "house"\n'
    assert list(load_tournament(written(tmp_path, text)).entrants) == [*specs, "house"]


def test_a_table_of_labels_names_its_entrants_by_them(tmp_path: Path) -> None:
    """One model with different settings is an entrant for each, told apart by its label."""
    low, high = (f"openai-compatible:x#{label}@http://127.0.0.1:1/v1" for label in ("low", "high"))
    text = (
        f'[seats]\nA = "{low}"\nB = "{high}"\nC = "{high}"\n[personas]\nC = "diplomat"\n'
        f'[models."{high}"]\neffort = "high"\n'
    )
    config = load_tournament(written(tmp_path, text))
    assert list(config.entrants) == ["x#low", "x#high", "x#high as diplomat"]
    (condition,) = planned(config).conditions.values()
    assert condition.table["models"] == {high: {"effort": "high"}}


def test_a_limit_of_a_model_is_one_of_all_its_labels(tmp_path: Path) -> None:
    """A file may name the model alone, or a label of it."""
    limits = '[providers."openai:x"]\ncalls = 4\n[providers."openai:x#low"]\ncalls = 2\n'
    config = load_tournament(written(tmp_path, THREE + LABELLED + limits))
    assert set(planned(config).run.providers) == {"openai:x", "openai:x#low"}


def test_a_tables_epilogues_are_refused(tmp_path: Path) -> None:
    """A tournament records no epilogues: rules would change from game to game."""
    text = 'epilogues = true\n[seats]\nA = "random"\nB = "random"\nC = "random"\n'
    with pytest.raises(ConfigError, match="epilogues"):
        load_tournament(written(tmp_path, text))


def test_a_mistake_in_a_table_is_told_as_of_a_table(tmp_path: Path) -> None:
    """A table's file with a wrong seat is refused with the seat's name."""
    file = written(tmp_path, '[seats]\nAnna = "random"\nBen = "randon"\nCyd = "random"\n')
    with pytest.raises(ConfigError, match="'Ben' is 'randon'"):
        load_tournament(file)


def test_games_on_the_command_line_take_the_files_place(tmp_path: Path) -> None:
    """`games` replaces what the file says of replicates."""
    file = written(tmp_path, THREE + "replicates = 9\n" + BOTS)
    assert len(planned(load_tournament(file, games=13)).games) == 13
