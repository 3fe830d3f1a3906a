from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def note_shared_decks(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Nobody knows when decks were shared: what they are now is public, their past is not."""
    decks = apps.get_model("decks", "Deck").objects.exclude(visibility="private")
    decks.update(shared_revision=models.F("revision"))


class Migration(migrations.Migration):
    dependencies = [
        ("decks", "0009_database_defaults"),
    ]

    operations = [
        migrations.AddField(
            model_name="deck",
            name="hidden_reason",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="The owner reads this. While there is a reason, only the owner sees the deck and cannot share it.",
                max_length=500,
                verbose_name="hidden because",
            ),
        ),
        migrations.AddField(
            model_name="deck",
            name="shared_revision",
            field=models.PositiveIntegerField(blank=True, editable=False, null=True, verbose_name="shared at revision"),
        ),
        migrations.RunPython(note_shared_decks, migrations.RunPython.noop, elidable=True),
    ]
