# SPDX-License-Identifier: Apache-2.0
"""What the programs of the papers print, as tables of Markdown with the published figures."""

import re

_FIGURE = re.compile(r"\d+(?:\.(\d+))?")


def rows(text, width):
    """{name: cells} of the lines that begin with a name of so many characters."""
    found = {}
    for line in text.splitlines():
        name, cells = line[:width].strip(), line[width:].split()
        if name and cells and all(_is_figure(cell) for cell in cells):
            found[name] = cells
    return found


def _is_figure(cell):
    return cell[0].isdigit() or cell == "nan"


def compared(head, entries, first="", has_difference=True):
    """The one shape of all tables: ours, published and difference below each other.

    `entries` are (name, our cells, published cells) with a cell of text, empty if there is none, for
    each of `head`. The difference is that of the figures with which two cells begin. Without any
    published cell, an entry has the line of ours alone. Counts like 3/2/1 have no difference.
    """
    lines = [f"| {first} | | " + " | ".join(head) + " |", "|---|---" + "|--:" * len(head) + "|"]
    for name, ours, published in entries:
        lines.append(_line(name, "ours", ours, head))
        if not any(published):
            continue
        lines.append(_line("", "published", published, head))
        if has_difference:
            differences = [_difference(a, b) for a, b in zip(ours, published)]
            lines.append(_line("", "difference", differences, head))
    return "\n".join(lines)


def _line(name, kind, cells, head):
    cells = [*cells, *[""] * (len(head) - len(cells))]
    return f"| {name} | {kind} | " + " | ".join(cells) + " |"


def _difference(ours, published):
    figures = [_FIGURE.match(cell) for cell in (ours, published)]
    if not all(figures):
        return ""
    digits = max(len(figure[1] or "") for figure in figures)
    value = float(figures[0][0]) - float(figures[1][0])
    return f"{value:+.{digits}f}"


def section(title, command, seconds, body):
    return f"## {title}\n\n```\n{command}\n```\n\n{seconds / 60:.1f} minutes.\n\n{body}"
