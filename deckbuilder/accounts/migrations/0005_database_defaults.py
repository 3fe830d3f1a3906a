from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_searches"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="searches",
            field=models.JSONField(
                blank=True,
                db_default={},
                default=dict,
                help_text="By the game's slug and the search's name.",
                verbose_name="saved searches",
            ),
        ),
    ]
