import Foundation
import StateGraphPersistence

// The code of the article about entities, as it stands there.

enum Status: String, Bindable { case draft, sent, paid }

struct Money: Equatable, Sendable { var cents: Int }

enum Cents: ColumnConversion {
  static func stored(_ value: Money) -> Int { value.cents }
  static func value(_ stored: Int) -> Money { Money(cents: stored) }
}

@Entity(id: Int.self, indexes: .index("customer", "issued"))
final class Invoice {
  @GraphStored @Column(.unique, .check("length(number) > 0")) var number: String
  @GraphStored @Column(.default("'draft'")) var status: Status = .draft
  @GraphStored @Column("total_cents", as: Cents.self) var total: Money = Money(cents: 0)
  @GraphStored @Column(.json) var lines: [String] = []
  @GraphStored var issued: Date?
  @GraphStored @Column(.onDelete(.restrict)) var customer: Customer
}

@Entity(id: UUID.self)
final class Customer {
  @GraphStored @Column(.searchable) var name: String
}

@Entity(id: CompositeKey<Int, Int>.self, key: "invoice_id", "place")
final class InvoiceLine {
  @GraphStored var invoice: Invoice
  @GraphStored var place: Int
  @GraphStored var text: String
}

func thirdLine(of invoice: Invoice, in lines: EntityStore<InvoiceLine>) -> InvoiceLine? {
  lines.get(by: .init(CompositeKey(invoice.typedID.raw, 3)))
}

@Entity(id: Int.self, keys: .database)
final class Order {
  @GraphStored var customer: String
  @GraphComputed(inverse: \OrderLine.order) var lines: [OrderLine]
}

@Entity(id: UUID.self, keys: .uuidV7)
final class Attachment {
  @GraphStored var name: String
  @GraphStored var order: Order
}

func addOrder(to orders: EntityStore<Order>, _ attachments: EntityStore<Attachment>) throws -> Int {
  let order = Order(customer: "Ada")
  let attachment = Attachment(name: "scan.pdf", order: order)
  try orders.insert(order)
  try attachments.insert(attachment)
  return order.id.raw
}

func show(_ attachment: Attachment) {
  print(attachment)  // Attachment("0198…", name: "scan.pdf", order: Order(1))
}

@Entity(id: CompositeKey<Int, Int>.self, key: "order_id", "place")
final class OrderLine {
  @GraphStored var order: Order
  @GraphStored var place: Int
  @GraphStored var text: String
  @GraphComputed(inverse: \Shipment.line) var shipments: [Shipment]
}

func text(of order: Order) -> String {
  order.lines.map(\.text).joined(separator: "\n")
}

@Entity(id: Int.self, keys: .database)
final class Shipment {
  @GraphStored var carrier: String
  @GraphStored var order: Order
  @GraphStored @Column(columns: "order_id", "place") var line: OrderLine?
}

func ship(_ line: OrderLine, by carrier: String, in store: EntityStore<Shipment>) throws -> Int {
  store.add(Shipment(carrier: carrier, order: line.order, line: line))
  return try store.query.where { $0.line == line }.fetchCount()
}
