# SPDX-License-Identifier: Apache-2.0
"""Writes the messy tables of this folder. Each has one real mess, one feature that matters
('signal') and the target 'outcome', so that it is clear what a selection must find."""

import datetime
import random
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROWS = 60


class Table:
    """A table with a numeric signal, two noise columns and a target of two classes."""

    def __init__(self, seed, rows=ROWS):
        self.random = random.Random(seed)
        self.rows = rows
        self.outcome = [self.random.choice(("no", "yes")) for _ in range(rows)]
        shift = [1.5 if value == "yes" else 0.0 for value in self.outcome]
        self.signal = [f"{10 + at + self.random.gauss(0, 0.8):.2f}" for at in shift]
        self.noise = [[f"{self.random.gauss(5, 2):.2f}" for _ in range(rows)] for _ in range(2)]

    def columns(self, **more):
        """The columns of `more` between the signal and the noise."""
        return {"signal": self.signal, **more, "noise1": self.noise[0], "noise2": self.noise[1],
                "outcome": self.outcome}


def text_of(columns, delimiter=",", header=True, end="\n"):
    lines = [delimiter.join(columns)] if header else []
    lines += [delimiter.join(row) for row in zip(*columns.values(), strict=True)]
    return end.join(lines) + end


def write(name, text, encoding="utf-8"):
    (HERE / name).write_bytes(text.encode(encoding) if isinstance(text, str) else text)


def with_tokens(values, tokens):
    """The values with each token at the given positions."""
    values = list(values)
    for token, positions in tokens.items():
        for position in positions:
            values[position] = token
    return values


