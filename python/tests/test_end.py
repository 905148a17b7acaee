# SPDX-License-Identifier: Apache-2.0
"""Python may exit while its threads still run pith."""

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
        pith.select(X, y, {method!r}, 40)

threading.Thread(target=work, daemon=True).start()
begun.wait()
time.sleep({delay})
"""


def run(program):
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)


# The last takes minutes and must be stopped; the others start and finish all the time.
@pytest.mark.parametrize(
    ("method", "delay"), [("mrmr", 0.0), ("mim", 0.02), ("fisher", 0.05), ("dp", 0.5)]
)
def test_python_ends_quietly_while_a_thread_selects(method, delay):
    ended = run(PROGRAM.format(method=method, delay=delay))
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_a_child_does_not_wait_for_threads_of_its_parent():
    child = """
import os, sys, warnings
warnings.simplefilter("ignore")  # of forks beside threads
if os.fork() == 0:
    sys.exit(3)
print(os.waitstatus_to_exitcode(os.wait()[1]))
"""
    ended = run(PROGRAM.format(method="dp", delay=0.5) + child)
    assert (ended.returncode, ended.stdout) == (0, "3\n")


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
    ended = run(program)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "2\n", "")
