# SPDX-License-Identifier: Apache-2.0
"""What the .cli files need beside a shell. The first argument says which tool."""

import gzip
import json
import os
import pty
import random
import re
import signal
import struct
import subprocess
import sys
import time
import unicodedata
import zipfile
from pathlib import Path


def npy_header(shape, kind):
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    text += " " * (-(len(text) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()


def large_table(path, rows, columns):
    """Bytes 0 to 3; enough work to be interrupted in."""
    generator = random.Random(1)
    low_bits = bytes(value & 3 for value in range(256))
    with open(path, "wb") as file:
        file.write(npy_header((rows, columns), "|u1"))
        for _ in range(rows):
            file.write(generator.randbytes(columns).translate(low_bits))


def make_input(kind, path):
    path = Path(path)
    table = b"a,b,y\n" + b"1,2,no\n2,1,yes\n" * 50
    if kind == "truncated-gzip":
        path.write_bytes(gzip.compress(table * 100)[:-20])
    elif kind == "gzip":
        path.write_bytes(gzip.compress(table))
    elif kind == "gzip-bomb":
        with gzip.open(path, "wb", 1) as file:
            file.write(b"a,b,y\n")
            for _ in range(64):
                file.write(b"1234,5678,no\n1234,5678,yes\n" * 160_000)
    elif kind == "long-field":
        path.write_bytes(b"a,b,y\n1,2,no\n1," + b"x" * 10_000_000 + b",yes\n")
    elif kind == "long-line":
        path.write_bytes(b"a,b,y\n1,2,no\n" + b"1," * 5_000_000 + b"yes\n")
    elif kind == "endless-line":
        path.write_bytes(b"1" * 10_000_000)
    elif kind == "nul":
        path.write_bytes(b"a,b,y\n1,2,no\n1,\x00,yes\n")
    elif kind == "utf-16":
        path.write_bytes(table.decode().encode("utf-16"))
    elif kind == "npy-32-gib":
        path.write_bytes(npy_header((65536, 65536), "<f8"))
    elif kind == "npz-short-target":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("X.npy", npy_header((4, 3), "|u1") + bytes(range(12)))
            archive.writestr("y.npy", npy_header("(3,)", "|u1") + bytes([0, 1, 0]))
    elif kind == "large":
        large_table(path, 2000, 6000)
    elif kind == "long-names":
        generator = random.Random(2)
        names = [f"gene_expression_of_sample_{i:03}_after_normalisation_and_scaling" for i in range(8)]
        names += [f"測定した遺伝子の発現量の平均値と標準偏差の比_{i}_番目の標本" for i in range(3)]
        names += ["x" * 5000 + str(i) + "y" * 5000 for i in range(2)] + ["cafe\u0301_au_lait " * 9]
        rows = [[f"{generator.gauss(i % 3, 1) * 1e6:.3f}" for _ in names] + ["abc"[i % 3] * 30]
                for i in range(90)]
        for place in (5, 50, 55):
            rows[place][9] = ""
        path.write_text("\n".join(",".join(row) for row in [names + ["y"], *rows]) + "\n")
    elif kind == "wide":
        names = [f"feature_{i:04}" for i in range(500)]
        rows = [[str((i * j) % 7 + i % 2) for j in range(500)] + [str(i % 2)] for i in range(40)]
        path.write_text("\n".join(",".join(row) for row in [names + ["y"], *rows]) + "\n")
    else:
        sys.exit(f"no input {kind}")


def visible(data):
    text = data.decode("utf-8", "backslashreplace").replace("\r\n", "\n")
    return text.replace("\x1b", "\\e").replace("\r", "\\r")


def on_terminal(which, *command):
    """Runs a command with standard output, error or both on a terminal of 80 columns, and prints
    what came there, escapes made visible. What is not on the terminal passes. TERMINAL_UNTIL is a
    pattern: once what came there has it, blanks and ends of lines alike, the command is interrupted."""
    leader, follower = pty.openpty()
    subprocess.run(["stty", "cols", os.environ.get("TERMINAL_COLUMNS", "80"), "-opost"],
                   stdin=follower, check=True)
    streams = {name: follower for name in ("stdout", "stderr") if which in (name, "both")}
    process = subprocess.Popen(command, **streams)
    os.close(follower)
    awaited = os.environ.get("TERMINAL_UNTIL")
    seen = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:  # the last one has left the terminal
            break
        if not part:
            break
        seen += part
        if awaited and re.search(awaited, " ".join(visible(seen).split())):
            process.send_signal(signal.SIGINT)
            awaited = None
    code = process.wait()
    print(visible(seen), end="")
    sys.exit(code)


def columns_of(line):
    return sum(0 if unicodedata.combining(letter) else
               2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


def check_widths(widths, *command):
    """Runs a command on terminals of these widths, and prints every line that is wider."""
    wrong = []
    for width in widths.split(","):
        done = subprocess.run(["on-terminal", "stdout", *command], capture_output=True, text=True,
                              env={**os.environ, "TERMINAL_COLUMNS": width})
        if done.returncode != 0 or not done.stdout:
            wrong.append(f"{width}: exit code {done.returncode}: {done.stderr}")
        lines = re.sub(r"\\e\[\d+m", "", done.stdout).splitlines()
        wrong += [f"{width}: {line}" for line in lines if columns_of(line) > int(width)]
    print("\n".join(wrong) if wrong else "every line fits")


def interrupt(name, delay, *command):
    """Sends a signal to the running command and says whether it ended soon after."""
    process = subprocess.Popen(command,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    time.sleep(float(delay))
    if process.poll() is not None:
        sys.exit(f"it ended by itself, with {process.returncode}")
    start = time.monotonic()
    process.send_signal(getattr(signal, name))
    code = process.wait()
    took = time.monotonic() - start
    print("soon" if took < 4 else f"after {took:.1f} s")
    sys.exit(code)


def check_node(schema, value, path):
    """The part of JSON Schema that our schemas use."""
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "number": (int, float),
             "integer": int, "null": type(None)}
    known = {"$schema", "$id", "title", "description", "$defs", "$ref", "type", "const", "enum",
             "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "pattern", "required",
             "properties", "additionalProperties", "items", "anyOf", "minItems", "maxItems"}
    assert set(schema) <= known, f"{path}: keyword {set(schema) - known}"
    if "anyOf" in schema:
        for option in schema["anyOf"]:
            try:
                check_node(option, value, path)
                break
            except AssertionError:
                continue
        else:
            raise AssertionError(f"{path}: none of anyOf")
    if "$ref" in schema:
        check_node(check_node.root["$defs"][schema["$ref"].split("/")[-1]], value, path)
    if "type" in schema:
        is_kind = isinstance(value, kinds[schema["type"]])
        is_kind = is_kind and (schema["type"] == "boolean" or not isinstance(value, bool))
        assert is_kind, f"{path}: {value!r} is no {schema['type']}"
    assert value == schema.get("const", value), f"{path}: {value!r}"
    assert value in schema.get("enum", [value]), f"{path}: {value!r}"
    if "minimum" in schema:
        assert value >= schema["minimum"], f"{path}: {value!r}"
    if "maximum" in schema:
        assert value <= schema["maximum"], f"{path}: {value!r}"
    if "exclusiveMinimum" in schema:
        assert value > schema["exclusiveMinimum"], f"{path}: {value!r}"
    if "exclusiveMaximum" in schema:
        assert value < schema["exclusiveMaximum"], f"{path}: {value!r}"
    if "pattern" in schema:
        assert re.search(schema["pattern"], value), f"{path}: {value!r}"
    if isinstance(value, dict):
        for key in schema.get("required", []):
            assert key in value, f"{path}: no {key}"
        for key, part in value.items():
            rule = schema.get("properties", {}).get(key, schema.get("additionalProperties", {}))
            assert rule is not False, f"{path}: {key} is not in the schema"
            check_node({} if rule is True else rule, part, f"{path}.{key}")
    if isinstance(value, list):
        assert len(value) >= schema.get("minItems", 0), f"{path}: too short"
        assert len(value) <= schema.get("maxItems", len(value)), f"{path}: too long"
        for place, part in enumerate(value):
            check_node(schema.get("items", {}), part, f"{path}[{place}]")


def check_schema(name):
    schema = json.loads((Path(os.environ["SCHEMAS"]) / name).read_text())
    document = json.load(sys.stdin)
    check_node.root = schema
    try:
        check_node(schema, document, "$")
    except AssertionError as error:
        sys.exit(str(error))
    try:
        import jsonschema
    except ImportError:
        pass
    else:
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.Draft202012Validator(schema).validate(document)
    print("valid")


def output_of(*command):
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


def check_completion():
    """Every option of every --help is in each script, and bash offers nothing else."""
    commands = re.findall(r"^  (\w+) ", output_of("pith", "--help").split("\nCommands\n")[1], re.M)
    commands = [name for name in commands if name != "pith"]
    scripts = {shell: output_of("pith", "completion", shell) for shell in ("bash", "zsh", "fish")}
    for command in ["", *commands]:
        page = output_of("pith", *([command] if command else []), "--help")
        helped = set(re.findall(r"^ {2,6}(?:-\w, )?--([\w-]+)", page, re.M))
        place = f"    {command}) " if command else "    '') "
        offered = re.search(re.escape(place) + r'options="([^"]*)"', scripts["bash"]).group(1)
        assert {word[2:] for word in offered.split() if word.startswith("--")} == helped, command
        condition = (f"__fish_seen_subcommand_from {command}" if command
                     else "__fish_use_subcommand")
        for option in helped:
            assert re.search(rf"'?{condition}'? -l {option}\b", scripts["fish"]), option
            assert re.search(rf"'\*?--{option}\[", scripts["zsh"]), option
    print("every option is in every script")


if __name__ == "__main__":
    globals()[sys.argv[1].replace("-", "_")](*sys.argv[2:])
