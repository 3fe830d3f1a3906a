"""A contract for import-linter: the name of a module says its layer, and imports go down."""

from collections.abc import Iterator
from fnmatch import fnmatch

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class RolesContract(Contract):
    """Within `package` a module belongs to the layer whose patterns match its name, or the name of a package it is in.

    `layers`: highest first, each a string of patterns; `*` stands for all names that no other layer has. A module
    imports none of a higher layer. Across apps, what is below `*` may import up to that layer: what an app offers.
    """

    package = fields.StringField()
    layers = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        broken = sorted(self._upward(graph))
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported in check.metadata["broken"]:
            output.print_error(f"{importer} imports {imported}, which is of a higher layer", bold=False)

    def _upward(self, graph: ImportGraph) -> Iterator[tuple[str, str]]:
        layers = [layer.split() for layer in self.layers]
        others = next(at for at, layer in enumerate(layers) if "*" in layer)
        for importer in graph.find_descendants(self.package):
            for imported in graph.find_modules_directly_imported_by(importer):
                if not self._in_app(imported) or not self._in_app(importer):
                    continue
                above, below = _layer(importer, layers, others), _layer(imported, layers, others)
                if self._app(importer) != self._app(imported):
                    above = min(above, others)
                if below < above:
                    yield importer, imported

    def _app(self, module: str) -> str:
        return module.removeprefix(f"{self.package}.").partition(".")[0]

    def _in_app(self, module: str) -> bool:
        return module.startswith(f"{self.package}.") and module.count(".") > self.package.count(".") + 1


def _layer(module: str, layers: list[list[str]], others: int) -> int:
    """The layer of the first of a module's names that a layer has, read from the app inwards."""
    for name in module.split(".")[2:]:
        for at, patterns in enumerate(layers):
            if at != others and any(fnmatch(name, pattern) for pattern in patterns):
                return at
    return others
