"""Seals a folder with a signed manifest of its files, and checks a folder against its manifest.

Games and tournaments are unknown here: an intact seal does not show that the files' content is
true.
"""
