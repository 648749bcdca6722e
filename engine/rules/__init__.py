"""The rules: two families (`moh`, `osaczeni`), the procedures they share, and the editions."""
