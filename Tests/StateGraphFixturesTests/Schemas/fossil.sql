CREATE TABLE blob(
  rid INTEGER PRIMARY KEY,
  rcvid INTEGER,
  size INTEGER,
  uuid TEXT UNIQUE NOT NULL,
  content BLOB,
  CHECK( length(uuid)>=40 AND rid>0 )
);
CREATE TABLE delta(
  rid INTEGER PRIMARY KEY,                 -- BLOB that is delta-compressed
  srcid INTEGER NOT NULL REFERENCES blob   -- Baseline for delta-compression
);
CREATE INDEX delta_i1 ON delta(srcid);
CREATE TABLE user(
  uid INTEGER PRIMARY KEY, login TEXT UNIQUE, pw TEXT, cap TEXT, mtime DATE, photo BLOB
);
CREATE TABLE shun(uuid PRIMARY KEY, mtime DATE, scom TEXT) WITHOUT ROWID;
CREATE TABLE private(rid INTEGER PRIMARY KEY);
CREATE TABLE concealed(hash TEXT PRIMARY KEY, content TEXT, mtime DATE) WITHOUT ROWID;
CREATE TABLE filename(fnid INTEGER PRIMARY KEY, name TEXT UNIQUE);
CREATE TABLE mlink(mid INTEGER, fid INTEGER, pmid INTEGER, pid INTEGER,
  fnid INTEGER REFERENCES filename, pfnid INTEGER, mperm INTEGER, isaux BOOLEAN DEFAULT 0);
CREATE TABLE plink(
  pid INTEGER REFERENCES blob, cid INTEGER REFERENCES blob, isprim BOOLEAN, mtime DATETIME,
  baseid INTEGER REFERENCES blob, UNIQUE(pid, cid)
);
CREATE TABLE event(
  type TEXT, mtime DATETIME, objid INTEGER PRIMARY KEY, tagid INTEGER, uid INTEGER REFERENCES user,
  comment TEXT, brief TEXT, omtime DATETIME
);
CREATE TABLE tag(tagid INTEGER PRIMARY KEY, tagname TEXT UNIQUE);
CREATE TABLE tagxref(
  tagid INTEGER REFERENCES tag, tagtype INTEGER, srcid INTEGER REFERENCES blob,
  origid INTEGER REFERENCES blob, value TEXT, mtime TIMESTAMP, rid INTEGER REFERENCES blob,
  UNIQUE(rid, tagid)
);
CREATE TABLE attachment(
  attachid INTEGER PRIMARY KEY, isLatest BOOLEAN DEFAULT 0, mtime TIMESTAMP, src TEXT,
  target TEXT, filename TEXT, comment TEXT, user TEXT
);
CREATE TABLE cherrypick(
  parentid INT, childid INT, isExclude BOOLEAN DEFAULT false, PRIMARY KEY(parentid, childid)
) WITHOUT ROWID;
