# SPDX-License-Identifier: Apache-2.0
"""Runs the program as a child with a memory limit and judges the memory that it took."""

import os
import re
import resource
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass

PITH = os.environ.get("PITH", "build/release/bin/pith")
MEBIBYTE = 1 << 20
# Code, libraries and stacks, which no limit of pith includes.
ALLOWANCE = 32 * MEBIBYTE


@dataclass
class Ended:
    """How a child ended."""

    code: int
    peak: int  # resident memory, in bytes
    cpu: float  # seconds
    error: str  # what it said on standard error
    out: str

    @property
    def was_stopped(self):
        """Whether it had used its processor time."""
        return self.code == -signal.SIGXCPU

    @property
    def named_limit(self):
        """The limit that a refusal names as sufficient, in MiB; None: it names none."""
        found = re.search(r"--memory (\d+)M\b", self.error)
        return int(found[1]) if found else None


def run(arguments, limit=None, threads=None, timeout=120, stdin=None, cpu=None):
    """Runs `pith ARGUMENTS` with `--memory LIMIT` (in MiB); returns how it ended. After `cpu`
    seconds of processor time the system stops it by SIGXCPU. Nothing large may live in the calling
    process: a child begins with the peak of its parent."""
    command = [PITH, *map(str, arguments)]
    if limit is not None:
        command += ["--memory", f"{limit}M"]
    if threads is not None:
        command += ["--threads", str(threads)]
    with (
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
        open(stdin or os.devnull, "rb") as source,
    ):
        before = (lambda: resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))) if cpu else None
        child = subprocess.Popen(command, stdin=source, stdout=out, stderr=err, preexec_fn=before)
        watch = _Watch(child, timeout)
        _, status, usage = os.wait4(child.pid, 0)
        watch.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        err.seek(0)
        out.seek(0)
        return Ended(
            code=child.returncode,
            peak=usage.ru_maxrss * 1024,
            cpu=usage.ru_utime + usage.ru_stime,
            error=err.read().decode("utf-8", "replace"),
            out=out.read(1 << 20).decode("utf-8", "replace"),
        )


class _Watch:
    """Kills the child when it takes too long."""

    def __init__(self, child, seconds):
        self.timer = threading.Timer(seconds, child.kill)
        self.timer.start()

    def cancel(self):
        self.timer.cancel()


def allowed(limit):
    """The resident memory that a limit of so many MiB permits, in bytes."""
    return int(1.1 * limit * MEBIBYTE) + ALLOWANCE


def fault(ended, limit):
    """What is wrong with a child that ran with this limit; None: nothing. It must keep to the limit
    and either succeed or end with exit code 3 and a message that names a larger limit."""
    if ended.peak > allowed(limit):
        return (
            f"took {ended.peak >> 20} MiB at a limit of {limit} MiB (exit code {ended.code}): "
            f"{ended.error.strip()[-300:]}"
        )
    if ended.code == 0:
        return None
    if ended.code != 3:
        return f"ended with exit code {ended.code}: {ended.error.strip()[-300:]}"
    if ended.named_limit is None or ended.named_limit <= limit:
        return f"the refusal names no larger limit than {limit}M: {ended.error.strip()[-300:]}"
    return None


def climb(arguments, limit, threads=None, stdin=None, steps=3):
    """Runs with this limit and then with the limit that each refusal names, until it succeeds.
    Returns a list of (limit, ended); a step that does not get further than the one before, or more
    than `steps` steps, are faults that verdict() reports."""
    tries = []
    for _ in range(steps):
        ended = run(arguments, limit, threads, stdin=stdin)
        tries.append((limit, ended))
        if ended.code != 3 or ended.named_limit is None or ended.named_limit <= limit:
            break
        limit = ended.named_limit
    return tries


def verdict(tries):
    """The first fault of climb(); None: it kept to every limit and succeeded in the end."""
    for limit, ended in tries:
        found = fault(ended, limit)
        if found:
            return found
    limit, ended = tries[-1]
    if ended.code != 0:
        return f"refused {len(tries)} times, at last at {limit}M: {ended.error.strip()[-300:]}"
    return None
