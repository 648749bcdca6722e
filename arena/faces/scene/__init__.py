"""A game as JSON data to draw in a browser or full screen, from one viewpoint."""

from arena.faces.scene.data import BoardData, Frame, Head, Line, Now, Promise, SeatData
from arena.faces.scene.now import ahead, now_data, waiting, watching
from arena.faces.scene.scene import Scene

__all__ = [
    "BoardData", "Frame", "Head", "Line", "Now", "Promise", "Scene", "SeatData", "ahead",
    "now_data", "waiting", "watching",
]  # fmt: skip
