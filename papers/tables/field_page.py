# SPDX-License-Identifier: Apache-2.0
"""docs/benchmarks.md from the lines of docs/benchmarks.tsv: ranks, tests and tables."""

import importlib.util
import textwrap
from collections import Counter
from dataclasses import dataclass, field
from statistics import fmean

from . import field_picture
from .runner import ROOT


def of_defaults(name):
    """A module of bench/defaults, which compares candidates for the default method."""
    spec = importlib.util.spec_from_file_location(f"defaults_{name}", ROOT / f"bench/defaults/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


rank_tests = of_defaults("rank_tests")
CHOSEN_ON = of_defaults("tables").names()  # the tables of the comparison that chose the default

DEFAULT, CHANCE = "auto", "random"
ALL, MAJORITY = "all features", "majority class"
BASELINES = (ALL, MAJORITY)
LEARNERS, COUNTS = ["linear-svm", "knn"], [10, 20, 50]
CELLS = [f"{learner} {count}" for learner in LEARNERS for count in COUNTS]
DONE, SLOW, NOT_RUN = STATES = ("done", "over budget", "not run")  # else why a table was refused
NUMBERS, CATEGORIES = "numbers", "categories"
LEVEL = 0.05  # of the tests
QUICK = 0.1  # CPU seconds of a selection
SHARE = 0.75  # of the tables: a method that finished on fewer is not ranked
HEAD = ["table", "kind", "rows", "features", "classes", "splits", "method", "outcome", "seconds",
        *[cell.replace(" ", "_") for cell in CELLS]]  # fmt: skip
BEGIN, END = "<!-- `papers/run field` writes: {} -->\n", "\n<!-- end of {} -->"
PAGE, LINES, PICTURE = (ROOT / f"docs/benchmarks{ending}" for ending in (".md", ".tsv", ".svg"))


@dataclass
class Line:
    """A method on a table."""

    table: str
    kind: str  # NUMBERS, or CATEGORIES if some features are
    method: str
    outcome: str  # DONE, or why there are no errors
    rows: int = 0
    features: int = 0
    classes: int = 0
    splits: int = 0
    seconds: float = 0  # of the CPU, for all splits
    errors: dict = field(default_factory=dict)  # {"linear-svm 10": the mean over the splits}

    def error(self, counts=COUNTS):
        """The mean over both learners and those of these numbers of features that the table has."""
        cells = [f"{learner} {count}" for learner in LEARNERS for count in counts]
        return fmean(self.errors[cell] for cell in cells if cell in self.errors)

    def has(self, counts):
        return any(f"{learner} {count}" in self.errors for learner in LEARNERS for count in counts)


def to_tsv(lines):
    texts = ["\t".join(HEAD)]
    for line in lines:
        shape = [value or "" for value in (line.rows, line.features, line.classes, line.splits)]
        errors = [f"{line.errors[cell]:.5f}" if cell in line.errors else "" for cell in CELLS]
        cells = [line.table, line.kind, *shape, line.method, line.outcome, f"{line.seconds:.3f}", *errors]
        texts.append("\t".join(map(str, cells)))
    return "\n".join(texts) + "\n"


def from_tsv(text):
    lines = []
    for row in text.splitlines()[1:]:
        table, kind, *shape, method, outcome, seconds = row.split("\t")[: -len(CELLS)]
        errors = {cell: float(value) for cell, value in zip(CELLS, row.split("\t")[-len(CELLS) :]) if value}
        counts = [int(value or 0) for value in shape]
        lines.append(Line(table, kind, method, outcome, *counts, float(seconds), errors))
    return lines


class Standings:
    """The methods that finished on most of some tables, and their ranks where all of them did."""

    def __init__(self, lines, share=SHARE):
        self.by_place = {(line.table, line.method): line for line in lines}
        names = dict.fromkeys(line.table for line in lines)
        self.all_methods = [
            method for method in dict.fromkeys(line.method for line in lines) if method not in BASELINES
        ]
        self.done = {
            method: [table for table in names if self.has(table, method)] for method in self.all_methods
        }
        ranked = [m for m in self.all_methods if len(self.done[m]) >= max(1, share * len(names))]
        self.tables = [table for table in names if all(self.has(table, method) for method in ranked)]
        self.rows = [
            rank_tests.ranks([self.by_place[table, method].error() for method in ranked])
            for table in self.tables
        ]
        mean = {method: fmean(row[i] for row in self.rows) for i, method in enumerate(ranked)} if self.rows else {}
        self.ranked = sorted(mean, key=mean.get)
        self.mean_rank = mean

    def has(self, table, method):
        line = self.by_place.get((table, method))
        return line is not None and line.outcome == DONE

    def seconds(self, table, method):
        """Of one selection: without what the evaluation of the random ranking takes, too."""
        line, plain = self.by_place[table, method], self.by_place.get((table, CHANCE))
        both = plain.seconds if plain and plain.outcome == DONE else 0
        return max(0.0, line.seconds - both) / line.splits

    def mean_seconds(self, method, tables):
        return fmean(self.seconds(table, method) for table in tables)

    def excess(self, method, other, tables, counts=COUNTS):
        """By how much the error of a method is larger, for each of the tables that both have."""
        pairs = [
            (self.by_place[table, method], self.by_place[table, other])
            for table in tables
            if self.has(table, method) and self.has(table, other)
        ]
        return [a.error(counts) - b.error(counts) for a, b in pairs if a.has(counts) and b.has(counts)]

    def friedman(self):
        return rank_tests.friedman(self.rows)

    def difference(self):
        """The critical difference of mean ranks."""
        return rank_tests.critical_difference(len(self.ranked), len(self.tables))

    def not_different_from_first(self):
        limit = self.mean_rank[self.ranked[0]] + self.difference()
        return [method for method in self.ranked if self.mean_rank[method] <= limit]

    def against_default(self):
        """{method: wins, ties, losses of the method, adjusted p-value} over the tables of the ranks."""
        others = [method for method in self.ranked if method != DEFAULT]
        excess = [self.excess(method, DEFAULT, self.tables) for method in others]
        adjusted = rank_tests.holm([rank_tests.wilcoxon(values) for values in excess])
        return {
            method: (
                sum(value < -1e-9 for value in values),
                sum(abs(value) <= 1e-9 for value in values),
                sum(value > 1e-9 for value in values),
                p,
            )
            for method, values, p in zip(others, excess, adjusted)
        }


def page(text, lines):
    """The page with what these lines say in the two places for it."""
    for name, write in (("conclusion", conclusion), ("results", results)):
        head, begin, rest = text.partition(BEGIN.format(name))
        _, end, tail = rest.partition(END.format(name))
        if not begin or not end:
            raise ValueError(f"{PAGE} lacks the place for: {name}")
        text = f"{head}{begin}\n{write(lines)}{end}{tail}"
    return text


def conclusion(lines):
    """What a user should know, in a paragraph."""
    standings = standings_of(lines, NUMBERS)
    first = standings.ranked[0]
    against = standings.against_default()
    better = [name for name in standings.ranked if name in against and _is_better(against[name])]
    worse = [name for name in against if against[name][3] < LEVEL and not _is_better(against[name])]
    quick = [name for name in standings.ranked if standings.mean_seconds(name, standings.tables) < QUICK]
    others = [name for name in dict.fromkeys([first, CHANCE]) if name != DEFAULT]
    sentences = [
        f"On {len(standings.tables)} tables of numbers, {_named([first])} has the best mean rank of "
        f"{len(standings.ranked)} methods with their default parameters ({standings.mean_rank[first]:.1f}); "
        f"the first {len(standings.not_different_from_first())} do not differ from it by Nemenyi's test, which is "
        "strict with so many methods.",
        f"The default, `{DEFAULT}`, is number {standings.ranked.index(DEFAULT) + 1} "
        f"({standings.mean_rank[DEFAULT]:.1f}). {_on_other_tables(standings)}",
        f"Tested one by one (Wilcoxon, adjusted, 5 %), {_named(better) or 'no method'} "
        f"{'are' if len(better) > 1 else 'is'} better than the default, and {len(worse) or 'none'} "
        f"{'is' if len(worse) < 2 else 'are'} worse.",
        f"Of the methods that take less than {QUICK} CPU seconds for a selection, the best are {_named(quick[:5])}.",
        f"With 10, 20 and 50 features, the error of the default is {_three(standings, DEFAULT)} percentage points "
        "above that of the same learners on all features (negative: below); "
        + "; ".join(f"that of `{name}` {_three(standings, name)}" for name in others)
        + ".",
    ]
    unranked = len(standings.all_methods) - len(standings.ranked)
    if unranked:
        sentences.append(f"{unranked} methods are not ranked, because they finished on too few tables.")
    not_run = sum(line.outcome == NOT_RUN for line in lines)
    if not_run:
        sentences.insert(0, f"**Incomplete: {not_run:,} of {len(lines):,} evaluations have not been run.**")
    return _filled(" ".join(sentences)) + "\n"


def _on_other_tables(standings):
    """How the default does on tables that had no part in its choice."""
    others = [i for i, table in enumerate(standings.tables) if table.removesuffix("_test") not in CHOSEN_ON]
    if not others:
        return "All of these tables took part in its choice, so this is optimistic."
    rank = {method: fmean(standings.rows[i][j] for i in others) for j, method in enumerate(standings.mean_rank)}
    place = sum(value < rank[DEFAULT] - 1e-9 for value in rank.values()) + 1
    return (
        f"Most tables took part in its choice, so this is optimistic; on the other {len(others)} it is number "
        f"{place} ({rank[DEFAULT]:.1f})."
    )


def _is_better(counts):
    wins, _, losses, p = counts
    return p < LEVEL and wins > losses


def _named(methods):
    names = [f"`{name}`" for name in methods]
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _three(standings, method):
    return ", ".join(_points(standings.excess(method, ALL, standings.tables, [count])) for count in COUNTS)


def standings_of(lines, kind):
    return Standings([line for line in lines if line.kind == kind])


def picture(lines):
    standings = standings_of(lines, NUMBERS)
    ranks = [standings.mean_rank[method] for method in standings.ranked]
    return field_picture.draw(standings.ranked, ranks, standings.difference(), DEFAULT)


def results(lines):
    """What the run writes: for tables of numbers the ranks, then the tables with categories."""
    standings = standings_of(lines, NUMBERS)
    parts = [_sentence(standings), _ranks(standings), _others(standings)]
    parts += [_tables(standings), _mixed(standings_of(lines, CATEGORIES))]
    minutes = sum(line.seconds for line in lines) / 60
    parts += [f"The run took {minutes:.0f} CPU minutes."]
    return "\n\n".join(part for part in parts if part) + "\n"


def _points(values):
    return f"{100 * fmean(values):+.1f}" if values else ""


def _seconds(mean):
    return "< .01" if mean < 0.01 else f"{mean:.2f}" if mean < 10 else f"{mean:.0f}"


def _sentence(standings):
    statistic, p = standings.friedman()
    first = standings.not_different_from_first()
    whole = sum(standings.has(table, ALL) for table in standings.tables)
    text = (
        f"{len(standings.ranked)} methods on {len(standings.tables)} tables of numbers: Friedman's statistic is "
        f"{statistic:.0f} (p = {p:.0e}), the critical difference of mean ranks (Nemenyi, 5 %) "
        f"{standings.difference():.1f}. The first {len(first)} do not differ from the best by that test."
    )
    if whole < len(standings.tables):
        text += f" The columns k = 10, 20, 50 are over the {whole} tables for which the errors with all features are known."
    return "## Ranks\n\n" + _filled(text)


def _filled(text):
    return textwrap.fill(text, 100, break_on_hyphens=False, break_long_words=False)


def _ranks(standings):
    against = standings.against_default()
    lines = ["| method | mean rank | k = 10 | k = 20 | k = 50 | against the default | p | seconds |",
             "|---|--:|--:|--:|--:|--:|--:|--:|"]  # fmt: skip
    for method in standings.ranked:
        cells = [f"`{method}`" + (" (the default)" if method == DEFAULT else "")]
        cells += [f"{standings.mean_rank[method]:.1f}"]
        cells += [_points(standings.excess(method, ALL, standings.tables, [count])) for count in COUNTS]
        wins, ties, losses, p = against.get(method, ("", "", "", ""))
        cells += ["", ""] if method == DEFAULT else [f"{wins}/{ties}/{losses}", _p_value(p)]
        cells += [_seconds(standings.mean_seconds(method, standings.tables))]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _p_value(p):
    return "1" if p > 0.995 else f"{p:.2f}" if p >= 0.01 else f"{p:.0e}"


def _others(standings):
    """The methods that finished on too few tables."""
    missing = [method for method in standings.all_methods if method not in standings.ranked]
    if not missing:
        return ""
    lines = ["| method | finished | others | k = 10 | k = 20 | k = 50 | default, same tables | seconds |",
             "|---|--:|---|--:|--:|--:|--:|--:|"]  # fmt: skip
    for method in missing:
        done = standings.done[method]
        cells = [f"`{method}`", str(len(done)), _unfinished(standings, method)]
        cells += [_points(standings.excess(method, ALL, done, [count])) for count in COUNTS]
        cells += [" / ".join(_points(standings.excess(DEFAULT, ALL, done, [count])) for count in COUNTS) if done else ""]
        cells += [_seconds(standings.mean_seconds(method, done)) if done else ""]
        lines.append("| " + " | ".join(cells) + " |")
    title = "## Methods without a rank"
    text = f"They finished on fewer than {100 * SHARE:.0f} % of the tables."
    return "\n\n".join([title, text, "\n".join(lines)])


def _unfinished(standings, method):
    """On how many tables it ended how: 3 over budget, 1 refused."""
    outcomes = [line.outcome for (_, name), line in standings.by_place.items() if name == method]
    counts = Counter(each if each in STATES else "refused" for each in outcomes if each != DONE)
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))


