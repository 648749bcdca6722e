"""Osaczeni: phases, tables, policies, state and view of this family."""
