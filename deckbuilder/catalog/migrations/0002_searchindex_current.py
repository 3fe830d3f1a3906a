"""The index that counts says so itself: another can be made beside it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalog", "0001_initial")]

    operations = [
        # Until now a game had one index, which counted.
        migrations.AddField("searchindex", "current", models.BooleanField(default=True), preserve_default=False),
        migrations.AlterField("searchindex", "current", models.BooleanField(default=False)),
        migrations.RemoveIndex("searchindex", "index_newest"),
        migrations.AddConstraint(
            "searchindex",
            models.UniqueConstraint(fields=["game"], condition=models.Q(current=True), name="index_current_once"),
        ),
    ]
