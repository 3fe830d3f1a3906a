"""Changing single cards of a catalog on pages."""
