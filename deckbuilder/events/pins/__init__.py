"""The restriction lists pinned to an event."""
