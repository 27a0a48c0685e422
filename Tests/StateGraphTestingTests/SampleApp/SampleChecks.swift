import Shop
import StateGraphPersistence
import TestSupport
import Testing

@testable import StateGraphTesting

/// The tests of the sample app. Each has at most ten lines.
enum SampleChecks {
  typealias Check = @Sendable (ShopApp, TestDatabase) throws -> Void

  static let all: [Check] = [
    addition, additionCrash, additionFailure, additionHistory, removal, removalCrash, payment,
    paymentFailure, cancellation, merging, mergingCrash, transfer, transferCrash, selfTransfer,
    overview, overviewCost, overviewOfOtherProgram, label, labelWakes, registration,
    registrationTwice, date, voucher, upgrade,
  ]

  static let addition: Check = { app, db in
    try db.expectChanges(
      """
      + order_lines @first 2 | text: cake, cents: 300
      ~ orders @first        | total_cents: 1200 → 1500
      """
    ) { try app.add(db[Order.self, "first"], "cake", 300, db.database) }
  }

  static let additionCrash: Check = { app, db in
    let order = try db[Order.self, "first"]
    try db.faults.everyCrash(of: { try app.add(order, "cake", 300, db.database) }) { after in
      let order = try after[Order.self, "first"]
      try #require(order.totalCents == order.lines.map(\.cents).reduce(0, +))
    }
  }

  static let additionFailure: Check = { app, db in
    let order = try db[Order.self, "first"]
    try db.faults.failNextCommit(.diskFull)
    try #require(throws: DatabaseError.self) { try app.add(order, "cake", 300, db.database) }
    try db.faults.expectUnchanged()
  }

  static let additionHistory: Check = { app, _ in
    try History(.shop, steps: 12, cases: 60, filePath: "/nothing/Tests.swift")
      .rule("add") { try app.add($1.entity(Order.self), "x", $1.integer(0...9), $0.database) }
      .rule("remove") { try app.remove($1.entity(OrderLine.self), $0.database) }
      .expect()
  }

  static let removal: Check = { app, db in
    let order = try db[Order.self, "first"]
    try ShopApp().add(order, "cake", 300, db.database)
    try db.expectChanges(
      """
      - order_lines @first 1 | text: tea, cents: 1200
      ~ orders @first        | total_cents: 1500 → 300
      """
    ) { try app.remove(order.lines[0], db.database) }
  }

  static let removalCrash: Check = { app, db in
    let line = try db[Order.self, "first"].lines[0]
    try db.faults.everyCrash(of: { try app.remove(line, db.database) }) { after in
      let order = try after[Order.self, "first"]
      try #require(order.totalCents == order.lines.map(\.cents).reduce(0, +))
    }
  }

  static let payment: Check = { app, db in
    try db.expectChanges("~ orders @second | state: open → paid") {
      try app.pay(db[Order.self, "second"], db.database)
    }
  }

  static let paymentFailure: Check = { app, db in
    let order = try db[Order.self, "second"]
    try db.faults.failNextCommit(.inputOutput)
    try #require(throws: DatabaseError.self) { try app.pay(order, db.database) }
    try db.faults.expectUnchanged()
  }

  static let cancellation: Check = { app, db in
    try db.expectChanges(
      """
      - order_lines @first 1 | text: tea, cents: 1200
      - orders @first | customer_id: @ada, state: open, total_cents: 1200
      """
    ) { try app.cancel(db[Order.self, "first"], db.database) }
  }

  static let merging: Check = { app, db in
    let (ada, grace) = (try db[Customer.self, "ada"], try db[Customer.self, "grace"])
    try db.expectChanges(
      """
      - customers @grace | name: Grace
      ~ orders @second   | customer_id: @grace → @ada
      """
    ) { try app.merge(grace, ada, db.database) }
  }

  static let mergingCrash: Check = { app, db in
    let (ada, grace) = (try db[Customer.self, "ada"], try db[Customer.self, "grace"])
    try db.faults.everyCrash(of: { try app.merge(grace, ada, db.database) }) { after in
      let customers = try after.value("SELECT count(*) FROM customers") ?? 0
      let owners = try after.value("SELECT count(DISTINCT customer_id) FROM orders") ?? 0
      try #require(customers == owners)
    }
  }

