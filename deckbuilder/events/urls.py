"""Pages of events."""

from django.urls import path

from deckbuilder.events.bulk import views as bulk_views
from deckbuilder.events.checkin import views as checkin_views
from deckbuilder.events.checks import views as check_views
from deckbuilder.events.entries import submit_views
from deckbuilder.events.entries import views as entry_views
from deckbuilder.events.event import pins_views, staff_views, views
from deckbuilder.events.gate import views as gate_views
from deckbuilder.events.notify import stop_views
from deckbuilder.events.notify import views as notify_views
from deckbuilder.events.results import views as results_views
from deckbuilder.events.roster import views as roster_views
from deckbuilder.events.sheets import views as sheet_views

app_name = "events"

urlpatterns = [
    path("events/", views.events, name="list"),
    path("events/new/", views.create, name="create"),
    path("events/<slug:slug>/", views.page, name="page"),
    path("events/<slug:slug>/qr.svg", views.qr_code, name="qr"),
    path("events/<slug:slug>/register/", views.register, name="register"),
    path("events/<slug:slug>/with/<str:key>/", views.open_entry, name="open"),
    path("events/<slug:slug>/no-letters/<str:stop_key>/", stop_views.no_letters, name="no-letters"),
    path("events/<slug:slug>/edit/", staff_views.edit, name="edit"),
    path("events/<slug:slug>/lists/", pins_views.pins_page, name="pins"),
    path("events/<slug:slug>/roster/", staff_views.roster, name="roster"),
    path("events/<slug:slug>/roster.csv", staff_views.roster_file, name="roster-file"),
    path("events/<slug:slug>/enter/", roster_views.enter, name="enter"),
    path("events/<slug:slug>/import/", roster_views.roster, name="import"),
    path("events/<slug:slug>/check-in/", checkin_views.check_in, name="check-in"),
    path("events/<slug:slug>/no-shows/", checkin_views.no_shows, name="no-shows"),
    path("events/<slug:slug>/cards/", sheet_views.cards, name="cards"),
    path("events/<slug:slug>/judge/", gate_views.judge, name="judge"),
    path("events/<slug:slug>/judging/", gate_views.judging, name="judging"),
    path("events/<slug:slug>/bulk/", bulk_views.uploads, name="bulk"),
    path("events/<slug:slug>/bulk/<int:pk>/", bulk_views.upload, name="bulk-upload"),
    path("events/<slug:slug>/tell/", notify_views.page, name="tell"),
    path("events/<slug:slug>/start/", staff_views.start, name="start"),
    path("events/<slug:slug>/end/", staff_views.end, name="end"),
    path("events/<slug:slug>/cancel/", staff_views.cancel, name="cancel"),
    path("events/<slug:slug>/archive/", staff_views.archive, name="archive"),
    path("events/<slug:slug>/delete/", staff_views.delete, name="delete"),
    path("events/<slug:slug>/staff/", staff_views.staff, name="staff"),
    path("events/<slug:slug>/log/", staff_views.log, name="log"),
    path("events/<slug:slug>/entries/<int:number>/", entry_views.entry, name="entry"),
    path("events/<slug:slug>/entries/<int:number>/submit/", submit_views.submit, name="submit"),
    path("events/<slug:slug>/entries/<int:number>/change/", entry_views.amend, name="amend"),
    path("events/<slug:slug>/entries/<int:number>/drop/", entry_views.drop, name="drop"),
    path("events/<slug:slug>/entries/<int:number>/link/", entry_views.replace_link, name="replace-link"),
    path("events/<slug:slug>/entries/<int:number>/override/", entry_views.override, name="override"),
    path("events/<slug:slug>/entries/<int:number>/<int:version>/", submit_views.receipt, name="receipt"),
    path("events/<slug:slug>/entries/<int:number>/sheet/", sheet_views.sheet, name="sheet"),
    path("events/<slug:slug>/entries/<int:number>/check/", check_views.check, name="check"),
    path("events/<slug:slug>/sheets/", sheet_views.sheets, name="sheets"),
    path("events/<slug:slug>/sheets/blank/", sheet_views.blank, name="blank"),
    path("events/<slug:slug>/checks/", check_views.checks, name="checks"),
    path("<slug:game>/sheets/<slug:form>/", sheet_views.blank_of, name="blank-of"),
    path("events/<slug:slug>/results/", results_views.results, name="results"),
    path("events/<slug:slug>/results/<slug:what>.<slug:ending>", results_views.results_file, name="results-file"),
]
