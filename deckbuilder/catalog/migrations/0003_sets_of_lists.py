from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalog", "0002_searchindex_current")]

    operations = [
        migrations.AddField(
            "restrictionlist",
            "sets",
            models.JSONField(
                blank=True,
                default=list,
                help_text='Names of sets: ["SPRING", "AUTUMN"]; empty: all.',
                verbose_name="only these sets",
            ),
        ),
    ]
