# SPDX-License-Identifier: Apache-2.0
"""What the programs of the papers print, as tables of Markdown with the published figures."""


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


def table(head, found, published):
    """One line for each of `found`; published[name] are the figures for its first cells."""
    lines = ["| | " + " | ".join(head) + " |", "|---" + "|--:" * len(head) + "|"]
    for name, cells in found.items():
        figures = published.get(name, [])
        shown = [
            cell if index >= len(figures) or figures[index] is None else f"{cell} [{figures[index]}]"
            for index, cell in enumerate(cells)
        ]
        shown += [""] * (len(head) - len(shown))
        lines.append(f"| {name} | " + " | ".join(shown) + " |")
    return "\n".join(lines)


def section(title, command, seconds, body):
    return f"## {title}\n\n```\n{command}\n```\n\n{seconds / 60:.1f} minutes.\n\n{body}"
