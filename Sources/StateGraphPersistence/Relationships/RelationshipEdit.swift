/// A change of a to-many relationship that contains only the changed entities, such as an
/// insertion.
enum RelationshipEdit<Child: Entity>: Sendable {
  case append([Child])
  case insert(Child, at: Int)
  case remove(Child)
  case swap(Int, Int)
  /// Moves the child at an index, so that it has the index `to` afterwards.
  case move(from: Int, to: Int)

  /// The children that the change adds.
  var added: [Child] {
    switch self {
    case .append(let added): added
    case .insert(let child, _): [child]
    case .remove, .swap, .move: []
    }
  }

  /// Applies the change to the entities of an owner that has no row yet.
  ///
  /// - Precondition: The indexes are in range, as for an array.
  func apply(to children: inout [Child]) {
    switch self {
    case .append(let added): children += added
    case .insert(let child, let index): children.insert(child, at: index)
    case .remove(let child): children.removeAll { $0 === child }
    case .swap(let first, let second): children.swapAt(first, second)
    case .move(let start, let end): children.insert(children.remove(at: start), at: end)
    }
  }
}

/// Applies edits to one to-many relationship. The relationship's node retains this object as its
/// companion, and functions such as `append` of the node call `perform`.
final class RelationshipEditor<Child: Entity>: Sendable {
  let perform: @Sendable (RelationshipEdit<Child>) -> Void

  init(_ perform: @escaping @Sendable (RelationshipEdit<Child>) -> Void) {
    self.perform = perform
  }
}

/// The array of a to-many relationship while a caller changes it in place.
///
/// The accessors that the macro `@GraphComputed` generates in an entity use it.
@_documentation(visibility: internal)
public struct EditedRelationship<Child: Entity> {
  /// The related entities. If possible, this is the only reference to the array, so that a change
  /// does not copy the array.
  public var children: [Child]
  let assign: ([Child]) -> Void

  /// Assigns the changed array to the relationship.
  public func finish() { assign(children) }
}
