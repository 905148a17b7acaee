# SPDX-License-Identifier: Apache-2.0
"""Arguments as options of the core; checks what the core cannot check or cannot name well."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from numbers import Integral, Real
from typing import Any, Literal, get_args

import numpy as np

from pith._methods import MethodInfo, catalogue

Progress = Callable[[str, int, int], object]
Missing = Literal["error", "drop", "impute", "level", "spread"]
Scale = Literal["standard", "range", "none"]
Task = Literal["auto", "classify", "regress"]
Combine = Literal["mean", "min", "max", "joint"]

# Names of arguments in other packages.
_OTHER_NAMES = {
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
# Parameters of a selector that an evaluation ignores: it has its own, or they change no result.
_IGNORED = ("k", "n_jobs", "random_state", "memory")
_MIN_MEMORY = 2**20  # as for the command line
_MAX_THREADS = 1024
_MAX_PERMUTATIONS = 1_000_000
_DELIMITERS = {"tab": "\t", "comma": ",", "semicolon": ";", "space": " ", "pipe": "|"}


def method_info(method: str) -> MethodInfo | None:
    """The method in the catalogue; None for 'auto', and for ids that the core will reject."""
    if not isinstance(method, str):
        raise TypeError(f"method must be an id of pith.methods() (got {method!r})")
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
    raise TypeError(f"{name} must be a number, a bool or a string (got {value!r})")


def settings_of(method: str, params: Mapping[str, Any]) -> dict[str, str]:
    """The parameters of the method; a TypeError for one that it does not have."""
    info = method_info(method)
    known = [parameter.name for parameter in info.parameters] if info else []
    for name in params:
        if info and name not in known:
            raise TypeError(f"{method} has no parameter {name!r}; {_remedy(name, known)}")
        if not info and name in _OTHER_NAMES:
            raise TypeError(f"unexpected argument {name!r}; {_remedy(name, known)}")
    return {name: setting_text(name, value) for name, value in params.items()}


def uses_cross_validation(settings: Iterable[Any]) -> bool:
    """Whether a parameter is 'cv': chosen by cross-validation, which needs a target."""
    return any(isinstance(value, str) and value == "cv" for value in settings)


def _remedy(name: str, known: list[str]) -> str:
    if name in _OTHER_NAMES:
        return f"use {_OTHER_NAMES[name]!r}"
    if not known:
        return "it has no parameters"
    listed = " and ".join(filter(None, [", ".join(known[:-1]), known[-1]]))
    return f"its parameters are {listed}"


def whole(name: str, value: Any, lower: int, upper: int = 2**63 - 1) -> int:
    """An integer in [lower, upper]."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be an integer (got {value!r})")
    number = int(value)
    if number < lower:
        raise ValueError(f"{name} must be at least {lower} (got {number})")
    if number > upper:
        raise ValueError(f"{name} must be at most {upper} (got {number})")
    return number


def memory_bytes(memory: int | str | None) -> int:
    """The number of bytes; 0 means the default of the core."""
    if memory is None:
        return 0
    if isinstance(memory, str):
        match = re.fullmatch(
            r"(\d+(?:\.\d+)?) ?(?:([KMGT])(i?B?))?B?", memory.strip(), re.IGNORECASE
        )
        if not match:
            raise ValueError(
                f"memory must be in bytes or a size such as '512M' or '2G' (got {memory!r})"
            )
        power = "KMGT".index(match.group(2).upper()) + 1 if match.group(2) else 0
        unit = 1000 if (match.group(3) or "").upper() == "B" else 1024  # 2GB, but 2G and 2GiB
        size = int(float(match.group(1)) * unit**power)
    else:
        size = whole("memory", memory, 0)
    if not _MIN_MEMORY <= size < 2**63:
        raise ValueError(f"memory must be at least '1M' (got {memory!r})")
    return size


def texts(name: str, values: Any) -> list[str]:
    """A list of strings; a single string is a list of one."""
    if values is None:
        return []
    if isinstance(values, str):
        return [values]
    listed = list(values) if isinstance(values, Iterable) else [values]
    for value in listed:
        if not isinstance(value, str):
            raise TypeError(f"{name} must be strings (got {value!r})")
    return listed


