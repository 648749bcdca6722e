import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arena.errors import ConfigError
from arena.models.keys import Key, find_key, hidden, scrub
from arena.models.specs import parse

OPENAI, ANTHROPIC = parse("openai:m"), parse("anthropic:m")
COMPATIBLE = parse("openai-compatible:m@http://server.test/v1")


def dotenv(folder: Path, text: str) -> Path:
    """Write a `.env` file."""
    path = folder / ".env"
    path.write_text(text, encoding="utf-8")
    return path


KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_COMPATIBLE_API_KEY")


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("openai:m", "OPENAI_API_KEY"),
        ("openai:m@https://api.openai.com/v1", "OPENAI_API_KEY"),
        ("openai:m#high", "OPENAI_API_KEY"),
        ("anthropic:m#low@https://api.anthropic.com", "ANTHROPIC_API_KEY"),
        ("anthropic:m", "ANTHROPIC_API_KEY"),
        ("anthropic:m@https://api.anthropic.com", "ANTHROPIC_API_KEY"),
    ],
)
def test_each_provider_has_its_variable(spec: str, name: str) -> None:
    """The key of one provider is never sent to another."""
    environ = dict.fromkeys(KEYS, "other")
    assert find_key(parse(spec), environ | {name: "mine"}, None).reveal() == "mine"


EACH_PREFIX = [
    ("openai", "OPENAI"),
    ("anthropic", "ANTHROPIC"),
    ("openai-compatible", "OPENAI_COMPATIBLE"),
]


@pytest.mark.parametrize(("protocol", "prefix"), EACH_PREFIX)
@pytest.mark.parametrize("name", ["", "_GATE", "_7"])
def test_a_key_goes_to_the_address_beside_it(protocol: str, prefix: str, name: str) -> None:
    """Its owner names both, so whoever wrote the table can't send it elsewhere."""
    environ = {
        f"{prefix}_API_KEY{name}": "mine",
        f"{prefix}_BASE_URL{name}": "https://gate.test:8443/me/v1/",
    }
    for below in ("", "/", "/deeper"):
        spec = parse(f"{protocol}:m@https://gate.test:8443/me/v1{below}")
        assert find_key(spec, environ, None).reveal() == "mine"


ELSEWHERE = [
    "http://gate.test:8443/me/v1",
    "https://gate.test/me/v1",
    "https://gate.test.evil.test:8443/me/v1",
    "https://gate-test:8443/me/v1",
    "https://gate.test:8443/you/v1",
    "https://gate.test:8443/me/v12",
    "https://gate.test:8443/me/v1/../../you/v1",
    "https://gate.test:8443/me/v1/%2e%2E/you",
    "https://gate.test:8443/me",
]


@pytest.mark.parametrize(("protocol", "prefix"), EACH_PREFIX)
@pytest.mark.parametrize("address", ELSEWHERE)
def test_a_key_goes_to_no_other_address(protocol: str, prefix: str, address: str) -> None:
    """Another scheme, host, port or path is another address, and a path can't climb."""
    environ = {
        f"{prefix}_API_KEY_GATE": "mine", f"{prefix}_BASE_URL_GATE": "https://gate.test:8443/me/v1",
        f"{prefix}_API_KEY": "general", f"{prefix}_BASE_URL": "https://other.test",
    }  # fmt: skip
    spec = parse(f"{protocol}:m@{address}")
    if protocol == "openai-compatible":
        assert find_key(spec, environ, None).reveal() == "none"
    else:
        with pytest.raises(ConfigError, match=f"{prefix}_API_KEY goes to https://api") as caught:
            find_key(spec, environ, None)
        assert f"{prefix}_API_KEY_NAME and {prefix}_BASE_URL_NAME={address}" in str(caught.value)


