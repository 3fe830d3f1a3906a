import django.utils.timezone
from django.db import migrations, models

import deckbuilder.common.database


class Migration(migrations.Migration):
    dependencies = [
        ("decks", "0008_names_in_every_language"),
    ]

    operations = [
        migrations.AlterField(
            model_name="deck",
            name="opened_on",
            field=models.DateField(
                db_default=deckbuilder.common.database.Today(),
                default=django.utils.timezone.localdate,
                verbose_name="last opened on",
            ),
        ),
        migrations.AlterField(
            model_name="deck",
            name="search_text",
            field=models.TextField(db_default="", default="", editable=False),
        ),
    ]
