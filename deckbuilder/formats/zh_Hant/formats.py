"""Dates in Chinese, without the zeros that Django puts before days."""

MONTH_DAY_FORMAT = "n月j日"
