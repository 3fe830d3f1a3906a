"""Reading and writing deck lists, with a receipt for every line."""
