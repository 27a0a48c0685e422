import Shop
import StateGraphSQLite
import StateGraphThreads
import TestSupport
import Testing

@testable import StateGraphTesting

@Suite struct EndOfTestTests {
  @Test func `with returns the result of the test and closes the database`() throws {
    let database = try TestDatabase.with(.shop) { db in
      #expect(try TestDatabase.current.database === db.database)
      return try db.database
    }
    let error = #expect(throws: DatabaseError.self) { try database.execute("DELETE FROM orders") }
    #expect(error?.code == .closed)
  }

  @Test func `with runs asynchronous tests`() async throws {
    let count = try await TestDatabase.with(.shop, in: .memory) { db in
      await Task.yield()
      return try db.database.fetchValue(Int.self, "SELECT count(*) FROM orders")
    }
    #expect(count == 2)
  }

  @Test func `the error of the test is thrown once and the database is removed`() throws {
    #expect(throws: TestFailure.self) {
      try TestDatabase.with(.shop) { _ in throw TestFailure("forced") }
    }
  }

  @Test func `an assignment that fails makes the test fail`() throws {
    let error = #expect(throws: TestDatabaseError.self) {
      try TestDatabase.with(.shop) { db in try db[Order.self, "first"].state = "lost" }
    }
    #expect(error?.message.contains("could not be written") == true)
  }

  @Test func `a test that expects the failure takes it`() throws {
    try TestDatabase.with(.shop) { db in
      try db[Order.self, "first"].state = "lost"
      let failures = try db.takeWriteFailures()
      #expect(failures.count == 1)
      #expect((failures.first as? DatabaseError)?.code == .constraint)
    }
  }

  @Test func `a write that does not end is reported and does not block the end`() async throws {
    let (begun, end) = (Gate(), Gate())
    let opened = try DatabaseCase(.shop, in: .file, configuration: .init())
    let writer = BackgroundThread { [database = opened.clone.database] in
      try database.write {
        begun.open()
        end.wait()
      }
    }
    begun.wait()
    let problems = await opened.end(waitingAtMost: .milliseconds(20))
    #expect(problems.count == 1)
    #expect(problems.first?.contains("A write of the test's database still ran") == true)
    end.open()
    // Its files are gone, so the write fails or was the last one. Both are an end.
    _ = try? writer.join()
  }

  @Test func `the end waits for a write that ends soon`() async throws {
    let begun = Gate()
    let opened = try DatabaseCase(.shop, in: .file, configuration: .init())
    let writer = BackgroundThread { [database = opened.clone.database] in
      try database.write {
        begun.open()
        for _ in 0..<100 { try database.execute("UPDATE orders SET total_cents = 0") }
      }
    }
    begun.wait()
    // On a busy machine, the thread of the write may get no time for five seconds.
    #expect(await opened.end(waitingAtMost: .seconds(120)) == [])
    try writer.join()
  }

  @Test func `a bad fixture is the error of the test`() throws {
    let fixture = TestFixture.shop.adding("Fixtures/nothing")
    #expect {
      try TestDatabase.with(fixture) { _ in Issue.record("The body runs.") }
    } throws: { error in
      "\(error)".hasPrefix("Fixtures/nothing:1:1: ")
    }
  }
}
