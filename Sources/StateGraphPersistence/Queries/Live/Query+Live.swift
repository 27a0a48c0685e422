public import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

extension Query {
  /// A node with the entities of the query in order. It is up to date after every commit.
  ///
  /// The changed rows of a commit update the result in memory. A commit that cannot affect the
  /// query costs nothing. The cost of any other commit depends on its changed rows, and not on the
  /// size of the result or the table. Observers are called only if an entity was added, removed or
  /// moved. Results that only SQL can compute (full-text search, conditions on other tables) are
  /// read from the file again after a commit that can affect them.
  ///
  /// Equal queries share their rows, which are kept as long as a node depends on them. If reading
  /// fails, the error is logged and the node is empty.
  public var live: Computed<LiveCollection<Element>> {
    let (query, node) = (self, LiveNode<Element>())
    return Computed(
      areEqual: { $0.isSame(as: $1) },
      name: "live query",
      fileID: "",
      line: 0,
      { _ in node.entities(of: query) }
    )
  }

  /// Calls `handler` with the entities now, and after every commit that adds, removes or moves an
  /// entity. Like `onChange` of a node, it must be called inside a closure that tracks changes.
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (LiveCollection<Element>) -> Void
  ) {
    live.onChange(fileID: fileID, line: line, handler)
  }

  /// The entities over time, as an asynchronous sequence. A slow consumer skips to the latest
  /// entities.
  public var values: GraphValues<LiveCollection<Element>> { live.values }
}

/// Reads the entities for a live node. It looks up the shared slot of the query only once.
final class LiveNode<Element: Entity>: Sendable {
  private let slot = Guarded<SharedSlot<any ResultSlot>?>(nil)

  func entities(of query: Query<Element>) -> LiveCollection<Element> {
    guard case .table(let table) = query.source else {
      return LiveCollection(query.fetchLoggingErrors())
    }
    return table.reporting(LiveCollection()) {
      guard table.isFollowed else { return LiveCollection(try table.load(query.shape)) }
      let shared = try knownSlot(table, query.shape)
      shared.depend()
      return LiveCollection(try shared.slot.rows())
    }
  }

  private func knownSlot(
    _ table: QueryTable<Element>,
    _ shape: QueryShape
  ) throws -> SharedSlot<any ResultSlot> {
    if let known = slot.withLock({ $0 }) { return known }
    let found = try table.slot(shape)
    // If another thread has stored a slot meanwhile, it is the same slot.
    slot.withLock { $0 = found }
    return found
  }
}
