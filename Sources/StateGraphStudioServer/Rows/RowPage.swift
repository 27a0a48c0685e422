import StateGraphSQLite

/// A page of the rows of a source, and what is known about its place.
struct RowPage: Sendable {
  /// A number of rows that may be an estimate.
  struct Count: Equatable, Sendable {
    let value: Int
    let isExact: Bool
  }

  var columns: [String] = []
  var rows: [ShownRow] = []
  /// The cursors of the first and the last row, or nil without rows.
  var start: [WholeValue]?
  var end: [WholeValue]?
  var hasBefore = false
  var hasAfter = false
  /// Whether the page has fewer rows than requested, because the time or the memory for it ended.
  var isCut = false
  /// The number of rows before the page, and of all rows, or nil if they are unknown.
  var position: Count?
  var count: Count?

  func json(schema: String) -> [UInt8] {
    JSONBuilder.answer { writer in
      writer.member("schema", text: schema)
      writer.member("columns", texts: columns)
      writer.key("rows")
      writer.array(of: rows) { $1.write(to: &$0) }
      writeFacts(to: &writer)
    }
  }

  /// Writes all members except the columns and rows.
  func writeFacts(to writer: inout JSONBuilder) {
    for (name, cursor) in [("start", start), ("end", end)] {
      writer.key(name)
      if let cursor { writer.array(of: cursor) { $1.write(to: &$0) } } else { writer.null() }
    }
    writer.member("hasBefore", boolean: hasBefore)
    writer.member("hasAfter", boolean: hasAfter)
    for (name, count) in [("position", position), ("count", count)] {
      writer.key(name)
      if let count { count.write(to: &writer) } else { writer.null() }
    }
  }
}

extension RowPage.Count {
  func write(to writer: inout JSONBuilder) {
    writer.object { writer in
      writer.member("value", integer: value)
      writer.member("isExact", boolean: isExact)
    }
  }
}
