"""Language models: one protocol, thin adapters on the official SDKs.

`specs` says which model a seat means and opens it; `wire` has the types of what goes there and
comes back. `responses`, `chat` and `messages` are an API each; `exchange` sends for all three.
`faults` names what went wrong, `backoff` how long to wait then; `keys` and `prices` are what they
say. Nothing here knows games or seats, and no SDK is imported before a model is opened.
"""

from arena.errors import Fault
from arena.models.backoff import wait_before
from arena.models.keys import Key, find_key, scrub
from arena.models.opening import open_model
from arena.models.prices import Tariff, price_of
from arena.models.specs import (
    Spec,
    check,
    first_step,
    is_model_spec,
    names_tools,
    parse,
    step_below,
)
from arena.models.types import Item, Model, Reply, Step, Stop, Tool, ToolCall, Usage
from arena.settings import ModelSettings, Price

__all__ = [
    "Fault",
    "Item",
    "Key",
    "Model",
    "ModelSettings",
    "Price",
    "Reply",
    "Spec",
    "Step",
    "Stop",
    "Tariff",
    "Tool",
    "ToolCall",
    "Usage",
    "check",
    "find_key",
    "first_step",
    "is_model_spec",
    "names_tools",
    "open_model",
    "parse",
    "price_of",
    "scrub",
    "step_below",
    "wait_before",
]
