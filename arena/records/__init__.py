"""Every record of a game as one typed union: decoded once by readers, built by writers.

`record` is one record with who perceived it, `facts` all that records can say and the decoder of
it, `talk` and `game` those of the arena's own (the rules' events are the engine's), `lines` the
form of a line, `handlers` functions by what a record says.
"""
