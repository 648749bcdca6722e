"""Many games between the same entrants: planned, run, rated, reported."""