def run_options(
    threads: int | None, seed: int, memory: int | str | None, progress: Any
) -> dict[str, Any]:
    """The options that every run has."""
    return {
        "threads": threads_option(threads),
        "seed": whole("seed", seed, 0, 2**64 - 1),
        "memory": memory_bytes(memory),
        "progress": progress,
    }


def number_options(
    method: str,
    k: int | str | None,
    auto: str | None = None,
    learner: str | None = None,
    permutations: int | None = None,
    alpha: Any = None,
    max_features: int | None = None,
) -> dict[str, Any]:
    """The number of features, and how k="auto" finds it. The core decides what they mean."""
    rule = {
        "auto": auto,
        "learner": learner,
        "permutations": permutations,
        "alpha": alpha,
        "max_features": max_features,
    }
    given = {name: value for name, value in rule.items() if value is not None}
    if not given:
        return {"k": k if k is None or isinstance(k, str) else whole("k", k, 1)}
    if k is not None and k != "auto":
        name, value = next(iter(given.items()))
        raise ValueError(f"{name}={value!r} requires k='auto' (got k={k!r})")
    _check_rule(method, given)
    checked = {
        "auto": auto or "cv",
        "learner": learner,
        "permutations": None
        if permutations is None
        else whole("permutations", permutations, 0, _MAX_PERMUTATIONS),
        "alpha": None if alpha is None else share("alpha", alpha),
        "max_features": None if max_features is None else whole("max_features", max_features, 1),
    }
    return {"k": "auto", **checked}


def is_by_cross_validation(k: Any, auto: Any) -> bool:
    """Whether a learner finds the number of features."""
    is_auto = isinstance(k, str) and k == "auto"
    return (is_auto or (k is None and auto is not None)) and auto != "null"


def _check_rule(method: str, given: Mapping[str, Any]) -> None:
    """Raises where the options of k="auto" do not go together."""
    auto = given.get("auto")
    if auto not in (None, "cv", "null"):
        raise ValueError(f"auto must be 'cv' or 'null' (got {auto!r})")
    learner = given.get("learner")
    if auto == "null" and learner is not None:
        raise ValueError(f"auto='null' uses no learner (got learner={learner!r}); leave it out")
    if auto != "null" and "permutations" in given:
        raise ValueError("permutations requires auto='null'")
    if auto != "null" and "alpha" in given:
        raise ValueError(f"alpha requires auto='null', and {method} has no parameter of that name")
    if learner is not None and not isinstance(learner, str):
        raise TypeError(f"learner must be an id of pith.learners() (got {learner!r})")


def counts(k: Any) -> list[int]:
    """The numbers of features of an evaluation."""
    if isinstance(k, str):
        raise ValueError(f"k must be numbers of features, such as range(1, 11) (got {k!r})")
    values = [k] if isinstance(k, (Integral, Real)) else list(k)
    if not values:
        raise ValueError("k is empty; pass numbers of features, such as range(1, 11)")
    return sorted({whole("k", value, 1) for value in values})


def variants(name: str, given: Any) -> list[str]:
    """Methods or learners as 'id:parameter=value'.

    They may be given in this form, as ('id', {parameter: value}), as a dictionary of such pairs,
    and methods also as selectors.
    """
    if isinstance(given, str):
        given = given.split(",")
    elif isinstance(given, Mapping):
        given = list(given.items())
    elif _is_with_settings(given) or not isinstance(given, Iterable):
        given = [given]
    listed = [_variant(name, each) for each in given]
    if not listed:
        raise ValueError(f"{name} is empty; pass at least one id")
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
        raise TypeError(
            f"{name} has the class {given.__name__}; pass an instance such as pith.MRMR()"
        )
    if entry is not None:
        _reject_other_settings(name, given, entry)
        own = [parameter for parameter in entry.parameters if parameter.setting is not None]
        values = {each.setting: getattr(given, each.name) for each in own}
        defaults = {each.setting: each.default for each in own}
        changed = {key: value for key, value in values.items() if value != defaults[key]}
        return _variant(name, (entry.id, changed))
    one = "'knn:neighbours=3' or ('knn', {'neighbours': 3}), of pith.learners()"
    if name == "methods":
        one = "'mrmr:form=quotient' or ('mrmr', {'form': 'quotient'}), of pith.methods()"
    raise TypeError(f"{name} has {given!r}; pass ids, optionally with parameters: {one}")


