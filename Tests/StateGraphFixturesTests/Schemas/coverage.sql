CREATE TABLE coverage_schema (
  -- One row, to record the version of the schema in this db.
  version integer
);
CREATE TABLE meta (key text, value text, unique (key));
CREATE TABLE file (id integer primary key, path text, unique (path));
CREATE TABLE context (id integer primary key, context text, unique (context));
CREATE TABLE line_bits (
  file_id integer, context_id integer, numbits blob,
  foreign key (file_id) references file (id),
  foreign key (context_id) references context (id),
  unique (file_id, context_id)
);
CREATE TABLE arc (
  file_id integer, context_id integer, fromno integer, tono integer,
  foreign key (file_id) references file (id),
  foreign key (context_id) references context (id),
  unique (file_id, context_id, fromno, tono)
);
CREATE TABLE tracer (file_id integer primary key, tracer text, foreign key (file_id) references file (id));
