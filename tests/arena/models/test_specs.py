import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ConfigError, Fault
from arena.models.opening import open_model
from arena.models.specs import (
    ALL_FORMS,
    PROTOCOLS,
    Protocol,
    Spec,
    check,
    first_step,
    in_force,
    is_model_spec,
    parse,
    step_after,
    step_below,
    steps,
)
from arena.settings import Limits, ModelSettings

GOOD: list[tuple[str, Protocol, str, str | None]] = [
    ("openai:gpt-9", "openai", "gpt-9", None),
    ("openai:ft:gpt-9:acme::1", "openai", "ft:gpt-9:acme::1", None),
    ("openai:gpt-9@http://127.0.0.1:9/v1", "openai", "gpt-9", "http://127.0.0.1:9/v1"),
    ("anthropic:claude-9", "anthropic", "claude-9", None),
    ("anthropic:claude-9@https://proxy.test", "anthropic", "claude-9", "https://proxy.test"),
    (
        "openai-compatible:qwen/qwen-3:free@https://router.test/api/v1",
        "openai-compatible",
        "qwen/qwen-3:free",
        "https://router.test/api/v1",
    ),
    (
        "openai-compatible:m@https://gate.test/v1?api-version=2026-01-01&next=@http://x",
        "openai-compatible",
        "m",
        "https://gate.test/v1?api-version=2026-01-01&next=@http://x",
    ),
    (
        "openai-compatible:@cf/meta/llama@http://[::1]:8000/v1",
        "openai-compatible",
        "@cf/meta/llama",
        "http://[::1]:8000/v1",
    ),
]


@pytest.mark.parametrize(("text", "protocol", "model", "base_url"), GOOD)
def test_a_spec_is_read(text: str, protocol: Protocol, model: str, base_url: str | None) -> None:
    """A spec names API, model and address; names of models may hold colons and at-signs."""
    spec = parse(text)
    assert spec == Spec(protocol=protocol, model=model, base_url=base_url)
    assert spec.unlabelled == spec
    assert str(spec) == text


BAD = [
    ("gpt-9", "'gpt-9' is of no known kind. Possible: openai:MODEL, openai:MODEL@BASE_URL"),
    ("openai", "'openai' is of no known kind"),
    ("opnai:gpt-9", "'opnai:gpt-9' is of no known kind"),
    ("openai:", "'openai:' has no proper name behind openai:, such as openai:MODEL"),
    ("openai:gpt 9", "'openai:gpt 9' has no proper name"),
    ("openai:gpt\n9", "'openai:gpt\\n9' has no proper name"),
    ("anthropic:@http://x/v1", "has no proper name behind anthropic:, such as anthropic:MODEL"),
    ("openai-compatible:@http://x", "such as openai-compatible:MODEL@BASE_URL"),
    ("openai-compatible:qwen", "has no address that begins with http:// or https:// behind @"),
    ("openai-compatible:qwen@localhost:8000", "Possible: openai-compatible:MODEL@BASE_URL"),
    ("openai:gpt-9@localhost:8000", "Possible: openai:MODEL, openai:MODEL@BASE_URL"),
    ("openai:gpt-9@http://", "the address of openai:gpt-9 is no web address such as http"),
    ("openai:gpt-9@http://[::1/v1", "is no web address"),
    ("openai:gpt-9@http://x:port/v1", "is no web address"),
    ("openai:gpt-9@http://x:99999/v1", "is no web address"),
    ("openai:gpt-9@http://x /v1", "is no web address"),
    ("openai:gpt-9@http://x\x1b/v1", "is no web address"),
    ("openai:gpt-9@http://żółw.test/v1", "is no web address"),
    ("openai:gpt-9@http://x/v1?a=2&api%2Dkey=k", "looks like a secret, and addresses are recorded"),
    ("openai:gpt-9@http://x/v1#top", "a label stands before it: openai:MODEL#LABEL@BASE_URL"),
    (
        "openai-compatible:m@http://x#1",
        "of openai-compatible:m has a # in it, and only a path and a query",
    ),
    (
        "openai:gpt-9#",
        "has the label '' behind #. Possible: 1 to 40 letters, digits, '.', '_'",
    ),
    ("openai:gpt-9#so high", "has the label 'so high' behind #"),
    ("openai:gpt-9#wysoki-ż", "has the label 'wysoki-ż' behind #"),
    ("openai:gpt-9#a#b", "has the label 'a#b' behind #"),
    (f"openai:gpt-9#{'a' * 41}", "Possible: 1 to 40 letters, digits, '.', '_' or '-'."),
    ("openai-compatible:m#a@b@http://x", "has the label 'a@b' behind #"),
    ("openai:gpt-9#high@localhost:8000", "has no address that begins with http:// or https://"),
    ("openai-compatible:m#high", "has no address that begins with http:// or https:// behind @"),
    ("openai:#high", "has no proper name behind openai:, such as openai:MODEL"),
]


