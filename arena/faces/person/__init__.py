"""What a person at a table sees, is asked and can say: for the terminal and the browser alike."""
