"""Pages above the apps."""

from django.urls import path

from deckbuilder.site import sample_views, views
from deckbuilder.site.roles.views import role_log, roles

app_name = "site"

urlpatterns = [
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("theme/", views.theme, name="theme"),
    path("bundles/<str:version>/<str:name>", views.bundle, name="bundle"),
    path("drawings/<str:version>/<slug:game>/", views.drawings, name="drawings"),
    path("drawings/<str:version>/<slug:game>/<str:name>.svg", views.drawing, name="drawing"),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("roles/", roles, name="roles"),
    path("roles/log/", role_log, name="role_log"),
    path("account/settings/export/", views.export, name="export"),
    path("<slug:slug>/import/samples/", sample_views.remove, name="remove_samples"),
]
