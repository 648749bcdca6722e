"""Language models: one protocol, thin adapters on the official SDKs.

`types` has what goes to a model and comes back; `specs` says which model a seat means, `opening`
opens it, `readers` read its recorded replies. `openai_responses`, `openai_chat` and
`anthropic_messages` are an API each, `sdk` sends for all three, over `http_client`. `faults` reads
errors, `backoff` says how long to wait then; `environment` says what of it is in the way.
`addresses`, `keys` and `prices` are what they say. Nothing here knows games or seats, and no SDK is
imported before a model is opened.
"""

from arena.models.backoff import wait_before
from arena.models.keys import Key, find_key, scrub
from arena.models.opening import open_model
from arena.models.prices import Tariff, price_of
from arena.models.specs import (
    Spec,
    check,
    first_step,
    is_model_spec,
    parse,
    step_below,
    steps,
)
from arena.models.types import Item, Model, Reply, Step, Stop, Tool, ToolCall, Usage

__all__ = [
    "Item",
    "Key",
    "Model",
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
    "open_model",
    "parse",
    "price_of",
    "scrub",
    "step_below",
    "steps",
    "wait_before",
]
