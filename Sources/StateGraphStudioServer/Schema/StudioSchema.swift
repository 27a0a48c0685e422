import StateGraphRows
import StateGraphSQLite

/// The tables and views of a file, as one commit has left them.
struct StudioSchema: Sendable {
  /// A text that differs between two states of the schema, and between two files at one path. It is
  /// valid until the server ends.
  let id: String
  let tables: [StudioTable]
  /// The views and virtual tables that SQLite cannot read.
  let unreadable: [SchemaReader.Unreadable]

  /// Returns the ``id`` of the schema that the open transaction sees.
  ///
  /// The tables of the library and the statistics of SQLite do not count. Programs create them
  /// while a page shows the file, and the page shows none of them.
  static func id(of inode: UInt64, on connection: Connection) throws(DatabaseError) -> String {
    var hasher = Hasher()
    for object in try SchemaReader(connection).objects()
    where !LibraryTable.contains(object.name) && !object.name.hasPrefix("sqlite_") {
      for text in [object.kind, object.name, object.sql] { hasher.combine(ByteText(text)) }
    }
    return "\(inode)-\(UInt(bitPattern: hasher.finalize()))"
  }

  init(id: String, _ connection: Connection) throws(DatabaseError) {
    self.id = id
    let reader = SchemaReader(connection)
    tables =
      try reader.tables().map { StudioTable($0, kind: .table) }
      + reader.virtualTables().map { StudioTable($0, kind: .virtual) }
      + reader.views().map { StudioTable($0, kind: .view) }
    unreadable = try reader.unreadable()
  }

  /// Returns the table with exactly this name.
  func table(_ name: String) throws(StudioError) -> StudioTable {
    guard let table = tables.first(where: { $0.schema.name.utf8.elementsEqual(name.utf8) }) else {
      throw .unknownTable
    }
    return table
  }

  /// Returns the table that a foreign key names, in which the case of ASCII letters does not
  /// matter, or nil if the file has no such table.
  func table(referencedAs name: String) -> StudioTable? {
    tables.first { $0.schema.name.isSameName(as: name) }
  }
}

/// The name of a file without its folders.
enum FileName {
  static func last(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }
}
