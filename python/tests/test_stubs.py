# SPDX-License-Identifier: Apache-2.0
"""The stubs: generated without NumPy, with a typed class for each method, checked by mypy."""

import ast
import inspect
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pith
from pith import _core

WRITER = Path(__file__).parents[1] / "write_stubs.py"

USE = """
import numpy as np
import pith

X = np.zeros((4, 3))
y = np.array([0, 1, 0, 1])
selector = pith.MRMR(k=2, form="quotient", epsilon=0.1, missing="level", n_jobs=-1)
order = selector.fit(X, y, sample_weight=[1, 2, 1, 2]).selection_order_.tolist()
first: int = order[0]
score: float = float(selector.scores_[0])
names: list[str] = selector.get_feature_names_out().tolist()
pith.InfFS(alpha=0.3).fit(X)
pith.InfFS(alpha="cv", k="auto", auto="cv").fit(X, y)
pith.MRMR().set_fit_request(sample_weight=True).set_output(transform="pandas").transform(X)
"""

MISUSE = [
    ('pith.MRMR(form="product")', "arg-type"),
    ("pith.MRMR(epsilon='small')", "arg-type"),
    ("pith.MRMR(shrinkage=0.5)", "call-arg"),
    ('pith.MRMR(missing="spread")', "arg-type"),
    ("pith.MRMR(2, 'quotient')", "call-arg"),
    ("pith.GCMI(cap=0.5)", "arg-type"),
    ("pith.ReliefF(neighbours=2.5)", "arg-type"),
    ('pith.InfFS(alpha="auto")', "arg-type"),
    ("pith.ReliefF().fit([[1]], [1], sample_weight=[1])", "call-arg"),
    ("pith.MRMR().fit([[1]])", "call-arg"),
    ('pith.MRMR().set_output(transform="numpy")', "arg-type"),
]


@pytest.fixture(scope="module")
def stub(tmp_path_factory):
    if not WRITER.exists():
        pytest.skip("the tests run without the sources of the package")
    folder = tmp_path_factory.mktemp("stubs")
    # -I and -S: neither NumPy nor anything else that is installed can be imported.
    command = [sys.executable, "-I", "-S", str(WRITER), _core.__file__, str(folder)]
    subprocess.run(command, check=True)
    return folder / "_selectors.pyi"


def test_there_is_a_class_for_every_method(stub):
    tree = ast.parse(stub.read_text(encoding="utf-8"))
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    assert set(classes) == {method.class_name for method in pith.methods()} | {"Selector"}


def test_signatures_are_those_of_the_classes(stub):
    tree = ast.parse(stub.read_text(encoding="utf-8"))
    for node in tree.body:
        if not isinstance(node, ast.ClassDef) or node.name == "Selector":
            continue
        functions = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
        selector = getattr(pith, node.name)
        for name in ("__init__", "fit"):
            written = functions[name].args
            names = [argument.arg for argument in written.args + written.kwonlyargs]
            assert names == list(inspect.signature(getattr(selector, name)).parameters)
        defaults = [ast.literal_eval(value) for value in written_defaults(functions["__init__"])]
        made = inspect.signature(selector).parameters.values()
        assert defaults == [parameter.default for parameter in made]
        assert ast.get_docstring(node) == inspect.getdoc(selector).rstrip()


def written_defaults(function):
    return [*function.args.defaults, *function.args.kw_defaults]


@pytest.fixture(scope="module")
def package(stub, tmp_path_factory):
    """The package as it is installed, with its stubs, as mypy finds it."""
    root = tmp_path_factory.mktemp("installed")
    shutil.copytree(Path(pith.__file__).parent, root / "pith")
    shutil.copy(stub, root / "pith")
    return root


def mypy(package, tmp_path, source):
    """The output of mypy for a program of a user."""
    api = pytest.importorskip("mypy.api")
    program = tmp_path / "program.py"
    program.write_text(source, encoding="utf-8")
    arguments = ["--strict", "--cache-dir", str(package / "cache"), "--follow-imports", "silent"]
    mypy_path = pytest.MonkeyPatch()
    with mypy_path.context() as patch:
        patch.setenv("MYPYPATH", str(package))
        return api.run([*arguments, str(program)])[0]


def test_mypy_accepts_correct_use(package, tmp_path):
    assert "Success" in mypy(package, tmp_path, USE)


def test_mypy_rejects_misuse(package, tmp_path):
    lines = ["import pith", *(line for line, _ in MISUSE)]
    found = mypy(package, tmp_path, "\n".join(lines) + "\n")
    for number, (line, code) in enumerate(MISUSE, start=2):
        assert f"program.py:{number}: error" in found, line
        complaints = [text for text in found.splitlines() if f"program.py:{number}:" in text]
        assert any(f"[{code}]" in text for text in complaints), (line, complaints)
