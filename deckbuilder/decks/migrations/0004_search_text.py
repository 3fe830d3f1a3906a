from collections import defaultdict

from django.db import migrations, models

from games.engine.texts.writing import fold

BATCH = 500


def fill(apps, schema_editor):
    """Write down what each deck is searched by; see search_texts.search_text."""
    Deck, DeckLine = apps.get_model("decks", "Deck"), apps.get_model("decks", "DeckLine")
    pks = list(Deck.objects.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(pks), BATCH):
        decks = list(Deck.objects.filter(pk__in=pks[start : start + BATCH]).only("pk", "name"))
        lines = DeckLine.objects.filter(deck__in=decks, printing__isnull=False).order_by()
        names = defaultdict(set)
        for deck, name in lines.values_list("deck", "printing__card__name_key"):
            names[deck].add(name)
        for deck in decks:
            deck.search_text = "\n".join((fold(deck.name), *sorted(names[deck.pk])))
        Deck.objects.bulk_update(decks, ["search_text"])


class Migration(migrations.Migration):
    dependencies = [("decks", "0003_opened_on"), ("catalog", "0004_names")]

    operations = [
        migrations.AddField(
            model_name="deck",
            name="search_text",
            field=models.TextField(default="", editable=False),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
