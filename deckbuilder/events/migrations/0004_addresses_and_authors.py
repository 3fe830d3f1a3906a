from django.conf import settings
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def name_authors(apps, schema_editor):
    """What accounts are called today is the best that is known of the entries there are."""
    users = apps.get_model("accounts", "User").objects.filter(pk=OuterRef("by"))
    log = apps.get_model("events", "LogEntry").objects.filter(by__isnull=False)
    log.update(by_name=Subquery(users.values("username")))


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0003_gate"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("entry", "email", models.EmailField("e-mail address", blank=True, max_length=254)),
        migrations.AddField("event", "started_under", models.CharField(blank=True, max_length=64)),
        migrations.AddField("event", "nonce", models.CharField(blank=True, max_length=40)),
        migrations.AddConstraint(
            "event",
            models.UniqueConstraint(
                condition=models.Q(("nonce", ""), _negated=True),
                fields=("created_by", "nonce"),
                name="event_nonce_once",
            ),
        ),
        migrations.AddField("logentry", "by_name", models.CharField(blank=True, max_length=150)),
        migrations.RunPython(name_authors, migrations.RunPython.noop),
    ]
