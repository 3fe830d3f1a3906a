from django.db import migrations, models

import deckbuilder.catalog.models


class Migration(migrations.Migration):
    dependencies = [
        ("playtest", "0005_comparison"),
    ]

    operations = [
        migrations.AlterField(
            model_name="playtest",
            name="hand",
            field=models.JSONField(
                blank=True, db_default=[], default=list, encoder=deckbuilder.catalog.models.PlainJSON
            ),
        ),
        migrations.AlterField(
            model_name="playtest",
            name="keep",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AlterField(
            model_name="playtest",
            name="keep_turn",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AlterField(
            model_name="playtest",
            name="trial",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AlterField(
            model_name="playtestnode",
            name="note",
            field=models.TextField(blank=True, db_default="", default="", max_length=1000),
        ),
    ]
