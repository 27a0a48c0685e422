/// The results that the open write has read, each as the write has left it.
///
/// Without them, each read of a relationship inside a write would select all its rows. Only the
/// thread that holds the write lock uses this object.
final class UncommittedRelationships {
  private struct Entry {
    /// The owner is retained, because results are found by its address.
    let owner: AnyObject
    let result: AnyObject
  }

  /// The number of results that are kept. A write that reads a million relationships must not keep
  /// all of them.
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
    // The `deinit` of the dropped entities is user code, which may call this object again. The
    // entries are therefore released after the last access.
    dropped.removeAll()
    _ = replaced
  }

  /// Removes all results.
  ///
  /// - Returns: Objects that retain them. The caller must release these at a point where user code
  ///   may run.
  func removeAll() -> [AnyObject] {
    if entries.isEmpty { return [] }
    defer { entries = [:] }
    return entries.values.map(\.result) + entries.values.map(\.owner)
  }
}
