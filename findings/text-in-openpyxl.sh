#!/usr/bin/env bash
# Guess: openpyxl writes a text as a text that every reader reads, or refuses it.
# It writes `#N/A` as an error, which calamine reads as an empty cell, and `_x0041_` without the escape that the format
# needs, so that calamine reads `A`. It cuts a text after 32,767 characters and reports nothing. XlsxWriter writes the
# first two as texts, and reports with -2 that it has cut the third.
set -euo pipefail
cd "$(dirname "$0")"
./with-python openpyxl==3.1.5 XlsxWriter==3.3.1 python-calamine==0.9.1 <<'PYTHON'
import openpyxl, python_calamine, xlsxwriter
from common import expect

texts = ["#N/A", "part _x0041_", "x" * 40_000]
book = openpyxl.Workbook()
for row, text in enumerate(texts, 1):
    book.active.cell(row, 1, text)
book.save("openpyxl.xlsx")
with xlsxwriter.Workbook("xlsxwriter.xlsx") as book:
    sheet = book.add_worksheet()
    results = [sheet.write(row, 0, text) for row, text in enumerate(texts)]


def read(name):
    cells = [cell for cell, in python_calamine.load_workbook(name).get_sheet_by_index(0).to_python()]
    return [*cells[:2], len(cells[2])]


expect("openpyxl", read("openpyxl.xlsx"), ["", "part A", 32_767])
expect("XlsxWriter", read("xlsxwriter.xlsx"), ["#N/A", "part _x0041_", 32_767])
expect("results of XlsxWriter", results, [0, 0, -2])
PYTHON
