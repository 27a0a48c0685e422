import Foundation
import StateGraphPersistence

/// The stock and the books of a shop, in one file.
final class Ledger: Sendable {
  let database: Database
  let items: EntityStore<Item>
  let lots: EntityStore<Lot>
  let movements: EntityStore<Movement>
  let quotes: EntityStore<Quote>
  let accounts: EntityStore<Account>
  let bookings: EntityStore<Booking>
  let entries: EntityStore<Entry>
  let undoLog: UndoLog
  /// The items with fewer pieces than their minimum.
  let low: Query<Item>
  /// What the pieces in stock have cost, by the movements. The books must agree with it.
  let value: Computed<Int?>

  init(path: String) throws {
    database = try Database(path: path, migrations: .list(Migrations.all))
    items = try EntityStore<Item>(database)
    lots = try EntityStore<Lot>(database)
    movements = try EntityStore<Movement>(database)
    quotes = try EntityStore<Quote>(database)
    accounts = try EntityStore<Account>(database)
    bookings = try EntityStore<Booking>(database)
    entries = try EntityStore<Entry>(database)
    undoLog = try UndoLog("ledger", in: database)
    low = items.query.where { $0.movements.sum { $0.quantity }.ifNull(0) < $0.minimum }
    value = try database.liveValue(
      Int.self,
      sql: """
        SELECT sum(movements.quantity * lots.cost) FROM movements
        JOIN lots ON lots.item_id = movements.item_id AND lots.number = movements.lot_number
        """
    )
  }

  func item(_ code: String) throws -> Item {
    guard let item = items.get(by: .init(code)) else { throw LedgerError.unknownItem(code) }
    return item
  }

  /// The balance of an account, as a node.
  func balance(_ account: AccountName) -> Computed<Int> {
    let own = entries.query.where { $0.account.id == .init(account.rawValue) }
    return Computed { _ in (try? own.sum { $0.amount }) ?? 0 }
  }
}

// MARK: - Goods

extension Ledger {
  func add(_ code: String, name: String, price: Int, minimum: Int) throws {
    try database.write(undo: "New item \(name)", in: undoLog) {
      do {
        try items.insert(Item(id: .init(code), name: name, price: price, minimum: minimum))
      } catch DatabaseError.Constraint.Kind.primaryKey {
        throw LedgerError.itemExists(code)
      }
    }
  }

  /// Buys pieces as a new lot, and pays them.
  func receive(_ code: String, _ quantity: Int, cost: Int) throws {
    let item = try item(code)
    let text = "Purchase of \(quantity) \(item.name)"
    try database.write(undo: text, in: undoLog) {
      let number = (item.lots.last?.number ?? 0) + 1
      let lot = Lot(item: item, number: number, cost: cost)
      try lots.insert(lot)
      try movements.insert(Movement(item: item, lot: lot, quantity: quantity))
      try book(text, [(.stock, quantity * cost), (.cash, -quantity * cost)])
    }
  }

  /// Sells pieces, those of the oldest lot first.
  func sell(_ code: String, _ quantity: Int) throws {
    let item = try item(code)
    let text = "Sale of \(quantity) \(item.name)"
    try database.write(undo: text, in: undoLog) {
      var (missing, cost) = (quantity, 0)
      for lot in item.lots where missing > 0 {
        let taken = min(missing, lot.movements.reduce(0) { $0 + $1.quantity })
        if taken == 0 { continue }
        try movements.insert(Movement(item: item, lot: lot, quantity: -taken))
        (missing, cost) = (missing - taken, cost + taken * lot.cost)
      }
      // The error undoes the movements.
      if missing > 0 { throw LedgerError.outOfStock(item: item.name, missing: missing) }
      try book(
        text,
        [
          (.cash, quantity * item.price), (.sales, -quantity * item.price),
          (.costs, cost), (.stock, -cost),
        ]
      )
    }
  }

  /// Writes a booking. The caller has begun a write.
  private func book(_ text: String, _ amounts: [(account: AccountName, amount: Int)]) throws {
    guard amounts.reduce(0, { $0 + $1.amount }) == 0 else { throw LedgerError.unbalanced(text) }
    let booking = Booking(text: text)
    try bookings.insert(booking)
    for (line, (name, amount)) in amounts.enumerated() {
      guard let account = accounts.get(by: .init(name.rawValue)) else { continue }
      try entries.insert(Entry(booking: booking, line: line, account: account, amount: amount))
    }
  }
}

// MARK: - Prices

extension Ledger {
  /// Raises the prices of all items whose name begins with `prefix`. Returns their number.
  func reprice(_ prefix: String, byPercent percent: Int) throws -> Int {
    try database.write(undo: "Price change", in: undoLog) {
      try items.query.where { $0.name.hasPrefix(prefix) }.update {
        $0.set(\.price, to: ($0.price * (100 + percent) / 100).ifNull(0))
      }
    }
  }

  /// Imports quotes from a file with the lines `SUPPLIER,ITEM,CENTS`: all or none. Returns the
  /// number of lines.
  func importQuotes(_ path: String) throws -> Int {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let file = URL(fileURLWithPath: path).lastPathComponent
    try database.write(undo: "Import of \(file)", in: undoLog) {
      for (offset, line) in lines.enumerated() {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 3, let price = Int(fields[2]), price >= 0 else {
          throw LedgerError.line(offset + 1, of: file)
        }
        let quote = Quote(supplier: fields[0], item: try item(fields[1]), price: price)
        try quotes.upsert(quote, onConflict: \.supplier, \.item)
      }
    }
    return lines.count
  }
}

// MARK: - Undo

extension Ledger {
  /// Takes the last command back. Returns its name, or nil if there is none.
  func undo() throws -> String? {
    do { return try undoLog.undo() } catch DatabaseError.Code.undoConflict {
      throw LedgerError.changedElsewhere(undoLog.undoName ?? "")
    }
  }

  func redo() throws -> String? {
    do { return try undoLog.redo() } catch DatabaseError.Code.undoConflict {
      throw LedgerError.changedElsewhere(undoLog.redoName ?? "")
    }
  }
}
