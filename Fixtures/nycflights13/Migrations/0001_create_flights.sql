-- Every departure from New York's three airports in 2013, in the column names of the data set.
-- Which columns may be NULL is what the data says: a column without NOT NULL holds "NA" somewhere,
-- or is a reference that dangles (see flights).

CREATE TABLE airlines (
  carrier TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE airports (
  faa TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  lat REAL NOT NULL,
  lon REAL NOT NULL,
  alt INTEGER NOT NULL,
  tz INTEGER NOT NULL,
  dst TEXT NOT NULL,
  tzone TEXT
) STRICT;

CREATE TABLE planes (
  tailnum TEXT PRIMARY KEY NOT NULL,
  year INTEGER,
  type TEXT NOT NULL,
  manufacturer TEXT NOT NULL,
  -- TEXT although some models are numbers: "150" stands beside "172E".
  model TEXT NOT NULL,
  engines INTEGER NOT NULL,
  seats INTEGER NOT NULL,
  speed INTEGER,
  engine TEXT NOT NULL
) STRICT;

-- The key is the instant, not (origin, year, month, day, hour): those repeat on the night the
-- clocks go back, when one local hour comes twice.
CREATE TABLE weather (
  origin TEXT NOT NULL REFERENCES airports (faa),
  year INTEGER NOT NULL,
  month INTEGER NOT NULL,
  day INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  temp REAL,
  dewp REAL,
  humid REAL,
  wind_dir INTEGER,
  wind_speed REAL,
  wind_gust REAL,
  precip REAL NOT NULL,
  pressure REAL,
  visib REAL NOT NULL,
  time_hour TEXT NOT NULL,
  PRIMARY KEY (origin, time_hour)
) STRICT;

-- (time_hour, carrier, flight) is unique in the data. The local date in place of the instant is
-- not: 24 combinations of date, carrier and number are two flights.
--
-- No foreign key to weather (origin, time_hour), although it is the natural join: 1,556 flights
-- left in an hour without a weather row. Clearing that reference would clear where and when the
-- flight left, and time_hour is part of the key. A reference that cannot be cleared without
-- losing data is a join, not a foreign key. The index for the join is there.
--
-- tailnum is nullable and dangles often (planes lists only some); dest is nullable for the four
-- airports outside airports, which an import that clears dangling references sets to NULL.
CREATE TABLE flights (
  year INTEGER NOT NULL,
  month INTEGER NOT NULL,
  day INTEGER NOT NULL,
  dep_time INTEGER,
  sched_dep_time INTEGER NOT NULL,
  dep_delay INTEGER,
  arr_time INTEGER,
  sched_arr_time INTEGER NOT NULL,
  arr_delay INTEGER,
  carrier TEXT NOT NULL REFERENCES airlines (carrier),
  flight INTEGER NOT NULL,
  tailnum TEXT REFERENCES planes (tailnum),
  origin TEXT NOT NULL REFERENCES airports (faa),
  dest TEXT REFERENCES airports (faa),
  air_time INTEGER,
  distance INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  minute INTEGER NOT NULL,
  time_hour TEXT NOT NULL,
  PRIMARY KEY (time_hour, carrier, flight)
) STRICT;

CREATE INDEX flights_carrier ON flights (carrier);
CREATE INDEX flights_tailnum ON flights (tailnum);
-- Serves the foreign key origin and the join with weather.
CREATE INDEX flights_origin_time_hour ON flights (origin, time_hour);
CREATE INDEX flights_dest ON flights (dest);
-- weather (origin) needs no index of its own: it leads the primary key.
