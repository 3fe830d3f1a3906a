"""How fast decks are judged and trials run, these beside the same jobs written by hand in C."""
