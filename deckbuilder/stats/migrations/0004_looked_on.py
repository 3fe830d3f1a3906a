import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("stats", "0003_turns")]

    operations = [
        migrations.AddField(
            "simulation",
            "looked_on",
            models.DateField(default=django.utils.timezone.localdate, help_text="The last day somebody viewed it."),
        ),
    ]
