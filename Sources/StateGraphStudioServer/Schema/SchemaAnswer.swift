import Glibc
import StateGraphRows
import StateGraphSQLite

/// The JSON of a schema.
struct SchemaAnswer {
  let schema: StudioSchema
  let path: String

  func json(on connection: Connection) throws(DatabaseError) -> [UInt8] {
    let facts = try SchemaAnswer.Facts(connection, path: path)
    return JSONBuilder.answer { writer in
      writer.member("schema", text: schema.id)
      writer.key("file")
      facts.write(to: &writer, name: FileName.last(of: path))
      writer.key("tables")
      writer.array(of: schema.tables) { writer, table in self.write(table, to: &writer) }
      writer.key("unreadable")
      writer.array(of: schema.unreadable) { writer, object in
        writer.object { writer in
          writer.member("name", text: object.name)
          writer.member("kind", text: object.kind)
          writer.member("reason", text: object.reason)
        }
      }
    }
  }

  private struct Facts {
    /// Differs between two files at one path.
    let id: String
    let bytes: Int
    let isWAL: Bool
    let numbers: [(String, Int)]

    init(_ connection: Connection, path: String) throws(DatabaseError) {
      var information = stat()
      bytes = stat(path, &information) == 0 ? Int(information.st_size) : 0
      id = String(information.st_ino)
      isWAL = try DatabaseLocation(path: path).isInWALMode
      var numbers: [(String, Int)] = []
      for (name, sql) in [
        ("pageBytes", "PRAGMA page_size"), ("userVersion", "PRAGMA user_version"),
        ("applicationID", "PRAGMA application_id"),
      ] as [(String, SQL)] {
        guard case .integer(let number) = try connection.firstValue(sql) else { continue }
        numbers.append((name, Int(number)))
      }
      self.numbers = numbers
    }

    func write(to writer: inout JSONBuilder, name: String) {
      writer.object { writer in
        writer.member("name", text: name)
        writer.member("id", text: id)
        writer.member("bytes", integer: bytes)
        writer.member("journalMode", text: isWAL ? "wal" : "delete")
        for (name, number) in numbers { writer.member(name, integer: number) }
      }
    }
  }

  private func write(_ table: StudioTable, to writer: inout JSONBuilder) {
    writer.object { writer in
      writer.member("name", text: table.schema.name)
      writer.member("kind", text: table.kind.rawValue)
      writer.key("key")
      if table.key.isEmpty {
        writer.null()
      } else {
        writer.array(of: table.key) { $0.string($1.name) }
      }
      writer.member("ties", texts: table.tieBreakers.map(\.name))
      writer.member("isStrict", boolean: table.schema.isStrict)
      writer.key("columns")
      writer.array(of: table.schema.columns) { writer, column in
        SchemaAnswer.write(column, of: table, to: &writer)
      }
      writer.key("references")
      writer.array(of: table.schema.foreignKeys) { writer, key in
        writer.object { writer in
          writer.member("id", integer: key.id)
          writer.member("columns", texts: key.columns)
          let target = schema.table(referencedAs: key.referencedTable)?.schema.name
          writer.member("table", text: target ?? key.referencedTable)
          writer.member("targetColumns", texts: key.referencedColumns)
          writer.member("onDelete", text: key.onDelete.rawValue)
        }
      }
      writer.key("referencedBy")
      writer.array(of: schema.references(to: table)) { writer, reference in
        writer.object { writer in
          writer.member("table", text: reference.table.schema.name)
          writer.member("id", integer: reference.key.id)
          writer.member("columns", texts: reference.key.columns)
          writer.member("targetColumns", texts: reference.key.referencedColumns)
          writer.member("onDelete", text: reference.key.onDelete.rawValue)
        }
      }
      writer.key("indexes")
      writer.array(of: table.schema.indexes) { SchemaAnswer.write($1, to: &$0) }
      writer.member("sql", text: table.schema.sql)
    }
  }

  private static func write(
    _ column: ColumnSchema,
    of table: StudioTable,
    to writer: inout JSONBuilder
  ) {
    writer.object { writer in
      writer.member("name", text: column.name)
      writer.member("type", text: column.declaredType)
      writer.member("affinity", text: "\(column.affinity)")
      writer.member("isNotNull", boolean: column.isNotNull)
      writer.optional("default", text: column.defaultSQL)
      let generated: String? =
        switch column.generation {
        case .none: nil
        case .stored: "stored"
        case .virtual: "virtual"
        }
      writer.optional("generated", text: generated)
      writer.optional(
        "collation",
        text: column.collation == .custom ? "custom" : column.collation.name
      )
      writer.member("isSortable", boolean: table.isSortable(column))
    }
  }

  private static func write(_ index: IndexSchema, to writer: inout JSONBuilder) {
    writer.object { writer in
      writer.member("name", text: index.name)
      writer.key("columns")
      writer.array(of: index.columns) { writer, column in
        if let column { writer.string(column) } else { writer.null() }
      }
      writer.member("isUnique", boolean: index.isUnique)
      writer.member("isPartial", boolean: index.isPartial)
      writer.member("isImplicit", boolean: index.isImplicit)
    }
  }
}

extension JSONBuilder {
  mutating func optional(_ name: String, text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }
}

extension StudioSchema {
  /// Returns the foreign keys of all tables that refer to `table`.
  func references(to table: StudioTable) -> [(table: StudioTable, key: ForeignKeySchema)] {
    tables.flatMap { other in
      other.schema.foreignKeys
        .filter { $0.referencedTable.isSameName(as: table.schema.name) }
        .map { (other, $0) }
    }
  }
}
