"""How long a person takes to read what they are told: by its words.

What players say has to be read word by word. What the game tells the page shows, too: figures on
the board, dice, votes and hands; so its words take half as long.
"""

MOST_SECONDS = 20.0
"""The longest that is waited for what is told at once, however long it is."""


def words_in(text: str) -> int:
    """Return how many words a text has; signs alone are none.

    >>> words_in("Bo: 2 zombies at 5 - is that so?")
    8
    """
    return sum(any(map(str.isalnum, each)) for each in text.split())


def words_to_read(words: int, *, spoken: bool) -> float:
    """Return how many words are waited for, of so many that a player says, or the game tells.

    >>> words_to_read(7, spoken=False)
    3.5
    """
    return words if spoken else words / 2


def reading_seconds(words: float, words_a_minute: float) -> float:
    """Return the seconds that are waited for so many words; none where `words_a_minute` is 0.

    >>> reading_seconds(11, 220)
    3.0
    """
    return min(MOST_SECONDS, 60 * words / words_a_minute) if words_a_minute else 0.0