def test_two_keys_of_one_host_go_by_path(tmp_path: Path) -> None:
    """The nearest address wins, wherever it is written."""
    path = dotenv(
        tmp_path,
        "OPENAI_COMPATIBLE_API_KEY_A=key-a\nOPENAI_COMPATIBLE_BASE_URL_A=http://gate.test/a\n"
        "OPENAI_COMPATIBLE_BASE_URL=http://gate.test\n",
    )
    environ = {"OPENAI_COMPATIBLE_API_KEY": "key-all"}
    for address, key in (("/a/v1", "key-a"), ("/b/v1", "key-all")):
        spec = parse(f"openai-compatible:m@http://gate.test{address}")
        assert find_key(spec, environ, path).reveal() == key


def test_a_key_without_an_address_goes_nowhere() -> None:
    """A table could name any; the refusal says what to set."""
    environ = {"OPENAI_COMPATIBLE_API_KEY": "mine"}
    with pytest.raises(ConfigError) as caught:
        find_key(COMPATIBLE, environ, None)
    assert str(caught.value) == (
        "OPENAI_COMPATIBLE_API_KEY is set without the address that it is for, so it is not sent to "
        "http://server.test/v1. Possible: OPENAI_COMPATIBLE_BASE_URL=http://server.test/v1 beside "
        "it; for one more server, OPENAI_COMPATIBLE_API_KEY_NAME and "
        "OPENAI_COMPATIBLE_BASE_URL_NAME=http://server.test/v1 in the environment, with any NAME."
    )
    here = parse("openai-compatible:m@http://127.0.0.1:9/v1")
    assert find_key(here, environ, None).reveal() == "none"


@pytest.mark.parametrize("variable", ["OPENAI_BASE_URL", "OPENAI_BASE_URL_GATE"])
def test_an_address_that_is_none_is_named(variable: str) -> None:
    """With its variable."""
    environ = {
        "OPENAI_API_KEY": "k-1", "OPENAI_API_KEY_GATE": "k-2", variable: "http://127.0.0.18000/v1"
    }  # fmt: skip
    with pytest.raises(ConfigError, match=rf"^{variable}\b.* has the host 127.0.0.18000. Possible"):
        find_key(OPENAI, environ, None)


def test_a_file_is_read_where_the_environment_has_no_key(tmp_path: Path) -> None:
    """A `.env` file serves whoever keeps keys out of the shell."""
    path = dotenv(tmp_path, "# keys\nexport OPENAI_API_KEY='from-file'\n")
    assert find_key(OPENAI, {}, path).reveal() == "from-file"
    assert find_key(OPENAI, {"OPENAI_API_KEY": " "}, path).reveal() == "from-file"


def test_a_mark_before_a_file_of_keys_is_none_of_it(tmp_path: Path) -> None:
    """Some editors begin a file with it: the first name is one all the same."""
    path = dotenv(tmp_path, "\ufeffOPENAI_API_KEY=from-file\n")
    assert find_key(OPENAI, {}, path).reveal() == "from-file"


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


def test_a_key_in_an_address_is_scrubbed() -> None:
    """As a redirect or an error page may repeat it."""
    secret = 'Zq9"x/7=se+cr&et'
    for written in ("Zq9%22x%2F7%3Dse%2Bcr%26et", "Zq9%22x/7%3Dse%2Bcr%26et"):
        assert scrub(f"http://a.test/?key={written}&b", [secret]) == "http://a.test/?key=***&b"


@pytest.mark.parametrize(
    "written",
    ["Zq9%22x%2f7=se%2Bcr&et", "%5a%719%22%78/7%3Dse+cr&e%74", "Zq9%2522x%25252F7=se+cr%26et"],
)
def test_a_key_is_scrubbed_whichever_of_its_letters_are_encoded(written: str) -> None:
    """In small hexadecimal digits or large ones, and where an address stands in an address."""
    assert scrub(f"a%20{written}%20b", ['Zq9"x/7=se+cr&et']) == "a%20***%20b"


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
SECRETS = st.text(LETTERS, min_size=4, max_size=40).filter(lambda secret: secret != "none")
TEXTS = st.text(max_size=20)


