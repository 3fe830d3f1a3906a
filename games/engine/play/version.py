"""The version of the pilots and the trial loop, apart from them so that it loads without numpy."""

VERSION = "3"
"""Of the steps and the loop: raised whenever the same seed gives other figures than before."""
