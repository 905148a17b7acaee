# SPDX-License-Identifier: Apache-2.0
"""The columns of a data frame of Spark as fields of the core."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pyspark.sql import types as sql

from pith.passes import Field


@dataclass(frozen=True)
class Part:
    """Some columns of a batch: one column of the data frame, or elements of an array."""

    names: tuple[str, ...]
    length: int | None = None  # of every array
    elements: tuple[int, ...] | None = None  # that are wanted; None: all
    categorical: tuple[str, ...] = ()  # numbers to be made categories


@dataclass(frozen=True)
class FrameColumn:
    """A column of the data frame and the fields that it becomes."""

    place: int
    first_field: int
    fields: tuple[Field, ...]
    length: int | None  # of its arrays; None: it is no array
    has_numbers: bool  # before it is made categorical
    is_vector: bool = False
    is_void: bool = False


class FrameFields:
    """The fields of a data frame, and which columns hold them."""

    def __init__(self, columns: Sequence[FrameColumn]) -> None:
        self.columns = list(columns)
        self.fields = [field for column in self.columns for field in column.fields]
        self._starts = [column.first_field for column in self.columns]

    def parts(self, fields: Sequence[int]) -> list[tuple[FrameColumn, Part]]:
        """The columns that hold these fields, which are ascending."""
        found: list[tuple[FrameColumn, list[int]]] = []
        for field in fields:
            column = self.columns[bisect.bisect_right(self._starts, field) - 1]
            if not found or found[-1][0] is not column:
                found.append((column, []))
            found[-1][1].append(field - column.first_field)
        return [(column, _part(column, wanted)) for column, wanted in found]


def _part(column: FrameColumn, wanted: list[int]) -> Part:
    chosen = [column.fields[each] for each in wanted]
    names = tuple(field.name for field in chosen)
    made = tuple(field.name for field in chosen if field.is_categorical and column.has_numbers)
    if column.length is None:
        return Part(names, categorical=made)
    is_all = len(wanted) == column.length
    return Part(names, column.length, None if is_all else tuple(wanted), made)


_NUMBERS = (
    sql.ByteType,
    sql.ShortType,
    sql.IntegerType,
    sql.LongType,
    sql.FloatType,
    sql.DoubleType,
    sql.DecimalType,
    sql.NullType,
    sql.DayTimeIntervalType,
)
_ELEMENTS = (
    sql.ByteType,
    sql.ShortType,
    sql.IntegerType,
    sql.LongType,
    sql.FloatType,
    sql.DoubleType,
)
_DATES = (sql.DateType, sql.TimestampType, sql.TimestampNTZType)
_TEXTS = (sql.StringType, sql.CharType, sql.VarcharType)


def is_array(kind: sql.DataType) -> bool:
    """Whether each value of the column becomes several features."""
    is_numeric = isinstance(kind, sql.ArrayType) and isinstance(kind.elementType, _ELEMENTS)
    return is_numeric or is_vector(kind)


def is_vector(kind: sql.DataType) -> bool:
    return kind.typeName() == "vectorudt" or type(kind).__name__ == "VectorUDT"


def element_names(name: str, length: int) -> tuple[str, ...]:
    """What the features of an array column are called."""
    return tuple(f"{name}[{index}]" for index in range(length))


def plain_field(name: str, kind: sql.DataType) -> Field:
    """The field of a column that is no array. Raises TypeError for types that cannot be read."""
    if isinstance(kind, sql.BooleanType):
        return Field(name, is_categorical=True, is_boolean=True)
    if isinstance(kind, _TEXTS):
        return Field(name, is_categorical=True)
    if isinstance(kind, _DATES):
        return Field(name, is_date=True)
    if isinstance(kind, _NUMBERS):
        return Field(name)
    raise TypeError(
        f"column {name!r} has the type {kind.simpleString()}, which cannot be read; leave it out "
        f"with drop=[{name!r}], or cast it in Spark"
    )


def frame_fields(
    schema: sql.StructType,
    lengths: dict[str, int],
    categorical: Iterable[str] = (),
    numeric: Iterable[str] = (),
) -> FrameFields:
    """The fields of the columns of `schema`; `lengths` are those of the arrays."""
    as_codes, as_numbers = set(categorical), set(numeric)
    columns: list[FrameColumn] = []
    first = 0
    for place, column in enumerate(schema.fields):
        length = lengths.get(column.name)
        if length is None:
            read = [plain_field(column.name, column.dataType)]
        else:
            read = [Field(name) for name in element_names(column.name, length)]
        has_numbers = not read[0].is_categorical if read else False
        fields = tuple(_declared(field, as_codes, as_numbers) for field in read)
        columns.append(
            FrameColumn(
                place,
                first,
                fields,
                length,
                has_numbers,
                is_vector(column.dataType),
                isinstance(column.dataType, sql.NullType),
            )
        )
        first += len(fields)
    return FrameFields(columns)


def _declared(field: Field, as_codes: set[str], as_numbers: set[str]) -> Field:
    if field.name in as_codes:
        return field._replace(is_categorical=True, is_date=False)
    if field.name not in as_numbers:
        return field
    if field.is_categorical:
        kind = "truth values" if field.is_boolean else "strings"
        raise TypeError(
            f"numeric names column {field.name!r}, which holds {kind}; cast it in Spark: "
            f"df.withColumn({field.name!r}, df[{field.name!r}].cast('double'))"
        )
    return field._replace(is_declared_numeric=True)


def quoted(name: str) -> str:
    """The name of a column for Spark's parser."""
    return "`" + name.replace("`", "``") + "`"


def reject_duplicates(names: Sequence[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(
                f"the data frame has several columns called {name!r}; column names must be unique"
            )
        seen.add(name)