@pytest.mark.parametrize(("text", "said"), BAD)
def test_a_bad_spec_is_refused(text: str, said: str) -> None:
    """A refusal says what came and what is possible, on one line."""
    with pytest.raises(ConfigError) as caught:
        parse(text)
    assert said in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", ["qwen", "qwen#high"])
@pytest.mark.parametrize(("password", "why"), [("hunter2", "a key belongs in"), ("hun#ter2", "#")])
def test_a_password_in_an_address_is_refused_and_not_repeated(
    name: str, password: str, why: str
) -> None:
    """Specs are recorded, so they may hold no secret; the refusal doesn't hold it either."""
    with pytest.raises(ConfigError, match=why) as caught:
        parse(f"openai-compatible:{name}@http://me:{password}@x/v1")
    assert "ter2" not in str(caught.value)


@given(
    protocol=st.sampled_from(PROTOCOLS),
    model=st.from_regex(r"[a-z@][a-z0-9:/.@-]{0,20}", fullmatch=True),
    label=st.none() | st.from_regex(r"[A-Za-z0-9._-]{1,40}", fullmatch=True),
    base_url=st.sampled_from(("http://127.0.0.1:8000/v1", "https://proxy.test")),
)
def test_a_label_is_read_and_written(
    protocol: Protocol, model: str, label: str | None, base_url: str
) -> None:
    """It stands between the model and the address; without it the SPEC is another one."""
    spec = Spec(protocol=protocol, model=model, label=label, base_url=base_url)
    assert parse(str(spec)) == spec
    assert spec.unlabelled == parse(f"{protocol}:{model}@{base_url}")
    assert (spec == spec.unlabelled) is (label is None)
    if protocol != "openai-compatible" and "@" not in model:
        here = replace(spec, base_url=None)
        assert str(here) == f"{protocol}:{here.name}"
        assert parse(str(here)) == here


@given(
    st.text(max_size=30) | st.sampled_from(ALL_FORMS).flatmap(lambda f: st.text().map(f.__add__))
)
def test_any_text_is_a_spec_or_refused(text: str) -> None:
    """No text breaks the reader, and what is read is written again as it was."""
    try:
        spec = parse(text)
    except ConfigError:
        return
    assert str(spec) == text
    assert is_model_spec(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("openai:gpt-9", True),
        ("openai:", True),
        ("openai-compatible:qwen", True),
        ("anthropic:claude-9", True),
        ("openai", False),
        ("house", False),
        ("house:liar", False),
        ("", False),
        (":", False),
    ],
)
def test_what_means_a_model(text: str, *, expected: bool) -> None:
    """A seat with the name of an API before the colon is a model, even where the rest is wrong."""
    assert is_model_spec(text) is expected


NOT_TAKEN: list[tuple[str, dict[str, Any]]] = [
    ("openai:m", {"seed": 0}),
    ("openai:m", {"thinking": True}),
    ("openai:m", {"cache": False}),
    ("openai-compatible:m@http://x", {"thinking": True}),
    ("openai-compatible:m@http://x", {"cache": False}),
    ("openai-compatible:m@http://x", {"reasoning": False}),
    ("anthropic:m", {"temperature": 0.0}),
    ("anthropic:m", {"top_p": 0.5}),
    ("anthropic:m", {"seed": 7}),
    ("anthropic:m", {"reasoning": False}),
]


