import django.db.models.functions.datetime
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0012_jobs"),
    ]

    operations = [
        migrations.AlterField(
            model_name="bulkupload",
            name="asked_at",
            field=models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(),
                default=django.utils.timezone.now,
                verbose_name="requested at",
            ),
        ),
        migrations.AlterField(
            model_name="bulkupload",
            name="done",
            field=models.PositiveIntegerField(db_default=0, default=0, verbose_name="progress"),
        ),
        migrations.AlterField(
            model_name="bulkupload",
            name="large",
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AlterField(
            model_name="bulkupload",
            name="task",
            field=models.CharField(
                blank=True,
                choices=[("read", "Read"), ("apply", "Apply")],
                db_default="",
                db_index=True,
                default="",
                max_length=5,
            ),
        ),
        migrations.AlterField(
            model_name="bulkupload",
            name="total",
            field=models.PositiveIntegerField(db_default=1, default=1, verbose_name="total"),
        ),
        migrations.AlterField(
            model_name="entry",
            name="email",
            field=models.EmailField(
                blank=True, db_default="", default="", max_length=254, verbose_name="e-mail address"
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="nonce",
            field=models.CharField(blank=True, db_default="", default="", max_length=40, verbose_name="form number"),
        ),
        migrations.AlterField(
            model_name="event",
            name="started_under",
            field=models.CharField(blank=True, db_default="", default="", max_length=64, verbose_name="rules digest"),
        ),
        migrations.AlterField(
            model_name="judgingrun",
            name="asked_at",
            field=models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(),
                default=django.utils.timezone.now,
                verbose_name="requested at",
            ),
        ),
        migrations.AlterField(
            model_name="judgingrun",
            name="done",
            field=models.PositiveIntegerField(db_default=0, default=0, verbose_name="progress"),
        ),
        migrations.AlterField(
            model_name="judgingrun",
            name="total",
            field=models.PositiveIntegerField(db_default=1, default=1, verbose_name="total"),
        ),
        migrations.AlterField(
            model_name="logentry",
            name="by_name",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=150, verbose_name="name of the account then"
            ),
        ),
    ]
