# SPDX-License-Identifier: Apache-2.0
"""The matrix of papers/README.md: what of each table and figure of the papers reproduces.

papers/coverage.tsv has one line for each, or for each part of one that has an outcome of its own.
`papers/run coverage` writes the matrix.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

PAPERS_FOLDER = Path(__file__).resolve().parents[1]
DATA = PAPERS_FOLDER / "coverage.tsv"
PAGE = PAPERS_FOLDER / "README.md"
START = "<!-- `papers/run coverage` writes what follows from coverage.tsv -->\n"
END = "<!-- end of what `papers/run coverage` writes -->\n"

# What each paper prints, numbered from 1.
PRINTED = {
    "gc-gkl": {"table": 7, "figure": 9},
    "gmi": {"table": 1, "figure": 3},
    "inf-fs": {"table": 7, "figure": 2},
    "qpfs": {"table": 6, "figure": 10},
    "vmi": {"table": 5, "figure": 4},
}
RUN = ["reproduces", "order only", "partly", "does not"]
STATUSES = [*RUN, "not yet run", "not possible", "no experiment"]


@dataclass
class Entry:
    """A line of coverage.tsv; `part` is empty where one line stands for the whole item."""

    paper: str
    item: str
    part: str
    status: str
    deviation: str
    command: str
    minutes: str
    remark: str


def entries():
    with open(DATA, encoding="utf-8", newline="") as file:
        return [Entry(**row) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def matrix(found):
    """The Markdown between START and END."""
    parts = [_summary(found)]
    for paper in PRINTED:
        lines = [f"### {paper}", "", "| item | part | status | largest deviation | command | minutes | remark |",
                 "|---|---|---|--:|---|--:|---|"]
        lines += [_line(entry) for entry in found if entry.paper == paper]
        parts.append("\n".join(lines))
    return "\n" + "\n\n".join(parts) + "\n\n"


def _summary(found):
    lines = ["| paper | tables, figures | " + " | ".join(STATUSES) + " |",
             "|---|---|" + "--:|" * len(STATUSES)]
    for paper, counts in PRINTED.items():
        statuses = [entry.status for entry in found if entry.paper == paper]
        cells = [str(statuses.count(status)) for status in STATUSES]
        lines.append(f"| [{paper}]({paper}/README.md) | {counts['table']}, {counts['figure']} | "
                     + " | ".join(cells) + " |")
    return "\n".join(lines)


def _line(entry):
    command = f"`{entry.command}`" if entry.command else ""
    cells = [entry.item, entry.part, entry.status, entry.deviation, command, entry.minutes, entry.remark]
    return "| " + " | ".join(cells) + " |"


def page(text, found):
    """The text of the page with the matrix as it should be."""
    head, start, rest = text.partition(START)
    _, end, tail = rest.partition(END)
    if not start or not end:
        raise ValueError(f"{PAGE} lacks the line {(START if not start else END).strip()}")
    return head + START + matrix(found) + END + tail


def write():
    PAGE.write_text(page(PAGE.read_text("utf-8"), entries()), "utf-8")
