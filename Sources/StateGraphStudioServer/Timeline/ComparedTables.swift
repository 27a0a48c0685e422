import StateGraphRows
import StateGraphSQLite
import StateGraphTools

/// The rows of the tables of a file, from which the timeline finds what a program without the log
/// of commits has changed.
///
/// Small tables are kept with their values, and larger ones with a hash of each row. The largest
/// ones are not kept. Only the thread of the timeline uses this object.
final class ComparedTables {
  private struct Known {
    let watch: TableWatch
    let hasValues: Bool
  }

  /// The memory for the rows with their values, and for hashes of rows, in bytes. A comparison
  /// needs twice as much.
  private static let valuesLimit = 8 << 20
  private static let hashesLimit = 12 << 20

  private var tables: [ByteText: Known] = [:]
  /// The schemas of the tables at the last comparison.
  private(set) var schemas: [TableSchema] = []
  /// The names of the tables that are too large.
  private var large: [String] = []

  /// Reads all tables, and returns the differences from the last time. The first time, it returns
  /// no table.
  func compare(on connection: Connection) throws -> TimelineCommit {
    let isFirst = schemas.isEmpty
    var commit = TimelineCommit(.comparison)
    let found = try SchemaReader(connection).tables().filter { !LibraryTable.contains($0.name) }
    let isSame = found.map(\.sql) == schemas.map(\.sql)
    commit.schemaChanged = !isFirst && !isSame
    let old = isSame ? [:] : Dictionary(schemas.map { (ByteText($0.name), $0.sql) }) { $1 }
    schemas = found
    if !isSame {
      large = []
      let names = Set(found.map { ByteText($0.name) })
      tables = tables.filter { names.contains($0.key) }
    }
    for schema in found {
      let name = ByteText(schema.name)
      if let sql = old[name], sql != schema.sql { tables[name] = nil }
      if let known = tables[name] {
        if let table = try compare(known, schema: schema, on: connection) {
          commit.tables.append(table)
        }
      } else if !isSame || isFirst {
        try keep(schema, on: connection)
      }
    }
    commit.uncompared = isFirst ? [] : large
    return commit
  }

  /// Applies a commit whose changes are known.
  func follow(_ changes: ChangeSet, on connection: Connection) throws {
    if changes.schemaChanged { return _ = try compare(on: connection) }
    for (name, known) in tables where changes.tables[name] != nil {
      if known.watch.canFollow(changes) {
        try known.watch.follow(changes) { _ in }
      } else if try !known.watch.scan(on: connection, atMost: limit(known), { _ in }) {
        forget(name)
      }
    }
  }

  private func compare(
    _ known: Known,
    schema: TableSchema,
    on connection: Connection
  ) throws -> TimelineCommit.Table? {
    var table = TimelineCommit.Table(schema.name, schema: schema)
    let isKept = try known.watch.scan(on: connection, atMost: limit(known)) { event in
      table.add(TimelineCommit.Row(event))
    }
    guard isKept else {
      forget(ByteText(schema.name))
      return nil
    }
    return table.count == 0 ? nil : table
  }

  private func keep(_ schema: TableSchema, on connection: Connection) throws {
    for hasValues in [true, false] {
      guard let watch = try? TableWatch(schema, keepsValues: hasValues) else { continue }
      let known = Known(watch: watch, hasValues: hasValues)
      guard try watch.scan(on: connection, atMost: limit(known), { _ in }) else { continue }
      tables[ByteText(schema.name)] = known
      return
    }
    large.append(schema.name)
  }

  private func forget(_ name: ByteText) {
    tables[name] = nil
    large.append(name.string)
  }

  /// The memory that the rows of a table may take, without those of the other tables.
  private func limit(_ known: Known) -> Int {
    let others = tables.values.filter {
      $0.hasValues == known.hasValues && $0.watch !== known.watch
    }
    let used = others.reduce(0) { $0 + $1.watch.byteCount }
    let limit = known.hasValues ? ComparedTables.valuesLimit : ComparedTables.hashesLimit
    return max(0, limit - used)
  }
}

extension TimelineCommit.Row {
  /// The change of a row that a comparison has found.
  init(_ event: WatchEvent) {
    let kind: Kind =
      switch event.kind {
      case .insert: .insert
      case .update: .update
      case .delete: .delete
      }
    self.init(
      kind: kind,
      key: event.key.map(\.1),
      old: event.old.map { RowImage($0.map(\.1)) },
      new: event.new.map { RowImage($0.map(\.1)) }
    )
  }
}
