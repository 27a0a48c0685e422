import Glibc
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite("Faults of the file for spilled rows")
struct SpillFaultTests {
  private static let insert: SQL = """
    WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500)
    INSERT INTO t SELECT 'k' || i, i, NULL FROM n
    """

  /// Runs a large write while the file without a name fails, and a later write while it works.
  private func expectRefusal(
    _ code: DatabaseError.Code,
    open: @escaping @Sendable () -> Int32
  ) throws {
    let file = try ReplicatedFile()
    let database = file.database
    try database.spillEarly(rowLimit: 5)
    try database.execute("INSERT INTO u VALUES ('before', 1)")
    let spill = try database.writers.require(in: database).changeLog.spill
    let working = spill.openFile
    spill.openFile = open
    let error = DatabaseError.thrown { try database.execute(SpillFaultTests.insert) }
    #expect(error?.code == code)
    #expect(error?.remedy.isEmpty == false)
    #expect(try database.count("t") == 0)
    #expect(try database.count("stategraph_chunks") == 0)
    #expect(try file.pending().map(\.transaction.seq) == [1])
    spill.openFile = working
    try database.execute(SpillFaultTests.insert)
    #expect(try file.pending().map(\.transaction.seq) == [1, 2])
    #expect(try file.pending().last?.changes.count == 500)
  }

  @Test func `a full disk refuses the write, and nothing is lost`() throws {
    try expectRefusal(.diskFull) { Glibc.open("/dev/full", O_RDWR) }
  }

  @Test func `a file that cannot be created refuses the write`() throws {
    try expectRefusal(.cannotOpen) {
      errno = EMFILE
      return -1
    }
  }

  @Test func `a file that cannot be written refuses the write`() throws {
    try expectRefusal(.inputOutput) { Glibc.open("/dev/null", O_RDONLY) }
  }

  @Test func `a file that loses its content refuses the write`() throws {
    try expectRefusal(.inputOutput) { Glibc.open("/dev/null", O_RDWR) }
  }

  @Test func `a nested write that meets a full disk is undone alone`() throws {
    let file = try ReplicatedFile()
    let database = file.database
    try database.spillEarly(rowLimit: 5)
    let spill = try database.writers.require(in: database).changeLog.spill
    spill.openFile = { Glibc.open("/dev/full", O_RDWR) }
    try database.write {
      try database.execute("INSERT INTO u VALUES ('x', 1)")
      #expect(throws: DatabaseError.self) {
        try database.write {
          try database.execute(SpillFaultTests.insert)
          try database.execute("SAVEPOINT s")
        }
      }
      try database.execute("INSERT INTO u VALUES ('y', 1)")
    }
    #expect(try file.lines() == [["u 'x': none -> ('x', 1)", "u 'y': none -> ('y', 1)"]])
  }

  @Test func `the file has no name, and returns its chunks in their order`() throws {
    let descriptor = SpillFile.openUnnamed()
    #expect(descriptor >= 0)
    let spill = try SpillFile { descriptor }
    try spill.append([1, 2, 3])
    try spill.append([])
    var chunks: [[UInt8]] = []
    try spill.forEachChunk { chunks.append($0) }
    #expect(chunks == [[1, 2, 3], []])
    spill.removeAll()
    #expect(spill.isEmpty)
    var status = stat()
    #expect(fstat(descriptor, &status) == 0 && status.st_nlink == 0)
    withExtendedLifetime(spill) {}
  }
}
