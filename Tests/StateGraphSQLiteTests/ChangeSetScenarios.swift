let ordinaryScenarios = [
  Scenario("nothing", [], []),
  Scenario("insert", ["INSERT INTO t VALUES (4, 'n', 40)"], ["t 4: none -> (4, 'n', 40)"]),
  Scenario(
    "update",
    ["UPDATE t SET b = 11 WHERE id = 1"],
    ["t 1: (1, 'x', 10) -> (1, 'x', 11)"]
  ),
  Scenario("delete", ["DELETE FROM t WHERE id = 1"], ["t 1: (1, 'x', 10) -> none"]),
  Scenario("update that changes nothing", ["UPDATE t SET b = b"], []),
  Scenario("update of no row", ["UPDATE t SET b = 1 WHERE id = 99"], []),
  Scenario("update there and back", ["UPDATE t SET b = 1", "UPDATE t SET b = id * 10"], []),
  Scenario(
    "insert and delete",
    ["INSERT INTO t VALUES (9, 'q', 9)", "DELETE FROM t WHERE id = 9"],
    []
  ),
  Scenario(
    "delete and insert again",
    ["DELETE FROM t WHERE id = 1", "INSERT INTO t VALUES (1, 'x', 11)"],
    ["t 1: (1, 'x', 10) -> (1, 'x', 11)"]
  ),
  Scenario(
    "key change",
    ["UPDATE t SET id = 9 WHERE id = 1"],
    ["t 1: (1, 'x', 10) -> none", "t 9: none -> (9, 'x', 10)"]
  ),
  Scenario(
    "key there and back",
    ["UPDATE t SET id = 9 WHERE id = 1", "UPDATE t SET id = 1 WHERE id = 9"],
    []
  ),
  Scenario(
    "keys moved along",
    ["UPDATE t SET id = id - 1"],
    [
      "t 0: none -> (0, 'x', 10)", "t 1: (1, 'x', 10) -> (1, 'y', 20)",
      "t 2: (2, 'y', 20) -> (2, 'z', 30)", "t 3: (3, 'z', 30) -> none",
    ]
  ),
  Scenario(
    "rowid change",
    ["UPDATE n SET rowid = 9 WHERE v = 'a'"],
    ["n 1: ('a') -> none", "n 9: none -> ('a')"]
  ),
  Scenario("same text twice without a key", ["INSERT INTO n VALUES ('a')"], ["n 3: none -> ('a')"]),
  Scenario(
    "WITHOUT ROWID insert",
    ["INSERT INTO w VALUES ('r', 3, 'x')"],
    ["w 'r',3: none -> ('r', 3, 'x')"]
  ),
  Scenario(
    "WITHOUT ROWID update",
    ["UPDATE w SET v = 'ONE' WHERE a = 'p'"],
    ["w 'p',1: ('p', 1, 'one') -> ('p', 1, 'ONE')"]
  ),
  Scenario(
    "WITHOUT ROWID key change",
    ["UPDATE w SET b = 7 WHERE a = 'p'"],
    ["w 'p',1: ('p', 1, 'one') -> none", "w 'p',7: none -> ('p', 7, 'one')"]
  ),
  Scenario(
    "WITHOUT ROWID delete all",
    ["DELETE FROM w"],
    ["w 'p',1: ('p', 1, 'one') -> none", "w 'q',2: ('q', 2, 'two') -> none"]
  ),
  Scenario(
    "delete without WHERE",
    ["DELETE FROM n"],
    ["n 1: ('a') -> none", "n 2: ('b') -> none"]
  ),
  Scenario(
    "insert from a select",
    ["INSERT INTO n SELECT a FROM t WHERE id < 3"],
    ["n 3: none -> ('x')", "n 4: none -> ('y')"]
  ),
  Scenario(
    "RETURNING",
    ["UPDATE t SET b = 0 WHERE id = 1 RETURNING b"],
    ["t 1: (1, 'x', 10) -> (1, 'x', 0)"]
  ),
  Scenario("unwatched table", ["INSERT INTO u VALUES (1)"], []),
  Scenario(
    "temporary table of the same name",
    ["CREATE TEMP TABLE n (v)", "INSERT INTO temp.n VALUES (1)"],
    []
  ),
  Scenario(
    "cascade, and SET NULL",
    ["DELETE FROM p"],
    [
      "c 1: (1, 1, NULL, NULL) -> none", "c 2: (2, NULL, 2, NULL) -> (2, NULL, NULL, NULL)",
      "p 1: (1) -> none", "p 2: (2) -> none",
    ]
  ),
  Scenario(
    "cascade of a key change",
    ["UPDATE p SET id = 8 WHERE id = 1"],
    ["c 1: (1, 1, NULL, NULL) -> (1, 8, NULL, NULL)", "p 1: (1) -> none", "p 8: none -> (8)"]
  ),
  Scenario(
    "AFTER trigger",
    ["UPDATE tr SET n = 200"],
    ["p 300: none -> (300)", "tr 1: (1, 1) -> (1, 200)"]
  ),
  Scenario(
    "BEFORE trigger that edits the same row",
    ["UPDATE tr SET n = 50"],
    ["p 150: none -> (150)", "p 600: none -> (600)", "tr 1: (1, 1) -> (1, 50)"]
  ),
  Scenario("INSTEAD OF trigger of a view", ["INSERT INTO vw VALUES (5)"], ["p 5: none -> (5)"]),
]

