public import StateGraphCore
public import StateGraphPersistence
public import StateGraphPresentation

/// The entities of a query as the source of a list. Each commit updates the list.
extension Query: ListSource {
  /// Whether both queries read the same table or the same store in memory, with equal conditions,
  /// orders, limits, offsets and search texts.
  public func isSame(as other: Query) -> Bool {
    ListedQuery(self).isSame(as: ListedQuery(other))
  }

  /// True if only SQL can decide which rows the query finds, as in a full-text search, or in which
  /// order.
  public var isReadInBackground: Bool { ListedQuery(self).isReadAgain }

  /// Returns the node `live`.
  public func makeRows() -> Computed<LiveCollection<Element>> { live }
}

extension Query: DirectListSource {
  package func makeReading() -> ListReading<LiveCollection<Element>> {
    let reading = ListedQuery(self).reading
    return ListReading(atOnce: { reading.rowsAtOnce }, { reading.rows })
  }
}

/// The entities of a live query as the rows of a list.
extension LiveCollection: ListRows {
  /// Returns the entity at an offset.
  public func element(at position: Int) -> Element? { self[position] }

  /// Returns the identifier of an entity.
  public func id(of element: Element) -> Element.TypedID { element.typedID }

  /// Returns the steps of `difference(from:)`.
  public func steps(from old: LiveCollection) -> ListSteps? {
    guard let difference = difference(from: old) else { return nil }
    return ListSteps(
      removals: difference.removals + difference.moves.map(\.from),
      insertions: difference.insertions.map(\.offset) + difference.moves.map(\.to)
    )
  }

  /// Returns the offset of an entity object.
  public func position(of element: Element, near guess: Int) -> Int? { offset(of: element) }
}
