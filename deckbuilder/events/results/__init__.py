"""The lists and the breakdown published after an event has started."""
