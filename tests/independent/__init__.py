"""The five games played alone a second time, in plain Python from each game's RULES.md, to check the simulation."""
