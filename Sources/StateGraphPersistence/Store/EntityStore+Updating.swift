public import StateGraphNormalization
import StateGraphSQLite

extension EntityStore where Element: Entity {
  /// Inserts an entity, or overwrites the row that has the same values in unique columns.
  ///
  /// ```swift
  /// let ada = try users.upsert(User(id: "u7", email: "ada@example.org"), onConflict: \.email)
  /// ```
  ///
  /// If no row has the values, `entity` is inserted, and the method returns it. Otherwise the
  /// existing row gets the values of `entity` in all columns except the key and the timestamp of
  /// the insertion. The method then returns the object of that row. The row keeps its key and its
  /// object, and `entity` remains an object without a row.
  ///
  /// As in a unique index, nil equals no other value, and texts are compared by the collation of
  /// the column.
  ///
  /// - Parameters:
  ///   - entity: A new object.
  ///   - properties: The properties whose columns form a unique column, a unique index, or the
  ///     primary key.
  /// - Returns: The object of the inserted or overwritten row.
  /// - Throws: `DatabaseError` with `.constraint` if the row violates another constraint. The error
  ///   is `.misuse` if no unique index has exactly these columns, if `entity` already has a row, if
  ///   `entity` refers to another database, or if the store is in memory. Otherwise, the same
  ///   errors as `Database.write`.
  @discardableResult
  public func upsert(
    _ entity: Element,
    onConflict properties: PartialKeyPath<Element>...
  ) throws -> Element {
    let table = try tableBacking("`upsert` with `onConflict`")
    return try table.database.write {
      try table.table.upsert(entity, matching: properties, in: table.database)
    }
  }

  /// Sets the timestamps of an entity's last update to the time of the write, and changes nothing
  /// else.
  ///
  /// - Throws: `DatabaseError` with `.misuse` if the type has no `.timestamp(.update)`, if the
  ///   entity has no row, or if the store is in memory. `.deletedEntity` if the row was deleted.
  ///   Otherwise, the same errors as `Database.write`.
  public func touch(_ entity: Element) throws {
    let table = try tableBacking("`touch`")
    try table.database.write { try table.table.touch(entity) }
  }

  private func tableBacking(_ what: String) throws(DatabaseError) -> TableBacking<Element> {
    if let table = backing as? TableBacking<Element> { return table }
    throw DatabaseError(
      .misuse,
      "\(what) was called on a store in memory.",
      remedy: "Open the store over a database, such as Database.inMemory()."
    )
  }
}
