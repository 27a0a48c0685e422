import Shop
import StateGraphPersistence
import Testing

@testable import StateGraphTesting

/// The failures of `expectUnchanged`. Outside the task of a test they are thrown.
@Suite struct UnchangedTests {
  private func failure(
    _ change: @escaping @Sendable (TestDatabase) throws -> Void
  ) async throws -> String {
    try await Task.detached {
      try TestDatabase.with(.shop) { db in
        // The objects in memory must exist before the fault.
        let order = try db[Order.self, "first"]
        try db.faults.failNextCommit(.diskFull)
        try db.faults.cancel()
        try change(db)
        defer { withExtendedLifetime(order) {} }
        do {
          try db.faults.expectUnchanged()
          return ""
        } catch let error as TestDatabaseError where error.code == .unexpected {
          return error.message
        }
      }
    }.value
  }

  @Test func `nothing is reported if nothing has changed`() async throws {
    #expect(try await failure { _ in } == "")
  }

  @Test func `a changed row is reported`() async throws {
    let text = try await failure { try $0[Order.self, "first"].pay() }
    #expect(text.contains("~ orders @first | state: open → paid"))
    #expect(text.contains("The graph has seen 1 commits."))
  }

  @Test func `a changed schema is reported`() async throws {
    let text = try await failure { try $0.database.execute("CREATE TABLE extra (x)") }
    #expect(text.contains("The schema has changed."))
  }

  @Test func `a row that another process has added is reported`() async throws {
    let text = try await failure { db in
      _ = try db.faults.otherProcess {
        try $0.execute("INSERT INTO customers (id, name) VALUES (7, 'Joan')")
      }
    }
    #expect(text.contains("+ customers 7 | name: Joan"))
  }

  @Test func `an entity that differs from its row is reported`() throws {
    try TestDatabase.with(.shop) { db in
      let order = try db[Order.self, "first"]
      // The values of the entity before the change, as if it had missed the commit.
      let stale = try LiveEntityValues.all(in: db.database)
      #expect(stale.map(\.table) == ["orders"])
      order.pay()
      let rows = try DatabaseSnapshot(of: db.database, db.openCase().clone.template.printer)
      #expect(
        stale.flatMap { rows.differences(from: $0) }
          == ["In memory, orders @first has state: open, and the file has paid."]
      )
      try db.database.execute("DELETE FROM orders")
      let empty = try DatabaseSnapshot(of: db.database, db.openCase().clone.template.printer)
      #expect(
        stale.flatMap { empty.differences(from: $0) } == ["In memory, orders @first is no row."]
      )
    }
  }
}
