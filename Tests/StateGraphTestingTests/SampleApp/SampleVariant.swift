import Shop
import StateGraphPersistence

/// Another correct version of an operation of the sample app.
struct SampleVariant: Sendable, CustomStringConvertible {
  let description: String
  let app: ShopApp

  init(_ description: String, _ change: (inout ShopApp) -> Void) {
    self.description = description
    var app = ShopApp()
    change(&app)
    self.app = app
  }

  static let all: [SampleVariant] = lines + orders + customers + views
}

extension SampleVariant {
  private static let lines: [SampleVariant] = [
    SampleVariant("a line by SQL") {
      $0.add = { order, text, cents, db in
        try db.write {
          try db.execute(
            """
            INSERT INTO order_lines SELECT \(order.id.raw), coalesce(max(place), 0) + 1, \(text), \(cents)
            FROM order_lines WHERE order_id = \(order.id.raw)
            """
          )
          try db.execute(
            "UPDATE orders SET total_cents = total_cents + \(cents) WHERE id = \(order.id.raw)"
          )
        }
      }
    },
    SampleVariant("a line in a nested write, after the total") {
      $0.add = { order, text, cents, db in
        try db.write {
          order.totalCents += cents
          try db.write {
            let place = (order.lines.map(\.place).max() ?? 0) + 1
            let line = OrderLine(order: order, place: place, text: text, cents: cents)
            try EntityStore<OrderLine>(db).insert(line)
          }
        }
      }
    },
    SampleVariant("a total that is added up anew") {
      let add = $0.add
      $0.add = { order, text, cents, db in
        try db.write {
          try add(order, text, cents, db)
          order.totalCents = order.lines.map(\.cents).reduce(0, +)
        }
      }
    },
    SampleVariant("a line that is appended to its order") {
      $0.add = { order, text, cents, db in
        try db.write {
          let place = (order.lines.map(\.place).max() ?? 0) + 1
          order.$lines.append(OrderLine(order: order, place: place, text: text, cents: cents))
          order.totalCents += cents
        }
      }
    },
    SampleVariant("a removal by SQL") {
      $0.remove = { line, db in
        let (order, place, cents) = (line.order.id.raw, line.place, line.cents)
        try db.write {
          try db.execute("DELETE FROM order_lines WHERE (order_id, place) = (\(order), \(place))")
          try db.execute(
            "UPDATE orders SET total_cents = total_cents - \(cents) WHERE id = \(order)"
          )
        }
      }
    },
    SampleVariant("a removal before the total") {
      $0.remove = { line, db in
        let (order, cents) = (line.order, line.cents)
        try db.write {
          _ = try EntityStore<OrderLine>(db).remove(line.typedID)
          order.totalCents -= cents
        }
      }
    },
  ]

  private static let orders: [SampleVariant] = [
    SampleVariant("a payment by SQL") {
      $0.pay = { order, db in
        try db.execute("UPDATE orders SET state = 'paid' WHERE id = \(order.id.raw)")
      }
    },
    SampleVariant("a payment that looks first") {
      $0.pay = { order, db in
        try db.write { if order.state != "paid" { order.pay() } }
      }
    },
    SampleVariant("a payment that changes its mind") {
      $0.pay = { order, db in
        try db.write {
          for state in ["paid", "open", "paid"] { order.state = state }
        }
      }
    },
    SampleVariant("a cancellation by SQL") {
      $0.cancel = { order, db in try db.execute("DELETE FROM orders WHERE id = \(order.id.raw)") }
    },
    SampleVariant("a cancellation line by line") {
      $0.cancel = { order, db in
        try db.write {
          for line in order.lines { _ = try EntityStore<OrderLine>(db).remove(line.typedID) }
          _ = try EntityStore<Order>(db).remove(order.typedID)
        }
      }
    },
    SampleVariant("a transfer by SQL") {
      $0.transfer = { cents, from, to, db in
        try db.write {
          guard from.totalCents >= cents else { return }
          for (order, difference) in [(from, -cents), (to, cents)] {
            try db.execute(
              "UPDATE orders SET total_cents = total_cents + \(difference) WHERE id = \(order.id.raw)"
            )
          }
        }
      }
    },
    SampleVariant("a transfer that ignores itself") {
      let transfer = $0.transfer
      $0.transfer = { if $1 !== $2 { try transfer($0, $1, $2, $3) } }
    },
  ]

  private static let customers: [SampleVariant] = [
    SampleVariant("a merging by SQL") {
      $0.merge = { old, new, db in
        try db.write {
          try db.execute(
            "UPDATE orders SET customer_id = \(new.id.raw) WHERE customer_id = \(old.id.raw)"
          )
          try db.execute("DELETE FROM customers WHERE id = \(old.id.raw)")
        }
      }
    },
    SampleVariant("a merging by the new customer's orders") {
      $0.merge = { old, new, db in
        try db.write {
          for order in old.orders { new.$orders.append(order) }
          _ = try EntityStore<Customer>(db).remove(old.typedID)
        }
      }
    },
    SampleVariant("a registration by SQL") {
      $0.register = { id, name, email, db in
        try db.execute("INSERT INTO customers VALUES (\(id), \(name), nullif(\(email), ''))")
      }
    },
    SampleVariant("an upgrade with an index") {
      $0.upgrade.sql += "CREATE INDEX customers_country ON customers (country);"
      $0.upgrade.undo = "DROP INDEX customers_country;" + $0.upgrade.undo
    },
  ]

  private static let views: [SampleVariant] = [
    SampleVariant("an overview with prefetched orders") {
      $0.overview = { db in
        let customers = try EntityStore<Customer>(db).query.fetch()
        try customers.prefetch(.many(\.$orders))
        return customers.map { "\($0.name): \($0.orders.count)" }.sorted()
      }
    },
    SampleVariant("an overview by two queries") {
      $0.overview = { db in
        var counts: [Int64: Int] = [:]
        for id in try db.fetchValues(Int64.self, "SELECT customer_id FROM orders") {
          counts[id, default: 0] += 1
        }
        return try db.rows("SELECT id, name FROM customers").map { row in
          let count = counts[try row["id", as: Int64.self]] ?? 0
          return "\(try row["name", as: String.self]): \(count)"
        }.sorted()
      }
    },
    SampleVariant("a label of two computed values") {
      $0.label = { customer, _ in
        let count = Computed<Int> { _ in customer.orders.count }
        return Computed { _ in "\(customer.name) (\(count.wrappedValue))" }
      }
    },
    SampleVariant("the date by another function") {
      $0.invoiceDate = { try $0.fetchValue(String.self, "SELECT strftime('%Y-%m-%d', 'now')") }
    },
    SampleVariant("a voucher from random bytes") {
      $0.voucher = { try $0.fetchValue(String.self, "SELECT hex(randomblob(8))")?.hashable }
    },
  ]
}

extension String {
  /// A number that is the same in each process.
  fileprivate var hashable: Int { utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF } }
}
