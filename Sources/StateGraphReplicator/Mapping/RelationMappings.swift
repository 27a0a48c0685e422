import StateGraphReplication
import StateGraphRows
import StateGraphSQLite

/// The tables of a file, by their names on the server.
struct FileTables: Sendable {
  struct Entry: Sendable {
    let table: TableSchema
    /// The mapping with which the file was compared with the server.
    let mapping: TableMapping
  }

  private let entries: [ServerTable: Entry]
  private let identifiers: Set<UInt32>

  init(_ entries: [ServerTable: Entry]) {
    self.entries = entries
    identifiers = Set(entries.values.compactMap(\.mapping.identifier))
  }

  /// Returns the table of the file, or nil if the file does not replicate the server's table.
  ///
  /// - Throws: `.needsReconcile` if the table had another name, or its name another table, when the
  ///   change was made. Changes under another name may not be published.
  func entry(of relation: Relation) throws(ReplicationError) -> Entry? {
    let server = try? ServerTable(schema: relation.schema, name: relation.name)
    let entry = server.flatMap { entries[$0] }
    let known = entry.map { $0.mapping.identifier ?? relation.identifier }
    guard known == relation.identifier || known == nil && !identifiers.contains(relation.identifier)
    else {
      throw ReplicationError(
        .needsReconcile,
        "A table of the server was renamed: \(relation.schema).\(relation.name).",
        remedy: "Reconcile the file."
      )
    }
    return entry
  }
}

/// Converts changes of the server's relations into changes of the file's tables.
///
/// The server describes a relation again after each change of its columns.
struct RelationMappings {
  let tables: FileTables
  private struct Known {
    let relation: Relation
    /// The table of the file, or nil if the file does not replicate the relation.
    let mapping: TableMapping?
  }

  /// The relations as they were described last, by their identifiers.
  private var known: [UInt32: Known] = [:]

  init(_ tables: FileTables) { self.tables = tables }

  /// Returns the changes of the file, or none if the file does not replicate the relation.
  mutating func changes(_ change: StateGraphReplication.RowChange) throws(ReplicationError)
    -> [ServerChange]
  {
    switch change {
    case .insert(let relation, let new):
      guard let mapping = try mapping(of: relation) else { return [] }
      return [try row(new, mapping: mapping, formerKey: nil)]
    case .update(let relation, let old, let new):
      guard let mapping = try mapping(of: relation) else { return [] }
      let former = try old.map { old throws(ReplicationError) in try mapping.key(old.values) }
      let values = old.map { mapping.completingKey(of: new, from: $0.values) } ?? new
      return [try row(values, mapping: mapping, formerKey: former)]
    case .delete(let relation, let old):
      guard let mapping = try mapping(of: relation) else { return [] }
      let key = try mapping.key(old.values)
      return [ServerChange(table: mapping.name, key: key, kind: .deletion)]
    case .truncate(let relations, _, _):
      var changes: [ServerChange] = []
      for relation in relations {
        guard let mapping = try mapping(of: relation) else { continue }
        changes.append(
          ServerChange(table: mapping.name, key: .value(.null), kind: .truncation)
        )
      }
      return changes
    }
  }

  private func row(
    _ values: [TupleValue],
    mapping: TableMapping,
    formerKey: RowKey?
  ) throws(ReplicationError) -> ServerChange {
    let key = try mapping.key(values)
    let former = formerKey == key ? nil : formerKey
    return ServerChange(
      table: mapping.name,
      key: key,
      kind: .row(try mapping.row(values), formerKey: former)
    )
  }

  private mutating func mapping(of relation: Relation) throws(ReplicationError) -> TableMapping? {
    if let known = known[relation.identifier], known.relation.isSame(as: relation) {
      return known.mapping
    }
    let made = try tables.entry(of: relation).map { entry throws(ReplicationError) in
      guard let made = entry.mapping.placed(in: relation, of: entry.table) else {
        throw ReplicationError(
          .needsReconcile,
          "The columns or the key of the server's table \(entry.mapping.server) have changed.",
          remedy: "Reconcile the file."
        )
      }
      return made
    }
    known[relation.identifier] = Known(relation: relation, mapping: made)
    return made
  }
}

/// The changes of a server's transaction, as the file writes them.
struct FeedChanges: ServerChanges {
  let transaction: ServerTransaction
  let tables: FileTables

  func forEach(_ body: (ServerChange) throws -> Bool) throws {
    var reader = transaction.changes()
    var mappings = RelationMappings(tables)
    while let change = try reader.next() {
      let changes: [ServerChange]
      do throws(ReplicationError) {
        changes = try mappings.changes(change)
      } catch {
        // The server's log keeps a value that the file cannot store, also after its correction.
        guard error.code == .outOfRange else { throw error }
        throw ReplicationError(.needsReconcile, error.message, remedy: error.remedy)
      }
      for change in changes where !(try body(change)) { return }
    }
  }
}
