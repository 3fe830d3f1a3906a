"""Pages of the whole site."""

from django.urls import path

from deckbuilder.common import sample_views, views

app_name = "common"

urlpatterns = [
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("theme/", views.theme, name="theme"),
    path("accents.css", views.accents, name="accents"),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("<slug:slug>/import/samples/", sample_views.remove, name="remove_samples"),
]
