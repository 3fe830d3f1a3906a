"""URLs of the API, version 1."""

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.urls import path, re_path
from drf_spectacular.views import SpectacularSwaggerSplitView

from deckbuilder.battle import api as battle
from deckbuilder.catalog import api as catalog
from deckbuilder.common.rest.api import Index, Nowhere
from deckbuilder.common.rest.api_schema import Schema
from deckbuilder.decks import api as decks
from deckbuilder.decks import api_versions
from deckbuilder.decks.comments import api as comments
from deckbuilder.decks.photos import api as photos
from deckbuilder.decks.public import api as public_api
from deckbuilder.events.bulk import api as bulk
from deckbuilder.events.checkin import api as checkin
from deckbuilder.events.checks import api as checks
from deckbuilder.events.entries import api as entries
from deckbuilder.events.event import api as events
from deckbuilder.events.gate import api as gate
from deckbuilder.events.notify import api as notify
from deckbuilder.events.results import api as results
from deckbuilder.events.roster import api as roster
from deckbuilder.playtest import api as playtests
from deckbuilder.stats.hands import api as keep
from deckbuilder.stats.odds import api as stats
from deckbuilder.stats.odds import api_swap
from deckbuilder.stats.questions import api as questions
from deckbuilder.stats.simulations import api as simulations

# Swagger UI writes its styles into the page.
docs = csp_update({"style-src": [SELF, UNSAFE_INLINE]})(
    SpectacularSwaggerSplitView.as_view(url_name="api-schema", template_name="api/docs.html")
)

