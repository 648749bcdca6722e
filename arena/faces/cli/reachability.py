"""Which providers have a key and can be reached, and whether a model answers: for `arena doctor`.

Nothing is paid for unless a call is asked for, and no key is ever shown.
"""

import asyncio
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from arena.errors import ConfigError, Fault
from arena.faces.cli.amounts import UNKNOWN, dollars, seconds
from arena.faces.cli.checks import Check
from arena.models.keys import NO_KEY, VARIABLES, find_key
from arena.models.opening import open_model
from arena.models.prices import price_of
from arena.models.specs import Spec, first_step, names_tools, parse, step_below
from arena.models.types import Model, Reply, Step, Tool
from arena.settings import ModelSettings

__all__ = ["keys", "reached"]

KEYS_FILE = Path(".env")
SECONDS = 15.0
"""For one look; a call may take as long as a call of a game."""
SMALLEST = ModelSettings(max_output=64, retries=0)
PROVIDERS = ("openai", "anthropic")
"""Those with an address of their own."""
NOBODY = "any"
"""A model that no provider has: those with a key are told so, those without are refused before."""
TOOL = Tool(
    name="ready",
    description="Say that you are ready.",
    schema={
        "type": "object",
        "properties": {"ready": {"type": "boolean"}},
        "required": ["ready"],
        "additionalProperties": False,
    },
)
QUESTION = (
    {"role": "system", "text": "You are asked whether you can be reached."},
    {"role": "user", "text": "Are you ready?\nAnswer with the tool `ready`."},
)
FIXES = {
    "unauthorized": "the key is refused",
    "forbidden": "the key may not be used for it",
    "not_found": "there is no such model",
}


def keys(dotenv: Path = KEYS_FILE) -> Iterator[Check]:
    """Yield for each provider whether it has a key, and where that was found."""
    for protocol, name in VARIABLES.items():
        try:
            place = _place(protocol, dotenv)
        except ConfigError as error:
            yield Check(name=name, state="wrong", detail=str(error))
            continue
        spare = "; most compatible servers ask for none" if protocol == "openai-compatible" else ""
        detail = f"not set{spare}" if place is None else f"set in {place}"
        yield Check(name=name, state="note" if place is None else "ok", detail=detail)


def reached(
    specs: Sequence[str], *, call: bool, wait: float = SECONDS, dotenv: Path = KEYS_FILE
) -> list[Check]:
    """Look whether each provider with a key and each model of `specs` is there; call the models.

    Raises `ConfigError` for a SPEC that names no model.
    """
    models = [parse(spec) for spec in dict.fromkeys(specs)]
    named = {spec.protocol for spec in models if spec.base_url is None}
    providers = [
        parse(f"{protocol}:{NOBODY}")
        for protocol in PROVIDERS
        if protocol not in named and _has_key(protocol, dotenv)
    ]
    return asyncio.run(_all(providers, models, call=call, wait=wait, dotenv=dotenv))


async def _all(
    providers: Sequence[Spec], models: Sequence[Spec], *, call: bool, wait: float, dotenv: Path
) -> list[Check]:
    looks = [_provider(spec, wait, dotenv) for spec in providers]
    looks += [_model(spec, wait, dotenv, call=call) for spec in models]
    return list(await asyncio.gather(*looks))


async def _provider(spec: Spec, wait: float, dotenv: Path) -> Check:
    """Look for a provider; one that can't be reached stops no game of bots."""
    name = f"{spec.protocol} server"
    fault = await _looked(spec, wait, dotenv)
    if fault is None or fault.kind == "not_found":
        return Check(name=name, state="ok", detail="reached, the key is taken")
    refused = fault.kind in {"unauthorized", "forbidden"}
    return Check(name=name, state="wrong" if refused else "note", detail=_why(fault, spec))


async def _looked(spec: Spec, wait: float, dotenv: Path) -> Fault | None:
    model = open_model(spec, SMALLEST, key=find_key(spec, os.environ, dotenv))
    try:
        await model.check(wait)
    except Fault as fault:
        return fault
    finally:
        await model.close()
    return None


async def _model(spec: Spec, wait: float, dotenv: Path, *, call: bool) -> Check:
    name = f"{spec.protocol}:{spec.model}"
    where = "" if spec.base_url is None else f"{spec.base_url}: "
    try:
        fault = await _looked(spec, wait, dotenv)
        if fault is not None:
            raise fault
        detail = await _called(spec, wait, dotenv) if call else "reached"
        return Check(name=name, state="ok", detail=f"{where}{detail}")
    except (ConfigError, Fault) as error:
        why = _why(error, spec) if isinstance(error, Fault) else str(error)
        return Check(name=name, state="wrong", detail=f"{where}{why}")


async def _called(spec: Spec, wait: float, dotenv: Path) -> str:
    """Make one small call, and tell what came of it."""
    model = open_model(spec, SMALLEST, key=find_key(spec, os.environ, dotenv))
    began = time.monotonic()
    try:
        step, reply = await _answered(model, first_step(spec, SMALLEST), wait)
    finally:
        await model.close()
    took = seconds(time.monotonic() - began)
    return f"answered in {took}, {_counted(spec, reply)}{_how(step, reply)}"


async def _answered(model: Model, step: Step, wait: float) -> tuple[Step, Reply]:
    """Call, less firmly where tools are refused; return how, and the reply."""
    while True:
        payload = model.payload(QUESTION, (TOOL,), step)
        try:
            return step, model.read(await model.send(payload, max(wait, SMALLEST.call_seconds)))
        except Fault as fault:
            below = step_below(step)
            if below is None or not names_tools(fault):
                raise
            step = below


def _counted(spec: Spec, reply: Reply) -> str:
    usage = reply.usage
    if usage is None:
        return "without a count of tokens, cost unknown"
    tariff = price_of(spec, SMALLEST)
    cost = UNKNOWN if tariff is None else dollars(tariff.cost(usage))
    return f"{usage.input} tokens in, {usage.output} out, cost {cost}"


def _how(step: Step, reply: Reply) -> str:
    told = {"forced": "", "offered": "; it can't be told to call a tool", "text": "; without tools"}
    how = told[step]
    if reply.stop == "length":
        return f"{how}; cut off at {SMALLEST.max_output} tokens"
    if reply.stop == "refusal":
        return f"{how}; it refused"
    if step != "text" and not reply.calls:
        return f"{how}; it called no tool"
    return how


def _why(fault: Fault, spec: Spec) -> str:
    """Return what is wrong, without the model's name, which stands before it."""
    said = fault.why.removeprefix(f"{spec}: ")
    fix = FIXES.get(fault.kind)
    return said if fix is None else f"{fix}: {said}"


def _place(protocol: str, dotenv: Path) -> str | None:
    """Return where a provider's key is found; None where it has none."""
    here = parse(f"{protocol}:any@http://127.0.0.1")  # a server that needs no key
    places: tuple[tuple[Mapping[str, str], Path | None, str], ...] = (
        (os.environ, None, "the environment"),
        ({}, dotenv, str(dotenv)),
    )
    for environ, file, place in places:
        if find_key(here, environ, file).reveal() != NO_KEY:
            return place
    return None


def _has_key(protocol: str, dotenv: Path) -> bool:
    try:
        return _place(protocol, dotenv) is not None
    except ConfigError:
        return False
