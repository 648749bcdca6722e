"""The faces of the arena: what people and programs use to reach it."""
