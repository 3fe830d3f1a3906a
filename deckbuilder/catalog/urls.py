"""Pages of the catalog; site/catalog_urls.py adds the pages of a game and of a card, and their namespace."""

from django.urls import path

from deckbuilder.catalog import views
from deckbuilder.catalog.disputes import views as disputes_views
from deckbuilder.catalog.imports import column_views, states_views
from deckbuilder.catalog.imports import views as imports_views
from deckbuilder.catalog.pictures import views as pictures_views
from deckbuilder.catalog.restrictions import views as restrictions_views
from deckbuilder.catalog.search import views as search_views

urlpatterns = [
    path("pictures/<str:name>", pictures_views.picture, name="picture"),
    path("imports/<int:pk>/", imports_views.upload_page, name="import_page"),
    path("imports/<int:pk>/columns/", column_views.columns_page, name="import_columns"),
    path("imports/<int:pk>/columns.json", column_views.columns_file, name="import_map"),
    path("imports/<int:pk>/do/", imports_views.upload_action, name="import_action"),
    path("imports/<int:pk>/report.csv", imports_views.report_file, name="import_file"),
    path("imports/<int:pk>/file/", imports_views.source_file, name="import_source"),
    path("<slug:slug>/states/<int:pk>/undo/", states_views.undo, name="state_undo"),
    path("<slug:slug>/states/", states_views.states, name="states"),
    path("<slug:slug>/states/difference.csv", states_views.difference_file, name="states_file"),
    path("<slug:slug>/import/", imports_views.uploads_page, name="imports"),
    path("<slug:slug>/import/template/", imports_views.template, name="import_template"),
    path("<slug:slug>/export/", imports_views.export, name="export"),
    path("<slug:slug>/words/", views.glossary, name="glossary"),
    path("<slug:slug>/search/", search_views.search_help, name="search_help"),
    path("<slug:slug>/lists/", restrictions_views.lists, name="lists"),
    path("<slug:slug>/lists/feed.atom", restrictions_views.feed, name="lists_feed"),
    path("<slug:slug>/lists/<str:name>/<path:version>/", restrictions_views.version, name="list"),
    path("<slug:slug>/searches/", search_views.searches, name="searches"),
    path("<slug:slug>/complete/", search_views.complete, name="complete"),
    path("<slug:slug>/suggest/", search_views.suggest, name="suggest"),
    path("<slug:slug>/settle/", disputes_views.settle, name="settle"),
    path("<slug:slug>/cards/", search_views.browse, name="browse"),
]
