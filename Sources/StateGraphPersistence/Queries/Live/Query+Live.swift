public import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

extension Query {
  /// A node with the entities of the query, in order, fresh after every commit.
  ///
  /// A commit is followed by its rows: one that cannot concern the query costs it nothing, one that
  /// does costs what its rows do, whatever the size of the result or the table. Those who depend on
  /// the node hear of it only if an entity came, went or moved. What only SQL can answer (full-text
  /// search, conditions on other tables) is read again where it can differ.
  ///
  /// All who ask the same query share its rows. They are kept for as long as somebody depends on
  /// them. A failure is logged, and the node is empty.
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

  /// Calls `handler` with the entities now and after every commit that brings, takes or moves one.
  /// For the places where a node's `onChange` can be called, and on its terms.
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (LiveCollection<Element>) -> Void
  ) {
    live.onChange(fileID: fileID, line: line, handler)
  }

  /// The entities over time, as an asynchronous sequence: the latest ones win.
  public var values: GraphValues<LiveCollection<Element>> { live.values }
}

/// What a live node asks, so that it looks for the shared slot once.
final class LiveNode<Element: Entity>: Sendable {
  private let slot = Guarded<SharedSlot<any RowsLiveSlot>?>(nil)

  func entities(of query: Query<Element>) -> LiveCollection<Element> {
    guard case .table(let table) = query.source else { return LiveCollection(query.getAll()) }
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
  ) throws -> SharedSlot<any RowsLiveSlot> {
    if let known = slot.withLock({ $0 }) { return known }
    let found = try table.slot(shape)
    // Another thread has found the same one.
    slot.withLock { $0 = found }
    return found
  }
}
