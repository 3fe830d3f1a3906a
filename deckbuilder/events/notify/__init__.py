"""Texts and e-mail to players."""
