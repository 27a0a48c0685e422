import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Databases whose files are deleted, moved or replaced while they are open. A program that opens
/// the path later would not see a write.
@Suite struct FileMovedTests {
  /// A shell command that a process without SQLite runs on the files. `$1` is the database.
  enum Accident: String, CaseIterable {
    case databaseDeleted = "rm $1"
    case databaseRenamed = "mv $1 $1.old"
    case databaseReplacedByCopy = "cp $1 $1.new && mv $1.new $1"
    case databaseReplacedByEmptyFile = "rm $1 && : > $1"
    case databaseReplacedByFolder = "mv $1 $1.old && mkdir $1"
    case databaseReplacedByLink = "mv $1 $1.old && ln -s $1.old $1"
    case allDeleted = "rm $1 $1-wal $1-shm $1-sharing"
    case allRenamed = "for f in '' -wal -shm; do mv $1$f $1.old$f; done"
    case logDeleted = "rm $1-wal"
    case logRenamed = "mv $1-wal $1-old"
    case logReplacedByCopy = "cp $1-wal $1.new && mv $1.new $1-wal"
    case indexDeleted = "rm $1-shm"
    case indexReplacedByCopy = "cp $1-shm $1.new && mv $1.new $1-shm"
    case folderRenamed = "mv ${1%/*} ${1%/*}.old"
    case folderReplacedByCopy =
      "cp -r ${1%/*} ${1%/*}.new && mv ${1%/*} ${1%/*}.old && mv ${1%/*}.new ${1%/*}"
    case grandfatherRenamed = "d=${1%/*/*} && mv $d $d.old"

    func happen(to path: String) throws {
      try runInShell("set -e; set -- \"$0\"; " + rawValue, path)
    }
  }

  let directory: TemporaryDirectory
  let path: String
  let database: Database
  let commits = CommitRecorder()

