package import StateGraphReplication
package import StateGraphRows
package import StateGraphSQLite

/// A replicated table: which column of the file is which column of the server.
package struct TableMapping: Sendable {
  package struct Column: Hashable, Sendable {
    /// The index of the column among the declared columns of the file's table.
    package let index: Int
    /// The index of the column in the server's list of columns.
    package let place: Int
    package let name: ServerName
    package let conversion: ReplicatedColumn
  }

  /// The name of the table in the file.
  package let name: ByteText
  package let server: ServerTable
  /// The server's number of the table (its OID), or nil if it is not known.
  let identifier: UInt32?
  /// The columns that both sides have, in the order of the file.
  package private(set) var columns: [Column]
  /// The indexes in ``columns`` of the columns of the primary key, in the order of the key.
  package let key: [Int]
  /// The columns that the file's table declares.
  let fileColumns: [ColumnSchema]

  /// - Parameters:
  ///   - table: The table of the file.
  ///   - server: The table of the server.
  ///   - found: The columns of the server.
  /// - Throws: `.schemaMismatch` if the server has another primary key. `.unsupportedType` if a
  ///   column cannot hold the same values on both sides. `.invalidName`.
  package init(
    _ table: TableSchema,
    server: ServerTable,
    columns found: [ServerColumn]
  ) throws(ReplicationError) {
    name = ByteText(table.name)
    self.server = server
    identifier = found.first?.table
    fileColumns = table.columns
    var columns: [Column] = []
    for (index, column) in table.columns.enumerated() where column.generation == .none {
      let isSame = { (other: ServerColumn) in other.name.hasSameBytes(as: column.name) }
      guard let place = found.firstIndex(where: isSame) else { continue }
      try found[place].requireWritable(in: server)
      columns.append(
        Column(
          index: index,
          place: place,
          name: try ServerName(column.name),
          conversion: try ReplicatedColumn(
            server: found[place].type,
            file: try TableMapping.fileType(of: column, in: table),
            column: "\(table.name).\(column.name)"
          )
        )
      )
    }
    self.columns = columns
    key = table.primaryKey.compactMap { name in
      columns.firstIndex { $0.name.text.hasSameBytes(as: name) }
    }
    guard key.count == table.primaryKey.count, !key.isEmpty,
      Set(key.map { ByteText(columns[$0].name.text) })
        == Set(found.lazy.filter(\.isKey).map { ByteText($0.name) })
    else {
      throw ReplicationError(
        .schemaMismatch,
        "The server's table \(server) has another primary key than the file's table.",
        remedy: "Migrate the server first, and give both tables the same primary key."
      )
    }
    try TableMapping.requireSameRules(table, found: found)
  }

  /// Refuses rules of the file that are stricter than those of the server.
  private static func requireSameRules(
    _ table: TableSchema,
    found: [ServerColumn]
  ) throws(ReplicationError) {
    for column in table.columns where column.generation == .none {
      let name = "\(table.name).\(column.name)"
      let isKey = table.primaryKey.contains { $0.hasSameBytes(as: column.name) }
      if isKey, column.collation != .binary {
        throw ReplicationError(
          .schemaMismatch,
          "The key column \(name) of the file takes texts as equal that differ on the server.",
          remedy: "Declare the column without COLLATE."
        )
      }
      let isOnServer = found.contains { $0.name.hasSameBytes(as: column.name) }
      if !isOnServer, column.isNotNull, column.defaultSQL == nil {
        throw ReplicationError(
          .schemaMismatch,
          "The column \(name) of the file is NOT NULL without a default, and the server lacks it, "
            + "so that the file can store no row of the server.",
          remedy: "Add the column to the server's table, or declare a default."
        )
      }
    }
  }

  private static func fileType(
    of column: ColumnSchema,
    in table: TableSchema
  ) throws(ReplicationError) -> FileType {
    guard let type = FileType(of: column) else {
      throw ReplicationError(
        .unsupportedType,
        "The column \(table.name).\(column.name) of the file can store values of any class.",
        remedy: "Declare it as INTEGER, REAL, TEXT or BLOB, in a STRICT table."
      )
    }
    return type
  }
}

// MARK: - Rows of the server

extension TableMapping {
  /// The same mapping for rows whose values are in the order of ``columns``.
  var inOrderOfColumns: TableMapping {
    var copy = self
    copy.columns = columns.enumerated().map { place, column in
      Column(index: column.index, place: place, name: column.name, conversion: column.conversion)
    }
    return copy
  }

