from django.db import migrations, models

from deckbuilder.catalog.models import PlainJSON


class Migration(migrations.Migration):
    dependencies = [("events", "0004_addresses_and_authors")]

    operations = [
        migrations.AddField("event", "archived_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("event", "sets", models.JSONField(blank=True, encoder=PlainJSON, null=True)),
        migrations.AlterField(
            "event",
            "lists_visible",
            models.CharField(
                choices=[
                    ("never", "Never"),
                    ("end", "After the end"),
                    ("start", "From the start"),
                    ("now", "From now on"),
                ],
                default="never",
                max_length=5,
                verbose_name="lists are shown to everyone",
            ),
        ),
    ]
