/// The tables of a database file, and all other named objects in the file.
package struct FileSchema: Sendable {
  package var tables: [TableSchema]
  /// All tables, indexes, triggers and views of the file, including the objects that SQLite has
  /// created.
  ///
  /// A new object must not have the name of one of these objects.
  package var objects: [SchemaObject]
  /// The names of the tables in which virtual tables store their content.
  package var shadowTables: [String] = []

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

/// A table, index, trigger or view, as described by one row of SQLite's table `sqlite_schema`.
package struct SchemaObject: Sendable, Equatable {
  /// The kind of the object: `table`, `index`, `trigger` or `view`.
  package let kind: String
  package let name: String
  /// The SQL statement that created the object.
  ///
  /// Empty for an object that SQLite created automatically, such as the index of a UNIQUE column.
  package let sql: String
}

extension SchemaReader {
  /// Reads the tables and all other named objects of the file.
  ///
  /// Call this method inside a transaction. All objects then come from the same commit.
  package func file() throws(DatabaseError) -> FileSchema {
    var schema = FileSchema(tables: try tables(), objects: try objects())
    schema.shadowTables = try shadowTables()
    return schema
  }
}

/// Whether a file has a table of the library, and whether this version of the library has created
/// it.
package enum FoundTable: Sendable {
  case missing, expected
  /// The file has a view, or a table with another definition.
  case other

  /// Looks for a table of the library in the file.
  ///
  /// - Parameters:
  ///   - name: The name of the table.
  ///   - definition: The statement by which this version of the library creates the table.
  ///   - connection: The connection that reads the schema.
  package init(
    _ name: String,
    definedBy definition: SQL,
    on connection: Connection
  ) throws(DatabaseError) {
    let objects = try connection.rows(
      "SELECT type, sql FROM main.sqlite_schema WHERE name = \(name) COLLATE NOCASE"
    )
    guard let object = objects.first else {
      self = .missing
      return
    }
    guard object[0] == .text("table"), case .text(let sql) = object[1],
      sql.normalizedSQL == definition.text.normalizedSQL
    else {
      self = .other
      return
    }
    self = .expected
  }
}
