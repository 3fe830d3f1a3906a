"""Pages of games played by hand."""

from django.urls import path

from deckbuilder.playtest import views

app_name = "playtest"

urlpatterns = [
    path("d/<slug:slug>/play/", views.start, name="start"),
    path("d/<slug:slug>/play/new/", views.new, name="new"),
    path("s/<slug:slug>/play/", views.start_like, name="start_like"),
    path("p/<slug:slug>/copy/", views.copy, name="copy"),
    path("p/<slug:slug>/", views.table, name="table"),
    path("p/<slug:slug>/do/", views.do, name="do"),
    path("p/<slug:slug>/comparison/", views.comparison, name="comparison"),
    path("p/<slug:slug>/tree/", views.tree, name="tree"),
    path("p/<slug:slug>/label/", views.label, name="label"),
    path("p/<slug:slug>/log.json", views.log_json, name="log"),
    path("p/<slug:slug>/log.txt", views.log_text, name="log_text"),
    path("p/<slug:slug>/enter/<str:key>/", views.enter, name="enter"),
    path("w/<slug:slug>/", views.watch, name="watch"),
]
