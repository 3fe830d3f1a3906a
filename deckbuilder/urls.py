"""The root URLs."""

from django.contrib import admin
from django.urls import include, path

from deckbuilder.accounts.views import set_language
from deckbuilder.monitoring import metrics

urlpatterns = [
    path("", include("deckbuilder.site.urls")),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("account/", include("deckbuilder.accounts.urls")),
    path("account/", include("deckbuilder.accounts.entry_urls")),
    path("i18n/setlang/", set_language, name="set_language"),
    path("api/v1/", include("deckbuilder.api_urls")),
    path("", include("deckbuilder.decks.urls")),
    path("", include("deckbuilder.stats.urls")),
    path("", include("deckbuilder.battle.urls")),
    path("", include("deckbuilder.playtest.urls")),
    path("", include("deckbuilder.events.urls")),
    path("", include("deckbuilder.site.catalog_urls")),
]

handler400 = "deckbuilder.common.http.error_views.bad_request"
handler404 = "deckbuilder.common.http.error_views.page_not_found"
handler500 = "deckbuilder.common.http.error_views.server_error"
