public import StateGraphNormalization
public import StateGraphSQLite

extension EntityStore where Element: Entity {
  /// Opens the store of a table: the same verbs as in memory, on rows.
  ///
  /// Stores of one type over one database share their entities.
  ///
  /// The first store of a type compares the file's table with what the type declares. What makes it
  /// unusable is an error; anything else, a missing index say, is one warning in the log, with the
  /// SQL of a migration that mends it. ``Database/schemaDifferences(for:)`` asks for the same.
  ///
  /// - Throws: `DatabaseError` with `.schemaMismatch`, whose message has a line for each
  ///   difference that makes the table unusable; `.misuse` where two properties are one column.
  public convenience init(_ database: Database) throws {
    self.init(backing: try TableBacking<Element>(database))
  }

  /// Adds an entity like ``add(_:)``, but throws where the row is refused.
  public func insert(_ entity: Element) throws {
    guard let table = backing as? TableBacking<Element> else { return add(entity) }
    try table.insertOrThrow([entity])
  }
}
