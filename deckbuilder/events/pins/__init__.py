"""The restriction lists an event is judged by."""
