"""The family of Osaczeni."""
