"""Where everything is."""

from django.contrib import admin
from django.urls import include, path

from deckbuilder.accounts.views import set_language
from deckbuilder.monitoring import metrics

urlpatterns = [
    path("", include("deckbuilder.common.urls")),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("account/", include("deckbuilder.accounts.urls")),
    path("account/", include("deckbuilder.accounts.entry_urls")),
    path("i18n/setlang/", set_language, name="set_language"),
    path("api/v1/", include("deckbuilder.api_urls")),
    path("", include("deckbuilder.decks.urls")),
    path("", include("deckbuilder.stats.urls")),
    path("", include("deckbuilder.battle.urls")),
    path("", include("deckbuilder.events.urls")),
    path("", include("deckbuilder.catalog.urls")),
]

handler400 = "deckbuilder.common.failures.bad_request"
handler404 = "deckbuilder.common.failures.page_not_found"
handler500 = "deckbuilder.common.failures.server_error"
