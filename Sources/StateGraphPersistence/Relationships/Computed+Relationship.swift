public import StateGraphCore

/// Edits of a to-many relationship by its node, for example `user.$posts.append(post)`.
///
/// The cost of an edit depends only on the rows that it changes. An assignment of the array, such
/// as `user.posts.append(post)`, also copies and compares the array.
///
/// Inside a write, an edit belongs to the write. Otherwise it is a write of its own. A failure is
/// reported like the failure of a property's assignment. If the owner is in no store yet, the edit
/// changes the relationship in memory.
extension Computed {
  /// Adds an entity to a to-many relationship, and inserts the entity if it is in no store yet.
  ///
  /// An ordered relationship places the entity at the end. A many-to-many relationship may contain
  /// an entity twice, if the link's table allows it.
  ///
  /// - Precondition: The node is the node of a to-many relationship, such as `user.$posts`.
  public func append<Child: Entity>(_ child: Child) where Value == [Child] {
    edit(.append([child]))
  }

  /// Adds entities to a to-many relationship, in one write. See ``append(_:)``.
  ///
  /// - Precondition: The node is the node of a to-many relationship, such as `user.$posts`.
  public func append<Child: Entity>(contentsOf children: [Child]) where Value == [Child] {
    edit(.append(children))
  }

  /// Adds an entity to an ordered relationship, before the entity at `index`.
  ///
  /// In a relationship without an order, `index` has no effect. If `index` is out of range, the
  /// edit fails with `.misuse`.
  ///
  /// - Precondition: The node is the node of a to-many relationship, such as `book.$tags`.
  public func insert<Child: Entity>(_ child: Child, at index: Int) where Value == [Child] {
    edit(.insert(child, at: index))
  }

  /// Removes an entity from a to-many relationship. Does nothing if the relationship does not
  /// contain the entity.
  ///
  /// In a one-to-many relationship, the entity's reference to the owner becomes nil. If the
  /// reference is not optional, the edit fails with `.misuse`. In a many-to-many relationship, all
  /// links to the entity are deleted.
  ///
  /// - Precondition: The node is the node of a to-many relationship, such as `user.$posts`.
  public func remove<Child: Entity>(_ child: Child) where Value == [Child] {
    edit(.remove(child))
  }

  /// Exchanges two entities of an ordered relationship.
  ///
  /// Has no effect on a relationship without an order. If an index is out of range, the edit fails
  /// with `.misuse`.
  ///
  /// - Precondition: The node is the node of a to-many relationship, such as `book.$tags`.
  public func swapAt<Child: Entity>(_ first: Int, _ second: Int) where Value == [Child] {
    edit(.swap(first, second))
  }

  /// Moves an entity of an ordered relationship from the index `start` to the index `end`, which it
  /// has afterwards. The entities between the two indexes move by one place.
  ///
  /// ```swift
  /// book.$tags.move(from: 4, to: 0)
  /// ```
  ///
  /// Has no effect on a relationship without an order. If an index is out of range, the edit fails
  /// with `.misuse`.
  ///
  /// - Precondition: The node is the node of a to-many relationship, such as `book.$tags`.
  public func move<Child: Entity>(from start: Int, to end: Int) where Value == [Child] {
    edit(.move(from: start, to: end))
  }

  private func edit<Child: Entity>(_ edit: RelationshipEdit<Child>) where Value == [Child] {
    guard let editor = companion as? RelationshipEditor<Child> else {
      preconditionFailure("Only the node of a to-many relationship can be edited.")
    }
    editor.perform(edit)
  }
}
