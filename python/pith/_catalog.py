# SPDX-License-Identifier: Apache-2.0
"""The catalogue of methods for Python: class names, parameters, annotations and docstrings.

Nothing but the standard library is imported here, or by _docs: the stubs are written with these
rules when the package is built, where NumPy and scikit-learn may not be installed.
"""

from __future__ import annotations

import json
import keyword
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pith._docs import option_sentences, sentence, wrapped

_MAX_INITIALS = 5  # letters of a part of an id that is written in capitals
_NO_BOUND = 1e6  # limits from here on only guard the parser of numbers


def class_name(method: dict[str, Any]) -> str:
    """The name of the class of a method: the one that the method gives, or made from its id.

    Parts of up to five letters are initials: 'gc-mi' has GCMI, 'symmetric-uncertainty' has
    SymmetricUncertainty.
    """
    parts = method["id"].split("-")
    made = "".join(
        part.upper() if len(part) <= _MAX_INITIALS else part.capitalize() for part in parts
    )
    return str(method.get("class_name") or made)


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
    """A method of the catalogue; `pith.describe(id)` describes it in full."""

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


def method_infos(catalogue: str) -> list[MethodInfo]:
    """All methods of the JSON list that the compiled module has."""
    return [
        MethodInfo(
            id=method["id"],
            title=method["title"],
            family=method["family"],
            summary=method["summary"],
            formula=method["formula"],
            unit=method["unit"],
            cost=method["cost"],
            class_name=class_name(method),
            parameters=parameter_infos(method["parameters"]),
            references=tuple(method["references"]),
            traits=method["traits"],
        )
        for method in json.loads(catalogue)
    ]


def parameter_infos(parameters: Iterable[dict[str, Any]]) -> tuple[ParameterInfo, ...]:
    """The parameters of a method or of a learner in such a list."""
    return tuple(
        ParameterInfo(
            name=parameter["name"],
            type=parameter["type"],
            default=parameter["default"],
            text=parameter["text"],
            choices=tuple(parameter.get("choices") or ()),
            lower=parameter.get("lower"),
            upper=parameter.get("upper"),
        )
        for parameter in parameters
    )


# Classes ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parameter:
    """A parameter of a class, for its signature, stub and docstring."""

    name: str
    default: Any
    annotation: str  # in a stub
    kind: str  # in a docstring
    text: str
    setting: str | None = None  # its name in the core; None: a parameter that all classes have


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


def entries(catalogue: str, options: str) -> list[Entry]:
    """The classes of all methods, from the JSON lists that the compiled module has."""
    sentences = option_sentences(options)
    return [_entry(info, sentences) for info in method_infos(catalogue)]


def _entry(info: MethodInfo, sentences: dict[str, str]) -> Entry:
    common = _common_parameters(info.traits, sentences)
    # A learner of the method is also the one of k="auto".
    if any(parameter.name == "learner" for parameter in info.parameters):
        common = [parameter for parameter in common if parameter.name != "learner"]
    taken = {parameter.name for parameter in common}
    own = [_own_parameter(parameter, taken) for parameter in info.parameters]
    return Entry(info, (common[0], *own, *common[1:]))


def _literal(words: Iterable[str]) -> str:
    return "Literal[" + ", ".join(json.dumps(word) for word in words) + "]"


def _braces(words: Iterable[str]) -> str:
    return "{" + ", ".join(json.dumps(word) for word in words) + "}"


_MAX_WORDS = 6  # that fit in a line of a docstring


def _own_parameter(parameter: ParameterInfo, taken: set[str]) -> Parameter:
    setting = parameter.name
    name = setting + "_" if setting in taken or keyword.iskeyword(setting) else setting
    words = parameter.choices
    annotation, kind = {
        "choice": (_literal(words), _braces(words) if len(words) <= _MAX_WORDS else "str"),
        "flag": ("bool", "bool"),
        "integer": ("int", "int"),
        "real": ("float", "float"),
        "real or choice": (f"float | {_literal(words)}", f"float or {_braces(words)}"),
    }[parameter.type]
    return Parameter(
        name=name,
        default=parameter.default,
        annotation=annotation,
        kind=kind,
        text=sentence(parameter.text + _bounds(parameter)),
        setting=setting,
    )


def _bounds(parameter: ParameterInfo) -> str:
    if parameter.type == "choice" and len(parameter.choices) > _MAX_WORDS:
        return f" ({', '.join(parameter.choices[:-1])} or {parameter.choices[-1]})"
    if parameter.type not in ("integer", "real", "real or choice"):
        return ""
    lower, upper = parameter.lower, parameter.upper
    if lower is not None and upper is not None and upper < _NO_BOUND:
        return f" (from {lower:g} to {upper:g})"
    return "" if lower is None else f" (at least {lower:g})"


