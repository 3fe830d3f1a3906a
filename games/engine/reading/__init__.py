"""Reading and writing what people exchange: deck lists, catalog files, searches, goals."""
