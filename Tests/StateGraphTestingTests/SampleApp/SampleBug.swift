import Foundation
import Shop
import StateGraphPersistence
import Synchronization
import TestSupport

/// A bug of the sample app, and the check that finds it.
struct SampleBug: Sendable, CustomStringConvertible {
  let description: String
  let check: SampleChecks.Check
  let app: ShopApp

  init(
    _ description: String,
    _ check: @escaping SampleChecks.Check,
    _ plant: (inout ShopApp) -> Void
  ) {
    self.description = description
    self.check = check
    var app = ShopApp()
    plant(&app)
    self.app = app
  }

  static let all: [SampleBug] = lines + orders + customers + views
}

/// Inserts a line without a change of the total.
private func insert(_ order: Order, _ text: String, _ cents: Int, _ db: Database) throws {
  let place = (order.lines.map(\.place).max() ?? 0) + 1
  let line = OrderLine(order: order, place: place, text: text, cents: cents)
  try EntityStore<OrderLine>(db).insert(line)
}

extension SampleBug {
  private static let lines: [SampleBug] = [
    SampleBug("a line and its total are two transactions", SampleChecks.additionCrash) {
      $0.add = { order, text, cents, db in
        try insert(order, text, cents, db)
        try db.write { order.totalCents += cents }
      }
    },
    SampleBug("a line does not count", SampleChecks.addition) {
      $0.add = { try insert($0, $1, $2, $3) }
    },
    SampleBug("a line counts twice", SampleChecks.addition) {
      $0.add = { order, text, cents, db in
        try db.write {
          try insert(order, text, cents, db)
          order.totalCents += 2 * cents
        }
      }
    },
    SampleBug("an addition hides its error", SampleChecks.additionFailure) {
      let add = $0.add
      $0.add = { try? add($0, $1, $2, $3) }
    },
    SampleBug("an addition is repeated after it has succeeded", SampleChecks.addition) {
      let add = $0.add
      $0.add = { order, text, cents, db in
        for _ in 0..<2 { try add(order, text, cents, db) }
      }
    },
    SampleBug("a failed addition is counted later", SampleChecks.additionFailure) {
      $0.add = { order, text, cents, db in
        defer { order.totalCents += cents }
        try insert(order, text, cents, db)
      }
    },
    SampleBug("the place of a removed line is used again", SampleChecks.additionHistory) {
      $0.add = { try $0.add($1, cents: $2, in: $3) }
    },
    SampleBug("a removed line still counts", SampleChecks.removal) {
      $0.remove = { line, db in _ = try EntityStore<OrderLine>(db).remove(line.typedID) }
    },
    SampleBug("all lines are removed", SampleChecks.removal) {
      $0.remove = { line, db in
        let order = line.order
        try db.write {
          try db.execute("DELETE FROM order_lines WHERE order_id = \(order.id.raw)")
          order.totalCents -= line.cents
        }
      }
    },
    SampleBug("a removal is two transactions", SampleChecks.removalCrash) {
      $0.remove = { line, db in
        try db.write { line.order.totalCents -= line.cents }
        _ = try EntityStore<OrderLine>(db).remove(line.typedID)
      }
    },
  ]

  private static let orders: [SampleBug] = [
    SampleBug("all orders are paid", SampleChecks.payment) {
      $0.pay = { _, db in try db.execute("UPDATE orders SET state = 'paid'") }
    },
    SampleBug("the oldest order is paid", SampleChecks.payment) {
      $0.pay = { _, db in
        try db.execute("UPDATE orders SET state = 'paid' WHERE total_cents > 1000")
      }
    },
    SampleBug("a paid order loses its total", SampleChecks.payment) {
      $0.pay = { order, db in
        try db.write {
          order.state = "paid"
          order.totalCents = 0
        }
      }
    },
    SampleBug("a payment hides its error", SampleChecks.paymentFailure) {
      $0.pay = { order, _ in order.pay() }
    },
    SampleBug("a cancelled order is only empty", SampleChecks.cancellation) {
      $0.cancel = { order, db in
        try db.execute("DELETE FROM order_lines WHERE order_id = \(order.id.raw)")
      }
    },
    SampleBug("a cancelled order is paid", SampleChecks.cancellation) {
      $0.cancel = { order, _ in order.pay() }
    },
    SampleBug("the customer of a cancelled order is deleted", SampleChecks.cancellation) {
      $0.cancel = { order, db in
        _ = try EntityStore<Customer>(db).remove(order.customer.typedID)
      }
    },
    SampleBug("a transfer is two transactions", SampleChecks.transferCrash) {
      $0.transfer = { cents, from, to, db in
        try db.write { from.totalCents -= cents }
        try db.write { to.totalCents += cents }
      }
    },
    SampleBug("a transfer may exceed the total", SampleChecks.transfer) {
      $0.transfer = { cents, from, to, db in
        try db.write {
          from.totalCents -= cents
          to.totalCents += cents
        }
      }
    },
    SampleBug("a transfer to the same order adds cents", SampleChecks.selfTransfer) {
      $0.transfer = { cents, from, to, db in
        try db.write {
          let (old, new) = (from.totalCents, to.totalCents)
          guard old >= cents else { return }
          from.totalCents = old - cents
          to.totalCents = new + cents
        }
      }
    },
  ]

