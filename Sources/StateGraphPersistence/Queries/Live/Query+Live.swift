public import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

extension Query {
  /// A node that contains the entities of the query in order. The node is up to date after every
  /// commit.
  ///
  /// The changed rows of a commit update the result in memory. A commit that cannot affect the
  /// query costs nothing. The cost of any other commit depends only on the number of its changed
  /// rows. Observers are called only if an entity was added, removed or moved.
  ///
  /// Some results can only be computed by SQL, for example a full-text search or a condition on
  /// other tables. After a commit that can affect such a result, the next read queries the file
  /// again.
  ///
  /// Equal queries share their rows in memory while a node depends on them. If reading fails, the
  /// error is logged and the node contains no entities.
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

  /// Calls `handler` with the current entities, and again after every commit that adds, removes or
  /// moves an entity.
  ///
  /// Call this method inside a closure that tracks changes, such as the closure of a node's
  /// `onChange`.
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (LiveCollection<Element>) -> Void
  ) {
    live.onChange(fileID: fileID, line: line, handler)
  }

  /// The entities as an asynchronous sequence: first the current entities, then the newest entities
  /// after each change.
  ///
  /// A slow consumer receives only the newest entities.
  public var values: GraphValues<LiveCollection<Element>> { live.values }
}

/// Reads the entities for one live node.
///
/// The first read stores the query's shared result here, so that later reads need no look-up.
final class LiveNode<Element: Entity>: Sendable {
  private let slot = Guarded<SharedSlot<ResultSlot>?>(nil)

  func entities(of query: Query<Element>) -> LiveCollection<Element> {
    guard case .table(let table) = query.source else {
      return LiveCollection(query.source.fetchLoggingErrors(query.shape))
    }
    guard !table.comparesDeletedEntity(query.shape) else { return LiveCollection() }
    return table.reporting(LiveCollection()) {
      guard table.isFollowed else { return LiveCollection(try table.load(query.shape)) }
      let shared = try knownSlot(table, shape: query.shape)
      shared.depend()
      return LiveCollection(try shared.slot.rows())
    }
  }

  func knownSlot(
    _ table: QueryTable<Element>,
    shape: QueryShape
  ) throws -> SharedSlot<ResultSlot> {
    if let known = slot.withLock({ $0 }) { return known }
    let found = try table.slot(shape)
    // Another thread may have stored a slot since the look-up. It is the same slot, because equal
    // queries share one slot.
    slot.withLock { $0 = found }
    return found
  }
}
