"""Whether entries may play, by the verdicts on their lists."""
