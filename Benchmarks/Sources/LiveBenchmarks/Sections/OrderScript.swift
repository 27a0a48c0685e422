/// The writes of the aggregate benchmarks. Each write is a transaction.
protocol OrderWriter {
  func insertOrder(_ id: Int, amount: Int, customer: Int) throws
  func updateOrder(_ id: Int, amount: Int) throws
  func deleteOrder(_ id: Int) throws
}

/// The writes of the aggregate benchmarks, equal for all sides. They concern orders of ten observed
/// customers, which are spread evenly.
final class OrderScript {
  private let customerCount: Int
  private let writer: any OrderWriter
  private var round = 0
  private var nextOrder = 1_000_000_000

  init(customerCount: Int, _ writer: any OrderWriter) {
    self.customerCount = customerCount
    self.writer = writer
  }

  var touchedCustomers: [Int] { (0..<10).map { $0 * customerCount / 10 } }

  private var customer: Int { touchedCustomers[round % 10] }

  /// Returns the writes of a round.
  func steps(_ perform: @escaping (() throws -> Void) throws -> Void) -> [Step] {
    let writes: [(String, () throws -> Void)] = [
      ("insert", { try self.insert(amount: 5_000) }), ("update", update), ("delete", delete),
      // The amount is larger than the amount of any other order.
      ("insert the largest", { try self.insert(amount: 20_000 + self.round) }),
      ("delete the largest", delete),
    ]
    return writes.map { name, write in Step(name: name) { try perform(write) } }
  }

  private func insert(amount: Int) throws {
    round += 1
    nextOrder += 1
    try writer.insertOrder(nextOrder, amount: amount, customer: customer)
  }

  /// Sets another amount in each round. It is neither the smallest nor the largest of the customer.
  private func update() throws {
    try writer.updateOrder(nextOrder, amount: 5_001 + round % 1_000)
  }

  private func delete() throws { try writer.deleteOrder(nextOrder) }
}
