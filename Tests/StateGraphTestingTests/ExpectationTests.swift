import Shop
import StateGraphTesting
import TestSupport
import Testing

@Suite(.database(.shop)) struct ExpectationTests {
  private let db = TestDatabase.current

  /// The comment of the only issue that `body` records.
  private func failure(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) throws -> String {
    let recorded = Recorder<String>()
    try withKnownIssue(sourceLocation: sourceLocation) {
      try body()
    } matching: { issue in
      recorded.record(issue.comments.map(\.rawValue).joined())
      return true
    }
    #expect(recorded.elements.count == 1, sourceLocation: sourceLocation)
    // The last line names the patch. ``ExpectationPatchTests`` checks it.
    let lines = (recorded.elements.first ?? "").split(separator: "\n")
    return lines.filter { !$0.hasPrefix("To expect this instead: ") }.joined(separator: "\n")
  }

  @Test func `equal rows pass in any order, spacing and choice of columns`() throws {
    try db.expect(
      "orders",
      """
      customer | state|total_cents
      @grace | open | 300
        @ada   | open | 1200

      """
    )
    try db.expect("ORDERS", where: "state = 'paid'", "id")
    try db.expect(
      "order_lines",
      where: "cents > \(1_000)",
      """
      order  | place | text
      @first | 1     | tea
      """
    )
  }

  @Test func `a failure shows changed, missing and unexpected rows with all columns`() throws {
    try db[Order.self, "first"].pay()
    let message = try failure {
      try db.expect(
        "orders",
        """
        id      | state | total_cents
        @first  | open  | 1200
        @third  | open  | 7
        """
      )
    }
    #expect(
      message == """
        The rows of orders differ:
          id      | state       | total_cents
        ~ @first  | open → paid | 1200
        - @third  | open        | 7
        + @second | open        | 300
        """
    )
  }

  @Test func `equal rows count as often as they occur`() throws {
    let message = try failure { try db.expect("orders", "state\nopen\nopen\nopen\n") }
    #expect(
      message == """
        The rows of orders differ:
          state
        - open
        """
    )
  }

  @Test func `NULL, empty text and the text NULL are three values`() throws {
    let texts = ["NULL", "", " a", "b|c", "@ada", "7", "x'00'", "line\nbreak", "say \"hi\""]
    for (number, text) in texts.enumerated() {
      try db.database.execute(
        "INSERT INTO customers (id, name, email) VALUES (\(number + 1), \(text), \(text))"
      )
    }
    try db.expect(
      "customers",
      #"""
      name           | email
      Ada            | ada@example.org
      Grace          | NULL
      "NULL"         | "NULL"
      ""             | ""
      " a"           | " a"
      "b|c"          | "b|c"
      "@ada"         | "@ada"
      7              | 7
      "x'00'"        | "x'00'"
      "line\nbreak"  | "line\nbreak"
      say "hi"       | say "hi"
      """#
    )
  }

  @Test func `at most twenty differences are shown`() throws {
    for number in 1...30 {
      try db.database.execute("INSERT INTO customers (id, name) VALUES (\(number), 'x')")
    }
    let message = try failure { try db.expect("customers", "id\n@ada\n@grace") }
    #expect(message.split(separator: "\n").count == 23)
    #expect(message.hasSuffix("… and 10 more differences"))
  }

  @Test(arguments: [
    ("ordres", "id", "The database has no table \"ordres\". The nearest is \"orders\"."),
    ("orders", "sate", "The table orders has no column \"sate\". The nearest is \"state\"."),
    ("orders", "", "The expected table is empty."),
    ("orders", "id | state\n@first", "Line 2 of the expected table has 1 cells."),
  ])
  func `a wrong expectation is an error`(table: String, expected: String, text: String) {
    #expect {
      try db.expect(table, expected)
    } throws: { error in
      "\(error)".hasPrefix(text)
    }
  }

  @Test func `all changes are expected, and nothing else`() throws {
    try db.expectChanges(
      """
      + order_lines @first 2 | text: cake, cents: 300
      ~ orders @first        | total_cents: 1200 → 1500
      """
    ) {
      try db[Order.self, "first"].add("cake", cents: 300, in: db.database)
    }
    try db.expectChanges("") { _ = try db[Order.self, "first"].lines }
    try db.expectChanges(
      """
      - order_lines @second 1 | text: milk, cents: 300
      - orders @second | customer_id: @grace, state: open, total_cents: 300
      """
    ) {
      try EntityStore<Order>(db.database).remove(try db.id(of: Order.self, "second"))
    }
  }

  @Test func `a change too many and a change too few fail`() throws {
    let order = try db[Order.self, "first"]
    let message = try failure {
      try db.expectChanges("~ orders @first | total_cents: 1200 → 1400") {
        order.totalCents = 1_500
        order.pay()
      }
    }
    #expect(
      message == """
        The changes of the database differ:
        missing:    ~ orders @first | total_cents: 1200 → 1400
        unexpected: ~ orders @first | state: open → paid, total_cents: 1200 → 1500
        """
    )
  }

  @Test func `changes of an asynchronous write are expected, too`() async throws {
    let database = try db.database
    let count = try await db.expectChanges("~ customers @grace | email: NULL → g@example.org") {
      try await database.write {
        try database.execute("UPDATE customers SET email = 'g@example.org' WHERE email IS NULL")
      }
    }
    #expect(count == 1)
  }
}
