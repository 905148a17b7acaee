# SPDX-License-Identifier: Apache-2.0
"""A runner: threads that each read some rows of a matrix. Other runners read files, or send the
same calls to other machines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from pith import passes


class ThreadRunner:
    """Runs passes over the rows of a matrix, in parts of equal size."""

    def __init__(self, matrix: np.ndarray, names: Sequence[str], parts: int = 2) -> None:
        self.parts = np.array_split(matrix, parts)
        self.names = list(names)
        self.packed: list[bytes] = []
        self.pool = ThreadPoolExecutor(2)

    def run(self, work: passes.Pass) -> Iterator[tuple[int, bytes]]:
        read = self.packed if work.reads_encoded else self.parts
        for partials in self.pool.map(lambda part: self._run_part(work, part), read):
            yield from partials

    def encode(self, encoding: bytes, fields: Sequence[int]) -> None:
        encoder = passes.RowEncoder(encoding)
        self.packed = list(
            self.pool.map(lambda part: encoder.pack(self._batch(part, fields)), self.parts)
        )

    def engine(self) -> dict[str, str | int]:
        return {"kind": "threads", "parts": len(self.parts)}

    def _run_part(self, work: passes.Pass, part: np.ndarray | bytes) -> list[tuple[int, bytes]]:
        rows = part if isinstance(part, bytes) else self._batch(part, work.fields)
        return passes.run_pass(work.bytes, [rows])

    def _batch(self, part: np.ndarray, fields: Sequence[int]) -> object:
        return passes.batch(part[:, list(fields)], [self.names[field] for field in fields])


if __name__ == "__main__":
    from sklearn.datasets import load_wine

    data = load_wine(as_frame=True).frame
    runner = ThreadRunner(data.to_numpy(), data.columns)
    fields = [passes.Field(name) for name in data.columns]
    print(passes.select(fields, runner, target="target", method="mrmr", k=3))
