"""The web server for tables: API, event streams, links and replay pages."""
