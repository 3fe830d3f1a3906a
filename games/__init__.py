"""The rules of five card games in plain Python; nothing here knows of a web framework or a database."""
