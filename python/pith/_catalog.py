# SPDX-License-Identifier: Apache-2.0
"""The catalogue of methods as Python sees it: class names, parameters, annotations, docstrings.

Nothing but the standard library is imported here, or by the messages: the stubs are written by
these same rules when the package is built, and neither NumPy nor scikit-learn need be there then.
"""

from __future__ import annotations

import json
import keyword
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pith._messages import CLASSES, FUNCTIONS, Missing, Words, in_python

# Words that are not initials; what is not here is written in capitals up to five letters.
_WORDS = {
    "alpha": "Alpha",
    "anova": "Anova",
    "beta": "Beta",
    "chi2": "Chi2",
    "condred": "CondRed",
    "gain": "Gain",
    "gamma": "Gamma",
    "inf": "Inf",
    "multisurf": "MultiSURF",
    "naive": "Naive",
    "ratio": "Ratio",
    "relieff": "ReliefF",
    "spec": "Spec",
    "test": "Test",
}
_LONGEST_INITIALS = 5
_NO_BOUND = 1e6  # limits from here on are there for the reader of numbers, not for people


def class_name(method: str) -> str:
    """The name of the class of a method: 'gc-mi' has GCMI, 'sw-relieff' has SWReliefF."""
    words = []
    for part in method.split("-"):
        short = part.upper() if len(part) <= _LONGEST_INITIALS else part.capitalize()
        words.append(_WORDS.get(part, short))
    return "".join(words)


@dataclass(frozen=True)
class ParameterInfo:
    """A parameter of a method or of a learner."""

    name: str
    type: str
    default: Any
    text: str
    choices: tuple[str, ...] = ()
    lower: float | None = None
    upper: float | None = None


@dataclass(frozen=True)
class MethodInfo:
    """A method of the catalogue; `pith.describe(id)` tells more."""

    id: str
    title: str
    family: str
    summary: str
    formula: str
    unit: str
    cost: str
    class_name: str
    parameters: tuple[ParameterInfo, ...]
    references: tuple[dict[str, Any], ...]
    traits: dict[str, Any]

    def __hash__(self) -> int:
        return hash(self.id)


def method_infos(catalogue: str, words: Words = FUNCTIONS) -> list[MethodInfo]:
    """All methods of the JSON list that the compiled module has."""
    return [
        MethodInfo(
            id=method["id"],
            title=method["title"],
            family=method["family"],
            summary=in_python(method["summary"], words),
            formula=method["formula"],
            unit=method["unit"],
            cost=method["cost"],
            class_name=class_name(method["id"]),
            parameters=parameter_infos(method["parameters"], words),
            references=tuple(method["references"]),
            traits=method["traits"],
        )
        for method in json.loads(catalogue)
    ]


def parameter_infos(
    parameters: Iterable[dict[str, Any]], words: Words = FUNCTIONS
) -> tuple[ParameterInfo, ...]:
    """The parameters of a method or of a learner in such a list."""
    return tuple(
        ParameterInfo(
            name=parameter["name"],
            type=parameter["type"],
            default=parameter["default"],
            text=in_python(parameter["text"], words),
            choices=tuple(parameter.get("choices") or ()),
            lower=parameter.get("lower"),
            upper=parameter.get("upper"),
        )
        for parameter in parameters
    )


# Classes ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parameter:
    """A parameter of a class, with what its signature, stub and docstring say about it."""

    name: str
    default: Any
    annotation: str  # in a stub
    kind: str  # in a docstring
    text: str
    setting: str | None = None  # the method's own name of it; None: common to all methods


@dataclass(frozen=True)
class Entry:
    """A method with the parameters of its class: its own, and those that all classes have."""

    info: MethodInfo
    parameters: tuple[Parameter, ...]

    @property
    def id(self) -> str:
        return self.info.id

    @property
    def class_name(self) -> str:
        return self.info.class_name

    @property
    def traits(self) -> dict[str, Any]:
        return self.info.traits

    @property
    def needs_target(self) -> bool:
        return bool(self.traits["needs_target"])

    @property
    def takes_weights(self) -> bool:
        return bool(self.traits["takes_weights"])


