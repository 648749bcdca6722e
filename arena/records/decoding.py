"""Makes the function that decodes a class of facts: it checks plain JSON data, and makes the fact.

What a field holds that is a class itself, or a model of pydantic, is made of its own data.

>>> from arena.records.talk import Whispered
>>> decode = decoder_of(Whispered)
>>> decode({"message": 3, "to": ["Anna"]}, "Bruno", "all")
Whispered(message=3, to=('Anna',))
>>> decode({"message": 0, "to": ["Anna"]}, "Bruno", "all")
Traceback (most recent call last):
TypeError: Whispered.message is 0
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from types import NoneType, UnionType
from typing import Annotated, Literal, Union, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from arena.claims.language import Claim, Proposition
from arena.claims.offers import DealAct, Offer, read_act
from arena.claims.plans import Intent
from arena.records.checks import Checks, is_mapping, is_row, may_lack
from arena.records.payload import Payload

__all__ = ["Decode", "decoder_of", "unfrozen"]

Decode = Callable[[object, str | None, object], object]
"""Makes a fact of its data, its actor, and who perceived it; raises `LookupError`, `ValueError`,
`TypeError` or `ClaimError` for data of another form."""
ENVELOPE = {"actor": "actor", "seen_by": "seen_by"}
"""Fields that are no data of a record."""


def decoder_of(
    of: type[object], envelope: Collection[str] = (), *, named: str | None = None
) -> Decode:
    """Return what decodes a class, of whose fields `envelope` are given beside the data.

    Errors call it `named`, or by the name of the class.
    """
    named = named or of.__name__
    if not is_dataclass(of):
        raise TypeError(f"{named} is no dataclass: nothing decodes it")
    hints = get_type_hints(of, include_extras=True)
    names = [each.name for each in fields(of)]
    keys = [name for name in names if name not in envelope]
    checks, made = Checks(), dict(ENVELOPE)
    left_out = {name: f"{name!r} not in data" for name in keys if may_lack(hints[name])}
    count = " + ".join(["len(data)", *(f"({each})" for each in left_out.values())])
    lines = [
        f"if {count} != {len(keys)}:",
        f"    raise ValueError('{named} has other keys')",
    ]
    for at, name in enumerate(keys):
        value, wrong = f"v{at}", checks.wrong(f"v{at}", hints[name])
        lines += [
            f"{value} = data.get({name!r})" if name in left_out else f"{value} = data[{name!r}]",
            f"if {name!r} in data and ({wrong}):" if name in left_out else f"if {wrong}:",
            f"    raise TypeError(f'{named}.{name} is {{{value}!r:.80}}')",
        ]
        made[name] = _made(value, hints[name], checks, f"{named}.{name}")
    is_payload = issubclass(of, Payload)  # who subclasses an event is one
    first = unfrozen(of) if is_payload else of
    lines.append(f"made = {checks.name(object.__new__)}({checks.name(first)})")
    # To set the slots here saves the call of `__init__`.
    lines += [
        f"made.{name} = {made[name]}" if is_payload
        else f"{checks.name(getattr(of, name).__set__)}(made, {made[name]})"
        for name in names
    ]  # fmt: skip
    lines += [f"made.__class__ = {checks.name(of)}"] if is_payload else []
    lines.append("return made")
    return cast("Decode", checks.function("data, actor, seen_by", lines))


def unfrozen(of: type[object]) -> type[object]:
    """Return a class whose instances can be filled and then become those of `of`.

    What is not frozen is made in a third of the time.
    """
    space = {"__slots__": vars(of)["__slots__"], "__setattr__": object.__setattr__,
             "__delattr__": object.__delattr__}  # fmt: skip
    return type(f"Open{of.__name__}", (of.__mro__[1],), space)


def _made(value: str, hint: object, checks: Checks, named: str) -> str:
    """Return an expression of what plain JSON of the right form becomes, which errors call so."""
    if hint in _READ:
        return f"{checks.name(_READ[hint])}({value})"
    args = get_args(hint)
    if get_origin(hint) is Annotated:
        return _made(value, args[0], checks, named)
    if get_origin(hint) in {Union, UnionType}:
        each = next(
            (made for one in args if (made := _made(value, one, checks, named)) != value), value
        )
        may_be_none = NoneType in args and each != value
        return f"(None if {value} is None else {each})" if may_be_none else each
    if isinstance(hint, type) and is_dataclass(hint):
        return f"{checks.name(decoder_of(hint, named=named))}({value}, None, None)"
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return f"{checks.name(partial(hint.model_validate, strict=True))}({value})"
    if is_row(hint):
        each = _made("e", args[0], checks, named)
        return f"tuple({value})" if each == "e" else f"tuple([{each} for e in {value}])"
    if is_mapping(hint):
        each = _made("e", args[1], checks, named)
        return value if each == "e" else f"{{n: {each} for n, e in {value}.items()}}"
    return value


# --- what is read in its own way, where what is null is left out ---


def _checker_of(of: type[object]) -> Callable[[object], None]:
    """Return what raises `ValueError` where a field of an instance is none of its words."""
    checks = Checks()
    words = {name: hint for name, hint in get_type_hints(of).items() if _is_of_words(hint)}
    wrong = " or ".join(f"({checks.wrong(f'v.{name}', hint)})" for name, hint in words.items())
    made = checks.function("v", [f"if {wrong}:", "    raise ValueError(f'{v!r:.200}')"])
    return cast("Callable[[object], None]", made)


def _is_of_words(hint: object) -> bool:
    return get_origin(hint) is Literal or any(map(_is_of_words, get_args(hint)))


_check, _check_claim = _checker_of(Proposition), _checker_of(Claim)


def _proposition(data: Mapping[str, object]) -> Proposition:
    read = Proposition.read(data)
    _check(read)
    return read


def _claim(data: Mapping[str, object]) -> Claim:
    read = Claim.read(data)
    _check_claim(read)
    _check(read.proposition)
    if read.condition is not None:
        _check(read.condition)
    return read


def _act(data: Mapping[str, object]) -> DealAct:
    read = read_act(data)
    if isinstance(read, Offer):
        for each in (*read.gives, *read.wants):
            _check(each)
    return read


def _intent(data: Mapping[str, object]) -> Intent:
    read = Intent.read(data)
    _check(read.said)
    return read


_READ: Mapping[object, object] = {
    Proposition: _proposition, Claim: _claim, DealAct: _act, Intent: _intent,
}  # fmt: skip
