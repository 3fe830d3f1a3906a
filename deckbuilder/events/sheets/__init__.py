"""Printed registration sheets."""
