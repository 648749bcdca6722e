"""Language models: one protocol, thin adapters on the official SDKs.

`types` has what goes to a model and comes back; `specs` says which model a seat means, `opening`
opens it and reads its recorded replies. `openai_responses`, `openai_chat` and `anthropic_messages`
are an API each, `sdk` sends for all three, over `http_client`. `faults` reads errors and says how
long to wait then; `environment` says what of it is in the way. `addresses`, `keys` and `prices` are
what they say. Nothing here knows games or seats, and no SDK is imported before a model is opened.
"""
