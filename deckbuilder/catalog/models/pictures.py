"""Pictures of cards that keepers uploaded."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class CardPicture(models.Model):
    """A picture as the site wrote it. Like uploaded files it is kept in the database, which all machines of the site
    share and which backups have; MEDIA_DIR only holds copies.

    `is_kept`: a printing has, or had, it; it then stays, since every change of a printing can be undone.
    """

    name = models.CharField(max_length=40, unique=True, help_text="Made of the digest of its bytes.")
    data = models.BinaryField()
    game = models.CharField(max_length=40)
    is_kept = models.BooleanField(default=False, db_default=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, verbose_name=_("uploaded by")
    )
    created_at = models.DateTimeField(_("uploaded at"), auto_now_add=True)

    class Meta:
        verbose_name = _("picture of a card")
        verbose_name_plural = _("pictures of cards")

    def __str__(self) -> str:
        return self.name
