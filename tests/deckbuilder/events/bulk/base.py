"""What tests of lists in bulk begin with: archives, tables, and an organiser who brings them in."""

import csv
import io
import zipfile

from deckbuilder.events.bulk import files as bulk_files
from deckbuilder.events.bulk import jobs, services
from tests.deckbuilder.events.base import EventTest


def zipped(files, **options):
    """A ZIP archive of these files, by their names."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def table(*rows):
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


class BulkTest(EventTest):
    def items(self, name, data):
        return bulk_files.items([(name, data if isinstance(data, bytes) else data.encode())])

    def receive(self, event, files, **options):
        """An upload of these files by their names."""
        found = bulk_files.items([(name, text.encode()) for name, text in files.items()])
        return services.receive(event, found, list(files), by=self.alice, **options)

    def bring(self, event, files, **options):
        """The same, with every new player confirmed, and not taken yet."""
        return self.confirm_players(self.receive(event, files, **options))

    def confirm_players(self, upload):
        unsure = {each["item"]: each["player"] for each in upload.plan if each["outcome"] == "unsure"}
        return jobs.name_players(upload, unsure) if unsure else upload

    def outcomes(self, upload):
        return {each["player"]: each["outcome"] for each in upload.plan}

    def errors(self, upload):
        return {each["player"]: each["error"] for each in upload.plan if each["outcome"] == "refused"}

    def assertSame(self, before):
        assert self.rows() == before
