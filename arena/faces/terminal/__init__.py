"""A table in the terminal, line by line, for ssh, pipes and screen readers."""
