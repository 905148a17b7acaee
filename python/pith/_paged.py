# SPDX-License-Identifier: Apache-2.0
"""Results as pages of HTML."""

from __future__ import annotations

import importlib
from typing import Any


class Paged:
    """A result that can be shown as a page of its own."""

    def to_html(self) -> str:
        """A page of HTML with this result alone; `pith.report` shows several."""
        report: Any = importlib.import_module("pith._report")
        page: str = report.page_of([self], "Feature selection")
        return page
