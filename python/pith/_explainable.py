# SPDX-License-Identifier: Apache-2.0
"""What can be explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pith._explanation import Explanation


class Explainable:
    """A selection, which can be explained."""

    def explain(self, X: Any, y: Any = None, **options: Any) -> Explanation:
        """Explain the selection; see `pith.explain`.

        Parameters
        ----------
        X, y
            The data that the features were selected from.
        **options
            As for `pith.explain`: `why_not`, and the options of the selection that its result does
            not hold.
        """
        from pith._explain import explain

        return explain(self, X, y, **options)
