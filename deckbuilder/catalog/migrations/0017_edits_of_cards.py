"""Changes of cards on their pages are recorded like imports, and each undone change is known."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalog", "0016_states_of_catalogs")]

    operations = [
        migrations.AddField(
            model_name="catalogstate",
            name="code",
            field=models.CharField(blank=True, db_default="", default="", max_length=80, verbose_name="number"),
        ),
        migrations.AddField(
            model_name="catalogstate",
            name="undoes",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="undone_by",
                to="catalog.catalogstate",
            ),
        ),
        migrations.AlterField(
            model_name="catalogstate",
            name="kind",
            field=models.CharField(
                choices=[
                    ("import", "import"),
                    ("edit", "change of a card"),
                    ("undo", "change undone"),
                    ("other", "other change"),
                ],
                default="other",
                max_length=10,
                verbose_name="kind",
            ),
        ),
    ]
