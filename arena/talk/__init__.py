"""Who speaks when, and what a speech is.

`discussion` gives the turns, `speech` is what can be said on one. Nothing here knows who speaks: a
model, a person or a bot.
"""
