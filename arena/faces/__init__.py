"""User interfaces: command line, browser, terminal."""
