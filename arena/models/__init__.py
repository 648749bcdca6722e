"""Language models: one protocol, and thin adapters on the official SDKs.

`types` defines requests and replies; `specs` parses the SPEC of a seat; `opening` opens its model
and reads recorded replies. `openai_responses`, `openai_chat` and `anthropic_messages` adapt one API
each; `sdk` sends for all three, over `http_client`. `faults` reads errors and computes waits;
`environment` finds unusable environment variables. `addresses`, `keys` and `prices` are what they
say. Nothing here knows games or seats, and no SDK is imported before a model is opened.
"""
