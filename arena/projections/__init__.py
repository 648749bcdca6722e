"""Folds over a game's records: the state that all records, or one viewpoint's, amount to.

`facts` holds what happened in the round, `assertions` and `deals` what was said, `judge` finds what
of it is true, `ledger` is what one seat knows of promises and deals, `reckoning` counts lies and
promises. Faces, prompts and bots read a `perspective`.
"""
