import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0003_sets_of_lists"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="place",
            options={"verbose_name": "place in a search index", "verbose_name_plural": "places in search indexes"},
        ),
        migrations.AlterModelOptions(
            name="posting",
            options={"verbose_name": "search term", "verbose_name_plural": "search terms"},
        ),
        migrations.AlterModelOptions(
            name="searchindex",
            options={"verbose_name": "search index", "verbose_name_plural": "search indexes"},
        ),
        migrations.AlterField(
            model_name="catalogimport",
            name="applied_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="applied at"),
        ),
        migrations.AlterField(
            model_name="catalogimport",
            name="complete",
            field=models.BooleanField(default=False, verbose_name="the whole catalog"),
        ),
        migrations.AlterField(
            model_name="catalogimport",
            name="created_at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="uploaded at"),
        ),
        migrations.AlterField(
            model_name="catalogimport",
            name="created_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                to=settings.AUTH_USER_MODEL,
                verbose_name="uploaded by",
            ),
        ),
        migrations.AlterField(
            model_name="catalogimport",
            name="error",
            field=models.JSONField(blank=True, null=True, verbose_name="error"),
        ),
        migrations.AlterField(
            model_name="catalogimport",
            name="file",
            field=models.FileField(upload_to="imports/", verbose_name="file"),
        ),
        migrations.AlterField(
            model_name="catalogimport",
            name="filename",
            field=models.CharField(max_length=200, verbose_name="name of the file"),
        ),
        migrations.AlterField(
            model_name="catalogimport",
            name="game",
            field=models.CharField(max_length=40, verbose_name="game"),
        ),
        migrations.AlterField(
            model_name="catalogimport",
            name="skip_bad",
            field=models.BooleanField(default=False, verbose_name="wrong rows left out"),
        ),
        migrations.AlterField(
            model_name="catalogimport",
            name="status",
            field=models.CharField(
                choices=[
                    ("waiting", "waiting"),
                    ("reading", "reading"),
                    ("preview", "preview"),
                    ("applying", "applying"),
                    ("applied", "applied"),
                    ("failed", "failed"),
                ],
                default="waiting",
                max_length=10,
                verbose_name="status",
            ),
        ),
        migrations.AlterField(
            model_name="restrictionlist",
            name="effective_from",
            field=models.DateField(verbose_name="in effect from"),
        ),
        migrations.AlterField(
            model_name="restrictionlist",
            name="format",
            field=models.CharField(
                blank=True, help_text="Empty: every format of the game.", max_length=40, verbose_name="format"
            ),
        ),
        migrations.AlterField(
            model_name="restrictionlist",
            name="game",
            field=models.CharField(max_length=40, verbose_name="game"),
        ),
        migrations.AlterField(
            model_name="restrictionlist",
            name="limits",
            field=models.JSONField(
                default=dict,
                help_text='Card name to copies allowed: {"雪女": 0, "天狗": 1}; null: as many as the rules allow.',
                verbose_name="cards",
            ),
        ),
        migrations.AlterField(
            model_name="restrictionlist",
            name="slug",
            field=models.SlugField(max_length=60, verbose_name="short name"),
        ),
        migrations.AlterField(
            model_name="restrictionlist",
            name="source",
            field=models.URLField(blank=True, verbose_name="source"),
        ),
        migrations.AlterField(
            model_name="restrictionlist",
            name="title",
            field=models.CharField(max_length=120, verbose_name="title"),
        ),
        migrations.AlterField(
            model_name="restrictionlist",
            name="version",
            field=models.CharField(max_length=40, verbose_name="version"),
        ),
    ]
