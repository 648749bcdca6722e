"""A table in the terminal: line by line, so that it works over ssh, in a pipe and for the ear."""
