"""Rejected requests: the status, and the body of the error in each provider's own form."""

OPENAI = {
    400: ("invalid_request_error", None),
    401: ("invalid_request_error", "invalid_api_key"),
    403: ("invalid_request_error", "forbidden"),
    404: ("invalid_request_error", "model_not_found"),
    405: ("invalid_request_error", "method_not_supported"),
    408: ("timeout", "request_timeout"),
    409: ("conflict_error", None),
    413: ("invalid_request_error", None),
    429: ("requests", "rate_limit_exceeded"),
}
"""Error type and code by status; from 500 on the type is `server_error`."""
ANTHROPIC = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    408: "timeout_error",
    409: "conflict_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}
"""Error type by status; otherwise `invalid_request_error`, from 500 on `api_error`."""
SERVER = 500


class Refused(Exception):
    """A request that the real service would reject too."""

    def __init__(
        self, status: int, message: str, *, param: str | None = None, code: str | None = None
    ) -> None:
        """`param` and `code` are sent in OpenAI's protocols only."""
        super().__init__(message)
        self.status, self.message, self.param, self.code = status, message, param, code


def openai_error(refused: Refused) -> dict[str, object]:
    """Return the body of an error of the Responses and Chat Completions protocols."""
    kind, code = OPENAI.get(
        refused.status,
        ("server_error", None) if refused.status >= SERVER else OPENAI[400],
    )
    return {
        "error": {
            "message": refused.message,
            "type": kind,
            "param": refused.param,
            "code": refused.code or code,
        }
    }


def anthropic_error(refused: Refused, request_id: str) -> dict[str, object]:
    """Return the body of an error of the Messages protocol."""
    other = "api_error" if refused.status >= SERVER else "invalid_request_error"
    kind = ANTHROPIC.get(refused.status, other)
    return {
        "type": "error",
        "error": {"type": kind, "message": refused.message},
        "request_id": request_id,
    }
