"""Every record of a game as one typed union: decoded once by readers, built by writers.

`record` is one record with its audience, `facts` the union of payloads and their decoder, `talk`
and `game` the arena's own payloads (events of the rules are the engine's), `lines` the form of a
line, `handlers` dispatch by type of payload.
"""
