# SPDX-License-Identifier: Apache-2.0
"""All methods of pith on many tables: the errors behind docs/benchmarks.md.

One `pith evaluate` for each table and method. A method may take BUDGET CPU seconds for all splits of
a table; what takes longer, or does not take the table, has a line that says so.
"""

import json
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from . import field_page
from .field_page import Line, of_defaults
from .runner import Missing, Runner

sampled_tables = of_defaults("tables")

# Every feature is a number; more than 50 features; no two versions of the same data. The smaller
# tables come first, so that a run that was stopped has finished as many as possible.
NUMERIC = """
lung_disc sonar optdigits_test spambase colon srbct usps241 semeion musk2 methylation_christensen
meats_nir yale madelon isolet warpPIE10P coil20 multifeat arrhythmia warpAR10P glioma orl usps
covtype15k leukemia su_tissues dlbcl tox171 cns nci60 tumors9 brain_tumor1 pcmac
""".split()
# Some features are categories.
CATEGORICAL = ["promoter", "splice", "audiology"]
QUICK = ["colon", "promoter"]
QUICK_METHODS = [field_page.DEFAULT, "mim", "fisher", field_page.CHANCE]

BUDGET = 8  # CPU seconds
BASELINE_BUDGET = 60  # of the run that also fits the learners on all features
ROWS = 500  # larger tables are represented by a stratified sample
SETTINGS = ["--learner", ",".join(field_page.LEARNERS), "-k", ",".join(map(str, field_page.COUNTS)),
            "--missing", "impute", "--memory", "3G", "--seed", "0"]  # fmt: skip
REFUSED = (2, 3)  # exit codes: what was asked for is not possible, or needs too much memory


MANY_CLASSES = ["isolet", "orl"]  # integers with more than 20 values, which are else taken for numbers


def arguments(table, path):
    """Of `pith evaluate`, but for the methods."""
    rows = len(path.read_text("utf-8").splitlines()) - 1
    task = ["--task", "classify"] if table in MANY_CLASSES else []
    # More folds for small tables, whose errors vary more.
    return ["evaluate", path, *SETTINGS, "--folds", "5" if rows <= 250 else "3", *task]


class BudgetedRunner(Runner):
    """A runner on one thread that stops what takes too long, and keeps refusals, too."""

    def __init__(self, runner):
        super().__init__(threads=1, kept=runner.kept)
        self.folder = runner.folder
        self.program = runner.program
        self.budget = BUDGET

    def outcome(self, args):
        """What `pith ARGS` ended with: exit code, CPU seconds, output and error."""
        if not self.program.is_file():
            raise Missing(f"{self.program} is not there; PITH names it")
        words = [str(word) for word in [self.program, *args, "--threads", "1", "--quiet", "--format", "json"]]
        found = self._outcome(words)
        if found["exit"] == -signal.SIGXCPU and found["budget"] < self.budget:
            (self.kept / f"{self._digest(words)}.json").unlink()
            found = self._outcome(words)
        return found

    def _run(self, words):
        before, start = _used(), time.monotonic()
        done = subprocess.run(words, capture_output=True, text=True, preexec_fn=self._limit)
        if done.returncode not in (0, *REFUSED, -signal.SIGXCPU):
            raise RuntimeError(f"{shlex.join(words)}: {done.stderr.strip()}")
        return {
            "command": shlex.join(words[1:]),
            "exit": done.returncode,
            "budget": self.budget,
            "seconds": time.monotonic() - start,
            "cpu_seconds": _used() - before,
            "output": done.stdout,
            "error": done.stderr.strip(),
        }

    def _limit(self):
        resource.setrlimit(resource.RLIMIT_CPU, (self.budget, self.budget + 5))


def _used():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def make(runner, quick):
    """{ending: text} of docs/benchmarks.md, its lines and its picture."""
    table = field_page.to_tsv(measure(BudgetedRunner(runner), quick))
    lines = field_page.from_tsv(table)  # as a reader of the file finds them
    text = field_page.page(field_page.PAGE.read_text("utf-8"), lines)
    return {".md": text, ".tsv": table, ".svg": field_page.picture(lines)}


def measure(runner, quick=False):
    """The lines of all tables, each in the order of the catalogue."""
    tables = QUICK if quick else NUMERIC + CATEGORICAL
    for table in tables:
        runner.data(table)  # raises Missing before hours of work
    methods = QUICK_METHODS if quick else [field_page.DEFAULT, *catalogue(runner)]
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for table in tables:
            path, _ = sampled_tables.prepare(table, runner.folder, Path(folder), ROWS)
            args = arguments(table, path)
            found = _baselines(runner, table, args)
            found += [_of_method(runner, table, method, args) for method in methods]
            print(f"{table}: {sum(line.seconds for line in found):.0f} CPU seconds", file=sys.stderr, flush=True)
            lines += found
    return lines


def catalogue(runner):
    """The IDs of all methods."""
    words = [runner.program, "methods", "--format", "json"]
    listed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    return [method["id"] for method in json.loads(listed)]


def _of_method(runner, table, method, args):
    runner.budget = BUDGET
    found = runner.outcome([*args, "--methods", method, "--no-baseline"])
    if found["exit"] == 0:
        return _line(table, method, found)
    return Line(table=table, kind=_kind(table), method=method, outcome=_reason(found), seconds=found["cpu_seconds"])


def _reason(found):
    """Over budget, or the error without the file's name."""
    if found["exit"] == -signal.SIGXCPU:
        return field_page.SLOW
    return re.sub(r"^(pith: )?(\S+\.csv: )?", "", found["error"].splitlines()[-1])


def _line(table, method, found):
    result = json.loads(found["output"])
    errors = {
        f"{curve['learner']} {point['k']}": point["error"]["mean"]
        for curve in result["curves"]
        for point in curve["points"]
    }
    return Line(
        table=table, kind=_kind(table), method=method, outcome=field_page.DONE, **_shape(result), errors=errors,
        seconds=found["cpu_seconds"],
    )  # fmt: skip


def _kind(table):
    return field_page.CATEGORIES if table in CATEGORICAL else field_page.NUMBERS


def _shape(result):
    data = result["data"]
    return {
        "rows": data["rows"],
        "features": data["features"],
        "classes": len(data["classes"]),
        "splits": result["splits"]["count"],
    }


def _baselines(runner, table, args):
    """The lines of the learners on all features, and of the most frequent class."""
    runner.budget = BASELINE_BUDGET
    found = runner.outcome([*args, "--methods", field_page.CHANCE])
    if found["exit"] != 0:
        return [Line(table=table, kind=_kind(table), method=field_page.ALL, outcome=_reason(found), seconds=found["cpu_seconds"])]
    result = json.loads(found["output"])
    whole = {
        f"{baseline['learner']} {count}": baseline["metrics"]["error"]["mean"]
        for baseline in result["baselines"]["all_features"]
        for count in field_page.COUNTS
    }
    majority = dict.fromkeys(whole, result["baselines"]["majority_class"]["error"])
    shape = {"table": table, "kind": _kind(table), "outcome": field_page.DONE, **_shape(result)}
    return [
        Line(method=field_page.ALL, errors=whole, seconds=found["cpu_seconds"], **shape),
        Line(method=field_page.MAJORITY, errors=majority, **shape),
    ]
