#!/usr/bin/env bash
# Guess: xlsx2csv writes a number whose format appends a unit as the number, and a duration as openpyxl reads it.
# It takes letters of the unit for those of a date, and writes the format instead of the number. 25:30 hours become a
# fraction of a day, and dates of January and February 1900 are a day early.
set -euo pipefail
cd "$(dirname "$0")"
./with-python openpyxl==3.1.5 xlsx2csv==0.8.6 <<'PYTHON'
import datetime, io
import openpyxl, xlsx2csv
from common import expect

book = openpyxl.Workbook()
sheet = book.active
cells = ((12, '0 "days"'), (12, '0 "pcs"'), (datetime.timedelta(hours=25, minutes=30), "[h]:mm"),
         (datetime.datetime(1900, 2, 28), "yyyy-mm-dd"), (datetime.datetime(1900, 3, 1), "yyyy-mm-dd"))
for row, (value, form) in enumerate(cells, 1):
    sheet.cell(row, 1, value).number_format = form
book.save("t.xlsx")
read = [value for value, in openpyxl.load_workbook("t.xlsx").active.iter_rows(values_only=True)]
expect("openpyxl", read, [value for value, _ in cells])
written = io.StringIO()
xlsx2csv.Xlsx2csv("t.xlsx").convert(written)
expect("xlsx2csv", written.getvalue().splitlines(),
       ['"0 ""11ays"""', '"0 ""pcs"""', "1.0625", "1900-02-27", "1900-03-01"])
PYTHON
