-- ISO code lists, each column named exactly as the member of the JSON file it comes from.
-- Every code is TEXT: "004" is Afghanistan, 4 is nothing. A numeric code is three digits.

CREATE TABLE countries (
  alpha_2 TEXT PRIMARY KEY NOT NULL,
  alpha_3 TEXT NOT NULL UNIQUE,
  flag TEXT NOT NULL,
  name TEXT NOT NULL,
  numeric TEXT NOT NULL UNIQUE,
  official_name TEXT,
  common_name TEXT
) STRICT;

CREATE TABLE languages (
  alpha_3 TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  scope TEXT NOT NULL,
  type TEXT NOT NULL,
  inverted_name TEXT,
  alpha_2 TEXT UNIQUE,
  common_name TEXT,
  bibliographic TEXT
) STRICT;

-- Names repeat (two currencies of one name), codes do not.
CREATE TABLE currencies (
  alpha_3 TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  numeric TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE scripts (
  alpha_4 TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  numeric TEXT NOT NULL UNIQUE
) STRICT;

-- parent is no foreign key, because it holds two kinds of value: in some rows the whole code
-- of the parent (only GB: "GB-ENG"), in most the part after the hyphen ("NX" in "AZ-BAB", meaning
-- "AZ-NX"). Declared, it would dangle in most rows; stored as it is, nothing is lost, and
--   CASE WHEN parent LIKE '%-%' THEN parent ELSE substr(code, 1, 3) || parent END
-- is the code of the parent in every row. Nor is the country a column: it is the first two
-- letters of the code.
CREATE TABLE subdivisions (
  code TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  parent TEXT
) STRICT;

CREATE TABLE zones (
  country_code TEXT NOT NULL REFERENCES countries (alpha_2),
  -- Latitude and longitude as degrees and minutes with signs, "+4230+00131": TEXT, not a sum.
  coordinates TEXT NOT NULL,
  name TEXT PRIMARY KEY NOT NULL,
  comments TEXT
) STRICT;

CREATE INDEX zones_country_code ON zones (country_code);
