# SPDX-License-Identifier: Apache-2.0
"""Arrow files give what the table itself gives, whatever wrote them."""

from __future__ import annotations

import datetime
import decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pith

pa = pytest.importorskip("pyarrow")
ipc = pytest.importorskip("pyarrow.ipc")

ROWS = 300


def table(rate: float) -> Any:
    """A column of every type that is read, with missing values at this rate."""
    random = np.random.default_rng(7)
    y = random.integers(0, 2, ROWS)

    def column(values: Any, kind: Any) -> Any:
        return pa.array(list(values), kind, mask=random.random(ROWS) < rate)

    words = ["b", "a", "äö", "a text of more than twelve letters"]
    day = datetime.date(2024, 1, 1)
    columns = {}
    for kind in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"):
        columns[kind] = column(random.integers(0, 50, ROWS) + 30 * y, kind)
    columns["float32"] = column((random.normal(size=ROWS) + y).astype("f4"), pa.float32())
    columns["float64"] = column(random.normal(size=ROWS) + y, pa.float64())
    columns["decimal"] = column(
        (decimal.Decimal(int(x)) / 100 for x in random.integers(0, 999, ROWS)), pa.decimal128(9, 2)
    )
    columns["bool"] = column(((y + random.integers(0, 2, ROWS)) > 1).tolist(), pa.bool_())
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        columns[str(kind)] = column((words[i] for i in random.integers(0, 4, ROWS)), kind)
    columns["dictionary"] = columns["string"].dictionary_encode()
    columns["date"] = column((day + datetime.timedelta(int(x)) for x in y * 9), pa.date32())
    for unit in ("s", "ms", "us", "ns"):
        columns[f"time_{unit}"] = column(random.integers(0, 10**9, ROWS), pa.int64()).cast(
            pa.timestamp(unit, "UTC")
        )
    return pa.table({**columns, "y": [["no", "yes"][i] for i in y]})


def scores(data: Any) -> list[tuple[str, float]]:
    if isinstance(data, Path):
        chosen = pith.select(pith.read(data, target="y"), method="mim", k="all", missing="level")
    else:
        chosen = pith.select(data, "y", method="mim", k="all", missing="level")
    return list(zip(chosen.names, chosen.scores))


def write(path: Path, data: Any, codec: str | None, rows: int, is_stream: bool) -> None:
    options = ipc.IpcWriteOptions(compression=codec)
    new = ipc.new_stream if is_stream else ipc.new_file
    with new(str(path), data.schema, options=options) as writer:
        writer.write_table(data, max_chunksize=rows)


@pytest.mark.parametrize("rate", [0, 0.1])
@pytest.mark.parametrize("codec", [None, "lz4", "zstd"])
@pytest.mark.parametrize("is_stream", [False, True])
def test_files_of_pyarrow_are_read_as_the_table(tmp_path, rate, codec, is_stream):
    data = table(rate)
    wanted = scores(data)
    for rows in (ROWS, 7):
        write(tmp_path / "t.arrow", data, codec, rows, is_stream)
        assert scores(tmp_path / "t.arrow") == wanted


@pytest.mark.parametrize("codec", ["uncompressed", "lz4", "zstd"])
def test_files_of_polars_are_read_as_the_table(tmp_path, codec):
    polars = pytest.importorskip("polars")
    data = table(0.1).drop_columns(["decimal"])
    wanted = scores(data)
    frame = polars.from_arrow(data)
    frame.write_ipc(tmp_path / "t.arrow", compression=codec)
    assert scores(tmp_path / "t.arrow") == wanted
    frame.write_ipc_stream(tmp_path / "t.ipc", compression=codec)
    assert scores(tmp_path / "t.ipc") == wanted


def test_deltas_of_dictionaries_are_read(tmp_path):
    kind = pa.dictionary(pa.int32(), pa.utf8())
    schema = pa.schema([("x", kind), ("y", pa.utf8())])
    options = ipc.IpcWriteOptions(emit_dictionary_deltas=True)
    texts = []
    with ipc.new_stream(str(tmp_path / "t.arrow"), schema, options=options) as writer:
        for count in (2, 3, 5):
            values = [f"level {i}" for i in range(count)]
            places = [i % count for i in range(20)]
            texts += [values[i] for i in places]
            array = pa.DictionaryArray.from_arrays(pa.array(places, pa.int32()), pa.array(values))
            y = pa.array(["ab"[i % 2] for i in places])
            writer.write_batch(pa.record_batch([array, y], schema=schema))
    y = ["ab"[int(text[-1]) % 2] for text in texts]
    plain = pa.table({"x": pa.array(texts).dictionary_encode(), "y": y})
    assert scores(tmp_path / "t.arrow") == scores(plain)


def test_nested_columns_are_named(tmp_path):
    data = pa.table({"a": [1.5, 2.5], "list": [[1], [2]], "y": ["p", "q"]})
    write(tmp_path / "t.arrow", data, None, 2, is_stream=False)
    with pytest.raises(TypeError, match="column 'list' holds lists, which cannot be read"):
        pith.read(tmp_path / "t.arrow", target="y")
