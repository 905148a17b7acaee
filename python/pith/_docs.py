# SPDX-License-Identifier: Apache-2.0
"""Docstrings made from the texts of the options that the command line has, too.

Nothing but the standard library is imported here: see _catalog.py.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Mapping
from typing import TypeVar

WIDTH = 92  # of the lines of a docstring

Documented = TypeVar("Documented", bound=Callable[..., object])


def sentence(text: str) -> str:
    """The text of an option as a sentence."""
    return f"{text[0].upper()}{text[1:]}."


def option_sentences(options: str) -> dict[str, str]:
    """What each option does, by its name, from the JSON list that the compiled module has."""
    return {option["name"]: sentence(option["text"]) for option in json.loads(options)}


def wrapped(text: str, indent: str) -> list[str]:
    """The text in lines that a docstring may have."""
    return textwrap.wrap(
        text,
        width=WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def documented(sentences: Mapping[str, str]) -> Callable[[Documented], Documented]:
    """Fills in a docstring: a paragraph that begins with `{missing}` explains that option.

    Such a paragraph ends with the next parameter, or with an empty line.
    """

    def fill(function: Documented) -> Documented:
        if function.__doc__ is not None:  # python -OO has none
            function.__doc__ = _filled(function.__doc__, sentences)
        return function

    return fill


def _filled(docstring: str, sentences: Mapping[str, str]) -> str:
    filled: list[str] = []
    paragraph: list[str] = []  # the one that is being filled in
    for line in [*docstring.split("\n"), ""]:
        if paragraph and _indent(line) == _indent(paragraph[0]):
            paragraph.append(line)
            continue
        filled += _explained(paragraph, sentences)
        paragraph = [line] if line.lstrip().startswith("{") else []
        filled += [] if paragraph else [line]
    return "\n".join(filled[:-1])


def _explained(paragraph: list[str], sentences: Mapping[str, str]) -> list[str]:
    if not paragraph:
        return []
    text = " ".join(line.strip() for line in paragraph)
    name, rest = text[1:].split("}", 1)
    return wrapped(sentences[name] + rest, _indent(paragraph[0]))


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]
