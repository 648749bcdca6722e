"""The rules: two families (`moh`, later `osaczeni`), the blocks they share, and the editions."""
