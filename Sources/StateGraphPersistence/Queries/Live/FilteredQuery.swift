public import StateGraphCore
import StateGraphSQLite

/// The rows of a query for which a Swift closure holds.
///
/// ```swift
/// let close = places.query.where { $0.isOpen }.filter { $0.distance(from: home.position) < 500 }
/// for await places in close.values { … }
/// ```
///
/// Use it for filters that no condition of ``Query/where(_:)`` can express. Otherwise prefer a
/// condition: SQLite can use an index for it, and no entity is created for rows that do not meet
/// it.
public struct FilteredQuery<Element: Entity>: Sendable {
  let query: Query<Element>
  let isIncluded: @Sendable (Element) -> Bool

  /// The entities for which the closure returns true, in the order of the query. Calls the closure
  /// for each entity of the query.
  ///
  /// - Throws: The errors of ``Query/fetch()``.
  public func fetch() throws -> [Element] { try query.fetch().filter(isIncluded) }

  /// A node with the entities for which the closure returns true, in the order of the query. It is
  /// up to date after every commit.
  ///
  /// The first read of the node calls the closure for every entity of the query. Later, the closure
  /// is called for each entity that enters the query. It is also called again for an entity if a
  /// node that it has read for this entity changes: a property, a property of a related entity, or
  /// any other node. Other values that the closure reads are not tracked. The closure runs without
  /// a lock, on the thread that reads the node. If two threads read an outdated node at the same
  /// time, both may call it.
  ///
  /// Each node that this property returns keeps a result for every entity of the query, as long as
  /// the node exists. Use ``Query/where(_:)`` to reduce the number of entities.
  public var live: Computed<LiveCollection<Element>> {
    let node = FilterNode(query, isIncluded)
    return Computed(
      areEqual: { $0.isSame(as: $1) },
      name: "filtered query",
      fileID: "",
      line: 0,
      { _ in node.entities() }
    )
  }

  /// Calls `handler` with the entities now, and after every change that adds, removes or moves an
  /// entity. Like `onChange` of a node, it must be called inside a closure that tracks changes.
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (LiveCollection<Element>) -> Void
  ) {
    live.onChange(fileID: fileID, line: line, handler)
  }

  /// Calls `handler` with the entities, and with the steps that lead from the entities of the
  /// previous call to these, as ``Query/onDifference(fileID:line:_:)`` does.
  public func onDifference(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (LiveCollection<Element>, LiveDifference<Element>?) -> Void
  ) {
    live.onDifference(fileID, line, handler)
  }

  /// The entities over time, as an asynchronous sequence. A slow consumer skips to the latest
  /// entities.
  public var values: GraphValues<LiveCollection<Element>> { live.values }
}

extension Query {
  /// Keeps only the entities for which a closure returns true. A live filter calls the closure
  /// again if a node that it has read changes. The limit and the offset of the query apply before
  /// the filter.
  public func filter(
    _ isIncluded: @escaping @Sendable (Element) -> Bool
  ) -> FilteredQuery<Element> {
    FilteredQuery(query: self, isIncluded: isIncluded)
  }
}

/// Computes the entities of a live filter: it applies the closure to the kept rows of the query.
private final class FilterNode<Element: Entity>: Sendable {
  private let query: Query<Element>
  private let isIncluded: @Sendable (Element) -> Bool
  private let base = LiveNode<Element>()
  private let rows: MaintainedFilter

  init(_ query: Query<Element>, _ isIncluded: @escaping @Sendable (Element) -> Bool) {
    (self.query, self.isIncluded) = (query, isIncluded)
    // SAFETY: the closure is called only with entities of the query.
    rows = MaintainedFilter { isIncluded(unsafeDowncast($0, to: Element.self)) }
  }

  func entities() -> LiveCollection<Element> {
    // Only this thread sees the state of its open transaction or snapshot, so this result is not
    // kept.
    if UncommittedValues.areVisible {
      return LiveCollection(query.fetchLoggingErrors().filter(isIncluded))
    }
    rows.depend()
    return LiveCollection(rows.filter(base.entities(of: query).rows))
  }
}
