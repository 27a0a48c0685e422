#!/usr/bin/env bash
# Guess: the amounts that mt-940 reads from a bank statement add up to the change of its balance.
# The amount of a D entry is negative, but that of RC, the reversal of a credit, is positive: money that went out is
# counted as money that came in.
set -euo pipefail
cd "$(dirname "$0")"
./with-python mt-940==5.1.1 <<'PYTHON'
import mt940
from common import expect

statement = mt940.parse("\r\n".join([
    ":20:1", ":25:12345678/1", ":28C:1/1", ":60F:C260101EUR100,00", ":61:260102D30,00NTRFPAID",
    ":61:260103RD30,00NTRFPAID", ":61:260104C20,00NTRFRECEIVED", ":61:260105RC20,00NTRFRECEIVED",
    ":62F:C260105EUR100,00", ""]))
amounts = [(entry.data["status"], str(entry.data["amount"].amount)) for entry in statement]
expect("entries", amounts, [("D", "-30.00"), ("RD", "30.00"), ("C", "20.00"), ("RC", "20.00")])
first, last = (statement.data[f"final_{name}_balance"].amount.amount for name in ("opening", "closing"))
expect("change of the balance", str(last - first), "0.00")
expect("sum of the amounts", str(sum(entry.data["amount"].amount for entry in statement)), "40.00")
PYTHON