@given(TEXTS, SECRETS)
def test_no_key_survives(text: str, secret: str) -> None:
    """Whatever stands around it, a known key is not in the text any more."""
    assert secret not in scrub(f"{text}{secret}{text}", [secret])


@st.composite
def in_an_address(draw: st.DrawFn, text: str) -> str:
    """Return a text with each letter as it is or percent-encoded, so often as it may be."""
    letters = []
    for letter in text:
        code = "%" + "25" * draw(st.integers(0, 2)) + f"{ord(letter):02x}"
        letters.append(draw(st.sampled_from([letter, code, code.upper()])))
    return "".join(letters)


@given(st.data(), TEXTS, SECRETS)
def test_no_key_survives_in_an_address(data: st.DataObject, text: str, secret: str) -> None:
    """In whatever mixture of plain and encoded letters, also inside of a reply's JSON."""
    mixed = data.draw(in_an_address(secret))
    left = scrub(f"{text}{mixed}{text}", [secret])
    quoted = json.loads(hidden(json.dumps(f"{text}{mixed}{text}"), [secret]))
    for _ in range(4):
        assert secret not in left
        assert secret not in quoted
        left, quoted = unquote(left), unquote(quoted)
    assert mixed not in scrub(f"{text}{mixed}{text}", [secret])


@pytest.mark.parametrize("piece", ["%73%6b-", "%25", "%", "s%6b", "%2573%256b-", "\\u0025"])
def test_a_long_reply_without_a_key_stays(piece: str) -> None:
    """However much of it begins as the key does; the search never goes back far."""
    secret = "sk-" * 40 + "%25" * 10 + "x"
    text = piece * (2**18 // len(piece))
    assert hidden(text, [secret]) == text


@st.composite
def written(draw: st.DrawFn, text: str) -> str:
    """Return a text as the inside of a JSON string, each letter escaped in one of the ways."""
    letters = []
    for letter in text:
        code = f"\\u{ord(letter):04x}"
        ways = [code, "\\u" + code[2:].upper(), json.dumps(letter)[1:-1]]
        letters.append(draw(st.sampled_from([*ways, "\\/"] if letter == "/" else ways)))
    return "".join(letters)


@pytest.mark.slow
@given(st.data(), TEXTS, SECRETS, st.integers(0, 3))
def test_no_key_survives_in_json_inside_json(
    data: st.DataObject, text: str, secret: str, depth: int
) -> None:
    """However often it is escaped, in whatever way, and what is JSON stays JSON."""
    told = f"{json.dumps(text)[1:-1]}{secret}" if depth == 0 else f"{text}{secret}{text}"
    for _ in range(depth):
        told = f'"{data.draw(written(told))}"'
    left = hidden(told, [secret])
    for _ in range(depth):
        assert secret not in left
        left = json.loads(left)
    assert secret not in left


@given(
    st.text(st.characters(exclude_characters="0123456789"), max_size=40),
    st.text("XYZ_?", min_size=4, max_size=6),
    st.integers(0, 3),
)
def test_what_has_no_key_stays_to_the_letter(text: str, secret: str, depth: int) -> None:
    """Escapes are opened to look, and only to look; without digits none can stand for a letter."""
    assume(secret not in re.sub(r"\\+", "", text))
    for _ in range(depth):
        text = json.dumps(text)
    assert hidden(text, [secret]) == text


@pytest.mark.parametrize(
    ("arguments", "secret", "left"),
    [
        (r'{"a": "x\nabcd"}', "nabcd", r'{"a": "x***"}'),
        (r'{"a": "\u0041bcd"}', "0041bcd", r'{"a": "***"}'),
        (r'{"a": "abcd\""}', "abcd\\", r'{"a": "***"}'),
        (r'{"a": "\\\\abcd"}', "abcd", r'{"a": "\\\\***"}'),
    ],
)
def test_no_escape_is_cut_in_two(arguments: str, secret: str, left: str) -> None:
    """Where a key begins or ends inside an escape all of it goes, so that JSON stays JSON."""
    assert hidden(arguments, [secret]) == left
    assert json.loads(left)
