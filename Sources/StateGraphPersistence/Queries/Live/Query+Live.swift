public import StateGraph

extension Query {
  /// A node with the entities of the query, in order, fresh after every commit.
  ///
  /// Each call makes a node of its own: keep it for as long as it is needed. A commit that cannot
  /// concern it costs it nothing. One that can makes it read again, and those who depend on it hear
  /// of it only if an entity came, went or moved.
  ///
  /// A failure is logged, and the node is empty.
  public var live: Computed<[Element]> {
    let query = self
    let slot = QuerySlot()
    return Computed(areEqual: { $0.elementsEqual($1, by: ===) }) { _ in query.getAll(through: slot)
    }
  }

  /// Calls `handler` with the entities now and after every commit that brings, takes or moves one.
  /// For the places where a node's `onChange` can be called, and on its terms.
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable ([Element]) -> Void
  ) {
    live.onChange(fileID: fileID, line: line, handler)
  }

  /// The entities over time, as an asynchronous sequence: the latest ones win.
  public var values: GraphValues<[Element]> { live.values }

  private func getAll(through slot: QuerySlot) -> [Element] {
    guard case .table(let table) = source else { return getAll() }
    return table.reporting([]) { try table.entities(shape, slot: slot) }
  }
}
