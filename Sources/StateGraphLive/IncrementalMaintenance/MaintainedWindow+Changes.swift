public import StateGraphRows

extension MaintainedWindow {
  /// Updates the stored rows after the change of one row.
  ///
  /// - Parameters:
  ///   - old: The row's image before the change; nil if the row did not match the query.
  ///   - new: The row's image after the change; nil if the row does not match the query. Both
  ///     images must have the same primary key. Report a change of the key as two changes.
  ///   - element: Creates the element that is stored with the row. Called only if the window starts
  ///     to store the row.
  /// - Returns: The effect of the change on the visible rows.
  /// - Throws: The error that `element` throws.
  @inlinable
  package mutating func apply(
    old: RowImage?,
    new: RowImage?,
    element: () throws -> Element
  ) rethrows -> Outcome {
    guard end != 0 else { return .unchanged }
    let old = old.flatMap { isWithinBound($0) ? $0 : nil }
    let new = new.flatMap { isWithinBound($0) ? $0 : nil }
    switch (old, new) {
    case (nil, nil): return .unchanged
    case (let old?, nil): return remove(old)
    case (nil, let new?): return try insert(new, element: element)
    case (let old?, let new?):
      return order.compare(old, with: new) == 0 ? replace(by: new) : move(old, to: new)
    }
  }

  @inlinable
  func isWithinBound(_ image: RowImage) -> Bool {
    guard let bound else { return true }
    return order.compare(image, with: bound) <= 0
  }

  @inlinable
  mutating func insert(_ image: RowImage, element: () throws -> Element) rethrows -> Outcome {
    let position = rows.position(of: image)
    guard !position.isPresent else { return .inconsistent }
    let rank = rows.insert(Row(image: image, element: try element()), at: position)
    let outcome = outcome(ofShiftFrom: rank, count: rows.count)
    trim()
    return outcome
  }

  @inlinable
  mutating func remove(_ image: RowImage) -> Outcome {
    let count = rows.count
    guard let removed = rows.remove(image) else { return .inconsistent }
    return outcome(ofShiftFrom: removed.rank, count: count)
  }

  @inlinable
  mutating func replace(by image: RowImage) -> Outcome {
    let position = rows.position(of: image)
    guard position.isPresent else { return .inconsistent }
    rows.replace(Row(image: image, element: rows.row(at: position).element), at: position)
    let rank = rows.rank(at: position)
    return rank >= offset && rank < end ?? .max ? .updated : .unchanged
  }

  @inlinable
  mutating func move(_ old: RowImage, to new: RowImage) -> Outcome {
    guard let removed = rows.remove(old),
      let rank = rows.insert(Row(image: new, element: removed.row.element))
    else { return .inconsistent }
    let isVisible =
      Swift.min(rank, removed.rank) < end ?? .max && Swift.max(rank, removed.rank) >= offset
    guard isVisible else { return .unchanged }
    return rank == removed.rank ? .updated : .changed
  }

  /// Returns `changed` if a visible row is at or after `rank`, otherwise `unchanged`.
  ///
  /// Call this function when an inserted or removed row moves all rows at or after `rank` by one
  /// position. `count` is the larger of the row counts before and after the change.
  @inlinable
  func outcome(ofShiftFrom rank: Int, count: Int) -> Outcome {
    rank < end ?? .max && count > offset ? .changed : .unchanged
  }
}
