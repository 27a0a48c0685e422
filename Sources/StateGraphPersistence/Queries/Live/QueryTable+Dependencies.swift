import StateGraphSQLite

// If this thread is evaluating a graph node, the methods below make the node depend on the query.
// Otherwise they only read the file.

extension QueryTable {
  /// Returns the entities of the query.
  ///
  /// If this thread is evaluating a graph node, the node then depends on the query. The rows stay
  /// in memory while a node depends on them.
  func entities(_ shape: QueryShape) throws -> [Element] {
    try requireEntities(of: shape)
    guard isFollowed else { return try load(shape) }
    let shared = try slot(shape)
    shared.depend()
    return try shared.slot.rows().entities(as: Element.self)
  }

  /// Returns the rows of a result without entities, such as a count.
  ///
  /// If this thread is evaluating a graph node, the node then depends on the result.
  func rows(_ shape: QueryShape, result: QueryResult) throws -> [[SQLiteValue]] {
    try requireEntities(of: shape)
    guard isFollowed else { return try read(shape, result: result) }
    let shared = try aggregateSlot(shape, result: result)
    // The dependency is added before the read. If a commit happens between the two, the evaluation
    // is repeated.
    shared.depend()
    return try shared.slot.rows()
  }

  /// Returns the decoded groups of a result.
  ///
  /// If this thread is evaluating a graph node, the node then depends on the groups.
  func groups<Group>(
    _ shape: QueryShape,
    result: QueryResult,
    decoding decode: (SQLiteValue, SQLiteValue) throws -> Group
  ) throws -> [Group] {
    try requireEntities(of: shape)
    guard isFollowed else {
      return try read(shape, result: result).map { try decode($0[0], $0[1]) }
    }
    let shared = try aggregateSlot(shape, result: result)
    shared.depend()
    return try shared.slot.groups(decoding: decode)
  }

  /// Returns the number of rows that the query finds, within its limit and offset.
  ///
  /// If this thread is evaluating a graph node, the node then depends on the number.
  func count(_ shape: QueryShape) throws -> Int {
    try shape.validate()
    // The live count ignores the limit and the offset. Queries with different limits therefore
    // share one live count.
    var counted = shape
    if isFollowed { (counted.limit, counted.offset) = (nil, nil) }
    guard case .integer(let number)? = try rows(counted, result: .aggregate(.count)).first?.first
    else { return 0 }
    let count = Int(number)
    guard isFollowed else { return count }
    return max(0, min(shape.limit ?? count, count - (shape.offset ?? 0)))
  }
}
