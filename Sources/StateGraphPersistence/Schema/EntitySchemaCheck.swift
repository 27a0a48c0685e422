import Logging
import StateGraphSQLite

/// Compares a table of the file with the declaration of its entity type when the table is opened.
///
/// The comparison reads only the schema of the file, and no rows.
struct EntitySchemaCheck {
  private let definition: EntityDefinition
  private let comparison: SchemaComparison
  private let logger: Logger

  init(of definition: EntityDefinition, from table: TableSchema?, in database: Database) throws {
    self.definition = definition
    logger = database.configuration.logger
    var tables = [table].compactMap { $0 }
    if table == nil, let old = definition.renamedFrom.first, let before = try database.table(old) {
      tables.append(before)
    }
    let file = FileSchema(tables: tables, objects: try database.schemaObjects())
    comparison = SchemaComparison(definitions: [definition.tableDefinition(in: file)], file: file)
  }

  /// Throws if the differences make the table unusable.
  ///
  /// Logs all other differences as a warning, together with a proposed migration.
  ///
  /// - Throws: `.schemaMismatch` if the table is unusable.
  func requireUsable() throws(DatabaseError) {
    try comparison.requireUsable()
    guard !comparison.differences.isEmpty else { return }
    logger.warning(
      """
      The table \(definition.table) is usable, and not what its type declares:
      \(comparison.differences.map { "  \($0.text)" }.joined(separator: "\n"))
      \(comparison.proposal)
      """
    )
  }
}

extension Database {
  /// Returns the tables, indexes, triggers and views of the file.
  ///
  /// Inside a write, these include the changes that this thread has made and not committed yet.
  fileprivate func schemaObjects() throws -> [SchemaObject] {
    // The delayed UPDATEs of the write need not run first, because they do not change the schema.
    if isWriting { return try withWriter { try SchemaReader($0).objects() } }
    return try snapshots.outside { try withReader { try SchemaReader($0).objects() } }
  }
}

extension EntityDefinition {
  /// Returns the table that the entity type declares.
  ///
  /// No type declares whether its table is WITHOUT ROWID. This property is taken from the file.
  func tableDefinition(in file: FileSchema) -> TableDefinition {
    var wanted = tableDefinition
    let found = file.table(table) ?? renamedFrom.first.flatMap(file.table)
    if let found { wanted.isWithoutRowID = !found.hasRowID }
    return wanted
  }

  /// Throws if two properties have the same column.
  ///
  /// For example, `author: User` and `authorID` both have the column `author_id`.
  ///
  /// - Throws: `.misuse` with the names of both properties.
  func requireColumnsOfTheirOwn() throws(DatabaseError) {
    try requireReferences()
    for (index, column) in columns.enumerated() {
      guard let other = columns[..<index].first(where: { $0.name.isSameName(as: column.name) })
      else { continue }
      throw DatabaseError(
        .misuse,
        "In \(table), the properties \(other.property) and \(column.property) both have the column "
          + "\(column.name).",
        remedy: "Remove one of them, or give it another column by @Column(\"…\")."
      )
    }
  }
}

extension EntityDefinition {
  /// Throws if SQLite cannot make the keys of a type with ``KeySource/database``.
  ///
  /// SQLite replaces a NULL by a new key only if the key is the rowid, as in `INTEGER PRIMARY KEY`.
  /// Any other key would stay NULL.
  ///
  /// - Throws: `.schemaMismatch` with the name of the table.
  func requireKeysOfSQLite(in table: TableSchema) throws(DatabaseError) {
    guard isKeyedByDatabase, !table.hasRowIDAsKey else { return }
    throw DatabaseError(
      .schemaMismatch,
      "The key of \(table.name) is not INTEGER PRIMARY KEY, so SQLite makes no keys for it.",
      remedy: "Declare the key as INTEGER PRIMARY KEY, or remove 'keys: .database'."
    )
  }
}
