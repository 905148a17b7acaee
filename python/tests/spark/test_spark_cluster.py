# SPDX-License-Identifier: Apache-2.0
"""Several processes: lost ones, and ones with another version of pith or none."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

pytest.importorskip("pyspark")
pytest.importorskip("pandas")

from spark_tables import TABLES, numbers, outcome, spark_frame, suitable

import pith
import pith.spark

EXECUTOR = "CoarseGrainedExecutorBackend"
WORKER = "pyspark.daemon"


@pytest.mark.parametrize("name", ["missing"])
def test_equal_bytes(cluster, name):
    make, target, options = TABLES[name]
    frame = make()
    for method in ("jmi", "gc-mi"):
        few = suitable(frame, method, target)
        rows = spark_frame(cluster, few, 7, 3)
        found = pith.spark.select(rows, target, method, 4, **options)
        wanted = pith.select(few, target, method, 4, exact=True, **options)
        assert outcome(found) == outcome(wanted)


def _slow_rows(session, frame):
    """Rows that take some time to come. The function is nested, so that workers need no tests."""

    def slowly(batches):
        for batch in batches:
            time.sleep(0.15)
            yield batch

    rows = spark_frame(session, frame, 16)
    return rows.mapInArrow(slowly, rows.schema)


def _processes() -> dict[int, tuple[int, str]]:
    """Parent and command of each process."""
    found: dict[int, tuple[int, str]] = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            status = (folder / "stat").read_text()
        except OSError:  # it has ended meanwhile
            continue
        found[int(folder.name)] = (int(status.rpartition(")")[2].split()[1]), command)
    return found


def _own(text: str, with_children: bool) -> list[int]:
    """Our processes with this text in the command; workers are children of the daemon."""
    known = _processes()

    def is_ours(pid: int) -> bool:
        while pid in known and pid != os.getpid():
            pid = known[pid][0]
        return pid == os.getpid()

    named = [pid for pid, (_, command) in known.items() if text in command and is_ours(pid)]
    if with_children:
        named = [pid for pid in named if known[pid][0] in named]
    return named


class _Killer(threading.Thread):
    """Kills one process while a task of the stage that maps is running. If no task failed, the
    process had none just then, and the next one is killed; a task is tried four times."""

    def __init__(self, session, text: str, with_children: bool) -> None:
        super().__init__(daemon=True)
        self.session, self.text, self.with_children = session, text, with_children
        self.killed: list[int] = []
        self.is_over = threading.Event()

    def run(self) -> None:
        before = _failed_tasks(self.session)
        tracker = self.session.sparkContext.statusTracker()
        while len(self.killed) < 3 and not self.is_over.wait(0.02):
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            is_half_done = any(
                stage and stage.numTasks == 16 and stage.numCompletedTasks >= 2 for stage in stages
            )
            found = _own(self.text, self.with_children) if is_half_done else []
            alive = [pid for pid in found if pid not in self.killed]
            if not alive:
                continue
            self.killed.append(alive[len(self.killed) % len(alive)])
            os.kill(self.killed[-1], signal.SIGKILL)
            if self.is_over.wait(1) or _failed_tasks(self.session) > before:
                return


def _failed_tasks(session) -> int:
    """Tasks that were started again, by the status tracker."""
    tracker = session.sparkContext.statusTracker()
    jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(None)]
    stages = {stage for job in jobs if job is not None for stage in job.stageIds}
    known = [tracker.getStageInfo(stage) for stage in sorted(stages)]
    return sum(stage.numFailedTasks for stage in known if stage is not None)


def _with_a_loss(session, text: str, with_children: bool) -> None:
    """Selects while a process is killed, again and again until it was one that had a task."""
    frame = numbers()
    wanted = pith.select(frame, "y", "mim", 3, exact=True)
    before = _failed_tasks(session)
    for _ in range(8):
        killer = _Killer(session, text, with_children)
        killer.start()
        found = pith.spark.select(_slow_rows(session, frame), "y", "mim", 3)
        killer.is_over.set()
        killer.join(60)
        assert outcome(found) == outcome(wanted)
        if killer.killed and _failed_tasks(session) > before:
            return
    pytest.fail("no task was started again in 8 selections")


def test_a_python_worker_is_killed(cluster):
    _with_a_loss(cluster, WORKER, with_children=True)


def test_an_executor_is_killed(cluster):
    _with_a_loss(cluster, EXECUTOR, with_children=False)


def test_a_python_worker_of_a_local_session_is_killed(local):
    _with_a_loss(local, WORKER, with_children=True)


def _start_with(sessions, folder: Path):
    """Executors import from this folder first; the driver does not."""
    return sessions.start(
        "local-cluster[1,1,1024]", **{"spark.executorEnv.PYTHONPATH": str(folder)}
    )


def test_executors_with_another_version(sessions, tmp_path):
    package = tmp_path / "pith"
    package.mkdir()
    (package / "__init__.py").write_text("from pith import _core\n__version__ = '0.0.1'\n")
    (package / "_core.py").write_text("def version():\n    return '0.0.1'\n")
    session = _start_with(sessions, tmp_path)
    with pytest.raises(RuntimeError, match=r"has pith 0\.0\.1, but the driver has pith .*wheel"):
        pith.spark.select(spark_frame(session, numbers(), 2), "y", "mim", 3)


def test_executors_without_pith(sessions, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Without:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'pith':\n"
        "            raise ModuleNotFoundError(\"No module named 'pith'\", name=name)\n"
        "sys.meta_path.insert(0, Without())\n"
    )
    session = _start_with(sessions, tmp_path)
    rows = spark_frame(session, numbers(), 2)
    for check in (True, False):
        with pytest.raises(RuntimeError, match=r"cannot import pith: .*No module named.*install"):
            pith.spark.select(rows, "y", "mim", 3, check=check)
