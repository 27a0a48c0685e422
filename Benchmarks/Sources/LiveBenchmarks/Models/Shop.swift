import StateGraphPersistence

@Entity
final class Customer {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored var name: String
}

@Entity
final class Order {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored var amount: Int
  @GraphStored var customer: Customer
}

/// 100 orders for each customer.
enum ShopContent {
  static let ordersPerCustomer = 100

  static func statements(customerCount: Int) -> [SQL] {
    let orderCount = customerCount * ordersPerCustomer
    return [
      "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT",
      """
      CREATE TABLE orders (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL,
        customer_id INTEGER NOT NULL REFERENCES customers (id)) STRICT
      """,
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(customerCount))
      INSERT INTO customers SELECT i, 'customer ' || i FROM n
      """,
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(orderCount))
      INSERT INTO orders SELECT i, i * 7919 % 10007, i / \(ordersPerCustomer) FROM n
      """,
      "CREATE INDEX orders_customer_id ON orders (customer_id, amount)",
    ]
  }
}
