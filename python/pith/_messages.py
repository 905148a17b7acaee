# SPDX-License-Identifier: Apache-2.0
"""Texts of the core, which speak of flags of the command line, in the words of Python."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

# Flags whose Python name is another one.
_NAMES = {"weights": "sample_weight"}
# Flags of other programs.
_NOT_OURS = {"long"}

_MISSING = r"(?:error|drop|impute|level|spread)"
_MISSING_LIST = re.compile(rf"--missing ({_MISSING}(?:(?:, | or |\|){_MISSING})*)(?![\w-])")
# A value behind a flag: a word that a parameter can have, a number, or a rule for bins.
_VALUES = (
    "true|false|auto|cv|null|standard|range|raw|ranks|minmax|single|double|none|shift|clip|subspace|"
    "published|relevance|once|counts|fit|class|global|sigma|mdl(?! would)"
)
_VALUE = rf"(?:(?:{_VALUES})(?![\w|-])|[a-z]+:\w+|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w-]))"
_FLAG = re.compile(rf"(?<![\w-])--([a-z][a-z0-9-]*)(?: ({_VALUE}(?: or {_VALUE})*))?")

# A quote opens before a word and closes behind it; the apostrophe of "the authors' " does neither.
_QUOTED = re.compile(r"((?<!\w)'(?:[^']|(?<=\w)'(?=\w))*'(?!\w))")


def _argument(value: str) -> str:
    if value in ("true", "false"):
        return value.capitalize()
    return value if re.match(r"-?\d", value) else repr(value)


def _assignment(match: re.Match[str]) -> str:
    flag, values = match.group(1), match.group(2)
    if flag in _NOT_OURS:
        return match.group(0)
    name = _NAMES.get(flag, flag.replace("-", "_"))
    if not values:
        return name
    return f"{name}=" + " or ".join(_argument(value) for value in values.split(" or "))


def _missing_choice(match: re.Match[str]) -> str:
    return "missing=" + re.sub(_MISSING, lambda word: repr(word.group(0)), match.group(1))


def _outside_quotes(text: str) -> str:
    text = text.replace(" (--drop)", "")
    text = _MISSING_LIST.sub(_missing_choice, text)
    text = _FLAG.sub(_assignment, text)
    return re.sub(r"(?<![\w-])-k(?![\w-])", "k", text)


def in_python(text: str) -> str:
    """The text with arguments in the place of flags: missing='drop', not --missing drop.

    What stands in quotes, names of columns above all, stays as it is.
    """
    text = text.replace("'pith methods'", "pith.methods()")
    text = text.replace("(pith methods)", "(pith.methods())")
    pieces = _QUOTED.split(text)
    return "".join(
        piece if index % 2 else _outside_quotes(piece) for index, piece in enumerate(pieces)
    )


def rewritten(text: str) -> str:
    """An error of the core as a user of scikit-learn expects it."""
    text = re.sub(r"^[\w.]+ in memory: ", "", text)
    text = in_python(text)
    if re.match(r"(?:.*: )?feature .* has \d+ missing values?, ", text):
        return "Input X contains NaN: " + text
    if re.match(r"(?:.*: )?target .* is missing in ", text):
        return "Input y contains NaN: " + text
    infinite = re.match(r"column (.*, row \d+ \(counted from 0\)): the value is infinite(.*)", text)
    if infinite:
        return f"Input X contains infinity: feature {infinite.group(1)}{infinite.group(2)}"
    return re.sub(
        r"^(.*) needs? a target; name one \(target\)$",
        r"\1 requires y to be passed, but the target y is None",
        text.replace("learners need a target", "a learner needs a target"),
    )


_FILE_ERRORS: dict[str, type[OSError]] = {
    "No such file or directory": FileNotFoundError,
    "Is a directory": IsADirectoryError,
    "Permission denied": PermissionError,
}


def _error_type(error: Exception, text: str) -> type[Exception]:
    if type(error) is OSError:
        return next((kind for end, kind in _FILE_ERRORS.items() if text.endswith(end)), OSError)
    if "which cannot be read; cast it" in text:  # dates, lists: as for columns of pandas
        return TypeError
    return type(error)


@contextmanager
def python_words() -> Iterator[None]:
    """Errors of the core that leave this block are in the words of Python."""
    try:
        yield
    except (ValueError, OSError, MemoryError) as error:
        text = rewritten(str(error))
        kind = _error_type(error, text)
        if text == str(error) and kind is type(error):
            raise
        raise kind(text) from None
