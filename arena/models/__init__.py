"""Language models: one protocol, thin adapters on the official SDKs."""
