import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

/// Proposes a mask for each column that needs one, judged by names, types and values.
///
/// A person must read the proposal: the name of a column does not tell whether its values may be
/// published.
package struct MaskSuggestion {
  private let tables: [TableSchema]
  private let joined: JoinedColumns
  private let connection: Connection

  /// Returns the text of a file with masks for the database at `path`, which is not changed.
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

  /// Returns the mask of a column, or nil if it needs none.
  private func kind(_ place: JoinedColumns.Column) throws -> MaskKind? {
    let column = tables[place.table].columns[place.column]
    let columns = joined.columns(joinedWith: place)
    guard try columns.contains(where: mayContainText) else { return nil }
    guard columns.count > 1 else { return try kind(column, of: tables[place.table]) }
    // Columns that are joined need one mask, which keeps their values different.
    let kinds = try Set(
      columns.map { place in
        try kind(tables[place.table].columns[place.column], of: tables[place.table])
      }
    )
    if kinds.contains(.keep) { return .keep }
    if kinds.contains(.email) { return .email }
    return kinds == [.phone] ? .phone : .text
  }

  /// Whether a column may contain text by its declaration, or contains text although it is one of
  /// numbers.
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
    // These masks can give two values the same mask.
    return isUnique && [.date, .freeText, .json].contains(kind) ? .text : kind
  }

  /// Whether a CHECK lists the texts of a column, so that a mask would break it.
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
