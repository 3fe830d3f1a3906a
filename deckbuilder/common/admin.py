"""The administration as a whole: its name and its access, and the base of pages on which rows are deleted."""

from collections.abc import Iterable
from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

admin.site.site_header = "組牌台 Deckbuilder"
admin.site.site_title = "組牌台 Deckbuilder"
admin.site.index_title = _("Administration")
# People sign in where all do: there attempts are counted.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


class CountedDeletion(admin.ModelAdmin):
    """Before a deletion, what would be deleted as well is counted by kind. Listed, it would show secrets: the name of
    an API token is the token itself, and decks may be private."""

    def get_deleted_objects(self, objs: Iterable[Any], request: HttpRequest) -> tuple[Any, ...]:
        _everything, counts, missing_permissions, protected = super().get_deleted_objects(objs, request)  # type: ignore[arg-type]
        if protected:  # nobody has the permission, and these say why
            missing_permissions = set()
        return [str(each) for each in objs], counts, missing_permissions, protected
