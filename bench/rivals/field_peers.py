# SPDX-License-Identifier: Apache-2.0
"""What field.py runs in a process of its own: one peer, or pith, once.

field_peers.py read READER FILE
field_peers.py relief PACKAGE FILE.npz METHOD
field_peers.py pith_read PROGRAM FILE
field_peers.py pith PROGRAM FILE METHOD K [OPTION]...
field_peers.py criterion PROGRAM SELECT_BENCH FILE METHOD K

Prints JSON: the CPU seconds of the work alone, and what was read or selected.
"""

import json
import resource
import subprocess
import sys

NEIGHBOURS = 10


def used(whose=resource.RUSAGE_SELF):
    return sum(resource.getrusage(whose)[:2])


def reader(name):
    if name.startswith("pandas"):
        import pandas

        if name == "pandas":
            return pandas.read_csv
        return lambda path: pandas.read_csv(path, dtype=texts_of(path, "category"))
    if name.startswith("polars"):
        import polars

        if name == "polars":
            return polars.read_csv
        return lambda path: polars.read_csv(
            path, schema_overrides=texts_of(path, polars.Categorical)
        )
    if name == "pyarrow":
        import pyarrow
        import pyarrow.csv

        pyarrow.set_cpu_count(1)
        wide = pyarrow.csv.ReadOptions(use_threads=False, block_size=1 << 24)
        return lambda path: pyarrow.csv.read_csv(path, read_options=wide)
    import duckdb
    import pyarrow

    connection = duckdb.connect(config={"threads": 1})
    query = "select * from read_csv('{}', max_line_size=16000000)"
    return lambda path: connection.sql(query.format(path)).to_arrow_table()


def texts_of(path, kind):
    """The columns of texts, which field_tables.py calls t0, t1, ..."""
    import gzip

    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        names = file.readline().strip().split(",")
    return {name: kind for name in names if name.startswith("t")}


def read(name, path):
    call = reader(name)
    before = used()
    table = call(path)
    return {"seconds": used() - before, "shape": list(table.shape)}


def relief(package, path, method):
    import numpy

    table = numpy.load(path)
    if package == "skrebate":
        import skrebate

        settings = {"n_jobs": 1, "categorical_threshold": 2}
        if method == "relieff":
            model = skrebate.ReliefF(n_neighbors=NEIGHBOURS, **settings)
        else:
            model = skrebate.MultiSURF(**settings)
    else:
        import fast_select

        if method == "relieff":
            model = fast_select.ReliefF(
                n_features_to_select=20, n_neighbors=NEIGHBOURS, backend="cpu"
            )
        else:
            model = fast_select.MultiSURF(n_features_to_select=20, backend="cpu")
        few = slice(None, None, max(1, len(table["y"]) // 100))
        model.fit(table["X"][few], table["y"][few])  # what Numba compiles does not count
    before = used()
    model.fit(table["X"], table["y"])
    seconds = used() - before
    order = numpy.argsort(-model.feature_importances_, kind="stable")
    return {"seconds": seconds, "selected": order[:20].tolist()}


def pith_read(program, path):
    done = subprocess.run([program, path, "1"], capture_output=True, check=True)
    found = json.loads(done.stdout)
    return {"seconds": found["cpu"], "shape": [found["rows"], found["columns"]]}


def pith(program, path, method, k, *options):
    """The selection alone: without what starting and reading take, as with the method random."""

    def run(name):
        command = [program, "select", path, "--method", name, "-k", k, "--threads", "1", *options]
        before = used(resource.RUSAGE_CHILDREN)
        done = subprocess.run([*command, "-f", "json", "-q"], capture_output=True, check=True)
        return json.loads(done.stdout), used(resource.RUSAGE_CHILDREN) - before

    result, seconds = run(method)
    selected = [feature["index"] for feature in result["selected"]]
    return {"seconds": seconds - run("random")[1], "selected": selected}


def criterion(program, bench, path, method, k):
    """Milliseconds, which only a program that repeats the selection can measure."""
    words = ["--categorical", "*", "--allow-ids"]
    found = pith(program, path, method, k, *words)
    done = subprocess.run(
        [bench, path, method, k, "1", "5"], capture_output=True, check=True, text=True
    )
    row = next(line for line in done.stdout.splitlines() if line.startswith(f"{method} "))
    return found | {"seconds": float(row.split()[1])}


def main():
    work, *words = sys.argv[1:]
    works = (read, relief, pith_read, pith, criterion)
    print(json.dumps({function.__name__: function for function in works}[work](*words)))


if __name__ == "__main__":
    main()
