from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("playtest", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="playtestnode",
            name="note",
            field=models.TextField(blank=True, max_length=1000),
        ),
    ]
