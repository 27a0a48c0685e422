import Shop
import StateGraphTesting
import TestSupport
import Testing

extension TestFixture {
  /// A fixture of four megabytes.
  fileprivate static let large = TestFixture.shop.adding { database in
    for number in 0..<40 {
      let name = String(repeating: "x", count: 100_000)
      try database.execute("INSERT INTO customers (id, name) VALUES (\(number), \(name))")
    }
  }
}

/// Runs in child processes of ``HostilePlaceTests``.
@Suite(.enabled(if: ForcedFailures.areWanted)) struct ForcedPlaces {
  @Test(.database(.shop)) func path() throws {
    let db = TestDatabase.current
    print("a database in \(try db.path)")
    try db[Order.self, "first"].pay()
    try db.expect("orders", where: "state = 'paid'", "id\n@first")
  }

  /// The line of the test below, at which Swift places the arguments of its trait.
  static let line = #line + 2

  @Test(.database(.large)) func large() { print("the body of the test runs") }
}
