import StateGraphRows

/// The data that is kept in memory for one aggregate result, such as `sum(x)`. With this data, the
/// change of one row updates the result.
///
/// Without this data, the query would have to run again after each change.
protocol AggregateState: Sendable {
  /// Updates the state for the change of one row.
  ///
  /// Returns false if the state cannot have contained the removed row. In this case, the caller
  /// must load all rows again.
  ///
  /// - Parameters:
  ///   - old: The row before the change; nil if the row did not match the query.
  ///   - new: The row after the change; nil if the row does not match the query.
  mutating func apply(old: RowImage?, new: RowImage?) -> Bool

  var result: AggregateResult { get }
}

extension AggregateState {
  /// Returns whether the change of a row may affect the value of a column.
  ///
  /// Returns true if the row was added or removed. If the row was updated, compares the old value
  /// with the new value.
  @inline(__always)
  func changes(_ column: Int, from old: RowImage?, to new: RowImage?) -> Bool {
    guard let old, let new else { return true }
    return !old.isIdentical(at: column, to: new)
  }
}

/// The data for `count(*)`, `count(x)` and EXISTS: the number of rows, or of values that are not
/// NULL.
struct RowCount: AggregateState {
  /// The index of the column whose values are counted, or nil if rows are counted.
  let column: Int?
  /// Whether the aggregate function is EXISTS. Its result is 1 for any number of rows above 0.
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

/// The data for `min`, `max` and EXISTS: the first matching rows in the order of the column, or of
/// the primary key for EXISTS.
///
/// Only the first row determines the result. A few rows after the first row are also stored. If the
/// first row is deleted, the next row replaces it without an SQL statement.
struct FirstRow: AggregateState {
  /// The index of the column for `min` or `max`, or nil for EXISTS.
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

  /// Returns `image` if the aggregate function takes the image's row into account, otherwise nil.
  ///
  /// A row with NULL in the column is left out, because `min` and `max` ignore NULL.
  private func value(_ image: RowImage?) -> RowImage? {
    guard let image, let column, image.storageClass(at: column) == .null else { return image }
    return nil
  }

  var result: AggregateResult {
    guard let column else { return .value(.integer(rows.visible.isEmpty ? 0 : 1)) }
    return .value(rows.visible.first.map { $0.image[column] } ?? .null)
  }
}
