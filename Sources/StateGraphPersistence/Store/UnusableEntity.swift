import StateGraphSQLite

/// The reason why the key of an entity must not be stored or compared: another row may have this
/// key.
enum UnusableEntity: Hashable, Sendable {
  case ofAnotherDatabase(EntityOfAnotherDatabase)
  /// The row of an entity of this type was deleted.
  case deleted(String)

  /// Creates the reason if the key of an entity must not be used in the database of `graph`.
  ///
  /// Returns `nil` if the entity has a row in this database, or no row yet.
  init?(_ state: EntityState, in graph: DatabaseGraph) {
    if let foreign = EntityOfAnotherDatabase(state, in: graph) {
      self = .ofAnotherDatabase(foreign)
    } else if Self.isDeletedForThread(state) {
      self = .deleted(state.definition.typeName)
    } else {
      return nil
    }
  }

  /// Returns whether the row was deleted, or belongs to another object, as of the last commit or in
  /// the open write of the calling thread.
  static func isDeletedForThread(_ state: EntityState) -> Bool {
    if state.isDeleted { return true }
    guard let table = state.table, let database = try? table.graph.database(), database.isWriting
    else { return false }
    // If the row cannot be read, the statement that needs the key fails too.
    return (try? table.uncommitted.hasTaken(state, in: database)) ?? false
  }

  var error: DatabaseError { error(of: nil) }

  /// Returns the error of an assignment to a property, or of another use of the entity.
  func error(of property: String?) -> DatabaseError {
    switch self {
    case .ofAnotherDatabase(let entity): return entity.error
    case .deleted(let type):
      let use = property.map { "The property \($0)" } ?? "A relationship or a condition"
      return DatabaseError(
        .deletedEntity,
        "\(use) refers to an entity of the type \(type) whose row has been deleted.",
        remedy: "Check isDeleted before, or find the entity again in its store."
      )
    }
  }
}

extension DatabaseGraph {
  /// Checks that the key of an entity can be stored or compared.
  ///
  /// - Parameters:
  ///   - state: The state of the entity.
  ///   - property: The property that stores the key, for the error message.
  /// - Throws: `.misuse` if the entity belongs to another database. `.deletedEntity` if its row was
  ///   deleted.
  func requireKey(_ state: EntityState, for property: String? = nil) throws(DatabaseError) {
    if let unusable = UnusableEntity(state, in: self) { throw unusable.error(of: property) }
  }

  /// Checks that the keys of all entities can be stored or compared.
  func requireKeys(_ entities: some Sequence<some Entity>) throws(DatabaseError) {
    for entity in entities { try requireKey(entity._$entity) }
  }
}
