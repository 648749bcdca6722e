"""Where others reach a server, and what `arena serve` prints of it."""

import signal
import socket
from collections.abc import Iterator
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from arena.errors import ConfigError
from arena.faces.web.addresses import check_names, own_addresses, urls
from arena.faces.web.qr import has_blocks, print_code
from arena.faces.web.serving import LOCAL, listener
from tests.arena.faces.terminal.terminals import Terminal
from tests.arena.faces.web.processes import Process, end_all

EVERYWHERE = "0.0.0.0"  # noqa: S104 - it is what is tested
LINK = f"http://192.0.2.1:8765/#{'a' * 43}"


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """End the processes of a test, however it ended."""
    yield
    end_all()


def test_a_server_of_this_machine_alone_is_reached_from_nowhere_else() -> None:
    """A name is then a proxy's, on a port that only the proxy knows."""
    with listener(LOCAL, 0) as listening:
        assert urls(listening, ["games.example"]) == ()


@pytest.mark.parametrize("host", [EVERYWHERE, "::"])
def test_others_reach_every_address_that_is_named(host: str) -> None:
    """Each is one of this machine that answers; names come first; loopback is none of them."""
    with listener(host, 0) as listening:
        port = listening.getsockname()[1]
        first, *found = urls(listening, ["games.example"])
        assert first == f"http://games.example:{port}/"
        families = {socket.AF_INET} if host == EVERYWHERE else {socket.AF_INET, socket.AF_INET6}
        expected = {each for family in families for each in own_addresses(family)}
        named = [urlsplit(each) for each in found]
        assert {ip_address(each.hostname or "") for each in named} == expected
        for each in named:
            assert not ip_address(each.hostname or "").is_loopback
            with socket.create_connection((each.hostname, each.port), timeout=10):
                pass


@pytest.mark.parametrize(
    "name",
    ["http://games.example", "games.example:80", "games.example/arena", "", "sp\u00ecel.example"],
)
def test_a_name_is_a_name_alone(name: str) -> None:
    """It stands before a port, in links and in what browsers say of whom they call."""
    check_names(["games.example", "my-machine.local", "192.0.2.1"])
    with pytest.raises(
        ConfigError, match=r"Possible: a name such as games\.example, without http://"
    ):
        check_names([name])


def test_an_address_that_it_listens_on_is_the_only_one() -> None:
    """What is not listened on is not offered."""
    (mine, *_) = own_addresses(socket.AF_INET) or [None]
    if mine is None:
        pytest.skip("this machine has loopback only")
    with listener(str(mine), 0) as listening:
        assert urls(listening) == (f"http://{mine}:{listening.getsockname()[1]}/",)


def test_a_code_is_printed_where_there_is_room() -> None:
    """In columns, in lines, and in an encoding that has its letters."""
    wide, narrow, low = StringIO(), StringIO(), StringIO()
    print_code(LINK, wide, 80, 30)
    print_code(LINK, narrow, 40, 30)
    print_code(LINK, low, 80, 20)
    rows = wide.getvalue().splitlines()
    assert len({len(row) for row in rows}) == 1
    assert 2 * len(rows) - 1 <= len(rows[0]) <= 2 * len(rows)
    assert (narrow.getvalue(), low.getvalue()) == ("", "")
    assert [has_blocks(each) for each in ("utf-8", "ascii", "cp437")] == [True, False, True]


@pytest.mark.slow
def test_the_first_link_is_one_for_others_and_the_last_for_this_machine(tmp_path: Path) -> None:
    """Where it listens for others; each of them opens the lobby."""
    process = Process("serve", "--host", EVERYWHERE, "--port", "0", "--out", str(tmp_path))
    links = [process.link]
    while urlsplit(links[-1]).hostname != LOCAL:
        links.append(process.printed_next())
    process.end(signal.SIGINT)
    assert [urlsplit(each).hostname for each in links] == [
        *map(str, own_addresses(socket.AF_INET)), LOCAL,
    ]  # fmt: skip
    assert {urlsplit(each).fragment for each in links} == {process.token}
    assert "Serving on the network, unencrypted" in process.said
    alone = Process("serve", "--port", "0", "--out", str(tmp_path))
    alone.end(signal.SIGINT)
    assert urlsplit(alone.link).hostname == LOCAL
    assert "--host 0.0.0.0 opens it to the network" in alone.said


@pytest.mark.slow
def test_a_terminal_shows_the_first_link_as_a_code(tmp_path: Path) -> None:
    """To be opened on a phone; a link of this machine alone is none."""
    for host, is_shown in ((EVERYWHERE, bool(own_addresses(socket.AF_INET))), (LOCAL, False)):
        arguments = ["serve", "--host", host, "--port", "0", "--out", str(tmp_path)]
        terminal = Terminal(arguments, environ={"LINES": "40", "PYTHONUTF8": "1"})
        terminal.until(f"http://{LOCAL}")
        terminal.end(signal.SIGINT)
        assert ("▄" in terminal.text) == is_shown
