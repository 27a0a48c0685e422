import Glibc
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import StateGraphTools

/// Writes the extracted rows of one table to its fixture files.
///
/// If the importer can restore exactly the values of a row, the row becomes a line of the JSON
/// file. Every other row becomes an INSERT in an SQL file, such as a row without a primary key or
/// with an infinite number. The line of a row depends only on the row's own values. A new row in
/// the database therefore adds one line to the fixture, and changes no other line.
final class FixtureTableWriter {
  private let table: TableSchema
  private let columns: [Column]
  private let folder: StagedFolder
  /// Whether the importer can load rows of the table from a JSON file. If false, all rows become
  /// SQL statements.
  private let hasJSON: Bool
  private let stem: String
  private let insertPrefix: String
  private var json: File?
  private var sql: File?
  private(set) var rowCount = 0

  private struct Column {
    let schema: ColumnSchema
    let isKey: Bool
    let mayBeLabel: Bool
    /// The name of the column as a JSON string, followed by a colon.
    let jsonName: String
  }

  /// A new file that is open for writing. It is closed when the last reference to it disappears.
  private final class File {
    let name: String
    let output: ByteOutput
    private let descriptor: Int32

    init(_ name: String, in folder: StagedFolder) throws(InspectionError) {
      self.name = name
      descriptor = try folder.create(name)
      output = ByteOutput(descriptor: descriptor, name: folder.target + "/" + name)
    }

    deinit { close(descriptor) }

    func finish() throws(InspectionError) {
      try output.flush()
      guard fsync(descriptor) == 0 else {
        throw InspectionError(
          .outputFailed,
          "\(output.name) cannot be flushed to the disk: \(systemMessage(errno))"
        )
      }
    }
  }

  /// - Parameters:
  ///   - table: The table of the rows.
  ///   - labels: The columns whose values may be labels.
  ///   - folder: The folder that gets the files.
  init(
    _ table: TableSchema,
    labels: LabelSchema,
    to folder: StagedFolder
  ) {
    self.table = table
    self.folder = folder
    let given = table.columns.indices.filter { table.columns[$0].generation == .none }
    columns = given.map { index in
      let schema = table.columns[index]
      return Column(
        schema: schema,
        isKey: table.primaryKey.contains { $0.isSameName(as: schema.name) },
        mayBeLabel: labels.column(index, of: table.name) != nil,
        jsonName: JSONEscape.quoted(schema.name) + ":"
      )
    }
    hasJSON = !table.primaryKey.isEmpty && FixtureFileName.isName(table.name)
    stem = FixtureFileName.stem(table.name)
    let names = columns.map(\.schema.name)
    insertPrefix = ("INSERT INTO \(table: table.name) (\(columns: names)) VALUES (" as SQL).text
  }

  /// The names of the columns whose values ``write(_:)`` expects, in the order of the table. The
  /// generated columns are left out.
  var names: [String] { columns.map(\.schema.name) }

  func write(_ row: [FixtureValue]) throws {
    rowCount += 1
    let isExact =
      hasJSON
      && zip(row, columns).allSatisfy { value, column in
        value.isExactInJSON(column.schema, isKey: column.isKey, mayBeLabel: column.mayBeLabel)
      }
    if isExact { try writeJSON(row) } else { try writeSQL(row) }
  }

  private func writeJSON(_ row: [FixtureValue]) throws {
    if json == nil { json = try File(stem + ".jsonl", in: folder) }
    guard let output = json?.output else { return }
    for (index, column) in columns.enumerated() {
      try output.append(index == 0 ? "{" : ",")
      try output.append(column.jsonName)
      if case .value(let value) = row[index] { try output.appendJSON(value) }
    }
    try output.append("}\n")
  }

  private func writeSQL(_ row: [FixtureValue]) throws {
    if sql == nil { sql = try File(stem + ".sql", in: folder) }
    guard let output = sql?.output else { return }
    try output.append(insertPrefix)
    for (index, value) in row.enumerated() {
      if index > 0 { try output.append(", ") }
      try output.append(value.sqlLiteral)
    }
    try output.append(");\n")
  }

  /// Flushes the table's files to the disk, and returns their names and sizes, or nil if the
  /// table has no rows.
  func finish() throws(InspectionError) -> ExtractReport.Table? {
    let files = [json, sql].compactMap { $0 }
    for file in files { try file.finish() }
    guard !files.isEmpty else { return nil }
    return ExtractReport.Table(
      name: table.name,
      rows: rowCount,
      bytes: files.reduce(0) { $0 + $1.output.byteCount },
      files: files.map(\.name)
    )
  }
}
