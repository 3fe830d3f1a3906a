"""Pages of battles."""

from django.urls import path

from deckbuilder.battle import views

app_name = "battle"

urlpatterns = [path("<slug:slug>/battle/", views.battle, name="page")]
