import Glibc
import Shop
import StateGraphPersistence
import StateGraphSQLite
import StateGraphThreads
import TestSupport
import Testing

@testable import StateGraphTesting

@Suite(.database(.shop)) struct OtherProgramTests {
  private let db = TestDatabase.current

  @Test func `the commit of another process reaches the objects in memory`() throws {
    let order = try db[Order.self, "first"]
    let seen = try db.record(order.$state)
    try db.faults.otherProcess { try $0.execute("UPDATE orders SET state = 'paid'") }
    #expect(order.state == "paid")
    try seen.expect("open\npaid")
  }

  @Test func `the observers have returned, also those that another thread calls`() throws {
    let order = try db[Order.self, "first"]
    let (begun, mayEnd, ended) = (Guarded(false), Guarded(false), Guarded(false))
    let observe: @Sendable (String) -> Void = { state in
      guard state == "paid" else { return }
      begun.withLock { $0 = true }
      let deadline = TestDeadline()
      while !mayEnd.withLock({ $0 }), !deadline.hasPassed { sched_yield() }
      // Long enough for a method that does not wait.
      let end = ContinuousClock.now + .milliseconds(200)
      while ContinuousClock.now < end { sched_yield() }
      ended.withLock { $0 = true }
    }
    let observation = withGraphTracking { order.$state.onChange { observe($0) } }
    defer { withExtendedLifetime(observation) {} }
    try db.faults.otherProcess { other in
      try other.execute("UPDATE orders SET state = 'paid'")
      // The thread that watches the file has read the commit, and calls the observer.
      let deadline = TestDeadline()
      while !begun.withLock({ $0 }), !deadline.hasPassed { sched_yield() }
      mayEnd.withLock { $0 = true }
    }
    #expect(ended.withLock { $0 })
  }

  @Test func `an observer can use the other process itself`() throws {
    let order = try db[Order.self, "first"]
    let counts = Guarded<[Int?]>([])
    let db = db
    let observe: @Sendable (String) -> Void = { state in
      guard state == "paid" else { return }
      #expect(throws: Never.self) {
        let count = try db.faults.otherProcess { other in
          try other.fetchValue(Int.self, "SELECT count(*) FROM orders WHERE state = 'paid'")
        }
        counts.withLock { $0.append(count) }
      }
    }
    let observation = withGraphTracking { order.$state.onChange { observe($0) } }
    defer { withExtendedLifetime(observation) {} }
    try db.faults.otherProcess { try $0.execute("UPDATE orders SET state = 'paid'") }
    #expect(counts.withLock { $0.count } == 1)
  }

  @Test func `the error of the other process is thrown and its database is closed`() throws {
    var other: Database?
    #expect(throws: TestFailure.self) {
      try db.faults.otherProcess {
        other = $0
        throw TestFailure("forced")
      }
    }
    let error = #expect(throws: DatabaseError.self) { try other?.execute("DELETE FROM orders") }
    #expect(error?.code == .closed)
  }

  @Test func `a stranger checks no foreign keys and is seen`() throws {
    let ada = try db[Customer.self, "ada"]
    #expect(ada.orders.count == 1)
    try db.faults.stranger(
      "DELETE FROM customers WHERE name = 'Grace'; UPDATE orders SET state = 'paid'"
    )
    #expect(ada.orders.map(\.state) == ["paid"])
    #expect(try db.database.rows("PRAGMA foreign_key_check").count == 1)
  }

  @Test func `the SQL of a stranger that fails is an error`() throws {
    let error = #expect(throws: TestDatabaseError.self) {
      try db.faults.stranger("UPDATE absent SET x = 1")
    }
    #expect(error?.code == .strangerFailed)
    #expect(error?.message.contains("no such table: absent") == true)
  }

  @Test func `other programs see no row before the commit and cannot write`() throws {
    let db = db
    let counts = Guarded<[Int?]>([])
    var configuration = Database.Configuration()
    configuration.busyTimeout = .milliseconds(20)
    try TestDatabase.with(.shop, configuration: configuration) { db in
      try db.faults.beforeNextCommit {
        let count = try db.faults.otherProcess { other in
          let error = #expect(throws: DatabaseError.self) {
            try other.execute("DELETE FROM orders")
          }
          #expect(error?.code == .busy)
          return try other.fetchValue(Int.self, "SELECT count(*) FROM order_lines")
        }
        counts.withLock { $0.append(count) }
        #expect(throws: TestDatabaseError.self) { try db.faults.stranger("DELETE FROM orders") }
      }
      try db[Order.self, "first"].add("cake", cents: 300, in: db.database)
      counts.withLock { #expect($0 == [2]) }
      #expect(try db.database.fetchValue(Int.self, "SELECT count(*) FROM order_lines") == 3)
    }
    #expect(try db.database.fetchValue(Int.self, "SELECT count(*) FROM order_lines") == 2)
  }

  @Test func `code before the commit that throws undoes the transaction`() throws {
    let order = try db[Order.self, "first"]
    try db.faults.beforeNextCommit { throw TestFailure("forced") }
    #expect(throws: TestFailure.self) { try order.add("cake", cents: 300, in: db.database) }
    try db.faults.expectUnchanged()
    try order.add("cake", cents: 300, in: db.database)
    #expect(order.totalCents == 1_500)
  }

  @Test func `code before the commit runs once`() throws {
    let count = Guarded(0)
    try db.faults.beforeNextCommit { count.withLock { $0 += 1 } }
    for _ in 0..<2 { try db[Order.self, "first"].add("cake", cents: 300, in: db.database) }
    count.withLock { #expect($0 == 1) }
  }
}
