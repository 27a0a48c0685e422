"""Runs a command and measures its cost."""

import os
import subprocess
import tempfile
import time
from dataclasses import dataclass

TIME = "/usr/bin/time"


@dataclass
class Cost:
    wall: float
    processor: float
    """User and system time of all threads, in seconds."""
    peak_bytes: int


class Failure(Exception):
    pass


def run(arguments, standard_input=None):
    """Runs a command to its end. Its output is discarded unless the command fails."""
    with tempfile.NamedTemporaryFile("r") as report:
        # A child process inherits the peak memory of its parent. A child of this process would
        # therefore report at least the peak of this process. `time` is a small parent.
        command = [TIME, "-f", "%U %S %M", "-o", report.name] + arguments
        start = time.perf_counter()
        result = subprocess.run(
            command, input=standard_input, capture_output=True, text=True, check=False
        )
        wall = time.perf_counter() - start
        if result.returncode != 0:
            last = (result.stderr or result.stdout).strip()[-500:]
            raise Failure(f"{' '.join(arguments)[:200]}: exit {result.returncode}: {last}")
        user, system, kilobytes = report.read().split()[-3:]
    return Cost(wall, float(user) + float(system), int(kilobytes) * 1024)


def file_bytes(path):
    return sum(
        os.path.getsize(path + suffix)
        for suffix in ("", "-wal", "-journal")
        if os.path.exists(path + suffix)
    )


def wall_time(arguments):
    start = time.perf_counter()
    subprocess.run(arguments, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start
