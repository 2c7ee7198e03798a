"""One club is there from the start; events need somebody to belong to."""

from django.db import migrations


def add_first_club(apps, schema_editor):
    club = apps.get_model("tournament", "Club")
    club.objects.using(schema_editor.connection.alias).get_or_create(
        slug="club", defaults={"name": "Our club", "contact": "the desk"}
    )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]

    operations = [migrations.RunPython(add_first_club, migrations.RunPython.noop)]
