/// A checksum over the rows of a nested query and their order.
typealias LedgerSum = Int

extension LedgerSum {
  mutating func add(_ id: Int, _ value: Int) { self = (self &* 31 &+ id) &* 31 &+ value }
}

/// The nested queries in SQL. GRDB runs them, and the values of all observers are compared with
/// them.
enum LedgerQuery: CaseIterable {
  /// The latest activities of an organization, with the account of each.
  case latestActivities
  /// The richest accounts of an organization, with the latest activities of each.
  case richestAccounts
  /// The organizations by total, with the richest accounts of each.
  case leaders

  /// The SELECT of the window, and the SELECT of the children of one of its rows. A row consists of
  /// pairs of an id and a value.
  private var sql: (window: String, children: String?) {
    let (window, children) = (RelationalThroughput.windowSize, RelationalThroughput.childCount)
    let richest = """
      SELECT id, balance FROM accounts WHERE organization_id = ? ORDER BY balance DESC, id LIMIT
      """
    return switch self {
    case .latestActivities:
      (
        """
        SELECT v.id, v.amount, a.id, a.balance FROM activities v JOIN accounts a
        ON a.id = v.account_id WHERE v.organization_id = ? ORDER BY v.id DESC LIMIT \(window)
        """, nil
      )
    case .richestAccounts:
      (
        "\(richest) \(window)",
        "SELECT id, amount FROM activities WHERE account_id = ? ORDER BY id DESC LIMIT \(children)"
      )
    case .leaders:
      (
        "SELECT id, total FROM organizations ORDER BY total DESC, id LIMIT \(window)",
        "\(richest) \(children)"
      )
    }
  }

  /// - Parameter rows: Runs a SELECT with at most one argument, and returns its rows.
  func sum(of organization: Int, rows: (String, Int?) throws -> [[Int]]) throws -> LedgerSum {
    var sum = LedgerSum()
    let (window, children) = sql
    for row in try rows(window, self == .leaders ? nil : organization) {
      var rowSum = LedgerSum()
      for place in stride(from: 0, to: row.count, by: 2) { rowSum.add(row[place], row[place + 1]) }
      if let children {
        for child in try rows(children, row[0]) { rowSum.add(child[0], child[1]) }
      }
      sum.add(row[0], rowSum)
    }
    return sum
  }
}
