"""The session of a person at a table: what they see, are asked and can type."""