def tokens():
    table = Table(1, rows=400)
    table.signal = with_tokens(table.signal, {"<LOD": [16]})
    write("lod.csv", text_of(table.columns()))
    table = Table(2)
    table.signal = with_tokens(table.signal, {"not done": [4, 30]})
    table.noise[0] = with_tokens(table.noise[0], {"hemolysed": [7]})
    write("comments.csv", text_of(table.columns()))
    table = Table(3)
    words = ["NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "None", "#N/A", "<NA>", "?", "."]
    table.noise[0] = with_tokens(table.noise[0], {word: [5 * i] for i, word in enumerate(words)})
    write("na_words.csv", text_of(table.columns()))
    table = Table(4)
    table.signal = with_tokens(table.signal, {"-99": [3, 9, 20], "--": [11, 12]})
    write("na_codes.csv", text_of(table.columns()))


def identifiers():
    table = Table(5)
    number = list(range(1001, 1001 + ROWS))
    table.random.shuffle(number)
    mail = [f"user{table.random.randrange(10**6):06d}@example.org" for _ in range(ROWS)]
    write("ids.csv", text_of({"patient_id": [str(value) for value in number],
                              **table.columns(email=mail)}))
    table = Table(6)
    write("index.csv", text_of({"": [str(row) for row in range(ROWS)], **table.columns()}))
    table = Table(7)
    lines = text_of(table.columns(), " ").splitlines()
    rows = [f'"{number}" {line}' for number, line in enumerate(lines[1:], 1)]
    write("r_table.csv", "\n".join([lines[0], *rows]) + "\n")
    table = Table(8)
    income = [str(table.random.randrange(18_000, 120_000)) for _ in range(ROWS)]
    write("income.csv", text_of(table.columns(income=income)))
    table = Table(9, rows=300)
    town = [f"town{table.random.randrange(200):03d}" for _ in range(300)]
    write("towns.csv", text_of(table.columns(town=town)))


def dates():
    table = Table(10)
    first = datetime.date(2023, 1, 2)
    days = [first + datetime.timedelta(days=table.random.randrange(700)) for _ in range(ROWS)]
    hours = [f"{day}T{table.random.randrange(24):02d}:30:00Z" for day in days]
    write("dates.csv", text_of(table.columns(visit=[str(day) for day in days], sampled=hours)))
    table = Table(11)
    other = [f"{day.day:02d}.{day.month:02d}.{day.year}" for day in days]
    write("german_dates.csv", text_of(table.columns(visit=other)))


def numbers():
    table = Table(12)
    price = [f"${1000 + 700 * (value == 'yes') + table.random.gauss(0, 200):,.2f}"
             for value in table.outcome]
    columns = table.columns(price=[f'"{value}"' for value in price])
    write("currency.csv", text_of(columns))
    table = Table(13)
    share = [f"{table.random.uniform(5, 60):.1f}%" for _ in range(ROWS)]
    write("percent.csv", text_of(table.columns(share=share)))
    table = Table(14)
    size = [f'"{table.random.randrange(10**6, 10**7):,}"' for _ in range(ROWS)]
    write("thousands.csv", text_of(table.columns(size=size)))
    table = Table(15)
    size = [f'"{table.random.randrange(1, 10)},{table.random.randrange(100, 1000)}"'
            for _ in range(ROWS)]
    write("ambiguous.csv", text_of(table.columns(size=size)))
    table = Table(16)
    columns = {name: [value.replace(".", ",") for value in values]
               for name, values in table.columns().items()}
    write("decimal_comma.csv", text_of(columns, ";"))


def files():
    table = Table(17)
    city = [table.random.choice(("Köln", "Genève", "Málaga")) for _ in range(ROWS)]
    write("latin1.csv", text_of(table.columns(city=city)), "latin-1")
    write("utf16.csv", text_of(Table(18).columns()), "utf-16")
    write("pipes.csv", text_of(Table(19).columns(), "|"))
    write("blanks.csv", text_of(Table(20).columns(), "  "))
    preamble = "# exported by the laboratory system\n# units: mg/l\n#\n"
    write("preamble.csv", preamble + text_of(Table(21).columns()))
    text = text_of(Table(22).columns(), end="\r\n")
    write("windows.csv", "\ufeff" + text + "\r\n\r\n")
    table = Table(23)
    remark = [table.random.choice(('"seen, twice"', '"line\nbreak"', '"said ""no"""'))
              for _ in range(ROWS)]
    table.noise[0] = with_tokens(table.noise[0], {"n.d.": [9]})
    write("quotes.csv", text_of(table.columns(remark=remark)))


def columns():
    table = Table(24)
    write("empty_column.csv", text_of(table.columns(batch=[""] * ROWS, site=["A"] * ROWS)))
    table = Table(25)
    names = text_of(table.columns()).splitlines()
    write("duplicate_names.csv", "\n".join(["signal,noise,noise,outcome", *names[1:]]) + "\n")
    table = Table(26)
    spelled = {"yes": ("yes", "yes", "Yes"), "no": ("no", "no", "NO")}
    table.outcome = [table.random.choice(spelled[value]) for value in table.outcome]
    write("class_spellings.csv", text_of(table.columns()))
    table = Table(27)
    smoker = [table.random.choice(("TRUE", "FALSE")) for _ in range(ROWS)]
    treated = ["TRUE" if (value == "yes") == (table.random.random() < 0.85) else "FALSE"
               for value in table.outcome]
    write("booleans.csv", text_of(table.columns(smoker=smoker, treated=treated)))
    table = Table(28)
    table.signal = with_tokens(table.signal, {"": [2, 17], "pending": [31]})
    table.noise[1] = with_tokens(table.noise[1], {"NA": range(0, 20)})
    group = with_tokens([table.random.choice("abc") for _ in range(ROWS)], {"": [1, 5]})
    write("missing.csv", text_of(table.columns(group=group)))
    table = Table(29)
    leak = ["1" if value == "yes" else "0" for value in table.outcome]
    write("leak.csv", text_of(table.columns(result_code=leak)))


def main():
    for part in (tokens, identifiers, dates, numbers, files, columns):
        part()


if __name__ == "__main__":
    main()