  init() throws {
    directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: directory.file("data/app"),
      withIntermediateDirectories: true
    )
    path = directory.file("data/app/a.sqlite")
    database = try Database(path: path)
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)")
    try database.execute("INSERT INTO t VALUES (1, 'first')")
    let commits = commits
    _ = database.attach { commits }
  }

  private func insert() throws { try database.execute("INSERT INTO t VALUES (NULL, 'x')") }

  private func expectRefused(sourceLocation: SourceLocation = #_sourceLocation) {
    let error = DatabaseError.thrown { try insert() }
    #expect(error?.code == .fileMoved, sourceLocation: sourceLocation)
    #expect(error?.remedy.isEmpty == false, sourceLocation: sourceLocation)
  }

  @Test(arguments: Accident.allCases)
  func `no write to a file that is no longer at the path is acknowledged`(accident: Accident) throws
  {
    try accident.happen(to: path)
    expectRefused()
    expectRefused()
    try withThread { [self] in expectRefused() }
    // The body of the write does not begin, and no observer is called.
    let body = Recorder<Int>()
    _ = DatabaseError.thrown { try database.write { body.record(1) } }
    #expect(body.elements == [] && commits.events.drain() == [])
    #expect(!database.isWriting)
    // No lock is left behind.
    try withThread { [self] in expectRefused() }
  }

  @Test(arguments: Accident.allCases)
  func `a write detects a moved file also in a long unchanged folder`(
    accident: Accident
  ) throws {
    let placement = try reliablePlacement()
    try placement.require()
    #expect(placement.isFolderReliable)
    try accident.happen(to: path)
    #expect(DatabaseError.thrown { try placement.require() }?.code == .fileMoved)
    #expect(DatabaseError.thrown { try placement.require() }?.code == .fileMoved)
  }

  /// A check that relies on the times of the folder.
  private func reliablePlacement() throws -> FilePlacement {
    // Longer than one step of the clock that the system uses for the times of files.
    let quiet = Int64(40_000_000)
    let files = try #require(database.writers.writer?.placement?.files)
    let placement = FilePlacement(files, at: path, quietNanoseconds: quiet)
    try waitUntil {
      try placement.require()
      return placement.isFolderReliable
    }
    return placement
  }

  @Test(arguments: [Accident.databaseRenamed, .logRenamed, .folderRenamed, .grandfatherRenamed])
  func `a file that is put back is written again`(accident: Accident) throws {
    try accident.happen(to: path)
    expectRefused()
    switch accident {
    case .databaseRenamed: try runInShell("mv $0.old $0", path)
    case .logRenamed: try runInShell("mv $0-old $0-wal", path)
    case .folderRenamed: try runInShell("mv ${0%/*}.old ${0%/*}", path)
    default: try runInShell("d=${0%/*/*}; mv $d.old $d", path)
    }
    try insert()
    #expect(try database.rows("SELECT 1 FROM t").count == 2)
    let other = try Database(path: path)
    #expect(try other.rows("SELECT 1 FROM t").count == 2)
  }

  @Test func `a write that was open for long when the file was deleted is undone`() throws {
    #expect(try database.rows("SELECT 1 FROM t").count == 1)
    let error = DatabaseError.thrown {
      try database.write {
        try insert()
        try Accident.databaseDeleted.happen(to: path)
      }
    }
    #expect(error?.code == .fileMoved)
    #expect(commits.events.drain() == ["begin", "rollback", "end"])
    #expect(try database.rows("SELECT 1 FROM t").count == 1)
  }

  @Test func `a nested write that is undone does not hide that the file was deleted`() throws {
    #expect(try database.rows("SELECT 1 FROM t").count == 1)
    let error = DatabaseError.thrown {
      try database.write {
        try insert()
        #expect(throws: TestFailure.self) {
          try database.write {
            try insert()
            try Accident.allDeleted.happen(to: path)
            throw TestFailure("undo me")
          }
        }
        #expect(try database.rows("SELECT 1 FROM t").count == 2)
      }
    }
    #expect(error?.code == .fileMoved)
    #expect(try database.rows("SELECT 1 FROM t").count == 1)
  }

  @Test func `an assignment that cannot throw is reported`() throws {
    try Accident.databaseDeleted.happen(to: path)
    let errors = Recorder<DatabaseError?>()
    var configuration = Database.Configuration()
    configuration.onWriteFailure = { errors.record($0 as? DatabaseError) }
    let second = directory.file("data/app/b.sqlite")
    let database = try Database(path: second, configuration: configuration)
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    try Accident.logReplacedByCopy.happen(to: second)
    #expect(!database.writeWithoutThrowing { try database.execute("INSERT INTO t VALUES (1)") })
    #expect(errors.elements.map { $0?.code } == [.fileMoved])
  }

  @Test func `an asynchronous write is refused`() async throws {
    try Accident.databaseReplacedByCopy.happen(to: path)
    await #expect {
      try await database.write { [database] in try database.execute("DELETE FROM t") }
    } throws: {
      ($0 as? DatabaseError)?.code == .fileMoved
    }
  }

  // MARK: Reading

  @Test(arguments: Accident.allCases)
  func `reads go on in the file that is open, and never begin in another`(
    accident: Accident
  ) throws {
    #expect(try database.rows("SELECT a FROM t").count == 1)
    try database.read {
      #expect(try database.rows("SELECT a FROM t").count == 1)
      try accident.happen(to: path)
      #expect(try database.rows("SELECT a FROM t").count == 1)
      // This thread keeps the only connection that was open.
      let other = Recorder<DatabaseError?>()
      try withThread { [database] in
        other.record(DatabaseError.thrown { _ = try database.rows("SELECT a FROM t") })
      }
      #expect(other.elements.map { $0?.code } == [.fileMoved])
    }
    #expect(try database.rows("SELECT a FROM t").map { $0[0] } == [.text("first")])
  }

  @Test func `a writer that is replaced does not go on in another file`() throws {
    try Accident.databaseReplacedByCopy.happen(to: path)
    database.writerLock.acquire()
    database.writers.replace(closesFirst: true, in: database)
    database.writerLock.release()
    expectRefused()
    #expect(DatabaseError.thrown { _ = try database.rows("SELECT 1") }?.code == .fileMoved)
    try Accident.databaseDeleted.happen(to: path)
    expectRefused()
    // A refused write creates no file.
    #expect(access(path, F_OK) != 0)
  }

  // MARK: Closing

  @Test func `a log that was deleted is saved when the database is closed`() throws {
    try insert()
    try Accident.logDeleted.happen(to: path)
    expectRefused()
    try database.close()
    let again = try Database(path: path)
    #expect(try again.rows("SELECT 1 FROM t").count == 2)
  }

  @Test func `commits in a foreign log are not mixed with those of this database`() throws {
    try database.close()
    let database = try Database(path: path)
    try database.execute("INSERT INTO t VALUES (NULL, 'ours')")
    let theirs = directory.file("data/theirs.sqlite")
    try runInShell("cp $0 $1", path, theirs)
    let other = try Database(path: theirs)
    try other.execute("INSERT INTO t VALUES (NULL, 'theirs')")
    try runInShell("cp $1-wal $0.new && mv $0.new $0-wal", path, theirs)
    try runInShell("cp $0 $0.before", path)
    #expect(
      DatabaseError.thrown { try database.execute("DELETE FROM t") }?.code == .fileMoved
    )
    try database.close()
    try runInShell("cmp $0 $0.before", path)
    let again = try Database(path: path)
    #expect(try again.rows("SELECT a FROM t").map { $0[0] } == [.text("first"), .text("theirs")])
    #expect(try again.rows("PRAGMA integrity_check").map { $0[0] } == [.text("ok")])
  }

  // MARK: Files that are still in place

  @Test func `other names in the folder may come and go`() throws {
    for number in 0..<20 {
      let script = "d=${0%/*}; : > $d/x$1; mv $d/x$1 $d/y; chmod 75$(($1 % 8)) $d"
      try runInShell(script, path, "\(number)")
      try insert()
    }
    #expect(try database.rows("SELECT 1 FROM t").count == 21)
  }

  @Test func `a second name of the file may come and go, and the first may not`() throws {
    try runInShell("ln $0 $0.link", path)
    try insert()
    try runInShell("rm $0.link", path)
    try insert()
    try runInShell("ln $0 $0.link; rm $0", path)
    expectRefused()
    try runInShell("mv $0.link $0", path)
    try insert()
  }

  @Test func `a link to the folder may be turned to another folder`() throws {
    try runInShell("ln -s app ${0%/*/*}/current; mkdir ${0%/*/*}/next", path)
    let database = try Database(path: directory.file("data/current/a.sqlite"))
    try database.execute("INSERT INTO t VALUES (NULL, 'x')")
    try runInShell("ln -sfn next ${0%/*/*}/current", path)
    try database.execute("INSERT INTO t VALUES (NULL, 'y')")
    #expect(try self.database.rows("SELECT 1 FROM t").count == 3)
    try Accident.folderRenamed.happen(to: path)
    #expect(
      DatabaseError.thrown { try database.execute("DELETE FROM t") }?.code == .fileMoved
    )
  }

  @Test func `other connections may write, checkpoint and close the file`() throws {
    for _ in 0..<5 {
      let other = try Database(path: path)
      try other.execute("INSERT INTO t VALUES (NULL, 'x')")
      try other.close()
      let stranger = try WriterConnection.open(DatabaseLocation(path: path))
      try stranger.run("INSERT INTO t VALUES (NULL, 'x')")
      try stranger.run("PRAGMA wal_checkpoint(TRUNCATE)")
      stranger.close()
      try insert()
    }
    #expect(try database.rows("SELECT 1 FROM t").count == 16)
  }

  /// The last process to close a file removes the log. Locks belong to processes, so another
  /// process has to try.
  @Test func `a process that closes the file leaves the log of another one in place`() async throws
  {
    for _ in 0..<3 {
      await #expect(processExitsWith: .success) { [path = path as String] in
        let other = try Database(path: path)
        try other.execute("INSERT INTO t VALUES (NULL, 'x')")
        try #require(try other.rows("SELECT 1 FROM t").count > 1)
        try other.close()
      }
      try insert()
    }
    #expect(try database.rows("SELECT 1 FROM t").count == 7)
  }

  @Test func `memory and files that are only read have no place to lose`() throws {
    let memory = try Database.inMemory()
    try memory.execute("CREATE TABLE t (id INTEGER)")
    let copy = directory.file("data/copy.sqlite")
    try database.backup(to: copy)
    var configuration = Database.Configuration()
    configuration.access = .readOnly
    let reading = try Database(path: copy, configuration: configuration)
    #expect(try reading.rows("SELECT a FROM t").count == 1)
    try runInShell("rm -r ${0%/*}", path)
    try memory.execute("INSERT INTO t VALUES (1)")
    #expect(try memory.rows("SELECT 1 FROM t").count == 1)
    #expect(DatabaseError.thrown { try reading.execute("DELETE FROM t") }?.code == .readOnly)
  }

  @Test func `a temporary database is closed after its folder was deleted`() throws {
    let database = try Database.temporary()
    try database.execute("CREATE TABLE t (id INTEGER)")
    guard case .file(let path) = database.location else { throw TestFailure("no file") }
    try runInShell("rm -r ${0%/*}", path)
    #expect(DatabaseError.thrown { try database.execute("DROP TABLE t") }?.code == .fileMoved)
    try database.close()
  }
}
