"""Pages of decks."""

from django.urls import path

from deckbuilder.decks import views
from deckbuilder.decks.builder import views as builder_views
from deckbuilder.decks.comments import views as comments_views
from deckbuilder.decks.exports import views as exports_views
from deckbuilder.decks.library import views as library_views
from deckbuilder.decks.moderation import views as moderation_views
from deckbuilder.decks.photos import views as photos_views
from deckbuilder.decks.public import views as public_views

app_name = "decks"

urlpatterns = [
    path("decks/", library_views.library, name="mine"),
    path("decks/bulk/", library_views.bulk, name="bulk"),
    path("decks/undo/<slug:change>/", library_views.undo, name="undo_bulk"),
    path("decks/coming/", views.coming, name="coming"),
    path("decks/public/", public_views.public, name="public"),
    path("decks/favourites/", public_views.favourites, name="favourites"),
    path("decks/following/", public_views.following, name="following"),
    path("people/<str:name>/", public_views.author, name="author"),
    path("people/<str:name>/follow/", public_views.follow, name="follow"),
    path("people/<str:name>/block/", public_views.block, name="block"),
    path("decks/new/", views.create, name="create"),
    path("decks/import/", views.import_list, name="import"),
    path("photos/", photos_views.send, name="photos"),
    path("photos/<str:key>/", photos_views.photo_page, name="photo"),
    path("decks/with/<slug:game>/<path:code>/", views.add_card, name="put"),
    path("d/<slug:slug>/", views.page, name="page"),
    path("d/<slug:slug>/copy/", views.copy, name="copy"),
    path("d/<slug:slug>/favourite/", public_views.favour, name="favour"),
    path("d/<slug:slug>/comments/", comments_views.comments, name="comments"),
    path("d/<slug:slug>/comments/close/", comments_views.close, name="close_comments"),
    path("d/<slug:slug>/report/", moderation_views.report_deck, name="report"),
    path("comments/<int:pk>/report/", moderation_views.report_comment, name="report_comment"),
    path("moderation/", moderation_views.moderation, name="moderation"),
    path("moderation/log/", moderation_views.log, name="moderation_log"),
    path("moderation/people/<str:name>/", moderation_views.person, name="moderation_person"),
    path("comments/<int:pk>/", comments_views.comment, name="comment"),
    path("d/<slug:slug>/delete/", views.delete, name="delete"),
    path("d/<slug:slug>/history/", views.history, name="history"),
    path("d/<slug:slug>/notes/", views.notes, name="notes"),
    path("d/<slug:slug>/restore/", views.restore, name="restore"),
    path("d/<slug:slug>/versions/", views.name_version, name="name_version"),
    path("d/<slug:slug>/export.<str:form>", exports_views.export, name="export"),
    path("d/<slug:slug>/picture.png", exports_views.picture, name="picture"),
    path("d/<slug:slug>/cards/", exports_views.playtest_cards, name="playtest_cards"),
    path("d/<slug:slug>/tabletop.json", exports_views.tabletop, name="tabletop"),
    path("faces/<str:code>/<str:language>/<int:number>.jpg", exports_views.sheet, name="sheet"),
    path("faces/<slug:game>/<str:language>/back.jpg", exports_views.card_back, name="card_back"),
    path("d/<slug:slug>/qr.svg", exports_views.qr_code, name="qr"),
    path("d/<slug:slug>/edit/", builder_views.builder, name="builder"),
    path("d/<slug:slug>/edit/<str:key>/", builder_views.enter, name="enter"),
    path("d/<slug:slug>/do/", builder_views.edit, name="edit"),
    path("d/<slug:slug>/repair/", builder_views.repair, name="repair"),
    path("d/<slug:slug>/undo/", builder_views.undo, name="undo"),
    path("d/<slug:slug>/redo/", builder_views.redo, name="redo"),
    path("d/<slug:slug>/look/", builder_views.choose_look, name="look"),
    path("d/<slug:slug>/share/", builder_views.share, name="share"),
]
