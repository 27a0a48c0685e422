import StateGraphSQLite

// These methods make the node that this thread is evaluating depend on the query.

extension QueryTable {
  /// Returns the entities of the query. If this thread is evaluating a node, the node then depends
  /// on the query, and the rows are kept as long as it does.
  func entities(_ shape: QueryShape) throws -> [Element] {
    guard isFollowed else { return try load(shape) }
    let shared = try slot(shape)
    shared.depend()
    return try shared.slot.rows().entities(as: Element.self)
  }

  /// Returns the rows of a result that is not a list of entities. If this thread is evaluating a
  /// node, the node then depends on the result.
  func rows(_ shape: QueryShape, _ result: QueryResult) throws -> [[SQLiteValue]] {
    guard isFollowed else { return try read(shape, result) }
    let shared = try aggregateSlot(shape, result)
    // The dependency is added before the read. A commit between the two then repeats the
    // evaluation.
    shared.depend()
    return try shared.slot.rows()
  }

  /// Returns the number of rows. If this thread is evaluating a node, the node then depends on the
  /// number.
  func count(_ shape: QueryShape) throws -> Int {
    try shape.validate()
    // Queries that differ only in limit and offset share one live count.
    var counted = shape
    if isFollowed { (counted.limit, counted.offset) = (nil, nil) }
    guard case .integer(let number)? = try rows(counted, .aggregate(.count)).first?.first
    else { return 0 }
    let count = Int(number)
    guard isFollowed else { return count }
    return max(0, min(shape.limit ?? count, count - (shape.offset ?? 0)))
  }
}