@pytest.mark.parametrize(("text", "given"), NOT_TAKEN)
def test_a_setting_that_an_api_does_not_take(text: str, given: dict[str, Any]) -> None:
    """A setting that could not be sent is refused, not left out in silence."""
    (name,) = given
    spec = parse(text)
    expected = f"the setting {name} of {spec} is not taken by {spec.protocol}; leave it out"
    with pytest.raises(ConfigError) as caught:
        check(spec, ModelSettings.model_validate(given))
    assert str(caught.value) == expected


@pytest.mark.parametrize("form", ALL_FORMS)
def test_settings_left_out_are_taken_by_all(form: str) -> None:
    """The defaults suit every API: a model of each form is opened with them."""
    spec = parse(form.replace("BASE_URL", "http://x"))
    assert open_model(spec, ModelSettings(), key="k").spec == str(spec)


def test_effort_without_reasoning() -> None:
    """A model that doesn't reason can't be told how long to."""
    with pytest.raises(ConfigError, match="leave one of the two out"):
        check(parse("openai:m"), ModelSettings(effort="low", reasoning=False))


@pytest.mark.parametrize("effort", ["none", "minimal"])
def test_an_effort_that_an_api_does_not_take(effort: str) -> None:
    """Anthropic's has no such word, and none is put in its place."""
    spec = parse("anthropic:m")
    with pytest.raises(ConfigError) as caught:
        check(spec, ModelSettings.model_validate({"effort": effort}))
    assert str(caught.value) == (
        f"the setting effort of {spec} is {effort!r}, which anthropic does not take."
        " Possible: low, medium, high, xhigh, max."
    )
    for other in ("openai:m", "openai-compatible:m@http://x"):
        check(parse(other), ModelSettings.model_validate({"effort": effort}))


COMPATIBLE = "openai-compatible:m@http://x"


@pytest.mark.parametrize(
    ("text", "given", "most"),
    [
        ("openai:m", {}, 16_384),
        ("openai:m", {"reasoning": False}, 4096),
        ("openai:m", {"effort": "none"}, 4096),
        ("openai:m", {"effort": "low"}, 4096),
        ("openai:m", {"effort": "medium"}, 16_384),
        ("openai:m", {"max_output": 900}, 900),
        ("openai:m", {"context": 200_000}, 16_384),
        ("openai:m", {"context": 64_000}, 8000),
        ("openai:m", {"context": 16_000}, 4096),
        (COMPATIBLE, {}, 4096),
        (COMPATIBLE, {"effort": "xhigh"}, 16_384),
        ("anthropic:m", {}, 16_384),
        ("anthropic:m", {"thinking": True}, 16_384),
        ("anthropic:m", {"thinking": True, "effort": "low"}, 4096),
        ("anthropic:m", {"effort": "max"}, 16_384),
        ("anthropic:m", {"effort": "max", "max_output": 4096}, 4096),
    ],
)
def test_a_reply_has_room_for_thought(text: str, given: dict[str, Any], most: int) -> None:
    """Where a model reasons, and its longest reply is left out, that is longer."""
    settings = ModelSettings.model_validate(given)
    assert in_force(parse(text), settings, Limits()).max_output == most


def test_a_call_may_take_as_long_as_an_answer() -> None:
    """Where its seconds are left out; what is given stays, and so does what is in force."""
    spec, limits = parse(COMPATIBLE), Limits(answer_seconds=300.0)
    assert in_force(spec, ModelSettings(), limits).call_seconds == 300.0
    assert in_force(spec, ModelSettings(call_seconds=60.0), limits).call_seconds == 60.0
    assert in_force(spec, ModelSettings(), Limits()).call_seconds == 60.0
    once = in_force(spec, ModelSettings(effort="high"), limits)
    assert in_force(spec, once, Limits()) == once


@pytest.mark.parametrize(
    ("text", "model", "label"),
    [
        ("q%23accounts/me/deployments/d1", "q#accounts/me/deployments/d1", None),
        ("q%23d#mine", "q#d", "mine"),
        ("q%2523", "q%23", None),
        ("q%20r%", "q%20r%", None),
    ],
)
def test_a_name_may_hold_a_number_sign(text: str, model: str, label: str | None) -> None:
    """Written %23, and the spec is written again as it was."""
    spec = parse(f"openai-compatible:{text}@http://x/v1")
    assert (spec.model, spec.label) == (model, label)
    assert str(spec) == f"openai-compatible:{text}@http://x/v1"


