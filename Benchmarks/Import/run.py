"""Measures `stategraph import` beside sqlite3, DuckDB and sqlite-utils.

    python3 Benchmarks/Import/run.py                      # all sections: half an hour
    python3 Benchmarks/Import/run.py --sections csv --sides sqlite3 stategraph
    python3 Benchmarks/Import/run.py --rows 10000 --runs 1    # a minute: are the results right?

The sides alternate, each with a new file, and each round begins with another side. After each
import, the script compares every value of the file with the value that Python reads in the input. A
ratio compares the times of one round. The script needs sqlite3 and /usr/bin/time. The first run
also needs the internet, for a virtual environment.
"""

import argparse
import csv
import dataclasses
import os
import statistics
import subprocess
import sys

import check
import inputs
import process
import sides

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORK = os.path.join(ROOT, "Benchmarks", ".build", "import")
PACKAGES = ["sqlite-utils==4.2.1", "duckdb==1.5.5", "duckdb-extension-sqlite-scanner==1.5.5"]
SECTIONS = ["csv", "json", "shuffled", "again", "startup", "memory", "files"]


def main():
    options = arguments()
    os.makedirs(WORK, exist_ok=True)
    tools = sides.Tools(options.stategraph or build(), environment())
    report = Report(options.output)
    documents = options.rows * 3 // 10
    items = os.path.join(WORK, f"items-{options.rows}.csv")
    posts = os.path.join(WORK, f"posts-{documents}.ndjson")
    for section in options.sections:
        if section == "csv":
            inputs.write_csv(items, options.rows)
            compare(section, items, options.rows, tools.csv_sides(), options, report)
        elif section == "json":
            inputs.write_json_lines(posts, documents)
            compare(section, posts, documents, tools.json_sides(), options, report)
        elif section == "shuffled":
            path = os.path.join(WORK, f"shuffled-{options.rows}.csv")
            inputs.write_csv(path, options.rows, shuffled=True)
            compare(section, path, options.rows, tools.csv_sides()[:2], options, report)
        elif section == "again":
            inputs.write_csv(items, options.rows)
            import_again(items, options.rows, tools, options, report)
        elif section == "startup":
            start_up(tools, report)
        elif section == "memory":
            memory(options, tools, report)
        elif section == "files":
            many_files(options, tools, report)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows of the CSV file")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--sections", nargs="+", choices=SECTIONS, default=SECTIONS)
    parser.add_argument("--sides", nargs="+", help="only sides with one of these in the name")
    parser.add_argument("--stategraph", help="path of the command; the default is a new build")
    parser.add_argument("--output", help="CSV file to which each run is appended")
    return parser.parse_args()


