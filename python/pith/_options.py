# SPDX-License-Identifier: Apache-2.0
"""Arguments of Python as options of the core, checked where the core cannot name them well."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from numbers import Integral, Real
from typing import Any, Literal

import numpy as np

from pith._messages import in_python
from pith._methods import MethodInfo, catalogue

Progress = Callable[[str, int, int], object]

# What users of other packages try first.
_OTHER_WORDS = {
    "K": "k",
    "n_features": "k",
    "n_features_to_select": "k",
    "n_jobs": "threads",
    "n_selected_features": "k",
    "num_features": "k",
    "random_state": "seed",
    "show_progress": "progress",
    "verbose": "progress",
    "weights": "sample_weight",
}
# Parameters of a selector that an evaluation has itself, or that change no result.
_OF_ONE_RUN = ("k", "n_jobs", "random_state", "memory")
_LEAST_MEMORY = 2**20  # as for the program
_MOST_THREADS = 1024
_MOST_PERMUTATIONS = 1_000_000
_DELIMITERS = {"tab": "\t", "comma": ",", "semicolon": ";", "space": " ", "pipe": "|"}


def method_info(method: str) -> MethodInfo | None:
    """What the catalogue knows of a method; None for 'auto' and for what the core will refuse."""
    if not isinstance(method, str):
        raise TypeError(f"method must be the id of a method (pith.methods()), not {method!r}")
    return catalogue().get(method)


def setting_text(name: str, value: Any) -> str:
    """The value of a parameter as the core reads it."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real):
        return repr(float(value))
    if isinstance(value, str):
        return value
    raise TypeError(f"{name} must be a number, a bool or a word, not {value!r}")


def settings_of(method: str, params: Mapping[str, Any]) -> dict[str, str]:
    """The method's own parameters; a TypeError for those it does not have, as for any function."""
    info = method_info(method)
    known = [parameter.name for parameter in info.parameters] if info else []
    for name in params:
        if info and name not in known:
            raise TypeError(f"{method} has no parameter {name!r}; {_remedy(name, known)}")
        if not info and name in _OTHER_WORDS:
            raise TypeError(f"there is no argument {name!r}; {_remedy(name, known)}")
    return {name: setting_text(name, value) for name, value in params.items()}


def is_any_by_validation(settings: Iterable[Any]) -> bool:
    """Whether a parameter is the word 'cv': found by cross-validation, which needs a target."""
    return any(isinstance(value, str) and value == "cv" for value in settings)


def _remedy(name: str, known: list[str]) -> str:
    if name in _OTHER_WORDS:
        return f"pith calls it {_OTHER_WORDS[name]!r}"
    if not known:
        return "it has none"
    listed = " and ".join(filter(None, [", ".join(known[:-1]), known[-1]]))
    return f"it takes {listed}"


