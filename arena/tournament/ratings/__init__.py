"""Ratings of a tournament: batch Plackett-Luce with bootstrap intervals, and other figures.

`ratings.ratings_of(results, plan)` has all of it as typed rows (`rows.py` describes each field);
its `data()` is one JSON document of them, with the fields' names as keys:

ratings           1, the version of this form
settings          of the computation (`Settings`)
labels            of figures, by key, in words
games             {finished, unrated: [ids of games where a house bot took over]}
anchors, people   entrants
groups[]          games that are rated together (`selection.py`), without people first: `RatedGroup`
arms[]            arms against their controls: `ArmEffects`

Numbers are rounded to 6 decimals, and null where there is none. Fields of a rate stand beside the
name of whose it is, and those of an entrant's figures beside the entrant, by the keys of `labels`.
"""
