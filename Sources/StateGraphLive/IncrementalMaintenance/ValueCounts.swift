import StateGraphRows

/// The data for `count(DISTINCT x)`, `min` and `max`: the number of rows for each value of a
/// column.
///
/// The values are sorted. Copies share memory, so copying is cheap.
struct ValueCounts: AggregateState {
  private let column: Int
  /// Whether the aggregate function is `count(DISTINCT x)`. If false, the function is `min` or
  /// `max`, and the result is the first value.
  private let isCount: Bool
  /// One row for each value of the column.
  ///
  /// The row's image contains only the value. Its element is the number of query rows with this
  /// value.
  private var values: OrderedRows<Int>

  init(_ term: RowOrder.Term, isCount: Bool = false) {
    (column, self.isCount) = (term.column, isCount)
    values = OrderedRows(RowOrder([term.alone]))
  }

  mutating func apply(old: RowImage?, new: RowImage?) -> Bool {
    guard changes(column, from: old, to: new) else { return true }
    return (old.map { remove($0) } ?? true) && (new.map { insert($0) } ?? true)
  }

  private mutating func insert(_ image: RowImage) -> Bool {
    guard let (value, position) = position(of: image) else { return true }
    if position.isPresent {
      let row = values.row(at: position)
      values.replace(OrderedRows.Row(image: row.image, element: row.element + 1), at: position)
    } else {
      _ = values.insert(OrderedRows.Row(image: value, element: 1), at: position)
    }
    return true
  }

  /// Subtracts one row from the count of its value. Returns false if no row has the value.
  private mutating func remove(_ image: RowImage) -> Bool {
    guard let (_, position) = position(of: image) else { return true }
    guard position.isPresent else { return false }
    let row = values.row(at: position)
    if row.element == 1 {
      _ = values.remove(at: position)
    } else {
      values.replace(OrderedRows.Row(image: row.image, element: row.element - 1), at: position)
    }
    return true
  }

  /// Returns the value of a row, and the position of the value in `values`.
  ///
  /// Returns nil if the value is NULL, because NULL is not counted.
  private func position(of image: RowImage) -> (value: RowImage, OrderedRows<Int>.Position)? {
    if image.storageClass(at: column) == .null { return nil }
    let value = RowImage([column], of: image)
    return (value, values.position(of: value))
  }

  var result: AggregateResult {
    if isCount { return .value(.integer(Int64(values.count))) }
    return .value(values.first.map { $0.image[0] } ?? .null)
  }
}
