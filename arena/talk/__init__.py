"""Talk at the table: the order of speakers, and the content of a speech.

`discussion` opens the turns, `speech` defines and validates what can be said on one. Nothing here
knows who speaks: a model, a person or a bot.
"""
