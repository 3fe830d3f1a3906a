"""The form in which staff send a catalog file."""

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.imports import files
from deckbuilder.catalog.imports.sentences import file_error


class UploadForm(forms.Form):
    """A catalog file to import."""

    file = forms.FileField(
        label=_("Catalog file"),
        help_text=_("CSV (UTF-8), XLSX or JSON, with at least the columns code, name and kind."),
        widget=forms.FileInput(attrs={"accept": ",".join(f".{kind}" for kind in files.KINDS)}),
        allow_empty_file=True,  # files.read reports all errors of a file
    )
    skip_bad = forms.BooleanField(
        label=_("Skip rows with errors and import the others"),
        help_text=_("Otherwise nothing is imported if any row has an error."),
        required=False,
    )
    complete = forms.BooleanField(
        label=_("This is the complete catalog: retire cards that are not in it"),
        help_text=_("Retired cards stay in the decks that use them, and return when a later file contains them."),
        required=False,
    )

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > settings.CATALOG_FILE_LIMIT:
            raise forms.ValidationError(
                file_error("too-large", {"size": file.size, "limit": settings.CATALOG_FILE_LIMIT}), code="too-large"
            )
        return file