  /// Converts the values of a row of the server.
  ///
  /// - Parameters:
  ///   - values: The values in the order of the server's columns.
  /// - Throws: `.outOfRange`, or `.malformedMessage` if a value is missing or has another form.
  package func row(_ values: [TupleValue]) throws(ReplicationError) -> ServerRow {
    var (indexes, converted): ([Int], [SQLiteValue]) = ([], [])
    indexes.reserveCapacity(columns.count)
    converted.reserveCapacity(columns.count)
    for column in columns {
      guard column.place < values.count else { throw TableMapping.wrongCount }
      switch values[column.place] {
      case .null: converted.append(.null)
      case .unchanged: continue
      case .text(let text): converted.append(try column.conversion.fileValue(text))
      }
      indexes.append(column.index)
    }
    return ServerRow(
      columns: indexes,
      values: RowImage(converted),
      isComplete: indexes.count == columns.count
    )
  }

  /// Converts the values of a row's key.
  ///
  /// - Throws: `.malformedMessage` if a value of the key is missing.
  package func key(_ values: [TupleValue]) throws(ReplicationError) -> RowKey {
    var parts: [SQLiteValue] = []
    for place in key {
      let column = columns[place]
      guard column.place < values.count, case .text(let text) = values[column.place] else {
        throw TableMapping.wrongCount
      }
      parts.append(try column.conversion.fileValue(text))
    }
    return RowKey(parts)
  }

  /// Returns the values with those of the old key where the server has not sent a part of the key
  /// again. It leaves out an unchanged part that it stores out of line, and sends the old key then.
  func completingKey(of values: [TupleValue], from old: [TupleValue]) -> [TupleValue] {
    var values = values
    for place in key.map({ columns[$0].place })
    where place < min(values.count, old.count) && values[place] == .unchanged {
      values[place] = old[place]
    }
    return values
  }

  private static var wrongCount: ReplicationError {
    ReplicationError(.malformedMessage, "The server sent a row without all values of its key.")
  }
}

// MARK: - Comparing mappings

extension TableMapping {
  /// A text that differs between mappings of different columns, types or keys.
  var fingerprint: String {
    let columns = columns.map { column in
      let (type, server) = (column.conversion.type, column.conversion.server)
      // A file that was compared by an older version is not compared again.
      let name = type == .printed ? server.sqlName : "\(type.rawValue)"
      return "\(column.name.quoted) \(name) \(server.formModifier) \(type.fileType.rawValue)"
    }
    return "\(server.quoted) \(columns) \(key)"
  }

  func hasKeyColumn(_ name: String) -> Bool {
    key.contains { columns[$0].name.text.hasSameBytes(as: name) }
  }

  /// Returns the same mapping for rows of a relation, as the feed describes it, or nil if the
  /// relation has other columns, types or keys than the mapping.
  ///
  /// - Parameter table: The table of the file.
  func placed(in relation: Relation, of table: TableSchema) -> TableMapping? {
    var copy = self
    copy.columns = columns.compactMap { column in
      let isSame = { (found: RelationColumn) in
        found.name.hasSameBytes(as: column.name.text)
          && found.type == column.conversion.server.identifier
          && found.modifier == column.conversion.server.modifier
      }
      return relation.columns.firstIndex(where: isSame).map { place in
        Column(index: column.index, place: place, name: column.name, conversion: column.conversion)
      }
    }
    // With the identity FULL, each column is marked as a part of the key.
    let hasKey =
      relation.replicaIdentity == .full
      || relation.columns.allSatisfy { $0.isKey == hasKeyColumn($0.name) }
    let isNew = { (found: RelationColumn) in
      !columns.contains { $0.name.text.hasSameBytes(as: found.name) }
        && table.columns.contains {
          $0.generation == .none && $0.name.hasSameBytes(as: found.name)
        }
    }
    let isSame = copy.columns.count == columns.count && !relation.columns.contains(where: isNew)
    return hasKey && isSame ? copy : nil
  }
}

extension FileType {
  /// Fails if the column can store values of any class.
  init?(of column: ColumnSchema) {
    switch column.affinity {
    case .integer: self = .integer
    case .real: self = .real
    case .text: self = .text
    case .blob where column.declaredType == "BLOB": self = .blob
    case .blob, .numeric: return nil
    }
  }
}