def whole(name: str, value: Any, least: int, most: int = 2**63 - 1) -> int:
    """A whole number of at least so much, and at most so much."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    number = int(value)
    if number < least:
        raise ValueError(f"{name} must be at least {least}, not {number}")
    if number > most:
        raise ValueError(f"{name} must be at most {most}, not {number}")
    return number


def memory_bytes(memory: int | str | None) -> int:
    """Bytes of '2G' or of a number; 0 leaves it to the core."""
    if memory is None:
        return 0
    if isinstance(memory, str):
        match = re.fullmatch(
            r"(\d+(?:\.\d+)?) ?(?:([KMGT])(i?B?))?B?", memory.strip(), re.IGNORECASE
        )
        if not match:
            raise ValueError(
                f"memory must be bytes or a size such as '512M' or '2G', not {memory!r}"
            )
        power = "KMGT".index(match.group(2).upper()) + 1 if match.group(2) else 0
        unit = 1000 if (match.group(3) or "").upper() == "B" else 1024  # 2GB, but 2G and 2GiB
        size = int(float(match.group(1)) * unit**power)
    else:
        size = whole("memory", memory, 0)
    if not _LEAST_MEMORY <= size < 2**63:
        raise ValueError(f"memory must be a size of at least '1M', not {memory!r}")
    return size


def texts(name: str, values: Any) -> list[str]:
    """A list of texts; one text stands for itself."""
    if values is None:
        return []
    if isinstance(values, str):
        return [values]
    listed = list(values) if isinstance(values, Iterable) else [values]
    for value in listed:
        if not isinstance(value, str):
            raise TypeError(f"{name} must be texts, and {value!r} is none")
    return listed


def run_options(
    threads: int | None, seed: int, memory: int | str | None, progress: Any
) -> dict[str, Any]:
    """What every run takes."""
    return {
        "threads": threads_option(threads),
        "seed": whole("seed", seed, 0, 2**64 - 1),
        "memory": memory_bytes(memory),
        "progress": progress,
    }


def count_options(
    method: str,
    k: int | Literal["auto"] | None,
    auto: str | None,
    learner: str | None,
    permutations: int | None,
    alpha: Any,
    most: int | None,
) -> dict[str, Any]:
    """How many features: a number, or how it is found."""
    info = method_info(method)
    given = {"auto": auto, "learner": learner, "permutations": permutations, "most": most}
    named = [name for name, value in given.items() if value is not None]
    if isinstance(k, str) and k != "auto":
        raise ValueError(f"k must be a number, 'auto' or None, not {k!r}")
    if k is not None and not isinstance(k, str):
        if named or alpha is not None:
            name = named[0] if named else "alpha"
            raise ValueError(f"{name}={given.get(name, alpha)!r} is for k='auto', but k is {k}")
        return {"k": whole("k", k, 1)}
    if auto not in (None, "cv", "null"):
        raise ValueError(f"auto must be 'cv' or 'null', not {auto!r}")
    if auto == "null" and learner is not None:
        raise ValueError(f"auto='null' needs no learner, but learner is {learner!r}; leave it out")
    if auto != "null" and permutations is not None:
        raise ValueError("permutations are for auto='null'; leave them out, or say so")
    if auto != "null" and alpha is not None:
        raise ValueError(f"alpha is for auto='null', and {method} has no parameter of that name")
    finds_k = info is not None and bool(info.traits["finds_k"])
    is_found = bool(named) or (k == "auto" and not finds_k)
    options: dict[str, Any] = {"k": None, "auto": auto or "cv" if is_found else None}
    if learner is not None and not isinstance(learner, str):
        raise TypeError(f"learner must be the id of a learner (pith.learners()), not {learner!r}")
    options |= {"learner": learner, "alpha": None if alpha is None else share("alpha", alpha)}
    if permutations is not None:
        options["permutations"] = whole("permutations", permutations, 1, _MOST_PERMUTATIONS)
    options["most"] = None if most is None else whole("most", most, 1)
    return {name: value for name, value in options.items() if value is not None}


def counts(k: Any) -> list[int]:
    """Numbers of features of an evaluation."""
    if isinstance(k, str):
        raise ValueError(f"k must be numbers of features, such as range(1, 11), not {k!r}")
    values = [k] if isinstance(k, (Integral, Real)) else list(k)
    if not values:
        raise ValueError("k is empty; give numbers of features, such as range(1, 11)")
    return sorted({whole("k", value, 1) for value in values})


def variants(name: str, given: Any) -> list[str]:
    """Methods or learners as 'id:parameter=value', whatever form they were given in.

    ('id', {parameter: value}) is another form, a dictionary of such pairs a third, and methods may
    be selectors.
    """
    if isinstance(given, str):
        given = given.split(",")
    elif isinstance(given, Mapping):
        given = list(given.items())
    elif _is_with_settings(given) or not isinstance(given, Iterable):
        given = [given]
    listed = [_variant(name, each) for each in given]
    if not listed:
        raise ValueError(f"{name} is empty; name at least one")
    return listed


def _is_with_settings(given: Any) -> bool:
    return isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], Mapping)


def _variant(name: str, given: Any) -> str:
    if isinstance(given, str):
        return given.strip()
    if _is_with_settings(given):
        settings = [f"{key}={setting_text(key, value)}" for key, value in given[1].items()]
        return ":".join([str(given[0]), *settings])
    entry = getattr(given, "_entry", None)  # of a selector such as pith.MRMR()
    if entry is not None and isinstance(given, type):
        raise TypeError(f"{name} has the class {given.__name__}; give one of it, as pith.MRMR()")
    if entry is not None:
        _refuse_other_settings(name, given, entry)
        own = [parameter for parameter in entry.parameters if parameter.setting is not None]
        values = {each.setting: getattr(given, each.name) for each in own}
        usual = {each.setting: each.default for each in own}
        changed = {key: value for key, value in values.items() if value != usual[key]}
        return _variant(name, (entry.id, changed))
    one = "'knn:neighbours=3' or ('knn', {'neighbours': 3}), of pith.learners()"
    if name == "methods":
        one = "'mrmr:form=quotient' or ('mrmr', {'form': 'quotient'}), of pith.methods()"
    raise TypeError(f"{name} has {given!r}; give ids, with parameters if need be: {one}")


def _refuse_other_settings(name: str, selector: Any, entry: Any) -> None:
    """What a selector has beside its method's parameters is for all methods of an evaluation."""
    for parameter in entry.parameters:
        if parameter.setting is not None or parameter.name in _OF_ONE_RUN:
            continue
        value = getattr(selector, parameter.name)
        if not (value is parameter.default or bool(np.all(value == parameter.default))):
            raise ValueError(
                f"{name} has a selector with {parameter.name}={value!r}, which an evaluation "
                f"takes for all methods or not at all; leave it out there"
            )


