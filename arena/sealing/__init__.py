"""Seals: a signed manifest of the files in a folder, and whether it is still as it was sealed.

Nothing here knows a game or a tournament: that files are those that were sealed says nothing of
whether what stands in them is true.
"""
