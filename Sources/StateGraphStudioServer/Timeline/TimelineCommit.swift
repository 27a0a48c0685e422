import Glibc
import StateGraphRows
import StateGraphSQLite
import StateGraphThreads

/// The changes of one commit for the timeline, or of several commits that it cannot tell apart.
struct TimelineCommit {
  /// How the timeline knows the changes.
  enum Source: String {
    /// Studio itself has made them.
    case studio
    /// A program of this library has logged them.
    case log
    /// The rows differ from those that the timeline has read before.
    case comparison
    /// The rows are unknown, because the timeline did not follow the file.
    case unknown
  }

  struct Row {
    enum Kind: String { case insert, update, delete }

    let kind: Kind
    let key: [SQLiteValue]
    /// The values before and after, or nil where there is no row, or its values are not known.
    let old: RowImage?
    let new: RowImage?
  }

  struct Table {
    let name: String
    /// The value is nil for a table that was dropped meanwhile.
    let schema: TableSchema?
    private(set) var counts: [Row.Kind: Int] = [:]
    /// The first rows.
    private(set) var rows: [Row] = []
    /// Whether it is known which rows have changed.
    var isKnown = true

    var count: Int { counts.values.reduce(0, +) }

    init(_ name: String, schema: TableSchema?) { (self.name, self.schema) = (name, schema) }

    mutating func add(_ row: Row) {
      counts[row.kind, default: 0] += 1
      if rows.count < TimelineCommit.rowLimit { rows.append(row) }
    }

    mutating func add(_ other: Table) {
      for row in other.rows where rows.count < TimelineCommit.rowLimit { rows.append(row) }
      counts.merge(other.counts) { $0 + $1 }
      isKnown = isKnown && other.isKnown
    }

    func isNamed(_ other: String) -> Bool { other.utf8.elementsEqual(name.utf8) }

    /// Returns the table without the rows that another commit has changed, or nil if no row is
    /// left.
    func without(rowsOf other: Table) -> Table? {
      guard isKnown, other.isKnown, rows.count == count, other.rows.count == other.count else {
        return isPart(of: other) ? nil : self
      }
      let keys = Set(other.rows.map { RowKey($0.key) })
      var rest = Table(name, schema: schema)
      for row in rows where !keys.contains(RowKey(row.key)) { rest.add(row) }
      return rest.count == 0 ? nil : rest
    }

    /// Returns whether all of these rows are among those of another commit.
    func isPart(of other: Table) -> Bool {
      guard isNamed(other.name) else { return false }
      guard isKnown, other.isKnown else { return true }
      let keys = Set(other.rows.map { RowKey($0.key) })
      return count <= other.count
        && (other.count > other.rows.count || rows.allSatisfy { keys.contains(RowKey($0.key)) })
    }
  }

  /// The largest number of rows of one table that are listed.
  private static let rowLimit = 200
  /// The size of the JSON in bytes, after which no further row is listed.
  private static let sizeLimit = 1 << 20

  let source: Source
  var schemaChanged = false
  var tables: [Table] = []
  /// The tables that are too large to compare, so that it is not known whether they have changed.
  var uncompared: [String] = []

  init(_ source: Source) { self.source = source }

  init(_ source: Source, changes: ChangeSet, schemas: [TableSchema]) {
    self.source = source
    schemaChanged = changes.schemaChanged
    let shown = changes.tables.filter { !LibraryTable.contains($0.key.string) }
    tables = shown.sorted { $0.key < $1.key }.map { name, changes in
      var table = Table(name.string, schema: schemas.first { ByteText($0.name) == name })
      guard case .rows(let rows) = changes else {
        table.isKnown = false
        return table
      }
      for row in rows where row.old != nil || row.new != nil {
        let kind: Row.Kind = row.old == nil ? .insert : row.new == nil ? .delete : .update
        table.add(Row(kind: kind, key: row.key.values, old: row.old, new: row.new))
      }
      return table
    }
  }

  var isEmpty: Bool {
    tables.isEmpty && uncompared.isEmpty && !schemaChanged
  }

