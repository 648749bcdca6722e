"""Calls of one game to language models: budget, sending, retries and records.

A game has one `Caller`. No seat, prompt or protocol is known here.
"""
