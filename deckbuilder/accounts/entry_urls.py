"""Signing up, in and out: allauth's views that need no e-mail. Their names have no namespace."""

from allauth.account import views
from django.urls import path

urlpatterns = [
    path("signup/", views.signup, name="account_signup"),
    path("login/", views.login, name="account_login"),
    path("logout/", views.logout, name="account_logout"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path("password/change/", views.password_change, name="account_change_password"),
]
