"""Catalog files, and the cards that their printings make."""
