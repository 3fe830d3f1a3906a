"""A contract for import-linter: the name of a module says its layer, and imports go down."""

from collections.abc import Iterator
from fnmatch import fnmatch

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class RolesContract(Contract):
    """Every module within the apps of `package` has a layer, and imports none of a higher one.

    A module belongs to the layer that has its name, or the name of a package it is in, which counts first.
    """

    package = fields.StringField()

    layers = fields.ListField(subfield=fields.StringField())
    """Highest first, each a string of patterns; one that ends in a slash is of packages."""

    offered = fields.StringField()
    """A name in the highest layer that modules of lower ones may import from another app."""

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        self._patterns = [layer.split() for layer in self.layers]
        placed = {module: self._layer(module) for module in self._modules(graph)}
        homeless = [
            f"{module} has no layer; give its name one in pyproject.toml"
            for module, layer in placed.items()
            if layer is None
        ]
        unused = {pattern for layer in self._patterns for pattern in layer} - {
            pattern for module in placed for name in self._names(module) for pattern in self._matches(name)
        }
        problems = [*homeless, *(f"{pattern} is the name of no module" for pattern in unused)]
        problems += self._upward(graph, {module: layer for module, layer in placed.items() if layer is not None})
        return ContractCheck(kept=not problems, metadata={"problems": sorted(problems)})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for problem in check.metadata["problems"]:
            output.print_error(problem, bold=False)

    def _modules(self, graph: ImportGraph) -> Iterator[str]:
        """The modules in apps, and those packages in which there is more than modules."""
        for module in sorted(graph.find_descendants(self.package)):
            is_in_app = module.count(".") > self.package.count(".") + 1
            if is_in_app and (not graph.find_children(module) or graph.find_modules_directly_imported_by(module)):
                yield module

    def _names(self, module: str) -> list[str]:
        *packages, name = module.removeprefix(f"{self.package}.").split(".")
        return [*(f"{package}/" for package in packages), name]

    def _matches(self, name: str) -> list[str]:
        is_package = name.endswith("/")
        patterns = [pattern for layer in self._patterns for pattern in layer if pattern.endswith("/") == is_package]
        return [pattern for pattern in patterns if fnmatch(name, pattern)]

    def _layer(self, module: str) -> int | None:
        for name in self._names(module):
            for pattern in self._matches(name):
                return next(at for at, layer in enumerate(self._patterns) if pattern in layer)
        return None

    def _upward(self, graph: ImportGraph, placed: dict[str, int]) -> Iterator[str]:
        offered = next(at for at, layer in enumerate(self._patterns) if self.offered in layer)
        for importer, above in placed.items():
            for imported in graph.find_modules_directly_imported_by(importer) & placed.keys():
                is_same_app = self._names(importer)[0] == self._names(imported)[0]
                if placed[imported] < (above if is_same_app else min(above, offered)):
                    yield f"{importer} imports {imported}, which is of a higher layer"
