import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("decks", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="deckline",
            options={
                "ordering": ["position", "id"],
                "verbose_name": "line of a deck",
                "verbose_name_plural": "lines of decks",
            },
        ),
        migrations.AlterModelOptions(
            name="revision",
            options={
                "ordering": ["-number"],
                "verbose_name": "change to a deck",
                "verbose_name_plural": "changes to decks",
            },
        ),
        migrations.AlterField(
            model_name="deck",
            name="changed_at",
            field=models.DateTimeField(auto_now=True, verbose_name="changed at"),
        ),
        migrations.AlterField(
            model_name="deck",
            name="created_at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="created at"),
        ),
        migrations.AlterField(
            model_name="deck",
            name="format",
            field=models.CharField(max_length=40, verbose_name="format"),
        ),
        migrations.AlterField(
            model_name="deck",
            name="game",
            field=models.CharField(max_length=40, verbose_name="game"),
        ),
        migrations.AlterField(
            model_name="deck",
            name="name",
            field=models.CharField(blank=True, max_length=120, verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="deck",
            name="notes",
            field=models.TextField(blank=True, max_length=10000, verbose_name="notes"),
        ),
        migrations.AlterField(
            model_name="deck",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="decks",
                to=settings.AUTH_USER_MODEL,
                verbose_name="owner",
            ),
        ),
        migrations.AlterField(
            model_name="deck",
            name="visibility",
            field=models.CharField(
                choices=[
                    ("private", "Only me"),
                    ("link", "Everyone with the link"),
                    ("public", "Everyone, and listed"),
                ],
                default="private",
                max_length=8,
                verbose_name="visibility",
            ),
        ),
    ]
