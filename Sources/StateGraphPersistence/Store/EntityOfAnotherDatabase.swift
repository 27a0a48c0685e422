import StateGraphSQLite

/// Describes an incorrect use: an entity that belongs to one `Database` was used with another.
///
/// Only the key of the entity would be stored. In the other database, this key may identify a
/// different row.
struct EntityOfAnotherDatabase: Hashable, Sendable {
  private let typeName: String
  /// The description of the entity's database for the error message, such as the path of its file.
  private let owner: String
  /// The description of the database with which the entity was used, for the error message.
  private let user: String

  /// Creates the description of the error if an entity is used with the database of `graph`.
  ///
  /// Returns `nil` if the use is correct, because the entity has no row yet or belongs to this
  /// database.
  init?(_ state: EntityState, in graph: DatabaseGraph) {
    guard let other = state.table?.graph, other !== graph else { return nil }
    typeName = state.definition.typeName
    owner = other.databaseName
    user = graph.databaseName
  }

  var error: DatabaseError {
    DatabaseError(
      .misuse,
      "An entity of the type \(typeName) belongs to \(owner). It was used with another Database: "
        + "\(user).",
      remedy: "Find the entity in a store of the other Database by its identifier."
    )
  }
}

extension DatabaseGraph {
  /// Checks that an entity does not belong to another database.
  ///
  /// An entity that has no row yet belongs to no database. A deleted entity belongs to the database
  /// of its row.
  ///
  /// - Throws: `.misuse` if the entity belongs to another database.
  func requireOwn(_ state: EntityState) throws(DatabaseError) {
    if let foreign = EntityOfAnotherDatabase(state, in: self) { throw foreign.error }
  }
}
