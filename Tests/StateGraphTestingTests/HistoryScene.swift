import Shop
import TestSupport
import Testing

@testable import StateGraphTesting

/// A package of its own for the remembered failures of a history.
struct HistoryScene {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("", to: "Package.swift")
  }

  func history(_ fixture: TestFixture = .shop, steps: Int = 12, cases: Int = 200) -> History {
    History(fixture, steps: steps, cases: cases, filePath: directory.file("Tests.swift"))
  }
}

/// A bug that is planted in the shop: the rules that show it, and the shortest history with it.
struct PlantedBug: Sendable, CustomStringConvertible {
  let description: String
  /// The number of steps of the shortest history.
  let stepCount: Int
  let plant: @Sendable (History) -> History
}

extension PlantedBug {
  /// True if the total of each order is the sum of its lines.
  static let totals: @Sendable (TestDatabase) throws -> Bool = { db in
    try db.database.fetchValue(
      Int.self,
      """
      SELECT count(*) FROM orders AS o WHERE total_cents <> (
        SELECT ifnull(sum(cents), 0) FROM order_lines WHERE order_id = o.id
      )
      """
    ) == 0
  }

  static func isEmpty(_ sql: SQL) -> @Sendable (TestDatabase) throws -> Bool {
    { db in try db.database.rows(sql).isEmpty }
  }

  static let all = [
    lostTotal, forgottenRemoval, fourthLine, paidWithoutLines, paidLimit, reusedPlace, longName,
    takenEmail, negativeTotal, transferToItself,
  ]

  static let lostTotal = PlantedBug(description: "an expensive line is not added up", stepCount: 1)
  {
    $0.rule("add") { db, draw in
      let (order, cents) = (try draw.entity(Order.self), draw.integer(0...1000))
      try db.database.write {
        try insert(OrderLine(order: order, place: place(order), text: "x", cents: cents), db)
        if cents <= 500 { order.totalCents += cents }
      }
    }.invariant("totals", totals)
  }

  static let forgottenRemoval = PlantedBug(description: "a removed line still counts", stepCount: 1)
  {
    $0.rule("add", add).rule("remove") { db, draw in
      let line = try draw.entity(OrderLine.self)
      _ = try EntityStore<OrderLine>(db.database).remove(line.typedID)
    }.invariant("totals", totals)
  }

  static let fourthLine = PlantedBug(description: "the fourth line is free", stepCount: 3) {
    $0.rule("add") { db, draw in
      let (order, cents) = (try draw.entity(Order.self), draw.integer(1...100))
      try db.database.write {
        let count = order.lines.count
        try insert(OrderLine(order: order, place: place(order), text: "x", cents: cents), db)
        if count != 3 { order.totalCents += cents }
      }
    }.rule("pay", pay).invariant("totals", totals)
  }

  static let paidWithoutLines = PlantedBug(description: "an empty order is paid", stepCount: 2) {
    $0.rule("pay", pay).rule("remove", remove).rule("add", add).invariant(
      "paid orders have lines",
      isEmpty(
        """
        SELECT 1 FROM orders AS o WHERE state = 'paid'
          AND NOT EXISTS (SELECT 1 FROM order_lines WHERE order_id = o.id) AND total_cents = 0
        """
      )
    ).rule("reopen") { _, draw in try draw.entity(Order.self).state = "open" }
  }

  static let paidLimit = PlantedBug(description: "a paid order grows", stepCount: 2) {
    $0.rule("add", add).rule("pay") { _, draw in
      let order = try draw.entity(Order.self)
      guard order.totalCents <= 2000 else { throw HistorySkip() }
      order.pay()
    }.invariant(
      "paid orders are cheap",
      isEmpty("SELECT 1 FROM orders WHERE state = 'paid' AND total_cents > 2000")
    )
  }

  static let reusedPlace = PlantedBug(description: "a place is used twice", stepCount: 3) {
    $0.rule("remove", remove).rule("add") { db, draw in
      try draw.entity(Order.self).add("cake", cents: draw.integer(1...9), in: db.database)
    }.invariant("totals", totals)
  }

  static let longName = PlantedBug(description: "a long name is cut", stepCount: 1) {
    $0.rule("rename") { _, draw in
      let name = String(repeating: "a", count: draw.integer(1...40))
      let customer = try draw.entity(Customer.self)
      customer.name = String(name.prefix(32))
      try #require(customer.name == name)
    }
  }

  static let takenEmail = PlantedBug(description: "two customers share an address", stepCount: 2) {
    $0.rule("pay", pay).rule("email") { _, draw in
      let customer = try draw.entity(Customer.self)
      customer.email = try draw.choice(["a@x", "b@x", "c@x"])
    }
  }

  static let negativeTotal = PlantedBug(description: "a discount has no limit", stepCount: 4) {
    $0.rule("pay", pay).rule("discount") { _, draw in
      try draw.entity(Order.self).totalCents -= draw.integer(80...100)
    }.invariant(
      "totals are positive",
      isEmpty("SELECT 1 FROM orders WHERE total_cents < 0")
    )
  }

  static let transferToItself = PlantedBug(description: "a line moves to its own", stepCount: 1) {
    $0.rule("move") { db, draw in
      let line = try draw.entity(OrderLine.self)
      let (source, target) = (line.order, try draw.entity(Order.self))
      let (from, to) = (source.totalCents, target.totalCents)
      try db.database.write {
        let moved = OrderLine(
          order: target,
          place: place(target),
          text: line.text,
          cents: line.cents
        )
        _ = try EntityStore<OrderLine>(db.database).remove(line.typedID)
        try insert(moved, db)
        source.totalCents = from - line.cents
        target.totalCents = to + line.cents
      }
    }.rule("add", add).invariant("totals", totals)
  }

  // MARK: Rules without bugs

  static let pay: @Sendable (TestDatabase, HistoryDraw) throws -> Void = { _, draw in
    try draw.entity(Order.self).pay()
  }

  static let add: @Sendable (TestDatabase, HistoryDraw) throws -> Void = { db, draw in
    let (order, cents) = (try draw.entity(Order.self), draw.integer(0...1000))
    try db.database.write {
      try insert(OrderLine(order: order, place: place(order), text: "x", cents: cents), db)
      order.totalCents += cents
    }
  }

  static let remove: @Sendable (TestDatabase, HistoryDraw) throws -> Void = { db, draw in
    let line = try draw.entity(OrderLine.self)
    try db.database.write {
      line.order.totalCents -= line.cents
      _ = try EntityStore<OrderLine>(db.database).remove(line.typedID)
    }
  }

  private static func insert(_ line: OrderLine, _ db: TestDatabase) throws {
    try EntityStore<OrderLine>(db.database).insert(line)
  }

  private static func place(_ order: Order) -> Int64 { (order.lines.map(\.place).max() ?? 0) + 1 }
}
