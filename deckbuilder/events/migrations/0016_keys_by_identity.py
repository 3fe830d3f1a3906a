from django.db import migrations

from games.engine.model.cards import COMMON_NAMES, rule_spelling

IDENTITIES = {
    "xing-ling-wang": ("name", "kind"),
    "asteriated-grail": ("kind", "name", "element", "fate"),
    "legions": ("name", "kind"),
    "echo-of-legends": ("name", "rarity", "kind"),
    "zero-dimension": ("colour", "name", "kind"),
}
"""What makes two printings one card, by game."""

BATCH = 100


def rename(apps, schema_editor):
    """Submitted lists, what was counted of them and their overrides name cards by the keys that these have now."""
    printings = apps.get_model("catalog", "Printing").objects
    log = apps.get_model("events", "LogEntry").objects
    for game, identity in IDENTITIES.items():
        submissions = apps.get_model("events", "Submission").objects.filter(entry__event__game=game)
        if not submissions.exists():
            continue
        keys_by_code = {
            code: key_of(facts, identity) for code, facts in printings.filter(game=game).values_list("code", "facts")
        }
        for each in submissions.iterator(BATCH):
            keys = rename_list(each, keys_by_code, identity)
            if all(old == new for old, new in keys.items()):
                continue
            each.save(update_fields=["cards", "deck"])
            for check in each.checks.all():
                check.counted = [[zone, keys.get(key, key), *rest] for zone, key, *rest in check.counted]
                check.extra = [[keys.get(key, key), *rest] for key, *rest in check.extra]
                check.save(update_fields=["counted", "extra"])
            for entry in log.filter(about=each.entry_id, what="overridden", params__version=each.version):
                entry.params["problems"] = [rename_problem(problem, keys) for problem in entry.params["problems"]]
                entry.save(update_fields=["params"])


def key_of(facts, identity):
    values = facts.get("values", {})
    return "|".join(
        rule_spelling(name, facts.get(name) if name in COMMON_NAMES else values.get(name)) for name in identity
    )


def rename_list(submission, keys_by_code, identity):
    """The new key of each card, of one that is now several the first in the list; the list has its cards under them."""
    cards, keys = submission.cards, {}
    submission.cards = {}
    for lines in submission.deck["zones"].values():
        for line in lines:
            old, code = line[0], line[2]
            facts = cards[old]["facts"]
            line[0] = keys_by_code.get(code) or key_of(facts, identity)
            keys.setdefault(old, line[0])
            submission.cards.setdefault(line[0], cards[old] | {"facts": facts | {"key": line[0]}})
    return keys


def rename_problem(problem, keys):
    """A problem of an override ends with the keys of its cards (see readiness)."""
    *head, cards = problem.split(" ", 3)
    return " ".join([*head, ",".join(sorted(keys.get(key, key) for key in cards.split(",")))])


class Migration(migrations.Migration):
    dependencies = [("catalog", "0010_database_defaults"), ("events", "0015_settled_entries")]

    operations = [migrations.RunPython(rename, migrations.RunPython.noop)]
