import StateGraphLive
import StateGraphSQLite

/// Defines which rows belong to an owner in a to-many relationship, and how they are written.
///
/// Each kind of relationship, such as one-to-many or many-to-many, has a conforming type.
protocol RelationshipSource<Child>: Sendable {
  associatedtype Child: Entity

  /// Returns the route (a condition on rows) by which a commit finds out whether a changed row
  /// affects this owner.
  ///
  /// - Throws: `DatabaseError` if the file has no such table.
  func route(_ owner: RowKey, in graph: DatabaseGraph) throws -> TableRoute

  /// Returns a loader for the rows of one owner, in the order of the relationship.
  func rows(of owner: RowKey, in graph: DatabaseGraph) throws -> any RelationshipLoader

  /// Returns the rows of many owners, with as few SELECTs as possible.
  ///
  /// If an owner is missing in the result, the caller must read its rows by a separate SELECT.
  func rows(of owners: [RowKey], in graph: DatabaseGraph) throws -> [RowKey: [LiveRow]]

  /// Returns the related entities of these rows.
  ///
  /// If the function also reads rows of other tables, the graph node that is being evaluated
  /// depends on those rows.
  func children(of rows: LiveResult, in graph: DatabaseGraph) throws -> [Child]

  /// Whether each loaded row has the related entity as its element. False if the rows are links.
  var elementsAreChildren: Bool { get }

  /// Makes exactly these children the related entities of the owner. Call inside a write.
  ///
  /// `slot` contains the current rows of the relationship, with the uncommitted changes of the
  /// write.
  func assign(
    _ children: [Child],
    to owner: EntityAttachment,
    in slot: RelationshipSlot<Self>
  ) throws

  /// Changes the related entities of the owner. Call inside a write.
  ///
  /// `slot` contains the current rows of the relationship, with the uncommitted changes of the
  /// write.
  func apply(
    _ edit: RelationshipEdit<Child>,
    to owner: EntityAttachment,
    in slot: RelationshipSlot<Self>
  ) throws

  /// Returns whether ``apply(_:to:in:)`` must know the current rows of the relationship for the
  /// edit.
  func needsRows(for edit: RelationshipEdit<Child>) -> Bool
}

/// Loads the rows of a relationship, either as of the last commit or as of the open write.
protocol RelationshipLoader: ResultLoader {
  /// Returns the object that records the changes of the open write to the table of these rows.
  func watchedTable() throws -> WatchedTable

  /// Returns the object for a row that the open write has changed: the row's entity, or a shared
  /// object for a link. Returns nil if the row has no entity, because a property cannot hold a
  /// value.
  func uncommittedPayload(of image: RowImage) throws -> RowObject?

  /// Returns the entity to which a link leads in the open write. Returns nil if the rows are no
  /// links, or if the entity has no row.
  func uncommittedTarget(of image: RowImage) throws -> RowObject?
}

extension RelationshipLoader {
  func uncommittedTarget(of image: RowImage) throws -> RowObject? { nil }
}
