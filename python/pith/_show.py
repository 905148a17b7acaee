# SPDX-License-Identifier: Apache-2.0
"""Tables for terminals of 80 columns and for notebooks; all text is escaped."""

from __future__ import annotations

import html
import math
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

WIDTH = 80
_BAR = 20
_MIN_BAR = 10
_MIN_WIDTH = 12  # of a column that may shrink
_MAX_ROWS = 40


def printable(text: str) -> str:
    """The text on one line, with control and direction characters escaped."""
    return "".join(
        character if character == " " or character.isprintable() else _escaped(character)
        for character in text
    )


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "replace").decode("ascii")


def display_width(text: str) -> int:
    """The width of the text in columns of a terminal."""
    return sum(
        0 if unicodedata.combining(character) else 2 if _is_wide(character) else 1
        for character in text
    )


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


def fit(text: str, width: int) -> str:
    """The text in at most `width` columns, cut in the middle: names often differ at the end."""
    if display_width(text) <= width:
        return text
    tail = (width - 2) // 3
    head = width - 2 - tail
    start, end = text, text
    while display_width(start) > head:
        start = start[:-1]
    while display_width(end) > tail:
        end = end[1:]
    return f"{start}..{end}"


def counted(count: int, noun: str) -> str:
    """'1 row', '2 rows', '3 classes'."""
    return f"{count} {noun}{'' if count == 1 else 'es' if noun.endswith('s') else 's'}"


def aligned_numbers(numbers: Iterable[float]) -> list[str]:
    """Numbers with decimals chosen by the largest of them, so that the points are aligned."""
    numbers = list(numbers)
    largest = max((abs(number) for number in numbers if math.isfinite(number)), default=0.0)
    has_exponent = largest != 0 and not 1e-3 <= largest < 1e9
    magnitude = 0 if largest == 0 else math.floor(math.log10(largest))
    decimals = min(4, max(0, 4 - max(magnitude, 0)))
    return [_number_text(number, decimals, has_exponent) for number in numbers]


def _number_text(number: float, decimals: int, has_exponent: bool) -> str:
    if math.isnan(number):
        return "-"
    if math.isinf(number):
        return "inf" if number > 0 else "-inf"
    if has_exponent and number != 0:
        return f"{number:.3e}"
    if number != 0 and abs(number) < 0.5 * 10.0**-decimals:
        return f"{number:.1e}"
    return f"{number:.{decimals}f}"


def shares(values: Sequence[float]) -> list[float]:
    """Lengths of bars relative to the largest value; 0 for negative and undefined values."""
    best = max((value for value in values if math.isfinite(value)), default=0.0)
    return [
        1.0
        if value == math.inf
        else max(0.0, value / best)
        if best > 0 and math.isfinite(value)
        else 0.0
        for value in values
    ]


def wrapped(text: str, rest: int = 0) -> str:
    """The text in lines of at most 80 columns; further lines are indented by `rest`."""
    return textwrap.fill(
        printable(text), width=WIDTH, subsequent_indent=" " * rest, break_on_hyphens=False
    )


def note_lines(notes: Iterable[str]) -> list[str]:
    return [wrapped("note: " + note, rest=6) for note in notes]


