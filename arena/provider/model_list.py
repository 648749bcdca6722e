"""The list of models, as either provider gives it. Any other name is served too."""

from arena.provider.protocol import TIME

__all__ = ["MODELS", "model_list"]

MODELS = ("loopback", "loopback-think")
CREATED = "2025-10-09T08:53:20Z"
"""The same moment as `TIME`."""


def model_list(*, anthropic: bool) -> dict[str, object]:
    """Return the body of the list."""
    if anthropic:
        listed = [
            {
                "type": "model",
                "id": name,
                "display_name": name.title(),
                "created_at": CREATED,
                "lifecycle": "active",
            }
            for name in MODELS
        ]
        ends = {"first_id": MODELS[0], "last_id": MODELS[-1]}
        return {"data": listed, "has_more": False, **ends}
    return {
        "object": "list",
        "data": [
            {"id": name, "object": "model", "created": TIME, "owned_by": "arena"} for name in MODELS
        ],
    }
