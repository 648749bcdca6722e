"""The folds of a game: what its records, or those that somebody perceived, come to.

`facts` is what happened in the round, `assertions` and `deals` what was said, `judge` what of it is
true, `ledger` what one seat knows of words given, `reckoning` what everybody's words were worth.
Faces, prompts and bots read a `perspective`.
"""
