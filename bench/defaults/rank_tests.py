# SPDX-License-Identifier: Apache-2.0
"""Ranks of methods on several tables, and the tests that rest on them."""

import math


def ranks(values: list[float]) -> list[float]:
    """From 1 for the smallest; equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    result = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] - values[order[start]] < 1e-12:
            end += 1
        for place in range(start, end):
            result[order[place]] = (start + 1 + end) / 2
        start = end
    return result


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function."""
    if x <= 0:
        return 1.0
    scale = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, 10000):
            term *= x / (a + n)
            total += term
            if term < total * 1e-16:
                break
        return 1 - total * scale
    b, c = x + 1 - a, 1e300
    d = h = 1 / b
    for n in range(1, 10000):
        an = -n * (n - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return h * scale


def friedman(rows: list[list[float]]) -> tuple[float, float]:
    """Friedman's statistic with the correction for ties, and its p-value; a row for each table."""
    n, k = len(rows), len(rows[0])
    sums = [sum(row[j] for row in rows) for j in range(k)]
    ties = sum(row.count(value) ** 2 - 1 for row in rows for value in row)
    numerator = 12 * sum((total - n * (k + 1) / 2) ** 2 for total in sums)
    statistic = numerator / (n * k * (k + 1) - ties / (k - 1))
    return statistic, upper_gamma((k - 1) / 2, statistic / 2)


def range_quantile(groups: int, level: float) -> float:
    """Of the studentized range of so many normal means whose variance is known."""
    low, high = 0.0, 20.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if range_below(middle, groups) < level else (low, middle)
    return (low + high) / 2


def range_below(limit: float, groups: int) -> float:
    """The probability that the range of so many standard normal numbers is below the limit.

    It is the integral of groups * density(z) * (cdf(z) - cdf(z - limit))^(groups - 1) over the
    largest number z, by Simpson's rule.
    """
    first, last, steps = -9.0, 9.0, 600
    width = (last - first) / steps
    total = 0.0
    for i in range(steps + 1):
        z = first + i * width
        density = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
        factor = 1 if i in (0, steps) else 4 if i % 2 else 2
        total += factor * density * (normal_cdf(z) - normal_cdf(z - limit)) ** (groups - 1)
    return groups * total * width / 3


def normal_cdf(z: float) -> float:
    return math.erfc(-z / math.sqrt(2)) / 2


def critical_difference(methods: int, tables: int, level: float = 0.95) -> float:
    """By Nemenyi's test: mean ranks that differ by more are different."""
    error = math.sqrt(methods * (methods + 1) / (6 * tables))
    return range_quantile(methods, level) / math.sqrt(2) * error


def wilcoxon(differences: list[float]) -> float:
    """The two-sided p-value of the signed ranks: exact, also with ties. Zeros are left out."""
    values = [value for value in differences if abs(value) > 1e-12]
    doubled = [round(2 * rank) for rank in ranks([abs(value) for value in values])]
    total = sum(doubled)
    ways = [1] + [0] * total  # ways[s]: subsets of the doubled ranks with the sum s
    for rank in doubled:
        for s in range(total, rank - 1, -1):
            ways[s] += ways[s - rank]
    positive = sum(rank for rank, value in zip(doubled, values) if value > 0)
    tail = sum(ways[: min(positive, total - positive) + 1])
    return min(1.0, 2 * tail / 2 ** len(doubled))


def holm(p_values: list[float]) -> list[float]:
    """Adjusted for the number of tests."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for place, i in enumerate(order):
        highest = max(highest, min(1.0, p_values[i] * (len(order) - place)))
        adjusted[i] = highest
    return adjusted
