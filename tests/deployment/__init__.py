"""What bin/try-deployment needs."""
