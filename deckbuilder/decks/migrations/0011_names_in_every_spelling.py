from collections import defaultdict

from django.db import migrations

from games.engine.texts.writing import fold

BATCH = 500


def fill(apps, schema_editor):
    """Write the search texts as names are folded now: without accents, with more look-alike punctuation."""
    Deck, DeckLine = apps.get_model("decks", "Deck"), apps.get_model("decks", "DeckLine")
    pks = list(Deck.objects.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(pks), BATCH):
        decks = list(Deck.objects.filter(pk__in=pks[start : start + BATCH]).only("pk", "name", "search_text"))
        lines = DeckLine.objects.filter(deck__in=decks, printing__isnull=False).exclude(zone="maybe").order_by()
        names = defaultdict(set)
        for deck, name, facts in lines.values_list("deck", "printing__card__name", "printing__card__facts"):
            names[deck].update(map(fold, (name, *facts.get("alt_names", ()))))
        stale = []
        for deck in decks:
            text = "\n".join((fold(deck.name), *sorted(names[deck.pk])))
            if text != deck.search_text:
                deck.search_text = text
                stale.append(deck)
        Deck.objects.bulk_update(stale, ["search_text"])


class Migration(migrations.Migration):
    dependencies = [("decks", "0010_hidden_and_shared"), ("catalog", "0009_deck_codes")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
