import CSQLite
import TestSupport

/// A file of another program, whose schema needs things that only this program has: the collation
/// `localized` and the function `owned`. The program may write text in double quotes.
package enum OwnerFile {
  /// Decks of cards, with an index in the order of the collation.
  package static let decks = """
    CREATE TABLE decks (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE localized, n INTEGER);
    CREATE UNIQUE INDEX decks_name ON decks (name);
    CREATE TABLE labels (label TEXT NOT NULL PRIMARY KEY COLLATE localized, uses) WITHOUT ROWID;
    CREATE TABLE cards (id INTEGER PRIMARY KEY, deck_id NOT NULL REFERENCES decks (id), front);
    INSERT INTO decks VALUES (1, 'b', 2), (2, 'A', 0), (3, 'c', 0);
    INSERT INTO labels VALUES ('hard', 1), ('Easy', 2);
    INSERT INTO cards VALUES (10, 1, 'ir'), (11, 1, 'ser');
    """

  /// The statements of a script that create something.
  package static func schema(of script: String) -> String {
    script.split(separator: "\n").filter { $0.hasPrefix("CREATE") }.joined(separator: "\n")
  }

  /// Runs a script as the other program does. Its collation ignores the case of letters.
  package static func make(_ script: String, at path: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    let opened = sqlite3_open(path, &handle)
    for option in [SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML] {
      _ = csqlite_db_config_int(handle, option, 1)
    }
    sqlite3_create_collation_v2(
      handle,
      "localized",
      SQLITE_UTF8,
      nil,
      { _, count, bytes, otherCount, others in
        func folded(_ bytes: UnsafeRawPointer?, _ count: Int32) -> [UInt8] {
          UnsafeRawBufferPointer(start: bytes, count: Int(count)).map { $0 | 32 }
        }
        let (one, other) = (folded(bytes, count), folded(others, otherCount))
        return one.lexicographicallyPrecedes(other) ? -1 : (one == other ? 0 : 1)
      },
      nil
    )
    sqlite3_create_function_v2(
      handle,
      "owned",
      1,
      SQLITE_UTF8 | SQLITE_DETERMINISTIC,
      nil,
      { context, _, _ in sqlite3_result_int(context, 1) },
      nil,
      nil,
      nil
    )
    guard opened == SQLITE_OK, sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else {
      throw TestFailure(String(cString: sqlite3_errmsg(handle)))
    }
  }
}
