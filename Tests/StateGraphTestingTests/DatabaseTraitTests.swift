import Foundation
import Glibc
import Shop
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphTesting

/// The number of cases that run at the same time. The figures of the project are for 10,000.
/// ``RemainingFileTests`` runs this suite in a child process.
private let caseCount = getenv("STATEGRAPH_CASES").flatMap { Int(String(cString: $0)) } ?? 200

@Suite(.database(.shop)) struct DatabaseTraitTests {
  /// A suite's initialiser runs in the task of its test.
  private let db = TestDatabase.current
  private let count: Int

  init() throws {
    count = try db.database.fetchValue(Int.self, "SELECT count(*) FROM customers") ?? 0
  }

  @Test func `the initialiser of a suite reads the test's database`() throws {
    #expect(count == 2)
    #expect(try db.database === TestDatabase.current.database)
  }

  /// Each argument is a case of its own. The cases run at the same time.
  @Test(arguments: 0..<caseCount) func `each case has a database of its own`(number: Int) throws {
    let customers = try EntityStore<Customer>(db.database)
    #expect(customers.count == 2)
    try customers.insert(Customer(id: Int64(number + 1), name: "\(number)"))
    let names = try db.database.fetchValues(
      String.self,
      "SELECT name FROM customers WHERE name NOT IN ('Ada', 'Grace')"
    )
    #expect(names == ["\(number)"])
    // Other tests of this process have files open, too.
    let descriptors = FileSystem.names(in: "/proc/self/fd").filter { name in
      let path = "/proc/self/fd/" + name
      let file = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      return file?.contains("/stategraph-tests-") == true
    }
    #expect(descriptors.count < 512)
  }

  @Test func `commits are real, so another connection reads them`() throws {
    let ada = try db[Customer.self, "ada"]
    ada.name = "Ada Lovelace"
    try withThread { [db] in
      let name = try db.database.fetchValue(
        String.self,
        "SELECT name FROM customers WHERE email IS NOT NULL"
      )
      #expect(name == "Ada Lovelace")
    }
  }

  @Test(.database(.shop, in: .memory)) func `the trait of a test replaces that of its suite`()
    throws
  {
    #expect(try db.database.location == .memory)
    #expect(try db.database === TestDatabase.current.database)
    let ada = try db[Customer.self, "ada"]
    ada.name = "Ada Lovelace"
    #expect(ada.orders.map(\.totalCents) == [1200])
  }

  @Test func `the file has a WAL as in production`() throws {
    let path = try db.database.fetchValue(String.self, "SELECT file FROM pragma_database_list")
    try db.database.execute("DELETE FROM orders")
    #expect(access(try #require(path) + "-wal", F_OK) == 0)
  }

  @Test func `a detached task has no test database`() async throws {
    let error = await Task.detached {
      #expect(throws: TestDatabaseError.self) { try TestDatabase.current.database }
    }.value
    #expect(error?.code == .notInATest)
    #expect(error?.remedy.contains("as a parameter") == true)
    let value = await Task { TestDatabase.current }.value
    #expect(try value.database === db.database)
  }

  @Suite struct Nested {
    @Test func `a suite inside the suite has the trait, too`() throws {
      #expect(try TestDatabase.current.database.fetchValue(Int.self, "SELECT 1") == 1)
    }
  }
}

@Suite struct TestWithoutDatabaseTests {
  @Test func `a test without the trait has no database`() {
    let error = #expect(throws: TestDatabaseError.self) { try TestDatabase.current.database }
    #expect(error?.code == .notInATest)
  }
}
