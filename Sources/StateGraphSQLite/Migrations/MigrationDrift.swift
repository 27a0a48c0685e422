/// Finds the differences between the schema of a database file and the schema that its migrations
/// make.
package enum MigrationDrift {
  /// Compares the tables, indexes, triggers and views of a file with the result of migrations. To
  /// get this result, it runs the migrations in an empty database in memory.
  ///
  /// - Returns: One element for each difference, as a sentence without a full stop.
  /// - Throws: `DatabaseError` if a migration cannot be applied to an empty database.
  package static func between(
    expected migrations: [Migration],
    file: FileSchema
  ) throws(DatabaseError) -> [String] {
    let migrator = try Migrator(inMemory: migrations)
    _ = try migrator.migrate()
    return between(expected: try SchemaReader(migrator.connection).file(), file: file)
  }

  /// Returns the migrations whose changes the file must contain: those of the `known` migrations
  /// that were applied. If none was applied, returns all `known` migrations, because another
  /// program may have created the file with the same schema.
  package static func expected(of known: [Migration], applied: [MigrationTable.Applied])
    -> [Migration]
  {
    let versions = Set(applied.map(\.version))
    return applied.isEmpty ? known : known.filter { versions.contains($0.version) }
  }

  package static func between(expected: FileSchema, file: FileSchema) -> [String] {
    let (ours, theirs) = (compared(expected), compared(file))
    var texts: [String] = []
    for object in ours {
      guard let other = theirs.first(where: { $0.isSame(as: object) }) else {
        texts.append("the file has no \(object.label)")
        continue
      }
      let isSame = SQLText.isSame(
        object.sql,
        as: other.sql,
        in: expected.tables,
        and: file.tables
      )
      guard !isSame else { continue }
      let details =
        object.kind == "table"
        ? self.details(expected.table(object.name), found: file.table(object.name)) : []
      texts += details.isEmpty ? ["the \(object.label) is declared differently"] : details
    }
    for object in theirs where !ours.contains(where: { $0.isSame(as: object) }) {
      texts.append("the file has a \(object.label) that no migration makes")
    }
    return texts
  }

  /// Returns the schema objects to compare. Objects that SQLite, a module or this library creates
  /// for its own use are left out.
  private static func compared(_ schema: FileSchema) -> [SchemaObject] {
    schema.objects.filter { object in
      !object.sql.isEmpty && !object.name.lowercased().hasPrefix("sqlite_")
        && !LibraryTable.contains(object.name)
        && !schema.shadowTables.contains { $0.hasSameBytes(as: object.name) }
    }
  }

  private static func details(_ expected: TableSchema?, found: TableSchema?) -> [String] {
    guard let expected, let found else { return [] }
    var texts: [String] = []
    let table = Identifier(expected.name).quoted
    for column in expected.columns {
      let name = "column \(Identifier(column.name).quoted) of table \(table)"
      guard let other = found.column(column.name) else {
        texts.append("the file has no \(name)")
        continue
      }
      if !other.declaration.hasSameBytes(as: column.declaration) {
        texts.append(
          "\(name) is \(Identifier(other.declaration).quoted) in the file, and "
            + "\(Identifier(column.declaration).quoted) in the migrations"
        )
      }
    }
    for column in found.columns where expected.column(column.name) == nil {
      texts.append(
        "the file has a column \(Identifier(column.name).quoted) of table \(table) that no "
          + "migration makes"
      )
    }
    if !expected.primaryKey.haveSameBytes(as: found.primaryKey) {
      texts.append("the primary key of table \(table) is different")
    }
    if references(expected) != references(found) {
      texts.append("the foreign keys of table \(table) are different")
    }
    return texts
  }

  private static func references(_ table: TableSchema) -> [ByteText] {
    table.foreignKeys.map { key in
      "\(key.columns) \(key.referencedTable) \(key.referencedColumns) \(key.onDelete)"
    }.sorted().map { ByteText($0) }
  }
}

extension SchemaObject {
  fileprivate var label: String { "\(kind) \(Identifier(name).quoted)" }

  fileprivate func isSame(as other: SchemaObject) -> Bool {
    kind == other.kind && name.isSameName(as: other.name)
  }
}

extension ColumnSchema {
  /// The type and the constraints of the column as CREATE TABLE writes them. Messages contain this
  /// text.
  package var declaration: String {
    var text = declaredType
    if isNotNull { text += " NOT NULL" }
    if let defaultSQL { text += " DEFAULT " + defaultSQL }
    switch collation {
    case .binary, .date: break
    case .noCase: text += " COLLATE NOCASE"
    case .rightTrim: text += " COLLATE RTRIM"
    case .custom: text += " with a custom collation"
    }
    if generation != .none { text += " GENERATED" }
    return text.first == " " ? String(text.dropFirst()) : text
  }
}
