import StateGraphSQLite

// Reads that make the node which is being evaluated depend on the query.

extension QueryTable {
  /// The entities of the query. A node that is evaluated on this thread depends on the query, and
  /// the rows are kept for as long as it does.
  func entities(_ shape: QueryShape) throws -> [Element] {
    guard isFollowed else { return try load(shape) }
    let shared = try slot(shape)
    shared.depend()
    return try shared.slot.rows().entities(as: Element.self)
  }

  /// The rows of a result that is no list of entities. A node that is evaluated on this thread
  /// depends on the result.
  func rows(_ shape: QueryShape, _ result: QueryResult) throws -> [[SQLiteValue]] {
    guard isFollowed else { return try read(shape, result) }
    let shared = try aggregateSlot(shape, result)
    // The dependency comes before the read, so that a commit between both repeats the evaluation.
    shared.depend()
    return try shared.slot.rows()
  }

  /// The number of rows. A node that is evaluated on this thread depends on it.
  func count(_ shape: QueryShape) throws -> Int {
    try shape.validate()
    // Queries that differ in limit and offset alone share one live count.
    var counted = shape
    if isFollowed { (counted.limit, counted.offset) = (nil, nil) }
    guard case .integer(let number)? = try rows(counted, .aggregate(.count)).first?.first
    else { return 0 }
    let count = Int(number)
    guard isFollowed else { return count }
    return max(0, min(shape.limit ?? count, count - (shape.offset ?? 0)))
  }
}