def _tables(standings):
    """The shape of each table, and the errors of the default and of the best method."""
    lines = ["| table | rows | features | classes | majority class | all features | default | best method | in the ranks |",
             "|---|--:|--:|--:|--:|--:|--:|---|---|"]  # fmt: skip
    for table in dict.fromkeys(table for table, _ in standings.by_place):
        default = standings.by_place[table, DEFAULT]
        done = [method for method in standings.all_methods if standings.has(table, method)]
        best = min(done, key=lambda method: standings.by_place[table, method].error(), default="")
        cells = [table, f"{default.rows:,}", f"{default.features:,}", str(default.classes)]
        cells += [_percent(standings, table, name) for name in (MAJORITY, ALL, DEFAULT)]
        cells += [f"`{best}` {_percent(standings, table, best)}" if best else ""]
        cells += ["yes" if table in standings.tables else "no"]
        lines.append("| " + " | ".join(cells) + " |")
    text = "Errors in %, mean over both learners and the three numbers of features. The best method is known only\n"
    text += "afterwards: as the best of many it looks better than it is."
    return "\n\n".join(["## Tables of numbers", text, "\n".join(lines)])


def _percent(standings, table, method):
    return f"{100 * standings.by_place[table, method].error():.1f}" if standings.has(table, method) else ""