def _common_parameters(traits: dict[str, Any], sentences: dict[str, str]) -> list[Parameter]:
    def text(option: str, more: str = "") -> str:
        return " ".join(filter(None, [sentences[option], more]))

    choices = traits["missing"]
    columns, columns_kind = "Sequence[str | int] | None", "list of str or int, or None"
    k = 'int | Literal["all", "auto"] | None'
    combine = Parameter(
        "combine",
        None,
        f"{_literal(_COMBINE)} | None",
        f"{_braces(_COMBINE)} or None",
        text("combine", "None: what the method prefers, mostly the mean."),
    )
    bins = Parameter("bins", None, "str | None", "str or None", text("bins"))
    return [
        Parameter("k", None, k, 'int, "all", "auto" or None', text("k")),
        Parameter(
            "auto",
            None,
            'Literal["cv", "null"] | None',
            '{"cv", "null"} or None',
            text("auto", _RULE),
        ),
        Parameter("learner", None, "str | None", "str or None", text("learner", _LEARNER)),
        *([] if traits["takes"] == "numbers" else [bins]),
        Parameter("missing", "error", _literal(choices), _braces(choices), text("missing")),
        *([combine] if traits["needs_target"] else []),
        Parameter("keep", None, columns, columns_kind, text("keep", _POSITIONS)),
        Parameter("allow_ids", False, "bool", "bool", text("allow_ids")),
        Parameter("rows", None, "int | None", "int or None", text("rows")),
        Parameter("categorical", None, columns, columns_kind, text("categorical", _POSITIONS)),
        Parameter("numeric", None, columns, columns_kind, text("numeric", _POSITIONS)),
        Parameter("task", "auto", _literal(_TASKS), _braces(_TASKS), text("task")),
        Parameter("target_bins", None, "str | None", "str or None", text("target_bins")),
        Parameter("na", None, "str | Sequence[str] | None", "str, list of str or None", _NA),
        Parameter("default_na", True, "bool", "bool", _DEFAULT_NA),
        Parameter("n_jobs", None, "int | None", "int or None", _JOBS),
        Parameter(
            "random_state",
            0,
            _RANDOM_STATE,
            "int, RandomState instance or None",
            text("seed", _SEED),
        ),
        Parameter("memory", None, "int | str | None", "int, str or None", text("memory", _MEMORY)),
        Parameter("exact", False, "bool", "bool", text("exact")),
    ]


_RANDOM_STATE = "int | np.random.RandomState | None"
_COMBINE = ("mean", "min", "max", "joint")
_TASKS = ("auto", "classify", "regress")
_RULE = 'None: the number that the method finds, where it finds one, else "cv".'
_LEARNER = 'One of `pith.learners()`. None: "linear-svm" for classes, "ridge" for numbers.'
_NA = "Texts that stand for missing values, besides the default ones."
_DEFAULT_NA = (
    'Whether "NA", "NaN", "null", "?", empty strings and the like are missing in columns '
    "of strings."
)
_POSITIONS = "Positions count from 0."
_JOBS = (
    "Number of threads; the result does not depend on it. None: 1, unless in a joblib context; -1: "
    "all processors."
)
_SEED = "None: a new seed at each fit."
_MEMORY = (
    "A number is in bytes. A method that needs more switches to another algorithm or raises a "
    "MemoryError."
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
        "Scores by position; NaN for features that the method does not score.",
    ),
    (
        "ranking_",
        "ndarray of shape (n_features_in_,)",
        "Ranks by position, 1 is the best: the selected features in order, then the others by "
        "score. Features without a score share the last rank.",
    ),
    (
        "selection_",
        "pith.Selection",
        "The whole result, with notes about the preprocessing.",
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
    lines = [f"{info.title}.", "", *wrapped(info.summary, "")]
    lines += ["", *wrapped(f"Unit of the scores: {info.unit}. Cost: {info.cost}.", ""), ""]
    lines += ["::", "", *_formula_lines(info.formula), "", "Parameters", "----------"]
    for parameter in entry.parameters:
        default = json.dumps(parameter.default) if isinstance(parameter.default, str) else None
        lines.append(f"{parameter.name} : {parameter.kind}, default={default or parameter.default}")
        lines += wrapped(parameter.text, "    ")
    lines += ["", "Attributes", "----------"]
    for name, kind, text in _ATTRIBUTES:
        lines += [f"{name} : {kind}", *wrapped(text, "    ")]
    if info.references:
        lines += ["", "References", "----------"]
        for number, reference in enumerate(info.references, start=1):
            head, *rest = wrapped(_citation(reference), "       ")
            lines += [f".. [{number}] {head.strip()}", *rest]
    return "\n".join(lines) + "\n"


def _formula_lines(formula: str) -> list[str]:
    """The lines of a formula; wide spaces separate its parts: 'A   or   B', 'A;  where B'."""
    lines: list[str] = []
    for alternative in formula.split("   or   "):
        lines += ["    or"] if lines else []
        for part in alternative.split(";  "):
            lines += wrapped(part, "    ")
    return lines


def _citation(reference: dict[str, Any]) -> str:
    authors = reference["authors"].split(" and ")
    people = " and ".join(filter(None, [", ".join(authors[:-1]), authors[-1]]))
    doi = f" https://doi.org/{reference['doi']}" if reference.get("doi") else ""
    return f"{people} ({reference['year']}). {reference['title']}. {reference['where']}.{doi}"
