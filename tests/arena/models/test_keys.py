from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ConfigError
from arena.models import Key, find_key, parse, scrub

OPENAI, ANTHROPIC = parse("openai:m"), parse("anthropic:m")
COMPATIBLE = parse("openai-compatible:m@http://server.test/v1")


def dotenv(folder: Path, text: str) -> Path:
    """Write a `.env` file."""
    path = folder / ".env"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("openai:m", "OPENAI_API_KEY"),
        ("openai:m@http://127.0.0.1:9/v1", "OPENAI_API_KEY"),
        ("anthropic:m", "ANTHROPIC_API_KEY"),
        ("openai-compatible:m@http://server.test/v1", "OPENAI_COMPATIBLE_API_KEY"),
    ],
)
def test_each_api_has_its_variable(spec: str, name: str) -> None:
    """The key of one provider is never sent to another."""
    environ = dict.fromkeys(
        ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_COMPATIBLE_API_KEY"), "other"
    )
    assert find_key(parse(spec), environ | {name: "mine"}, None).reveal() == "mine"


def test_a_file_is_read_where_the_environment_has_no_key(tmp_path: Path) -> None:
    """A `.env` file serves whoever keeps keys out of the shell."""
    path = dotenv(tmp_path, "# keys\nexport OPENAI_API_KEY='from-file'\n")
    assert find_key(OPENAI, {}, path).reveal() == "from-file"
    assert find_key(OPENAI, {"OPENAI_API_KEY": " "}, path).reveal() == "from-file"


def test_the_environment_goes_first(tmp_path: Path) -> None:
    """What is set for this one run wins over the file."""
    path = dotenv(tmp_path, "OPENAI_API_KEY=from-file\n")
    assert find_key(OPENAI, {"OPENAI_API_KEY": "from-shell"}, path).reveal() == "from-shell"


def test_the_working_folder_has_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Left out, the file is the working folder's `.env`."""
    dotenv(tmp_path, "ANTHROPIC_API_KEY=from-file\n")
    monkeypatch.chdir(tmp_path)
    assert find_key(ANTHROPIC, {}).reveal() == "from-file"


def test_a_file_is_not_loaded_into_the_environment(tmp_path: Path) -> None:
    """What is looked up changes nothing, so that no child process gets a key."""
    environ: dict[str, str] = {}
    find_key(OPENAI, environ, dotenv(tmp_path, "OPENAI_API_KEY=from-file\n"))
    assert environ == {}


def test_a_dollar_in_a_key_stays(tmp_path: Path) -> None:
    """Keys are taken as they are written, without variables in them."""
    path = dotenv(tmp_path, "OPENAI_API_KEY=a${HOME}b\n")
    assert find_key(OPENAI, {}, path).reveal() == "a${HOME}b"


def test_a_missing_key_says_where_it_may_stand(tmp_path: Path) -> None:
    """The refusal names the variable and both places."""
    path = tmp_path / ".env"
    with pytest.raises(ConfigError) as caught:
        find_key(ANTHROPIC, {"OPENAI_API_KEY": "mine"}, path)
    assert str(caught.value) == (
        f"anthropic:m needs a key: set ANTHROPIC_API_KEY in the environment or in {path}"
    )


def test_a_missing_key_without_a_file() -> None:
    """Where no file is looked at, none is named."""
    with pytest.raises(ConfigError, match=r"set OPENAI_API_KEY in the environment$"):
        find_key(OPENAI, {}, None)


@pytest.mark.parametrize("secret", ["two words", "zażółć", "line\nbreak"])
def test_a_key_that_fits_into_no_header(secret: str) -> None:
    """A key with such letters was pasted wrongly; the refusal doesn't repeat it."""
    with pytest.raises(ConfigError, match="OPENAI_API_KEY in the environment is no key") as caught:
        find_key(OPENAI, {"OPENAI_API_KEY": secret}, None)
    assert secret not in str(caught.value)


def test_spaces_around_a_key_are_dropped() -> None:
    """A line break that was pasted with a key does no harm."""
    assert find_key(OPENAI, {"OPENAI_API_KEY": " mine\n"}, None).reveal() == "mine"


@pytest.mark.parametrize("content", [b"\xff\xfe\xfd", b"OPENAI_API_KEY=\xff"])
def test_a_file_that_is_no_text(tmp_path: Path, content: bytes) -> None:
    """A file that can't be read is named."""
    path = tmp_path / ".env"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=r"\.env can't be read"):
        find_key(OPENAI, {}, path)


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    """What is no file is passed over."""
    with pytest.raises(ConfigError, match="needs a key"):
        find_key(OPENAI, {}, tmp_path)


@pytest.mark.parametrize(
    "spec",
    [
        "openai-compatible:m@http://server.test/v1",
        "openai:m@http://127.0.0.1:9/v1",
        "openai:m@http://127.8.8.8/v1",
        "anthropic:m@http://localhost:9",
        "anthropic:m@http://[::1]:9",
    ],
)
def test_servers_that_need_no_key(spec: str) -> None:
    """Compatible servers and this machine may go without."""
    assert find_key(parse(spec), {}, None).reveal() == "none"


def test_this_machine_by_the_environment() -> None:
    """An address from the environment counts as one in the spec."""
    environ = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}
    assert find_key(OPENAI, environ, None).reveal() == "none"


@pytest.mark.parametrize("url", ["http://10.0.0.1/v1", "https://localhost.test/v1"])
def test_other_machines_need_a_key(url: str) -> None:
    """An address that only looks near is not this machine."""
    with pytest.raises(ConfigError, match="needs a key"):
        find_key(parse(f"openai:m@{url}"), {}, None)


def test_a_key_never_shows() -> None:
    """However a key is printed, it stays hidden."""
    key = Key("hunter2")
    shown = f"{key} {key!r} {key!s} {[key]} {key:}"
    assert "hunter2" not in shown
    assert repr(key) == "Key(***)"


def test_a_known_key_is_scrubbed() -> None:
    """A known key of any form is taken out, wherever it stands."""
    text = scrub("a hunter2 b,hunter2x sesame", [Key("hunter2"), "sesame"])
    assert text == "a *** b,***x ***"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("key sk-proj-abc_DEF-123456 was wrong", "key *** was wrong"),
        ("sk-ant-api03-abcdef", "***"),
        ("sk-abcd***wxyz", "***"),
        ("Authorization: Bearer abc.def-123", "Authorization: Bearer ***"),
        ("gsk_0123456789", "***"),
        ("hf_0123456789", "***"),
    ],
)
def test_what_looks_like_a_key_is_scrubbed(text: str, shown: str) -> None:
    """A key of somebody else's, or half a key, is recognised by its form."""
    assert scrub(text) == shown


@pytest.mark.parametrize("text", ["a risk-averse task-oriented seat", "none of us", "sk-1", "key"])
def test_prose_stays(text: str) -> None:
    """Words that are no keys stay, `none` and other stand-ins included."""
    assert scrub(text, [Key("none"), "", "a"]) == text


LETTERS = st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="*")


@given(st.text(), st.text(LETTERS, min_size=4).filter(lambda secret: secret != "none"))
def test_no_key_survives(text: str, secret: str) -> None:
    """Whatever stands around it, a known key is not in the text any more."""
    assert secret not in scrub(f"{text}{secret}{text}", [secret])
