import Shop
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphTesting

@Suite(.database(.shop)) struct EveryCrashTests {
  private let db = TestDatabase.current

  private static let models = [CrashModel.processEnd, .powerLoss]

  /// Moves cents from one order to another, in one transaction.
  private static func transfer(_ cents: Int, in database: Database) throws {
    try database.write {
      try database.execute(
        """
        UPDATE orders SET total_cents = total_cents - \(cents)
        WHERE id = (SELECT min(id) FROM orders)
        """
      )
      try database.execute(
        """
        UPDATE orders SET total_cents = total_cents + \(cents)
        WHERE id = (SELECT max(id) FROM orders)
        """
      )
    }
  }

  private static let sum: SQL = "SELECT sum(total_cents) FROM orders"

  private func total(_ db: TestDatabase) throws -> Int {
    try db.database.fetchValue(Int.self, Self.sum) ?? 0
  }

  @Test(arguments: models)
  func `a transfer in one transaction survives every crash`(model: CrashModel) throws {
    let before = try total(db)
    let count = try db.faults.everyCrash(model, of: { try Self.transfer(5, in: db.database) }) {
      after in
      try #expect(total(after) == before)
    }
    #expect(count >= 4)
  }

  @Test(arguments: models, [0, 1, 7])
  func `a transfer in two transactions is always found`(model: CrashModel, round: Int) async throws
  {
    // Outside the task of a test, the failure is thrown.
    let message = try await Task.detached {
      try TestDatabase.with(.shop) { db in
        let before = try db.value(Self.sum) ?? 0
        do {
          try db.faults.everyCrash(model) {
            for _ in 0..<round { try Self.transfer(1, in: db.database) }
            try db.database.execute("UPDATE orders SET total_cents = total_cents - 5")
            try db.database.execute("UPDATE orders SET total_cents = total_cents + 5")
          } after: { after in
            guard try after.value(Self.sum) == before else { throw TestFailure("lost cents") }
          }
          return ""
        } catch let error as TestDatabaseError {
          return error.message
        }
      }
    }.value
    #expect(message.contains("the check failed: "))
    #expect(message.contains("lost cents"))
  }

  @Test func `the image has labels and entities and can be written`() throws {
    let states = try db.faults.everyCrash(of: { try db[Order.self, "first"].pay() }) { after in
      let order = try after[Order.self, "first"]
      #expect(["open", "paid"].contains(order.state))
      order.pay()
      try after.expect("orders", where: "state = 'paid'", "id\n@first")
      try after.database.execute("DELETE FROM orders WHERE state = 'open'")
    }
    #expect(states >= 3)
    try db.expect("orders", "id | state\n@first | paid\n@second | open")
  }

  @Test func `the last image contains the commit and the first does not`() throws {
    var states: [String] = []
    try db.faults.everyCrash(of: { try db[Order.self, "first"].pay() }) { after in
      states.append(try after[Order.self, "first"].state)
    }
    #expect(states.first == "open")
    #expect(states.last == "paid")
    #expect(Set(states.drop { $0 == "open" }) == ["paid"])
  }

  @Test func `a checkpoint survives every crash`() throws {
    for number in 0..<200 {
      try db.database.execute("INSERT INTO customers (id, name) VALUES (\(number), 'Joan')")
    }
    let count = try db.faults.everyCrash(.powerLoss) {
      try db.faults.stranger("PRAGMA wal_checkpoint(TRUNCATE)")
      try db.faults.stranger("INSERT INTO customers (id, name) VALUES (1000, 'Jean')")
    } after: { after in
      try #expect([202, 203].contains(after.value("SELECT count(*) FROM customers")))
      try #expect(after.value("PRAGMA integrity_check") == "ok")
    }
    #expect(count > 6)
  }

  @Test func `a power failure can lose the last commit and the end of a process cannot`() throws {
    func statesAfterCommit(_ model: CrashModel) throws -> Set<String> {
      var states: [String] = []
      try TestDatabase.with(.shop) { db in
        try db.faults.everyCrash(model, of: { try db[Order.self, "first"].pay() }) { after in
          states.append(try after[Order.self, "first"].state)
        }
      }
      return Set(states.drop { $0 == "open" })
    }
    #expect(try statesAfterCommit(.powerLoss) == ["open", "paid"])
    #expect(try statesAfterCommit(.processEnd) == ["paid"])
  }

  @Test func `a body without a write leaves one image`() throws {
    let count = try db.faults.everyCrash(of: {}) { after in
      try #expect(after[Order.self, "first"].state == "open")
    }
    #expect(count == 1)
  }

  @Test func `writes of another process are recorded and those to another database are not`()
    throws
  {
    let other = try db.faults.everyCrash {
      _ = try TestDatabase.with(.shop) { try $0.database.execute("DELETE FROM orders") }
    } after: { after in
      try #expect(after.value("SELECT count(*) FROM orders") == 2)
    }
    #expect(other == 1)
    var counts: Set<Int> = []
    try db.faults.everyCrash {
      _ = try db.faults.otherProcess { try $0.execute("DELETE FROM orders") }
    } after: { after in
      counts.insert(try after.value("SELECT count(*) FROM orders") ?? -1)
    }
    #expect(counts == [0, 2])
  }

  @Test func `the error of the body is thrown and no image is checked`() throws {
    #expect(throws: TestFailure.self) {
      try db.faults.everyCrash {
        try db[Order.self, "first"].pay()
        throw TestFailure("forced")
      } after: { _ in
        Issue.record("An image is checked.")
      }
    }
    // No state remains, so the next check starts anew.
    try db.faults.everyCrash(of: {}) { _ in }
  }

  @Test func `everyCrash cannot be nested`() throws {
    let inBody = #expect(throws: TestDatabaseError.self) {
      try db.faults.everyCrash {
        try db.faults.everyCrash(of: {}) { _ in }
      } after: { _ in
      }
    }
    #expect(inBody?.code == .misuse)
    let inWrite = #expect(throws: TestDatabaseError.self) {
      try db.database.write { try db.faults.everyCrash(of: {}) { _ in } }
    }
    #expect(inWrite?.code == .misuse)
    try TestDatabase.with(.shop, in: .memory) { db in
      #expect(throws: TestDatabaseError.self) { try db.faults.everyCrash(of: {}) { _ in } }
    }
  }

  @Test func `no file of an image remains`() throws {
    func files() throws -> [String] {
      let folder = try String(db.path.dropLast(db.path.reversed().firstIndex(of: "/")! + 1))
      return FileSystem.names(in: folder)
    }
    let name = try #require(db.path.split(separator: "/").last)
    var path = ""
    try db.faults.everyCrash(of: { try db[Order.self, "first"].pay() }) { after in
      path = try after.path
    }
    let image = try #require(path.split(separator: "/").last)
    #expect(image != name)
    #expect(try files().filter { $0.hasPrefix(image) } == [])
  }

  @Test func `a write of ten megabytes is checked at the chosen moments`() throws {
    let count = try db.faults.everyCrash(pointLimit: 20) {
      try db.database.write {
        for number in 0..<100 {
          let text = String(repeating: "x", count: 100_000)
          try db.database.execute("INSERT INTO customers (id, name) VALUES (\(number), \(text))")
        }
      }
    } after: { after in
      try #expect([2, 102].contains(after.value("SELECT count(*) FROM customers")))
    }
    #expect((20...23).contains(count))
  }
}
