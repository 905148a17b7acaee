# SPDX-License-Identifier: Apache-2.0
"""Databases of every kind that pith reads, made for a test.

DuckDB's are written by the library that pith loads as its driver, SQLite's by Python, and those of
PostgreSQL by a server that is started on this machine.
"""

import csv
import ctypes
import getpass
import os
import shutil
import socket
import sqlite3
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DRIVERS = Path(os.environ.get("ADBC_DRIVER_PATH", ROOT / "build" / "adbc"))


class DuckDB:
    """A DuckDB file that is open for writing."""

    def __init__(self, path):
        self.library = ctypes.CDLL(str(DRIVERS / "libduckdb.so"))
        self.library.duckdb_result_error.restype = ctypes.c_char_p
        self.database = ctypes.c_void_p()
        self.connection = ctypes.c_void_p()
        opened = self.library.duckdb_open(os.fsencode(path), ctypes.byref(self.database))
        if opened != 0 or self.library.duckdb_connect(
            self.database, ctypes.byref(self.connection)
        ):
            raise OSError(f"{path}: DuckDB cannot open it")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.library.duckdb_disconnect(ctypes.byref(self.connection))
        self.library.duckdb_close(ctypes.byref(self.database))

    def run(self, statement):
        result = ctypes.create_string_buffer(256)  # more than a duckdb_result takes
        failed = self.library.duckdb_query(self.connection, statement.encode(), result)
        message = self.library.duckdb_result_error(result) if failed else None
        self.library.duckdb_destroy_result(result)
        if failed:
            raise ValueError(f"{statement}: {message}")


def number_or_text(field):
    for kind in (int, float):
        try:
            return kind(field)
        except ValueError:
            pass
    return field if field else None


def sqlite_table(path, name, csv_path):
    """The rows of a CSV file as a table; an empty field is null."""
    with open(csv_path, newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    columns = ", ".join(f'"{each}"' for each in header)
    marks = ", ".join("?" * len(header))
    with sqlite3.connect(path) as connection:
        connection.execute(f"CREATE TABLE {name} ({columns})")
        connection.executemany(
            f"INSERT INTO {name} VALUES ({marks})",
            [[number_or_text(field) for field in row] for row in rows],
        )
    connection.close()


def duckdb_table(database, name, csv_path):
    database.run(f"CREATE TABLE {name} AS SELECT * FROM read_csv('{csv_path}', header = true)")


def server_programs():
    """The folder of PostgreSQL's programs, or None."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    other = shutil.which("initdb")
    return Path(other).parent if other else None


class PostgreSQL:
    """A server on the loopback, with its data in a temporary folder."""

    def __init__(self, password):
        self.programs = server_programs()
        self.folder = Path(tempfile.mkdtemp(prefix="pith-postgresql-"))
        self.data = self.folder / "data"
        # The server refuses to run as root.
        self.user = "postgres" if os.getuid() == 0 else getpass.getuser()
        secret = self.folder / "password"
        secret.write_text(password + "\n")
        if os.getuid() == 0:
            for path in (self.folder, secret):
                shutil.chown(path, self.user)
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            self.port = taken.getsockname()[1]
        self.call("initdb", "-D", self.data, "-U", "tester", "--auth=scram-sha-256",
                  f"--pwfile={secret}", "--encoding=UTF8", "--locale=C", "--no-sync")
        settings = f"-h 127.0.0.1 -p {self.port} -k '' -c fsync=off"
        self.call("pg_ctl", "-D", self.data, "-w", "-l", self.folder / "log", "-o", settings, "start")
        self.password = password

    def call(self, program, *arguments):
        command = [str(self.programs / program), *map(str, arguments)]
        if os.getuid() == 0:
            command = ["runuser", "-u", self.user, "--", *command]
        subprocess.run(command, check=True, cwd="/", stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL)

    def address(self, password=None):
        return f"postgresql://tester:{password or self.password}@127.0.0.1:{self.port}/postgres"

    def run(self, statements, stdin=None):
        subprocess.run([str(self.programs / "psql"), "-q", "-v", "ON_ERROR_STOP=1",
                        self.address(), "-c", statements],
                       check=True, stdin=stdin or subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def stop(self):
        try:
            self.call("pg_ctl", "-D", self.data, "-m", "immediate", "stop")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
