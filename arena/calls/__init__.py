"""Calls to language models: what they may cost, what is written down of each, and what they cost.

A game has one `Caller`. No seat, prompt or protocol is known here.
"""
