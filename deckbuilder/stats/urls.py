"""Pages of a deck's statistics."""

from django.urls import path

from deckbuilder.stats.compare import views as compare_views
from deckbuilder.stats.hands import views as hands_views
from deckbuilder.stats.odds import views as odds_views
from deckbuilder.stats.questions import views as questions_views
from deckbuilder.stats.simulations import views as simulations_views

app_name = "stats"

VERSIONS = "d/<slug:slug>/<int:number>/with/<slug:other>/<int:at>/"

urlpatterns = [
    path("d/<slug:slug>/odds/", odds_views.odds, name="odds"),
    path("d/<slug:slug>/odds/opening/", odds_views.opening, name="opening"),
    path("d/<slug:slug>/odds/swap/", odds_views.swap, name="swap"),
    path("d/<slug:slug>/odds/maybe/", odds_views.maybe, name="maybe"),
    path("d/<slug:slug>/questions/", questions_views.questions, name="questions"),
    path("d/<slug:slug>/keep/", hands_views.keep, name="keep"),
    path("d/<slug:slug>/hands/", hands_views.hands, name="hands"),
    path("d/<slug:slug>/simulations/", simulations_views.simulations, name="simulations"),
    path("d/<slug:slug>/compare/", compare_views.choose, name="choose_versions"),
    path(VERSIONS, compare_views.compare, name="versions"),
    path(f"{VERSIONS}take/", compare_views.take_over, name="take_over"),
    path(f"{VERSIONS}simulate/", compare_views.run_both, name="simulate_both"),
    path("s/<slug:slug>/", simulations_views.simulation, name="simulation"),
    path("s/<slug:slug>/do/", simulations_views.act, name="act"),
    path("s/<slug:slug>/compare/", simulations_views.compare, name="compare"),
    path("s/<slug:slug>/with/<slug:other>/", simulations_views.pair, name="pair"),
    path("s/<slug:slug>/with/<slug:other>/equal/", simulations_views.equalise, name="equalise"),
]
