"""A server that stops to take connections keeps the one that it has just accepted."""

import asyncio
import gc
import socket
import warnings

from arena.listening import stop_accepting


def test_a_connection_of_the_last_round_is_made_and_no_other() -> None:
    """Accepted, not begun yet when the server stops: its protocol has it, and can close it."""

    async def accepted_at_the_end() -> list[asyncio.StreamWriter]:
        found: list[asyncio.StreamWriter] = []
        server = await asyncio.start_server(lambda _, writer: found.append(writer), "127.0.0.1", 0)
        address = server.sockets[0].getsockname()
        client.connect(address)
        for _ in range(2):  # the loop hears of it in the first round, and accepts in the second
            await asyncio.sleep(0)
        await stop_accepting([server])
        while not found:  # noqa: ASYNC110 - the very round is meant
            await asyncio.sleep(0)
        assert late.connect_ex(address) != 0
        found[0].close()
        await found[0].wait_closed()
        return found

    with (
        warnings.catch_warnings(record=True) as caught,
        socket.socket() as client,
        socket.socket() as late,
    ):
        warnings.simplefilter("always", ResourceWarning)
        (writer,) = asyncio.run(asyncio.wait_for(accepted_at_the_end(), 60))
        assert writer.is_closing()
        gc.collect()
    assert [str(each.message) for each in caught] == []
