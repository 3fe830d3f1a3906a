"""The catalog's pages, including those that show decks beside cards."""

from django.urls import path

from deckbuilder.catalog import urls
from deckbuilder.site import catalog_views
from deckbuilder.site.keeping.cards.views import edit_card, new_card
from deckbuilder.site.keeping.views import edit_list, keeping, new_list

app_name = "catalog"

urlpatterns = [
    path("<slug:slug>/lists/new/", new_list, name="list_new"),
    path("<slug:slug>/new-card/", new_card, name="card_new"),
    path("<slug:slug>/edit/<path:code>/", edit_card, name="card_edit"),
    path("keeping/", keeping, name="keeping"),
    path("lists/<int:pk>/edit/", edit_list, name="list_edit"),
    *urls.urlpatterns,
    path("<slug:slug>/", catalog_views.game, name="game"),
    path("<slug:slug>/cards/<path:code>/", catalog_views.card, name="card"),
]
