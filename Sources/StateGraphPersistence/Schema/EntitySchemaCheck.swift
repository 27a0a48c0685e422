import Logging
import StateGraphSQLite

/// Compares the table of a file with the declaration of its entity, when the table is opened.
///
/// The comparison reads the schema of the file, and no rows.
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

  /// - Throws: `.schemaMismatch`. Logs what is no reason to throw.
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
  /// What has a name in the file, as this thread's writes have left it.
  fileprivate func schemaObjects() throws -> [SchemaObject] {
    // Lent as it is: the catalogue does not wait for rows that were put off.
    if isWriting { return try withWriter { try SchemaReader($0).objects() } }
    return try outsideSnapshot { try withReader { try SchemaReader($0).objects() } }
  }
}

extension EntityDefinition {
  /// What the entity wants of `file`. How the rows are kept is the file's choice, which no type
  /// declares.
  func tableDefinition(in file: FileSchema) -> TableDefinition {
    var wanted = tableDefinition
    let found = file.table(table) ?? renamedFrom.first.flatMap(file.table)
    if let found { wanted.isWithoutRowID = !found.hasRowID }
    return wanted
  }

  /// - Throws: `.misuse` where two properties are one column: `author: User` is `author_id`, and so
  ///   is `authorID`. Each would write over the other.
  func requireColumnsOfTheirOwn() throws(DatabaseError) {
    for (index, column) in columns.enumerated() {
      guard let other = columns[..<index].first(where: { $0.name.isSameName(as: column.name) })
      else { continue }
      throw DatabaseError(
        .misuse,
        "Of \(table), the properties \(other.property) and \(column.property) are both the column "
          + "\(column.name).",
        remedy: "Leave one of them out, or give it another column: @Column(\"…\")."
      )
    }
  }
}
