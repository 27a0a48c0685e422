public import StateGraphNormalization
public import StateGraphSQLite

extension EntityStore where Element: Entity {
  /// Opens the store of a table. It has the same functions as a store in memory.
  ///
  /// Stores of one type over one database share their entities.
  ///
  /// The first store of a type compares the file's table with the type's declaration. Differences
  /// that make the table unusable are an error. Other differences, such as a missing index, are
  /// logged as one warning with the SQL of a migration that removes them.
  /// `Database.schemaDifferences` returns the same differences.
  ///
  /// - Throws: `DatabaseError` with `.schemaMismatch`, whose message has a line for each difference
  ///   that makes the table unusable; `.misuse` if two properties have the same column.
  public convenience init(_ database: Database) throws {
    self.init(backing: try TableBacking<Element>(database))
  }

  /// Inserts an entity whose identifier no other entity of the store has.
  ///
  /// In a database this is one INSERT, in a transaction of its own or inside the open
  /// `Database.write`. If it fails, the entity stays as it was.
  ///
  /// - Throws: `DatabaseError` with `.constraint` if the identifier is taken, or if the row
  ///   violates another constraint; otherwise as `Database.write`.
  public func insert(_ entity: Element) throws {
    if let table = backing as? TableBacking<Element> {
      return try table.insert(entity, onConflict: .fail)
    }
    guard addIfAbsent(entity) else {
      throw DatabaseError(
        .constraint,
        "An entity with the identifier of the inserted \(Element.self) is in the store already.",
        remedy: "Use upsert to replace it, or choose another identifier."
      )
    }
  }

  /// Inserts an entity, or writes its values over the row with its identifier.
  ///
  /// `add` does the same without throwing. An object that was the
  /// entity of the row is marked as deleted, and `entity` takes its place.
  ///
  /// - Throws: `DatabaseError` with `.constraint` if the row violates a constraint; otherwise as
  ///   `Database.write`.
  public func upsert(_ entity: Element) throws {
    if let table = backing as? TableBacking<Element> {
      return try table.insert(entity, onConflict: .overwrite)
    }
    add(entity)
  }
}
