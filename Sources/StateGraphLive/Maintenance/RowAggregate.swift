import StateGraphRows

/// What an aggregate keeps of the rows that match.
protocol RowAggregate: Sendable {
  /// Takes in one row's change, as ``LiveRows`` does. Returns false where a row that left cannot
  /// have been there.
  mutating func apply(old: RowImage?, new: RowImage?) -> Bool

  var result: AggregateResult { get }
}

extension RowAggregate {
  /// Takes in a change by what it does to the value of one column.
  @inline(__always)
  func changes(_ column: Int, _ old: RowImage?, _ new: RowImage?) -> Bool {
    guard let old, let new else { return true }
    return !old.isIdentical(at: column, to: new)
  }
}

/// The number of rows, or of values that are not NULL.
struct RowCount: RowAggregate {
  /// Nil for the rows.
  let column: Int?
  /// Whether the result is only whether there are any.
  let isExistence: Bool
  var count = 0

  mutating func apply(old: RowImage?, new: RowImage?) -> Bool {
    if let old, counts(old) { count -= 1 }
    if let new, counts(new) { count += 1 }
    return count >= 0
  }

  private func counts(_ image: RowImage) -> Bool {
    column.map { image.storageClass(at: $0) != .null } ?? true
  }

  var result: AggregateResult { .value(.integer(Int64(isExistence ? min(1, count) : count))) }
}

/// The least or the greatest value, or whether there is a row at all, from the first rows of an
/// order.
struct FirstRow: RowAggregate {
  /// The column whose value it is; nil where only the presence of a row counts.
  let column: Int?
  var rows: LiveRows<Void>

  init(_ term: RowOrder.Term?, key: [RowOrder.Term], slack: Int) {
    column = term?.column
    let order = RowOrder((term.map { [$0] } ?? []) + key, keyCount: key.count)
    rows = LiveRows(order: order, limit: 1, offset: 0, slack: slack)
  }

  mutating func apply(old: RowImage?, new: RowImage?) -> Bool {
    rows.apply(old: value(old), new: value(new)) {} != .inconsistent
  }

  /// NULL is no least and no greatest value.
  private func value(_ image: RowImage?) -> RowImage? {
    guard let image, let column, image.storageClass(at: column) == .null else { return image }
    return nil
  }

  var result: AggregateResult {
    guard let column else { return .value(.integer(rows.visible.isEmpty ? 0 : 1)) }
    return .value(rows.visible.first.map { $0.image[column] } ?? .null)
  }
}
