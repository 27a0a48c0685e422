public import StateGraphPersistence

@Entity(id: Int64.self)
public final class Customer {
  @GraphStored public var name: String
  @GraphStored public var email: String?
  @GraphComputed(inverse: \Order.customer) public var orders: [Order]
}

@Entity(id: Int64.self)
public final class Order {
  @GraphStored @Column(.onDelete(.cascade)) public var customer: Customer
  @GraphStored @Column(.default("'open'"), .check("state IN ('open', 'paid')"))
  public var state: String = "open"
  @GraphStored @Column(.default("0")) public var totalCents: Int = 0
  @GraphComputed(inverse: \OrderLine.order) public var lines: [OrderLine]

  /// Marks the order as paid.
  public func pay() { state = "paid" }

  /// Adds a line to the order, and its price to the total of the order, in one transaction.
  public func add(_ text: String, cents: Int, in database: Database) throws {
    try database.write {
      let line = OrderLine(order: self, place: Int64(lines.count + 1), text: text, cents: cents)
      try EntityStore<OrderLine>(database).insert(line)
      totalCents += cents
    }
  }
}

@Entity(id: CompositeKey<Int64, Int64>.self, key: "order_id", "place")
public final class OrderLine {
  @GraphStored @Column(.onDelete(.cascade)) public var order: Order
  @GraphStored public var place: Int64
  @GraphStored public var text: String
  @GraphStored public var cents: Int
}
