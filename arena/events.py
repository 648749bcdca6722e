"""All events of the rules, of both families, in one namespace."""

from engine import events as of_the_rules
from engine.events import *  # noqa: F403 - that is its purpose, as below
from engine.rules import board_events as of_a_board
from engine.rules.board_events import *  # noqa: F403
from engine.rules.moh import events as of_moh
from engine.rules.moh.events import *  # noqa: F403
from engine.rules.osaczeni import events as of_osaczeni
from engine.rules.osaczeni.events import *  # noqa: F403

__all__: list[str] = []
__all__ += of_the_rules.__all__
__all__ += of_a_board.__all__
__all__ += of_moh.__all__
__all__ += of_osaczeni.__all__