urlpatterns = [
    path("", Index.as_view(), name="api"),
    path("schema/", Schema.as_view(), name="api-schema"),
    path("docs/", docs, name="api-docs"),
    path("games/", catalog.Games.as_view(), name="api-games"),
    path("games/<slug:slug>/", catalog.GameDetail.as_view(), name="api-game"),
    path("games/<slug:slug>/formats/", catalog.Formats.as_view(), name="api-formats"),
    path("games/<slug:slug>/lists/", catalog.Lists.as_view(), name="api-lists"),
    path("games/<slug:slug>/cards/", catalog.Cards.as_view(), name="api-cards"),
    path("games/<slug:slug>/cards/<path:code>/", catalog.CardDetail.as_view(), name="api-card"),
    path("games/<slug:slug>/check/", decks.Check.as_view(), name="api-check"),
    path("games/<slug:slug>/battle/", battle.Battle.as_view(), name="api-battle"),
    path("games/<slug:slug>/odds/", stats.Odds.as_view(), name="api-odds"),
    path("decks/", decks.Decks.as_view(), name="api-decks"),
    path("decks/<slug:slug>/", decks.DeckDetail.as_view(), name="api-deck"),
    path("decks/<slug:slug>/favourite/", public_api.Favourite.as_view(), name="api-favourite"),
    path("decks/<slug:slug>/comments/", comments.Comments.as_view(), name="api-comments"),
    path("comments/<int:number>/", comments.CommentDetail.as_view(), name="api-comment"),
    path("favourites/", public_api.Favourites.as_view(), name="api-favourites"),
    path("following/", public_api.Following.as_view(), name="api-following"),
    path("following/decks/", public_api.FollowedDecks.as_view(), name="api-followed-decks"),
    path("people/<str:name>/follow/", public_api.Follow.as_view(), name="api-follow"),
    path("decks/<slug:slug>/edits/", decks.Edits.as_view(), name="api-edits"),
    path("decks/<slug:slug>/undo/", decks.Undo.as_view(), name="api-undo"),
    path("decks/<slug:slug>/redo/", decks.Redo.as_view(), name="api-redo"),
    path("decks/<slug:slug>/verdict/", decks.DeckVerdict.as_view(), name="api-verdict"),
    path("decks/<slug:slug>/swap/", api_swap.BestSwap.as_view(), name="api-swap"),
    path("decks/<slug:slug>/keep/", keep.Keep.as_view(), name="api-keep"),
    path("decks/<slug:slug>/questions/", questions.Questions.as_view(), name="api-questions"),
    path("decks/<slug:slug>/suggestions/", decks.DeckSuggestions.as_view(), name="api-suggestions"),
    path("decks/<slug:slug>/revisions/", decks.Revisions.as_view(), name="api-revisions"),
    path("decks/<slug:slug>/versions/", api_versions.Versions.as_view(), name="api-versions"),
    path("decks/<slug:slug>/versions/<int:number>/", api_versions.VersionDetail.as_view(), name="api-version"),
    path("decks/<slug:slug>/restore/", api_versions.Restore.as_view(), name="api-restore"),
    path("decks/<slug:slug>/compare/", api_versions.Compare.as_view(), name="api-compare"),
    path("decks/<slug:slug>/copy/", decks.Copy.as_view(), name="api-copy"),
    path("decks/<slug:slug>/text/", decks.ExportText.as_view(), name="api-text"),
    path("decks/<slug:slug>/csv/", decks.ExportCsv.as_view(), name="api-csv"),
    path("decks/<slug:slug>/json/", decks.ExportJson.as_view(), name="api-json"),
    path("decks/<slug:slug>/plain/", decks.SharePlain.as_view(), name="api-plain"),
    path("decks/<slug:slug>/markdown/", decks.ShareMarkdown.as_view(), name="api-markdown"),
    path("decks/<slug:slug>/bbcode/", decks.ShareBBCode.as_view(), name="api-bbcode"),
    path("photos/", photos.Photos.as_view(), name="api-photos"),
    path("photos/<str:key>/", photos.PhotoDetail.as_view(), name="api-photo"),
    path("simulations/", simulations.Simulations.as_view(), name="api-simulations"),
    path("simulations/<slug:slug>/", simulations.SimulationDetail.as_view(), name="api-simulation"),
    path("simulations/<slug:slug>/cancel/", simulations.CancelSimulation.as_view(), name="api-simulation-cancel"),
    path("simulations/<slug:slug>/resume/", simulations.ResumeSimulation.as_view(), name="api-simulation-resume"),
    path("simulations/<slug:slug>/csv/", simulations.SimulationCsv.as_view(), name="api-simulation-csv"),
    path("simulations/<slug:slug>/json/", simulations.SimulationJson.as_view(), name="api-simulation-json"),
    path("simulations/<slug:slug>/with/<slug:other>/", simulations.Pair.as_view(), name="api-simulation-pair"),
    path("playtests/", playtests.Playtests.as_view(), name="api-playtests"),
    path("playtests/<slug:slug>/", playtests.PlaytestDetail.as_view(), name="api-playtest"),
    path("playtests/<slug:slug>/nodes/", playtests.Nodes.as_view(), name="api-nodes"),
    path("playtests/<slug:slug>/nodes/<int:number>/", playtests.NodeDetail.as_view(), name="api-node"),
    path(
        "playtests/<slug:slug>/nodes/<int:number>/operations/",
        playtests.Operations.as_view(),
        name="api-operations",
    ),
    path("playtests/<slug:slug>/log/", playtests.PlaytestLog.as_view(), name="api-playtest-log"),
    path("playtests/<slug:slug>/text/", playtests.PlaytestText.as_view(), name="api-playtest-text"),
    path("playtests/<slug:slug>/json/", playtests.PlaytestJson.as_view(), name="api-playtest-json"),
    path("watched/<slug:slug>/", playtests.Watched.as_view(), name="api-watched"),
    path("events/", events.Events.as_view(), name="api-events"),
    path("events/<slug:slug>/", events.EventDetail.as_view(), name="api-event"),
    path("events/<slug:slug>/pin/", events.Pin.as_view(), name="api-event-pin"),
    path("events/<slug:slug>/pin/keep/", events.KeepPins.as_view(), name="api-event-keep-pins"),
    path("events/<slug:slug>/pin/settle/", events.SettleEntry.as_view(), name="api-event-settle-entry"),
    path("events/<slug:slug>/start/", events.Start.as_view(), name="api-event-start"),
    path("events/<slug:slug>/end/", events.End.as_view(), name="api-event-end"),
    path("events/<slug:slug>/cancel/", events.Cancel.as_view(), name="api-event-cancel"),
    path("events/<slug:slug>/archive/", events.Archive.as_view(), name="api-event-archive"),
    path("events/<slug:slug>/roles/", events.Roles.as_view(), name="api-roles"),
    path("events/<slug:slug>/roles/<str:user>/", events.RoleDetail.as_view(), name="api-role"),
    path("events/<slug:slug>/gate/", gate.Gate.as_view(), name="api-gate"),
    path("events/<slug:slug>/judge/", gate.Judge.as_view(), name="api-judge"),
    path("events/<slug:slug>/tell/", notify.Tell.as_view(), name="api-tell"),
    path("events/<slug:slug>/lists/json/", results.ListsJson.as_view(), name="api-event-lists-json"),
    path("events/<slug:slug>/lists/csv/", results.ListsCsv.as_view(), name="api-event-lists-csv"),
    path("events/<slug:slug>/breakdown/json/", results.BreakdownJson.as_view(), name="api-breakdown-json"),
    path("events/<slug:slug>/breakdown/csv/", results.BreakdownCsv.as_view(), name="api-breakdown-csv"),
    path("events/<slug:slug>/find/", checks.Find.as_view(), name="api-find"),
    path("events/<slug:slug>/log/", events.Log.as_view(), name="api-log"),
    path("events/<slug:slug>/register/", entries.Register.as_view(), name="api-register"),
    path("events/<slug:slug>/enter/", entries.Enter.as_view(), name="api-enter"),
    path("events/<slug:slug>/import/", roster.Import.as_view(), name="api-import"),
    path("events/<slug:slug>/no-shows/", checkin.NoShows.as_view(), name="api-no-shows"),
    path("events/<slug:slug>/uploads/", bulk.Uploads.as_view(), name="api-uploads"),
    path("events/<slug:slug>/uploads/<int:upload>/", bulk.UploadDetail.as_view(), name="api-upload"),
    path("events/<slug:slug>/uploads/<int:upload>/players/", bulk.UploadPlayers.as_view(), name="api-upload-players"),
    path("events/<slug:slug>/uploads/<int:upload>/apply/", bulk.ApplyUpload.as_view(), name="api-upload-apply"),
    path("events/<slug:slug>/entries/", entries.Entries.as_view(), name="api-entries"),
    path("events/<slug:slug>/entries/<int:number>/", entries.EntryDetail.as_view(), name="api-entry"),
    path("events/<slug:slug>/entries/<int:number>/drop/", entries.Drop.as_view(), name="api-entry-drop"),
    path("events/<slug:slug>/entries/<int:number>/check-in/", checkin.CheckIn.as_view(), name="api-check-in"),
    path("events/<slug:slug>/entries/<int:number>/key/", entries.Key.as_view(), name="api-entry-key"),
    path("events/<slug:slug>/entries/<int:number>/override/", entries.Override.as_view(), name="api-override"),
    path("events/<slug:slug>/entries/<int:number>/checks/", checks.Checks.as_view(), name="api-checks"),
    path("events/<slug:slug>/entries/<int:number>/submissions/", entries.Submissions.as_view(), name="api-submissions"),
    path(
        "events/<slug:slug>/entries/<int:number>/submissions/<int:version>/",
        entries.SubmissionDetail.as_view(),
        name="api-submission",
    ),
    re_path("", Nowhere.as_view()),
]
