public import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

extension Query {
  /// A node with the entities of the query in order, up to date after every commit.
  ///
  /// The rows of a commit maintain the result. A commit that cannot affect the query costs nothing;
  /// another costs an amount that depends on its rows, and neither on the size of the result nor of
  /// the table. Observers are called only if an entity was added, removed or moved. Results that
  /// only SQL can compute (full-text search, conditions on other tables) are read again after a
  /// commit that can affect them.
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
  /// entity. As `onChange` of a node, it has to be called where changes are tracked.
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (LiveCollection<Element>) -> Void
  ) {
    live.onChange(fileID: fileID, line: line, handler)
  }

  /// The entities over time as an asynchronous sequence. A slow consumer receives only the latest.
  public var values: GraphValues<LiveCollection<Element>> { live.values }
}

/// The source of a live node. It looks up the shared slot of the query once.
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
    // If another thread has stored a slot, it is the same.
    slot.withLock { $0 = found }
    return found
  }
}
