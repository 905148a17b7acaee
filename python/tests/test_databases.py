# SPDX-License-Identifier: Apache-2.0
"""Tables of databases, by their drivers; tests/databases has the same for the program."""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path

import pytest

import pith

FOLDERS = os.environ.get("ADBC_DRIVER_PATH", "").split(":")


def driver(name: str) -> pytest.MarkDecorator:
    has_driver = any((Path(folder) / name).is_file() for folder in FOLDERS)
    return pytest.mark.skipif(not has_driver, reason="scripts/setup --sql fetches the driver")


needs_sqlite = driver("libadbc_driver_sqlite.so")
needs_duckdb = driver("libduckdb.so")


@pytest.fixture
def shop(tmp_path: Path) -> str:
    with sqlite3.connect(tmp_path / "shop.sqlite") as connection:
        connection.execute("CREATE TABLE orders (amount, town, returned)")
        rows = [(i % 7 + i / 10, ("Ulm", "Bonn", None)[i % 3], i % 2) for i in range(60)]
        connection.executemany("INSERT INTO orders VALUES (?, ?, ?)", rows)
    return f"sqlite:{tmp_path / 'shop.sqlite'}"


@needs_sqlite
def test_a_query_is_a_table(shop: str) -> None:
    table = pith.read(shop, query="SELECT * FROM orders", target="returned")
    assert table.names == ["amount", "town"]
    assert shop in repr(table)
    assert table.rows == 60
    result = pith.select(table, method="jmi", k=1, missing="level")
    assert any("SELECT * FROM orders" in note for note in result.notes)


@needs_sqlite
def test_a_query_is_needed_and_understood(shop: str) -> None:
    with pytest.raises(ValueError, match=r"needs a query; pass a SELECT statement \(query\)"):
        pith.read(shop)
    with pytest.raises(ValueError, match="no such table: absent"):
        pith.read(shop, query="SELECT * FROM absent")
    with pytest.raises(ValueError, match="only read"):
        pith.read(shop, query="DROP TABLE orders")
    with pytest.raises(FileNotFoundError):
        pith.read(shop + "x", query="SELECT 1")
    with pytest.raises(ValueError, match="for DuckDB"):
        pith.read(shop, query="SELECT 1", allow_external=True)


@needs_duckdb
def test_duckdb_reads_other_files_only_if_allowed(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a,y\n" + "".join(f"{i % 5},{i % 2}\n" for i in range(40)))
    query = f"SELECT * FROM '{path}'"
    with pytest.raises(ValueError, match="allow_external=True"):
        pith.read("duckdb::memory:", query=query)
    table = pith.read("duckdb::memory:", query=query, allow_external=True)
    assert table.names == ["a"]


@needs_duckdb
def test_memory_has_a_limit() -> None:
    query = "SELECT i, i::VARCHAR AS t FROM range(3000000) u(i)"
    with pytest.raises(MemoryError):
        pith.read("duckdb::memory:", query=query, memory="60M")


@needs_duckdb
def test_sessions_do_not_disturb_each_other() -> None:
    found: dict[int, int] = {}

    def read(rows: int) -> None:
        query = f"SELECT i % 9 AS a, i % 2 AS y FROM range({rows}) u(i)"
        found[rows] = pith.read("duckdb::memory:", query=query).rows

    threads = [threading.Thread(target=read, args=(rows,)) for rows in (10, 20_000, 300_000)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == {10: 10, 20_000: 20_000, 300_000: 300_000}


def test_a_missing_driver_comes_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADBC_DRIVER_PATH", "/nowhere")
    with pytest.raises(OSError, match=r"no driver for DuckDB .*/nowhere.*scripts/setup sql"):
        pith.read("duckdb::memory:", query="SELECT 1 AS a, 2 AS y")


def test_no_password_is_shown() -> None:
    address = "postgresql://me:geheim@127.0.0.1:1/shop"
    with pytest.raises((OSError, ValueError)) as caught:
        pith.read(address, query="SELECT 1 AS a")
    assert "geheim" not in str(caught.value)
    with pytest.raises(ValueError, match=r"me:\*\*\*@") as caught:
        pith.read(address)
    assert "geheim" not in str(caught.value)
