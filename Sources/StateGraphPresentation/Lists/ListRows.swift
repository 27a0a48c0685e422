/// The rows of a list at one moment. The value never changes.
///
/// The live collections of `StateGraphPersistence` conform to this protocol in
/// `StateGraphSessions`, and ``ArrayRows`` contains an array. A list shows such a value, and then a
/// later value. It asks the later value for the steps between both, so that it changes only the
/// rows that differ.
public protocol ListRows<Element, ID>: Sendable {
  /// What one row shows, such as an entity.
  associatedtype Element
  /// Identifies a row, also after it has moved. No two rows have the same identifier.
  associatedtype ID: Hashable & Sendable

  /// The number of rows.
  var count: Int { get }

  /// Returns a row. The offset must be at least 0 and less than ``count``. The result is nil if the
  /// row cannot be read, for example because it was deleted after these rows had been read.
  func element(at position: Int) -> Element?

  /// Returns the identifier of a row. It does not depend on the value of `self`.
  func id(of element: Element) -> ID

  /// Returns the steps that change the rows of `old` to these rows, or nil if so many rows differ
  /// that a list should replace all of them.
  func steps(from old: Self) -> ListSteps?

  /// Returns the offset of a row, or nil if there is no such row.
  ///
  /// - Parameters:
  ///   - element: The row, from these rows or from earlier ones.
  ///   - guess: An offset near which the row may be.
  func position(of element: Element, near guess: Int) -> Int?
}

extension ListRows {
  /// Compares the identifiers of the rows one by one. Begins at `guess`, and then moves away from
  /// it in both directions.
  public func position(of element: Element, near guess: Int) -> Int? {
    let wanted = id(of: element)
    let start = min(max(guess, 0), count)
    var (below, above) = (start - 1, start)
    while below >= 0 || above < count {
      if above < count {
        if self.element(at: above).map(id(of:)) == wanted { return above }
        above += 1
      }
      if below >= 0 {
        if self.element(at: below).map(id(of:)) == wanted { return below }
        below -= 1
      }
    }
    return nil
  }
}
