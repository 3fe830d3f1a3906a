from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.CreateModel(
            "Creation",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("what", models.CharField(max_length=10)),
                ("person", models.CharField(blank=True, max_length=64)),
                ("address", models.CharField(blank=True, max_length=64)),
                ("at", models.DateTimeField(db_index=True)),
            ],
            {
                "verbose_name": "creation",
                "verbose_name_plural": "creations",
                "indexes": [
                    models.Index(fields=["person", "what", "at"], name="creation_by_person"),
                    models.Index(fields=["address", "what", "at"], name="creation_by_address"),
                ],
            },
        ),
    ]