def share(name: str, value: Any) -> float:
    if isinstance(value, Real) and 0 < float(value) < 1:
        return float(value)
    raise ValueError(f"{name} must be a number between 0 and 1, not {value!r}")


def path_text(path: Any) -> str:
    text = os.fsdecode(path)
    if "\0" in text:
        raise ValueError(f"a path cannot have a null character: {text!r}")
    return text


def delimiter_text(delimiter: str) -> str:
    """The character; some have names, as on the command line."""
    return _DELIMITERS.get(delimiter, delimiter)


def rule_text(name: str, rule: Any) -> str | None:
    """A rule for bins."""
    if rule is None or isinstance(rule, str):
        return rule
    raise TypeError(f"{name} must be a rule such as 'width:5' or 'frequency:3', not {rule!r}")


def threads_option(threads: int | None) -> int:
    """How many threads; 0 leaves it to the core."""
    if threads is None or (isinstance(threads, Integral) and threads == -1):
        return 0  # -1 is what n_jobs calls all
    return whole("threads", threads, 1, _MOST_THREADS)


class ProgressLine:
    """One line on standard error that says how far it is, and how long it will take."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._last = 0.0
        self._phase = ""
        self._width = 0

    def __call__(self, phase: str, done: int, total: int) -> None:
        now = time.monotonic()
        if phase != self._phase:
            self._phase, self._start = phase, now
        elif now - self._last < 0.1 and done < total:
            return
        self._last = now
        share = done / total if total > 0 else 0.0
        text = f"{in_python(phase)} {100 * share:3.0f} %"
        spent = now - self._start
        if 0 < share < 1 and spent > 1:
            text += f", {spent / share * (1 - share):.0f} s left"
        self._write("\r" + text.ljust(self._width))
        self._width = len(text)

    def erase(self) -> None:
        if self._width:
            self._write("\r" + " " * self._width + "\r")

    def _write(self, text: str) -> None:
        if sys.stderr is not None:  # a program without a console has none
            sys.stderr.write(text)
            sys.stderr.flush()


@contextmanager
def shown_progress(progress: bool | Progress | None) -> Iterator[Progress | None]:
    """What the core calls: nothing, the user's function, or a line that is erased in the end."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        line = ProgressLine()
        try:
            yield line
        finally:
            line.erase()
    elif callable(progress):
        yield progress
    else:
        raise TypeError(f"progress must be True, False or a function, not {progress!r}")
