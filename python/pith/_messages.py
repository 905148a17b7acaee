# SPDX-License-Identifier: Apache-2.0
"""What options are called in messages, and the phrases that users of scikit-learn look for."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

# Messages of the core mention options by names of its own, and these tables say what they are
# called where the message is read. A name that is absent stays; an empty one leaves the mention
# out. `missing=drop` renames one value of an option.
Names = Mapping[str, str]

# In the functions. Users of arrays and frames know how to choose columns.
FUNCTIONS: Names = {
    "weights": "sample_weight",
    "target": "y",
    "features": "",
    "allow_ids": "allow_ids=True",
    "exact": "exact=True",
    "no_default_na": "default_na=False",
}
# In the classes.
CLASSES: Names = {**FUNCTIONS, "drop": "", "seed": "random_state", "threads": "n_jobs"}
# In pith.read.
READING: Names = {
    "allow_external": "allow_external=True",
    "missing=drop": "drop_rows_without_target=True",
    "no_default_na": "default_na=False",
}
# In the functions, about a table that pith.read made.
FILES: Names = {
    name: f"{name} of pith.read"
    for name in (
        "target",
        "task",
        "target_bins",
        "weights",
        "features",
        "drop",
        "categorical",
        "numeric",
        "na",
        "decimal",
        "encoding",
    )
} | {
    "allow_ids": "allow_ids=True",
    "exact": "exact=True",
    "no_default_na": "default_na=False of pith.read",
}

# Errors whose beginning users and checks of scikit-learn rely on, by their cause in the core.
_ABOUT_X = {"missing_values": "Input X contains NaN"}
_ABOUT_ARRAYS = {
    **_ABOUT_X,
    "missing_target": "Input y contains NaN",
    "infinite_value": "Input X contains infinity",
    "no_target": "This call requires y to be passed, but the target y is None",
}


def _translated(error: Exception, names: Names, path: str | None) -> Exception:
    """The error in the words of scikit-learn, or as Python itself would raise it."""
    if isinstance(error, OSError) and error.errno is not None:
        # Python makes a FileNotFoundError of it where it is one.
        if path is None:
            return OSError(error.errno, str(error))
        return OSError(error.errno, os.strerror(error.errno), path)
    phrases = _ABOUT_ARRAYS if names in (FUNCTIONS, CLASSES) else _ABOUT_X
    phrase = phrases.get(getattr(error, "pith_cause", ""))
    return error if phrase is None else type(error)(f"{phrase}: {error}")


@contextmanager
def translated_errors(names: Names = FUNCTIONS, path: str | None = None) -> Iterator[None]:
    """Errors of the core that leave this block are those that users of Python expect.

    `path` is the file that an OSError is about; None: its message names it.
    """
    try:
        yield
    except (ValueError, OSError) as error:
        is_ours = hasattr(error, "pith_cause")  # and not raised by a progress callback
        translated = _translated(error, names, path) if is_ours else error
        if translated is error:
            raise
        raise translated from None
