"""Comparison of names that look alike: by case, by width, or by letters of other scripts.

Names are compared by their skeletons (Unicode Technical Standard #39, "Confusable Detection").
"""

from functools import cache, lru_cache
from unicodedata import name as unicode_name
from unicodedata import normalize


@cache
def _prototypes() -> dict[int, str]:
    """Return the letters that each code point looks like; invisible ones: an empty text."""
    from engine.confusables import CONFUSABLES  # noqa: PLC0415 - read only where names are compared

    found = dict[int, str]()
    for word in CONFUSABLES.split():
        codes, _, alike = word.partition("<")
        prototype = "".join(chr(int(each, 16)) for each in codes.split("+") if each)
        found |= dict.fromkeys((int(each, 16) for each in alike.split(",")), prototype)
    return found


def _skeleton(text: str) -> str:
    drawn = normalize("NFKD", " ".join(text.split())).translate(_prototypes())
    return normalize("NFD", drawn).casefold()


@lru_cache(maxsize=256)
def _skeletons(name: str) -> frozenset[str]:
    """Return the skeletons of a name as it is written, and in lower case."""
    return frozenset({_skeleton(name), _skeleton(name.casefold())})


def look_alike(one: str, other: str) -> bool:
    """Return True if two names are indistinguishable in some font, or differ in case only."""
    return not _skeletons(one).isdisjoint(_skeletons(other))


def invisible_letter(name: str) -> str | None:
    """Return the first invisible letter of a name, as `U+3164 HANGUL FILLER`, or None."""
    unseen = (letter for letter in name if letter != " " and not _skeleton(letter))
    return next(map(describe_letter, unseen), None)


def difference(one: str, other: str) -> str:
    """Return the difference of two names that look alike, as the end of a sentence about `one`."""
    if one.lower() == other.lower():
        return "only upper and lower case differ"
    for at, (its, others) in enumerate(zip(one, other, strict=False), 1):
        if its.lower() != others.lower():
            return f"letter {at} is {describe_letter(its)}, there {describe_letter(others)}"
    return "one is longer"


def describe_letter(letter: str) -> str:
    """Return a letter's code point and name in Unicode, as `U+0041 LATIN CAPITAL LETTER A`."""
    return f"U+{ord(letter):04X} {unicode_name(letter, '')}".strip()
