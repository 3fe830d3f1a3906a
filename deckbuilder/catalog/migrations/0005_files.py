from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def move_files(apps, schema_editor):
    """From the folder that only one machine had into the database; a file that is gone already stays away."""
    CatalogImport, CatalogFile = (apps.get_model("catalog", name) for name in ("CatalogImport", "CatalogFile"))
    for upload in CatalogImport.objects.exclude(file="").only("file").iterator():
        path = Path(settings.VAR, "media", str(upload.file))
        if path.is_file():
            CatalogFile.objects.create(upload=upload, data=path.read_bytes())


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0004_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="catalogimport",
            name="beat_at",
            field=models.DateTimeField(default=django.utils.timezone.now, verbose_name="last sign of life"),
        ),
        migrations.AddField(
            model_name="catalogimport",
            name="done",
            field=models.PositiveIntegerField(
                default=0, help_text="How far a worker has come.", verbose_name="done so far"
            ),
        ),
        migrations.AddField(
            model_name="catalogimport",
            name="total",
            field=models.PositiveIntegerField(default=1, verbose_name="in all"),
        ),
        migrations.CreateModel(
            name="CatalogFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("data", models.BinaryField()),
                (
                    "upload",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="file", to="catalog.catalogimport"
                    ),
                ),
            ],
            options={"verbose_name": "catalog file", "verbose_name_plural": "catalog files"},
        ),
        migrations.RunPython(move_files, migrations.RunPython.noop),
        migrations.RemoveField(model_name="catalogimport", name="file"),
    ]
