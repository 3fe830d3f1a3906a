from collections import defaultdict

from django.db import migrations

from games.engine.texts.writing import fold

BATCH = 500


def fill(apps, schema_editor):
    """Let decks be found by all names of their cards; see search_texts.search_text."""
    Deck, DeckLine = apps.get_model("decks", "Deck"), apps.get_model("decks", "DeckLine")
    pks = list(Deck.objects.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(pks), BATCH):
        decks = list(Deck.objects.filter(pk__in=pks[start : start + BATCH]).only("pk", "name"))
        lines = DeckLine.objects.filter(deck__in=decks, printing__isnull=False).exclude(zone="maybe").order_by()
        names = defaultdict(set)
        for deck, name, facts in lines.values_list("deck", "printing__card__name", "printing__card__facts"):
            names[deck].update(map(fold, (name, *facts.get("alt_names", ()))))
        for deck in decks:
            deck.search_text = "\n".join((fold(deck.name), *sorted(names[deck.pk])))
        Deck.objects.bulk_update(decks, ["search_text"])


class Migration(migrations.Migration):
    dependencies = [("decks", "0007_versions"), ("catalog", "0009_deck_codes")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
