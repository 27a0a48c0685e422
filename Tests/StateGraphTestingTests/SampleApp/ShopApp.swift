import Foundation
import Shop
import StateGraphPersistence
import StateGraphTesting

/// A small app over the shop: its operations, each of which a variant can replace.
struct ShopApp: Sendable {
  /// Adds a line to an order.
  var add: @Sendable (Order, String, Int, Database) throws -> Void = { order, text, cents, db in
    try db.write {
      let place = (order.lines.map(\.place).max() ?? 0) + 1
      let line = OrderLine(order: order, place: place, text: text, cents: cents)
      try EntityStore<OrderLine>(db).insert(line)
      order.totalCents += cents
    }
  }
  /// Removes a line of an order.
  var remove: @Sendable (OrderLine, Database) throws -> Void = { line, db in
    try db.write {
      line.order.totalCents -= line.cents
      _ = try EntityStore<OrderLine>(db).remove(line.typedID)
    }
  }
  /// Marks an order as paid.
  var pay: @Sendable (Order, Database) throws -> Void = { order, db in
    try db.write { order.state = "paid" }
  }
  /// Deletes an order with its lines.
  var cancel: @Sendable (Order, Database) throws -> Void = { order, db in
    _ = try EntityStore<Order>(db).remove(order.typedID)
  }
  /// Gives the orders of one customer to another one, and deletes the first.
  var merge: @Sendable (Customer, Customer, Database) throws -> Void = { old, new, db in
    try db.write {
      for order in old.orders { order.customer = new }
      _ = try EntityStore<Customer>(db).remove(old.typedID)
    }
  }
  /// Moves a part of one total to another one, if there is enough.
  var transfer: @Sendable (Int, Order, Order, Database) throws -> Void = { cents, from, to, db in
    try db.write {
      guard from.totalCents >= cents else { return }
      from.totalCents -= cents
      to.totalCents += cents
    }
  }
  /// Adds a customer. An empty address is no address.
  var register: @Sendable (Int64, String, String, Database) throws -> Void = {
    id,
    name,
    email,
    db in
    let customer = Customer(id: .init(id), name: name, email: email.isEmpty ? nil : email)
    try EntityStore<Customer>(db).insert(customer)
  }
  /// The customers with their numbers of orders, by name.
  var overview: @Sendable (Database) throws -> [String] = { db in
    try db.rows(
      """
      SELECT name || ': ' || count(orders.id) AS line FROM customers
      LEFT JOIN orders ON customer_id = customers.id GROUP BY customers.id ORDER BY name
      """
    ).map { try $0["line", as: String.self] }
  }
  /// The live text about a customer.
  var label: @Sendable (Customer, Database) -> Computed<String> = { customer, _ in
    Computed { _ in "\(customer.name) (\(customer.orders.count))" }
  }
  /// The date of an invoice that is written now.
  var invoiceDate: @Sendable (Database) throws -> String? = { db in
    try db.fetchValue(String.self, "SELECT date('now')")
  }
  /// A number for a voucher.
  var voucher: @Sendable (Database) throws -> Int? = { db in
    try db.fetchValue(Int.self, "SELECT abs(random() % 1000000)")
  }
  /// The SQL that adds a column for the country, and the SQL that undoes it.
  var upgrade = (
    sql: "ALTER TABLE customers ADD COLUMN country TEXT;",
    undo: "ALTER TABLE customers DROP COLUMN country;"
  )
}
