import Glibc
import StateGraphRows
import StateGraphSQLite

/// The JSON of one commit for the timeline.
struct TimelineCommit {
  /// The largest number of rows of one table that are listed.
  private static let rowLimit = 200
  /// The size of the JSON in bytes, after which no further row is listed.
  private static let sizeLimit = 1 << 20

  let number: Int
  /// When the server saw the commit.
  let time: String
  /// The changes. Nil for commits of a program that does not log.
  let changes: ChangeSet?

  func json(_ tables: [StudioTable]) -> [UInt8] {
    var writer = JSONBuilder()
    writer.object { writer in
      writer.member("number", number)
      writer.member("time", time)
      writer.member("isLogged", changes != nil)
      guard let changes else { return }
      writer.member("schemaChanged", changes.schemaChanged)
      let shown = changes.tables.filter { !LibraryTable.contains($0.key.string) }
      writer.key("tables")
      writer.array(of: shown.sorted { $0.key < $1.key }) { writer, entry in
        let table = tables.first { ByteText($0.schema.name) == entry.key }
        TimelineCommit.write(entry.key.string, entry.value, table?.schema, to: &writer)
      }
    }
    return writer.bytes
  }

  private static func write(
    _ name: String,
    _ changes: TableChanges,
    _ table: TableSchema?,
    to writer: inout JSONBuilder
  ) {
    var rows: [RowChange] = []
    if case .rows(let listed) = changes { rows = listed.filter { $0.old != nil || $0.new != nil } }
    let isListed = if case .rows = changes { true } else { false }
    writer.object { writer in
      writer.member("table", name)
      writer.member("inserted", rows.count { $0.old == nil && $0.new != nil })
      writer.member("updated", rows.count { $0.old != nil && $0.new != nil })
      writer.member("deleted", rows.count { $0.old != nil && $0.new == nil })
      if let table {
        writer.member("columns", texts: table.columns.map(\.name))
        let rowID = table.rowIDName.map { [$0] } ?? []
        writer.member("key", texts: table.primaryKey.isEmpty ? rowID : table.primaryKey)
      }
      var listed = 0
      writer.key("rows")
      writer.array { writer in
        for row in rows.prefix(rowLimit) where writer.bytes.count < sizeLimit {
          write(row, to: &writer)
          listed += 1
        }
      }
      writer.member("isComplete", isListed && listed == rows.count)
    }
  }

  private static func write(_ row: RowChange, to writer: inout JSONBuilder) {
    writer.object { writer in
      let kind = row.old == nil ? "insert" : row.new == nil ? "delete" : "update"
      writer.member("kind", kind)
      writer.key("key")
      writer.array(of: row.key.values) { WholeValue.value($1).write(to: &$0) }
      for (name, image) in [("old", row.old), ("new", row.new)] {
        guard let image else { continue }
        writer.key(name)
        writer.array(of: 0..<image.count) { writer, column in
          writer.raw(ShownValue.json(image, column))
        }
      }
    }
  }
}

extension ShownValue {
  /// Returns the JSON of a value of a row image.
  static func json(_ image: RowImage, _ column: Int) -> [UInt8] {
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
  static func now() -> String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return text(time)
  }

  /// Returns the text of a time in nanoseconds since 1970.
  static func text(nanoseconds: UInt64) -> String {
    text(
      timespec(
        tv_sec: Int(nanoseconds / 1_000_000_000),
        tv_nsec: Int(nanoseconds % 1_000_000_000)
      )
    )
  }

  private static func text(_ time: timespec) -> String {
    var time = time
    var parts = tm()
    gmtime_r(&time.tv_sec, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
    let seconds = String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let milliseconds = String(1000 + time.tv_nsec / 1_000_000).dropFirst()
    return "\(seconds).\(milliseconds)Z"
  }
}
