# SPDX-License-Identifier: Apache-2.0
"""The program reads databases by real drivers: the same tables, and nothing else.

PITH names the program. The drivers are those of 'scripts/setup --sql'; without them the tests are
skipped (exit code 77), and those of PostgreSQL where it is not installed.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import tables
from sources import DRIVERS, DuckDB, PostgreSQL, duckdb_table, server_programs, sqlite_table

PITH = os.environ["PITH"]
PASSWORD = "geheim@1"
ESCAPED = "geheim%401"


def pith(*arguments, environment=None, code=0):
    variables = {**os.environ, "ADBC_DRIVER_PATH": str(DRIVERS), **(environment or {})}
    done = subprocess.run([PITH, *map(str, arguments)], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=240, env=variables)
    if done.returncode != code:
        raise AssertionError(f"{arguments}: exit code {done.returncode}, expected {code}\n"
                             f"{done.stdout}{done.stderr}")
    return done.stdout if code == 0 else done.stderr


def result_of(*arguments, **more):
    """A result without what depends on the source and the clock."""
    result = json.loads(pith(*arguments, "--format", "json", **more))
    data = result["data"] if "data" in result else result
    data.pop("source", None)
    data.pop("sha256", None)
    result["notes"] = [each for each in result["notes"] if "result of the query" not in each]
    result.pop("seconds", None)
    return result


def columns_of(source, query, **more):
    return json.loads(pith("inspect", source, "--query", query, "--target", "none", "--format",
                           "json", **more))["columns"]


class Databases(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="pith-databases-"))
        cls.paths = tables.make(cls.folder)
        cls.duckdb = cls.folder / "shop.duckdb"
        cls.sqlite = cls.folder / "shop.sqlite"
        with DuckDB(cls.duckdb) as database:
            for name, path in cls.paths.items():
                duckdb_table(database, name, path)
        for name, path in cls.paths.items():
            sqlite_table(cls.sqlite, name, path)
        cls.before = cls.state()

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    @classmethod
    def state(cls):
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()
                for path in cls.folder.iterdir()}

    def tearDown(self):
        self.assertEqual(self.state(), self.before, "a file was changed or made")

    def refused(self, query, *words, source=None, code=2, options=()):
        message = pith("inspect", source or f"duckdb:{self.duckdb}", "--query", query, *options,
                       code=code)
        for word in words:
            self.assertIn(word, message, query)

    def test_the_same_selection_from_every_form(self):
        self.assertEqual(len(self.paths), 8)
        for name, path in self.paths.items():
            options = ["-k", "3", "--missing", "impute"]
            for method in ("jmi", "mrmr") if name == "words" else ("gc-mi", "mrmr"):
                expected = result_of("select", path, *options, "--method", method)
                for database in (f"duckdb:{self.duckdb}", f"sqlite:{self.sqlite}"):
                    for threads in ("1", "3"):
                        found = result_of("select", database, "--query", f"SELECT * FROM {name}",
                                          *options, "--method", method, "--threads", threads)
                        expected["threads"] = found["threads"]
                        self.assertEqual(found, expected, f"{database} {name} {method}")

    def test_every_command_takes_a_query(self):
        source = f"sqlite:{self.sqlite}"
        query = ["--query", "SELECT * FROM wine"]
        wine = self.paths["wine"]
        with tempfile.TemporaryDirectory() as folder:
            chosen = Path(folder) / "chosen.json"
            pith("select", wine, "-k", "2", "--format", "json", "--output", chosen)
            self.assertEqual(pith("apply", chosen, source, *query), pith("apply", chosen, wine))
        for command in (["inspect"], ["evaluate", "-k", "1..2"], ["stability", "-k", "2"]):
            self.assertEqual(result_of(command[0], source, *query, *command[1:]),
                             result_of(command[0], wine, *command[1:]), command)

    def test_a_result_tells_where_it_is_from(self):
        result = json.loads(pith("select", f"duckdb:{self.duckdb}", "--query",
                                 "SELECT * FROM wine", "-k", "1", "--format", "json"))
        self.assertEqual(result["data"]["source"], f"duckdb:{self.duckdb}")
        self.assertEqual(result["data"]["sha256"], self.before["shop.duckdb"])
        self.assertIn("the table is the result of the query 'SELECT * FROM wine'", result["notes"])

    def test_files_must_exist_and_be_databases(self):
        for system in ("duckdb", "sqlite"):
            missing = self.folder / "missing.db"
            self.refused("SELECT 1", "No such file", source=f"{system}:{missing}")
            self.refused("SELECT 1", "", source=f"{system}:{self.paths['wine']}")
        self.refused("SELECT 1", "name it sqlite:", source=f"duckdb:{self.sqlite}")
        self.refused("SELECT 1", "name it duckdb:", source=f"sqlite:{self.duckdb}")

    def test_an_output_is_never_the_database(self):
        message = pith("select", f"sqlite:{self.sqlite}", "--query", "SELECT * FROM wine", "-k",
                       "1", "--save", self.sqlite, code=2)
        self.assertIn("is the input", message)

    def test_duckdb_reads_nothing_else(self):
        wine = self.paths["wine"]
        for query in ("SELECT * FROM read_text('/etc/passwd')", "SELECT * FROM read_csv('/etc/passwd')",
                      "SELECT * FROM read_blob('/etc/passwd')", "SELECT * FROM '/etc/passwd'",
                      f"SELECT * FROM '{wine}'", "FROM glob('/etc/*')",
                      f"SELECT * FROM sqlite_scan('{self.sqlite}', 'wine')"):
            self.refused(query)
        self.refused(f"SELECT * FROM '{wine}'", "disabled by configuration", "--allow-external")
        found = result_of("select", f"duckdb:{self.duckdb}", "--query", f"SELECT * FROM '{wine}'",
                          "--allow-external", "-k", "2")
        self.assertEqual(found, result_of("select", wine, "-k", "2"))

    def test_only_questions_are_asked(self):
        other = self.folder / "other"
        for query in (f"COPY wine TO '{other}'", "INSTALL sqlite", "LOAD sqlite",
                      f"ATTACH '{other}'", "DROP TABLE wine", "CREATE TABLE t (a INTEGER)",
                      "INSERT INTO small SELECT * FROM small", f"EXPORT DATABASE '{other}'",
                      f"VACUUM INTO '{other}'", "PRAGMA journal_mode = wal", "SET threads = 1"):
            for source in (f"duckdb:{self.duckdb}", f"sqlite:{self.sqlite}"):
                self.refused(query, "only read", source=source)
        self.refused("SELECT 1; DROP TABLE wine", "several statements")
        for source in (f"duckdb:{self.duckdb}", f"sqlite:{self.sqlite}"):
            self.refused("WITH a AS (SELECT 1) INSERT INTO small SELECT * FROM small", source=source)
            self.refused("WITH a AS (SELECT 1) DELETE FROM small", source=source)
        self.refused("SELECT load_extension('x')", "not authorized", source=f"sqlite:{self.sqlite}")

    def test_types_of_duckdb(self):
        values = {"TRUE": ("category", None), "7::TINYINT": ("integer", 7),
                  "7::UBIGINT": ("integer", 7), "0.5::FLOAT": ("number", 0.5),
                  "1.25::DECIMAL(9, 2)": ("number", 1.25), "12::HUGEINT": ("integer", 12),
                  "'a'::VARCHAR": ("category", None), "'b'::ENUM ('a', 'b')": ("category", None),
                  "DATE '2020-01-02'": ("date", None), "TIMESTAMP '2020-01-02 03:04:05'": ("date", None),
                  "TIMESTAMPTZ '2020-01-02 03:04:05+02'": ("date", None), "NULL": ("number", None),
                  "'nan'::DOUBLE": ("number", None), "TIME '12:00:00'": ("number", 0.5)}
        query = "SELECT " + ", ".join(f"{value} AS c{i}" for i, value in enumerate(values))
        found = columns_of("duckdb::memory:", query)
        for (value, (kind, number)), column in zip(values.items(), found):
            self.assertEqual(column["kind"], kind, (value, column))
            if number is not None:
                self.assertEqual(column["min"], number, (value, column))
        for value, what in {"INTERVAL 3 DAY": "time intervals",
                            "[1, 2]": "lists", "{'a': 1}": "structs", "'x'::BLOB": "binary values",
                            "MAP {'a': 1}": "maps"}.items():
            self.refused(f"SELECT {value} AS c", f"column 'c' holds {what}", "cast it in the query",
                         source="duckdb::memory:")
        self.refused("SELECT 9007199254740993 AS c", "'c'", source="duckdb::memory:")
        self.refused("SELECT 'inf'::DOUBLE AS c", "'c'", source="duckdb::memory:")
        for value in ("'infinity'::DATE", "'-infinity'::TIMESTAMP", "'infinity'::TIMESTAMP_NS"):
            self.refused(f"SELECT {value} AS c", "the date is infinite", source="duckdb::memory:")
        self.refused("SELECT 1 AS c WHERE false", "no rows", source="duckdb::memory:")

    def test_names_are_made_unique(self):
        found = columns_of("duckdb::memory:", "SELECT 1 AS a, 2 AS a, 3 AS b")
        self.assertEqual([each["name"] for each in found], ["a", "a.2", "b"])

    def test_sqlite_leaves_nothing_beside_a_database(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "log 100%.sqlite"
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA journal_mode = wal")
            connection.execute("CREATE TABLE t (a, y)")
            connection.executemany("INSERT INTO t VALUES (?, ?)", [(i, i % 2) for i in range(9)])
            connection.commit()
            # While another program has it open, its log is read.
            self.assertEqual(columns_of(f"sqlite:{path}", "SELECT a FROM t")[0]["max"], 8)
            connection.close()
            self.assertEqual(columns_of(f"sqlite:{path}", "SELECT a FROM t")[0]["max"], 8)
            self.assertEqual([each.name for each in Path(folder).iterdir()], [path.name])

    def test_memory_has_a_limit(self):
        query = "SELECT i, random() AS r, i::VARCHAR AS t FROM range(3000000) u(i)"
        self.refused(query, source="duckdb::memory:", options=["--memory", "60M"], code=3)
        self.refused("SELECT count(DISTINCT i) AS n FROM range(30000000) u(i)", "the query failed",
                     source="duckdb::memory:", options=["--memory", "60M"], code=3)

    def test_a_missing_driver_comes_with_a_remedy(self):
        with tempfile.TemporaryDirectory() as folder:
            alone = shutil.copy(PITH, folder)
            done = subprocess.run([alone, "inspect", f"sqlite:{self.sqlite}", "--query", "SELECT 1"],
                                  capture_output=True, text=True,
                                  env={**os.environ, "ADBC_DRIVER_PATH": folder})
        self.assertEqual(done.returncode, 2)
        for words in ("no driver for SQLite", folder, "scripts/setup sql", "adbc-driver-sqlite"):
            self.assertIn(words, done.stderr)


@unittest.skipUnless(server_programs(), "PostgreSQL is not installed")
class Server(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = PostgreSQL(PASSWORD)
        cls.server.password = ESCAPED
        cls.source = cls.server.address()
        cls.folder = Path(tempfile.mkdtemp(prefix="pith-databases-"))
        cls.paths = tables.make(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        shutil.rmtree(cls.folder)

    def test_the_same_selection(self):
        with open(self.paths["wine"], encoding="utf-8") as file:
            header = file.readline().strip().split(",")
            columns = ", ".join(f'"{each}" double precision' for each in header[:-1])
            self.server.run(f'CREATE TABLE wine ({columns}, "{header[-1]}" integer)')
        with open(self.paths["wine"], encoding="utf-8") as file:
            self.server.run("COPY wine FROM STDIN WITH (FORMAT csv, HEADER)", stdin=file)
        found = result_of("select", self.source, "--query", "SELECT * FROM wine", "-k", "3")
        self.assertEqual(found, result_of("select", self.paths["wine"], "-k", "3"))

    def test_types(self):
        values = {"true": "category", "7::smallint": "integer", "7::bigint": "integer",
                  "0.5::real": "number", "1.25::numeric(9, 2)": "number", "'a'::text": "category",
                  "'a'::varchar(3)": "category", "date '2020-01-02'": "date",
                  "timestamp '2020-01-02 03:04:05'": "date",
                  "timestamptz '2020-01-02 03:04:05+02'": "date", "NULL::integer": "number"}
        query = "SELECT " + ", ".join(f"{value} AS c{i}" for i, value in enumerate(values))
        found = columns_of(self.source, query)
        self.assertEqual([each["kind"] for each in found], list(values.values()))
        message = pith("inspect", self.source, "--query", "SELECT interval '1 day' AS c", code=2)
        self.assertIn("cast it in the query", message)
        for value in ("'infinity'::date", "'-infinity'::date", "'infinity'::timestamp"):
            message = pith("inspect", self.source, "--query", f"SELECT {value} AS c", code=2)
            self.assertIn("the date is infinite", message)
        self.assertEqual(columns_of(self.source, "SELECT date '4713-01-01 BC' AS c")[0]["kind"], "date")

    def test_a_query_may_end_as_it_likes(self):
        for end in (";", " ; ", " -- the end", "/* the end */;"):
            self.assertEqual(columns_of(self.source, "SELECT 3 AS c" + end)[0]["max"], 3)

    def test_nothing_is_written(self):
        self.server.run("CREATE SEQUENCE numbers")
        message = pith("inspect", self.source, "--query", "SELECT nextval('numbers') AS n", code=2)
        self.assertIn("read-only transaction", message)
        pith("inspect", self.source, "--query", "CREATE TABLE t (a integer)", code=2)

    def test_no_password_is_shown(self):
        query = "SELECT i % 3 AS a, i % 2 AS y FROM generate_series(1, 50) u(i)"
        texts = [pith("select", self.source, "--query", query, "-k", "1", "--format", "json")]
        wrong = self.server.address(password="falsch%401")
        for source, secret in ((self.source, "geheim"), (wrong, "falsch")):
            for command in ("inspect", "select", "evaluate", "compare", "stability"):
                methods = ["--methods", "jmi,mrmr"] if command == "compare" else []
                text = pith(command, source, *methods, "--query", "SELECT * FROM missing", code=2)
                self.assertIn("tester:***@", text)
                texts.append(text.replace(secret, "SHOWN"))
        texts.append(pith("inspect", self.source, code=2))
        texts.append(pith("inspect", "--schema", self.source, "--query", query, code=2))
        texts.append(pith("apply", self.source, self.source, "--query", query, code=2))
        for text in texts:
            self.assertNotIn("SHOWN", text)
            self.assertNotIn("geheim", text)


if __name__ == "__main__":
    if not (DRIVERS / "libduckdb.so").is_file():
        print(f"skipped: no drivers in {DRIVERS}; scripts/setup --sql fetches them")
        sys.exit(77)
    unittest.main(verbosity=2)