  static let transfer: Check = { app, db in
    let (first, second) = (try db[Order.self, "first"], try db[Order.self, "second"])
    try db.expectChanges(
      "~ orders @first | total_cents: 1200 → 0\n"
        + "~ orders @second | total_cents: 300 → 1500"
    ) {
      try app.transfer(1_200, first, second, db.database)
    }
    try db.expectChanges("") { try app.transfer(1, first, second, db.database) }
  }

  static let transferCrash: Check = { app, db in
    let (first, second) = (try db[Order.self, "first"], try db[Order.self, "second"])
    try db.faults.everyCrash(of: { try app.transfer(9, first, second, db.database) }) { after in
      try #require(after.value("SELECT sum(total_cents) FROM orders") == 1_500)
    }
  }

  static let selfTransfer: Check = { app, db in
    let order = try db[Order.self, "first"]
    try db.expectChanges("") { try app.transfer(5, order, order, db.database) }
  }

  static let overview: Check = { app, db in
    try app.register(7, "Joan", "", db.database)
    try app.merge(db[Customer.self, "grace"], db[Customer.self, "ada"], db.database)
    try #require(app.overview(db.database) == ["Ada: 2", "Joan: 0"])
  }

  static let overviewCost: Check = { app, db in
    for id in 1...9 { try app.register(Int64(id), "Joan", "", db.database) }
    let cost = try db.statements { _ = try app.overview(db.database) }
    try #require(cost.reads.isAtMost(3), "\(cost)")
  }

  static let overviewOfOtherProgram: Check = { app, db in
    _ = try app.overview(db.database)
    try db.faults.stranger("UPDATE customers SET name = 'Zoe' WHERE name = 'Ada'")
    try #require(app.overview(db.database) == ["Grace: 1", "Zoe: 1"])
  }

  static let label: Check = { app, db in
    let (ada, order) = (try db[Customer.self, "ada"], try db[Order.self, "second"])
    let seen = try db.record(app.label(ada, db.database))
    ada.name = "Joan"
    order.customer = ada
    try seen.expect("Ada (1)\nJoan (1)\nJoan (2)")
  }

  static let labelWakes: Check = { app, db in
    let (ada, grace) = (try db[Customer.self, "ada"], try db[Customer.self, "grace"])
    let label = try app.label(ada, db.database)
    let subscription = withGraphTracking {
      label.onChange { _ in }
      grace.$name.onChange { _ in }
    }
    let report = try db.database.explain { grace.name = "Joan" }
    try #require(report.wakes(only: grace.$name), "\(report)")
    subscription.cancel()
  }

  static let registration: Check = { app, db in
    try db.expectChanges("+ customers 7 | name: Joan\n+ customers 8 | name: Jean, email: j@x") {
      try app.register(7, "Joan", "", db.database)
      try app.register(8, "Jean", "j@x", db.database)
    }
  }

  static let registrationTwice: Check = { app, db in
    try app.register(7, "Joan", "j@x", db.database)
    try #require(throws: DatabaseError.self) { try app.register(8, "Jean", "j@x", db.database) }
    try #require(throws: DatabaseError.self) { try app.register(7, "Jean", "", db.database) }
    try db.expect("customers", where: "id IN (7, 8)", "name | email\nJoan | j@x")
  }

  static let date: Check = { app, _ in
    try TestDatabase.with(.shop, at: "2026-02-28 23:59:59") { db in
      try #require(app.invoiceDate(db.database) == "2026-02-28")
      try db.clock.advance(by: .seconds(1))
      try #require(app.invoiceDate(db.database) == "2026-03-01")
    }
  }

  static let voucher: Check = { app, _ in
    let numbers = try [42, 42, 43].map { seed in
      try TestDatabase.with(.shop, seed: seed) { db in try app.voucher(db.database) }
    }
    try #require(numbers[0] == numbers[1] && numbers[0] != numbers[2])
  }

  static let upgrade: Check = { app, _ in
    let package = try ShopPackage(upgrade: app.upgrade)
    try MigrationCheck(
      .directory("Migrations"),
      data: "versions",
      Customer.self,
      Order.self,
      filePath: package.file
    ).expect()
  }
}
