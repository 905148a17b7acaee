# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C stops the work, and other Python threads run meanwhile."""

from __future__ import annotations

import faulthandler
import gzip
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import pith


@pytest.fixture(autouse=True)
def _handle_signals() -> Iterator[None]:
    """A shell starts background jobs with SIGINT ignored, so the handler is set here. Work that
    does not stop takes hours: the run is then aborted with a traceback."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    faulthandler.dump_traceback_later(120, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()
    signal.signal(signal.SIGINT, before)


def _long_work() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(0)
    return random.normal(size=(4_000, 400)), random.integers(0, 2, 4_000)


def _seconds_after_a_signal(work: Callable[[], object]) -> float:
    """How much processor time `work`, which takes much more than that, uses after Ctrl-C: whatever
    else the machine does takes none of it."""
    sent: list[float] = []

    def interrupt() -> None:
        sent.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.2, interrupt)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        timer.cancel()  # work that fails at once must not interrupt the whole run
    return time.process_time() - sent[0]


def _ends_soon(work: Callable[[], object]) -> bool:
    """The documentation promises a tenth of a second, in which two threads use twice that; allow
    three attempts."""
    return any(_seconds_after_a_signal(work) < 0.2 for _ in range(3))


def test_a_signal_ends_a_selection_soon() -> None:
    X, y = _long_work()
    assert _ends_soon(lambda: pith.select(X, y, "vmi-pairwise", 50))
    assert _ends_soon(lambda: pith.select(X, y, "multisurf", 50))


def test_a_signal_ends_an_evaluation_soon() -> None:
    X, y = _long_work()
    assert _ends_soon(lambda: pith.evaluate(X, y, "mrmr", learner="knn", k=range(1, 100)))


def test_a_signal_ends_a_stability_soon() -> None:
    X, y = _long_work()
    assert _ends_soon(lambda: pith.stability(X, y, "mrmr", 50))


def test_a_signal_ends_the_reading_of_a_file_soon(tmp_path: Path) -> None:
    head = ",".join([*(f"x{i}" for i in range(50)), "y"]) + "\n"
    line = ",".join(f"{i % 97}.5" for i in range(50))
    rows = gzip.compress(f"{line},a\n{line},b\n".encode() * 2_000)
    path = tmp_path / "long.csv.gz"  # 200 MB, of which the disk sees little
    path.write_bytes(gzip.compress(head.encode()) + rows * 200)
    assert _ends_soon(lambda: pith.read(path, target="y"))


def test_other_threads_go_on() -> None:
    X, y = _long_work()
    ticks = 0
    is_over = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not is_over.wait(0.005):
            ticks += 1

    counter = threading.Thread(target=count)
    counter.start()
    start = time.perf_counter()
    pith.select(X, y, "mrmr", 100, threads=1)
    seconds = time.perf_counter() - start
    is_over.set()
    counter.join()
    assert ticks > seconds / 0.005 / 20  # there would be none if the GIL were held


def test_what_the_progress_raises_ends_the_selection() -> None:
    X, y = _long_work()

    class Enough(Exception):
        pass

    def progress(phase: str, done: int, total: int) -> None:
        raise Enough(phase)

    with pytest.raises(Enough):
        pith.select(X[:, :40], y, "dp", 40, progress=progress)


def test_several_threads_may_select_at_once() -> None:
    random = np.random.default_rng(1)
    X, y = random.normal(size=(300, 30)), random.integers(0, 2, 300)
    expected = pith.select(X, y, "mrmr", 5)
    found: list[pith.Selection] = []
    threads = [
        threading.Thread(target=lambda: found.append(pith.select(X, y, "mrmr", 5, threads=2)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8
