"""Reading times by number of words.

Players' words are read one by one. Facts of the game are also visible on the page, so their words
count half.
"""

MOST_SECONDS = 20.0
"""Longest reading time of a text."""


def words_in(text: str) -> int:
    """Count the words of a text that have a letter or digit.

    >>> words_in("Bo: 2 zombies at 5 - is that so?")
    8
    """
    return sum(any(map(str.isalnum, each)) for each in text.split())


def words_to_read(words: int, *, spoken: bool) -> float:
    """Return the number of words to wait for: all if a player speaks, half if the game does.

    >>> words_to_read(7, spoken=False)
    3.5
    """
    return words if spoken else words / 2


def reading_seconds(words: float, words_a_minute: float) -> float:
    """Return the reading time of so many words in seconds; 0 if `words_a_minute` is 0.

    >>> reading_seconds(11, 220)
    3.0
    """
    return min(MOST_SECONDS, 60 * words / words_a_minute) if words_a_minute else 0.0
