import SampleDomains
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphPersistence

/// The rows that a write or a snapshot keeps after reading them.
@Suite struct PrivateRowsTests {
  private struct WeakState {
    weak var state: EntityState?
  }

  private func state(_ number: Int) -> EntityState {
    EntityState(detached: User._$definition, image: User._$definition.placeholders)
  }

  /// A write keeps rows at a position of the change log, a snapshot at position 0.
  @Test(arguments: [1, 0])
  func `the number of kept rows is bounded`(position: Int) {
    let rows = PrivateRows()
    var kept: [WeakState] = []
    for number in 0..<70_000 {
      let state = state(number)
      rows.keep(.missing, of: state, at: position)
      kept.append(WeakState(state: state))
    }
    let alive = kept.count { $0.state != nil }
    #expect((1..<66_000).contains(alive))
    #expect(kept.last?.state != nil)
  }

  /// An object whose `deinit` keeps another row.
  private final class Last: @unchecked Sendable {
    // SAFETY: used by one thread.
    let farewell: () -> Void
    init(_ farewell: @escaping () -> Void) { self.farewell = farewell }
    deinit { farewell() }
  }

  @Test(arguments: [1, 0])
  func `an object that is released with a row may use the rows`(position: Int) {
    let rows = PrivateRows()
    let other = state(-1)
    let farewells = Recorder<Void>()
    for number in 0..<70_000 {
      let state = state(number)
      if number % 1_000 == 0 {
        let last = Last { [unowned rows] in
          farewells.record(())
          rows.keep(.missing, of: other, at: position)
          _ = rows.row(of: other, at: position) { .missing }
        }
        state.lock.withLock { state.makeExtras().relationships["last"] = last }
      }
      rows.keep(.missing, of: state, at: position)
    }
    #expect(farewells.drain().count == 66)
    _ = rows.removeAll()
    #expect(farewells.elements.count == 4)
  }

  @Test func `a snapshot of many rows reads them as they were, however often`() throws {
    let social = try SocialDatabase()
    try social.database.execute(
      """
      WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 70000)
      INSERT INTO users (id, name) SELECT 'u' || x, 'old' FROM n
      """
    )
    try social.database.read {
      let users = social.users.getAll()
      try withThread { try social.database.execute("UPDATE users SET name = 'new'") }
      #expect(users.allSatisfy { $0.name == "old" })
      #expect(social.users.getAll().isIdentical(to: users))
      #expect(users.allSatisfy { $0.name == "old" })
    }
    #expect(social.users.get(by: "u1")?.name == "new")
  }
}