def entries(catalogue: str) -> list[Entry]:
    """All methods of the JSON list that the compiled module has, as classes."""
    return [_entry(info) for info in method_infos(catalogue, CLASSES)]


def _entry(info: MethodInfo) -> Entry:
    common = _common_parameters(info.traits)
    taken = {parameter.name for parameter in common}
    own = [_own_parameter(parameter, taken) for parameter in info.parameters]
    return Entry(info, (common[0], *own, *common[1:]))


def _literal(words: Iterable[str]) -> str:
    return "Literal[" + ", ".join(json.dumps(word) for word in words) + "]"


def _braces(words: Iterable[str]) -> str:
    return "{" + ", ".join(json.dumps(word) for word in words) + "}"


def _own_parameter(parameter: ParameterInfo, taken: set[str]) -> Parameter:
    setting = parameter.name
    name = setting + "_" if setting in taken or keyword.iskeyword(setting) else setting
    words = parameter.choices
    annotation, kind = {
        "choice": (_literal(words), _braces(words)),
        "flag": ("bool", "bool"),
        "integer": ("int", "int"),
        "real": ("float", "float"),
        "real or choice": (f"float | {_literal(words)}", f"float or {_braces(words)}"),
    }[parameter.type]
    text = parameter.text
    return Parameter(
        name=name,
        default=parameter.default,
        annotation=annotation,
        kind=kind,
        text=f"{text[0].upper()}{text[1:]}{_bounds(parameter)}.",
        setting=setting,
    )


def _bounds(parameter: ParameterInfo) -> str:
    if parameter.type not in ("integer", "real", "real or choice"):
        return ""
    lower, upper = parameter.lower, parameter.upper
    if lower is not None and upper is not None and upper < _NO_BOUND:
        return f" (from {lower:g} to {upper:g})"
    return "" if lower is None else f" (at least {lower:g})"


def _common_parameters(traits: dict[str, Any]) -> list[Parameter]:
    finds_k = traits["finds_k"]
    words = traits["missing"]
    columns = "Sequence[str | int] | None"
    k = Parameter(
        "k",
        None if finds_k else 10,
        'int | Literal["auto"] | None',
        'int, "auto" or None',
        "How many features to select; all of them where there are fewer. "
        + f"None: {'as many as the method finds' if finds_k else '10'}. "
        + '"auto": as many as are right by `auto`.',
    )
    bins = Parameter(
        "bins",
        None,
        "str | None",
        "str or None",
        "How numbers become categories: sigma, sigma:n, width:N, frequency:N, ranks:N, mdl or "
        "mdl:plain. None: what the method needs.",
    )
    missing = Parameter(
        "missing",
        "error",
        _literal(words),
        _braces(words),
        "What to do about missing values: " + ", ".join(_MISSING[word] for word in words) + ".",
    )
    common = [
        k,
        Parameter("auto", None, 'Literal["cv", "null"] | None', '{"cv", "null"} or None', _AUTO),
        Parameter("learner", None, "str | None", "str or None", _LEARNER),
        *([] if traits["takes"] == "numbers" else [bins]),
        missing,
        Parameter("keep", None, columns, "list of str or int, or None", _KEEP),
        Parameter("categorical", None, columns, "list of str or int, or None", _CATEGORICAL),
        Parameter("numeric", None, columns, "list of str or int, or None", _NUMERIC),
        Parameter("target_bins", None, "str | None", "str or None", _TARGET_BINS),
        Parameter("n_jobs", None, "int | None", "int or None", _JOBS),
        Parameter("random_state", 0, _RANDOM_STATE, "int, RandomState instance or None", _SEED),
        Parameter("memory", None, "int | str | None", "int, str or None", _MEMORY),
    ]
    return common


