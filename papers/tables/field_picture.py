# SPDX-License-Identifier: Apache-2.0
"""The critical-difference picture: mean ranks, and which do not differ, as SVG."""

ROW, TOP, LEFT, WIDTH = 16, 74, 172, 400  # pixels: of a row, above and beside the plot, of the plot
LANE = 7  # between the lines that join methods

STYLE = """
.back { fill: #ffffff } .text { fill: #222222 } .faint { stroke: #dddddd } .axis { stroke: #222222 }
.mark { fill: #0072b2 } .default { fill: #d55e00 } .join { stroke: #777777 }
@media (prefers-color-scheme: dark) {
  .back { fill: #0d1117 } .text { fill: #e6e6e6 } .faint { stroke: #333a44 } .axis { stroke: #e6e6e6 }
  .mark { fill: #56b4e9 } .default { fill: #e69f00 } .join { stroke: #a0a0a0 }
}
"""


def groups(ranks, difference):
    """(first, last) of the largest groups of ascending ranks that do not differ."""
    found = []
    for first in range(len(ranks)):
        last = max(i for i in range(first, len(ranks)) if ranks[i] - ranks[first] <= difference)
        if last > first and (not found or last > found[-1][1]):
            found.append((first, last))
    return found


def draw(names, ranks, difference, default):
    """One row for each method, the best first; vertical lines join methods that do not differ."""
    joined = groups(ranks, difference)
    highest = 5 * (int(max(*ranks, 1 + difference)) // 5 + 1)
    width = LEFT + WIDTH + 24 + max(90, LANE * len(joined)) + 12
    height = TOP + ROW * len(names) + 14
    place = _Places(highest)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="11">',
        f"<title>Mean ranks of {len(names)} methods; critical difference {difference:.1f}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="back" width="{width}" height="{height}"/>',
        *_axis(place, height),
        *_ruler(place, difference),
    ]
    for i, (name, rank) in enumerate(zip(names, ranks)):
        parts += _row(place, i, (name, rank), name == default)
    if joined:
        parts.append(f'<text class="text" x="{LEFT + WIDTH + 20}" y="{TOP - 12}">not different</text>')
    for lane, (first, last) in enumerate(joined):
        x = LEFT + WIDTH + 24 + LANE * lane
        parts.append(
            f'<line class="join" stroke-width="3" x1="{x}" x2="{x}" y1="{_middle(first) - 4}" y2="{_middle(last) + 4}"/>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


class _Places:
    """From a rank to pixels."""

    def __init__(self, highest):
        self.highest = highest

    def __call__(self, rank):
        return round(LEFT + WIDTH * (rank - 1) / (self.highest - 1), 1)


def _middle(i):
    return TOP + ROW * i + ROW // 2


def _axis(place, height):
    parts = [f'<text class="text" x="{LEFT - 10}" y="{TOP - 12}" text-anchor="end">mean rank</text>']
    for rank in [1, *range(5, place.highest + 1, 5)]:
        x = place(rank)
        parts.append(f'<line class="faint" x1="{x}" x2="{x}" y1="{TOP - 4}" y2="{height - 14}"/>')
        parts.append(f'<text class="text" x="{x}" y="{TOP - 12}" text-anchor="middle">{rank}</text>')
    return parts


def _ruler(place, difference):
    """As long as the critical difference."""
    left, right = place(1), place(1 + difference)
    ends = "".join(f'<line class="axis" x1="{x}" x2="{x}" y1="26" y2="34"/>' for x in (left, right))
    return [
        f'<line class="axis" stroke-width="2" x1="{left}" x2="{right}" y1="30" y2="30"/>{ends}',
        f'<text class="text" x="{left}" y="18">critical difference {difference:.1f}</text>',
    ]


def _row(place, i, entry, is_default):
    name, rank = entry
    y = _middle(i)
    kind, weight = ("default", ' font-weight="bold"') if is_default else ("mark", "")
    label = f"{name} (default)" if is_default else name
    return [
        f'<line class="faint" x1="{LEFT}" x2="{place(rank)}" y1="{y}" y2="{y}"/>',
        f'<text class="text" x="{LEFT - 10}" y="{y + 4}" text-anchor="end"{weight}>{label}</text>',
        f'<circle class="{kind}" cx="{place(rank)}" cy="{y}" r="4"><title>{name}: {rank:.2f}</title></circle>',
    ]
