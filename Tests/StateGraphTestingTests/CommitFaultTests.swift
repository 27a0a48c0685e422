import Shop
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphTesting

@Suite(.database(.shop)) struct CommitFaultTests {
  private let db = TestDatabase.current

  private static let faults: [(CommitFault, DatabaseError.Code)] = [
    (.diskFull, .diskFull), (.inputOutput, .inputOutput), (.busy, .busy),
    (.outOfSpace(after: 5_000), .diskFull),
  ]

  @Test(arguments: faults)
  func `a write fails with the code of the fault`(fault: CommitFault, code: DatabaseError.Code)
    throws
  {
    let order = try db[Order.self, "first"]
    try db.faults.failNextCommit(fault)
    let error = #expect(throws: DatabaseError.self) {
      try order.add("cake", cents: 300, in: db.database)
    }
    #expect(error?.code == code)
    try db.faults.expectUnchanged()
    #expect(order.totalCents == 1_200)
    #expect(order.lines.count == 1)
    try order.add("cake", cents: 300, in: db.database)
    #expect(order.lines.count == 2)
  }

  @Test func `an assignment that fails keeps its value`() throws {
    let order = try db[Order.self, "first"]
    let seen = try db.record(order.$state)
    try db.faults.failNextCommit(.inputOutput)
    order.pay()
    #expect(try db.takeWriteFailures().map { ($0 as? DatabaseError)?.code } == [.inputOutput])
    try db.faults.expectUnchanged()
    try seen.expect("open")
    order.pay()
    try seen.expect("open\npaid")
  }

  @Test func `a neighbour commits`() throws {
    try db.faults.failNextCommit(.diskFull)
    try TestDatabase.with(.shop) { neighbour in
      try neighbour[Order.self, "first"].pay()
      try neighbour.expect("orders", where: "state = 'paid'", "id\n@first")
    }
    #expect(try db.faults.cancel())
    try db[Order.self, "first"].pay()
  }

  @Test func `an import by the path meets the fault`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("{\"id\": 7, \"name\": \"Joan\"}\n", to: "customers.jsonl")
    let request = ImportRequest(
      inputs: [ImportInput(path: directory.file("customers.jsonl"))]
    )
    try db.faults.failNextCommit(.diskFull)
    let error = #expect(throws: ImportError.self) {
      try Importer(path: db.path).run(request)
    }
    #expect((error?.cause as? DatabaseError)?.code == .diskFull)
    try db.faults.expectUnchanged()
    _ = try Importer(path: db.path).run(request)
    #expect(try db.database.fetchValue(Int.self, "SELECT count(*) FROM customers") == 3)
  }

  @Test func `space that is enough for a commit remains a fault`() throws {
    try db.faults.failNextCommit(.outOfSpace(after: 1_000_000))
    try db[Order.self, "first"].pay()
    #expect(try db.faults.cancel())
  }

  @Test func `ten megabytes fail in the middle of their transaction`() throws {
    try db.faults.failNextCommit(.outOfSpace(after: 4_000_000))
    func insert() throws {
      try db.database.write {
        for number in 0..<100 {
          let text = String(repeating: "x", count: 100_000)
          try db.database.execute("INSERT INTO customers (id, name) VALUES (\(number), \(text))")
        }
      }
    }
    let error = #expect(throws: DatabaseError.self) { try insert() }
    #expect(error?.code == .diskFull)
    try db.faults.expectUnchanged()
    try insert()
    #expect(try db.database.fetchValue(Int.self, "SELECT count(*) FROM customers") == 102)
  }

  @Test func `a read and an empty write do not meet the fault`() throws {
    try db.faults.failNextCommit(.diskFull)
    _ = try db.database.fetchValue(Int.self, "SELECT count(*) FROM orders")
    try db.faults.expectUnchanged()
    try db.database.write {}
    #expect(try db.faults.cancel())
    #expect(try !db.faults.cancel())
  }
}

@Suite struct FaultMisuseTests {
  @Test func `a fault that does not happen is reported at the end of the test`() throws {
    let error = #expect(throws: TestDatabaseError.self) {
      try TestDatabase.with(.shop) { db in
        try db.faults.failNextCommit(.diskFull)
        try db.faults.beforeNextCommit {}
      }
    }
    #expect(error?.message.contains("The fault diskFull did not happen") == true)
    #expect(error?.message.contains("The code of beforeNextCommit did not run") == true)
  }

  @Test func `a database in memory refuses faults`() throws {
    try TestDatabase.with(.shop, in: .memory) { db in
      let calls: [() throws -> Void] = [
        { try db.faults.failNextCommit(.diskFull) }, { try db.faults.beforeNextCommit {} },
        { try db.faults.otherProcess { _ in } }, { try db.faults.stranger("SELECT 1") },
        { _ = try db.path },
      ]
      for call in calls {
        let error = #expect(throws: TestDatabaseError.self, performing: call)
        #expect(error?.code == .misuse)
        #expect(error?.message.contains("in memory") == true)
      }
    }
  }

  @Test func `a fault cannot be requested inside a write`() throws {
    try TestDatabase.with(.shop) { db in
      try db.database.write {
        let error = #expect(throws: TestDatabaseError.self) {
          try db.faults.failNextCommit(.diskFull)
        }
        #expect(error?.code == .misuse)
      }
      try db[Order.self, "first"].pay()
    }
  }

  @Test func `expectUnchanged needs a fault`() throws {
    try TestDatabase.with(.shop) { db in
      let error = #expect(throws: TestDatabaseError.self) { try db.faults.expectUnchanged() }
      #expect(error?.code == .misuse)
    }
  }

  @Test func `outside of a test there are no faults`() {
    let error = #expect(throws: TestDatabaseError.self) {
      try TestDatabase.current.faults.failNextCommit(.busy)
    }
    #expect(error?.code == .notInATest)
  }
}
