# SPDX-License-Identifier: Apache-2.0
"""Texts of the core, which speak of flags of the command line, in the words of Python."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, get_args


@dataclass(frozen=True)
class Words:
    """What the things that a text speaks of are called where the text is read."""

    phrases: Mapping[str, str]  # whole pieces that are said in another way
    names: Mapping[str, str]  # flags whose Python name is not their own


_ARGUMENTS = {"weights": "sample_weight", "target": "y"}
_WITHOUT_ADVICE = {" (--drop)": ""}  # a user of frames knows how to leave out a column
FUNCTIONS = Words(_WITHOUT_ADVICE, _ARGUMENTS)
CLASSES = Words(_WITHOUT_ADVICE, _ARGUMENTS | {"seed": "random_state", "threads": "n_jobs"})
FILES = Words(
    {
        **{f"(--{flag})": f"({flag} of pith.read)" for flag in ("drop", "target", "weights")},
        "--missing drop drops such rows": "drop_rows_without_target=True drops such rows",
    },
    {},
)

# Flags of other programs.
_NOT_OURS = {"long"}

Missing = Literal["error", "drop", "impute", "level", "spread"]
MISSING: tuple[str, ...] = get_args(Missing)
_MISSING_WORD = rf"(?:{'|'.join(MISSING)})"
_MISSING_LIST = re.compile(
    rf"--missing ({_MISSING_WORD}(?:(?:, | or |\|){_MISSING_WORD})*)(?![\w-])"
)
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


def _assignment(match: re.Match[str], names: Mapping[str, str]) -> str:
    flag, values = match.group(1), match.group(2)
    if flag in _NOT_OURS:
        return match.group(0)
    name = names.get(flag, flag.replace("-", "_"))
    if not values:
        return name
    return f"{name}=" + " or ".join(_argument(value) for value in values.split(" or "))


def _missing_choice(match: re.Match[str]) -> str:
    return "missing=" + re.sub(_MISSING_WORD, lambda word: repr(word.group(0)), match.group(1))


def _outside_quotes(text: str, words: Words) -> str:
    for phrase, other in words.phrases.items():
        text = text.replace(phrase, other)
    text = _MISSING_LIST.sub(_missing_choice, text)
    text = text.replace(" must be true or false, ", " must be True or False, ")
    text = _FLAG.sub(lambda match: _assignment(match, words.names), text)
    return re.sub(r"(?<![\w-])-k(?![\w-])", "k", text)


def in_python(text: str, words: Words = FUNCTIONS) -> str:
    """The text with arguments in the place of flags: missing='drop', not --missing drop.

    What stands in quotes, names of columns above all, stays as it is.
    """
    text = text.replace("'pith methods'", "pith.methods()")
    text = text.replace("(pith methods)", "(pith.methods())")
    pieces = _QUOTED.split(text)
    return "".join(
        piece if index % 2 else _outside_quotes(piece, words) for index, piece in enumerate(pieces)
    )


IN_MEMORY = " in memory"  # behind the type of X, where a file would have its path


def rewritten(text: str, words: Words = FUNCTIONS) -> str:
    """An error of the core as a user of scikit-learn expects it."""
    text = re.sub(rf"^[\w.]+{IN_MEMORY}: ", "", text)
    text = in_python(text.replace("learners need a target", "a learner needs a target"), words)
    if re.match(r"(?:.*: )?feature .* has \d+ missing values?, ", text):
        return "Input X contains NaN: " + text
    if words is FILES:  # which have no y
        return text
    if re.match(r"(?:.*: )?target .* is missing in ", text):
        return "Input y contains NaN: " + text
    infinite = re.match(r"column (.*, row \d+ \(counted from 0\)): the value is infinite(.*)", text)
    if infinite:
        return f"Input X contains infinity: feature {infinite.group(1)}{infinite.group(2)}"
    return re.sub(
        r"^(.*) needs? a target; name one \(y\)$",
        r"\1 requires y to be passed, but the target y is None",
        text,
    )


def _translated(error: Exception, words: Words, path: str | None) -> Exception:
    text = rewritten(str(error), words)
    if type(error) is OSError and error.errno is None:
        return _file_error(text, path)
    if "which cannot be read; cast it" in text:  # dates, lists: as for columns of pandas
        return TypeError(text)
    return error if text == str(error) else type(error)(text)


def _file_error(text: str, path: str | None) -> OSError:
    """The error that Python itself would raise, where the text ends in a reason of the system."""
    reasons = {os.strerror(code): code for code in errno.errorcode}
    code = next((code for reason, code in reasons.items() if text.endswith(f": {reason}")), None)
    if code is None or path is None:
        return OSError(text)
    return OSError(code, os.strerror(code), path)  # Python makes a FileNotFoundError of it


@contextmanager
def python_words(words: Words = FUNCTIONS, path: str | None = None) -> Iterator[None]:
    """Errors of the core that leave this block are in the words of Python.

    `path` is the file, where only one can be meant.
    """
    try:
        yield
    except (ValueError, OSError, MemoryError) as error:
        is_ours = getattr(error, "is_of_core", False)  # and not of a function that reports progress
        translated = _translated(error, words, path) if is_ours else error
        if translated is error:
            raise
        raise translated from None
