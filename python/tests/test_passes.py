# SPDX-License-Identifier: Apache-2.0
"""Runners that are written in Python, without Spark."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

import pith
from pith import passes

sys.path.append(str(Path(__file__).parents[2] / "examples"))
from thread_runner import ThreadRunner

NAMES = [f"x{i}" for i in range(6)] + ["y"]
FIELDS = [passes.Field(name) for name in NAMES]


@pytest.fixture
def matrix() -> np.ndarray:
    random = np.random.default_rng(5)
    y = random.integers(0, 3, 150)
    X = random.normal(size=(150, 6))
    X[:, 1] += y
    X[:, 4] += y > 0
    return np.column_stack([X, y])


def _outcome(result: pith.Selection) -> dict[str, object]:
    document = json.loads(result.to_json())
    for key in ("seconds", "threads", "engine"):
        document.pop(key, None)
    document["data"].pop("source")
    return document


@pytest.mark.parametrize("method", ["mim", "jmi", "mrmr", "gc-mi", "anova-f", "fcbf"])
def test_the_runner_of_the_examples_gives_the_exact_result(matrix: np.ndarray, method: str) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(matrix, columns=NAMES)
    wanted = _outcome(pith.select(frame, "y", method, 3, exact=True))
    order = np.random.default_rng(0).permutation(len(matrix))
    for rows, parts in ((matrix, 1), (matrix, 2), (matrix[order], 7), (matrix, 149)):
        runner = ThreadRunner(rows, NAMES, parts)
        found = passes.select(FIELDS, runner, "y", method, 3)
        assert _outcome(found) == wanted, parts
        engine = found.to_dict()["engine"]
        assert engine["kind"] == "threads" and engine["parts"] == parts and engine["passes"] > 1


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    import runpy

    pytest.importorskip("pandas")
    path = Path(__file__).parents[2] / "examples" / "thread_runner.py"
    runpy.run_path(str(path), run_name="__main__")
    assert "flavanoids" in capsys.readouterr().out


class _Spoilt(ThreadRunner):
    """A runner whose partial states are changed on the way."""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        self.titles: list[str] = []

    def run(self, work: passes.Pass) -> Iterator[tuple[int, bytes]]:
        self.titles.append(work.title)
        for block, payload in super().run(work):
            yield block, self.spoil(work, payload)

    def spoil(self, work: passes.Pass, payload: bytes) -> bytes:
        return payload


def test_partial_states_can_be_merged_first(matrix: np.ndarray) -> None:
    class Merging(_Spoilt):
        def run(self, work: passes.Pass) -> Iterator[tuple[int, bytes]]:
            blocks: dict[int, list[bytes]] = {}
            for block, payload in super().run(work):
                blocks.setdefault(block, []).append(payload)
            for block in reversed(sorted(blocks)):
                yield block, passes.merge(work.bytes, block, reversed(blocks[block]))

    wanted = passes.select(FIELDS, ThreadRunner(matrix, NAMES), "y", "jmi", 3)
    found = passes.select(FIELDS, Merging(matrix, NAMES, 5), "y", "jmi", 3)
    assert found == wanted


@pytest.mark.parametrize("place", [0, 9, 40, -1])
def test_damaged_bytes_are_rejected(matrix: np.ndarray, place: int) -> None:
    class Damaging(_Spoilt):
        def spoil(self, work: passes.Pass, payload: bytes) -> bytes:
            damaged = bytearray(payload)
            damaged[place] ^= 4
            return bytes(damaged)

    with pytest.raises(ValueError, match="damaged|version|bytes"):
        passes.select(FIELDS, Damaging(matrix, NAMES), "y", "jmi", 3)
    with pytest.raises(ValueError):
        passes.run_pass(b"nothing", [])
    with pytest.raises(ValueError):
        passes.RowEncoder(b"nothing")


def test_batches_must_have_the_columns_of_the_pass(matrix: np.ndarray) -> None:
    class Narrow(ThreadRunner):
        def _batch(self, part: np.ndarray, fields: Sequence[int]) -> object:
            return super()._batch(part, fields[:-1])

    with pytest.raises(ValueError, match=r"a batch must have 7 columns \(got 6\)"):
        passes.select(FIELDS, Narrow(matrix, NAMES), "y", "jmi", 3)


def test_exceptions_of_a_runner_pass_through(matrix: np.ndarray) -> None:
    class Failing(_Spoilt):
        def spoil(self, work: passes.Pass, payload: bytes) -> bytes:
            raise ZeroDivisionError(work.title)

    class Unable(ThreadRunner):
        def encode(self, encoding: bytes, fields: Sequence[int]) -> None:
            raise KeyError("no room")

    class Wrong(ThreadRunner):
        def run(self, work: passes.Pass) -> Iterator[tuple[int, bytes]]:
            return iter([(0, b"x")])

    with pytest.raises(ZeroDivisionError):
        passes.select(FIELDS, Failing(matrix, NAMES), "y", "jmi", 3)
    with pytest.raises(KeyError, match="no room"):
        passes.select(FIELDS, Unable(matrix, NAMES), "y", "jmi", 3)
    with pytest.raises(ValueError):
        passes.select(FIELDS, Wrong(matrix, NAMES), "y", "jmi", 3)


def test_calls_are_made_on_the_thread_of_the_caller(matrix: np.ndarray) -> None:
    threads: set[int] = set()

    class Noting(_Spoilt):
        def spoil(self, work: passes.Pass, payload: bytes) -> bytes:
            threads.add(threading.get_ident())
            return payload

    passes.select(FIELDS, Noting(matrix, NAMES), "y", "jmi", 3)
    assert threads == {threading.get_ident()}


def test_ctrl_c_ends_a_runner_that_waits(matrix: np.ndarray) -> None:
    class Waiting(_Spoilt):
        def spoil(self, work: passes.Pass, payload: bytes) -> bytes:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(60)
            return payload

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            passes.select(FIELDS, Waiting(matrix, NAMES), "y", "jmi", 3)
    finally:
        signal.signal(signal.SIGINT, before)


def test_progress_names_the_passes(matrix: np.ndarray) -> None:
    phases: list[str] = []
    runner = _Spoilt(matrix, NAMES)
    passes.select(FIELDS, runner, "y", "jmi", 3, progress=lambda phase, *_: phases.append(phase))
    assert set(runner.titles) <= set(phases) and "encode rows" in phases


def test_pith_does_not_need_spark() -> None:
    code = (
        "import sys; sys.modules['pyspark'] = None; import pith\n"
        "try: import pith.spark\n"
        "except ImportError as error: print(error)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'pith[spark]'" in ended.stdout
