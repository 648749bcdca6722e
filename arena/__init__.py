"""The arena: seats, tables, transcripts and faces around the rules in `engine`."""
