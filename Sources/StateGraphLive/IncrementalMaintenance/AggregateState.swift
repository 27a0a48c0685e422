import StateGraphRows

/// What an aggregate function keeps of the matching rows, so that a changed row can update its
/// result.
protocol AggregateState: Sendable {
  /// Updates the state for the change of one row. An image is nil if the row did not match before
  /// the change, or does not match after it. Returns false if the state cannot have contained the
  /// removed row.
  mutating func apply(old: RowImage?, new: RowImage?) -> Bool

  var result: AggregateResult { get }
}

extension AggregateState {
  /// Returns whether the change affects the value of a column.
  @inline(__always)
  func changes(_ column: Int, _ old: RowImage?, _ new: RowImage?) -> Bool {
    guard let old, let new else { return true }
    return !old.isIdentical(at: column, to: new)
  }
}

/// Counts rows, or the values of a column that are not NULL.
struct RowCount: AggregateState {
  /// The column whose values are counted; nil to count rows.
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

/// The least or the greatest value of a column, or the existence of a row. The first row in an
/// order is enough to know the result.
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

  /// Returns the image if its row can be the first one. Returns nil if its value is NULL, because
  /// NULL is neither the least nor the greatest value.
  private func value(_ image: RowImage?) -> RowImage? {
    guard let image, let column, image.storageClass(at: column) == .null else { return image }
    return nil
  }

  var result: AggregateResult {
    guard let column else { return .value(.integer(rows.visible.isEmpty ? 0 : 1)) }
    return .value(rows.visible.first.map { $0.image[column] } ?? .null)
  }
}