  mutating func merge(_ other: TimelineCommit) {
    for table in other.tables {
      if let index = tables.firstIndex(where: { $0.isNamed(table.name) }) {
        tables[index].add(table)
      } else {
        tables.append(table)
      }
    }
  }

  /// Returns whether another commit has all of these changes.
  func isPart(of other: TimelineCommit) -> Bool {
    tables.allSatisfy { table in other.tables.contains { table.isPart(of: $0) } }
  }

  /// Returns whether the rows of this commit have its values in what a comparison has found.
  func hasResult(in found: TimelineCommit) -> Bool {
    tables.allSatisfy { table in
      let rows = found.tables.first { $0.isNamed(table.name) }?.rows ?? []
      return table.rows.allSatisfy { row in
        let seen = rows.first { RowKey($0.key) == RowKey(row.key) }
        guard let seen else { return true }
        guard let new = row.new, let seenNew = seen.new, new.count == seenNew.count else {
          return (row.kind == .delete) == (seen.kind == .delete)
        }
        return (0..<new.count).allSatisfy { new[$0] == seenNew[$0] }
      }
    }
  }

  /// - Parameter time: When the server saw the commit.
  func json(number: Int, time: String) -> [UInt8] {
    var writer = JSONBuilder()
    writer.object { writer in
      writer.member("number", integer: number)
      writer.member("time", text: time)
      writer.member("source", text: source.rawValue)
      writer.member("schemaChanged", boolean: schemaChanged)
      writer.key("tables")
      writer.array(of: tables) { TimelineCommit.write($1, to: &$0) }
      writer.member("uncompared", texts: uncompared)
    }
    return writer.bytes
  }

  private static func write(_ table: Table, to writer: inout JSONBuilder) {
    writer.object { writer in
      writer.member("table", text: table.name)
      writer.member("inserted", integer: table.counts[.insert] ?? 0)
      writer.member("updated", integer: table.counts[.update] ?? 0)
      writer.member("deleted", integer: table.counts[.delete] ?? 0)
      if let schema = table.schema {
        writer.member("columns", texts: schema.columns.map(\.name))
        let rowID = schema.rowIDName.map { [$0] } ?? []
        writer.member("key", texts: schema.primaryKey.isEmpty ? rowID : schema.primaryKey)
      }
      var listed = 0
      writer.key("rows")
      writer.array { writer in
        for row in table.rows where writer.bytes.count < sizeLimit {
          write(row, to: &writer)
          listed += 1
        }
      }
      writer.member("isComplete", boolean: table.isKnown && listed == table.count)
    }
  }

  private static func write(_ row: Row, to writer: inout JSONBuilder) {
    writer.object { writer in
      writer.member("kind", text: row.kind.rawValue)
      writer.key("key")
      writer.array(of: row.key) { WholeValue.value($1).write(to: &$0) }
      for (name, image) in [("old", row.old), ("new", row.new)] {
        guard let image else { continue }
        writer.key(name)
        writer.array(of: 0..<image.count) { writer, column in
          writer.raw(ShownValue.json(image, column: column))
        }
      }
    }
  }
}

extension ShownValue {
  /// Returns the JSON of a value of a row image.
  static func json(_ image: RowImage, column: Int) -> [UInt8] {
    switch image.storageClass(at: column) {
    case .text: image.withBytes(at: column) { json(text: $0) }
    case .blob: image.withBytes(at: column) { json(blob: $0) }
    default:
      switch image[column] {
      case .integer(let integer): json(integer)
      case .real(let real): json(real)
      default: Array("null".utf8)
      }
    }
  }
}

/// The time of day in UTC.
enum WallClock {
  static func now() -> String { text(nanoseconds: SystemClock.timeOfDay) }

  /// Returns the text of a time in nanoseconds since 1970.
  static func text(nanoseconds: UInt64) -> String {
    var time = time_t(nanoseconds / 1_000_000_000)
    var parts = tm()
    gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
    let seconds = String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let milliseconds = String(1000 + nanoseconds / 1_000_000 % 1000).dropFirst()
    return "\(seconds).\(milliseconds)Z"
  }
}
