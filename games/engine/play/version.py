"""The version of the pilots and the trial loop, in a module that loads without numpy."""

VERSION = "5"
"""Of the steps and the loop: raised whenever the same seed gives other figures than before."""
