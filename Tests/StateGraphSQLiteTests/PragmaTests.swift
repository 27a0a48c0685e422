import Glibc
import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct PragmaTests {
  let watched: WatchedDatabase
  var database: Database { watched.database }

  init() throws { watched = try WatchedDatabase(["CREATE TABLE t (id INTEGER PRIMARY KEY)"]) }

  static let settings = [
    "journal_mode = DELETE", "journal_mode(DELETE)", "main.journal_mode = 'off'",
    "foreign_keys = OFF", "FOREIGN_KEYS(0)", "synchronous = OFF", "locking_mode = EXCLUSIVE",
    "query_only = OFF", "writable_schema = ON", "recursive_triggers = ON",
    "trusted_schema = ON", "cell_size_check = OFF", "mmap_size = 1000000", "busy_timeout = 0",
    "ignore_check_constraints = ON", "application_id = 5", "schema_version = 1",
    "read_uncommitted = ON", "secure_delete = ON", "wal_autocheckpoint = 0",
    "wal_checkpoint(TRUNCATE)", "temp_store_directory = '/'", "no_such_pragma = 1",
    "reverse_unordered_selects = 1", "legacy_alter_table = 1", "case_sensitive_like = 1",
    "encoding = 'UTF-16'", "page_size = 512", "auto_vacuum = 1", "max_page_count = 1",
  ]

  @Test(arguments: settings)
  func `a setting that promises rest on is refused and stays as it is`(text: String) throws {
    let sql = SQL.raw("PRAGMA \(text)")
    let name = text.prefix { $0.isLetter || $0 == "_" || $0 == "." }
    // This pragma has an effect even without a value, so its state cannot be read.
    let read: SQL? = name.contains("wal_checkpoint") ? nil : .raw("PRAGMA \(name)")
    for database in [database, try Database.inMemory()] {
      // The values on a reader and on the writer.
      func state() throws -> [SQLiteValue?] {
        guard let read else { return [] }
        return [
          try database.withReader { try $0.firstValue(read) },
          try database.write { try database.rows(read).first?[0] },
        ]
      }
      let before = try state()
      for body in [
        { try database.execute(sql) }, { _ = try database.rows(sql) },
        { try database.write { _ = try database.rows(sql) } },
        { _ = try database.write { try database.execute(sql) } },
      ] as [() throws -> Void] {
        let error = DatabaseError.thrown(by: body)
        #expect(error?.code == .misuse, "\(String(describing: error))")
        #expect(error?.remedy.isEmpty == false)
      }
      let after = try state()
      #expect(after == before)
    }
  }

  @Test(arguments: [
    "foreign_keys", "synchronous", "page_count", "user_version", "table_info(t)",
    "table_info = t", "index_list('t')", "foreign_key_check(t)", "integrity_check(1)",
    "quick_check", "database_list", "compile_options", "freelist_count", "table_list",
  ])
  func `a pragma that only reads is allowed`(text: String) throws {
    _ = try database.rows(.raw("PRAGMA \(text)"))
    try database.write { _ = try database.rows(.raw("PRAGMA \(text)")) }
  }

  @Test func `a setting hidden in a longer statement or a comment is seen`() throws {
    for sql: SQL in ["/* x */ PRAGMA journal_mode = OFF;", "EXPLAIN PRAGMA journal_mode = OFF"] {
      #expect(DatabaseError.thrown { try database.execute(sql) }?.code == .misuse)
    }
  }

  @Test func `ATTACH and VACUUM INTO are refused`() throws {
    let other = watched.directory.file("other.sqlite")
    let connection = try WriterConnection.open(database.location)
    for sql: SQL in ["ATTACH \(other) AS o", "VACUUM INTO \(other)"] {
      #expect(DatabaseError.thrown { try connection.run(sql) } != nil)
    }
    #expect(DatabaseError.thrown { try database.execute("VACUUM INTO \(other)") } != nil)
    #expect(!FileProbe(other).exists)
  }

  @Test(.search) func `a virtual table cannot be watched`() throws {
    try database.execute("CREATE VIRTUAL TABLE f USING fts5(body)")
    let table = try #require(try database.table("f"))
    let error = DatabaseError.thrown { try database.watch(table) }
    #expect(error?.code == .misuse)
    #expect(error?.message.contains("virtual") == true)
  }

  @Test func `a table is described while another thread writes`() throws {
    let database = database
    try database.write {
      try database.execute("ALTER TABLE t ADD COLUMN more")
      #expect(try database.table("t")?.columns.count == 2)
      // The other thread does not wait, and sees the last commit.
      try withThread {
        let count = try database.table("t")?.columns.count
        #expect(count == 1)
      }
    }
    #expect(try database.table("t")?.columns.count == 2)
  }

  @Test func `the next write replaces a writer whose replacement failed`() throws {
    let path = watched.path
    #expect(rename(path, path + "-away") == 0)
    #expect(mkdir(path, 0o700) == 0)
    database.writerLock.acquire()
    for _ in 0..<2 { database.writers.replace(closesFirst: true, in: database) }
    database.writerLock.release()
    let error = DatabaseError.thrown { try database.execute("INSERT INTO t VALUES (1)") }
    #expect(error?.code == .fileMoved)
    #expect(rmdir(path) == 0)
    #expect(rename(path + "-away", path) == 0)
    try database.execute("INSERT INTO t VALUES (1)")
    #expect(try database.rows("SELECT count(*) FROM t").first?[0] == .integer(1))
  }

  @Test func `a replaced writer watches the tables of its predecessor`() throws {
    try watched.watch("t")
    try database.execute("INSERT INTO t VALUES (1)")
    database.writerLock.acquire()
    database.writers.replace(in: database)
    database.writerLock.release()
    try database.execute("INSERT INTO t VALUES (2)")
    #expect(
      watched.commits.changeSets.elements.map(\.lines) == [
        ["t 1: none -> (1)"], ["t 2: none -> (2)"],
      ]
    )
  }
}
