"""The administration as a whole: its name and its access."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

admin.site.site_header = "組牌台 Deckbuilder"
admin.site.site_title = "組牌台 Deckbuilder"
admin.site.index_title = _("Administration")
# People sign in where all do: there attempts are counted.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
