import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F


def confirm(apps, schema_editor):
    """Addresses that players gave with their own accounts, and nobody changed since, count as before."""
    entries = apps.get_model("events", "Entry").objects
    roles, logs = apps.get_model("events", "Role").objects, apps.get_model("events", "LogEntry").objects
    staff = roles.filter(event=models.OuterRef("event"), user=models.OuterRef("user"))
    changed = logs.filter(about=models.OuterRef("pk"), what="amended").exclude(by=models.OuterRef("user"))
    own = entries.filter(user=F("added_by")).exclude(email="")
    own.exclude(models.Exists(staff)).exclude(models.Exists(changed)).update(address_confirmed_at=F("added_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0007_registration_and_check_in"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("entry", "address_confirmed_at", models.DateTimeField(blank=True, null=True)),
        migrations.CreateModel(
            "LetterOrder",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ordered_at", models.DateTimeField(db_index=True)),
                ("count", models.PositiveIntegerField()),
                (
                    "event",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="letter_orders",
                        to="events.event",
                    ),
                ),
                (
                    "ordered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            {"verbose_name": "e-mail job", "verbose_name_plural": "e-mail jobs"},
        ),
        migrations.CreateModel(
            "NoLetters",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address", models.CharField(max_length=64)),
                ("since", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="no_letters", to="events.event"
                    ),
                ),
            ],
            {
                "verbose_name": "unsubscribed address",
                "verbose_name_plural": "unsubscribed addresses",
                "constraints": [models.UniqueConstraint(fields=("event", "address"), name="no_letters_once")],
            },
        ),
        migrations.RunPython(confirm, migrations.RunPython.noop),
    ]