def test_a_model_with_a_wrong_setting_is_not_opened() -> None:
    """Settings are checked before anything is opened."""
    with pytest.raises(ConfigError, match="the setting top_p"):
        open_model(parse("anthropic:m"), ModelSettings(top_p=0.5), key="k")


@pytest.mark.parametrize(
    ("text", "given", "step"),
    [
        ("openai:m", {}, "forced"),
        ("anthropic:m", {}, "forced"),
        ("anthropic:m", {"thinking": True}, "offered"),
        ("openai-compatible:m@http://x", {}, "forced"),
        ("openai-compatible:m@http://x", {"tool_choice": False}, "offered"),
        ("openai-compatible:m@http://x", {"tools": False}, "schema"),
        ("openai-compatible:m@http://x", {"tools": False, "tool_choice": False}, "schema"),
        ("anthropic:m", {"thinking": True, "tools": False}, "text"),
    ],
)
def test_the_first_step(text: str, given: dict[str, Any], step: str) -> None:
    """A model is asked as firmly as its server can; one that thinks can't be forced."""
    assert first_step(parse(text), ModelSettings.model_validate(given)) == step


COMPATIBLE = "openai-compatible:m@http://x"
CHAT = ("forced", "offered", "schema", "text")
STRICT_CHAT = ("forced", "forced_loose", "offered", "offered_loose", "schema", "text")
SERVER = ("forced", "offered", "text")
STRICT = ("forced", "forced_loose", "offered", "offered_loose", "text")


@pytest.mark.parametrize(
    ("text", "given", "ladder"),
    [
        (COMPATIBLE, {}, CHAT),
        (COMPATIBLE, {"strict": False}, CHAT),
        (COMPATIBLE, {"strict": True}, STRICT_CHAT),
        (COMPATIBLE, {"strict": True, "tool_choice": False}, STRICT_CHAT[2:]),
        (COMPATIBLE, {"strict": True, "tools": False}, STRICT_CHAT[4:]),
        ("openai:m", {}, STRICT),
        ("openai:m", {"strict": False}, SERVER),
        ("anthropic:m", {}, SERVER),
        ("anthropic:m", {"strict": True}, STRICT),
        ("anthropic:m", {"strict": True, "thinking": True}, STRICT[2:]),
    ],
)
def test_the_steps_lead_down(text: str, given: dict[str, Any], ladder: tuple[str, ...]) -> None:
    """A refused step is followed by a softer one, until there is none."""
    spec, settings = parse(text), ModelSettings.model_validate(given)
    assert steps(spec, settings) == ladder
    assert first_step(spec, settings) == ladder[0]
    for step, below in zip(ladder, (*ladder[1:], None), strict=True):
        assert step_below(step, spec, settings) == below


@pytest.mark.parametrize(
    ("why", "after"),
    [
        ("registry.ollama.ai/library/gemma:2b does not support tools", "schema"),
        ("Tools are not supported by this model.", "schema"),
        ("This model does not support tool choice.", "offered"),
        ("tool_choice is not supported.", "offered"),
        ("does-not-support-tools: an unknown parameter", "offered"),
    ],
)
def test_a_server_that_knows_no_tools_is_sent_none(why: str, after: str) -> None:
    """It says so, and no call is spent to see whether one may be offered."""
    spec = parse(COMPATIBLE)
    refusal = Fault("bad_request", f"{spec}: {why}", status=400)
    assert step_after(refusal, "forced", spec, ModelSettings()) == after
    claude = parse("anthropic:m")
    below = {"schema": "text"}.get(after, after)
    assert step_after(refusal, "forced", claude, ModelSettings()) == below


def test_no_sdk_is_imported_before_a_model_is_opened() -> None:
    """Commands without models don't pay the seconds that the SDKs take."""
    show = (
        "import sys; from arena.models import opening, prices;"
        "print({'openai', 'anthropic', 'httpx2', 'genai_prices', 'dotenv'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", show], check=True, capture_output=True, text=True)
    assert run.stdout.strip() == "set()"


def test_three_protocols_are_spoken() -> None:
    """Each begins the specs of its models."""
    assert PROTOCOLS == ("openai", "openai-compatible", "anthropic")
