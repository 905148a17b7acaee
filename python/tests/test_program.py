# SPDX-License-Identifier: Apache-2.0
"""The package installs the command `pith` beside the interpreter."""

from __future__ import annotations

import subprocess
import sysconfig
from pathlib import Path

import pytest

import pith

PROGRAM = Path(sysconfig.get_path("scripts")) / "pith"

pytestmark = pytest.mark.skipif(
    not PROGRAM.is_file(), reason=f"the package is not installed by pip: {PROGRAM} does not exist"
)


def test_installed_program_has_the_version_of_the_package():
    command = [str(PROGRAM), "--version"]
    result = subprocess.run(command, check=True, capture_output=True, text=True)
    assert result.stdout == f"pith {pith.__version__}\n"
