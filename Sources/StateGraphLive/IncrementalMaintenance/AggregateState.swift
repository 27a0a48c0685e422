import StateGraphRows

/// The state that an aggregate function keeps of the matching rows.
protocol AggregateState: Sendable {
  /// Applies the change of one row, as ``MaintainedWindow`` does. Returns false if the state cannot
  /// have contained the removed row.
  mutating func apply(old: RowImage?, new: RowImage?) -> Bool

  var result: AggregateResult { get }
}

extension AggregateState {
  /// Whether the change affects the value of a column.
  @inline(__always)
  func changes(_ column: Int, _ old: RowImage?, _ new: RowImage?) -> Bool {
    guard let old, let new else { return true }
    return !old.isIdentical(at: column, to: new)
  }
}

/// The number of rows, or of values that are not NULL.
struct RowCount: AggregateState {
  /// Nil to count rows.
  let column: Int?
  /// Whether the result is 1 for any number of rows greater than 0 (EXISTS).
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

/// The least or the greatest value, or the existence of a row, from the first rows of an order.
struct FirstRow: AggregateState {
  /// The column of the value; nil for the existence of a row.
  let column: Int?
  var rows: MaintainedWindow<Void>

  init(_ term: RowOrder.Term?, key: [RowOrder.Term], slack: Int) {
    column = term?.column
    let order = RowOrder((term.map { [$0] } ?? []) + key, keyCount: key.count)
    rows = MaintainedWindow(order: order, limit: 1, offset: 0, slack: slack)
  }

  mutating func apply(old: RowImage?, new: RowImage?) -> Bool {
    rows.apply(old: value(old), new: value(new)) {} != .inconsistent
  }

  /// The image of a row that can be first. NULL is neither the least nor the greatest value.
  private func value(_ image: RowImage?) -> RowImage? {
    guard let image, let column, image.storageClass(at: column) == .null else { return image }
    return nil
  }

  var result: AggregateResult {
    guard let column else { return .value(.integer(rows.visible.isEmpty ? 0 : 1)) }
    return .value(rows.visible.first.map { $0.image[column] } ?? .null)
  }
}
