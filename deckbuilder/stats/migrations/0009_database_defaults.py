import django.db.models.functions.datetime
import django.utils.timezone
from django.db import migrations, models

import deckbuilder.common.database


class Migration(migrations.Migration):
    dependencies = [
        ("stats", "0008_jobs"),
    ]

    operations = [
        migrations.AlterField(
            model_name="simulation",
            name="asked_at",
            field=models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(),
                default=django.utils.timezone.now,
                verbose_name="requested at",
            ),
        ),
        migrations.AlterField(
            model_name="simulation",
            name="asker",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Account or address that started it, for fair scheduling.",
                max_length=64,
            ),
        ),
        migrations.AlterField(
            model_name="simulation",
            name="keep",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AlterField(
            model_name="simulation",
            name="keep_turn",
            field=models.PositiveSmallIntegerField(
                db_default=0,
                default=0,
                help_text="The turn by which the mulligan aims to meet the goal; 0 is the opening hand.",
            ),
        ),
        migrations.AlterField(
            model_name="simulation",
            name="looked_on",
            field=models.DateField(
                db_default=deckbuilder.common.database.Today(),
                default=django.utils.timezone.localdate,
                help_text="The last day somebody viewed it.",
            ),
        ),
        migrations.AlterField(
            model_name="simulation",
            name="study",
            field=models.CharField(
                choices=[("games", "games"), ("pilot", "pilot"), ("hands", "hands")],
                db_default="games",
                default="games",
                max_length=10,
            ),
        ),
    ]