let conflictScenarios = [
  Scenario(
    "REPLACE of the same key",
    ["REPLACE INTO t VALUES (1, 'x', 99)"],
    ["t 1: (1, 'x', 10) -> (1, 'x', 99)"]
  ),
  Scenario("REPLACE by an equal row", ["REPLACE INTO t VALUES (1, 'x', 10)"], []),
  Scenario(
    "REPLACE that evicts another row",
    ["REPLACE INTO t VALUES (1, 'y', 99)"],
    ["t 1: (1, 'x', 10) -> (1, 'y', 99)", "t 2: (2, 'y', 20) -> none"]
  ),
  Scenario(
    "REPLACE of a parent",
    ["REPLACE INTO p VALUES (1)"],
    ["c 1: (1, 1, NULL, NULL) -> none"]
  ),
  Scenario(
    "UPDATE OR REPLACE",
    ["UPDATE OR REPLACE t SET a = 'y' WHERE id = 1"],
    ["t 1: (1, 'x', 10) -> (1, 'y', 10)", "t 2: (2, 'y', 20) -> none"]
  ),
  Scenario(
    "UPDATE OR REPLACE of the key",
    ["UPDATE OR REPLACE t SET id = 2 WHERE id = 1"],
    ["t 1: (1, 'x', 10) -> none", "t 2: (2, 'y', 20) -> (2, 'x', 10)"]
  ),
  Scenario(
    "upsert",
    ["INSERT INTO t VALUES (1, 'x', 5) ON CONFLICT (id) DO UPDATE SET b = excluded.b"],
    ["t 1: (1, 'x', 10) -> (1, 'x', 5)"]
  ),
  Scenario(
    "upsert that does nothing",
    ["INSERT INTO t VALUES (1, 'x', 5) ON CONFLICT DO NOTHING"],
    []
  ),
  Scenario("OR IGNORE", ["INSERT OR IGNORE INTO t VALUES (1, 'q', 5)"], []),
]

