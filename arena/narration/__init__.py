"""Narration: records of a game as English sentences, for user interfaces and prompts.

`narrator` narrates a game from one perspective, record by record; `words` names things, and a
dialect has the sentences of one family.
"""
