"""The catalog's pages, including those that show decks beside cards."""

from django.urls import path

from deckbuilder.catalog import urls
from deckbuilder.site import catalog_views

app_name = "catalog"

urlpatterns = [
    *urls.urlpatterns,
    path("<slug:slug>/", catalog_views.game, name="game"),
    path("<slug:slug>/cards/<path:code>/", catalog_views.card, name="card"),
]
