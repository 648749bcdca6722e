"""What helps to test a table of models without any; nothing here is needed to play."""
