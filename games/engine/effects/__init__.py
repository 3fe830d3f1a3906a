"""What cards do, as facts: a small language for the catalog column `effects`, see docs/effects.md."""
