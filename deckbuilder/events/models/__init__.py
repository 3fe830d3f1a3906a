"""The models of events, where Django looks for them."""

from deckbuilder.events.models.bulk import BulkFile, BulkTask, BulkUpload
from deckbuilder.events.models.entries import DeckCheck, Entry, LogEntry, Outcome, Submission, Unchangeable, new_key
from deckbuilder.events.models.event import (
    Event,
    ListsVisible,
    Role,
    RoleName,
    State,
    check_organisers,
    keep_an_organiser,
    new_slug,
)
from deckbuilder.events.models.judging import Judgement, JudgingRun
from deckbuilder.events.models.letters import LetterOrder, NoLetters

__all__ = [
    "BulkFile", "BulkTask", "BulkUpload", "DeckCheck", "Entry", "Event", "Judgement", "JudgingRun", "LetterOrder",
    "ListsVisible", "LogEntry", "NoLetters", "Outcome", "Role", "RoleName", "State", "Submission", "Unchangeable",
    "check_organisers", "keep_an_organiser", "new_key", "new_slug",
]  # fmt: skip
