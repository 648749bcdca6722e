"""A table in the browser: a server of tables, and what it sends and takes."""
