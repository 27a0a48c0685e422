import StateGraphSQLite

// If this thread is evaluating a node, these methods make the node depend on the query. Otherwise
// they read the file and keep nothing.

extension QueryTable {
  /// Returns the entities of the query. If this thread is evaluating a node, the node depends on
  /// the query afterwards. The rows then stay in memory as long as a node depends on them.
  func entities(_ shape: QueryShape) throws -> [Element] {
    guard isFollowed else { return try load(shape) }
    let shared = try slot(shape)
    shared.depend()
    return try shared.slot.rows().entities(as: Element.self)
  }

  /// Returns the rows of a result that contains no entities, such as a count. If this thread is
  /// evaluating a node, the node depends on the result afterwards.
  func rows(_ shape: QueryShape, _ result: QueryResult) throws -> [[SQLiteValue]] {
    guard isFollowed else { return try read(shape, result) }
    let shared = try aggregateSlot(shape, result)
    // The dependency is added before the read. If a commit happens between the two, the evaluation
    // is repeated.
    shared.depend()
    return try shared.slot.rows()
  }

  /// Returns the number of rows that the query finds, within its limit and offset. If this thread
  /// is evaluating a node, the node depends on the number afterwards.
  func count(_ shape: QueryShape) throws -> Int {
    try shape.validate()
    // The live count ignores the limit and the offset. Queries that differ only in these therefore
    // share one live count.
    var counted = shape
    if isFollowed { (counted.limit, counted.offset) = (nil, nil) }
    guard case .integer(let number)? = try rows(counted, .aggregate(.count)).first?.first
    else { return 0 }
    let count = Int(number)
    guard isFollowed else { return count }
    return max(0, min(shape.limit ?? count, count - (shape.offset ?? 0)))
  }
}
