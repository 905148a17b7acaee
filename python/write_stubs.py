# SPDX-License-Identifier: Apache-2.0
"""Writes _selectors.pyi, the types of the classes that pith makes from its catalogue.

    python write_stubs.py PATH_TO_CORE OUTPUT_DIRECTORY

Run when the package is built, before NumPy and scikit-learn need be there: only the compiled module
and the standard library are imported.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import types
from pathlib import Path
from typing import Any

HEAD = '''# SPDX-License-Identifier: Apache-2.0
"""Written by write_stubs.py from the catalogue of methods; not to be edited."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator  # type: ignore[import-untyped, unused-ignore]
from sklearn.feature_selection import (  # type: ignore[import-untyped, unused-ignore]
    SelectorMixin,
)
from typing_extensions import Self

from pith._results import Selection

__all__ = [
{names}
]

class Selector(SelectorMixin, BaseEstimator):  # type: ignore[misc, unused-ignore]
    selection_: Selection
    selection_order_: NDArray[np.intp]
    step_scores_: NDArray[np.float64]
    scores_: NDArray[np.float64]
    ranking_: NDArray[np.intp]
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    def transform(self, X: Any) -> Any: ...
    def inverse_transform(self, X: Any) -> Any: ...
    def get_support(self, indices: bool = False) -> NDArray[Any]: ...
    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]: ...
    def set_output(
        self, *, transform: Literal["default", "pandas", "polars"] | None = None
    ) -> Self: ...
    def get_params(self, deep: bool = True) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> Self: ...

SELECTORS: dict[str, type[Selector]]
'''


def package_parts(core: Path) -> tuple[types.ModuleType, types.ModuleType]:
    """The rules for names and types, and the compiled module, without the package around them."""
    package = types.ModuleType("pith")
    package.__path__ = [str(Path(__file__).parent / "pith")]
    sys.modules["pith"] = package
    spec = importlib.util.spec_from_file_location("pith._core", core)
    if spec is None or spec.loader is None:
        raise SystemExit(f"write_stubs.py: {core} is no module of this Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules["pith._core"] = module
    spec.loader.exec_module(module)
    return importlib.import_module("pith._catalog"), module


def class_lines(entry: Any, docstring: str) -> list[str]:
    lines = ["", f"class {entry.class_name}(Selector):", *docstring_lines(docstring)]
    lines += ["    def __init__(", "        self,"]
    for position, parameter in enumerate(entry.parameters):
        lines += ["        *,"] if position == 1 else []
        lines.append(f"        {parameter.name}: {parameter.annotation} = {parameter.default!r},")
    lines += ["    ) -> None: ..."]
    y = "y: Any" if entry.needs_target else "y: Any = None"
    if not entry.takes_weights:
        return [
            *lines,
            f"    def fit(self, X: Any, {y}) -> Self: ...",
            f"    def fit_transform(self, X: Any, {y}) -> Any: ...",
        ]
    return [
        *lines,
        f"    def fit(self, X: Any, {y}, sample_weight: Any = None) -> Self: ...",
        f"    def fit_transform(self, X: Any, {y}, *, sample_weight: Any = None) -> Any: ...",
        "    def set_fit_request(self, *, sample_weight: bool | str | None = ...) -> Self: ...",
    ]


def docstring_lines(text: str) -> list[str]:
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return [f"    {line}".rstrip() for line in f'"""{escaped}"""'.split("\n")]


def stub(catalog: Any, core: Any) -> str:
    entries = catalog.entries(core.methods())
    names = "\n".join(f'    "{name}",' for name in sorted(entry.class_name for entry in entries))
    lines = [HEAD.replace("{names}", names).rstrip("\n")]
    for entry in entries:
        lines += class_lines(entry, catalog.docstring(entry))
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> None:
    if len(arguments) != 2:
        raise SystemExit("usage: write_stubs.py PATH_TO_CORE OUTPUT_DIRECTORY")
    core, directory = (Path(argument) for argument in arguments)
    catalog, module = package_parts(core)
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "_selectors.pyi").write_text(stub(catalog, module), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
