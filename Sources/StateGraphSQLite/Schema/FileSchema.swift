/// All that a file declares: its tables, and whatever else has a name in it.
package struct FileSchema: Sendable {
  package var tables: [TableSchema]
  /// Tables, indexes, triggers and views, SQLite's own too: names that are taken.
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
  /// What created it; empty where SQLite made it itself.
  package let sql: String
}

extension SchemaReader {
  /// All that the file declares, as of one commit.
  package func file() throws(DatabaseError) -> FileSchema {
    FileSchema(tables: try tables(), objects: try objects())
  }
}