@dataclass
class Grid:
    """A table of text for a terminal or a notebook."""

    headings: list[str]
    left: set[int] = field(
        default_factory=set
    )  # left-aligned columns; the others are right-aligned
    shrinks: int | None = None  # the column that is cut if a line is too long
    rows: list[list[str]] = field(default_factory=list)
    bars: list[float] = field(default_factory=list)  # of the rows, from 0 to 1; empty: no bars
    max_rows: int | None = _MAX_ROWS

    def _shown(self) -> list[int | None]:
        """Indices of the rows; None stands for omitted rows."""
        count = len(self.rows)
        if self.max_rows is None or count <= self.max_rows:
            return list(range(count))
        return [*range(self.max_rows - 10), None, *range(count - 5, count)]

    def _columns(self) -> list[int]:
        return [
            column
            for column in range(len(self.headings))
            if any(row[column] for row in self.rows) or not self.rows
        ]

    def text(self) -> str:
        columns = self._columns()
        shown = self._shown()
        rows = [["..." if i is None else self.rows[i][c] for c in columns] for i in shown]
        lines = [[self.headings[column] for column in columns], *rows]
        widths = [max(display_width(line[i]) for line in lines) for i in range(len(columns))]
        bar = self._shrink(widths, columns)
        drawn: list[str] = []
        for number, line in enumerate(lines):
            cells = [
                _padded(fit(cell, width), width, column in self.left)
                for cell, width, column in zip(line, widths, columns)
            ]
            row = shown[number - 1] if number else None
            if self.bars and row is not None:
                cells.append("#" * math.ceil(min(1.0, self.bars[row]) * bar))
            drawn.append("  ".join(cells).rstrip())
        return "\n".join(drawn)

    def _shrink(self, widths: list[int], columns: list[int]) -> int:
        """Makes lines fit: shortens the bars, then the column that may shrink, then the bars."""
        room = WIDTH - sum(widths) - 2 * (len(widths) - 1)
        bar = max(_MIN_BAR, min(_BAR, room - 2)) if self.bars else 0
        lacking = bar + 2 - room if bar else -room
        if lacking > 0 and self.shrinks in columns:
            place = columns.index(self.shrinks)
            cut = max(0, min(lacking, widths[place] - _MIN_WIDTH))
            widths[place] -= cut
            lacking -= cut
        return max(0, bar - max(0, lacking))

    def html(self) -> str:
        columns = self._columns()
        heads = "".join(f"<th>{html.escape(self.headings[column])}</th>" for column in columns)
        parts = [f"<table><thead><tr>{heads}{'<th></th>' if self.bars else ''}</tr></thead><tbody>"]
        for row in self._shown():
            if row is None:
                parts.append("<tr>" + "<td>...</td>" * len(columns) + "</tr>")
                continue
            cells = "".join(self._html_cell(row, column) for column in columns)
            parts.append(f"<tr>{cells}{self._html_bar(row)}</tr>")
        return "".join(parts) + "</tbody></table>"

    def _html_cell(self, row: int, column: int) -> str:
        side = "left" if column in self.left else "right"
        return f'<td style="text-align:{side}">{html.escape(self.rows[row][column])}</td>'

    def _html_bar(self, row: int) -> str:
        if not self.bars:
            return ""
        length = round(100 * min(1.0, self.bars[row]))
        return (
            '<td><div style="width:100px"><div style="background:var(--pith-1);height:0.8em;'
            f'width:{length}px"></div></div></td>'
        )


def _padded(text: str, width: int, is_left: bool) -> str:
    space = " " * (width - display_width(text))
    return text + space if is_left else space + text


# The colours and the type of the report. They apply to the results alone, and text and lines take
# the colour of what surrounds them, so that dark notebooks need no other style.
_STYLE = """
.pith-result { --pith-1: #0072b2; --pith-2: #d55e00; --pith-3: #009e73; --pith-4: #cc79a7;
 --pith-5: #e69f00; --pith-6: #56b4e9; --pith-7: #f0e442; --pith-8: #666;
 --pith-grid: rgba(128, 128, 128, 0.3); font-family: system-ui, sans-serif; line-height: 1.5; }
.pith-result svg { display: block; width: 100%; max-width: 480px; height: auto; margin: 0.75em 0; }
.pith-result table { border-collapse: collapse; margin: 0.5em 0; }
.pith-result td { font-variant-numeric: tabular-nums; }
@media (prefers-color-scheme: dark) {
 .pith-result { --pith-1: #4aa3dc; --pith-2: #ff8a3d; --pith-3: #2cc49a; --pith-4: #e29ac4;
 --pith-5: #f2b632; --pith-6: #7fcaf3; --pith-7: #f3ea6b; --pith-8: #9aa3ab; } }
"""


def html_page(
    title: str, lines: Iterable[str], grids: Iterable[Grid], notes: Iterable[str], svg: str = ""
) -> str:
    """HTML for a notebook: title, lines, a picture (which must be safe), tables and notes."""
    return styled(html_part(title, lines, svg, grids, notes))


def html_part(
    title: str,
    lines: Iterable[str],
    svg: str = "",
    grids: Iterable[Grid] = (),
    notes: Iterable[str] = (),
) -> str:
    """A part of a page, without the style; all but the picture is escaped."""
    head = "<br>".join(html.escape(printable(line)) for line in lines)
    tables = "".join(grid.html() for grid in grids)
    tail = "".join(
        f"<div><small>note: {html.escape(printable(note))}</small></div>" for note in notes
    )
    strong = f"<strong>{html.escape(printable(title))}</strong><br>" if title else ""
    return f"<div>{strong}{head}{svg}{tables}{tail}</div>"


def styled(*parts: str) -> str:
    """Parts of a page, with the style of results."""
    return f'<div class="pith-result"><style>{_STYLE}</style>{"".join(parts)}</div>'
