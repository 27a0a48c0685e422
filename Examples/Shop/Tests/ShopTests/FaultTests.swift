import Glibc
import Shop
import StateGraphTesting
import Testing

/// The examples of the article "Faults and crashes", as tests that run.
@Suite(.database(.shop))
struct FaultTests {
  let db = TestDatabase.current

  @Test(arguments: [CommitFault.diskFull, .inputOutput, .busy])
  func `an order is unchanged if its commit fails`(fault: CommitFault) throws {
    let order = try db[Order.self, "first"]
    try db.faults.failNextCommit(fault)
    #expect(throws: DatabaseError.self) { try order.add("cake", cents: 300, in: db.database) }
    try db.faults.expectUnchanged()
  }

  @Test func `another process pays the order`() throws {
    let order = try db[Order.self, "first"]
    let seen = try db.record(order.$state)
    try db.faults.otherProcess { other in
      try other.write { try other.execute("UPDATE orders SET state = 'paid'") }
    }
    try seen.expect("open\npaid")
  }

  @Test func `another process never sees half an order`() throws {
    try db.faults.beforeNextCommit {
      let count = try db.faults.otherProcess { try $0.rows("SELECT 1 FROM order_lines").count }
      #expect(count == 2)
    }
    try db[Order.self, "first"].add("cake", cents: 300, in: db.database)
  }

  @Test(arguments: [CrashModel.processEnd, .powerLoss])
  func `the total is the sum of the lines after every crash`(model: CrashModel) throws {
    let order = try db[Order.self, "first"]
    try db.faults.everyCrash(model, of: { try order.add("cake", cents: 300, in: db.database) }) {
      after in
      let order = try after[Order.self, "first"]
      #expect(order.totalCents == order.lines.map(\.cents).reduce(0, +))
    }
  }

  #if compiler(>=6.3)
  @Test func `a killed process loses its write and blocks no other process`() async throws {
    let path = try db.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let database = try Database(path: path)
      try database.write {
        try database.execute("UPDATE orders SET state = 'paid'")
        kill(getpid(), SIGKILL)
      }
    }
    try db.expect("orders", where: "state = 'paid'", "id")
    try db[Order.self, "first"].pay()
  }
  #endif

  @Test(.database(.shop, seed: 42, at: "2026-03-01 09:30:00"))
  func `time passes only if the test says so`() throws {
    let db = TestDatabase.current
    try db.clock.advance(by: .seconds(3600))
    try #expect(db.value("SELECT datetime('now')") == "2026-03-01 10:30:00")
    var random = try db.random
    #expect((1...6).contains(Int.random(in: 1...6, using: &random)))
  }
}
