"""Decodes plain JSON data to payload classes: pydantic validates each field by its annotation.

A field that holds a class or a pydantic model is built from its own data.

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
from types import GenericAlias, NoneType, UnionType
from typing import Annotated, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from pydantic import (
    BaseModel,
    ConfigDict,
    PlainValidator,
    Strict,
    TypeAdapter,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    with_config,
)
from typing_extensions import TypedDict, is_typeddict

from arena.claims.language import Claim, Proposition
from arena.claims.offers import DealAct, Offer, read_act
from arena.claims.plans import Intent
from arena.forms import LeftOut

Decode = Callable[[object, str | None, object], object]
"""Builds a payload from its data, its actor and its audience; raises `ValueError`, `TypeError` or
`ClaimError` for invalid data.
"""


def may_lack(hint: object) -> bool:
    """Return True if the key of a field may be absent."""
    return any(isinstance(each, LeftOut) for each in getattr(hint, "__metadata__", ()))


def decoder_of(
    of: type[object], envelope: Collection[str] = (), *, named: str | None = None
) -> Decode:
    """Return a decoder of a class; fields in `envelope` are passed beside the data.

    Errors use the name `named`, by default that of the class.
    """
    called = named or of.__name__
    if not is_dataclass(of):
        raise TypeError(f"{called} is no dataclass: nothing decodes it")
    hints = get_type_hints(of, include_extras=True)
    own = {each.name: hints[each.name] for each in fields(of) if each.name not in envelope}
    left_out = dict.fromkeys(name for name, hint in own.items() if may_lack(hint))
    validate = TypeAdapter(_object_of(own, called)).validator.validate_python

    def decode(data: object, actor: str | None, seen_by: object) -> object:
        try:
            found = validate(data)
        except ValidationError as error:
            raise _first_problem(error, called) from error
        if "actor" in envelope:
            found["actor"] = actor
        if "seen_by" in envelope:
            found["seen_by"] = seen_by
        return of(**(left_out | found))

    return decode


def _object_of(hints: Mapping[str, object], called: str) -> type[object]:
    """Return a `TypedDict` of these keys, validated in pydantic's strict mode."""
    keys: dict[str, object] = {}
    for name, hint in hints.items():
        form = _form(hint, f"{called}.{name}")
        keys[name] = NotRequired[form] if may_lack(hint) else form
    made: type[object] = TypedDict(called, keys)  # type: ignore[misc]
    return with_config(ConfigDict(extra="forbid", strict=True))(made)


def _form(hint: object, called: str) -> object:  # noqa: C901 - a line a kind of types
    """Return the annotation by which pydantic builds a field from plain JSON data."""
    if hint in _READ:
        return Annotated[object, PlainValidator(_READ[hint])]
    origin, args = get_origin(hint), get_args(hint)
    if may_lack(hint):
        return _form(LeftOut.held(args[0]), called)
    if hint is float:
        return Annotated[float, WrapValidator(_as_given)]
    if is_typeddict(hint):
        return _object_of(get_type_hints(hint, include_extras=True), called)
    if isinstance(hint, type) and is_dataclass(hint):
        decode = decoder_of(hint, named=called)
        return Annotated[object, PlainValidator(lambda data: decode(data, None, None))]
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return Annotated[object, PlainValidator(partial(hint.model_validate, strict=True))]
    if origin is Annotated:
        return Annotated[(_form(args[0], called), *args[1:])]
    if origin is tuple:
        each = tuple(part if part is ... else _form(part, called) for part in args)
        return Annotated[GenericAlias(tuple, each), Strict(strict=False)]
    if origin is list:
        return GenericAlias(list, _form(args[0], called))
    if origin in {dict, Mapping}:
        return GenericAlias(dict, (args[0], _form(args[1], called)))
    if origin in {Union, UnionType}:
        return Union[tuple(_form(part, called) for part in args)]  # noqa: UP007 - known now only
    return hint


def _as_given(value: object, check: ValidatorFunctionWrapHandler) -> object:
    """Keep an integer where a float is allowed: it has to be written as it was."""
    check(value)
    return value


def _first_problem(error: ValidationError, called: str) -> Exception:
    """Return an error that names the first invalid field and its value."""
    first = error.errors(include_url=False)[0]
    if len(first["loc"]) == 0 or first["type"] in {"missing", "extra_forbidden"}:
        return ValueError(f"{called} has other keys")
    where = ".".join(map(str, (called, *first["loc"])))
    return TypeError(f"{where} is {first['input']!r:.80}")


# --- types with a decoder of their own, with absent keys for null ---


def _words_of(hint: object) -> frozenset[object]:
    """Return the words of `Literal` annotations; empty for any other annotation."""
    args = get_args(hint)
    if get_origin(hint) is Literal:
        return frozenset(args)
    found = frozenset[object]().union(*map(_words_of, args))
    return found | {None} if found and NoneType in args else found


_WORDS = {
    of: {name: words for name, hint in get_type_hints(of).items() if (words := _words_of(hint))}
    for of in (Proposition, Claim)
}


def _check(*said: Proposition | Claim | None) -> None:
    for each in said:
        for name, words in _WORDS[type(each)].items() if each else ():
            if getattr(each, name) not in words:
                raise ValueError(f"{each!r:.200}")


def _proposition(data: Mapping[str, object]) -> Proposition:
    read = Proposition.read(data)
    _check(read)
    return read


def _claim(data: Mapping[str, object]) -> Claim:
    read = Claim.read(data)
    _check(read, read.proposition, read.condition)
    return read


def _act(data: Mapping[str, object]) -> DealAct:
    read = read_act(data)
    if isinstance(read, Offer):
        _check(*read.gives, *read.wants)
    return read


def _intent(data: Mapping[str, object]) -> Intent:
    read = Intent.read(data)
    _check(read.said)
    return read


_READ: Mapping[object, Callable[[Mapping[str, object]], object]] = {
    Proposition: _proposition, Claim: _claim, DealAct: _act, Intent: _intent,
}  # fmt: skip
