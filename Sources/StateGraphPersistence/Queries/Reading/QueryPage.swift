import StateGraphLive
import StateGraphSQLite

/// One page of a query's entities, and the cursor for the page after it.
public struct QueryPage<Element: Entity>: Sendable {
  /// The entities of the page, in the order of the query.
  public let entities: [Element]
  /// The cursor to pass to ``Query/page(size:after:)`` for the next page, or nil if this is the
  /// last page.
  public let next: QueryCursor?
}

extension Query {
  /// Returns the next `size` entities after a cursor. If the cursor is nil, returns the first
  /// entities.
  ///
  /// If an index has the query's order, every page costs the same. Rows that are inserted or
  /// deleted on other pages do not make this method repeat or skip a row.
  ///
  /// ```swift
  /// var page = try recent.page(size: 50)
  /// while let next = page.next { page = try recent.page(size: 50, after: next) }
  /// ```
  ///
  /// - Parameters:
  ///   - size: The maximum number of entities on the page. Must be positive.
  ///   - cursor: The value of ``QueryPage/next`` of the previous page, or nil for the first page.
  /// - Throws: The errors of ``fetch()``. Also `DatabaseError` with `.misuse` if the query has a
  ///   limit or an offset, if it has a search but no order, or if the cursor belongs to a query
  ///   with another order.
  public func page(size: Int, after cursor: QueryCursor? = nil) throws -> QueryPage<Element> {
    let ordering = shape.totalOrdering(Element._$definition)
    guard size > 0, !shape.isWindow, shape.search == nil || !shape.ordering.isEmpty,
      cursor.map({ $0.ordering == ordering }) ?? true
    else {
      throw DatabaseError(
        .misuse,
        "A page of \(size) rows was asked for, or of a query with a limit, an offset or no order, "
          + "or behind a cursor of another order.",
        remedy: "Give the size here, order a search, and keep the order from page to page."
      )
    }
    var window = self
    window.shape.condition = .both(
      shape.condition,
      and: cursor?.condition(in: Element._$definition)
    )
    // Reads one row more than the page contains. If this row exists, there is a next page.
    window.shape.limit = size + 1
    let (entities, values) = try source.rowsOfPage(window.shape, size: size, width: ordering.count)
    let next = values.map { QueryCursor(ordering: ordering, values: $0) }
    return QueryPage(entities: entities, next: next)
  }
}

extension Query.Source {
  /// Returns the entities of the page, and the order values of its last row for the cursor.
  ///
  /// The order values are nil if this is the last page.
  fileprivate func rowsOfPage(
    _ shape: QueryShape,
    size: Int,
    width: Int
  ) throws -> ([Element], [SQLiteValue]?) {
    switch self {
    case .table(let table):
      if let page = try table.followedPage(shape, size: size) { return page }
      let rows = try table.rows(shape, result: .keys)
      let page = rows.prefix(size)
      let keys = page.map { RowKey(Array($0.dropLast(width))) }
      let last = rows.count > size ? page.last.map { Array($0.suffix(width)) } : nil
      return (try table.entities(keys), last)
    case .memory(let store):
      let query = try MemoryQuery(store, shape: shape)
      let rows = try query.entities()
      let page = Array(rows.prefix(size))
      return (page, rows.count > size ? try page.last.map(query.orderValues) : nil)
    }
  }
}

extension QueryTable {
  /// Returns a page from the query's result in memory. The graph node that is being evaluated then
  /// depends on the page.
  ///
  /// Returns nil if this thread is not evaluating a node, or if only SQL can decide the order.
  fileprivate func followedPage(
    _ shape: QueryShape,
    size: Int
  ) throws -> ([Element], [SQLiteValue]?)? {
    guard isFollowed, let order = ImageColumns(ofEntity: table.layout).order(of: shape) else {
      return nil
    }
    let shared = try slot(shape)
    shared.depend()
    guard case .kept(let rows) = try shared.slot.rows() else { return nil }
    let entities = LiveResult.kept(rows).entities(as: Element.self)
    guard rows.count > size else { return (entities, nil) }
    let last = rows[size - 1].image
    return (Array(entities.prefix(size)), order.map { last[$0.column] })
  }
}
