from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("stats", "0001_initial"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="simulationchunk",
            options={
                "ordering": ["number"],
                "verbose_name": "chunk of a simulation",
                "verbose_name_plural": "chunks of simulations",
            },
        ),
    ]
