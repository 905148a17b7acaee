# SPDX-License-Identifier: Apache-2.0
"""The tables of the report: mean ranks, Friedman's test, intervals, and two halves."""

import math
import random
from statistics import fmean, stdev

import tables
from rank_tests import friedman, ranks

RESAMPLES = 4000
CHECKED = ("iris", "wdbc", "wine")  # small and known to everybody
NAMED = ("mrmr", "jmi", "cmim", "relieff", "qpfs")


def mean_error(result: dict, learner: str) -> float:
    return fmean(fmean(errors) for errors in result["errors"][learner].values())


def interval(values: list[float]) -> tuple[float, float]:
    """Of the mean, by the bootstrap over tables: 95 %."""
    generator = random.Random(1)
    means = sorted(fmean(generator.choices(values, k=len(values))) for _ in range(RESAMPLES))
    return means[round(0.025 * RESAMPLES)], means[round(0.975 * RESAMPLES) - 1]


class Group:
    """Tables on which the same candidates ran, and their ranks."""

    def __init__(self, results: dict[str, dict[str, dict | None]]):
        self.candidates = [
            candidate
            for candidate in dict.fromkeys(c for row in results.values() for c in row)
            if not any((row.get(candidate) or {}).get("refused") for row in results.values())
        ]
        self.tables = [
            table
            for table, row in results.items()
            if all(row.get(candidate) for candidate in self.candidates)
        ]
        self.learners = []
        self.by_learner: dict[str, list[list[float]]] = {}
        if not self.tables:
            return
        first = results[self.tables[0]][self.candidates[0]]
        self.learners = list(first["errors"])
        for learner in self.learners:
            self.by_learner[learner] = [
                ranks(
                    [
                        mean_error(results[table][candidate], learner)
                        for candidate in self.candidates
                    ]
                )
                for table in self.tables
            ]
        self.overall = [
            [
                fmean(self.by_learner[learner][t][c] for learner in self.learners)
                for c in range(len(self.candidates))
            ]
            for t in range(len(self.tables))
        ]

    def column(self, c: int, half: int | None = None) -> list[float]:
        return [
            row[c]
            for table, row in zip(self.tables, self.overall)
            if half is None or tables.half(table) == half
        ]

    def table(self) -> str:
        order = sorted(range(len(self.candidates)), key=lambda c: fmean(self.column(c)))
        best = order[0]
        lines = [
            "| candidate | "
            + " | ".join(self.learners)
            + " | all | 95 % | behind the first, 95 % | half A | half B |",
            "|---|" + "--:|" * (len(self.learners) + 1) + "---|---|--:|--:|",
        ]
        for c in order:
            low, high = interval(self.column(c))
            behind = [a - b for a, b in zip(self.column(c), self.column(best))]
            gap = "" if c == best else "{:+.1f} to {:+.1f}".format(*interval(behind))
            cells = [
                f"{fmean(row[c] for row in self.by_learner[learner]):.1f}"
                for learner in self.learners
            ]
            halves = [f"{fmean(self.column(c, half) or [math.nan]):.1f}" for half in (0, 1)]
            lines.append(
                f"| `{self.candidates[c]}` | "
                + " | ".join(cells)
                + f" | {fmean(self.column(c)):.2f} | {low:.1f} to {high:.1f} | {gap} | "
                + " | ".join(halves)
                + " |"
            )
        return "\n".join(lines)

    def tests(self) -> str:
        parts = []
        for learner, rows in [*self.by_learner.items(), ("all", [ranks(r) for r in self.overall])]:
            statistic, p = friedman(rows)
            parts.append(f"{learner} {statistic:.0f} (p = {p:.1g})")
        return "Friedman's statistic: " + ", ".join(parts) + "."

    def choice(self) -> str:
        """What half A chooses, and where it stands on half B."""

        def order(half: int) -> list[int]:
            return sorted(
                range(len(self.candidates)), key=lambda c: fmean(self.column(c, half) or [math.nan])
            )

        chosen = order(0)[0]
        place = order(1).index(chosen) + 1
        return (
            f"Half A chooses `{self.candidates[chosen]}`; on half B it is number {place} of "
            f"{len(self.candidates)}."
        )


def split_means(result: dict, learner: str) -> list[float]:
    return [fmean(errors) for errors in zip(*result["errors"][learner].values())]


def check(checks: dict[str, dict | None]) -> str:
    """The default against five named methods: error, and how many standard errors behind."""
    lines = [
        "| table | learner | default | best of five | standard error | behind |",
        "|---|---|--:|---|--:|--:|",
    ]
    for table, row in checks.items():
        for learner in row["auto"]["errors"] if row else ():
            own = split_means(row["auto"], learner)
            best = min(NAMED, key=lambda name: fmean(split_means(row[name], learner)))
            # The training sets of folds overlap: the correction of Nadeau and Bengio.
            error = stdev(own) * math.sqrt(1 / len(own) + 1 / (len(own) - 1))
            other = fmean(split_means(row[best], learner))
            behind = (fmean(own) - other) / error if error > 0 else 0.0
            lines.append(
                f"| {table} | {learner} | {100 * fmean(own):.1f} | {100 * other:.1f} "
                f"(`{best}`) | {100 * error:.1f} | {behind:+.2f} |"
            )
    return "\n".join(lines) if len(lines) > 2 else ""


def text(results: dict[str, dict[str, dict | None]], checks: dict[str, dict | None]) -> str:
    parts = []
    for title, is_numeric in (("Numeric tables", True), ("Tables with categories", False)):
        of_group = {
            table: row for table, row in results.items() if tables.is_numeric(table) == is_numeric
        }
        group = Group(of_group) if of_group else None
        if not group or not group.tables:
            continue
        parts += [
            f"## {title}: {len(group.tables)}",
            ", ".join(group.tables) + ".",
            group.table(),
            group.tests() + " " + group.choice(),
        ]
    checked = check(checks)
    if checked:
        parts += ["## The default on iris, wdbc and wine: error in per cent", checked]
    return "\n\n".join(parts) + "\n"
