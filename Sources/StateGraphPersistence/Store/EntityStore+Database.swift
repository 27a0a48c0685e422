public import StateGraphNormalization
public import StateGraphSQLite

extension EntityStore where Element: Entity {
  /// Opens the store of the database table that the entity type declares.
  ///
  /// The store has the same functions as a store in memory. All stores of one type over one
  /// database share their entities.
  ///
  /// The first store of a type compares the file's table with the type's declaration. A difference
  /// that makes the table unusable is an error. Other differences, such as a missing index, are
  /// logged as one warning. The warning contains the SQL of a migration that removes the
  /// differences. `Database.schemaDifferences` returns the same differences.
  ///
  /// - Throws: `DatabaseError` with `.schemaMismatch` if the table is unusable. The message has a
  ///   line for each difference. The error is `.misuse` if two properties have the same column.
  public convenience init(_ database: Database) throws {
    self.init(backing: try TableBacking<Element>(database))
  }

  /// Inserts an entity. Fails if another entity of the store has the same identifier.
  ///
  /// In a database, this is one INSERT, in a transaction of its own or inside the open
  /// `Database.write`. If the INSERT fails, the entity does not change. After `.notDurable`, the
  /// entity has its row.
  ///
  /// - Throws: `DatabaseError` with `.constraint` if the identifier is taken, or if the row
  ///   violates another constraint. `.misuse` if the entity has been deleted, or if it belongs or
  ///   refers to another database. Otherwise, the same errors as `Database.write`.
  public func insert(_ entity: Element) throws {
    if let table = backing as? TableBacking<Element> {
      return try table.insert(entity, onConflict: .fail)
    }
    guard addIfAbsent(entity) else {
      throw DatabaseError.isInStoreAlready(Element.self)
    }
  }

  /// Inserts an entity, or overwrites the row that has the entity's identifier.
  ///
  /// At the commit, `entity` becomes the object of that row, even if the program has released it by
  /// then. Another object that was the entity of that row is marked as deleted, and keeps its last
  /// values. `add` does the same without throwing.
  ///
  /// - Throws: `DatabaseError` with `.constraint` if the row violates a constraint. The error is
  ///   `.misuse` if the entity has been deleted, if another object has taken its row in the open
  ///   write, or if it belongs or refers to another database. Otherwise, the same errors as
  ///   `Database.write`.
  public func upsert(_ entity: Element) throws {
    if let table = backing as? TableBacking<Element> {
      return try table.insert(entity, onConflict: .overwrite)
    }
    add(entity)
  }

  /// Deletes the entity with an identifier, and fails if its row cannot be deleted. Returns false
  /// if there is no such entity.
  ///
  /// `delete` does the same without throwing.
  ///
  /// - Throws: `DatabaseError` with `.constraint` if other rows refer to the row and their foreign
  ///   key restricts the deletion. Otherwise, the same errors as `Database.write`.
  @discardableResult
  public func remove(_ id: Element.TypedID) throws -> Bool {
    guard let table = backing as? TableBacking<Element> else { return delete(id) }
    return try table.remove(id)
  }
}

extension EntityStore where Element: Entity {
  /// Deletes the row of an entity. Returns false if the entity has no row in the store, also if
  /// another row has got the key of the deleted entity.
  ///
  /// `remove` does the same, but throws an error if the row cannot be deleted.
  @discardableResult
  public func delete(_ entity: Element) -> Bool {
    guard let table = backing as? TableBacking<Element> else {
      return get(by: entity.typedID) === entity && delete(entity.typedID)
    }
    var isDeleted = false
    table.database.writeWithoutThrowing { isDeleted = try table.remove(entity) }
    return isDeleted
  }

  /// Deletes the row of an entity, and fails if the row cannot be deleted. Returns false if the
  /// entity has no row in the store, also if another row has got the key of the deleted entity.
  ///
  /// - Throws: `DatabaseError` with `.constraint` if other rows refer to the row and their foreign
  ///   key restricts the deletion. `.misuse` if the entity belongs to another database. Otherwise,
  ///   the same errors as `Database.write`.
  @discardableResult
  public func remove(_ entity: Element) throws -> Bool {
    guard let table = backing as? TableBacking<Element> else { return delete(entity) }
    return try table.database.write { try table.remove(entity) }
  }
}

extension DatabaseError {
  /// Returns the error for an insertion into a store in memory that already has the identifier.
  static func isInStoreAlready(_ type: Any.Type) -> DatabaseError {
    DatabaseError(
      .constraint,
      "An entity with the identifier of an inserted \(type) is in the store already.",
      remedy: "Use upsert to replace it, or choose another identifier."
    )
  }
}
