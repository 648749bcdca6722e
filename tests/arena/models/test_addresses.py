"""How an address is written, and whether it is below another."""

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.models.addresses import address_problem, is_below, is_here


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:8000/v1",
        "https://gate.test",
        "http://localhost:1/",
        "http://my_host:8000/v1",
        "http://[::1]:8000/v1",
        "https://a.b-c.test./x/y",
        "http://10.0.0.255",
        "http://host?a=b",
        "https://gate.test/v1?api-version=2026-01-01&design=3",
    ],
)
def test_an_address_that_is_one(address: str) -> None:
    """A name, or an IP address, with a port or without."""
    assert address_problem(address) is None


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.18000/v1",
        "http://256.1.1.1",
        "http://1.2.3",
        "http://127.1",
        "http://a..b/v1",
        "http://-a.test",
        f"http://{'a' * 64}.test",
        "http://[::1",
        "http://[::g]",
        "http://0[::]",
        "http://host:0",
        "http://host:65536",
        "http://host:x",
        "http://",
        "ftp://host",
        "host:8000/v1",
        "http://ho st",
        "http://hóst",
        "http://host/\n",
        "http://me:hunter2@host",
        "http://host/#a",
        "http://host?#a",
        "http://host?key=hunter2",
        "http://host/v1?a=b&x-API-Key=hunter2",
        "http://host/v1?a=b;sig=hunter2",
        "http://host/v1?access%5Ftok%65n=hunter2",
        "http://host?code=hunter2",
        "http://host?X-Amz-Signature=hunter2",
        "http://host?password",
    ],
)
def test_an_address_that_is_none(address: str) -> None:
    """Nothing in it is repeated but a host, which holds no secret."""
    problem = address_problem(address)
    assert problem is not None
    assert "hunter2" not in problem


HOSTS = st.text("ab01.-:[]%_@/?#\\ 9", max_size=12)


@given(HOSTS)
def test_what_passes_is_taken_by_the_client(host: str) -> None:
    """Whatever is no URL for the HTTP client was found before."""
    address = f"http://{host}"
    if address_problem(address) is None:
        assert httpx2.URL(address).host


@pytest.mark.parametrize(
    ("address", "named", "below"),
    [
        ("https://gate.test/v1", "https://gate.test", True),
        ("https://gate.test:443/v1/", "https://GATE.test/v1", True),
        ("http://gate.test:80", "http://gate.test/", True),
        ("http://gate.test/v1", "https://gate.test/v1", False),
        ("https://gate.test:444/v1", "https://gate.test/v1", False),
        ("https://gate.test/v12", "https://gate.test/v1", False),
        ("https://gate.test/v1/../v2", "https://gate.test/v1", False),
        ("https://gate.test/v1/.%2E/v2", "https://gate.test/v1", False),
        ("https://gate.test/v1?a=b", "https://gate.test/v1", True),
        ("https://gate.test/v1", "https://gate.test/v1?a=b", True),
        ("https://gate.test?/v1", "https://gate.test/v1", False),
        ("https://sub.gate.test/v1", "https://gate.test/v1", False),
        ("https://gate.test", "", False),
        ("", "https://gate.test", False),
    ],
)
def test_what_is_below_an_address(address: str, named: str, *, below: bool) -> None:
    """The same scheme, host and port, and a path that goes on from the other's."""
    assert is_below(address, named) == below


@pytest.mark.parametrize("address", ["http://localhost:1", "http://127.9.9.9", "http://[::1]/v1"])
def test_this_machine(address: str) -> None:
    """By name and by number."""
    assert is_here(address)
    assert not is_here(
        address.replace("localhost", "local").replace("127", "126").replace("1]", "2]")
    )
