"""A request that its model never takes is told from a setting, a rate and a schema that it refuses.

The words are those of servers; `test_sending` has more of them.
"""

import pytest

from arena.models.overflows import is_overflow
from tests.arena.models.helpers import Server
from tests.arena.models.test_sending import error, fault

CHAT = "openai-compatible"
TOO_LONG = (
    "Prompt contains 40000 tokens and 0 drafts, too large for model with 32768 maximum context",
    "Prompt contains 9000 tokens, too large for model with 8192 maximum tokens",
    "Input length 9000 exceeds the maximum length 8192",
    "Total message token length exceed model limit",
    "Request body too large for gpt-9 model. Max size: 8000 tokens.",
    "It requires a sequence length of 9000, but the maximum supported sequence length is 8192.",
    "requires a sequence length of 9000, but the maximum supported is 8192",
    "Sum of prompt length (9000.0) and query length (0) should not exceed max_num_tokens (8192)",
    "maxTokens (-100) must be greater than 0",
    "max_tokens must be positive, got -808",
    "Input length + max_tokens exceeds the model's max sequence length",
    "Token indices sequence length is longer than the specified maximum sequence length",
    "sequence length is longer than the specified maximum",
    "too many total text bytes: 9000000 > 1000000",
    "Malformed input request: expected maxLength: 51200, actual: 60000, please reformat your input",
    "request tokens 9000 is larger than the model limit 8192",
    "Sequence length 9000 is longer than the model's limit",
    "Prompt of 9000 tokens does not fit into the KV cache",
    "Input is 9000 tokens, but the model only supports 8192",
    "Your input of 9,000 tokens is larger than the model supports",
    "prompt is longer than this model allows",
    "num_ctx 2048 is smaller than the prompt",
    "Payload Too Large",
    "prompt_too_long",
    "request entity too large",
    "413 Request Entity Too Large",
    "Prompt too long; exceeded max context length by 12 tokens",
    "Please shorten your prompt.",
    "The message you submitted was too long",
    "message length exceeds 4,096 tokens",
    "The total number of tokens (prompt + max_tokens) must be at most 8192",
    "Input exceeds model limit",
    "total tokens: 9000 exceeds max 8192",
    "输入内容过长",
    "Prompt 超长",
    "输入长度超过模型限制",
)


@pytest.mark.parametrize("said", TOO_LONG)
@pytest.mark.parametrize("status", [400, 413, 422, 429, 500, 503])
def test_a_request_that_never_fits(status: int, said: str) -> None:
    """Whatever its status, as JSON, and as the whole of a body."""
    for body in (error(said), said.encode()):
        found = fault(CHAT, Server(body, status=status))
        assert (found.kind, found.retried, found.refused) == ("too_long", False, False)


@pytest.mark.parametrize("said", TOO_LONG)
def test_a_request_that_never_fits_inside_a_reply(said: str) -> None:
    """In the ways in which servers of status 200 tell of an error."""
    for body in ({"error": {"message": said}}, {"object": "error", "message": said, "code": 400}):
        assert fault(CHAT, Server(body)).kind == "too_long"


NOT = (
    "Invalid value for max_tokens: 4096 exceeds the limit of 2048 tokens",
    "max_tokens: 4096 exceeds the limit of 2048 tokens",
    "max_tokens is too large: 9000. This model supports at most 2048 completion tokens",
    "max_tokens must be in the range (-2147483648, 2048)",
    "stop has too many characters",
    "stop sequence too long",
    "You exceeded the monthly limit of 1000 tokens",
    "The number of tools exceeds the maximum of 128",
    "Expected a value <= 2048, but got 9000 instead.",
    "body.max_tokens: Input should be less than or equal to 2048",
    "max_completion_tokens is larger than the model limit",
    "max_tokens must be greater than 0",
    "max_tokens must be -1 or positive",
    "The specified schema produces a constraint that has too many states for serving.",
    "Invalid schema for response_format 'answer': 'maxLength' is not permitted.",
    "Schema: maxLength exceeds the maximum",
    "Invalid 'tools[0].function.name': a name is at most 64 characters long",
    "Number of request tokens has exceeded your per-minute rate limit",
    "Too many tokens, please wait before trying again.",
    "Requests in queue: 9, more than the maximum size",
    "The request queue exceeds maximum size",
    "The request took longer than the maximum allowed",
    "Request takes longer than the model allows",
    "Value of temperature in request is larger than the maximum",
    "temperature is larger than the model allows",
    "Input contains 3 images, but the model only supports 1",
    "messages.0.content: Extra inputs are not permitted",
    "body.tools.0: Extra inputs are not permitted",
    "input_type is not supported by this model",
    "请求过于频繁",
    "max_tokens 超过限制",
    "请求超时",
)


@pytest.mark.parametrize("said", NOT)
@pytest.mark.parametrize("status", [400, 422, 429, 500, 503])
def test_what_only_sounds_so(status: int, said: str) -> None:
    """The limit of an answer, a rate, a queue, a time, a schema: a summary would be no help."""
    assert fault(CHAT, Server(error(said), status=status)).kind != "too_long"


@pytest.mark.parametrize("said", ["prompt ", "input tokens ", "length of 9 ", "超", "(", "max "])
def test_no_text_is_looked_at_for_ever(said: str) -> None:
    """Whatever a server repeats: only its beginning is."""
    assert not is_overflow(said * 900_000)
