from django.db import migrations

GAMES = ("xing-ling-wang", "legions", "echo-of-legends", "zero-dimension")
BATCH = 100


def name_kinds(apps, schema_editor):
    """Lists that were handed in, what was counted of them and what they were let through with name cards by the keys
    they have now. A line that says its printing is of that printing's kind."""
    printings = apps.get_model("catalog", "Printing").objects
    log = apps.get_model("events", "LogEntry").objects
    for game in GAMES:
        kinds = dict(printings.filter(game=game).values_list("code", "facts__kind"))
        for each in apps.get_model("events", "Submission").objects.filter(entry__event__game=game).iterator(BATCH):
            keys = _rename(each, kinds)
            each.save(update_fields=["cards", "deck"])
            for check in each.checks.all():
                check.counted = [[zone, keys.get(key, key), *rest] for zone, key, *rest in check.counted]
                check.extra = [[keys.get(key, key), *rest] for key, *rest in check.extra]
                check.save(update_fields=["counted", "extra"])
            for entry in log.filter(about=each.entry_id, what="overridden", params__version=each.version):
                entry.params["problems"] = [_problem(problem, keys) for problem in entry.params["problems"]]
                entry.save(update_fields=["params"])


def _rename(submission, kinds):
    """The cards of a list under their new keys; which old key became which, of a card in two kinds the list's own."""
    cards = submission.cards
    keys = {key: f"{key}|{card['facts']['kind'].lower()}" for key, card in cards.items()}
    submission.cards = {keys[key]: _under(keys[key], card, card["facts"]["kind"]) for key, card in cards.items()}
    for lines in submission.deck["zones"].values():
        for line in lines:
            old, kind = line[0], kinds.get(line[2])
            line[0] = f"{old}|{kind.lower()}" if kind else keys[old]
            submission.cards.setdefault(line[0], _under(line[0], cards[old], kind))
    return keys


def _under(key, card, kind):
    return card | {"facts": card["facts"] | {"key": key, "kind": kind}}


def _problem(problem, keys):
    """A problem of an override ends with the keys of its cards (see readiness)."""
    *head, cards = problem.split(" ", 3)
    return " ".join([*head, ",".join(sorted(keys.get(key, key) for key in cards.split(",")))])


class Migration(migrations.Migration):
    dependencies = [("catalog", "0007_keys_with_kinds"), ("events", "0010_words")]

    operations = [migrations.RunPython(name_kinds, migrations.RunPython.noop)]
