/// The relationships that were read inside the open write, with its uncommitted changes.
///
/// Without this object, each read of a relationship inside a write would select all its rows. Only
/// the thread that holds the write lock uses this object.
final class UncommittedRelationships {
  private struct Entry {
    /// The object to which the result belongs, such as a ``RelationshipSlot``. It is retained,
    /// because results are found by its address.
    let owner: AnyObject
    let result: AnyObject
  }

  /// The maximum number of stored results. A write that reads a million relationships must not keep
  /// all results in memory.
  private static let limit = 1_024

  private var entries: [ObjectIdentifier: Entry] = [:]

  func result(of owner: AnyObject) -> AnyObject? { entries[ObjectIdentifier(owner)]?.result }

  func keep(_ result: AnyObject, of owner: AnyObject) {
    var dropped: [ObjectIdentifier: Entry] = [:]
    if entries.count >= UncommittedRelationships.limit { swap(&dropped, &entries) }
    let replaced = entries.updateValue(
      Entry(owner: owner, result: result),
      forKey: ObjectIdentifier(owner)
    )
    // Releases the dropped results after the last access to `entries`. The `deinit` of their
    // entities is user code, which may call this object again.
    dropped.removeAll()
    withExtendedLifetime(replaced) {}
  }

  /// Removes all results.
  ///
  /// - Returns: Objects that retain the results. The caller must release these objects at a point
  ///   where user code may run.
  func removeAll() -> [AnyObject] {
    if entries.isEmpty { return [] }
    defer { entries = [:] }
    return entries.values.map(\.result) + entries.values.map(\.owner)
  }
}
