from django.db import migrations
from django.db.models import F, Value
from django.db.models.functions import Concat, Lower

GAMES = ("xing-ling-wang", "legions", "echo-of-legends", "zero-dimension")
"""The games in which cards of one name and different kinds are different cards now."""


def name_kinds(apps, schema_editor):
    """Cards whose printings are of several kinds are parted when the catalog is derived anew, after the migrations."""
    cards = apps.get_model("catalog", "Card").objects.filter(game__in=GAMES)
    cards.update(key=Concat(F("key"), Value("|"), Lower("kind")))


def leave_kinds_out(apps, schema_editor):
    """Only of cards that are one without their kind: the others keep it."""
    cards = apps.get_model("catalog", "Card").objects
    for card in cards.filter(game__in=GAMES).only("key", "game").iterator():
        key = card.key.rpartition("|")[0]
        if not cards.filter(game=card.game, key=key).exists():
            cards.filter(pk=card.pk).update(key=key)


class Migration(migrations.Migration):
    dependencies = [("catalog", "0006_words")]

    operations = [migrations.RunPython(name_kinds, leave_kinds_out)]
