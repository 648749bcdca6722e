"""Personas, and what is wrong with one."""

from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.seats.llm.personas import Persona, persona, personas


@pytest.mark.parametrize("name", personas())
def test_a_persona_of_the_arena_is_a_few_sentences(name: str) -> None:
    """Two to four, on one line, under the name of its file."""
    found = persona(name)
    assert found.name.lower() == name
    assert 2 <= found.text.count(". ") + 1 <= 4
    assert found.text.isprintable()


def test_a_persona_is_read_from_a_path(tmp_path: Path) -> None:
    """Line breaks in its text are blanks."""
    file = tmp_path / "mine.toml"
    for encoding in ("utf-8", "utf-8-sig"):
        file.write_text('name = "Mine"\ntext = """\nI play.\nI win.\n"""\n', encoding=encoding)
        assert persona(str(file)) == Persona(name="Mine", text="I play. I win.")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ('name = "A"\n', "text is None"),
        ('name = "A"\ntext = 3\n', "text is 3"),
        ('name = ""\ntext = "x"\n', "name is ''"),
        ('name = "A"\ntext = "x\\u202e"\n', "printable"),
        (f'name = "A"\ntext = "{"x" * 2001}"\n', "2000 characters"),
        ('name = "A"\ntext = "x"\ntexts = "y"\n', "Did you mean 'text'?"),
        ('name = "A"\nname = "B"\n', "no valid TOML"),
        (b"\xff", "not UTF-8"),
    ],
    ids=lambda value: None if isinstance(value, bytes) else str(value)[:20],
)
def test_a_wrong_file_is_one_sentence(tmp_path: Path, content: str | bytes, says: str) -> None:
    """What came, where, and what is possible."""
    file = tmp_path / "mine.toml"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ConfigError) as caught:
        persona(str(file))
    assert says in str(caught.value)
    assert str(file) in str(caught.value)


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    """The names that there are, and that a path is possible."""
    with pytest.raises(ConfigError, match=r"Did you mean 'diplomat'.*path of a .toml file"):
        persona("diplomet")


def test_a_missing_file_is_told() -> None:
    """Also a folder with such a name is none."""
    with pytest.raises(ConfigError, match="can't be read"):
        persona("nowhere/at/all.toml")
