public import StateGraphPersistence
public import StateGraphPresentation

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
