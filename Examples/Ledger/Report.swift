import Foundation
import StateGraphPersistence

/// The stock and the balances at one commit.
struct Report {
  let lines: [String]

  init(_ ledger: Ledger) throws {
    lines = try ledger.database.read {
      let stock = try ledger.items.query.order { $0.name.ascending }
        .select { ($0.name, $0.movements.sum { $0.quantity }.ifNull(0), $0.price) }.fetch()
      let quotes = try ledger.quotes.query.order { ($0.price.ascending, $0.supplier.ascending) }
        .fetch()
      let balances = try ledger.entries.query.group { $0.account }.sum { $0.amount }
      var lines = stock.map { name, count, price in "\(name): \(count) at \(euros(price))" }
      if let best = quotes.first {
        lines.append("cheapest quote: \(best.item.name), \(euros(best.price)), \(best.supplier)")
      }
      lines += balances.map { account, amount in
        "\(account?.raw ?? "-"): \(euros(amount ?? 0))"
      }
      let booked = balances.first { $0.key?.raw == AccountName.stock.rawValue }?.value ?? 0
      let isBalanced = balances.reduce(0) { $0 + ($1.value ?? 0) } == 0
      let agrees = booked == ledger.value.wrappedValue ?? 0
      lines.append(isBalanced && agrees ? "the books are right" : "THE BOOKS ARE WRONG")
      return lines
    }
  }
}

/// Cents as an amount of money.
func euros(_ cents: Int) -> String {
  "\(cents < 0 ? "-" : "")\(abs(cents) / 100).\(String(format: "%02d", abs(cents) % 100))"
}
