package import StateGraphReplication
package import StateGraphRows
import StateGraphSQLite

/// The replicated tables of a file with their counterparts on the server.
package struct ReplicatedSchema: Sendable {
  /// The mappings, each after the tables to which its rows refer.
  package let parentsFirst: [TableMapping]
  let fileTables: FileTables
  /// The columns of the file that the server has too, by the name of the table.
  let sentColumns: [ByteText: Set<Int>]
  /// The version of the file's schema for which the mappings were made.
  let fileVersion: Int64

  /// - Parameters:
  ///   - tables: The replicated tables of the file.
  ///   - fileVersion: The version of the file's schema that has these tables.
  ///   - columns: Returns the columns of a table of the server.
  /// - Throws: `.schemaMismatch` if the server lacks a table.
  package init(
    _ tables: [TableSchema],
    fileVersion: Int64,
    columns: (ServerTable) throws(ReplicationError) -> [ServerColumn]
  ) throws(ReplicationError) {
    var mappings: [TableMapping] = []
    var entries: [ServerTable: FileTables.Entry] = [:]
    for table in ReplicatedSchema.parentsFirst(tables) {
      let server = try ServerTable(name: table.name)
      let found = try columns(server)
      guard !found.isEmpty else {
        throw ReplicationError(
          .schemaMismatch,
          "The server has no table \(server).",
          remedy: "Migrate the server first, or replicate other tables."
        )
      }
      let mapping = try TableMapping(table, server: server, columns: found)
      mappings.append(mapping)
      entries[server] = FileTables.Entry(table: table, mapping: mapping)
    }
    parentsFirst = mappings
    fileTables = FileTables(entries)
    sentColumns = Dictionary(
      mappings.map { ($0.name, Set($0.columns.map(\.index))) },
      uniquingKeysWith: { first, _ in first }
    )
    self.fileVersion = fileVersion
  }

  var byName: [ByteText: TableMapping] {
    Dictionary(parentsFirst.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  var order: PatchOrder { PatchOrder(parentsFirst: parentsFirst.map(\.server)) }

  /// A short text that changes with the mappings, so that a file which was compared with other
  /// mappings is compared again.
  var fingerprint: String {
    Self.hash(of: parentsFirst.map(\.fingerprint).sorted().joined(separator: "\n"))
  }

  /// A short text for each replicated column.
  var columnMarks: Set<String> {
    Set(parentsFirst.flatMap { table in table.columns.map { Self.mark(of: $0.name.text, table) } })
  }

  /// - Parameter known: The marks of the columns that were replicated before.
  /// - Throws: `.schemaMismatch` if the server has lost one of them and the file has not. The file
  ///   would keep the last values, and its writes of the column would stay in the file.
  func requireColumns(_ known: Set<String>) throws(ReplicationError) {
    for table in parentsFirst {
      let mapped = Set(table.columns.map(\.index))
      for (index, column) in table.fileColumns.enumerated()
      where !mapped.contains(index) && known.contains(Self.mark(of: column.name, table)) {
        throw ReplicationError(
          .schemaMismatch,
          "The server's table \(table.server) has lost the column \(column.name), which the file "
            + "replicates.",
          remedy: "Restore the column on the server, or rename or drop it in the file too, by a "
            + "migration."
        )
      }
    }
  }

  private static func mark(of column: String, _ table: TableMapping) -> String {
    hash(of: "\(table.server.quoted)\n\(column)")
  }

  /// The 64-bit hash FNV-1a.
  private static func hash(of text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
    }
    return String(hash, radix: 16)
  }

  /// Sorts tables so that each comes after the tables to which it refers, if there is no cycle.
  private static func parentsFirst(_ tables: [TableSchema]) -> [TableSchema] {
    var sorted: [TableSchema] = []
    var rest = tables
    while !rest.isEmpty {
      let isFree = { (table: TableSchema) in
        table.foreignKeys.allSatisfy { key in
          key.referencedTable.isSameName(as: table.name)
            || !rest.contains { $0.name.isSameName(as: key.referencedTable) }
        }
      }
      // The tables of a cycle need deferrable foreign keys on the server, in any order.
      sorted.append(rest.remove(at: rest.firstIndex(where: isFree) ?? 0))
    }
    return sorted
  }
}
