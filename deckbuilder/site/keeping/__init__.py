"""Pages for those who keep catalogs and restriction lists."""