_RANDOM_STATE = "int | np.random.RandomState | None"
_MISSING: dict[Missing, str] = {
    "error": "refuse them",
    "drop": "drop the rows",
    "impute": "put in the mean or the most frequent level",
    "level": "take missing as a level",
    "spread": "spread it over what could be there",
}
_AUTO = (
    'With k="auto", how the number is found. "cv": the fewest within one standard error of the '
    'least error of a learner, by ten folds; "null": as long as a step gains more than by chance, '
    'possibly none. None: "cv", or by the method itself where it finds its number.'
)
_LEARNER = 'Of auto="cv": what learns from the features, of `pith.learners()`. None: "linear-svm".'
_KEEP = "Names or positions of features that are selected before all others, in this order."
_CATEGORICAL = (
    "Names, patterns or positions of features that are categories whatever they look like."
)
_NUMERIC = "Names, patterns or positions of features that are numbers, also integers of few values."
_TARGET_BINS = "Makes classes of a target with fractions: sigma, width:N or frequency:N."
_JOBS = (
    "How many threads to use. None: 1, or what a joblib context says; -1: all processors. The "
    "result does not depend on it."
)
_SEED = (
    'Seed of what is drawn: folds or permutations of k="auto", and lots where the method draws. '
    "None: a new one at each fit."
)
_MEMORY = (
    'What the method may lay out beside the data, in bytes or as "2G"; where it needs more, it '
    "takes another way or raises a MemoryError. None: 60 % of the machine's."
)

_ATTRIBUTES = [
    (
        "selection_order_",
        "ndarray of int",
        "Positions of the selected features, in order of selection.",
    ),
    ("step_scores_", "ndarray of float", "Scores of the selected features, in order of selection."),
    (
        "scores_",
        "ndarray of shape (n_features_in_,)",
        "Scores by position; NaN where the method gives none to a feature that is not selected.",
    ),
    (
        "ranking_",
        "ndarray of shape (n_features_in_,)",
        "Ranks by position, 1 is the best: the selected in order, then the others by score, or all "
        "alike where they have none.",
    ),
    (
        "selection_",
        "pith.Selection",
        "The whole result, with notes about what was done to the data.",
    ),
    ("n_features_in_", "int", "Number of features seen by fit."),
    (
        "feature_names_in_",
        "ndarray of shape (n_features_in_,)",
        "Names of the features, where X has names that are all strings.",
    ),
]


def docstring(entry: Entry) -> str:
    """The docstring of a class, in the sections of numpydoc."""
    info = entry.info
    lines = [f"{info.title}.", "", *_wrapped(info.summary, "")]
    lines += ["", *_wrapped(f"Scores are in: {info.unit}; cost: {info.cost}.", ""), ""]
    lines += ["::", "", *_formula_lines(info.formula), "", "Parameters", "----------"]
    for parameter in entry.parameters:
        default = json.dumps(parameter.default) if isinstance(parameter.default, str) else None
        lines.append(f"{parameter.name} : {parameter.kind}, default={default or parameter.default}")
        lines += _wrapped(parameter.text, "    ")
    lines += ["", "Attributes", "----------"]
    for name, kind, text in _ATTRIBUTES:
        lines += [f"{name} : {kind}", *_wrapped(text, "    ")]
    if info.references:
        lines += ["", "References", "----------"]
        for number, reference in enumerate(info.references, start=1):
            head, *rest = _wrapped(_citation(reference), "       ")
            lines += [f".. [{number}] {head.strip()}", *rest]
    return "\n".join(lines) + "\n"


def _formula_lines(formula: str) -> list[str]:
    """Formulas say by spaces where they part: 'A   or   B', 'A;  where B'."""
    lines: list[str] = []
    for alternative in formula.split("   or   "):
        lines += ["    or"] if lines else []
        for part in alternative.split(";  "):
            lines += _wrapped(part, "    ")
    return lines


def _citation(reference: dict[str, Any]) -> str:
    authors = reference["authors"].split(" and ")
    people = " and ".join(filter(None, [", ".join(authors[:-1]), authors[-1]]))
    doi = f" https://doi.org/{reference['doi']}" if reference.get("doi") else ""
    return f"{people} ({reference['year']}). {reference['title']}. {reference['where']}.{doi}"


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text,
        width=92,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
