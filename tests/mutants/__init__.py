"""The mutation sample: small changes to the source, each tried against the tests that execute the changed line."""
