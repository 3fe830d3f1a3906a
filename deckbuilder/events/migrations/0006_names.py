import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import deckbuilder.catalog.models
import deckbuilder.events.models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0005_sets_and_archive"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="role",
            options={"ordering": ["-role", "id"], "verbose_name": "role", "verbose_name_plural": "roles"},
        ),
        migrations.AlterField(
            model_name="deckcheck",
            name="checked_at",
            field=models.DateTimeField(verbose_name="checked at"),
        ),
        migrations.AlterField(
            model_name="deckcheck",
            name="checked_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="checked by",
            ),
        ),
        migrations.AlterField(
            model_name="deckcheck",
            name="counted",
            field=models.JSONField(encoder=deckbuilder.catalog.models.PlainJSON, verbose_name="what was counted"),
        ),
        migrations.AlterField(
            model_name="deckcheck",
            name="extra",
            field=models.JSONField(encoder=deckbuilder.catalog.models.PlainJSON, verbose_name="cards not on the list"),
        ),
        migrations.AlterField(
            model_name="deckcheck",
            name="nonce",
            field=models.CharField(max_length=40, verbose_name="form number"),
        ),
        migrations.AlterField(
            model_name="deckcheck",
            name="note",
            field=models.CharField(blank=True, max_length=1000, verbose_name="note"),
        ),
        migrations.AlterField(
            model_name="deckcheck",
            name="outcome",
            field=models.CharField(
                choices=[
                    ("clean", "No problem"),
                    ("corrected", "Corrected"),
                    ("warning", "Warning"),
                    ("penalty", "Penalty"),
                    ("disqualified", "Disqualified"),
                ],
                max_length=12,
                verbose_name="outcome",
            ),
        ),
        migrations.AlterField(
            model_name="deckcheck",
            name="submission",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="checks",
                to="events.submission",
                verbose_name="submission",
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="archived_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="archived at"),
        ),
        migrations.AlterField(
            model_name="event",
            name="created_at",
            field=models.DateTimeField(verbose_name="created at"),
        ),
        migrations.AlterField(
            model_name="event",
            name="created_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="created by",
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="ended_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="ended at"),
        ),
        migrations.AlterField(
            model_name="event",
            name="format",
            field=models.CharField(max_length=40, verbose_name="format"),
        ),
        migrations.AlterField(
            model_name="event",
            name="game",
            field=models.CharField(max_length=40, verbose_name="game"),
        ),
        migrations.AlterField(
            model_name="event",
            name="nonce",
            field=models.CharField(blank=True, max_length=40, verbose_name="form number"),
        ),
        migrations.AlterField(
            model_name="event",
            name="own_limits",
            field=models.JSONField(
                blank=True,
                default=dict,
                encoder=deckbuilder.catalog.models.PlainJSON,
                verbose_name="the organiser’s own list",
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="pinned",
            field=models.JSONField(
                blank=True, default=list, encoder=deckbuilder.catalog.models.PlainJSON, verbose_name="restriction lists"
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="sets",
            field=models.JSONField(
                blank=True, encoder=deckbuilder.catalog.models.PlainJSON, null=True, verbose_name="sets allowed"
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="slug",
            field=models.CharField(
                default=deckbuilder.events.models.new_slug,
                max_length=20,
                unique=True,
                verbose_name="URL code",
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="started_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="started at"),
        ),
        migrations.AlterField(
            model_name="event",
            name="started_under",
            field=models.CharField(blank=True, max_length=64, verbose_name="rules digest"),
        ),
        migrations.AlterField(
            model_name="logentry",
            name="about",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="log",
                to="events.entry",
                verbose_name="entry",
            ),
        ),
        migrations.AlterField(
            model_name="logentry",
            name="at",
            field=models.DateTimeField(verbose_name="when"),
        ),
        migrations.AlterField(
            model_name="logentry",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="done by",
            ),
        ),
        migrations.AlterField(
            model_name="logentry",
            name="by_name",
            field=models.CharField(blank=True, max_length=150, verbose_name="name of the account then"),
        ),
        migrations.AlterField(
            model_name="logentry",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="log", to="events.event", verbose_name="event"
            ),
        ),
        migrations.AlterField(
            model_name="logentry",
            name="number",
            field=models.PositiveIntegerField(verbose_name="number"),
        ),
        migrations.AlterField(
            model_name="logentry",
            name="params",
            field=models.JSONField(default=dict, encoder=deckbuilder.catalog.models.PlainJSON, verbose_name="details"),
        ),
        migrations.AlterField(
            model_name="logentry",
            name="what",
            field=models.CharField(max_length=30, verbose_name="what was done"),
        ),
        migrations.AlterField(
            model_name="role",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="roles",
                to="events.event",
                verbose_name="event",
            ),
        ),
        migrations.AlterField(
            model_name="role",
            name="role",
            field=models.CharField(
                choices=[("organiser", "Organiser"), ("judge", "Judge")], max_length=9, verbose_name="role"
            ),
        ),
        migrations.AlterField(
            model_name="role",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="event_roles",
                to=settings.AUTH_USER_MODEL,
                verbose_name="account",
            ),
        ),
    ]
