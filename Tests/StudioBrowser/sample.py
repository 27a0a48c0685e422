"""The files that the tests show: a small world with references, a large table, hostile names."""

import random
import sqlite3
import struct
import zlib

LARGE_ROWS = 1_000_000
HOSTILE_TABLE = 'hostile <b>"na\u202eme'
HOSTILE = [
    "<script>window.wasAttacked = 1</script>",
    "<img src=x onerror='window.wasAttacked = 2'>",
    "javascript:window.wasAttacked=3",
    "a\u202egnp.exe",
    "nul\0here",
    "\u2066isolated\u2069",
    "\"><svg onload=window.wasAttacked=4>",
    "\x1b[31mred",
    "👩‍👩‍👧 and é́́",
    "${window.wasAttacked = 5}",
    "x" * 3000,
    "' OR 1=1 --",
]

SCHEMA = f"""
CREATE TABLE continent (code TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE country (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL,
  continent TEXT NOT NULL REFERENCES continent (code),
  capital TEXT, population INTEGER, area_km2 REAL, flag BLOB, note TEXT
);
CREATE INDEX country_by_name ON country (name);
CREATE TABLE city (
  id INTEGER PRIMARY KEY,
  country_id INTEGER NOT NULL REFERENCES country (id) ON DELETE CASCADE,
  name TEXT NOT NULL, population INTEGER, latitude REAL, longitude REAL, founded TEXT
);
CREATE INDEX city_by_country ON city (country_id);
CREATE TABLE game (
  id INTEGER PRIMARY KEY, home_id INTEGER REFERENCES country (id),
  away_id INTEGER REFERENCES country (id), played_at TEXT NOT NULL,
  home_goals INTEGER, away_goals INTEGER, attendance INTEGER
);
CREATE TABLE measurement (
  id INTEGER PRIMARY KEY, city_id INTEGER, taken_at TEXT NOT NULL, temperature REAL
);
CREATE TABLE membership (
  country_id INTEGER REFERENCES country (id), body TEXT, since INTEGER,
  PRIMARY KEY (country_id, body)
);
CREATE VIEW population_by_continent AS
  SELECT continent, sum(population) AS people, count(*) AS countries FROM country
  GROUP BY continent;
CREATE TABLE {chr(34)}{HOSTILE_TABLE.replace(chr(34), chr(34) * 2)}{chr(34)} (
  id INTEGER PRIMARY KEY, "select" TEXT, "<img src=x onerror=alert(1)>" TEXT, "a'b" TEXT
);
CREATE TABLE empty_table (id INTEGER PRIMARY KEY, value TEXT);
"""

CONTINENTS = [("AF", "Africa"), ("AS", "Asia"), ("EU", "Europe"), ("NA", "North America"),
              ("OC", "Oceania"), ("SA", "South America")]
COUNTRIES = [
    ("Chad", "AF", "N’Djamena", 18_278_568, 1_284_000.0),
    ("Japan", "AS", "Tokyo", 123_294_513, 377_975.2),
    ("Germany", "EU", "Berlin", 83_294_633, 357_592.0),
    ("Norway", "EU", "Oslo", 5_474_360, 385_207.0),
    ("Canada", "NA", "Ottawa", 38_781_291, 9_984_670.0),
    ("Peru", "SA", "Lima", 34_352_719, 1_285_216.0),
    ("Fiji", "OC", "Suva", 936_375, 18_272.0),
    ("Kenya", "AF", "Nairobi", 55_100_586, 580_367.0),
    ("India", "AS", "New Delhi", 1_428_627_663, 3_287_263.0),
    ("Iceland", "EU", "Reykjavík", 375_318, 103_000.0),
    ("Mexico", "NA", "Mexico City", 128_455_567, 1_964_375.0),
    ("Chile", "SA", "Santiago", 19_629_590, 756_102.0),
    ("Tonga", "OC", "Nukuʻalofa", 107_773, 748.0),
    ("Egypt", "AF", "Cairo", 112_716_598, 1_002_450.0),
    ("Côte d’Ivoire", "AF", "Yamoussoukro", 28_873_034, 322_463.0),
    ("Åland", "EU", "Mariehamn", 30_344, 1_580.0),
    ("Brazil", "SA", "Brasília", 216_422_446, 8_515_767.0),
    ("France", "EU", "Paris", 64_756_584, 643_801.0),
    ("Nepal", "AS", "Kathmandu", 30_896_590, 147_181.0),
    ("Samoa", "OC", "Apia", 225_681, 2_842.0),
    ("Cuba", "NA", "Havana", 11_194_449, 109_884.0),
    ("Ghana", "AF", "Accra", 34_121_985, 239_567.0),
    ("Italy", "EU", "Rome", 58_870_762, 302_068.0),
    ("Jordan", "AS", "Amman", 11_337_052, 89_342.0),
]


def picture(red, green, blue):
    """A PNG file of one colour."""
    lines = b"".join(b"\0" + bytes([red, green, blue]) * 24 for _ in range(16))

    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(
            ">I", zlib.crc32(kind + data))

    return (b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", 24, 16, 8, 2, 0, 0, 0))
            + part(b"IDAT", zlib.compress(lines)) + part(b"IEND", b""))


def create(path, large_rows=0):
    """Writes the sample file. The same call gives the same rows."""
    numbers = random.Random(7)
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.executescript(SCHEMA)
    database.executemany("INSERT INTO continent VALUES (?, ?)", CONTINENTS)
    for number, (name, continent, capital, people, area) in enumerate(COUNTRIES, 1):
        flag = picture(number * 7 % 255, number * 53 % 255, number * 29 % 255)
        note = "first line\nsecond line\twith a tab " + "long " * 400 if number % 4 == 0 else None
        database.execute("INSERT INTO country VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (
            number, name, continent, capital if number % 7 else None, people, area,
            flag if number % 2 else None, note))
    for number in range(1, 3001):
        database.execute("INSERT INTO city VALUES (?, ?, ?, ?, ?, ?, ?)", (
            number, numbers.randint(1, len(COUNTRIES)),
            f"Saint-Étienne {number}" if number % 9 == 0 else f"City {number}",
            numbers.randint(1_000, 9_000_000), round(numbers.uniform(-60, 70), 4),
            round(numbers.uniform(-180, 180), 4), f"{numbers.randint(1000, 1990)}-05-01"))
    for number in range(1, 1001):
        database.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?)", (
            number, numbers.randint(1, len(COUNTRIES)), numbers.randint(1, len(COUNTRIES)),
            f"{2010 + number // 100}-{numbers.randint(1, 12):02}-{numbers.randint(1, 28):02}",
            numbers.randint(0, 6), numbers.randint(0, 5),
            numbers.randint(300, 80_000) if number % 5 else None))
    for number in range(1, len(COUNTRIES) + 1):
        database.execute("INSERT INTO membership VALUES (?, 'UN', ?)", (number, 1945 + number))
    quoted = HOSTILE_TABLE.replace('"', '""')
    for number, text in enumerate(HOSTILE, 1):
        extra = {2: 9_007_199_254_740_993, 3: 1e300}.get(number, text)
        database.execute(f'INSERT INTO "{quoted}" VALUES (?, ?, ?, ?)',
                         (number, text, text, extra))
    database.execute(
        "WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < ?) "
        "INSERT INTO measurement SELECT i, i % 3000 + 1, "
        "datetime('2020-01-01', '+' || i || ' minutes'), i % 400 / 10.0 FROM s",
        (large_rows or 500,))
    database.commit()
    database.close()
