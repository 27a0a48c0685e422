/// Encodes the changes of a commit as bytes for the commit log, which other processes read.
///
/// ``ChangeSetDecoder`` describes the format.
struct ChangeSetEncoder {
  /// The default limit for the encoded changes of one table, in bytes.
  ///
  /// If the changes need more bytes, the log records only that any row may have changed. Other
  /// processes then read the complete table again.
  static let bytesPerTableLimit = 4 << 20

  private var output = RowChangeEncoder()
  /// The limit for the encoded changes of each table, in bytes. Tests use a smaller limit than the
  /// default.
  private let tableLimit: Int
  /// Whether the changed rows of a table were left out, because they need more bytes than the limit
  /// allows.
  private(set) var leavesRowsOut = false

  var bytes: [UInt8] { output.bytes }

  /// - Parameters:
  ///   - changeSet: The changes.
  ///   - tableLimit: The maximum number of bytes for the changes of each table.
  init(_ changeSet: ChangeSet, bytesPerTable tableLimit: Int = bytesPerTableLimit) {
    self.tableLimit = tableLimit
    begin(tableCount: changeSet.tables.count, schemaChanged: changeSet.schemaChanged)
    // Sort the tables by name, so that equal change sets are encoded as equal bytes.
    let tables = changeSet.tables.sorted { $0.key < $1.key }
    for (name, changes) in tables {
      output.append(name.string)
      append(changes)
    }
  }

  /// Encodes all changed rows, without a limit for their bytes.
  ///
  /// - Parameters:
  ///   - tables: The changed rows by the names of their tables, sorted by name.
  ///   - header: Bytes that precede the encoded changes.
  init(sorted tables: some Collection<(name: ByteText, rows: [RowChange])>, after header: [UInt8]) {
    tableLimit = .max
    output.bytes = header
    begin(tableCount: tables.count, schemaChanged: false)
    for (name, rows) in tables {
      output.append(name.string)
      append(.rows(rows))
    }
  }

  private mutating func begin(tableCount: Int, schemaChanged: Bool) {
    output.bytes.append(ChangeSetFormat.version)
    output.bytes.append(schemaChanged ? 1 : 0)
    output.append(tableCount)
  }

  private mutating func append(_ changes: TableChanges) {
    switch changes {
    case .reset: output.bytes.append(ChangeSetFormat.reset)
    case .updates(let columns):
      output.bytes.append(ChangeSetFormat.updates)
      output.appendWord(columns.word)
    case .rows(let rows):
      let start = output.bytes.count
      output.bytes.append(ChangeSetFormat.rows)
      output.append(rows.count)
      for row in rows {
        output.append(row)
        guard output.bytes.count - start > tableLimit else { continue }
        output.bytes.removeSubrange(start...)
        leavesRowsOut = true
        return output.bytes.append(ChangeSetFormat.reset)
      }
    }
  }
}
