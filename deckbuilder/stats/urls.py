"""Pages of a deck's statistics."""

from django.urls import path

from deckbuilder.stats import compare_views, simulation_views, views

app_name = "stats"

VERSIONS = "d/<slug:slug>/<int:number>/with/<slug:other>/<int:at>/"

urlpatterns = [
    path("d/<slug:slug>/odds/", views.odds, name="odds"),
    path("d/<slug:slug>/odds/opening/", views.opening, name="opening"),
    path("d/<slug:slug>/odds/swap/", views.swap, name="swap"),
    path("d/<slug:slug>/odds/maybe/", views.maybe, name="maybe"),
    path("d/<slug:slug>/questions/", views.questions, name="questions"),
    path("d/<slug:slug>/keep/", views.keep, name="keep"),
    path("d/<slug:slug>/hands/", views.hands, name="hands"),
    path("d/<slug:slug>/simulations/", simulation_views.simulations, name="simulations"),
    path("d/<slug:slug>/compare/", compare_views.choose, name="choose_versions"),
    path(VERSIONS, compare_views.compare, name="versions"),
    path(f"{VERSIONS}take/", compare_views.take_over, name="take_over"),
    path(f"{VERSIONS}simulate/", compare_views.run_both, name="simulate_both"),
    path("s/<slug:slug>/", simulation_views.simulation, name="simulation"),
    path("s/<slug:slug>/do/", simulation_views.act, name="act"),
    path("s/<slug:slug>/compare/", simulation_views.compare, name="compare"),
    path("s/<slug:slug>/with/<slug:other>/", simulation_views.pair, name="pair"),
    path("s/<slug:slug>/with/<slug:other>/equal/", simulation_views.equalise, name="equalise"),
]
