"""A game as data to draw: what a page or a full screen shows of it, as one viewpoint sees it.

Everything here is plain JSON. It is made of what a `Follower` knows and tells; a face draws it.
"""

from arena.faces.scene.data import BoardData, Frame, Head, Line, Now, Promise, SeatData
from arena.faces.scene.now import ahead, now_data, waiting, watching
from arena.faces.scene.scene import Scene

__all__ = [
    "BoardData", "Frame", "Head", "Line", "Now", "Promise", "Scene", "SeatData", "ahead",
    "now_data", "waiting", "watching",
]  # fmt: skip
