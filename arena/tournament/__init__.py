"""Plans, runs, rates and reports tournaments: many games between the same entrants."""
