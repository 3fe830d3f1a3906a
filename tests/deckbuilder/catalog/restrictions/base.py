"""What tests of edited restriction lists begin with."""

from datetime import timedelta

from django.contrib.auth.models import Group
from django.urls import reverse
from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import Printing, RestrictionList
from tests.deckbuilder.base import XLW, SiteTest

NEW = reverse("catalog:list_new", args=[XLW])


LISTS = reverse("catalog:lists", args=[XLW])


LEAGUE = {"title": "League", "version": "1", "effective_from": "2024-03-01"}


class EditingTest(SiteTest):
    """Carol writes the lists of 星靈王, by a ready group; three of its cards are `one`, `two` and `three`."""

    def setUp(self):
        super().setUp()
        self.carol = User.objects.create(username="carol")
        self.carol.groups.add(Group.objects.get(name="List editor of Xing Ling Wang"))
        self.as_carol = self.browser_of(self.carol)
        self.one, self.two, self.three = list(dict.fromkeys(self.cards().values_list("name", flat=True)))[:3]

    def cards(self):
        return Printing.objects.filter(game=XLW, card__kind="unit")

    def add(self, limits, do="announce", **fields):
        return self.as_carol.post(NEW, LEAGUE | {"limits": limits, "do": do} | fields)

    def edit(self, row, limits, do="correct", **fields):
        values = {"limits": limits, "do": do, "why": "A slip of the pen", "seen": len(row.corrections)}
        path = reverse("catalog:list_edit", args=[row.pk])
        return self.as_carol.post(path, LEAGUE | {"effective_from": row.effective_from.isoformat()} | values | fields)

    def refused(self, field, limits, **fields):
        """What is said beside that field."""
        answer = self.add(limits, **fields)
        assert answer.status_code == 422
        assert not RestrictionList.objects.exists()
        return "\n".join(answer.context["form"].errors[field])

    def announced(self, limits, days=0, **fields):
        """The list once it is public, with its day so many days from today."""
        day = (timezone.localdate() + timedelta(days=days)).isoformat()
        self.add(limits, effective_from=day, **fields)
        return RestrictionList.objects.get(version=fields.get("version", "1"))
