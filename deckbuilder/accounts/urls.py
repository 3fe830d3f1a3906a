"""Account pages."""

from django.urls import path

from deckbuilder.accounts import views

app_name = "accounts"

urlpatterns = [
    path("settings/", views.settings_page, name="settings"),
    path("settings/token/", views.token, name="token"),
    path("settings/delete/", views.delete, name="delete"),
]
