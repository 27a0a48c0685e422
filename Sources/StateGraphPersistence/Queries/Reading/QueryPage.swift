import StateGraphLive
import StateGraphSQLite

/// A page of a query's rows, and the cursor of the next page.
public struct QueryPage<Element: Entity>: Sendable {
  /// The entities of the page, in order.
  public let entities: [Element]
  /// The cursor for the next page; nil if this is the last page.
  public let next: QueryCursor?
}

extension Query {
  /// Returns the next `size` rows after a cursor, or the first rows. If an index has the query's
  /// order, every page costs the same. If rows are inserted or deleted on other pages, no row is
  /// repeated or left out.
  ///
  /// ```swift
  /// var page = try recent.page(size: 50)
  /// while let next = page.next { page = try recent.page(size: 50, after: next) }
  /// ```
  ///
  /// - Parameters:
  ///   - size: The maximum number of entities on the page.
  ///   - cursor: ``QueryPage/next`` of the previous page; nil for the first page.
  /// - Throws: `DatabaseError`: `.misuse` if the query has a limit or an offset, if it has a search
  ///   but no order, or if the cursor belongs to a query with another order.
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
      cursor?.condition(in: Element._$definition)
    )
    // Reads one row more than the page has, to know whether there is a next page.
    window.shape.limit = size + 1
    let (entities, values) = try window.rowsOfPage(size, ordering.count)
    let next = values.map { QueryCursor(ordering: ordering, values: $0) }
    return QueryPage(entities: entities, next: next)
  }

  /// Returns the entities of the page, and the values that order its last row. These are nil for
  /// the last page.
  private func rowsOfPage(_ size: Int, _ width: Int) throws -> ([Element], [SQLiteValue]?) {
    switch source {
    case .table(let table):
      if let page = try table.followedPage(shape, size) { return page }
      let rows = try table.rows(shape, .keys)
      let page = rows.prefix(size)
      let keys = page.map { RowKey(Array($0.dropLast(width))) }
      let last = rows.count > size ? page.last.map { Array($0.suffix(width)) } : nil
      return (try table.entities(keys), last)
    case .memory(let store):
      let query = try MemoryQuery(store, shape)
      let rows = query.entities()
      let page = Array(rows.prefix(size))
      return (page, rows.count > size ? page.last.map(query.orderValues) : nil)
    }
  }
}

extension QueryTable {
  /// Takes the page from the kept result of the query, on which the node that this thread is
  /// evaluating then depends. Returns nil if no node is being evaluated, or if only SQL can decide
  /// the order.
  fileprivate func followedPage(
    _ shape: QueryShape,
    _ size: Int
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
