"""Dates in Japanese, with a space before the time."""

DATETIME_FORMAT = "Y年n月j日 G:i"
MONTH_DAY_FORMAT = "n月j日"
