public import StateGraphCore
import StateGraphSQLite

/// The rows of a query for which a Swift closure holds.
///
/// ```swift
/// let close = places.query.where { $0.isOpen }.filter { $0.distance(from: home.position) < 500 }
/// for await places in close.values { … }
/// ```
///
/// For what no condition of ``Query/where(_:)`` can say. A condition is better where it can: SQLite
/// finds its rows by an index, and no entity is made for the others.
public struct FilteredQuery<Element: Entity>: Sendable {
  let query: Query<Element>
  let isIncluded: @Sendable (Element) -> Bool

  /// The entities for which the closure holds, in the order of the query. Runs the closure for each
  /// entity of the query.
  ///
  /// - Throws: As ``Query/fetch()``.
  public func fetch() throws -> [Element] { try query.fetch().filter(isIncluded) }

  /// The same. A failure is logged, and the answer is empty.
  public func getAll() -> [Element] { query.getAll().filter(isIncluded) }

  /// A node with the entities for which the closure holds, in order, fresh after every commit.
  ///
  /// The closure runs for every entity of the query when the node is first read. From then on it
  /// runs for an entity that has come, and for one of which something has changed that it has read:
  /// its properties, those of related entities, any other node. What it reads besides nodes is not
  /// followed. It is called on the thread that reads the node, with no lock held; two threads that
  /// read an outdated node at once may both call it.
  ///
  /// Each node that this makes keeps answers of its own, for as long as somebody holds it. An
  /// answer costs memory for each entity of the query: narrow that with ``Query/where(_:)``.
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

  /// Calls `handler` with the entities now and after every change that brings, takes or moves one.
  /// For the places where a node's `onChange` can be called, and on its terms.
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (LiveCollection<Element>) -> Void
  ) {
    live.onChange(fileID: fileID, line: line, handler)
  }

  /// Calls `handler` with the entities and the steps from those of the call before, as
  /// ``Query/onDifference(fileID:line:_:)`` does.
  public func onDifference(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (LiveCollection<Element>, LiveDifference<Element>?) -> Void
  ) {
    live.onDifference(fileID, line, handler)
  }

  /// The entities over time, as an asynchronous sequence: the latest ones win.
  public var values: GraphValues<LiveCollection<Element>> { live.values }
}

extension Query {
  /// Only the entities for which a closure holds, which is asked again where something that it has
  /// read has changed. Of a query with a limit, those among its rows.
  public func filter(
    _ isIncluded: @escaping @Sendable (Element) -> Bool
  ) -> FilteredQuery<Element> {
    FilteredQuery(query: self, isIncluded: isIncluded)
  }
}

/// What a filtered live query asks: the rows of the query, and of those that have come or of which
/// something was read that has changed, whether they are included.
private final class FilterNode<Element: Entity>: Sendable {
  private let query: Query<Element>
  private let isIncluded: @Sendable (Element) -> Bool
  private let base = LiveNode<Element>()
  private let rows: FilteredRows

  init(_ query: Query<Element>, _ isIncluded: @escaping @Sendable (Element) -> Bool) {
    (self.query, self.isIncluded) = (query, isIncluded)
    // SAFETY: only the rows of the query are asked about.
    rows = FilteredRows { isIncluded(unsafeDowncast($0, to: Element.self)) }
  }

  func entities() -> LiveCollection<Element> {
    // What an open transaction or a snapshot sees is nobody else's, and is not kept.
    if UncommittedValues.areVisible { return LiveCollection(query.getAll().filter(isIncluded)) }
    rows.depend()
    return LiveCollection(rows.filter(base.entities(of: query).rows))
  }
}
