import django.db.models.functions.datetime
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0009_deck_codes"),
    ]

    operations = [
        migrations.AlterField(
            model_name="catalogimport",
            name="asked_at",
            field=models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(),
                default=django.utils.timezone.now,
                verbose_name="requested at",
            ),
        ),
        migrations.AlterField(
            model_name="catalogimport",
            name="done",
            field=models.PositiveIntegerField(db_default=0, default=0, verbose_name="progress"),
        ),
        migrations.AlterField(
            model_name="catalogimport",
            name="total",
            field=models.PositiveIntegerField(db_default=1, default=1, verbose_name="total"),
        ),
        migrations.AlterField(
            model_name="restrictionlist",
            name="sets",
            field=models.JSONField(
                blank=True,
                db_default=[],
                default=list,
                help_text='Names of sets: ["SPRING", "AUTUMN"]; empty: all.',
                verbose_name="only these sets",
            ),
        ),
        migrations.AlterField(
            model_name="searchindex",
            name="current",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
