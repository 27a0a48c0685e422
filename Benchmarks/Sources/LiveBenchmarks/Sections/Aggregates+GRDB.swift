import GRDB

extension OrderFigures {
  init(row: Row) {
    self.init(count: row[0], sum: row[1], smallest: row[2], largest: row[3])
  }

  static let sql = "SELECT count(*), sum(amount), min(amount), max(amount) FROM orders"
}

extension Aggregates {
  /// Observes the four figures of each customer by one SELECT. The index contains all columns that
  /// it needs.
  static func measurePeers(
    _ run: LiveRun,
    _ customerCount: Int,
    _ template: String,
    _ bare: [Outcome]
  )
    throws
  {
    run.report.begin("the same with GRDB; N is the observed customers, or the rows")
    for observed in [100, 1_000] where observed <= run.size(1_000, quick: 100) {
      try measure(run, template, customers: 0..<observed, n: observed, bare)
    }
    try measure(
      run,
      template,
      customers: nil,
      n: customerCount * ShopContent.ordersPerCustomer,
      bare
    )
  }

  private static func measure(
    _ run: LiveRun,
    _ template: String,
    customers: Range<Int>?,
    n: Int,
    _ bare: [Outcome]
  ) throws {
    let variant = GRDBVariant()
    let path = try run.files.copy(template)
    defer { run.files.remove(path) }
    let observations = try GRDBObservations<OrderFigures?>(variant, path)
    let figures: @Sendable (Int?) -> @Sendable (Database) throws -> OrderFigures? = { customer in
      { db in
        let condition = customer == nil ? "" : " WHERE customer_id = ?"
        let statement = try db.cachedStatement(sql: OrderFigures.sql + condition)
        let arguments: StatementArguments = customer.map { [$0] } ?? []
        return try Row.fetchOne(statement, arguments: arguments).map(OrderFigures.init(row:))
      }
    }
    let observed: [Int?] = customers.map { $0.map { $0 } } ?? [nil]
    let latest = observed.map { _ in Latest<OrderFigures?>() }
    for (customer, latest) in zip(observed, latest) {
      observations.observe(figures(customer), deliver: latest.receive)
    }
    verify(observations.settle(), "an observation of GRDB has not begun")
    let script = OrderScript(
      customerCount: customers?.count ?? 100,
      GRDBOrderWriter(writer: observations.writer)
    )
    let steps = script.steps { write in
      try observations.tally.wait(
        fetches: observed.count,
        deliveries: observed.count,
        for: write
      )
    }
    let scope = customers == nil ? Scope.all : .customers
    let outcomes = try run.measure(steps, .few(20, within: .seconds(8)))
    for (outcome, bare) in zip(outcomes, bare) {
      let name = "\(benchmark) \(scope.rawValue)"
      run.report.add(name, variant: variant.name, n: n, outcome, to: bare)
    }
    for (customer, latest) in zip(observed, latest) {
      let fresh = try observations.writer.read(figures(customer))
      verify(latest.value == fresh, "GRDB, the aggregates of \(customer ?? 0)")
    }
    observations.cancel()
  }
}

struct GRDBOrderWriter: OrderWriter {
  let writer: any DatabaseWriter

  private func run(_ sql: String, _ arguments: StatementArguments) throws {
    try writer.write { try $0.cachedStatement(sql: sql).execute(arguments: arguments) }
  }

  func insertOrder(_ id: Int, amount: Int, customer: Int) throws {
    try run(
      "INSERT INTO orders (id, amount, customer_id) VALUES (?, ?, ?)",
      [id, amount, customer]
    )
  }

  func updateOrder(_ id: Int, amount: Int) throws {
    try run("UPDATE orders SET amount = ? WHERE id = ?", [amount, id])
  }

  func deleteOrder(_ id: Int) throws { try run("DELETE FROM orders WHERE id = ?", [id]) }
}
