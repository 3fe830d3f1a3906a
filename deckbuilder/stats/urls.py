"""Pages of a deck's statistics."""

from django.urls import path

from deckbuilder.stats import simulation_views, views

app_name = "stats"

urlpatterns = [
    path("d/<slug:slug>/odds/", views.odds, name="odds"),
    path("d/<slug:slug>/odds/swap/", views.swap, name="swap"),
    path("d/<slug:slug>/questions/", views.questions, name="questions"),
    path("d/<slug:slug>/keep/", views.keep, name="keep"),
    path("d/<slug:slug>/hands/", views.hands, name="hands"),
    path("d/<slug:slug>/simulations/", simulation_views.simulations, name="simulations"),
    path("s/<slug:slug>/", simulation_views.simulation, name="simulation"),
    path("s/<slug:slug>/do/", simulation_views.act, name="act"),
    path("s/<slug:slug>/compare/", simulation_views.compare, name="compare"),
    path("s/<slug:slug>/with/<slug:other>/", simulation_views.pair, name="pair"),
]
