"""Reading and writing deck lists, catalog files, searches and goals."""
