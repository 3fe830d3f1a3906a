import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """Decks there are count as opened on the day of the migration: none is removed sooner than was said."""

    dependencies = [("decks", "0002_names")]

    operations = [
        migrations.AddField(
            "deck", "opened_on", models.DateField("last opened on", default=django.utils.timezone.localdate)
        ),
    ]
