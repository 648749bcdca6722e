"""Games of Mall of Horror and Osaczeni between models, bots and people: the public Python API.

`play` runs a game and records it, `resume` continues a stopped one, `simulate` plays bots fast and
without files, `verify` verifies a transcript, and `load` reads transcripts into tables for SQL. A
table is described by a `TableConfig`, or named: "demo", or a TOML file. A custom player is a
subclass of `Seat`. Expected errors are `ArenaError`s; unknown keys of a `TableConfig` raise
pydantic's `ValidationError`. The rules alone are the package `engine`.

>>> import arena
>>> for game in arena.simulate("demo", seeds=range(2), keep="results"):
...     print(game.header.seed, sorted(game.result["scores"]))
0 ['Anna', 'Bruno', 'Clara', 'Dmitri', 'Esra']
1 ['Anna', 'Bruno', 'Clara', 'Dmitri', 'Esra']
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.claims.language import Claim
    from arena.config import TableConfig
    from arena.errors import (
        Aborted,
        ArenaError,
        ClaimError,
        ConfigError,
        InvalidAnswer,
        StaleQuestion,
        TranscriptError,
        WriteError,
    )
    from arena.lab.loading import load
    from arena.seats.human.chair import Chair
    from arena.seats.seat import Question, Seat
    from arena.table.run import Outcome, play, resume
    from arena.table.simulation import SimulatedGame, simulate
    from arena.table.verify import Verification, verify
    from arena.talk.plan import Plan
    from arena.talk.speech import Message, Speech, TalkTurn

__all__ = [
    "Aborted", "ArenaError", "Chair", "Claim", "ClaimError", "ConfigError", "InvalidAnswer",
    "Message", "Outcome", "Plan", "Question", "Seat", "SimulatedGame", "Speech", "StaleQuestion",
    "TableConfig", "TalkTurn", "TranscriptError", "Verification", "WriteError",
    "load", "play", "resume", "simulate", "verify",
]  # fmt: skip

NAMES = {
    "claims.language": ("Claim",),
    "config": ("TableConfig",),
    "errors": (
        "Aborted", "ArenaError", "ClaimError", "ConfigError", "InvalidAnswer", "StaleQuestion",
        "TranscriptError", "WriteError",
    ),
    "lab.loading": ("load",),
    "seats.human.chair": ("Chair",),
    "seats.seat": ("Question", "Seat"),
    "table.run": ("Outcome", "play", "resume"),
    "table.simulation": ("SimulatedGame", "simulate"),
    "table.verify": ("Verification", "verify"),
    "talk.plan": ("Plan",),
    "talk.speech": ("Message", "Speech", "TalkTurn"),
}  # fmt: skip
"""Names by module, as in the imports for type checkers above."""
MODULES = {name: module for module, names in NAMES.items() for name in names}


if not TYPE_CHECKING:  # a type checker would accept any name

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
