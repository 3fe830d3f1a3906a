from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0006_names")]

    operations = [
        migrations.AddField("entry", "present_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField(
            "event",
            "registration_until",
            models.DateTimeField(blank=True, null=True, verbose_name="registration until"),
        ),
        migrations.AddConstraint(
            "event",
            models.CheckConstraint(
                condition=models.Q(registration_until__lte=models.F("deadline")), name="event_registers_first"
            ),
        ),
    ]
