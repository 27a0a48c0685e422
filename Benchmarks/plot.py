"""Plots the data file of LiveBenchmarks: cost against N, both on a logarithmic scale.

    apt-get install python3-matplotlib
    /usr/bin/python3 Benchmarks/plot.py Benchmarks/Results/live.csv Benchmarks/Results/live.png
"""

import csv
import sys

try:
    import matplotlib
except ModuleNotFoundError:
    sys.exit("matplotlib is missing: apt-get install python3-matplotlib; run with /usr/bin/python3")

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

# The panels: title, label of the x axis, benchmark.
PANELS = [
    ("Insert of a post of an observed user", "N observed relationships", "relationships/insert"),
    ("New title of a post of an unobserved user", "N observed relationships",
     "relationships/retitle unobserved"),
    ("Insert of a post into a table of R rows", "R rows", "table size/insert"),
    ("Move of M posts in one transaction: time for each post", "M posts", "burst/move"),
]

# The styles: prefix of a variant's name, label, colour, marker, line. The first match is used.
STYLES = [
    ("StateGraph", "StateGraph", "#0072b2", "o", "-"),
    ("bare write", "bare write", "#000000", ".", "--"),
    ("write and SELECT", "write, and a SELECT for each list", "#999999", "s", ":"),
    ("GRDB tuned without duplicates pool with 1000 observers", "GRDB pool, tuned, 1,000 observers",
     "#d55e00", "v", "-"),
    ("GRDB tuned without duplicates pool", "GRDB pool, tuned, removeDuplicates", "#d55e00", "v",
     "-"),
    ("GRDB tuned pool", "GRDB pool, tuned", "#e69f00", "^", "-"),
    ("GRDB tuned queue", "GRDB queue, tuned", "#cc79a7", "<", "-"),
    ("GRDB query interface pool", "GRDB pool, query interface", "#009e73", ">", "-"),
]

UNITS = [(1e9, "s"), (1e6, "ms"), (1e3, "us"), (1, "ns")]


def read(path):
    """Returns the times of the last run for each benchmark, variant and N."""
    rows = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            key = (row["benchmark"], row["variant"], int(row["n"]))
            rows[key] = [float(row[name]) for name in ("median_ns", "p5_ns", "p95_ns")]
    return rows


def time_text(nanoseconds, _=None):
    for size, unit in UNITS:
        if nanoseconds >= size:
            return f"{nanoseconds / size:g} {unit}"
    return f"{nanoseconds:g} ns"


def draw(axes, rows, title, x_label, benchmark):
    drawn = set()
    for prefix, label, colour, marker, line in STYLES:
        names = {key[1] for key in rows if key[0] == benchmark and key[1].startswith(prefix)}
        for name in sorted(names - drawn):
            # Another style, whose prefix is the whole name, draws this variant.
            if name != prefix and any(name == other[0] for other in STYLES):
                continue
            drawn.add(name)
            points = sorted((key[2], rows[key]) for key in rows if key[:2] == (benchmark, name))
            counts = [count for count, _ in points]
            axes.fill_between(counts, [times[1] for _, times in points],
                              [times[2] for _, times in points], color=colour, alpha=0.12, lw=0)
            axes.plot(counts, [times[0] for _, times in points], color=colour, marker=marker,
                      linestyle=line, label=label, markersize=5, linewidth=1.5)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_title(title, fontsize=11)
    axes.set_xlabel(x_label)
    low, high = axes.get_ylim()
    # The axis covers at least two powers of ten, so that small differences do not look large.
    axes.set_ylim(low, max(high, 100 * low))
    axes.yaxis.set_minor_formatter(matplotlib.ticker.NullFormatter())
    axes.yaxis.set_major_formatter(matplotlib.ticker.FuncFormatter(time_text))
    axes.xaxis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda x, _: f"{x:,.0f}"))
    axes.grid(True, which="major", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: plot.py DATA.csv PICTURE.png")
    rows = read(sys.argv[1])
    panels = [panel for panel in PANELS if any(key[0] == panel[2] for key in rows)]
    if not panels:
        sys.exit(f"{sys.argv[1]} has nothing to plot")
    figure, grid = plt.subplots((len(panels) + 1) // 2, 2, squeeze=False,
                                figsize=(12, 4.6 * ((len(panels) + 1) // 2)))
    for axes, panel in zip(grid.flat, panels):
        draw(axes, rows, *panel)
    for axes in grid.flat[len(panels):]:
        axes.set_visible(False)
    figure.suptitle("One write until the last observer has its new value: median, 5 % to 95 %")
    lines = {}
    for axes in grid.flat:
        for line, label in zip(*axes.get_legend_handles_labels()):
            lines.setdefault(label, line)
    figure.legend(lines.values(), lines.keys(), loc="lower center", ncol=4, frameon=False)
    figure.tight_layout(rect=(0, 0.02 + 0.025 * ((len(lines) + 3) // 4), 1, 1))
    figure.savefig(sys.argv[2], dpi=110)


if __name__ == "__main__":
    main()
