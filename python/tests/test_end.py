# SPDX-License-Identifier: Apache-2.0
"""Python may end while threads of its own are still at work in pith."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import threading, time
import numpy as np, pith

rng = np.random.default_rng(0)
X = rng.normal(size=(3000, 1500))
y = rng.integers(0, 2, 3000)
begun = threading.Event()

def work():
    while True:
        begun.set()
        pith.select(X, y, "mrmr", 40)

threading.Thread(target=work, daemon=True).start()
begun.wait()
time.sleep({delay})
"""


@pytest.mark.parametrize("delay", [0.0, 0.05, 0.3])
def test_python_ends_quietly_while_a_thread_selects(delay):
    command = [sys.executable, "-c", PROGRAM.format(delay=delay)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_selects_for_functions_that_run_at_the_end():
    program = """
import atexit
import numpy as np

X = np.random.default_rng(0).normal(size=(50, 5))

def late():
    print(len(pith.select(X, np.arange(50) % 2, "mim", 2)))

atexit.register(late)
import pith
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "2\n", "")
