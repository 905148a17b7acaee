# SPDX-License-Identifier: Apache-2.0
"""Pictures of results by the compiled module: those of `pith --plot` and of the report."""

from __future__ import annotations

from pith import _core


class Drawn:
    """A result that can be drawn without matplotlib, by the code of `pith --plot`."""

    _document: str

    def to_svg(self) -> str:
        """The picture that `pith --plot FILE.svg` writes, as the text of an SVG file."""
        return _core.draw(self._document, "", True)

    def _svg_part(self) -> str:
        """The same for a page; nothing where a document of another version lacks what it needs."""
        try:
            return _core.draw(self._document, "", False)
        except ValueError:
            return ""
