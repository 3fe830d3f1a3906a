"""Keepers and the form on which they change a card."""

from django.contrib.auth.models import Group
from django.urls import reverse

from deckbuilder.accounts.models import User
from deckbuilder.catalog.editing import services
from deckbuilder.catalog.models import Printing
from deckbuilder.catalog.to_games import to_printing
from games.registry import get
from tests.deckbuilder.base import ALL, XLW
from tests.deckbuilder.events.base import EventTest


def keeper_of(*games):
    user = User.objects.create(username="keeper")
    user.groups.set(Group.objects.filter(name__in=[f"Keeper of {get(slug).name.en}" for slug in games]))
    return user


class KeeperTest(EventTest):
    def setUp(self):
        super().setUp()
        self.keeper = keeper_of(*ALL)
        self.as_keeper = self.browser_of(self.keeper)

    def row(self, game=XLW):
        return Printing.objects.filter(game=game).order_by("position")[0]

    def path(self, row):
        return reverse("catalog:card_edit", args=[row.game, row.code])

    def values(self, row, **cells):
        """What the form of a printing sends, with these cells instead."""
        game = get(row.game)
        texts = services.cells_of(game, to_printing(row)) | cells
        sent = {f"card-{name}": text for name, text in texts.items()}
        for name, field in game.fields.items():
            if field.type == "list" and field.choices:
                sent[f"card-{name}"] = list(filter(None, texts[name].split("\n")))
        return sent | {"card-opened": services.last_state(game)}

    def send(self, row, do="preview", **cells):
        return self.as_keeper.post(self.path(row), self.values(row, **cells) | {"do": do, "card-everywhere": "on"})
