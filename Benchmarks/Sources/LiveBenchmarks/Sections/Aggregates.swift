import StateGraphPersistence

/// Measures counts, sums, minima and maxima of a million orders: for each of 10,000 customers, for
/// all orders, and in groups.
enum Aggregates {
  static let benchmark = "aggregates"

  static func run(_ run: LiveRun) throws {
    let customerCount = run.size(10_000, quick: 200)
    let template = try run.files.make(ShopContent.statements(customerCount: customerCount))
    var bare: [Outcome] = []
    for scope in Scope.allCases {
      run.report.begin("one order written, aggregates observed; N is the customers or rows")
      let outcomes = try measure(run, customerCount, template, scope)
      // GRDB is compared with the first bare writes only: if the live values read the whole table,
      // a bare write after them finds cold caches.
      if bare.isEmpty { bare = outcomes }
    }
    try measurePeers(run, customerCount, template, bare)
  }

  /// The orders of an aggregate.
  enum Scope: String, CaseIterable {
    case customers = "of each customer"
    case all = "of all orders"
    case groups = "in groups"
  }

  private static func measure(
    _ run: LiveRun,
    _ count: Int,
    _ template: String,
    _ scope: Scope
  ) throws -> [Outcome] {
    let paths = [try run.files.copy(template), try run.files.copy(template)]
    defer { paths.forEach(run.files.remove) }
    let bare = OrderScript(customerCount: count, try Database.benchmarked(paths[0]))
    let database = try Database.benchmarked(paths[1])
    let observers = try AggregateObservers(database, scope, customerCount: count)
    let script = OrderScript(customerCount: count, database)
    let effort = Effort(rounds: 400, warmUps: 2, limit: .seconds(8), countedRounds: 2)
    let n = scope == .customers ? count : count * ShopContent.ordersPerCustomer
    let steps = script.steps { try $0() }
    let outcomes = try run.measure(steps, beside: bare.steps { try $0() }, effort)
    for outcome in outcomes {
      run.report.add("\(benchmark) \(scope.rawValue)", variant: "StateGraph", n: n, outcome)
    }
    try observers.check(database, touched: script.touchedCustomers)
    return outcomes.map(\.bare)
  }
}

extension Database: OrderWriter {
  func insertOrder(_ id: Int, amount: Int, customer: Int) throws {
    try execute(
      "INSERT INTO orders (id, amount, customer_id) VALUES (\(id), \(amount), \(customer))"
    )
  }

  func updateOrder(_ id: Int, amount: Int) throws {
    try execute("UPDATE orders SET amount = \(amount) WHERE id = \(id)")
  }

  func deleteOrder(_ id: Int) throws { try execute("DELETE FROM orders WHERE id = \(id)") }
}

/// The number of some orders, and the sum, minimum and maximum of their amounts.
struct OrderFigures: Equatable, Sendable {
  var count: Int
  var sum: Int?
  var smallest: Int?
  var largest: Int?
}

/// Observes the aggregates of one scope.
private final class AggregateObservers {
  private let scope: Aggregates.Scope
  private let orders: EntityStore<Order>
  private var figures: [Int: [Latest<Int?>]] = [:]
  private let groups = Latest<[Int]>()
  private var subscription: AnyCancellable?

  init(_ database: Database, _ scope: Aggregates.Scope, customerCount: Int) throws {
    self.scope = scope
    orders = try EntityStore<Order>(database)
    let customers = try EntityStore<Customer>(database)
    subscription = withGraphTracking {
      switch scope {
      case .customers:
        for number in 0..<customerCount {
          guard let customer = customers.get(by: .init(number)) else { continue }
          observe(orders.query.where { $0.customer == customer }, as: number)
        }
      case .all: observe(orders.query, as: 0)
      case .groups: observeGroups()
      }
    }
  }

  private func observe(_ query: Query<Order>, as number: Int) {
    let latest = (0..<4).map { _ in Latest<Int?>() }
    figures[number] = latest
    Computed { _ in try? query.fetchCount() }.onChange { latest[0].receive($0) }
    Computed { _ in try? query.sum { $0.amount } }.onChange { latest[1].receive($0) }
    Computed { _ in try? query.min { $0.amount } }.onChange { latest[2].receive($0) }
    Computed { _ in try? query.max { $0.amount } }.onChange { latest[3].receive($0) }
  }

  private func observeGroups() {
    let query = orders.query
    Computed { _ in (try? query.group { $0.customer }.count().map(\.value)) ?? [] }
      .onChange { [groups] in groups.receive($0) }
  }

  /// Compares the last values of the observers with the file.
  func check(_ database: Database, touched: [Int]) throws {
    switch scope {
    case .customers:
      for customer in touched {
        try compare(
          customer,
          database.rows(
            """
            SELECT count(*), sum(amount), min(amount), max(amount) FROM orders
            WHERE customer_id = \(customer)
            """
          )
        )
      }
    case .all:
      try compare(
        0,
        database.rows("SELECT count(*), sum(amount), min(amount), max(amount) FROM orders")
      )
    case .groups:
      let counts = try database.integers(
        "SELECT count(*) FROM orders GROUP BY customer_id ORDER BY customer_id"
      )
      verify(groups.value == counts, "the groups' counts")
    }
  }

  private func compare(_ number: Int, _ rows: [SQLiteRow]) throws {
    for (index, latest) in (figures[number] ?? []).enumerated() {
      let told = (latest.value ?? nil).map { SQLiteValue.integer(Int64($0)) } ?? .null
      verify(told == rows[0][index], "aggregate \(index) of \(number): \(told), \(rows[0][index])")
    }
  }
}