  private static let customers: [SampleBug] = [
    SampleBug("only one order changes its customer", SampleChecks.merging) {
      $0.merge = { old, new, db in
        try db.write { old.orders.first?.customer = new }
      }
    },
    SampleBug("the orders are deleted with their customer", SampleChecks.merging) {
      $0.merge = { old, _, db in _ = try EntityStore<Customer>(db).remove(old.typedID) }
    },
    SampleBug("two customers are merged in two transactions", SampleChecks.mergingCrash) {
      $0.merge = { old, new, db in
        try db.write { for order in old.orders { order.customer = new } }
        _ = try EntityStore<Customer>(db).remove(old.typedID)
      }
    },
    SampleBug("no address is an empty text", SampleChecks.registration) {
      $0.register = { id, name, email, db in
        try EntityStore<Customer>(db)
          .insert(Customer(id: .init(id), name: name, email: email))
      }
    },
    SampleBug("a registration replaces a customer", SampleChecks.registrationTwice) {
      $0.register = { id, name, email, db in
        let customer = Customer(id: .init(id), name: name, email: email.isEmpty ? nil : email)
        try EntityStore<Customer>(db).upsert(customer)
      }
    },
    SampleBug("the upgrade deletes customers without an address", SampleChecks.upgrade) {
      $0.upgrade.sql += "DELETE FROM customers WHERE email IS NULL;"
    },
    SampleBug("the undo SQL leaves the column", SampleChecks.upgrade) {
      $0.upgrade.undo = "SELECT 1;"
    },
    SampleBug("the upgrade renames a column that the app reads", SampleChecks.upgrade) {
      $0.upgrade = (
        "ALTER TABLE customers RENAME COLUMN name TO title;",
        "ALTER TABLE customers RENAME COLUMN title TO name;"
      )
    },
  ]

  private static let views: [SampleBug] = [
    SampleBug("the overview reads the orders of each customer", SampleChecks.overviewCost) {
      $0.overview = { db in
        try EntityStore<Customer>(db).query.fetch().map { "\($0.name): \($0.orders.count)" }
          .sorted()
      }
    },
    SampleBug("customers without orders are missing", SampleChecks.overview) {
      $0.overview = { db in
        try db.rows(
          """
          SELECT name || ': ' || count(*) AS line FROM customers
          JOIN orders ON customer_id = customers.id GROUP BY customers.id ORDER BY name
          """
        ).map { try $0["line", as: String.self] }
      }
    },
    SampleBug("the overview is never read again", SampleChecks.overviewOfOtherProgram) {
      let overview = $0.overview
      let known = Recorder<[String]>()
      $0.overview = { db in
        if let lines = known.elements.first { return lines }
        known.record(try overview(db))
        return known.elements[0]
      }
    },
    SampleBug("the label does not depend on the name", SampleChecks.label) {
      $0.label = { customer, _ in
        let name = customer.name
        return Computed { _ in "\(name) (\(customer.orders.count))" }
      }
    },
    SampleBug("the label never changes", SampleChecks.label) {
      $0.label = { customer, _ in
        let text = "\(customer.name) (\(customer.orders.count))"
        return Computed { _ in text }
      }
    },
    SampleBug("the label depends on all customers", SampleChecks.labelWakes) {
      $0.label = { customer, db in
        Computed { _ in
          let all = (try? EntityStore<Customer>(db).query.fetch()) ?? []
          let width = all.map(\.name.count).reduce(0, +)
          return "\(customer.name)" + String(repeating: " ", count: width)
        }
      }
    },
    SampleBug("an invoice has the system's date", SampleChecks.date) {
      $0.invoiceDate = { _ in ISO8601DateFormatter().string(from: Date()) }
    },
    SampleBug("a voucher has the system's random number", SampleChecks.voucher) {
      $0.voucher = { _ in UUID().hashValue }
    },
  ]
}
