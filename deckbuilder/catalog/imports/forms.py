"""The form in which staff send a catalog file."""

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.imports import files
from deckbuilder.catalog.imports.sentences import file_error

MAP_LIMIT = 1024 * 1024
"""The largest map that can be uploaded, in bytes."""


class UploadForm(forms.Form):
    """A catalog file to import."""

    file = forms.FileField(
        label=_("Catalog file"),
        help_text=_(
            "CSV, XLSX or JSON, with at least number, name and kind. Columns with other titles can be set later."
        ),
        widget=forms.FileInput(attrs={"accept": ",".join(f".{kind}" for kind in files.ENDINGS)}),
        allow_empty_file=True,  # files.read reports all errors of a file
    )
    map = forms.FileField(
        label=_("Map of columns"),
        help_text=_("If you have one for this file. Without one, you can set the columns after the upload."),
        widget=forms.FileInput(attrs={"accept": ".json"}),
        required=False,
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

    def clean_map(self) -> UploadedFile | None:
        file: UploadedFile | None = self.cleaned_data["map"]
        if file and (file.size or 0) > MAP_LIMIT:
            raise forms.ValidationError(
                file_error("too-large", {"size": file.size, "limit": MAP_LIMIT}), code="too-large"
            )
        return file

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > settings.CATALOG_FILE_LIMIT:
            raise forms.ValidationError(
                file_error("too-large", {"size": file.size, "limit": settings.CATALOG_FILE_LIMIT}), code="too-large"
            )
        return file
