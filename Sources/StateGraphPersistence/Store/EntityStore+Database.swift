public import StateGraphNormalization
public import StateGraphSQLite

extension EntityStore where Element: Entity {
  /// Opens the store of a table: the same verbs as in memory, on rows.
  ///
  /// Stores of one type over one database share their entities.
  ///
  /// - Throws: ``DatabaseError`` with `.schemaMismatch` where the file has no such table or
  ///   columns.
  public convenience init(_ database: Database) throws {
    self.init(backing: try TableBacking<Element>(database))
  }

  /// Adds an entity like ``add(_:)``, but throws where the row is refused.
  public func insert(_ entity: Element) throws {
    guard let table = backing as? TableBacking<Element> else { return add(entity) }
    try table.insertOrThrow([entity])
  }
}
