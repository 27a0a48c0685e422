public import StateGraphCore
import StateGraphSQLite

/// The rows of a query for which a Swift closure returns true.
///
/// ```swift
/// let close = places.query.where { $0.isOpen }.filter { $0.distance(from: home.position) < 500 }
/// for await places in close.values { … }
/// ```
///
/// Use a filter only if ``Query/where(_:)`` cannot express the condition. With a condition, SQLite
/// can use an index, and no entity is created for rows that do not match.
public struct FilteredQuery<Element: Entity>: Sendable {
  let query: Query<Element>
  let isIncluded: @Sendable (Element) -> Bool

  /// Returns the entities for which the closure returns true, in the order of the query.
  ///
  /// Loads every entity of the query and calls the closure for each of them.
  ///
  /// - Throws: The errors of ``Query/fetch()``.
  public func fetch() throws -> [Element] { try query.fetch().filter(isIncluded) }

  /// A node that contains the entities for which the closure returns true, in the order of the
  /// query. The node is up to date after every commit.
  ///
  /// The first read of the node calls the closure for every entity of the query. Later, the closure
  /// is called for an entity in two cases:
  /// - The entity enters the query.
  /// - A node has changed that the closure read for this entity. This can be a property of the
  ///   entity, a property of a related entity, or any other node.
  ///
  /// Other values that the closure reads are not tracked.
  ///
  /// The closure runs without a lock, on the thread that reads the node. If two threads read an
  /// outdated node at the same time, both may call the closure.
  ///
  /// Every access of this property returns a new node. The node keeps a result for every entity of
  /// the query as long as the node exists. To reduce the number of entities, use
  /// ``Query/where(_:)``.
  public var live: Computed<LiveCollection<Element>> {
    let node = FilterNode(query, isIncluded: isIncluded)
    return Computed(
      areEqual: { $0.isSame(as: $1) },
      name: "filtered query",
      fileID: "",
      line: 0,
      { _ in node.entities() }
    )
  }

  /// Calls `handler` with the current entities, and again after every change that adds, removes or
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

  /// Calls `handler` with the current entities, and again after every change that adds, removes or
  /// moves an entity.
  ///
  /// The handler also receives the steps from the previous entities to the current entities. See
  /// ``Query/onDifference(fileID:line:_:)``.
  public func onDifference(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (LiveCollection<Element>, LiveDifference<Element>?) -> Void
  ) {
    live.onDifference(fileID, line: line, handler: handler)
  }

  /// The entities as an asynchronous sequence: first the current entities, then the newest entities
  /// after each change.
  ///
  /// A slow consumer receives only the newest entities.
  public var values: GraphValues<LiveCollection<Element>> { live.values }
}

extension Query {
  /// Returns the rows of this query for which a closure returns true. The limit and the offset of
  /// this query apply before the filter.
  ///
  /// A live filter calls the closure for an entity again if a node changes that the closure has
  /// read for this entity.
  public func filter(
    _ isIncluded: @escaping @Sendable (Element) -> Bool
  ) -> FilteredQuery<Element> {
    FilteredQuery(query: self, isIncluded: isIncluded)
  }
}

/// Computes the entities for one node of ``FilteredQuery/live``.
///
/// The user's closure runs on the query's rows in memory.
private final class FilterNode<Element: Entity>: Sendable {
  private let query: Query<Element>
  private let isIncluded: @Sendable (Element) -> Bool
  private let base = LiveNode<Element>()
  private let rows: MaintainedFilter

  init(_ query: Query<Element>, isIncluded: @escaping @Sendable (Element) -> Bool) {
    (self.query, self.isIncluded) = (query, isIncluded)
    // SAFETY: the closure is called only with entities of the query.
    rows = MaintainedFilter { isIncluded(unsafeDowncast($0, to: Element.self)) }
  }

  func entities() -> LiveCollection<Element> {
    // Inside a transaction or a snapshot, only this thread can read these rows. The result is
    // therefore not stored for other threads.
    if UncommittedValues.areVisible {
      return LiveCollection(query.source.fetchLoggingErrors(query.shape).filter(isIncluded))
    }
    rows.depend()
    return LiveCollection(rows.filter(base.entities(of: query).rows))
  }
}
