"""What holds for the property tests of every part."""

from hypothesis import HealthCheck, settings

# A run tells the same as the one before, on a busy machine too; `--hypothesis-profile=default` looks further.
settings.register_profile("repeatable", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("repeatable")