def build():
    command = ["swift", "build", "-c", "release", "--product", "stategraph"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)
    path = subprocess.run(
        command + ["--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return os.path.join(path.stdout.strip(), "stategraph")


def environment():
    """Returns the Python of a virtual environment that contains sqlite-utils and DuckDB."""
    folder = os.path.join(WORK, "venv")
    python = os.path.join(folder, "bin", "python")
    marker = os.path.join(folder, " ".join(PACKAGES))
    if not os.path.exists(marker):
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet"] + PACKAGES, check=True)
        with open(marker, "w", encoding="utf-8"):
            pass
    return python


def wanted(candidates, options):
    if not options.sides:
        return candidates
    return [
        side for side in candidates
        if any(part.lower() in side.name.lower() for part in options.sides)
    ]


def compare(section, path, rows, candidates, options, report):
    if section == "json":
        schema, tables = inputs.JSON_SCHEMA, check.JSON_TABLES
        expected = check.expected_json(path)
    else:
        schema, tables = inputs.CSV_SCHEMA, check.CSV_TABLES
        expected = check.expected_csv(path)
    candidates = wanted(candidates, options)
    costs = [[] for _ in candidates]
    sizes = [0] * len(candidates)
    for turn in range(options.runs):
        for offset in range(len(candidates)):
            number = (turn + offset) % len(candidates)
            side = candidates[number]
            if side.is_slow and turn >= 3:
                continue
            database = os.path.join(WORK, f"side{number}.db")
            side.prepare(database, schema)
            cost = side.run(database, path)
            sizes[number] = process.file_bytes(database)
            check.require(database, tables, expected)
            os.remove(database)
            costs[number].append(cost)
            report.append(section, side, turn, rows, cost, sizes[number])
    megabytes = os.path.getsize(path) / 1e6
    report.title(f"{section}: {rows:,} records, {megabytes:.1f} MB, {options.runs} rounds")
    report.table(candidates, costs, rows, sizes)


def import_again(path, rows, tools, options, report):
    """Imports a file into an empty database, and then again into this database, in each round."""
    side = tools.stategraph_side("items")
    both = [dataclasses.replace(side, name=name) for name in ("first import", "the same again")]
    database = os.path.join(WORK, "again.db")
    expected = check.expected_csv(path)
    costs, sizes = [[], []], [0, 0]
    for turn in range(options.runs):
        side.prepare(database, inputs.CSV_SCHEMA)
        for number, one in enumerate(both):
            cost = one.run(database, path)
            costs[number].append(cost)
            sizes[number] = process.file_bytes(database)
            report.append("again", one, turn, rows, cost, sizes[number])
            check.require(database, check.CSV_TABLES, expected)
        os.remove(database)
    report.title(f"again: {rows:,} records, a first import and the same again, {options.runs} rounds")
    report.table(both, costs, rows, sizes)


def start_up(tools, report):
    commands = [[tools.stategraph, "--version"], ["sqlite3", "--version"], ["true"]]
    times = [[] for _ in commands]
    for _ in range(50):
        for command, samples in zip(commands, times):
            samples.append(process.wall_time(command) * 1000)
    report.title("startup: 50 runs, in turn")
    for command, samples in zip(commands, times):
        name = " ".join([os.path.basename(command[0])] + command[1:])
        print(
            f"  {name:24} median {statistics.median(samples):.1f} ms, "
            f"{min(samples):.1f} to {max(samples):.1f}"
        )


def memory(options, tools, report):
    """Measures one run of each side, on inputs that are ten times larger."""
    rows, documents = options.rows * 10, options.rows * 3
    items = os.path.join(WORK, f"items-{rows}.csv")
    inputs.write_csv(items, rows)
    posts = os.path.join(WORK, f"posts-{documents}.ndjson")
    inputs.write_json_lines(posts, documents)
    for path, schema, count, table, candidates in [
        (items, inputs.CSV_SCHEMA, rows, "items", tools.csv_sides()[:2]),
        (posts, inputs.JSON_SCHEMA, documents, "posts", tools.json_sides()[:2]),
    ]:
        candidates = wanted(candidates, options)
        costs, sizes = [], []
        for side in candidates:
            database = os.path.join(WORK, "memory.db")
            side.prepare(database, schema)
            cost = side.run(database, path)
            check.require_count(database, table, count)
            costs.append([cost])
            sizes.append(process.file_bytes(database))
            report.append("memory", side, 0, count, cost, sizes[-1])
            os.remove(database)
        report.title(f"memory: {count:,} records, {os.path.getsize(path) / 1e6:.1f} MB")
        report.table(candidates, costs, count, sizes)


def many_files(options, tools, report):
    """Imports the records of the CSV file from a folder of 180 files, each with its own table."""
    folder = os.path.join(WORK, f"files-{options.rows}")
    names = inputs.write_csv_files(folder, options.rows)
    expected = {
        name: check.expected_csv(os.path.join(folder, name + ".csv"))["items"] for name in names
    }
    side = tools.folder_side()
    database = os.path.join(WORK, "files.db")
    costs = []
    for turn in range(options.runs):
        side.prepare(database, "".join(inputs.csv_schema(name) for name in names))
        costs.append(side.run(database, folder))
        check.require(database, {name: "id" for name in names}, expected)
        size = process.file_bytes(database)
        report.append("files", side, turn, options.rows, costs[-1], size)
        os.remove(database)
    report.title(f"files: {options.rows:,} records in {len(names)} files, {options.runs} rounds")
    report.table([side], [costs], options.rows, [size])


class Report:
    """Prints tables in Markdown, and appends each run to a CSV file."""

    def __init__(self, path):
        self.path = path

    def title(self, text):
        print(f"\n### {text}\n", flush=True)

    def table(self, candidates, costs, rows, sizes):
        """Prints a table. The ratios are those to the first side."""
        print("| | journal, synchronous | median s | min – max | user+sys s | records/s | peak |"
              " file | time to first | user+sys to first |")
        print("|---|---|---|---|---|---|---|---|---|---|")
        for side, samples, size in zip(candidates, costs, sizes):
            walls = [cost.wall for cost in samples]
            median = statistics.median(walls)
            print(
                f"| {side.name} | {side.settings} | {median:.2f} | {min(walls):.2f} – "
                f"{max(walls):.2f} | {statistics.median(c.processor for c in samples):.2f} | "
                f"{rows / median / 1000:,.0f} k | "
                f"{max(c.peak_bytes for c in samples) / 2**20:.0f} MiB | {size / 1e6:.0f} MB | "
                f"{ratio(samples, costs[0], lambda c: c.wall)} | "
                f"{ratio(samples, costs[0], lambda c: c.processor)} |"
            )
        sys.stdout.flush()

    def append(self, section, side, turn, rows, cost, size):
        if not self.path:
            return
        is_new = not os.path.exists(self.path)
        with open(self.path, "a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            if is_new:
                writer.writerow(
                    ["section", "side", "settings", "round", "records", "wall_s", "processor_s",
                     "peak_bytes", "file_bytes"]
                )
            writer.writerow(
                [section, side.name, side.settings, turn, rows, f"{cost.wall:.3f}",
                 f"{cost.processor:.2f}", cost.peak_bytes, size]
            )


def ratio(samples, base, value):
    """Returns the median of the ratios within a round, with the smallest and the largest ratio."""
    ratios = [value(one) / max(value(two), 0.001) for one, two in zip(samples, base)]
    if samples is base:
        return "1"
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} – {max(ratios):.2f})"


if __name__ == "__main__":
    try:
        main()
    except (process.Failure, check.Difference, subprocess.CalledProcessError) as failure:
        sys.exit(str(failure))
