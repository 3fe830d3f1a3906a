"""What the numbers in deck codes stand for, out of a catalog in memory."""

from games.engine.reading.catalogs.catalog import Catalog
from games.engine.reading.deck_codes import PRINTINGS, CodeEdition, digest_of


class MemoryCodeBook:
    """A CodeBook with an edition for each number of printings, the last one all."""

    def __init__(self, catalog: Catalog, *sizes: int) -> None:
        self.words = {PRINTINGS: list(catalog.printings)}
        for each in catalog.game.declarations:
            values = (str(printing.get(each.attribute) or "") for printing in catalog.printings.values())
            self.words[each.key] = list(dict.fromkeys(value for value in values if value not in ("", *each.neutral)))
        self.editions: list[CodeEdition] = []
        for size in (*sizes, len(catalog.printings)):
            self._add(size)

    def _add(self, size: int) -> None:
        before = self.editions[-1] if self.editions else CodeEdition(0, "", {})
        ends = {name: size if name == PRINTINGS else len(texts) for name, texts in self.words.items()}
        added = {name: texts[before.size(name) : ends[name]] for name, texts in self.words.items()}
        self.editions.append(CodeEdition(before.number + 1, digest_of(before.digest, added), ends))

    def numbers(self, words, texts):
        places = {text: place for place, text in enumerate(self.words[words])}
        return {text: places[text] for text in texts if text in places}

    def texts(self, words, numbers):
        return {number: self.words[words][number] for number in numbers}