def _mixed(standings):
    """Errors on tables with categories: too few for tests."""
    names = list(dict.fromkeys(table for table, _ in standings.by_place))
    if not names:
        return ""
    methods = [method for method in standings.all_methods if standings.done[method]]
    methods.sort(key=lambda method: -len(standings.done[method]))
    whole = [method for method in methods if len(standings.done[method]) == len(names)]
    rank = {}
    for table in names:
        own = rank_tests.ranks([standings.by_place[table, method].error() for method in whole])
        for method, value in zip(whole, own):
            rank[method] = rank.get(method, 0) + value / len(names)
    methods.sort(key=lambda method: rank.get(method, len(methods) + 1))
    lines = ["| method | mean rank | " + " | ".join(names) + " |", "|---|" + "--:|" * (len(names) + 1)]
    for method in [*methods, ALL, MAJORITY]:
        cells = [f"`{method}`" if method not in BASELINES else method]
        cells += [f"{rank[method]:.1f}" if method in rank else ""]
        cells += [_percent(standings, table, method) for table in names]
        lines.append("| " + " | ".join(cells) + " |")
    text = "Errors in %; too few tables for tests. Mean ranks are those of the methods that finished on all of them."
    return "\n\n".join(["## Tables with categories", text, "\n".join(lines)])