def _reject_other_settings(name: str, selector: Any, entry: Any) -> None:
    """In an evaluation, options that are not parameters of the method hold for all methods."""
    for parameter in entry.parameters:
        if parameter.setting is not None or parameter.name in _IGNORED:
            continue
        value = getattr(selector, parameter.name)
        if not (value is parameter.default or bool(np.all(value == parameter.default))):
            raise ValueError(
                f"{name} has a selector with {parameter.name}={value!r}, but an evaluation uses "
                "the same value for all methods; pass it to pith.evaluate instead"
            )


def share(name: str, value: Any) -> float:
    if isinstance(value, Real) and 0 < float(value) < 1:
        return float(value)
    raise ValueError(f"{name} must be a number between 0 and 1 (got {value!r})")


def boolean(name: str, value: Any, choices: str = "True or False") -> bool:
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise TypeError(f"{name} must be {choices} (got {value!r})")


def text_option(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    raise TypeError(f"{name} must be a string or None (got {value!r})")


def fraction_option(value: Any) -> float:
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if is_number and 0 < float(value) <= 1:
        return float(value)
    raise (ValueError if is_number else TypeError)(
        f"fraction must be a number above 0 and at most 1 (got {value!r})"
    )


_CHOICES: dict[str, tuple[str, ...]] = {
    "missing": get_args(Missing),
    "scale": get_args(Scale),
    "task": get_args(Task),
    "combine": get_args(Combine),
}


def choice(name: str, value: Any) -> str:
    choices = _CHOICES[name]
    listed = ", ".join(map(repr, choices[:-1])) + f" or {choices[-1]!r}"
    if not isinstance(value, str):
        raise TypeError(f"{name} must be {listed} (got {value!r})")
    if value not in choices:
        raise ValueError(f"{name} must be {listed} (got {value!r})")
    return value


def path_text(path: Any) -> str:
    text = os.fsdecode(path)
    if "\0" in text:
        raise ValueError(f"a path cannot contain a null character: {text!r}")
    return text


def path_texts(paths: Any) -> list[str]:
    """One path or several."""
    if isinstance(paths, (str, bytes, os.PathLike)):
        return [path_text(paths)]
    if not isinstance(paths, Iterable):
        raise TypeError(f"path must be a path or a list of paths (got {paths!r})")
    texts = [path_text(path) for path in paths]
    if not texts:
        raise ValueError("path is an empty list; pass at least one path")
    return texts


def delimiter_text(delimiter: str) -> str:
    """The delimiter itself; some have names, as on the command line."""
    return _DELIMITERS.get(delimiter, delimiter)


def rule_text(name: str, rule: Any) -> str | None:
    """A rule for discretisation."""
    if rule is None or isinstance(rule, str):
        return rule
    raise TypeError(f"{name} must be a rule such as 'width:5' or 'frequency:3' (got {rule!r})")


def threads_option(threads: int | None) -> int:
    """The number of threads; 0 means the default of the core."""
    if threads is None or (isinstance(threads, Integral) and threads == -1):
        return 0  # -1 means all processors, as for n_jobs
    return whole("threads", threads, 1, _MAX_THREADS)


class ProgressLine:
    """A line on standard error with the progress and the estimated remaining time."""

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
        text = f"{phase} {100 * share:3.0f} %"
        spent = now - self._start
        if 0 < share < 1 and spent > 1:
            text += f", {spent / share * (1 - share):.0f} s left"
        self._write("\r" + text.ljust(self._width))
        self._width = len(text)

    def erase(self) -> None:
        if self._width:
            self._write("\r" + " " * self._width + "\r")

    def _write(self, text: str) -> None:
        if sys.stderr is not None:  # None in programs without a console
            sys.stderr.write(text)
            sys.stderr.flush()


@contextmanager
def shown_progress(progress: bool | Progress | None) -> Iterator[Progress | None]:
    """The progress callback: none, the function of the user, or a line that is erased at last."""
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
        raise TypeError(f"progress must be True, False or a function (got {progress!r})")
