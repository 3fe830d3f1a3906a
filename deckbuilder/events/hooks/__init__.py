"""Modules that other apps call: occasions of a check, own data, retention; and receivers of their signals."""
