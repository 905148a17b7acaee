# SPDX-License-Identifier: Apache-2.0
"""An estimator and a model for pipelines of pyspark.ml."""

from __future__ import annotations

from typing import Any

from pyspark import keyword_only
from pyspark.ml import Estimator, Model
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.util import DefaultParamsReadable, DefaultParamsWritable
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql

from pith._results import Selection
from pith.spark._fields import is_vector, quoted
from pith.spark._runner import picked_elements, vector_as_array
from pith.spark._select import select


def _param(name: str, doc: str, converter: Any = None) -> Any:
    return Param(Params._dummy(), name, doc, converter)


class _Columns(Params):
    """The columns of both the estimator and its model."""

    labelCol = _param("labelCol", "the column with the classes", TypeConverters.toString)
    inputCols = _param(
        "inputCols",
        "the columns to select from; by default all but labelCol",
        TypeConverters.toListString,
    )
    featuresCol = _param(
        "featuresCol", "a column of vectors or arrays to select from", TypeConverters.toString
    )
    outputCol = _param(
        "outputCol", "the column of the selected elements of featuresCol", TypeConverters.toString
    )

    def _given(self, param: Any) -> Any:
        return self.getOrDefault(param) if self.isDefined(param) else None


class PithSelector(Estimator, _Columns, DefaultParamsReadable, DefaultParamsWritable):
    """Selects features; `fit` gives a `PithSelectorModel`.

    Either select from columns (`inputCols`, by default all but `labelCol`), or from the elements
    of one vector or array column (`featuresCol`, with `outputCol`).

    Parameters
    ----------
    labelCol : str, optional
        The column with the classes. Some methods need none.
    inputCols : list of str, optional
        The columns to select from.
    featuresCol : str, optional
        A vector or array column to select from, instead of inputCols.
    outputCol : str, optional
        The column that the model adds for featuresCol; by default its name followed by
        "_selected".
    method, k, bins, missing, seed
        As for `pith.spark.select`; k=0 leaves the number to the method.
    settings : dict, optional
        Parameters of the method, see `pith.describe`, and other options of `pith.spark.select`.
    """

    method = _param("method", "the method", TypeConverters.toString)
    k = _param("k", "the number of features; 0: as the method decides", TypeConverters.toInt)
    bins = _param("bins", "how numbers are discretised", TypeConverters.toString)
    missing = _param("missing", "what to do about missing values", TypeConverters.toString)
    seed = _param("seed", "the seed of random numbers", TypeConverters.toInt)
    settings = _param("settings", "parameters of the method and other options, by name")

    @keyword_only
    def __init__(
        self,
        *,
        labelCol: str | None = None,
        inputCols: list[str] | None = None,
        featuresCol: str | None = None,
        outputCol: str | None = None,
        method: str = "auto",
        k: int = 0,
        bins: str | None = None,
        missing: str = "error",
        seed: int = 0,
        settings: dict[str, Any] | None = None,
    ) -> None:
        super().__init__()
        self._setDefault(method="auto", k=0, missing="error", seed=0)
        self.setParams(**_without_none(self._input_kwargs))

    @keyword_only
    def setParams(self, **params: Any) -> PithSelector:
        """Sets parameters by name."""
        self._set(**_without_none(self._input_kwargs))
        return self

    def _fit(self, dataset: DataFrame) -> PithSelectorModel:
        inputs, vector = self._given(self.inputCols), self._given(self.featuresCol)
        if inputs is not None and vector is not None:
            raise ValueError("inputCols and featuresCol are alternatives; set one of them")
        label = self._given(self.labelCol)
        candidates = [vector] if vector is not None else inputs
        if candidates is None:
            candidates = [name for name in dataset.columns if name != label]
        found = select(
            dataset,
            label,
            self.getOrDefault(self.method),
            self.getOrDefault(self.k) or None,
            features=candidates,
            bins=self._given(self.bins),
            missing=self.getOrDefault(self.missing),
            seed=self.getOrDefault(self.seed),
            **(self._given(self.settings) or {}),
        )
        model: PithSelectorModel = self._copyValues(PithSelectorModel())
        model._set(document=found.to_json())
        return model if vector is not None else model._set(inputCols=candidates)


class PithSelectorModel(Model, _Columns, DefaultParamsReadable, DefaultParamsWritable):
    """Keeps the selected features of a data frame.

    Columns that were no candidates stay, and follow the selected ones; the candidates that were
    not selected go. Of a vector or array column, the selected elements become `outputCol`, and
    all columns stay.
    """

    document = _param("document", "the result of the selection, as JSON", TypeConverters.toString)

    @property
    def selection(self) -> Selection:
        """The result, as that of `pith.spark.select`."""
        return Selection(self.getOrDefault(self.document))

    @property
    def names(self) -> list[str]:
        """The selected features, best first."""
        return self.selection.names

    def _transform(self, dataset: DataFrame) -> DataFrame:
        vector = self._given(self.featuresCol)
        if vector is None:
            candidates, chosen = set(self.getOrDefault(self.inputCols)), self.names
            absent = [name for name in chosen if name not in dataset.columns]
            if absent:
                raise ValueError(f"the data frame has no column {absent[0]!r}, which was selected")
            others = [name for name in dataset.columns if name not in candidates]
            return dataset.select(*map(quoted, [*chosen, *others]))
        output = self._given(self.outputCol) or f"{vector}_selected"
        return dataset.withColumn(output, self._elements(dataset, vector))

    def _elements(self, dataset: DataFrame, vector: str) -> Any:
        """The selected elements of the column, in the order of the selection."""
        from pyspark.ml.functions import array_to_vector

        kind = dataset.schema[vector].dataType
        values = sql.col(quoted(vector))
        arrays = vector_as_array(values) if is_vector(kind) else values
        places = [int(name[len(vector) + 1 : -1]) for name in self.names]
        picked = picked_elements(arrays, places)
        return array_to_vector(picked) if is_vector(kind) else picked


def _without_none(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
