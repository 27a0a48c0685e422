import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

/// Proposes a mask for each column that needs one. The proposal depends on the name, the type and
/// the first values of the column.
///
/// A person must check the proposal, because the name of a column does not tell whether its values
/// may be published.
package struct MaskSuggestion {
  private let tables: [TableSchema]
  private let joined: JoinedColumns
  private let connection: Connection

  /// Returns the content of a file of masks (see ``MaskFile``) for the database at `path`. The
  /// database is only read.
  ///
  /// - Throws: `InspectionError`; `DatabaseError` for an error of SQLite or of the file.
  package static func text(path: String) throws -> String {
    try ReadSession(path: path).read { connection in
      try MaskSuggestion(connection).text()
    }
  }

  private init(_ connection: Connection) throws {
    self.connection = connection
    tables = try SchemaReader(connection).tables()
    joined = JoinedColumns(tables)
  }

  private func text() throws -> String {
    var members: [String] = []
    for (number, table) in tables.enumerated() {
      var lines: [String] = []
      for (index, column) in table.columns.enumerated() where column.generation == .none {
        guard let kind = try kind(JoinedColumns.Column(table: number, column: index)) else {
          continue
        }
        lines.append("    \(JSONEscape.quoted(column.name)): \"\(kind.rawValue)\"")
      }
      guard !lines.isEmpty else { continue }
      members.append(
        "  \(JSONEscape.quoted(table.name)): {\n\(lines.joined(separator: ",\n"))\n  }"
      )
    }
    return members.isEmpty ? "{}\n" : "{\n\(members.joined(separator: ",\n"))\n}\n"
  }

  /// Returns the mask for a column and all columns that foreign keys join with it, or nil if none
  /// of these columns may contain text.
  private func kind(_ place: JoinedColumns.Column) throws -> MaskKind? {
    let column = tables[place.table].columns[place.column]
    let columns = joined.columns(joinedWith: place)
    guard try columns.contains(where: mayContainText) else { return nil }
    guard columns.count > 1 else { return try kind(column, of: tables[place.table]) }
    // All joined columns need the same mask, and it must give different masks to different values.
    let kinds = try Set(
      columns.map { place in
        try kind(tables[place.table].columns[place.column], of: tables[place.table])
      }
    )
    if kinds.contains(.keep) { return .keep }
    if kinds.contains(.email) { return .email }
    return kinds == [.phone] ? .phone : .text
  }

  /// Whether the declared type of a column allows text, or a row has text or bytes in the column
  /// although its declared type is a number.
  private func mayContainText(_ place: JoinedColumns.Column) throws -> Bool {
    let table = tables[place.table]
    let column = table.columns[place.column]
    if column.needsMask { return true }
    if table.hasRowIDAsKey, table.primaryKey[0].isSameName(as: column.name) { return false }
    let name = "\(column: column.name)" as SQL
    let value = try connection.firstValue(
      """
      SELECT 1 FROM main.\(table: table.name) WHERE typeof(\(name)) IN ('text', 'blob') LIMIT 1
      """
    )
    return value != nil
  }

  private func kind(_ column: ColumnSchema, of table: TableSchema) throws -> MaskKind {
    if hasFixedTexts(column, of: table) { return .keep }
    if column.declaredType == "BLOB" {
      return column.isNotNull || isUnique(column, in: table) ? .blob : .null
    }
    let sample = try ColumnSample(column.name, of: table.name, on: connection)
    let words = Set(
      FoldedName.fold(FoldedName.snakeCase(column.name)).split { !$0.isLetter }.map(String.init)
    )
    func has(_ names: String...) -> Bool { !words.isDisjoint(with: names) }
    let isUnique = isUnique(column, in: table)
    let kind: MaskKind =
      if let kind = sample.kind {
        kind
      } else if has("email", "mail", "emails") {
        .email
      } else if has("phone", "mobile", "tel", "telephone", "fax") {
        .phone
      } else if column.declaredType.hasPrefix("JSON") {
        .json
      } else if column.declaredType.hasPrefix("DATE") || column.declaredType.hasPrefix("TIMESTAMP")
        || has("at", "on", "date", "born", "birthday", "birthdate")
      {
        .date
      } else if sample.isProse
        || has(
          "description",
          "body",
          "comment",
          "note",
          "notes",
          "bio",
          "message",
          "content",
          "text"
        )
      {
        .freeText
      } else {
        .text
      }
    // The masks date, free-text and json can replace two values by the same one, which a UNIQUE
    // column would refuse.
    return isUnique && [.date, .freeText, .json].contains(kind) ? .text : kind
  }

  /// Whether a CHECK of the column alone contains texts, such as CHECK (state IN ('open', 'paid')).
  /// A masked value would break this CHECK.
  private func hasFixedTexts(_ column: ColumnSchema, of table: TableSchema) -> Bool {
    CheckReader(table).checks.contains { check in
      check.columns.map { table.columns[$0].name } == [column.name]
        && !CheckLiterals([check]).texts.isEmpty
    }
  }

  private func isUnique(_ column: ColumnSchema, in table: TableSchema) -> Bool {
    table.primaryKey.contains { $0.isSameName(as: column.name) }
      || table.indexes.contains { index in
        index.isUnique && index.columns.contains { $0?.isSameName(as: column.name) == true }
      }
  }
}
