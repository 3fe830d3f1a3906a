"""What other apps call or announce: occasions of a check, own data, retention, signals."""