let undoScenarios = [
  Scenario(
    "ROLLBACK TO",
    ["SAVEPOINT s", "UPDATE t SET b = 1", "ROLLBACK TO s", "RELEASE s"],
    []
  ),
  Scenario(
    "ROLLBACK TO, then other work",
    [
      "UPDATE t SET b = 1 WHERE id = 1", "SAVEPOINT s", "UPDATE t SET b = 2",
      "DELETE FROM t WHERE id = 3",
      "INSERT INTO t VALUES (9, 'q', 1)", "ROLLBACK TO s", "UPDATE t SET b = 3 WHERE id = 2",
    ],
    ["t 1: (1, 'x', 10) -> (1, 'x', 1)", "t 2: (2, 'y', 20) -> (2, 'y', 3)"]
  ),
  Scenario(
    "savepoints in savepoints",
    [
      "SAVEPOINT a", "UPDATE t SET b = 1 WHERE id = 1", "SAVEPOINT b",
      "UPDATE t SET b = 2 WHERE id = 1",
      "RELEASE b", "ROLLBACK TO a", "SAVEPOINT b", "UPDATE t SET b = 4 WHERE id = 2", "RELEASE a",
    ],
    ["t 2: (2, 'y', 20) -> (2, 'y', 4)"]
  ),
  Scenario(
    "ABORT half-way",
    ["UPDATE t SET b = 1 WHERE id = 3", "!UPDATE t SET b = b + 985"],
    ["t 3: (3, 'z', 30) -> (3, 'z', 1)"]
  ),
  Scenario(
    "FAIL half-way",
    ["!UPDATE OR FAIL t SET b = b + 975"],
    ["t 1: (1, 'x', 10) -> (1, 'x', 985)", "t 2: (2, 'y', 20) -> (2, 'y', 995)"]
  ),
  Scenario(
    "an insert that fails half-way",
    ["!INSERT INTO t VALUES (7, 'q', 1), (8, 'x', 1)"],
    []
  ),
  Scenario(
    "OR FAIL keeps the rows before",
    ["!INSERT OR FAIL INTO t VALUES (7, 'q', 1), (8, 'x', 1)"],
    ["t 7: none -> (7, 'q', 1)"]
  ),
  Scenario(
    "OR ROLLBACK",
    ["UPDATE t SET b = 1", "!UPDATE OR ROLLBACK t SET b = b * 9999"],
    [],
    failsAtCommit: true
  ),
  Scenario(
    "work after OR ROLLBACK",
    ["!UPDATE OR ROLLBACK t SET b = 9999", "!UPDATE t SET b = 5", "!SAVEPOINT s"],
    [],
    failsAtCommit: true
  ),
  Scenario(
    "a deferred key that fails at COMMIT",
    ["INSERT INTO c VALUES (9, NULL, NULL, 77)"],
    [],
    failsAtCommit: true
  ),
  Scenario(
    "a deferred key that is mended",
    ["INSERT INTO c VALUES (9, NULL, NULL, 77)", "INSERT INTO p VALUES (77)"],
    ["c 9: none -> (9, NULL, NULL, 77)", "p 77: none -> (77)"]
  ),
  Scenario(
    "letter case of a NOCASE key",
    ["UPDATE k SET k = 'A'"],
    ["k 'A': none -> ('A', 'v')", "k 'a': ('a', 'v') -> none"]
  ),
  Scenario(
    "letter case of a NOCASE key, read again",
    ["SAVEPOINT s", "UPDATE k SET v = 'w'", "ROLLBACK TO s", "UPDATE k SET k = 'A'"],
    ["k 'A': none -> ('A', 'v')", "k 'a': ('a', 'v') -> none"]
  ),
  Scenario(
    "a column that is called rowid, read again",
    ["UPDATE o SET v = 'kept'", "SAVEPOINT s", "UPDATE o SET v = 'w'", "ROLLBACK TO s"],
    ["o 1: ('r', 'v') -> ('r', 'kept')"]
  ),
]

let shapeScenarios = [
  Scenario("CREATE TABLE", ["CREATE TABLE z (x)"], ["schema"]),
  Scenario("CREATE TABLE AS", ["CREATE TABLE z AS SELECT * FROM t"], ["schema"]),
  Scenario("DROP of another table", ["DROP TABLE u"], ["schema"]),
  Scenario(
    "columns behind a virtual one",
    ["UPDATE g SET z = 'new'"],
    ["g 1: (1, 5, NULL, 15, 'end') -> (1, 5, 10, 15, 'new')"]
  ),
  Scenario(
    "a generated column's source",
    ["UPDATE g SET a = 6"],
    ["g 1: (1, 5, NULL, 15, 'end') -> (1, 6, 12, 18, 'end')"]
  ),
  Scenario(
    "a generated column, read again",
    ["UPDATE g SET a = 6", "SAVEPOINT s", "UPDATE g SET a = 7", "ROLLBACK TO s"],
    ["g 1: (1, 5, NULL, 15, 'end') -> (1, 6, 12, 18, 'end')"]
  ),
  Scenario(
    "a generated row undone",
    ["SAVEPOINT s", "UPDATE g SET a = 7", "ROLLBACK TO s"],
    []
  ),
  Scenario(
    "an integer in a REAL column",
    ["INSERT INTO r VALUES (1, 5, '7', 8)"],
    ["r 1: none -> (1, 5.0, 7, '8')"]
  ),
  Scenario(
    "ADD COLUMN and UPDATE",
    ["ALTER TABLE t ADD COLUMN y DEFAULT 42", "UPDATE t SET y = NULL"],
    ["schema"]
  ),
]
