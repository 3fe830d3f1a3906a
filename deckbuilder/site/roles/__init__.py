"""The rights of staff, as an administrator gives them."""
