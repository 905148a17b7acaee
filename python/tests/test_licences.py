# SPDX-License-Identifier: Apache-2.0
"""The wheel ships the licence texts of everything that is compiled into it."""

from importlib.metadata import distribution
from pathlib import Path

import pytest


def test_every_library_that_is_compiled_in_comes_with_its_licence():
    files = [Path(str(file)) for file in distribution("pith").files or []]
    page = [file for file in files if file.name == "THIRD-PARTY.md"]
    if not page:
        pytest.skip("the package is not installed from a wheel")
    text = distribution("pith").locate_file(page[0]).read_text(encoding="utf-8")
    rows = [line.split("|") for line in text.splitlines() if line.startswith("| ")]
    compiled = [row[1].strip() for row in rows if "compiled in" in row[2]]
    shipped = {file.stem for file in files if file.suffix == ".txt" and "licenses" in file.parts}
    assert len(compiled) >= 9
    assert set(compiled) <= shipped
