"""Executors: they play a tournament's games in this process, in several, or on several machines."""
