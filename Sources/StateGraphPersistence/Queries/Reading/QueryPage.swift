import StateGraphLive
import StateGraphSQLite

/// Where a page ended: the values that its last row was ordered by.
public struct QueryCursor: Sendable, Hashable {
  let ordering: [QueryOrdering.Term]
  let values: [SQLiteValue]
}

/// Some rows of a query, and where the next ones begin.
public struct QueryPage<Element: Entity>: Sendable {
  /// The entities of the page, in order.
  public let entities: [Element]
  /// What the next page comes after; nil where this is the last one.
  public let next: QueryCursor?
}

extension Query {
  /// The next `size` rows behind a cursor, or the first ones. Costs the same for every page, given
  /// an index; rows that come and go elsewhere neither repeat a row nor leave one out.
  ///
  /// ```swift
  /// var page = try recent.page(size: 50)
  /// while let next = page.next { page = try recent.page(size: 50, after: next) }
  /// ```
  ///
  /// - Throws: `DatabaseError`: `.misuse` where the query has a limit, an offset or no order for
  ///   its search, or where the cursor is of a query in another order.
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
    // One more tells whether there is a next page.
    window.shape.limit = size + 1
    let (entities, values) = try window.rowsOfPage(size, ordering.count)
    let next = values.map { QueryCursor(ordering: ordering, values: $0) }
    return QueryPage(entities: entities, next: next)
  }

  /// The entities of the page, and what its last row was ordered by where it is not the last page.
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
  /// The page from the rows that are kept for the evaluation on this thread; nil where there is
  /// none, or only SQL can tell the order.
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
    let entities = SlotRows.kept(rows).entities(as: Element.self)
    guard rows.count > size else { return (entities, nil) }
    let last = rows[size - 1].image
    return (Array(entities.prefix(size)), order.map { last[$0.column] })
  }
}

extension QueryCursor {
  /// Holds for the rows behind the cursor: those that are behind it in the first value, or equal in
  /// that and behind it in the next one, and so on.
  func condition(in definition: EntityDefinition) -> QueryExpression? {
    let terms = zip(ordering, values).map { term, value in
      (term, value, isNullable: definition.isNullable(term.expression))
    }
    var behind: QueryExpression?
    for (term, value, isNullable) in terms.reversed() {
      let next = behind.map {
        QueryExpression.and(.compare(term.expression, .equal, .value(value)), $0)
      }
      behind = .either(term.behind(value, isNullable), next)
    }
    // Says nothing new, but SQLite can begin there in an index.
    guard let (term, value, isNullable) = terms.first, let behind, terms.count > 1,
      !value.isNull, term.direction == .ascending || !isNullable
    else { return behind }
    let bound: QueryExpression.Comparison =
      term.direction == .ascending ? .greaterOrEqual : .lessOrEqual
    return .and(.compare(term.expression, bound, .value(value)), behind)
  }
}

extension QueryOrdering.Term {
  /// Holds for what is ordered behind `value`; nil where nothing is. NULL is the smallest.
  fileprivate func behind(_ value: SQLiteValue, _ isNullable: Bool) -> QueryExpression? {
    switch (direction, value) {
    case (.ascending, .null): return .compare(expression, .notEqual, .value(.null))
    case (.ascending, _): return .compare(expression, .greater, .value(value))
    case (.descending, .null): return nil
    case (.descending, _):
      let smaller = QueryExpression.compare(expression, .less, .value(value))
      return isNullable ? .or(smaller, .compare(expression, .equal, .value(.null))) : smaller
    }
  }
}

extension EntityDefinition {
  fileprivate func isNullable(_ expression: QueryExpression) -> Bool {
    guard case .column(let path) = expression, path.row.hops.isEmpty else { return true }
    switch path.member {
    case .key: return false
    case .property(let property):
      return columnIndex(of: property.path).map { columns[$0].isOptional } ?? true
    }
  }
}

extension QueryExpression {
  static func either(_ left: QueryExpression?, _ right: QueryExpression?) -> QueryExpression? {
    guard let left, let right else { return left ?? right }
    return .or(left, right)
  }
}
