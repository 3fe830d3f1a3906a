"""What the catalog tells the apps above it."""

from django.dispatch import Signal

renamed = Signal()
"""Sent when a change of a catalog is done. `game`; `codes`: the printings whose card has another name than before."""
