"""What is said at a table: who speaks when, in which words, and what the words claim."""
