/// The schema of a file: its tables, and every other object with a name.
package struct FileSchema: Sendable {
  package var tables: [TableSchema]
  /// All tables, indexes, triggers and views of the file, including SQLite's own. No new object may
  /// have one of their names.
  package var objects: [SchemaObject]

  package init(tables: [TableSchema] = [], objects: [SchemaObject] = []) {
    self.tables = tables
    self.objects = objects
  }

  package func table(_ name: String) -> TableSchema? {
    tables.first { $0.name.isSameName(as: name) }
  }

  package func object(_ name: String) -> SchemaObject? {
    objects.first { $0.name.isSameName(as: name) }
  }
}

/// One row of `sqlite_schema`.
package struct SchemaObject: Sendable, Equatable {
  /// `table`, `index`, `trigger` or `view`.
  package let kind: String
  package let name: String
  /// The statement that created the object; empty if SQLite created the object by itself.
  package let sql: String
}

extension SchemaReader {
  /// Reads the schema of the file as of one commit.
  package func file() throws(DatabaseError) -> FileSchema {
    FileSchema(tables: try tables(), objects: try objects())
  }
}
