import Foundation
import Shop
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphTesting

/// Each fault in each kind of write, with eight databases at the same time.
///
/// `STATEGRAPH_FAULT_ROUNDS` lengthens a run: 1,000 rounds are for a person who waits. The seed
/// chooses the rows and the space of a full disk.
@Suite struct FaultMatrixTests {
  enum Work: CaseIterable, Sendable { case set, write, importing, migrate }

  private static let rounds =
    ProcessInfo.processInfo.environment["STATEGRAPH_FAULT_ROUNDS"].flatMap(Int.init) ?? 1

  private static let faults: [(CommitFault, DatabaseError.Code)] = [
    (.diskFull, .diskFull), (.inputOutput, .inputOutput), (.busy, .busy),
    (.outOfSpace(after: 0), .diskFull),
  ]

  @Test(arguments: Work.allCases)
  func `each fault undoes the work and concerns one database`(work: Work) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        let seed = TestSeed.current &+ UInt64(number)
        group.addTask {
          var random = SeededRandom(seed: seed)
          for _ in 0..<Self.rounds {
            for (fault, code) in Self.faults {
              try TestDatabase.with(.shop) { db in
                try FaultRound(work, on: db, &random).run(fault, code)
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

/// One fault in one write of one database.
private struct FaultRound {
  private let work: FaultMatrixTests.Work
  private let db: TestDatabase
  private let number: Int
  /// Less than one page, so that each commit exceeds it.
  private let space: Int

  init(_ work: FaultMatrixTests.Work, on db: TestDatabase, _ random: inout SeededRandom) {
    (self.work, self.db) = (work, db)
    number = Int.random(in: 10...1_000_000, using: &random)
    space = Int.random(in: 0...4_000, using: &random)
  }

  func run(_ fault: CommitFault, _ code: DatabaseError.Code) throws {
    let order = try db[Order.self, "first"]
    let lines = order.lines
    let isSpace = fault == .outOfSpace(after: 0)
    try db.faults.failNextCommit(isSpace ? .outOfSpace(after: space) : fault)
    #expect(try perform(order) == code)
    try db.faults.expectUnchanged()
    #expect(order.lines.map(\.text) == lines.map(\.text))
    // The next write works, and nothing of the fault is left.
    #expect(try perform(order) == nil)
    try db.database.catchUp()
    #expect(try !db.faults.cancel())
    #expect(try db.value("PRAGMA integrity_check") == "ok")
  }

  /// Returns the code of the error.
  private func perform(_ order: Order) throws -> DatabaseError.Code? {
    do {
      switch work {
      case .set:
        order.totalCents = number
        if let failure = try db.takeWriteFailures().first { throw failure }
      case .write: try order.add("cake", cents: number, in: db.database)
      case .importing: try importCustomer()
      case .migrate: try migrate()
      }
      return nil
    } catch let error as DatabaseError {
      return (error.cause as? DatabaseError)?.code ?? error.code
    } catch let error as ImportError {
      return (error.cause as? DatabaseError)?.code
    }
  }

  private func importCustomer() throws {
    let directory = try TemporaryDirectory()
    try directory.write("{\"id\": \(number), \"name\": \"Joan\"}\n", to: "customers.jsonl")
    let input = ImportInput(path: directory.file("customers.jsonl"))
    _ = try Importer(path: db.path).run(ImportRequest(inputs: [input]))
  }

  private func migrate() throws {
    let shop = try MigrationSource.directory(PackageRoot.path + "/Examples/Shop/Migrations").load()
    let added = Migration(version: 99, name: "add", sql: "CREATE TABLE extra (x INTEGER)")
    try Database(path: db.path, migrations: .list(shop + [added])).close()
  }
}
